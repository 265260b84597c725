"""The rules of Mutiny! that can be read in several ways, by each of their readings."""

from __future__ import annotations

import pytest

import quarterdeck
from quarterdeck.errors import GameOptionError
from quarterdeck.games.mutiny.state import Phase, Reading
from quarterdeck.games.mutiny.steps import Step
from tests.games.mutiny.table import Match, sail

AT_ONCE = 1 << Reading.VICTORY_AT_ONCE
ONE_DECISION = 1 << Reading.FIRST_MATE_AFTER_BOTH
WON_AND_LOST = "gunner cutlass 1, gunner cutlass -2"
GUNNER = {"gunner": ["", "1d"]}


def test_MU_50_after_the_course_a_cutlass_won_and_lost_again_wins_nothing() -> None:
    match = sail("north", WON_AND_LOST, GUNNER, cutlasses=[0, 9])
    assert match.phase != Phase.OVER
    assert match.cutlasses == [0, 8]


def test_MU_50_at_once_the_winning_cutlass_ends_the_match_in_the_middle_of_a_course() -> None:
    match = sail("north", WON_AND_LOST, GUNNER, cutlasses=[0, 9], readings=AT_ONCE)
    assert match.phase == Phase.OVER
    assert match.cutlasses == [0, 10]
    assert match.told("won", "lost") == [(1, 10, 3)]


def test_MU_50_at_once_who_is_named_first_wins_before_another_has_more() -> None:
    on = {"gunner": ["", "1d", ""], "cook": ["", "", "1d"]}
    effects = "gunner cutlass 1, cook cutlass 2"
    assert sail("north", effects, on, cutlasses=[0, 9, 9]).told("won") == [(2, 11, 3)]
    assert sail("north", effects, on, cutlasses=[0, 9, 9], readings=AT_ONCE).told("won") == [(1, 10, 3)]


def test_MU_50_at_once_changes_nothing_of_an_ability() -> None:
    on = {"gunner": ["2d", "1d"]}
    for readings in (0, AT_ONCE):
        match = Match(2, on=on, crew=1, cutlasses=[8, 9], readings=readings)
        match.go(Step.RESOLVE)
        assert match.told("won") == [(0, 10, 3)]


def tied_for_the_first_mate(readings: int, bribes: tuple[str, ...] = ("1d", "1d", "1d")) -> Match:
    """Seat 0 is the lookout; all have the same bribe on the First Mate and no rum, so that nobody offers."""
    on = {"first-mate": bribes}
    match = Match(3, on=on, unplayed=["7d"] * 3, crew=4, readings=readings)
    return match.go(Step.RESOLVE).play("0 pick 2")


def test_MU_21_the_new_lookout_decides_who_is_second_on_the_first_mate() -> None:
    match = tied_for_the_first_mate(0)
    assert match.to_act == (2,)
    match.play("2 pick 1")
    assert match.told("spyglass", "picked", "secondary") == [
        (0, 2, "first-mate", "primary"),
        (2,),
        (2, 1, "first-mate", "secondary"),
        (1, "first-mate"),
    ]
    assert match.s.lookout == 2


def test_MU_21_by_one_decision_the_lookout_decides_both_and_then_the_spyglass_moves() -> None:
    match = tied_for_the_first_mate(ONE_DECISION)
    assert match.to_act == (0,)
    assert match.legal() == ["pick 0", "pick 1"]
    match.play("0 pick 1")
    assert match.told("spyglass", "picked", "secondary") == [
        (0, 2, "first-mate", "primary"),
        (0, 1, "first-mate", "secondary"),
        (1, "first-mate"),
        (2,),
    ]
    assert match.s.lookout == 2
    assert match.rum == [0, 1, 0]


@pytest.mark.parametrize("readings", [0, ONE_DECISION])
def test_MU_21_of_two_who_are_tied_the_other_is_second_by_both_readings(readings: int) -> None:
    match = tied_for_the_first_mate(readings, ("1d", "", "1d"))
    assert match.told("spyglass", "secondary") == [(2,), (0, "first-mate")]


@pytest.mark.parametrize("readings", [0, ONE_DECISION])
def test_MU_21_a_tie_for_second_on_the_first_mate_is_the_new_lookouts_by_both_readings(readings: int) -> None:
    match = Match(
        3, on={"first-mate": ("1d", "1d", "2d")}, unplayed=["7d", "7d", "6d"], crew=4, readings=readings
    ).go(Step.RESOLVE)
    assert match.to_act == (2,)
    assert match.legal() == ["pick 0", "pick 1"]


def test_the_options_set_the_readings_of_the_record() -> None:
    def readings(**options: str) -> int:
        return int(quarterdeck.game("mutiny", **options).start(seed=1).state.readings)

    assert readings() == 0
    assert readings(victory="at once") == AT_ONCE
    assert readings(first_mate_tie="one decision") == ONE_DECISION
    assert readings(victory="at once", first_mate_tie="one decision") == AT_ONCE | ONE_DECISION


def test_MU_50_an_unknown_reading_is_named_with_the_option_its_values_and_the_rule() -> None:
    with pytest.raises(GameOptionError) as error:
        quarterdeck.game("mutiny", victory="never")
    assert str(error.value) == "In Mutiny! “victory” (MU-50) can be after the course, at once, not “never”."
    with pytest.raises(GameOptionError) as error:
        quarterdeck.game("mutiny", victori="at once")
    sentence = (
        "Mutiny! has no option “victori”; it has players, deals, first_mate_tie (MU-21), victory (MU-50)."
    )
    assert str(error.value) == sentence
