"""Which tables a training plays: many of the usual kind, some of every other."""

from __future__ import annotations

import random

from quarterdeck.lab import exact, vector
from quarterdeck.lab.lanes import Lanes
from quarterdeck.lab.training.opposed import Opposed
from quarterdeck.play import Game
from quarterdeck.play.registry import find

Table = Lanes | Opposed
# Other kinds of tables than those of play against oneself.
TINY, OPPOSED = "tiny", "opposed"
# The lanes are split into this many groups, each with its own options; the first USUAL have the default ones.
GROUPS, USUAL = 8, 3
# In the other groups an option other than the number of players has its default with this probability.
KEPT = 0.5


def draw(name: str, chance: random.Random) -> Game:
    """A game with random options, without house rules: an observation does not tell the readings."""
    options = {
        option.name: option.choices[0]
        if option.name != "players" and chance.random() < KEPT
        else chance.choice(option.choices)
        for option in find(name).options
        if not option.rule
    }
    return Game(name, **options)


def open_tables(
    name: str, lanes: int, seed: str, threads: int, kind: str = "", device: str = "cpu"
) -> list[Table]:
    """Fresh matches in this many lanes altogether, in GROUPS groups; determined by the seed. `device` is that
    of `lab.vector`. The `kind` may be TINY, the tiny game in one group, or OPPOSED, against rules
    of thumb.
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
    """What each of GROUPS groups plays; determined by the seed."""
    chance = random.Random(seed)
    return [Game(name) if group < USUAL else draw(name, chance) for group in range(GROUPS)]
