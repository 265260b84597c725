"""CA-47, CA-49 to CA-51: what a pirate offers can be declined; all see that, and it tells nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Game, Position
from quarterdeck.games.cartagena.state import Phase, Saw, Side
from quarterdeck.kernel.record import copy
from quarterdeck.play import find
from tests.games.cartagena.table import FORCED, Match, with_card
from tests.games.cartagena.test_sailors import all_placed

VALVERDE, DIAZ = Side.VALVERDE, Side.DIAZ


def declining(pirate: str) -> Match:
    """Seat 0 has used this pirate and is asked; seats 1 and 2 know its side."""
    match = all_placed() if pirate == "cambivalute" else with_card(pirate, coins=[1, 2, 0, 1])
    match.set_sides([DIAZ, VALVERDE, None, DIAZ])
    match.s.saw[1, 0] = match.s.saw[2, 0] = Saw.FRESH + DIAZ
    if pirate != "cambivalute":
        match.play(f"0 take {pirate}")
    return match


EVERY_PIRATE = pytest.mark.parametrize(
    ("pirate", "rule"),
    [("chang-ye", "CA-47"), ("bijoux", "CA-49"), ("ojo", "CA-50"), ("cambivalute", "CA-51")],
)


@EVERY_PIRATE
def test_CA_47_CA_49_CA_50_CA_51_done_declines_and_changes_nothing(pirate: str, rule: str) -> None:
    match = declining(pirate)
    assert match.legal()[0] == "done"
    before = copy(match.s)
    match.play("0 done")
    for field in ("coins", "supply", "side", "saw", "pair", "seen", "order", "hand", "sure", "pile"):
        assert np.array_equal(getattr(match.s, field), getattr(before, field)), field
    assert match.heard(3, "declined") == [(0, pirate)]
    assert match.told("robbed", "side_handled", "side_chosen", "spied", "inspected", "pair_handled") == []
    assert match.to_act == (1,)


@EVERY_PIRATE
def test_CA_47_CA_49_CA_50_CA_51_version_1_declines_nothing(pirate: str, rule: str) -> None:
    match = declining(pirate)
    match.s.readings = FORCED
    assert "done" not in match.legal()
    assert len(match.legal()) >= 2


def test_CA_47_CA_50_in_version_1_one_possibility_is_taken_without_asking() -> None:
    match = with_card("chang-ye", coins=[4, 0, 2, 0], readings=FORCED).play("0 take chang-ye")
    assert (match.coins, match.to_act) == ([5, 0, 1, 0], (1,))
    match = with_card("ojo", sides=[DIAZ, None, DIAZ], readings=FORCED).play("0 take ojo")
    assert (match.saw(0, 2), match.to_act) == ((Saw.FRESH, DIAZ), (1,))


@pytest.mark.parametrize("pirate", ["bijoux", "ojo"])
def test_CA_49_CA_50_the_first_side_is_not_declined(pirate: str) -> None:
    assert with_card(pirate, sides=[None, DIAZ]).play(f"0 take {pirate}").legal() == [
        "side valverde",
        "side diaz",
    ]


def test_CA_51_who_looks_puts_them_back_swapped_or_not() -> None:
    match = all_placed().play("0 inspect B")
    assert match.legal() == ["swap", "keep"]


def test_CA_65_a_lone_mascot_steals_without_leave_to_decline() -> None:
    match = Match(players=4, phase=Phase.ROB, duel=0, turn=0)
    assert match.legal() == ["rob 1", "rob 2", "rob 3"]


# In the views

SETUP: dict[str, Any] = {
    "coins": [2, 1, 1],
    "sides": ["diaz", "valverde", "diaz"],
    "spied": [[1, 0], [2, 1]],
    "pairs": [[1, 10, [1, 2]], [9, 2, [0]], [8, 3], [4, 7], [5, 6]],
}


def asked(pirate: str, **changes: Any) -> Position:
    """Seat 0 is asked what it makes of this pirate."""
    setup = {**SETUP, "row": [pirate], **changes}
    return quarterdeck.game("cartagena", players=3).start(seed=3, setup=setup).play(0, f"take {pirate}")


def test_CA_49_a_conviction_left_untouched_is_known_as_before() -> None:
    left = asked("bijoux").play(0, "done")
    assert left.view(1).to_json()["seats"][0]["side"] == "diaz"
    assert left.view(1).to_json()["seats"][1]["saw"] == [{"seat": 0, "side": "diaz", "fresh": True}]
    assert {left.view(1).sample(deal).to_json()["seats"][0]["side"] for deal in range(20)} == {"diaz"}
    handled = asked("bijoux").play(0, "side diaz")
    assert handled.view(1).to_json()["seats"][0]["side"] == "unknown"
    assert {handled.view(1).sample(deal).to_json()["seats"][0]["side"] for deal in range(20)} == {
        "diaz",
        "valverde",
    }


def test_CA_49_who_has_not_looked_learns_nothing_from_an_untouched_conviction() -> None:
    for viewer in (2, None):
        seen = [
            asked("bijoux", sides=[side, "valverde", "diaz"], spied=[]).play(0, "done").view(viewer)
            for side in ("diaz", "valverde")
        ]
        assert seen[0].to_json() == seen[1].to_json()
        assert seen[0].events[0].kind == "declined"


def test_CA_51_pairs_that_nobody_looked_at_are_known_as_before() -> None:
    left = asked("cambivalute").play(0, "done")
    for viewer in (1, 2):
        pair = left.view(viewer).to_json()["sailors"]["pairs"][0]
        assert (pair["valverde"], pair["diaz"]) == (1, 10)
    kept = asked("cambivalute").play(0, "inspect A").play(0, "keep")
    pair = kept.view(1).to_json()["sailors"]["pairs"][0]
    assert (pair["valverde"], pair["values"]) == (None, [1, 10])


def test_CA_51_decision_a_swap_is_hidden_from_the_others() -> None:
    looked = asked("cambivalute").play(0, "inspect A")
    swapped, kept = looked.play(0, "swap"), looked.play(0, "keep")
    for viewer in (1, 2, None):
        assert swapped.view(viewer).to_json() == kept.view(viewer).to_json()


def test_version_1_is_still_played_by_its_own_rules() -> None:
    first = Game(find("cartagena", 1), players=3)
    position = first.start(seed=3, setup={**SETUP, "row": ["bijoux"]}).play(0, "take bijoux")
    assert [str(action) for action in position.legal(0)] == ["side valverde", "side diaz"]
    assert position.to_json()["readings"] == ["sate_set_aside", "nothing_declined"]
    assert quarterdeck.game("cartagena").start(seed=3).to_json()["readings"] == []
