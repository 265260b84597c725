"""Hypothesis strategies that all property tests share: games, positions, views, actions, records."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from quarterdeck import Action, Game, Position, Record, View
from quarterdeck.games.cartagena.actions import CARD_NAMES, PIRATE_NAMES
from quarterdeck.games.meuterer.table import GOODS, standard
from quarterdeck.games.mutiny.actions import CREW_NAMES
from quarterdeck.text_safety import legible
from tests.conformance.settings import every_game, random_match, tiny_games

GAMES = [*every_game(), *tiny_games()]
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


# Texts that begin as an action does.
texts = st.builds(
    lambda action, rest: str(action).partition(" ")[0] + rest,
    st.sampled_from([action for game in GAMES for action in game.actions]),
    st.from_regex(r" [0-9a-z /-]{0,20}", fullmatch=True),
)

player_names = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40).filter(legible)

# JSON of any shape, small.
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-20, 120) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)

_goods = st.sampled_from([*GOODS, "tea"])
_rings = st.permutations([island.name for island in standard().islands])

_meuterer = st.fixed_dictionaries(
    {"hands": st.lists(st.lists(_goods, max_size=6), min_size=3, max_size=4)},
    optional={
        "ring": _rings.map(lambda ring: ["Hochland", *(one for one in ring if one != "Hochland")]),
        "captain": st.integers(-1, 4),
        "ship": st.integers(-1, 12),
        "came_from": st.integers(-1, 12) | st.none(),
        "pirate_ship": st.integers(-1, 12) | st.none(),
        "round": st.integers(0, 10),
        "scores": st.lists(st.integers(-1000, 1000), min_size=3, max_size=4),
        "discards": st.lists(_goods, max_size=20),
    },
)

_seat = st.integers(0, 2)
_card = st.sampled_from([*CARD_NAMES, "blue 1"])
_pirate = st.sampled_from([*PIRATE_NAMES, "blackbeard"])
_value = st.integers(1, 3)


def _each_seat(one: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(one | st.none(), min_size=3, max_size=3)


_cartagena_always = {
    "hands": _each_seat(st.lists(_card, max_size=4)),
    "gold": _each_seat(st.lists(_value, max_size=3)),
    "coins": _each_seat(st.integers(-1, 12)),
    "sides": _each_seat(st.sampled_from(["valverde", "diaz"])),
    "spied": st.lists(st.tuples(_seat, _seat), max_size=2),
    "giver": _seat,
    "first_giver": st.integers(-1, 3),
    "round": st.integers(0, 100),
    "pairs": st.lists(st.tuples(st.integers(1, 10), st.integers(0, 11)), max_size=6),
    "under": st.lists(_card | st.tuples(_card, _seat), max_size=4),
    "gold_under": st.lists(_value | st.tuples(_value, st.lists(_seat)), max_size=3),
}
_cartagena_voyage = {
    "ship": st.integers(-1, 24),
    "boat": _pirate,
    "row": st.lists(_pirate | st.tuples(_pirate, _seat), max_size=4),
    "knocked": st.booleans(),
    "sate_coins": st.integers(-1, 2),
    "pile": st.lists(_card, max_size=4),
    "gold_pile": st.lists(_value, max_size=4),
}
_cartagena_mutiny = {"duels": st.lists(st.lists(_each_seat(_card), max_size=2), max_size=3)}
_cartagena = st.fixed_dictionaries(
    {}, optional=_cartagena_always | _cartagena_voyage
) | st.fixed_dictionaries(_cartagena_mutiny, optional=_cartagena_always)


_crew = st.sampled_from([*CREW_NAMES, "captain"])
_tile = st.integers(-1, 24)
_bribes = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)) | st.none(), min_size=3, max_size=3)
_tokens = {
    "bribes": st.dictionaries(_crew, _bribes, max_size=3),
    "doubloons": _each_seat(st.integers(0, 11)),
    "rum": _each_seat(st.integers(-1, 12)),
    "cutlasses": _each_seat(st.integers(0, 10)),
    "lookout": _seat,
    "turn_no": st.integers(0, 100),
    "tile": _tile,
    "tiles_left": st.lists(_tile, max_size=4),
}
_mutiny = (
    st.fixed_dictionaries({}, optional={"called": _crew, **_tokens})
    | st.fixed_dictionaries({"resolving": _crew}, optional=_tokens)
    | st.fixed_dictionaries({"retrieving": st.booleans()}, optional=_tokens)
)


def _nearly(right: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """The same, or with any value in place of one that is there, or for a key that nobody knows."""
    keys = right.flatmap(lambda setup: st.tuples(st.just(setup), st.sampled_from([*setup, "wind"]), anything))
    return right | keys.map(lambda one: one[0] | {one[1]: one[2]})


# Per game, set-ups for three with values of the right shape, most of the time.
SETUPS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "meuterer": _nearly(_meuterer),
    "cartagena": _nearly(_cartagena),
    "mutiny": _nearly(_mutiny),
}


@st.composite
def setups(draw: st.DrawFn) -> tuple[Game, dict[str, Any]]:
    """A game for three in any setting, with a set-up that is nearly right."""
    game = draw(st.sampled_from([game for game in GAMES if game.players == 3]))
    return game, draw(SETUPS[game.id])
