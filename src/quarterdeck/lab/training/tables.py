"""The tables that a training plays: many with default options, some with random ones."""

from __future__ import annotations

import random

from quarterdeck.lab import exact, vector
from quarterdeck.lab.lanes import Lanes
from quarterdeck.lab.training.opposed import Opposed
from quarterdeck.play import Game
from quarterdeck.play.registry import find

Table = Lanes | Opposed
# Kinds of tables besides those of self-play, which are "".
TINY, OPPOSED = "tiny", "opposed"
# The lanes are split into this many groups, each with its own options; the first USUAL have the default ones.
GROUPS, USUAL = 8, 3
# In the other groups an option other than the number of players has its default with this probability.
KEPT = 0.5


def draw(name: str, generator: random.Random) -> Game:
    """A game with random options. House rules keep their defaults, because observations do not show them."""
    options = {
        option.name: option.choices[0]
        if option.name != "players" and generator.random() < KEPT
        else generator.choice(option.choices)
        for option in find(name).options
        if not option.rule
    }
    return Game(name, **options)


def open_tables(
    name: str, lanes: int, seed: str, threads: int, kind: str = "", device: str = "cpu"
) -> list[Table]:
    """Fresh matches in this many lanes altogether, in GROUPS equal groups: a remainder is left out. They are
    determined by the seed.

    `kind` is "" for self-play, TINY for the tiny game in one group, or OPPOSED for play against rules of
    thumb. `device` is that of `lab.vector`.
    """
    if kind == TINY:
        return [vector(exact.tiny(name), lanes, seed=seed, threads=threads, device=device)]
    if kind == OPPOSED:
        groups = enumerate(games_of(name, seed))
        return [Opposed(game, lanes // GROUPS, f"{seed}/{group}") for group, game in groups]
    return [
        vector(game, lanes // GROUPS, seed=f"{seed}/{group}", threads=threads, device=device)
        for group, game in enumerate(games_of(name, seed))
    ]


def games_of(name: str, seed: str) -> list[Game]:
    """The game of each of GROUPS groups; determined by the seed."""
    generator = random.Random(seed)
    return [Game(name) if group < USUAL else draw(name, generator) for group in range(GROUPS)]
