"""What makes no rulebook, and a very short one."""

from __future__ import annotations

import pytest

from quarterdeck.errors import GameError, QuarterdeckError
from quarterdeck.kernel.rulebook import Rule, Rulebook, Section

ASCEND = "ids begin with the same two letters, and their numbers ascend."
UNFIT = "can't be the id of a rule: write two capitals and a number, as in ME-66."


def book(*ids: str) -> Rulebook:
    return Rulebook(*(Section("A section", (Rule(id, "A rule", "It says so."),)) for id in ids))


@pytest.mark.parametrize(
    ("ids", "told"),
    [
        ((), "A rulebook needs at least one rule."),
        (("KU-1", "KU-1"), f"The rule KU-1 can't come after KU-1: {ASCEND}"),
        (("KU-2", "KU-10", "KU-9"), f"The rule KU-9 can't come after KU-10: {ASCEND}"),
        (("KU-1", "KO-2"), f"The rule KO-2 can't come after KU-1: {ASCEND}"),
        (("ku-1",), f"“ku-1” {UNFIT}"),
        (("KU-01",), f"“KU-01” {UNFIT}"),
    ],
)
def test_ids_of_rules_ascend(ids: tuple[str, ...], told: str) -> None:
    with pytest.raises(GameError) as caught:
        book(*ids)
    assert str(caught.value) == told


def test_the_only_rule_is_named() -> None:
    assert book("KU-7").find("7").decision is None
    for wrong in ("1", "9"):
        with pytest.raises(QuarterdeckError, match=rf"no rule KU-{wrong}: the only one is KU-7\.$"):
            book("KU-7").find(wrong)
