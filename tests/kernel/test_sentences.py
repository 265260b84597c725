"""Sentences made from data: their variants, plurals and readers."""

from __future__ import annotations

import pytest

from quarterdeck.kernel.sentences import (
    Reason,
    Reasons,
    Telling,
    Tellings,
    addressed,
    excerpt,
    listed,
    named,
    seat_name,
)

NAMES = ("Ann", "{x} {name}", "Cy")


def many(n: int) -> str:
    return "{name} takes {count} card." if n == 1 else "{name} takes {count} cards."


TOLD = Tellings(
    {
        "took": Telling(many, "You take some.", by="count"),
        "hit own": Telling("{name} hits nobody.", "You hit nobody."),
        "hit": Telling("{name} hits a player.", "You hit a player.", "{name} hits you."),
        "ended": Telling("The end."),
    },
    variant=lambda kind, data, seat: f"{kind} own" if data.get("player") == seat else kind,
)


@pytest.mark.parametrize(
    ("kind", "data", "seat", "you", "sentence"),
    [
        ("took", {"count": 1}, 0, None, "Ann takes 1 card."),
        ("took", {"count": 3}, 1, 0, "{x} {name} takes 3 cards."),
        ("took", {"count": 3}, 0, 0, "You take some."),
        ("hit", {"player": 2}, 0, 1, "Ann hits a player."),
        ("hit", {"player": 2}, 0, 0, "You hit a player."),
        ("hit", {"player": 2}, 0, 2, "Ann hits you."),
        ("hit", {"player": 0}, 0, 2, "Ann hits nobody."),
        ("ended", {}, -1, 0, "The end."),
    ],
)
def test_a_fact_is_told_to_its_reader(
    kind: str, data: dict[str, int | str], seat: int, you: int | None, sentence: str
) -> None:
    assert TOLD(kind, data, seat, NAMES, you) == sentence


def test_variants_are_no_kinds() -> None:
    assert TOLD.kinds == ("took", "hit", "ended")
    with pytest.raises(KeyError):
        TOLD("sang", {}, 0, NAMES)


def test_a_reason_cites_its_own_rule_that_of_the_phase_or_a_given_one() -> None:
    why = Reasons(
        {"late": Reason("KU-1", "Not in “{phase}”."), "late, today": Reason("KU-2", "Too late.")},
        lambda values: named(values, {"phase": str.upper}),
        {"bet": "KU-3"},
        lambda code, values: f"{code}, today" if "today" in values else code,
    )
    assert why.codes == ("late",)
    assert why("late", phase="show") == ("KU-1", "Not in “SHOW”.")
    assert why("late", phase="bet") == ("KU-3", "Not in “BET”.")
    assert why("late", phase="bet", rule="KU-4") == ("KU-4", "Not in “BET”.")
    assert why("late", today=1) == ("KU-2", "Too late.")
    with pytest.raises(KeyError):
        why("early")


def test_players_are_named_and_listed() -> None:
    assert [listed(NAMES[:number]) for number in range(4)] == ["", "Ann", "Ann and {x} {name}", LISTED]
    assert (seat_name(0, NAMES), seat_name(7, NAMES), seat_name(2)) == ("Ann", "seat 7", "seat 2")
    assert (addressed(0, NAMES, 0), addressed(0, NAMES, None)) == ("you", "Ann")


def test_a_users_text_is_quoted_short_and_printable() -> None:
    assert excerpt("a\x1b[3mb\n") == "a[3mb"
    assert excerpt("x" * 40) == "x" * 40
    assert excerpt("x" * 41, 4) == "xxxx…"


LISTED = "Ann, {x} {name} and Cy"
