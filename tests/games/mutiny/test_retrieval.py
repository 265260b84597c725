"""MU-40, MU-41 and MU-50: retrieval, a new turn, and how a match ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quarterdeck.games.mutiny import rules
from quarterdeck.games.mutiny.retrieval import begin_retrieval
from quarterdeck.games.mutiny.state import CREW, NONE, SEATS, Phase
from quarterdeck.games.mutiny.steps import Step
from quarterdeck.games.mutiny.table import COMPONENTS
from tests.games.mutiny.table import Match, every_size, random_match, resolve, sail


def retrieving(players: int = 3, **fields: Any) -> Match:
    """The retrieval begins."""
    match = Match(players, **fields)
    return match.go(begin_retrieval(match.s))


def test_MU_40_each_takes_back_up_to_three_doubloons_from_the_lookout_clockwise() -> None:
    on = {"deck-hand": ["2d", "2d 1r", "2d"], "cook": ["2d", "2d", "2d"]}
    match = retrieving(on=on, lookout=1)
    assert (match.phase, match.to_act) == (Phase.RETRIEVE, (1,))
    assert match.legal() == ["retrieve deck-hand", "retrieve cook", "done"]
    match.play("1 retrieve deck-hand", "1 retrieve deck-hand")
    assert match.legal(1) == ["retrieve cook", "done"]
    match.play("1 retrieve cook")
    # After the third one the next seat is asked.
    assert match.to_act == (2,)
    match.play("2 retrieve cook", "2 done")
    assert match.to_act == (0,)
    match.play("0 done")
    assert match.told("retrieved") == [(1, "deck-hand"), (1, "deck-hand"), (1, "cook"), (2, "cook")]
    assert match.doubloons == [8, 8, 8]
    assert [match.s.doubloons[seat] for seat in range(3)] == [4, 7, 5]
    assert match.on("cook") == ["2d", "1d", "1d"]
    assert match.phase == Phase.BID


def test_MU_40_doubloons_that_are_not_taken_back_stay() -> None:
    match = retrieving(2, on={"pilot": ["3d", "1d"]}).play("0 done", "1 done")
    assert match.on("pilot") == ["3d", "1d"]
    assert (match.s.turn_no, match.phase) == (2, Phase.BID)


def test_MU_40_who_has_none_on_any_crew_member_is_not_asked() -> None:
    match = retrieving(4, on={"cook": ["", "1d", "2r", "1d"]})
    assert match.to_act == (1,)
    match.play("1 retrieve cook")
    assert match.to_act == (3,)
    match.play("3 retrieve cook")
    assert match.phase == Phase.BID


def test_MU_40_the_retrieval_follows_the_fifth_crew_member() -> None:
    match = resolve("first-mate", "", "1d", "2d")
    assert (match.phase, match.to_act) == (Phase.RETRIEVE, (2,))
    assert match.s.crew == NONE


def test_MU_41_all_rum_on_crew_members_is_drunk_and_unplayed_rum_is_kept() -> None:
    match = Match(3, on={"cook": ["1r", "1d 2r", ""], "pilot": ["", "1r", ""]}).go(Step.NEW_TURN)
    assert match.on("cook") == ["", "1d", ""]
    assert match.on("pilot") == ["", "", ""]
    assert match.rum == [2, 0, 3]
    assert match.s.bank == 30 - 9 + 4
    assert match.told("rum_drunk") == [(-1, 4)]


def test_MU_41_a_new_tile_lies_face_up_and_a_new_turn_begins() -> None:
    match = sail("north", "gunner cutlass 1", {"gunner": ["1d", ""]})
    first = int(match.s.tile)
    assert match.s.destination == 0
    while match.phase == Phase.RETRIEVE:
        match.play(f"{match.to_act[0]} done")
    s = match.s
    assert s.tile != first
    assert not (int(s.pile) >> int(s.tile)) & 1
    assert (s.destination, s.settled, s.done, list(s.hit)) == (NONE, 0, 0, [NONE] * 4)
    assert (s.turn_no, s.crew, s.turn, match.phase) == (2, 0, NONE, Phase.BID)
    assert match.kinds()[-3:] == ["tile_turned", "turn_began", "called"]
    assert match.told("tile_turned") == [(-1, int(s.tile))]
    assert match.told("turn_began") == [(0, 2)]
    assert match.told("rum_drunk") == []


# The end


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_MU_50_the_match_ends_at_once_with_enough_cutlasses(players: int) -> None:
    needed = 10 if players < 4 else 8
    bribes = ["2d", "1d", *[""] * (players - 2)]
    match = resolve("gunner", *bribes, cutlasses=[needed - 2, needed - 1])
    assert match.phase == Phase.OVER
    assert match.to_act == ()
    # The secondary ability is not carried out any more.
    assert match.cutlasses[:2] == [needed, needed - 1]
    assert match.kinds()[-3:] == ["gained", "game_over", "won"]
    assert match.told("won") == [(0, needed, 3)]
    short = resolve("gunner", *bribes, cutlasses=[needed - 3, 0])
    assert short.phase != Phase.OVER
    out = np.zeros(SEATS, np.int16)
    rules.scores(match.s, out)
    assert list(out[:2]) == [needed, needed - 1]
    assert rules.over(match.s)
    assert not rules.over(short.s)


@pytest.mark.parametrize("crew", ["gunner", "pilot"])
def test_MU_50_the_second_highest_bribe_may_win(crew: str) -> None:
    match = resolve(crew, "2d", "1d", cutlasses=[0, 9], north="cook rum 1")
    if crew == "pilot":
        match.play("0 north")
    assert match.told("won") == [(1, 10, 3)]


BOTH = {"gunner": ["", "1d", ""], "cook": ["", "", "1d"]}
EFFECTS = "gunner cutlass 1, cook cutlass 2"


def test_MU_50_several_at_the_same_moment_most_cutlasses() -> None:
    match = sail("north", EFFECTS, BOTH, cutlasses=[0, 9, 9])
    assert match.phase == Phase.OVER
    assert match.cutlasses == [0, 10, 11]
    assert match.told("won", "drawn") == [(2, 11, 3)]


def test_MU_50_no_rum_outweighs_a_cutlass() -> None:
    match = sail("north", EFFECTS, BOTH, cutlasses=[0, 9, 9], unplayed=["6d", "7d 30r", "7d"])
    assert match.told("won", "drawn") == [(2, 11, 0)]


def test_MU_50_of_those_with_equal_cutlasses_the_one_with_most_unplayed_rum() -> None:
    match = sail("north", EFFECTS, BOTH, cutlasses=[0, 9, 8], unplayed=["6d 9r", "7d 2r", "7d 1r"])
    assert match.cutlasses == [0, 10, 10]
    assert match.told("won", "drawn") == [(1, 10, 2)]


def test_MU_50_with_equal_rum_it_is_a_draw_among_those_still_tied() -> None:
    match = sail("north", EFFECTS, BOTH, cutlasses=[0, 9, 8], unplayed=["6d 9r", "7d 2r", "7d 2r"])
    assert match.told("won") == []
    assert match.told("drawn") == [(1, 10, 2), (2, 10, 2)]


def test_MU_50_rum_on_crew_members_does_not_count() -> None:
    on = {"gunner": ["", "3r", ""], "cook": ["", "", "1d"]}
    match = sail("north", EFFECTS, on, cutlasses=[0, 9, 8], unplayed=["6d", "8d", "7d 1r"])
    assert match.told("won") == [(2, 10, 1)]


def test_MU_27_MU_50_decision_the_end_is_looked_for_once_after_all_effects() -> None:
    on = {"gunner": ["", "1d"]}
    match = sail("north", "gunner cutlass 1, gunner cutlass -1", on, cutlasses=[0, 9])
    assert match.phase != Phase.OVER
    assert match.cutlasses == [0, 9]


def test_MU_50_a_match_ends_when_nobody_has_anything_left_to_bribe_with() -> None:
    tile = {
        "north": [["gunner", "doubloon", -3], ["gunner", "doubloon", -3]],
        "south": [["gunner", "doubloon", -3], ["gunner", "doubloon", -3]],
        "source": "reconstructed",
    }
    components = COMPONENTS.from_json({"tile": [tile] * 6})
    match = Match(
        2,
        on={"gunner": ["1d", ""], "pilot": ["", "1r"]},
        unplayed=["", ""],
        components=components,
        cutlasses=[2, 3],
    )
    match.s.crew = 3
    match.go(Step.RESOLVE).play("1 north")
    assert match.told("lost_doubloon") == [(0, "gunner")]
    assert match.phase == Phase.OVER
    assert match.told("won") == [(1, 3, 0)]
    assert match.kinds()[-3:] == ["rum_drunk", "game_over", "won"]


def test_MU_50_while_nobody_bids_a_match_goes_on() -> None:
    match = Match(2)
    for _bid in range(40 * CREW):
        match.play("0 bid 0 0", "1 bid 0 0")
    assert (match.s.turn_no, match.phase) == (41, Phase.BID)
    assert (match.rum, match.cutlasses) == ([3, 3], [0, 0])


@every_size
def test_MU_50_random_matches_end_with_every_token_where_it_belongs(players: int) -> None:
    for seed in range(3):
        for match in random_match(players, seed):
            assert match.all_rum == 30
            assert min(match.rum) >= 0
            assert max(match.doubloons) <= 10
            assert min(match.doubloons) >= 0
        assert match.phase == Phase.OVER
        most = max(zip(match.cutlasses, match.rum, strict=True))
        assert most[0] >= match.s.needed
        first = [seat for seat, one in enumerate(zip(match.cutlasses, match.rum, strict=True)) if one == most]
        assert [seat for seat, *_ in match.told("won", "drawn")] == first
        assert match.told("drawn") == [] if len(first) == 1 else match.told("won") == []
