"""Canonical actions count seats as observations do: from the seat that looks."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

import quarterdeck
from quarterdeck.lab import exact
from quarterdeck.lab.canonical import canonical_actions
from quarterdeck.play import GAMES, Game

FOR_SEAT_2_OF_4 = [
    ("mutiny", "pick 2", "pick 0"),
    ("mutiny", "pick 1", "pick 3"),
    ("mutiny", "pick 3 paid by 2", "pick 1 paid by 0"),
    ("mutiny", "offer 7 for 3", "offer 7 for 1"),
    ("mutiny", "offer 7 for not 2", "offer 7 for not 0"),
    ("mutiny", "offer 30 for 0 then 2", "offer 30 for 2 then 0"),
    ("mutiny", "ask 2 for 1", "ask 2 for 3"),
    ("mutiny", "take 3", "take 1"),
    ("mutiny", "move doubloon of 2 from gunner to cook", "move doubloon of 0 from gunner to cook"),
    ("mutiny", "move rum of 0 from cook to deck-hand", "move rum of 2 from cook to deck-hand"),
    ("mutiny", "bid 2 1", "bid 2 1"),
    ("mutiny", "lose gunner", "lose gunner"),
    ("cartagena", "rob 3", "rob 1"),
    ("cartagena", "spy 1", "spy 3"),
    ("cartagena", "side diaz", "side diaz"),
    ("cartagena", "play pink 3", "play pink 3"),
    ("meuterer", "offer 2", "offer 2"),
]


@pytest.mark.parametrize(("name", "action", "expected"), FOR_SEAT_2_OF_4)
def test_seats_are_counted_from_the_one_that_acts(name: str, action: str, expected: str) -> None:
    game = quarterdeck.game(name, players=4)
    found = canonical_actions(game)[2, game.action(action).id]
    assert game.actions[found].text == expected


@pytest.mark.parametrize("name", list(GAMES))
def test_each_seat_has_a_permutation_and_the_first_one_its_own_numbers(name: str) -> None:
    for players in next(one.choices for one in quarterdeck.game(name).spec.options if one.name == "players"):
        table = canonical_actions(quarterdeck.game(name, players=players))
        every = np.arange(table.shape[1])
        assert len(table) == players
        assert (np.sort(table, 1) == every).all()
        assert (table[0] == every).all()
        assert (table == every).all() == (name == "meuterer")


@pytest.fixture(params=GAMES)
def tree(request: pytest.FixtureRequest) -> exact.GameTree:
    """The tree of a tiny game."""
    return exact.grow(exact.tiny(request.param))


def test_who_sees_the_same_may_do_the_same(tree: exact.GameTree) -> None:
    """Two seats with equal observations have equal canonical actions, and often other ones by number."""
    canonical, numbered = defaultdict(set), defaultdict(set)
    for one in tree.information:
        seen, ids = one.view.observation().tobytes(), [action.id for action in one.actions]
        canonical[seen].add(frozenset(canonical_actions(tree.game)[one.seat, ids].tolist()))
        numbered[seen].add(frozenset(ids))
    assert all(len(found) == 1 for found in canonical.values())
    if tree.game.id == "mutiny":
        assert any(len(found) > 1 for found in numbered.values())


def test_the_table_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        canonical_actions(Game("mutiny"))[0, 0] = 1
