"""What makes no rulebook, and a very short one."""

from __future__ import annotations

import pytest

from quarterdeck.errors import QuarterdeckError
from quarterdeck.kernel.rulebook import Rule, Rulebook, Section


def book(*ids: str) -> Rulebook:
    return Rulebook(*(Section("A section", (Rule(id, "A rule", "It says so."),)) for id in ids))


@pytest.mark.parametrize(
    ("ids", "told"),
    [
        ((), "a rulebook needs at least one rule"),
        (("KU-1", "KU-1"), "rule KU-1 does not follow KU-1: ids are to ascend"),
        (("KU-2", "KU-10", "KU-9"), "rule KU-9 does not follow KU-10: ids are to ascend"),
        (("KU-1", "KO-2"), "rule KO-2 does not follow KU-1: ids are to ascend"),
        (("ku-1",), "ku-1 is no id of a rule: write two capitals and a number, as in ME-66"),
        (("KU-01",), "KU-01 is no id of a rule: write two capitals and a number, as in ME-66"),
    ],
)
def test_ids_of_rules_ascend(ids: tuple[str, ...], told: str) -> None:
    with pytest.raises(ValueError, match=f"^{told}$"):
        book(*ids)


def test_the_only_rule_is_the_nearest() -> None:
    assert book("KU-7").find("7").decision is None
    for wrong in ("1", "9"):
        with pytest.raises(QuarterdeckError, match=rf"no rule KU-{wrong}: the nearest are KU-7 and KU-7\.$"):
            book("KU-7").find(wrong)
