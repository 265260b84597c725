"""What the coach's reasons measure is what happens: prospects counted over facts, and over whole matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import quarterdeck
from quarterdeck import Event, Position
from quarterdeck.play import GAMES, find
from tests.games.positions import play, played_on

ME, OTHER = 0, 1
BODY: dict[str, Any] = {"seats": [{"side": "diaz"}, {"side": "valverde"}]}


def fact(game: str, kind: str, seat: int = ME, **data: int | str) -> Event:
    return Event(kind, "", seat, data, None, GAMES[game])


def measured(game: str, what: str, facts: Sequence[Event], seat: int = ME) -> float:
    """The measure of the prospect in whose words this is."""
    (prospect,) = (one for one in find(game).face("prospects") if what in one.words)
    return float(prospect.measure(facts, seat, BODY))


def facts_of(start: Position, seed: int) -> tuple[list[Event], Position]:
    """All facts of a random match, and its end."""
    positions = list(played_on(start, seed))
    return [one for position in positions[1:] for one in position.events], positions[-1]


# The game, the prospect, the facts, and what they mean for me and for the other.
CASES: list[tuple[str, str, list[Event], float, float]] = [
    ("cartagena", "Ghost", [fact("cartagena", "ghost_met")], 1, 0),
    ("cartagena", "Ghost", [fact("cartagena", "used", pirate="pang")], 0, 0),
    ("cartagena", "side wins", [fact("cartagena", "duel_won", -1, side="diaz")], 1, 0),
    ("cartagena", "side wins", [], 0, 0),
    ("cartagena", "voyage ends", [fact("cartagena", "voyage_ended", -1, mutiny_space=1, dry=0)], 1, 1),
    ("cartagena", "voyage ends", [fact("cartagena", "sailed", -1, spaces=1, to=3)], 0, 0),
    ("cartagena", "combat cards", [fact("cartagena", "drew_combat", cards=2)], 2, 0),
    ("cartagena", "combat cards", [fact("cartagena", "drew_gold", cards=1)], 0, 0),
    ("meuterer", "mutiny succeeds", [fact("meuterer", "mutiny_won", -1)], 1, 1),
    ("meuterer", "mutiny succeeds", [fact("meuterer", "mutiny_lost", -1)], 0, 0),
    ("meuterer", "harbour", [fact("meuterer", "docked", points=3)], 1, 0),
    ("meuterer", "goods", [fact("meuterer", "trade_points", points=5, tied=0)], 5, 0),
    ("meuterer", "goods", [fact("meuterer", "kind_points", points=4, tied=0)], 4, 0),
    ("meuterer", "goods", [fact("meuterer", "docked", points=3)], 0, 0),
    ("meuterer", "right side", [fact("meuterer", "cabin_boy_rewarded", points=2)], 2, 0),
    ("meuterer", "right side", [fact("meuterer", "mate_rewarded", points=3, offer=2)], 3, 0),
    ("meuterer", "loyalty", [fact("meuterer", "offer_paid", points=2)], 2, 0),
    ("mutiny", "spyglass", [fact("mutiny", "spyglass")], 1, 0),
    ("mutiny", "Best bribes", [fact("mutiny", "primary", crew="cook")] * 2, 2, 0),
    ("mutiny", "Best bribes", [fact("mutiny", "secondary", crew="cook")], 0, 0),
    ("mutiny", "Second-best", [fact("mutiny", "secondary", crew="cook")], 1, 0),
    ("mutiny", "Second-best", [fact("mutiny", "primary", crew="cook")], 0, 0),
    ("mutiny", "rum that you pay", [fact("mutiny", "deal", payer=OTHER, rum=2)], 0, 2),
    ("mutiny", "rum that you pay", [fact("mutiny", "struck", payer=OTHER, rum=1)] * 2, 0, 2),
]


@pytest.mark.parametrize(("game", "what", "facts", "mine", "theirs"), CASES)
def test_a_fact_is_measured_for_the_seat_that_it_concerns(
    game: str, what: str, facts: list[Event], mine: float, theirs: float
) -> None:
    assert (measured(game, what, facts), measured(game, what, facts, OTHER)) == (mine, theirs)


@pytest.mark.parametrize(
    ("row", "moves", "coins", "combat", "gold"),
    [
        ("diaz", ["keep gold"], 0, 0, 1),
        ("diaz", ["keep combat"], 0, 1, 0),
        ("tembo", ["keep pink 1"], 0, 1, 0),
        ("nero", ["sell pink 1", "sell pink 1", "done"], 2, 0, 0),
        ("nero", ["buy", "done"], -1, 1, 0),
    ],
)
def test_CA_41_CA_43_CA_45_kept_cards_and_trades_count(
    row: str, moves: list[str], coins: int, combat: int, gold: int
) -> None:
    laid = {
        "row": [row],
        "hands": [["pink 1"] * 3, ["pink 1"], ["grey 1"]],
        "coins": [2, 0, 0],
        "pile": ["pink 1", "grey 2"],
    }
    at = play(quarterdeck.game("cartagena", players=3).start(seed=1, setup=laid), f"0 take {row}")
    facts = list(at.events)
    for move in moves:
        at = at.play(0, move)
        facts += at.events
    told = [measured("cartagena", what, facts) for what in ("Coins", "combat cards", "gold cards")]
    assert told == [coins, combat, gold]


def test_coins_and_gold_of_cartagena_add_up() -> None:
    start = quarterdeck.game("cartagena", players=4).start(seed=2)
    facts, end = facts_of(start, 2)
    changes = {"got_coins", "sold", "bought", "robbed", "mascot_paid", "coin_given_back", "kept", "drew_gold"}
    assert changes <= {one.kind for one in facts}
    for seat, (first, last) in enumerate(zip(start.to_json()["seats"], end.to_json()["seats"], strict=True)):
        assert measured("cartagena", "Coins", facts, seat) == last["coins"] - first["coins"]
        assert measured("cartagena", "gold cards", facts, seat) == last["gold_count"] - first["gold_count"]


def test_points_of_meuterer_and_cutlasses_of_mutiny_add_up() -> None:
    facts, end = facts_of(quarterdeck.game("meuterer", players=4).start(seed=1), 1)
    for seat, score in enumerate(end.scores):
        docked = sum(int(one.data["points"]) for one in facts if one.kind == "docked" and one.seat == seat)
        goods, reward, paid = (measured("meuterer", what, facts, seat) for what in ("goods", "side", "pay"))
        assert docked + goods + reward - paid == score
    facts, end = facts_of(quarterdeck.game("mutiny", players=3).start(seed=1), 1)
    assert {"gained", "lost"} <= {one.kind for one in facts}
    for seat, player in enumerate(end.to_json()["seats"]):
        assert measured("mutiny", "cutlasses", facts, seat) == player["cutlasses"]
