"""Hypothesis strategies that all property tests share: games, positions, views, actions, records."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from quarterdeck import Action, Game, Position, Record, View
from quarterdeck.games.meuterer.table import GOODS, standard
from tests.conformance.settings import every_game, random_match

GAMES = every_game()
MOST_PLIES = 220

seeds = st.integers(0, 2**32)


def games() -> st.SearchStrategy[Game]:
    """Any game in any setting."""
    return st.sampled_from(GAMES)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position that random play of any length leads to, the end included."""
    game, seed, plies = draw(games()), draw(seeds), draw(st.integers(0, MOST_PLIES))
    position = game.start(seed=seed)
    for before, seat, action in islice(random_match(game, seed), plies):
        position = before.play(seat, action)
    return position


@st.composite
def views(draw: st.DrawFn) -> View:
    """What a seat, or a spectator, knows of any position."""
    position = draw(positions())
    return position.view(draw(st.none() | st.integers(0, position.game.players - 1)))


@st.composite
def actions(draw: st.DrawFn) -> tuple[Game, Action]:
    """Any action, with a game that it belongs to."""
    game = draw(games())
    return game, draw(st.sampled_from(game.actions))


@st.composite
def records(draw: st.DrawFn, most: int = 60) -> Record:
    """A match in progress, and now and then a finished one."""
    game, seed = draw(games()), draw(seeds)
    names = draw(st.lists(player_names, min_size=game.players, max_size=game.players))
    record = Record(game, seed=seed, names=names)
    plies = draw(st.integers(0, most) | st.just(MOST_PLIES))
    chooser = random.Random(seed)
    while len(record.moves) < plies and not record.position.over:
        record.append(record.position.to_act[0], chooser.choice(record.position.legal()))
    return record


player_names = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40)

# JSON of any shape, small.
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-20, 120) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)

_goods = st.sampled_from([*GOODS, "tea"])
_rings = st.permutations([island.name for island in standard().islands])

# Set-ups that are nearly right: known keys with values that are often, but not always, of the right shape.
setups: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"hands": st.lists(st.lists(_goods, max_size=6), min_size=3, max_size=4) | anything},
    optional={
        "ring": _rings.map(lambda ring: ["Hochland", *(one for one in ring if one != "Hochland")]) | anything,
        "captain": st.integers(-1, 4) | anything,
        "ship": st.integers(-1, 12) | anything,
        "came_from": st.integers(-1, 12) | st.none() | anything,
        "pirate_ship": st.integers(-1, 12) | st.none() | anything,
        "round": st.integers(0, 10) | anything,
        "scores": st.lists(st.integers(-1000, 1000), min_size=3, max_size=4) | anything,
        "discards": st.lists(_goods, max_size=20) | anything,
        "wind": anything,
    },
)
