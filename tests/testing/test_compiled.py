"""What the check says of marks."""

from __future__ import annotations

import quarterdeck
from quarterdeck.kernel import jit
from quarterdeck.testing.compiled import rules_can_be_compiled
from tests.conformance.settings import case_of


def test_functions_of_other_packages_need_no_mark() -> None:
    """Meuterer's heuristics call `np.full`."""
    game = quarterdeck.game("meuterer")
    assert game.spec.face("heuristics") in jit.rules()
    rules_can_be_compiled(case_of(game))
