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

MOST_DEALS = 100_000


class Deal(NamedTuple):
    """One way in which a match can begin. It has no seed: what chance would draw after it has no meaning."""

    probability: float
    position: Position


def deals(game: Game) -> list[Deal]:
    """Every deal of a game with its probability, which sum to 1, always in the same order.

    GameOptionError if chance can deal in too many ways, as in Meuterer of full size.
    """
    played_game(game)
    found: dict[bytes, tuple[Fraction, Any]] = {}
    for probability, state in _every(lambda: _dealt(game)):
        known, _same = found.get(to_bytes(state), (Fraction(0), state))
        found[to_bytes(state)] = known + probability, state
    return [
        Deal(float(probability), Position(game, state, no_facts())) for probability, state in found.values()
    ]


def _dealt(game: Game) -> Any:
    state = game.spec.template(game.options, game.table)
    verbs.setup(state)
    return state


def _every(act: Callable[[], Any]) -> Iterator[tuple[Fraction, Any]]:
    """All that interpreted rules can come to by chance, with the probability of each.

    The same thing is done again and again, each time with others of the choices that chance has.
    """
    path: list[list[tuple[int, Fraction]]] = []
    while True:
        ply = iter(range(1 << 30))

        def next_choice(weights: Sequence[int], ply: Iterator[int] = ply) -> int:
            at = next(ply)
            if at == len(path):
                total = sum(weights)
                path.append([(one, Fraction(weight, total)) for one, weight in enumerate(weights) if weight])
            return path[at][-1][0]

        with chosen(next_choice):
            result = act()
        # What was tried is taken from the choices, so that the first path has the most of them.
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
