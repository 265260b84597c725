"""MU-2: tables with more rum than one bid or offer can hold."""

from __future__ import annotations

import numpy as np

import quarterdeck
from quarterdeck import Position, bots
from quarterdeck.games.mutiny.board.choices import acts
from quarterdeck.games.mutiny.knowledge import determinize
from quarterdeck.games.mutiny.state import Phase
from quarterdeck.games.mutiny.table import COMPONENTS, standard
from quarterdeck.kernel.batch import no_ids
from quarterdeck.kernel.verbs import legal
from quarterdeck.play.position import dice
from tests.games.mutiny.table import CLOSED_OFFERS, Match, resolve

MUCH = standard().to_json() | {"rum": {"tokens": 99, "source": "print"}}
COMPONENTS_WITH_MUCH = COMPONENTS.from_json(MUCH)
UNPLAYED = ["8d 3r", "7d 60r", "7d 2r"]


def most(match: Match, seat: int, words: str) -> int:
    """The most rum that an action of this kind can hold."""
    return max(int(text.split()[1]) for text in match.legal(seat) if text.startswith(words))


def tied(readings: int = 0) -> Match:
    """Seats 1 and 2 are tied; seat 0 is the lookout; seat 1 has 60 rum."""
    return resolve(
        "gunner", "", "1d", "1d", unplayed=UNPLAYED, components=COMPONENTS_WITH_MUCH, readings=readings
    )


def much(**setup: object) -> Position:
    return quarterdeck.game("mutiny", players=3, table=MUCH).start(seed=1, setup={"rum": [3, 80, 2], **setup})


def test_MU_2_a_bid_holds_thirty_rum_at_most() -> None:
    match = Match(2, unplayed=["1d 45r", "8d"], components=COMPONENTS_WITH_MUCH)
    assert match.legal(0)[-1] == "bid 1 30"
    match.play("0 bid 1 30", "1 bid 0 0")
    assert match.unplayed(0) == "15r"
    assert match.legal(0)[-1] == "bid 0 15"


def test_MU_2_an_offer_and_a_price_hold_thirty_rum_at_most() -> None:
    match = tied()
    assert most(match, 1, "offer") == 30
    match.play("1 offer 30 for 1", "2 pass")
    assert most(match, 0, "ask") == 30
    assert most(tied(CLOSED_OFFERS), 1, "offer") == 30


def first_parts(position: Position) -> str:
    """The parts with which the page begins for the seat to act, which can be chosen."""
    (me,) = position.to_act
    context = {
        "view": position.view(me).to_json(),
        "me": me,
        "replay": None,
        "names": list("ABCD"),
        "why": {},
    }
    found = acts(context, iter(range(1, 10)))
    assert found["start"] in [one["parts"] for one in found["options"]]
    return str(found["start"])


def test_MU_2_the_page_begins_with_an_offer_that_can_be_made() -> None:
    position = much(bribes={"gunner": [[0, 0], [1, 0], [1, 0]]}, resolving="gunner")
    for seat, action in ((1, "offer 30 for 1"), (2, "pass"), (0, "wait")):
        position = position.play(seat, action)
    assert first_parts(position) == "30 1"


def test_MU_23_the_page_begins_with_a_price_that_can_be_paid() -> None:
    tie = {"bribes": {"gunner": [[0, 0], [1, 0], [1, 0], [1, 0]]}, "resolving": "gunner", "rum": [0, 3, 1, 1]}
    position = quarterdeck.game("mutiny", players=4).start(seed=1, setup=tie)
    for action in ("offer 3 for not 3", "pass", "pass", "ask 3 for 1", "pass", "pass", "pass", "take 1"):
        position = position.play(position.to_act[0], action)
    assert first_parts(position) == "1 1"


def test_MU_2_unknown_bids_and_offers_are_guessed_among_the_possible_ones() -> None:
    for seed in range(40):
        match = Match(2, unplayed=["1d 90r", "8d"], components=COMPONENTS_WITH_MUCH).play("0 bid 0 30")
        guessed = match.view(1)
        determinize(guessed, 1, dice(seed))
        assert 0 <= guessed.bid_rum[0] <= 30
        offered = tied(CLOSED_OFFERS).play("1 offer 30 for 2")
        guessed = offered.view(2)
        determinize(guessed, 2, dice(seed))
        assert 0 <= guessed.offer_rum[1] <= 30


def test_MU_2_rules_of_thumb_bid_and_make_deals_with_much_rum() -> None:
    clever = bots.bot("rule-of-thumb", seed=1)
    position = much()
    for seat in range(3):
        assert str(clever.choose(position.view(seat))) in {str(one) for one in position.legal(seat)}
    bribes = {"gunner": [[0, 0], [1, 0], [1, 0]]}
    tie = much(lookout=0, bribes=bribes, resolving="gunner", doubloons=[8, 7, 7])
    assert tie.state.phase == Phase.OFFER
    assert str(clever.choose(tie.view(1))) in {str(one) for one in tie.legal(1)}


def test_MU_2_observations_and_random_games_go_on_with_much_rum() -> None:
    scores, moves = quarterdeck.game("mutiny", players=3, table=MUCH).playouts(20, seed=3)
    assert scores.shape == (20, 3)
    assert moves > 20 * 60
    position = much()
    assert np.isfinite(position.view(1).observation()).all()
    assert legal(position.state, 1, no_ids()) == 9 * 31
