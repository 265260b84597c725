from __future__ import annotations

import numpy as np

from quarterdeck.kernel.encode import MOST_HOT, Numbers, one_hot, part, put
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


@compiled
def hot(out: Numbers, value: int, count: int) -> int:
    return one_hot(out, 1, value, count)


def test_a_value_is_one_hot_where_it_lies_and_nowhere_if_it_lies_outside() -> None:
    for count in (1, 2, 14, MOST_HOT, MOST_HOT + 1, 150):
        for value in (-(1 << 40), -1, *range(count), count, count + 1, 200, 1 << 40):
            expected = np.full(count + 2, 7, np.float32)
            expected[1:-1] = np.arange(count) == value
            for written in (hot, hot.interpreted):
                out = np.full(count + 2, 7, np.float32)
                assert written(out, value, count) == count + 1
                np.testing.assert_array_equal(out, expected)
