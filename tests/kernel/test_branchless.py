from __future__ import annotations

from quarterdeck.kernel.branchless import only_if, where
from quarterdeck.kernel.jit import compiled


@compiled
def chosen(condition: bool, yes: int, no: int) -> int:
    return 1000 * where(condition, yes, no) + only_if(condition, yes)


def test_choices_without_a_branch_choose_as_an_if_does() -> None:
    for choose in (chosen, chosen.interpreted):
        assert choose(True, 7, -3) == 7007
        assert choose(False, 7, -3) == -3000
