"""Games to learn from: the search with a network against itself, at times with rule-of-thumb players among
it; without a network, rule-of-thumb players alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots import bot
from quarterdeck.bots.search.net import Net
from quarterdeck.bots.search.player import EXPLORE, STEADY, lay_out, root
from quarterdeck.bots.search.simulate import Manner, search
from quarterdeck.bots.search.tree import grow
from quarterdeck.lab.pool import Stopped
from quarterdeck.play import Action, Game, Position, View
from quarterdeck.play.game import find

TEACHER = "rule-of-thumb"
# Every option of a game is played, the usual one more often.
USUAL = 0.6
# The part of the root's shares that is chance, after Silver et al. 2018 ("A general reinforcement learning
# algorithm that masters chess, shogi, and Go through self-play").
NOISE = 0.25
# In so many games one player or more is a teacher, and so many hold moves at random, each with this chance.
TAUGHT = 0.5
WILD_GAMES, WILD_MOVES = 0.3, 0.1


class Samples(NamedTuple):
    """Decisions: `seen` float16 [n, features]; `first` int64 [n + 1] where the actions of each begin in
    `action` int16 and `share` float16, how good each is; `wins` float16 [n, most seats + 1], counted from the
    viewer, the last for nobody: who will win as the search saw it; `won` likewise: who did. `scores` float16
    [n, most seats]: each seat's final score less the mean of all, 0 where there is no seat.
    """

    seen: NDArray[np.float16]
    first: NDArray[np.int64]
    action: NDArray[np.int16]
    share: NDArray[np.float16]
    wins: NDArray[np.float16]
    won: NDArray[np.float16]
    scores: NDArray[np.float16]


class Thought(NamedTuple):
    """A decision: the view, the legal actions with their shares, and each seat's chance to win, the last
    nobody's; none if it was not searched for.
    """

    view: View
    legal: tuple[Action, ...]
    share: NDArray[np.float64]
    wins: NDArray[np.float64] | None


def join(parts: list[Samples]) -> Samples:
    """All of these in one."""
    ends = np.cumsum([0, *(part.first[-1] for part in parts)])
    first = np.concatenate([[0], *(part.first[1:] + end for part, end in zip(parts, ends, strict=False))])
    fields = {name: np.concatenate([getattr(part, name) for part in parts]) for name in Samples._fields}
    return Samples(**fields | {"first": first})


def draw(name: str, chance: random.Random) -> Game:
    """A game with options drawn."""
    picked = {
        one.name: one.choices[0] if chance.random() < USUAL else chance.choice(one.choices)
        for one in find(name).options
    }
    return Game(name, **picked)


@dataclass(frozen=True)
class Lessons:
    """A series (`lab.pool`) of games to learn from: each depends on its number and on what is said here."""

    name: str
    net: Net
    seed: str
    simulations: int
    games: int

    @property
    def game(self) -> Game:
        """What is played, with its usual options; every game draws its own."""
        return Game(self.name)

    @property
    def searches(self) -> bool:
        """Yes, for every decision."""
        return True

    def rehearse(self) -> None:
        """Nothing: no clock runs here."""

    def play(self, number: int, stopped: Callable[[], bool]) -> Samples:
        """See `play`."""
        return play(self.name, self.net, f"{self.seed}/{number}", self.simulations, stopped)


def play(
    name: str, net: Net, seed: str, simulations: int, stopped: Callable[[], bool] = lambda: False
) -> Samples:
    """What one game teaches, with so many simulations for each decision; the seed decides all of it.

    Stopped once `stopped` says so.
    """
    chance = random.Random(seed)
    game = draw(name, chance)
    learners = learning(game.players, net, chance)
    teachers = [bot(TEACHER, f"{seed}/{seat}") for seat in range(game.players)]
    wild = WILD_MOVES if chance.random() < WILD_GAMES else 0
    greedy = chance.random() < 0.5
    position = game.start(seed=seed)
    thoughts: list[Thought] = []
    while not position.over:
        if stopped():
            raise Stopped
        seat = position.to_act[0]
        view = position.view(seat)
        legal = view.legal()
        if len(legal) == 1:
            action = legal[0]
        elif seat in learners:
            thought = think(view, net, f"{seed}/{len(thoughts)}", simulations)
            thoughts.append(thought)
            most = legal[int(thought.share.argmax())]
            action = most if greedy else chance.choices(legal, thought.share.tolist())[0]
        else:
            action = teachers[seat].choose(view)
            if not learners:
                share = np.array([float(one == action) for one in legal])
                thoughts.append(Thought(view, legal, share, None))
        if chance.random() < wild:
            action = chance.choice(legal)
        position = position.play(seat, action)
    return learned(thoughts, position, game.spec.most_players)


def learning(seats: int, net: Net, chance: random.Random) -> list[int]:
    """The seats in which a network learns, all or some; none if there is none."""
    if not len(net.first):
        return []
    if chance.random() >= TAUGHT:
        return list(range(seats))
    return chance.sample(range(seats), chance.randint(1, seats - 1))


def think(view: View, net: Net, seed: str, simulations: int) -> Thought:
    """Search for a decision, with chance among the shares of the root."""
    seats, seat = view.game.players, view.seat
    assert seat is not None
    tree, desk = grow(simulations + 1), lay_out(view.state, seats, view.game.features, net, seed)
    manner = Manner(EXPLORE, STEADY)
    legal = view.legal()
    search(tree, desk, net, manner, seat, seats, 1)
    noise = np.random.default_rng([ord(letter) for letter in seed]).dirichlet(np.ones(len(legal)))
    tree.prior[: len(legal)] = (1 - NOISE) * tree.prior[: len(legal)] + NOISE * noise
    search(tree, desk, net, manner, seat, seats, simulations)
    tries, _ = root(tree, desk, seat)
    return Thought(view, legal, tries / tries.sum(), desk.sums / desk.sums.sum())


def learned(thoughts: list[Thought], end: Position, most: int) -> Samples:
    """The decisions of a game and how it ended, with room for `most` seats."""
    rows, winners = len(thoughts), end.winners
    ahead = np.array(end.scores) - np.mean(end.scores)
    scores = np.zeros((rows, most), np.float16)
    wins, won = np.zeros((2, rows, most + 1), np.float16)
    for row, thought in enumerate(thoughts):
        seats, seat = thought.view.game.players, thought.view.seat
        result = np.zeros(seats + 1)
        result[list(winners) or seats] = 1 / max(len(winners), 1)
        for out, chances in ((won, result), (wins, result if thought.wins is None else thought.wins)):
            out[row, :seats] = np.roll(chances[:seats], -(seat or 0))
            out[row, most] = chances[seats]
        scores[row, :seats] = np.roll(ahead, -(seat or 0))
    return Samples(
        seen=np.array([thought.view.observation() for thought in thoughts], np.float16),
        first=np.cumsum([0, *(len(thought.legal) for thought in thoughts)]),
        action=np.array([action.id for thought in thoughts for action in thought.legal], np.int16),
        share=np.concatenate([thought.share for thought in thoughts]).astype(np.float16),
        wins=wins,
        won=won,
        scores=scores,
    )
