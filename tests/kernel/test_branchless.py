from __future__ import annotations

from quarterdeck.kernel.bits import nth_bit
from quarterdeck.kernel.branchless import nth_bit_of, only_if, where
from quarterdeck.kernel.jit import compiled


@compiled
def chosen(condition: bool, yes: int, no: int) -> int:
    return 1000 * where(condition, yes, no) + only_if(condition, yes)


def test_choices_without_a_branch_choose_as_an_if_does() -> None:
    for choose in (chosen, chosen.interpreted):
        assert choose(True, 7, -3) == 7007
        assert choose(False, 7, -3) == -3000


def test_a_bit_found_without_a_branch_is_the_nth() -> None:
    for mask in range(1, 1 << 6):
        for n in range(mask.bit_count()):
            assert nth_bit_of(mask, n, 6) == nth_bit(mask, n)
