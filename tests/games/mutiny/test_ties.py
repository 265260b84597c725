"""MU-20 to MU-22: who has which ability, and ties, which the lookout breaks."""

from __future__ import annotations

import pytest

from quarterdeck.games.mutiny.state import NONE, Phase
from tests.games.mutiny.table import Match, resolve, sail

NO_RUM = ["8d", "8d", "8d", "8d", "8d"]


def test_MU_20_the_highest_bribe_and_then_the_second_highest() -> None:
    match = resolve("gunner", "1d", "2d 1r", "2d")
    assert match.told("primary", "secondary") == [(1, "gunner"), (2, "gunner")]
    assert match.cutlasses == [0, 2, 1]


def test_MU_20_rum_counts_as_much_as_doubloons() -> None:
    match = resolve("gunner", "3r", "2d", "")
    assert match.told("primary", "secondary") == [(0, "gunner"), (1, "gunner")]


def test_MU_20_who_has_the_primary_ability_does_not_get_the_secondary_one_too() -> None:
    match = resolve("gunner", "5d", "1d")
    assert match.told("primary", "secondary") == [(0, "gunner"), (1, "gunner")]
    alone = resolve("gunner", "5d", "")
    assert alone.told("primary", "secondary") == [(0, "gunner")]
    assert alone.cutlasses == [2, 0]


def test_MU_20_the_second_highest_as_the_tokens_lie_after_the_primary_ability() -> None:
    match = resolve("deck-hand", "4d", "2d", "1d")
    match.play("0 move doubloon of 1 from deck-hand to cook")
    # Seats 1 and 2 have a doubloon each now.
    assert match.told("tied") == [(0, "deck-hand", "secondary", "1 2")]
    match = resolve("deck-hand", "4d", "2d", "1d").play("0 stay")
    assert match.told("secondary") == [(1, "deck-hand")]
    gone = resolve("deck-hand", "4d", "1d").play("0 move doubloon of 1 from deck-hand to cook")
    assert gone.told("secondary") == []


def test_MU_20_MU_27_a_loss_on_the_way_decides_who_is_second_on_the_pilot() -> None:
    on = {"pilot": ["4d", "2d", "1d 1r"], "gunner": ["", "1d", ""]}
    match = sail("north", "gunner doubloon -1", on, unplayed=["4d", "5d", "7d 2r"])
    match.play("1 lose pilot")
    assert match.told("secondary") == [(2, "pilot")]
    assert match.cutlasses == [0, 0, 1]


def test_MU_20_the_crew_members_are_resolved_in_order() -> None:
    match = Match(2, on={name: ["1d", ""] for name in ("gunner", "cook", "first-mate")})
    for _ in range(5):
        match.bid("", "")
    assert match.told("resolved", "primary") == [
        (-1, "deck-hand"),
        (-1, "gunner"),
        (0, "gunner"),
        (-1, "cook"),
        (0, "cook"),
        (-1, "pilot"),
        (-1, "first-mate"),
        (0, "first-mate"),
    ]


# Ties


def test_MU_21_tied_for_the_highest_the_lookout_says_who_is_first_and_the_other_is_second() -> None:
    match = resolve("gunner", "", "2d", "1d 1r", "1d", unplayed=NO_RUM)
    assert match.told("tied") == [(0, "gunner", "primary", "1 2")]
    assert (match.phase, match.to_act) == (Phase.PICK, (0,))
    assert match.legal() == ["pick 1", "pick 2"]
    match.play("0 pick 2")
    assert match.told("picked") == [(0, 2, "gunner", "primary")]
    assert match.told("primary", "secondary") == [(2, "gunner"), (1, "gunner")]
    assert match.cutlasses == [0, 1, 2, 0]


def test_MU_21_all_others_get_nothing_even_if_only_two_are_tied() -> None:
    match = resolve("cook", "3d", "3d", "2d", unplayed=NO_RUM).play("0 pick 0")
    assert match.told("secondary") == [(1, "cook")]
    assert match.rum == [2, 1, 0]


def test_MU_21_three_are_tied_for_the_highest_so_the_lookout_picks_twice() -> None:
    match = resolve("gunner", "1d", "1d", "1d", "", unplayed=NO_RUM, lookout=3)
    assert match.to_act == (3,)
    assert match.legal() == ["pick 0", "pick 1", "pick 2"]
    match.play("3 pick 1")
    assert match.cutlasses == [0, 2, 0, 0]
    assert match.legal(3) == ["pick 0", "pick 2"]
    match.play("3 pick 2")
    assert match.told("tied") == [
        (3, "gunner", "primary", "0 1 2"),
        (3, "gunner", "secondary", "0 2"),
    ]
    assert match.cutlasses == [0, 2, 1, 0]


def test_MU_21_all_five_may_be_tied() -> None:
    match = resolve("gunner", "1d", "1d", "1d", "1d", "1d", unplayed=NO_RUM)
    assert match.legal() == ["pick 0", "pick 1", "pick 2", "pick 3", "pick 4"]
    match.play("0 pick 4")
    assert match.legal() == ["pick 0", "pick 1", "pick 2", "pick 3"]
    match.play("0 pick 3")
    assert match.cutlasses == [0, 0, 0, 1, 2]


def test_MU_21_a_tie_is_forgotten_with_the_next_crew_member() -> None:
    on = {"cook": ["", "", "2d", "1d"], "pilot": ["1d", "1d", "", ""]}
    match = resolve("gunner", "1d", "1d", "", "", on=on, unplayed=NO_RUM).play("0 pick 0")
    assert match.told("primary", "secondary")[2:] == [(2, "cook"), (3, "cook")]
    # Whoever had the last primary ability has not had this one.
    assert match.told("tied")[1:] == [(0, "pilot", "primary", "0 1")]
    assert match.s.primary == NONE


def test_MU_21_tied_for_second_the_lookout_decides() -> None:
    match = resolve("gunner", "1d", "3d", "1d", "1d", unplayed=NO_RUM)
    assert match.told("primary") == [(1, "gunner")]
    assert match.told("tied") == [(0, "gunner", "secondary", "0 2 3")]
    match.play("0 pick 3")
    assert match.told("secondary") == [(3, "gunner")]
    assert match.cutlasses == [0, 2, 0, 1]


@pytest.mark.parametrize("unplayed", [NO_RUM, ["6d", "6d", "6d"]])
def test_MU_21_decision_those_tied_first_stay_the_candidates_whatever_is_moved(unplayed: list[str]) -> None:
    match = resolve("deck-hand", "2d", "2d", "1d", unplayed=unplayed).play("0 pick 0")
    match.play("0 move doubloon of 1 from deck-hand to cook")
    match.play("1 move doubloon of 1 from cook to gunner")
    assert match.told("secondary")[0] == (1, "deck-hand")


def test_MU_21_decision_a_candidate_whose_last_bribe_was_moved_away_stays_one() -> None:
    match = resolve("deck-hand", "1d", "1d", unplayed=NO_RUM).play("0 pick 0")
    match.play("0 move doubloon of 1 from deck-hand to cook")
    assert match.told("secondary") == [(1, "deck-hand")]


def test_MU_21_decision_a_candidate_who_has_lost_that_bribe_on_the_way_stays_one() -> None:
    tile = {"north": "gunner doubloon -1"}
    match = resolve("pilot", "1d", "1d", on={"gunner": ["", "1d"]}, unplayed=NO_RUM, **tile)
    match.play("0 pick 0", "0 north", "1 lose pilot")
    assert match.on("pilot") == ["1d", ""]
    assert match.told("secondary") == [(1, "pilot")]


def test_MU_21_decision_one_who_is_drawn_level_by_a_move_is_no_candidate() -> None:
    match = resolve("deck-hand", "2d", "2d", "1d", on={"cook": ["", "", "1d"]}, unplayed=NO_RUM)
    match.play("0 pick 0", "0 move doubloon of 2 from cook to deck-hand")
    assert match.told("secondary") == [(1, "deck-hand")]


def test_MU_21_decision_the_first_mates_new_lookout_decides_who_is_second() -> None:
    match = resolve("first-mate", "1d", "1d", "3d", unplayed=NO_RUM)
    assert match.told("spyglass") == [(2,)]
    assert match.told("tied") == [(2, "first-mate", "secondary", "0 1")]
    assert match.to_act == (2,)
    match.play("2 pick 1")
    assert match.rum == [0, 1, 0]


def test_MU_21_decision_in_a_three_way_tie_the_new_lookout_decides_who_is_second() -> None:
    match = resolve("first-mate", "1d", "1d", "1d", "", unplayed=NO_RUM, lookout=3)
    match.play("3 pick 0")
    assert match.legal(0) == ["pick 1", "pick 2"]
    match.play("0 pick 2")
    assert match.told("picked") == [(3, 0, "first-mate", "primary"), (0, 2, "first-mate", "secondary")]


def test_MU_21_the_lookout_may_pick_the_own_seat() -> None:
    match = resolve("gunner", "1d", "1d", unplayed=NO_RUM).play("0 pick 0")
    assert match.cutlasses == [2, 1]


def test_MU_22_decision_no_bribe_no_ability() -> None:
    match = resolve("gunner", "", "", "")
    assert match.told("no_bribe")[0] == (-1, "gunner")
    assert match.told("primary", "secondary", "tied") == []
    assert match.cutlasses == [0, 0, 0]


def test_MU_22_decision_bribes_of_zero_are_not_tied_for_second() -> None:
    match = resolve("gunner", "1d", "", "")
    assert match.told("tied", "secondary") == []
    assert match.cutlasses == [2, 0, 0]
