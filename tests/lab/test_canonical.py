"""Canonical actions count seats as observations do: from the seat that looks."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck.lab import exact
from quarterdeck.lab.canonical import canonical_actions
from quarterdeck.play import GAMES, Game

# The words after which a number is a seat, and not so much rum.
SEATS = re.compile(r"(?<=for |not |hen |ick | by | of |ake |rob |spy )\d+")


def turned(text: str, seat: int, players: int) -> str:
    """An action's text with its seats counted from this one."""

    def counted(found: re.Match[str]) -> str:
        other = int(found[0])
        return str((other - seat) % players if other < players else other)

    return SEATS.sub(counted, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("offer 30 for 0 then 2", "offer 30 for 2 then 0"),
        ("offer 7 for not 2", "offer 7 for not 0"),
        ("pick 3 paid by 2", "pick 1 paid by 0"),
        ("ask 2 for 1", "ask 2 for 3"),
        ("take 4", "take 4"),
        ("move rum of 0 from cook to deck-hand", "move rum of 2 from cook to deck-hand"),
        ("rob 1", "rob 3"),
        ("bid 2 1", "bid 2 1"),
        ("sell 2 wine / 1 salt", "sell 2 wine / 1 salt"),
    ],
)
def test_the_texts_tell_what_a_seat_is(text: str, expected: str) -> None:
    assert turned(text, 2, 4) == expected


@pytest.mark.parametrize("name", list(GAMES))
def test_seats_are_counted_from_the_one_that_acts(name: str) -> None:
    choices = next(one.choices for one in quarterdeck.game(name).spec.options if one.name == "players")
    for game in (quarterdeck.game(name, players=players) for players in choices):
        for seat, row in enumerate(canonical_actions(game)):
            texts = [game.actions[found].text for found in row]
            assert texts == [turned(action.text, seat, game.players) for action in game.actions]


def test_who_sees_the_same_may_do_the_same() -> None:
    """Two seats with equal observations have equal canonical actions, and often other ones by number."""
    tree = exact.grow(exact.tiny("mutiny"))
    canonical, numbered = defaultdict(set), defaultdict(set)
    for one in tree.information:
        seen, ids = one.view.observation().tobytes(), [action.id for action in one.actions]
        canonical[seen].add(frozenset(canonical_actions(tree.game)[one.seat, ids].tolist()))
        numbered[seen].add(frozenset(ids))
    assert all(len(found) == 1 for found in canonical.values())
    assert any(len(found) > 1 for found in numbered.values())


def test_the_table_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        canonical_actions(Game("mutiny"))[0, 0] = 1
    assert (np.sort(canonical_actions(Game("mutiny")), 1)[3] == np.arange(1645)).all()


def test_the_name_of_a_game_is_no_game() -> None:
    name: Any = "mutiny"
    with pytest.raises(quarterdeck.GameOptionError, match=r"quarterdeck\.game\(…\) gives, not 'mutiny'"):
        canonical_actions(name)
