"""MU-27 and MU-30 to MU-32: where the Pilot takes the ship, gains and losses."""

from __future__ import annotations

import pytest

from quarterdeck.games.mutiny.state import NONE, Phase
from tests.games.mutiny.table import Match, resolve, sail

NO_RUM = ["6d", "8d", "8d"]


def test_MU_27_the_primary_ability_chooses_where_the_ship_sails() -> None:
    on = {"gunner": ["", "1d"], "deck-hand": ["", "2d"]}
    tile = {"north": "gunner cutlass 1", "south": "deck-hand rum 2"}
    match = resolve("pilot", "1d", "", on=on, **tile)
    assert (match.phase, match.to_act) == (Phase.COURSE, (0,))
    assert match.legal() == ["north", "south"]
    match.play("0 north")
    assert match.told("set_course", "controls") == [(0, "north"), (1, "gunner")]
    assert match.told("gained") == [(1, "cutlass", 1, 0)]
    assert match.rules_told("gained") == {"MU-30"}
    match = resolve("pilot", "1d", "", on=on, **tile).play("0 south")
    assert match.told("set_course", "controls") == [(0, "south"), (1, "deck-hand")]
    assert match.told("gained") == [(1, "rum", 2, 0)]


def test_MU_27_the_secondary_ability_is_a_cutlass() -> None:
    match = resolve("pilot", "2d", "1d", north="gunner rum 1").play("0 north")
    assert match.told("secondary", "gained") == [(1, "pilot"), (1, "cutlass", 1, 3)]
    assert match.rules_told("gained") == {"MU-27"}
    assert match.cutlasses == [0, 1]


def test_MU_27_the_highest_bribe_controls_even_the_pilot_and_by_rum() -> None:
    match = sail("north", "pilot cutlass 2", {"pilot": ["1d 1r", "1d"]})
    assert match.told("controls") == [(0, "pilot")]
    assert match.cutlasses == [2, 1]


@pytest.mark.parametrize("crew", ["deck-hand", "first-mate"])
def test_MU_4_a_destination_may_have_a_single_effect(crew: str) -> None:
    match = sail("north", "gunner rum 1", {"gunner": ["1d", ""], crew: ["", "1d"]}, cutlasses=[5, 5])
    assert match.told("controls", "missed") == [(0, "gunner")]
    assert match.told("gained", "lost", "spared") == [(0, "rum", 1, 0)]


def test_MU_27_decision_with_no_bribe_on_the_pilot_the_ship_stays() -> None:
    match = resolve("pilot", "", "", on={"gunner": ["1d", ""]}, north="gunner cutlass 1")
    assert match.told("no_bribe")[0] == (-1, "pilot")
    assert match.told("set_course", "controls", "gained") == []
    assert match.s.destination == NONE


def test_MU_27_decision_an_effect_on_a_crew_member_without_bribes_hits_nobody() -> None:
    match = sail("north", "gunner cutlass 1, cook cutlass 1", {"cook": ["", "1d"]})
    assert match.told("missed", "controls") == [(-1, "gunner"), (1, "cook")]
    assert match.cutlasses == [0, 1]
    assert list(match.s.hit) == [NONE, 1, NONE, NONE]


def test_MU_27_a_tie_for_control_is_broken_by_the_lookout_anew_with_offers() -> None:
    on = {"gunner": ["", "1d", "1d"]}
    match = sail("north", "gunner cutlass 1", on)
    assert match.told("tied") == [(0, "gunner", "course", "1 2")]
    assert match.to_act == (1,)
    match.play("1 offer 2 for 1", "2 offer 1 for 2", "0 take 2")
    assert match.told("struck", "picked", "controls") == [
        (0, 2, 1, 2),
        (0, 2, "gunner", "course"),
        (2, "gunner"),
    ]
    assert match.cutlasses == [0, 0, 1]
    assert match.rum == [4, 3, 2]


def test_MU_27_the_lookout_may_pick_another_one_than_when_the_crew_member_was_resolved() -> None:
    match = resolve(
        "gunner", "", "1d", "1d", on={"pilot": ["1d", "", ""]}, unplayed=NO_RUM, north="gunner cutlass 1"
    )
    match.play("0 pick 1", "0 north", "0 pick 2")
    assert match.cutlasses == [0, 2, 2]


def test_MU_27_decision_control_is_settled_before_any_effect_is_carried_out() -> None:
    # The first effect would break the tie for the second crew member, were it carried out at once.
    on = {"gunner": ["", "1d", ""], "cook": ["", "1d", "1d"]}
    match = sail("north", "gunner doubloon -1, cook cutlass 1", on, unplayed=["6d", "", ""])
    assert match.told("controls") == [(1, "gunner")]
    assert match.told("tied") == [(0, "cook", "course", "1 2")]
    assert match.told("lost_doubloon") == []
    match.play("0 pick 2", "1 lose cook")
    assert match.told("controls") == [(1, "gunner"), (2, "cook")]
    assert match.cutlasses == [0, 0, 1]
    assert match.kinds().index("lost_doubloon") < match.kinds().index("gained")


def test_MU_27_two_ties_are_broken_one_after_the_other_in_the_order_of_print() -> None:
    on = {"cook": ["", "1d", "1d"], "gunner": ["", "2d", "2d"]}
    match = sail("south", "gunner cutlass 1, cook rum 2", on, unplayed=["6d", "5d", "5d"])
    assert match.told("tied") == [(0, "gunner", "course", "1 2")]
    match.play("0 pick 1")
    assert match.told("tied")[1:] == [(0, "cook", "course", "1 2")]
    assert match.cutlasses == [0, 0, 0]
    match.play("0 pick 2")
    assert (match.cutlasses, match.rum) == ([0, 1, 0], [0, 0, 2])
    assert match.told("gained") == [(1, "cutlass", 1, 0), (2, "rum", 2, 0)]


def test_MU_27_decision_a_crew_member_named_twice_is_settled_once() -> None:
    on = {"gunner": ["", "1d", "1d"]}
    match = sail("north", "gunner cutlass 1, gunner rum -2", on, unplayed=["6d", "7d", "7d 3r"])
    match.play("2 pass", "0 pick 2")
    assert match.told("controls") == [(2, "gunner")]
    assert match.told("tied") == [(0, "gunner", "course", "1 2")]
    assert (match.cutlasses, match.rum) == ([0, 0, 1], [0, 0, 1])
    nobody = sail("north", "gunner cutlass 1, gunner rum -2", {"cook": ["", "1d"]})
    assert nobody.told("missed") == [(-1, "gunner")]
    assert nobody.cutlasses == [0, 0]


def test_MU_27_the_secondary_ability_comes_after_the_effects() -> None:
    match = sail("north", "gunner cutlass 1", {"pilot": ["2d", "1d"], "gunner": ["1d", ""]})
    assert match.told("gained", "secondary") == [(0, "cutlass", 1, 0), (1, "pilot"), (1, "cutlass", 1, 3)]


# Gains


def test_MU_30_gains_come_from_the_bank() -> None:
    match = sail("north", "gunner rum 3, cook doubloon 1", {"gunner": ["", "1d"], "cook": ["", "1d"]})
    assert match.told("gained") == [(1, "rum", 3, 0), (1, "doubloon", 1, 0)]
    assert match.unplayed(1) == "7d 6r"
    assert match.s.bank == 30 - 9


@pytest.mark.parametrize(("unplayed", "gained"), [("6d", 3), ("7d", 2), ("8d", 1), ("9d", 0)])
def test_MU_30_nobody_has_more_than_ten_doubloons_in_play_and_hand(unplayed: str, gained: int) -> None:
    match = sail("north", "gunner doubloon 3", {"gunner": ["", "1d"]}, unplayed=["6d", unplayed])
    assert match.doubloons[1] == 10
    if gained:
        assert match.told("gained") == [(1, "doubloon", gained, 0)]
    else:
        assert match.told("spared") == [(1, "doubloon", 0)]
        assert match.rules_told("spared") == {"MU-30"}


# Losses


def test_MU_31_lost_rum_is_unplayed_rum() -> None:
    match = sail("north", "gunner rum -2", {"gunner": ["", "1r"]})
    assert match.told("lost") == [(1, "rum", 2)]
    assert match.unplayed(1) == "8d"
    assert match.on("gunner") == ["", "1r"]
    assert match.s.bank == 30 - 6 + 2
    assert match.all_rum == 30


def test_MU_31_with_no_unplayed_rum_nothing_is_lost() -> None:
    match = sail("north", "gunner rum -1", {"gunner": ["", "3r"]})
    assert match.told("lost") == []
    assert match.told("spared") == [(1, "rum", 1)]
    assert match.rules_told("spared") == {"MU-31"}
    assert match.on("gunner") == ["", "3r"]


def test_MU_31_a_seat_loses_no_more_cutlasses_than_it_has() -> None:
    match = sail("north", "gunner cutlass -1", {"gunner": ["", "1d"]}, cutlasses=[3, 3])
    assert match.told("lost") == [(1, "cutlass", 1)]
    assert match.cutlasses == [3, 2]
    none = sail("north", "gunner cutlass -1", {"gunner": ["", "1d"]})
    assert none.told("spared") == [(1, "cutlass", 1)]
    assert none.cutlasses == [0, 0]


@pytest.mark.parametrize("resource", ["rum", "cutlass"])
def test_MU_31_decision_who_has_less_than_the_loss_loses_that(resource: str) -> None:
    match = sail(
        "north", f"gunner {resource} -3", {"gunner": ["", "1d"]}, unplayed=["6d", "7d 2r"], cutlasses=[0, 2]
    )
    assert match.told("lost") == [(1, resource, 2)]
    assert (match.rum[1], match.cutlasses[1]) == ((0, 2) if resource == "rum" else (2, 0))


@pytest.mark.parametrize("resource", ["rum", "cutlass"])
def test_MU_31_who_has_more_than_the_loss_keeps_the_rest(resource: str) -> None:
    match = sail(
        "north", f"gunner {resource} -1", {"gunner": ["", "1d"]}, unplayed=["6d", "7d 3r"], cutlasses=[0, 3]
    )
    assert match.told("lost") == [(1, resource, 1)]
    assert (match.rum[1], match.cutlasses[1]) == ((2, 3) if resource == "rum" else (3, 2))


def losing(amount: int, *, unplayed: str = "5d", **on: str) -> Match:
    """Seat 1 controls the Gunner and loses doubloons; what it has on others is given by name."""
    bribes = {name.replace("_", "-"): ["", words] for name, words in {"gunner": "1d", **on}.items()}
    return sail("north", f"gunner doubloon -{amount}", bribes, unplayed=["6d", unplayed])


def test_MU_32_its_owner_chooses_where_a_doubloon_is_lost() -> None:
    match = losing(1, deck_hand="1d", cook="1r")
    assert (match.phase, match.to_act) == (Phase.LOSE, (1,))
    assert match.legal() == ["lose unplayed", "lose deck-hand", "lose gunner"]
    assert losing(1, deck_hand="1d").play("1 lose unplayed").unplayed(1) == "4d"
    match.play("1 lose deck-hand")
    assert match.on("deck-hand") == ["", ""]
    assert match.unplayed(1) == "5d"
    assert match.told("lost_doubloon") == [(1, "deck-hand")]
    assert match.doubloons[1] == 6


def test_MU_32_several_are_lost_one_at_a_time() -> None:
    match = losing(3, unplayed="1d", first_mate="2d").play("1 lose unplayed")
    assert match.legal(1) == ["lose gunner", "lose first-mate"]
    # The last one can only come from one place.
    match.play("1 lose gunner")
    assert match.told("lost_doubloon") == [(1, "unplayed"), (1, "gunner"), (1, "first-mate")]
    assert match.doubloons[1] == 1
    assert match.s.owed == 0


def test_MU_32_with_no_choice_nobody_is_asked() -> None:
    match = losing(1, unplayed="")
    assert match.told("lost_doubloon") == [(1, "gunner")]
    assert match.doubloons[1] == 0


def test_MU_31_MU_32_decision_who_has_fewer_doubloons_loses_those() -> None:
    match = losing(3, unplayed="1d").play("1 lose unplayed")
    assert match.told("lost_doubloon") == [(1, "unplayed"), (1, "gunner")]
    assert match.doubloons[1] == 0
    assert match.phase != Phase.LOSE


def test_MU_32_with_no_doubloon_at_all_nothing_is_lost() -> None:
    match = sail("north", "gunner doubloon -2", {"gunner": ["", "1r"]}, unplayed=["6d", "2r"])
    assert match.told("spared") == [(1, "doubloon", 2)]
    assert match.rules_told("spared") == {"MU-32"}


def test_MU_32_two_players_lose_in_the_order_of_print() -> None:
    on = {"gunner": ["", "1d", ""], "cook": ["", "", "1d"]}
    match = sail("north", "cook doubloon -2, gunner doubloon -1", on)
    assert match.to_act == (2,)
    assert (match.s.done, match.s.owed) == (0, 2)
    match.play("2 lose unplayed", "2 lose cook")
    assert match.to_act == (1,)
    assert (match.s.done, match.s.owed) == (1, 1)
    match.play("1 lose gunner")
    assert match.told("lost_doubloon") == [(2, "unplayed"), (2, "cook"), (1, "gunner")]
    assert match.phase == Phase.RETRIEVE


def test_MU_32_a_doubloon_gained_first_may_be_lost_next() -> None:
    on = {"gunner": ["", "1d"]}
    match = sail("north", "gunner doubloon 1, gunner doubloon -1", on, unplayed=["6d", ""])
    assert match.legal(1) == ["lose unplayed", "lose gunner"]
