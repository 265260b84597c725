"""MU-10 and MU-11: bids for one crew member after the other, and bribes."""

from __future__ import annotations

from quarterdeck.games.mutiny.retrieval import begin_retrieval
from quarterdeck.games.mutiny.state import CREW, NONE, Phase, bribe
from quarterdeck.games.mutiny.steps import Step
from tests.games.mutiny.table import Match, every_size


@every_size
def test_MU_10_all_bid_at_the_same_time(players: int) -> None:
    match = Match(players)
    assert match.to_act == tuple(range(players))
    for seat in reversed(range(players)):
        assert match.to_act == tuple(range(seat + 1))
        match.play(f"{seat} bid 1 0")
    assert match.on("deck-hand") == ["1d"] * players
    assert match.to_act == tuple(range(players))


def test_MU_10_any_number_of_unplayed_doubloons_and_rum() -> None:
    match = Match(2, unplayed=["2d 1r", "8d 3r"])
    assert match.legal(0) == ["bid 0 0", "bid 0 1", "bid 1 0", "bid 1 1", "bid 2 0", "bid 2 1"]
    assert len(match.legal(1)) == 9 * 4
    assert match.legal(1)[-1] == "bid 8 3"
    hoard = Match(2, unplayed=["10d 30r", "8d"])
    assert len(hoard.legal(0)) == 11 * 31
    assert hoard.play("0 bid 10 30", "1 bid 1 0").on("deck-hand") == ["10d 30r", "1d"]


def test_MU_10_who_has_bid_is_not_asked_again() -> None:
    match = Match(2).play("0 bid 1 1")
    assert match.to_act == (1,)
    assert match.legal(0) == []


def test_MU_10_bids_are_shown_once_all_are_made_and_before_the_next_call() -> None:
    match = Match(3, lookout=2).bid("2d 1r", "", "1r")
    assert match.kinds() == ["bid_closed"] * 3 + ["bid_shown"] * 3 + ["called"]
    assert match.told("bid_shown") == [
        (0, "deck-hand", 2, 1),
        (1, "deck-hand", 0, 0),
        (2, "deck-hand", 0, 1),
    ]
    assert match.told("called") == [(2, "gunner")]
    assert [match.unplayed(seat) for seat in range(3)] == ["6d 2r", "8d 3r", "8d 2r"]


def test_MU_10_a_bid_is_told_to_its_seat_alone_and_before_the_public_fact() -> None:
    match = Match(2).play("1 bid 4 2")
    assert match.told("bid_made", "bid_closed") == [(1, 4, 2), (1,)]
    assert match.heard(1, "bid_made") == [(1, 4, 2)]
    assert match.heard(0, "bid_made", "bid_closed") == match.heard(NONE, "bid_made", "bid_closed") == [(1,)]


def test_MU_10_closed_bids_count_as_unplayed_until_they_are_shown() -> None:
    match = Match(2).play("0 bid 5 2")
    assert match.unplayed(0) == "8d 3r"
    assert match.on("deck-hand") == ["", ""]
    match.play("1 bid 0 0")
    assert match.unplayed(0) == "3d 1r"
    assert (match.s.bid_rum[0], match.s.bid_doubloons[0]) == (NONE, NONE)


def test_MU_10_who_has_nothing_to_bid_bids_nothing() -> None:
    match = Match(3).bid("8d 3r", "1d", "1r")
    assert match.to_act == (1, 2)
    assert match.heard(0, "bid_made")[1:] == [(0, 0, 0)]
    assert match.told("bid_closed")[3:] == [(0,)]
    match.bid("-", "1d", "1d")
    assert match.told("bid_shown")[3:] == [(0, "gunner", 0, 0), (1, "gunner", 1, 0), (2, "gunner", 1, 0)]


def test_MU_10_who_has_only_rum_or_only_doubloons_is_asked() -> None:
    match = Match(3, unplayed=["1d", "1r", ""], on={"cook": ["7d", "8d", "8d"]}).go(Step.CALL)
    assert match.to_act == (0, 1)
    assert match.legal(0) == ["bid 0 0", "bid 1 0"]
    assert match.legal(1) == ["bid 0 0", "bid 0 1"]


def test_MU_10_with_nobody_left_to_bid_the_calls_go_through() -> None:
    match = Match(2).bid("8d 3r", "8d 3r")
    assert [crew for _, crew in match.told("called")] == ["gunner", "cook", "pilot", "first-mate"]
    assert len(match.told("bid_shown")) == 2 * CREW
    # Tied for the Deck Hand, and nobody has rum left to offer.
    assert match.phase == Phase.PICK


def test_a_turn_without_a_decision_is_told_to_its_end() -> None:
    # Nobody has anything to bid, and no tie, Deck Hand or Pilot asks anybody before the next retrieval.
    on = {name: ["2d", "1d", "", "", ""] for name in ("gunner", "cook")}
    on |= {"first-mate": ["1d", "2d 1r", "", "", ""]}
    match = Match(5, on=on, unplayed=[""] * 5, pile=0)
    match.go(begin_retrieval(match.s)).play("0 done", "1 done")
    assert match.kinds()[:3] == ["rum_drunk", "reshuffled", "tile_turned"]
    assert match.kinds()[-3:] == ["spyglass", "secondary", "gained"]
    assert len(match.kinds()) == 78
    assert (match.phase, match.to_act) == (Phase.RETRIEVE, (1,))


def test_MU_10_after_the_fifth_crew_member_the_bribes_are_resolved() -> None:
    match = Match(2)
    for _ in range(CREW - 1):
        match.bid("1d", "")
    assert match.told("resolved") == []
    match.bid("1d", "")
    assert match.told("resolved") == [(-1, "deck-hand")]
    assert (match.phase, match.to_act) == (Phase.MOVE, (0,))


def test_MU_11_a_bribe_is_the_sum_of_doubloons_and_rum_of_this_and_earlier_turns() -> None:
    match = Match(2, on={"deck-hand": ["3d", "1d"]}).bid("1d 2r", "2d")
    assert match.on("deck-hand") == ["4d 2r", "3d"]
    assert [bribe(match.s, 0, seat) for seat in range(2)] == [6, 3]
    assert [bribe(match.s, 1, seat) for seat in range(2)] == [0, 0]


def test_MU_11_doubloons_left_from_earlier_turns_win_without_a_new_bid() -> None:
    match = Match(2, on={"gunner": ["", "1d"]})
    for _ in range(CREW):
        match.bid("", "")
    assert match.told("primary") == [(1, "gunner")]
    assert match.cutlasses == [0, 2]
