"""Situations in which every sensible player does the same, and bids that nobody can foresee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Position, bots
from quarterdeck.bots.heuristics.judge import NEARLY, points
from quarterdeck.bots.heuristics.scratch import opened
from quarterdeck.games.mutiny.heuristics.beliefs import begin_count, compare, count_rival, picture, places
from quarterdeck.games.mutiny.heuristics.estimates import SIGHT, Estimates
from tests.bots.contest import against_randoms

CLOSED, OPEN = {"deals": "closed"}, {"deals": "open"}
# A tile of which neither course gives anybody anything to speak of.
CALM = {"north": [["deck-hand", "rum", 1]], "south": [["deck-hand", "rum", 1]], "source": "reconstructed"}


def table(north: list[Any], south: list[Any]) -> dict[str, Any]:
    """The first tile is this one, the others are calm."""
    first = {"north": north, "south": south, "source": "reconstructed"}
    return {"tile": [first] + [CALM] * 5}


def at(
    tiles: dict[str, Any] | None = None,
    players: int = 4,
    seed: int = 1,
    options: Mapping[str, str] = CLOSED,
    **setup: Any,
) -> Position:
    """A match laid out by hand; the first tile lies face up."""
    game = quarterdeck.game("mutiny", players=players, table=tiles or {"tile": [CALM] * 6}, **options)
    return game.start(seed=seed, setup={"tile": 0, "lookout": 0, **setup})


def choice(position: Position, seat: int | None = None, seed: int = 0) -> str:
    """What the bot does in this seat, or for whoever is to act first."""
    seat = position.to_act[0] if seat is None else seat
    return str(bots.bot("rule-of-thumb", seed).choose(position.view(seat)))


def choices(position: Position, seat: int | None = None, seeds: int = 12) -> Counter[str]:
    """What it does in so many moods."""
    return Counter(choice(position, seat, seed) for seed in range(seeds))


def always(position: Position, seat: int | None = None) -> str:
    """What it does in any mood."""
    (only,) = choices(position, seat)
    return only


def test_bids_vary_so_that_nobody_can_foresee_them() -> None:
    position = at(called="gunner")
    bids = choices(position, 1, seeds=60)
    totals = Counter(sum(map(int, bid.split()[1:])) for bid in bids.elements())
    assert len(totals) >= 3
    assert max(totals.values()) < 54


def test_who_can_win_on_the_spot_bids_more_than_on_a_calm_sea() -> None:
    def mean(cutlasses: list[int]) -> float:
        position = at(called="gunner", cutlasses=cutlasses)
        bids = choices(position, 1, seeds=30)
        return sum(sum(map(int, bid.split()[1:])) for bid in bids.elements()) / 30

    assert mean([6, 6, 6, 6]) > mean([0, 0, 0, 0]) + 1


def test_a_lost_cause_costs_no_token() -> None:
    bribes = {"gunner": [[8, 0], [8, 0], None, [8, 0]]}
    position = at(called="gunner", bribes=bribes, doubloons=[0, 0, 4, 0])
    assert always(position, 2) == "bid 0 0"


def test_a_sole_bidder_bids_just_enough() -> None:
    none = [0, 0, 8, 0]
    bribes = {"deck-hand": [[8, 0], [8, 0], None, [8, 0]]}
    position = at(called="gunner", bribes=bribes, doubloons=none, rum=[0, 0, 0, 0])
    assert always(position, 2) == "bid 1 0"


def test_MU_21_the_lookout_breaks_a_tie_for_itself() -> None:
    position = at(resolving="gunner", bribes={"gunner": [[2, 0], [2, 0], [2, 0], None]}, rum=[0, 0, 0, 0])
    assert always(position, 0) == "pick 0"


def test_MU_21_the_lookout_picks_the_least_dangerous_of_its_rivals() -> None:
    position = at(
        resolving="gunner",
        bribes={"gunner": [None, [2, 0], [2, 0], [2, 0]]},
        cutlasses=[3, 5, 1, 5],
        rum=[0, 0, 0, 0],
    )
    assert always(position, 0) == "pick 2"


def test_MU_23_the_lookout_takes_the_rum_that_is_offered_for_what_it_would_pick_anyway() -> None:
    position = at(resolving="gunner", bribes={"gunner": [None, [2, 0], [2, 0], None]}, cutlasses=[3, 5, 1, 5])
    position = position.play(1, "no offer").play(2, "offer 2 for 2").play(3, "no offer")
    assert always(position, 0) == "take 2"


def test_MU_23_the_lookout_lets_nobody_win_for_rum() -> None:
    position = at(resolving="gunner", bribes={"gunner": [None, [2, 0], [2, 0], None]}, cutlasses=[3, 6, 1, 5])
    position = position.play(1, "offer 3 for 1").play(2, "no offer").play(3, "no offer")
    assert always(position, 0) == "pick 2"


def test_MU_23_who_would_win_by_it_offers_rum_and_for_itself() -> None:
    position = at(
        players=3,
        resolving="gunner",
        bribes={"gunner": [None, [2, 0], [2, 0]]},
        cutlasses=[2, 8, 8],
        rum=[0, 3, 3],
    )
    for offer in choices(position, 1):
        assert offer.startswith("offer ")
        assert offer.endswith(" for 1")


def test_MU_23_nobody_pays_for_what_does_not_matter() -> None:
    bribes = {"first-mate": [None, None, [1, 0], [1, 0]]}
    position = at(resolving="first-mate", bribes=bribes, cutlasses=[3, 3, 0, 0])
    assert always(position, 1) == "no offer"


def test_MU_23_hardly_anybody_pays_rum_for_rum() -> None:
    bribes = {"first-mate": [None, [1, 0], [1, 0], [3, 0]]}
    position = at(resolving="first-mate", bribes=bribes)
    assert position.to_json()["rank"] == "secondary"
    worth = points(position.view(1))
    # One rum is as good as none, and chance decides; nobody offers more.
    assert worth["no offer"] > max(worth.values()) - NEARLY / 2
    assert set(choices(position, 1, seeds=30)) <= {"no offer", "offer 1 for 1"}


def test_MU_24_a_token_is_moved_to_where_it_wins() -> None:
    bribes = {"deck-hand": [[1, 0], None, None, None], "cook": [[3, 0], None, None, None]}
    bribes["gunner"] = [[2, 0], [2, 0], [2, 0], None]
    position = at(resolving="deck-hand", bribes=bribes, lookout=1, cutlasses=[3, 2, 1, 2])
    moves = {f"move doubloon of 0 from {crew} to gunner" for crew in ("deck-hand", "cook")}
    assert set(choices(position, 0)) <= moves


def test_MU_27_the_ship_sails_where_it_serves_the_pilot() -> None:
    bribes = {"pilot": [[2, 0], None, None, None], "cook": [[1, 0], None, None, None]}
    bribes["gunner"] = [None, [3, 0], None, None]
    tiles = table([["gunner", "cutlass", 2]], [["cook", "cutlass", 1]])
    assert always(at(tiles, resolving="pilot", bribes=bribes), 0) == "south"
    tiles = table([["gunner", "cutlass", -2]], [["cook", "rum", -1]])
    assert always(at(tiles, resolving="pilot", bribes=bribes, cutlasses=[0, 6, 0, 0]), 0) == "north"


def test_MU_32_a_doubloon_is_lost_from_where_it_does_nothing_more() -> None:
    bribes = {"pilot": [[3, 0], None, None, None], "cook": [[1, 0], None, None, None]}
    bribes["first-mate"] = [[1, 0], None, None, None]
    tiles = table([["pilot", "doubloon", -1]], [["pilot", "doubloon", -1]])
    position = at(tiles, resolving="pilot", bribes=bribes, lookout=1)
    position = position.play(0, choice(position, 0))
    assert position.to_json()["phase"] == "lose"
    assert always(position, 0) == "lose cook"


def test_MU_40_doubloons_are_taken_back_as_long_as_they_can_be() -> None:
    bribes = {"gunner": [[2, 0], None, None, None], "cook": [[2, 0], None, None, None]}
    position = at(retrieving=True, bribes=bribes)
    taken = []
    while position.to_json()["phase"] == "retrieve":
        taken.append(always(position, 0))
        position = position.play(0, taken[-1])
    assert taken == ["retrieve cook", "retrieve cook", "retrieve gunner"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_legal_action_is_judged_and_the_mood_alone_changes_a_bid(players: int) -> None:
    game = quarterdeck.game("mutiny", players=players)
    position, phases, changed = game.start(seed=f"judged {players}"), set(), set()
    for ply in range(150):
        if position.over:
            break
        seat = position.to_act[0]
        view, legal = position.view(seat), position.legal(seat)
        phase = view.to_json()["phase"]
        phases.add(phase)
        calm = points(view, "calm")
        assert set(calm) == {action.text for action in legal}
        if points(view, "upset") != calm:
            changed.add(phase)
        position = position.play(seat, legal[ply * 7 % len(legal)])
    assert phases >= {"bid", "offer", "pick", "move", "course", "retrieve"}
    assert changed == {"bid"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rule_of_thumb_beats_randoms_by_far(players: int) -> None:
    share, _ahead = against_randoms(quarterdeck.game("mutiny", players=players), deals=4)
    assert share > 0.7


def test_a_pictured_bid_is_a_spread_around_its_mean() -> None:
    up_to = np.zeros(9)
    picture(2.0, 6, up_to)
    spread = np.diff(up_to[:7], prepend=0.0)
    assert max(spread) == spread[2]
    assert up_to[6] == pytest.approx(1)
    assert compare(up_to, 6, -1) == (0, 0)
    assert compare(up_to, 6, 2) == pytest.approx((spread[0] + spread[1], spread[2]))
    assert compare(up_to, 6, 9) == pytest.approx((1, 0))


def placing(rivals: list[tuple[float, float, float]], lookout: bool) -> tuple[float, float]:
    """My chances of both abilities, by how likely each rival has less than I, as much, and more."""
    sight: Estimates = opened(np.zeros(1, SIGHT))
    begin_count(sight)
    for number, (less, equal, _more) in enumerate(rivals, 1):
        count_rival(less, equal, number, sight)
    return places(len(rivals), lookout, sight)


def test_MU_20_and_MU_21_places_are_counted_over_all_that_rivals_may_bid() -> None:
    rivals = [(0.5, 0.2, 0.3), (0.6, 0.3, 0.1), (0.1, 0.5, 0.4)]
    first = second = 0.0
    for code in range(27):
        kinds = [code // 3**place % 3 for place in range(3)]
        likely = 1.0
        for rival, kind in zip(rivals, kinds, strict=True):
            likely *= rival[kind]
        # The lookout picks itself: first if nobody has more, second if one has.
        first += likely * (kinds.count(2) == 0)
        second += likely * (kinds.count(2) == 1)
    assert placing(rivals, lookout=True) == pytest.approx((first, second))
    # A rival who is the lookout leaves less to me, but of two who are tied both have something.
    least, also = placing([(0.0, 1.0, 0.0)], lookout=False)
    assert least < 0.5
    assert least + also == pytest.approx(1)


# Open deals


def tied_for_gunner(**setup: Any) -> Position:
    """Seats 1 and 2 are tied for the Gunner's primary ability on an open table; seat 0 is the lookout."""
    laid = {"bribes": {"gunner": [None, [2, 0], [2, 0], None]}, "cutlasses": [3, 5, 1, 5], **setup}
    return at(options=OPEN, resolving="gunner", **laid)


def test_MU_23_the_lookout_takes_all_offers_that_agree_with_its_pick() -> None:
    position = tied_for_gunner().play(1, "pass").play(2, "offer 2 for 2").play(3, "offer 1 for 2")
    for taken, left in (("take 2", "take 3"), ("take 3", "take 2")):
        assert set(choices(position, 0)) <= {taken, left}
        assert always(position.play(0, taken), 0) == left


def test_MU_23_the_lookout_declines_rum_for_letting_somebody_win() -> None:
    position = (
        tied_for_gunner(cutlasses=[3, 6, 1, 5]).play(1, "offer 3 for 1").play(2, "pass").play(3, "pass")
    )
    assert set(choices(position, 0)) <= {"pick 2", *(f"ask {rum} for 2" for rum in (1, 2, 3))}


def test_MU_23_who_is_outbid_offers_more() -> None:
    def best(*offers: str) -> str:
        position = tied_for_gunner(cutlasses=[2, 6, 6, 2], rum=[0, 3, 3, 0])
        for seat, offer in enumerate(offers, 1):
            position = position.play(seat, offer)
        worth = points(position.play(0, "wait").view(1))
        return max(worth, key=lambda one: worth[one])

    assert best("offer 1 for 1", "pass") != best("offer 1 for 1", "offer 2 for 2") == "offer 3 for 1"


def test_MU_23_the_lookout_asks_who_can_win_by_it_for_rum() -> None:
    position = tied_for_gunner(cutlasses=[2, 5, 5, 2], rum=[0, 3, 0, 0], lookout=0).play(1, "pass")
    worth = points(position.view(0))
    best = max(worth, key=lambda one: worth[one])
    assert best.startswith("ask")
    assert best.endswith("for 1")


def test_MU_23_nobody_pays_for_what_does_not_matter_on_an_open_table_either() -> None:
    bribes = {"first-mate": [None, None, [1, 0], [1, 0]]}
    position = at(resolving="first-mate", bribes=bribes, cutlasses=[3, 3, 0, 0], options=OPEN)
    assert always(position, 1) == "pass"


# Other readings

AT_ONCE = {"deals": "closed", "victory": "at once"}
LATER = {"deals": "closed", "victory": "after the course"}
ONE_DECISION = {"deals": "open", "first_mate_tie": "one decision"}


def sailing(north: list[Any], cutlasses: list[int], options: Mapping[str, str]) -> str:
    """Where seat 0 sails as Pilot and as controller of the Cook, seat 1 being that of the Gunner."""
    bribes = {"pilot": [[2, 0], None, None, None], "cook": [[1, 0], None, None, None]}
    bribes["gunner"] = [None, [3, 0], None, None]
    tiles = table(north, [["cook", "rum", 1]])
    return always(at(tiles, options=options, resolving="pilot", bribes=bribes, cutlasses=cutlasses), 0)


def test_MU_50_the_winning_cutlass_counts_though_the_same_course_takes_it_away() -> None:
    north = [["cook", "cutlass", 1], ["cook", "cutlass", -2]]
    assert sailing(north, [7, 2, 2, 2], AT_ONCE) == "north"
    assert sailing(north, [7, 2, 2, 2], LATER) == "south"


def test_MU_50_at_once_a_rival_who_is_named_first_wins() -> None:
    north = [["gunner", "cutlass", 1], ["cook", "cutlass", 3]]
    assert sailing(north, [7, 7, 2, 2], LATER) == "north"
    assert sailing(north, [7, 7, 2, 2], AT_ONCE) == "south"


def tied_for_the_first_mate(options: Mapping[str, str], rum: int = 0) -> Position:
    """Seats 0, 1 and 2 are tied for the First Mate, seat 0 is the lookout, and seat 2 is the weakest."""
    bribes = {"first-mate": [[1, 0], [1, 0], [1, 0], None]}
    return at(
        options=options,
        resolving="first-mate",
        bribes=bribes,
        cutlasses=[4, 3, 1, 3],
        rum=[0, rum, 0, 0],
    )


def test_MU_21_by_one_decision_the_lookout_counts_on_the_second_rank_for_itself() -> None:
    position = tied_for_the_first_mate(ONE_DECISION)
    new, one = points(tied_for_the_first_mate(OPEN).view(0)), points(position.view(0))
    # If it lets seat 1 be first, it takes the rum itself; a new lookout would give it to seat 2.
    assert one["pick 1"] > new["pick 1"] + 0.3
    assert one["pick 0"] == new["pick 0"]
    # It foresees that seat 2 has the spyglass in the end.
    assert points(position.play(0, "pick 2").view(0))["pick 0"] == one["pick 2"]


def test_MU_21_by_one_decision_less_rum_persuades_the_lookout() -> None:
    def least(options: Mapping[str, str]) -> int:
        """The least rum that the lookout takes for letting seat 1 be first."""
        for rum in range(1, 9):
            position = tied_for_the_first_mate(options, rum=8).play(1, f"offer {rum} for 1")
            worth = points(position.view(0))
            if worth["take 1"] > max(value for action, value in worth.items() if action.startswith("pick")):
                return rum
        return 9

    assert least(ONE_DECISION) < least(OPEN) < 9
