"""Every deal of a game, with its probability."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _
from quarterdeck.kernel import verbs
from quarterdeck.kernel.events import no_facts
from quarterdeck.kernel.random import chosen
from quarterdeck.kernel.record import to_bytes
from quarterdeck.play import Game, Position
from quarterdeck.play.game import played_game
from quarterdeck.play.registry import find

MOST_DEALS = 100_000
# What else than the figures makes a game small: MU-23, a negotiation that all see makes too large a tree.
SMALLER = {"deals": "closed"}


class Deal(NamedTuple):
    """A possible beginning of a match. It has no seed, so chance after the deal is undefined."""

    probability: float
    position: Position


def tiny(name: str) -> Game:
    """A game's tiny version, whose whole tree can be walked. Raises GameOptionError if it has none."""
    known = {option.name for option in find(name).options}
    return Game(name, table="tiny", **{key: value for key, value in SMALLER.items() if key in known})


def deals(game: Game) -> list[Deal]:
    """Every deal of a game with its probability; they sum to 1 and always have the same order.

    Raises GameOptionError if there are too many deals, as in Meuterer of full size.
    """
    played_game(game)
    by_record: dict[bytes, tuple[Fraction, Any]] = {}
    for probability, state in _all_outcomes(lambda: _dealt_state(game)):
        probability_so_far, _same = by_record.get(to_bytes(state), (Fraction(0), state))
        by_record[to_bytes(state)] = probability_so_far + probability, state
    return [
        Deal(float(probability), Position(game, state, no_facts()))
        for probability, state in by_record.values()
    ]


def _dealt_state(game: Game) -> Any:
    state = game.spec.template(game.options, game.table)
    verbs.setup(state)
    return state


def _all_outcomes(act: Callable[[], Any]) -> Iterator[tuple[Fraction, Any]]:
    """All outcomes of interpreted rules with chance, with their probabilities.

    The function is run again and again, each time with other outcomes of the random draws.
    """
    path: list[list[tuple[int, Fraction]]] = []
    while True:
        ply = iter(range(1 << 30))

        def next_choice(weights: Sequence[int], ply: Iterator[int] = ply) -> int:
            index = next(ply)
            if index == len(path):
                total = sum(weights)
                path.append(
                    [(choice, Fraction(weight, total)) for choice, weight in enumerate(weights) if weight]
                )
            return path[index][-1][0]

        with chosen(next_choice):
            result = act()
        # Alternatives are taken from the end, so the first path has the most of them.
        if prod(map(len, path)) > MOST_DEALS:
            sentence = _(
                "This game has more deals than can be listed; the table “tiny” makes a game that has few."
            )
            raise GameOptionError(sentence)
        yield prod((choices[-1][1] for choices in path), start=Fraction(1)), result
        while path and len(path[-1]) == 1:
            path.pop()
        if not path:
            return
        path[-1].pop()
