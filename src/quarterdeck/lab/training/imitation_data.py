"""Games of rule-of-thumb players: what a network learns first."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from quarterdeck.bots import bot
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.lab.series import Stopped
from quarterdeck.lab.training.decisions import TrainingSet, draw, seen_from
from quarterdeck.play import Action, Game, Position, View

TEACHER = "rule-of-thumb"
# So many games hold moves at random, each with this chance.
WILD_GAMES, WILD_MOVES = 0.3, 0.1


class TaughtMove(NamedTuple):
    """A decision: the view and what was chosen."""

    view: View
    action: Action


@dataclass(frozen=True)
class Lessons:
    """A series (`lab.pool`) of games to learn from: each depends on its number and on what is said here."""

    name: str
    seed: str
    games: int
    max_plies: int | None = None

    @property
    def game(self) -> Game:
        """What is played, with its usual options; every game draws its own."""
        return Game(self.name)

    @property
    def searches(self) -> bool:
        """Not by rule of thumb."""
        return False

    def rehearse(self) -> None:
        """Nothing: no clock runs here."""

    def play(self, number: int, stopped: Callable[[], bool]) -> TrainingSet:
        """See `play`."""
        return play(self.name, f"{self.seed}/{number}", stopped, self.max_plies)


def play(
    name: str, seed: str, stopped: Callable[[], bool] = lambda: False, max_plies: int | None = None
) -> TrainingSet:
    """What one game teaches; the seed decides all of it. After `max_plies`, by default the game's own limit,
    it is truncated, and nobody has won it.

    Stopped once `stopped` says so.
    """
    chance = random.Random(seed)
    game = draw(name, chance)
    teachers = [bot(TEACHER, f"{seed}/{seat}") for seat in range(game.players)]
    wild = WILD_MOVES if chance.random() < WILD_GAMES else 0
    position = game.start(seed=seed)
    choices: list[TaughtMove] = []
    limit, plies = ply_limit(game, max_plies), 0
    while not position.over and plies < limit:
        if stopped():
            raise Stopped
        seat = position.to_act[0]
        view = position.view(seat)
        legal = view.legal()
        action = teachers[seat].choose(view)
        if len(legal) > 1:
            choices.append(TaughtMove(view, action))
            if chance.random() < wild:
                action = chance.choice(legal)
        position = position.play(seat, action)
        plies += 1
    return learned(choices, position)


def learned(choices: list[TaughtMove], end: Position) -> TrainingSet:
    """The decisions of a game and how it ended."""
    game, winners = end.game, end.winners
    won = np.zeros(game.players + 1)
    won[list(winners) or game.players] = 1 / max(len(winners), 1)
    legal = [one.view.legal() for one in choices]
    seats = np.array([one.view.seat for one in choices])
    rows = len(choices)
    parts, ahead = seen_from(
        seats, np.tile(won, (rows, 1)), np.tile(end.scores, (rows, 1)).astype(float), game.spec.most_players
    )
    return TrainingSet(
        seen=np.array([one.view.observation() for one in choices], np.float16),
        first=np.cumsum([0, *map(len, legal)]),
        action=np.array([action.id for actions in legal for action in actions], np.int16),
        chosen=np.array([legal[at].index(one.action) for at, one in enumerate(choices)], np.int16),
        won=parts,
        scores=ahead,
    )
