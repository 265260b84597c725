"""Decisions with the true world beside dealt ones, from matches of networks."""

from __future__ import annotations

import numpy as np
import pytest

import quarterdeck
from quarterdeck.kernel.record import cell
from quarterdeck.lab.compiled_bots import worlds as module
from quarterdeck.lab.compiled_bots.worlds import (
    MATCHES,
    NetworkMatches,
    fill,
    gather,
    look_at_worlds,
    network_matches,
)
from quarterdeck.play import GAMES

GAME = "cartagena"


def two_tables(seed: str = "worlds") -> list[NetworkMatches]:
    """Tables of three and of two seats."""
    return [network_matches(quarterdeck.game(GAME, players=players), seed) for players in (3, 2)]


@pytest.mark.parametrize("name", list(GAMES))
def test_the_first_world_is_the_true_one_and_the_others_are_as_the_viewer_could_expect(name: str) -> None:
    game = quarterdeck.game(name)
    position = game.start(seed=4)
    table, viewer = network_matches(game, "a"), 2
    table.states[0] = cell(position.state)[0]
    seen = np.zeros((6, game.spec.most_players - 1, game.features), np.float32)
    look_at_worlds(table, 0, viewer, game.players, seen)
    for away in range(1, game.players):
        other = (viewer + away) % game.players
        assert np.array_equal(seen[0, away - 1], position.view(other).observation())
    assert not seen[:, game.players - 1 :].any()
    # Elsewhere the same again, but for the state: in worlds that look alike to the viewer the same are dealt.
    twin, again = network_matches(game, "a"), np.zeros_like(seen)
    twin.states[0] = cell(position.view(viewer).sample(seed=9).state)[0]
    look_at_worlds(twin, 0, viewer, game.players, again)
    assert np.array_equal(again[1:], seen[1:])


def test_matches_go_on_and_begin_anew_and_their_decisions_differ() -> None:
    tables = two_tables()
    seen = gather(GAME, tables, 2 * 600, 2)
    assert seen.shape == (1_200, 3, 3, quarterdeck.game(GAME).features)
    # The first table has two other seats, the second one.
    assert seen[:600, :, :2].any(-1).all()
    assert seen[600:, :, :1].any(-1).all()
    assert not seen[:600, :, 2:].any()
    assert not seen[600:, :, 1:].any()
    assert len(np.unique(seen[:, 0].reshape(len(seen), -1), axis=0)) > 1_100
    assert (seen[:, 1:] != seen[:, :1]).any((2, 3)).mean() > 0.2
    assert all(table.dealt.all() for table in tables)


def test_a_seed_gives_the_same_worlds_compiled_and_interpreted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled = gather(GAME, two_tables("x"), 2 * 3, 2)
    assert np.array_equal(compiled, gather(GAME, two_tables("x"), 2 * 3, 2))
    assert not np.array_equal(compiled, gather(GAME, two_tables("y"), 2 * 3, 2))
    monkeypatch.setattr(module, "fill", fill.interpreted)
    assert np.allclose(compiled, gather(GAME, two_tables("x"), 2 * 3, 2))


def test_a_table_has_room_for_its_matches() -> None:
    table = network_matches(quarterdeck.game(GAME), "z")
    assert len(table.states) == len(table.dealt) == MATCHES
    assert not table.dealt.any()
