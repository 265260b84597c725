from __future__ import annotations

import numpy as np

from quarterdeck.kernel.encode import Numbers, part, put
from quarterdeck.kernel.jit import compiled


@compiled
def all_parts(out: Numbers, first: int, whole: int) -> int:
    at = 0
    for number in range(first, first + len(out)):
        at = put(out, at, part(number, whole))
    return at


def test_a_part_is_the_same_number_compiled_for_all_that_fit_into_sixteen_bits() -> None:
    numbers = np.arange(-(1 << 15), 1 << 15)
    for whole in range(1, 65):
        out = np.zeros(len(numbers), np.float32)
        assert all_parts(out, int(numbers[0]), whole) == len(numbers)
        np.testing.assert_array_equal(out, (numbers / whole).astype(np.float32))
    few = np.zeros(9, np.float32)
    assert all_parts.interpreted(few, -4, 3) == 9
    np.testing.assert_array_equal(few, (np.arange(-4, 5) / 3).astype(np.float32))
