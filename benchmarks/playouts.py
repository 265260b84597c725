"""Random legal moves per second on one core, including set-up, legal moves and apply."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

import quarterdeck
from quarterdeck.play import GAMES, Game, Position


def settings(names: Sequence[str] = tuple(GAMES)) -> list[Game]:
    """The settings of the games with these names: Meuterer with three and four players, every rule set, and
    pirates; each other game by its number of players.
    """
    plain = [
        quarterdeck.game("meuterer", players=players, rules=rules)
        for players in (4, 3)
        for rules in ("english", "french", "manual")
    ]
    found = [
        *plain,
        quarterdeck.game("meuterer", pirates="on"),
        quarterdeck.game("meuterer", pirates="double"),
        *(
            quarterdeck.game(name, players=players)
            for name, spec in quarterdeck.GAMES.items()
            if name != "meuterer" and (option := spec.option("players"))
            for players in option.choices
        ),
    ]
    return [game for game in found if game.id in names]


def first_of_each(names: Sequence[str] = tuple(GAMES)) -> list[Game]:
    """The first setting of each game."""
    games: dict[str, Game] = {}
    for game in settings(names):
        games.setdefault(game.id, game)
    return list(games.values())


def name_of(game: Game) -> str:
    """A setting's printed name."""
    return " ".join([game.id, *(f"{key}={value}" for key, value in game.options.items())])


def choices(game: Game, seed: int) -> list[Position]:
    """The positions of a random match in which the seat to act has a choice."""
    chooser, found, position = random.Random(seed), [], game.start(seed=seed)
    while not position.over:
        legal = position.legal()
        if len(legal) > 1:
            found.append(position)
        position = position.play(position.to_act[0], chooser.choice(legal))
    return found


def compiled(game: Game, games: int, seed: int) -> float:
    """Moves per second of compiled random games."""
    start = time.perf_counter()
    _, moves = game.playouts(games, seed=seed)
    return moves / (time.perf_counter() - start)


def positions(game: Game, seconds: float, views: bool, seed: int) -> float:
    """Moves per second of the processor: a Python loop over `Position.legal` and `Position.play`, or with
    `views` over `Position.view` of the seat to act, `View.legal` and `Position.play`, as bots and agents do.
    """
    chooser = random.Random(seed)
    moves, start = 0, time.thread_time()
    while time.thread_time() - start < seconds:
        position = game.start(seed=f"{seed} {moves}")
        while not position.over:
            seat = position.to_act[0]
            legal = position.view(seat).legal() if views else position.legal()
            position = position.play(seat, legal[int(chooser.random() * len(legal))])
            moves += 1
    return moves / (time.thread_time() - start)
