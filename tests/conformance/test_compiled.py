"""The same rules, interpreted and compiled: every verb gives the same bytes."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from quarterdeck import Game
from quarterdeck.kernel import batch, verbs
from quarterdeck.kernel.events import blank_news, no_news
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import cell, copy, to_bytes, zeros
from quarterdeck.play.position import dice
from tests.conformance.settings import each_size, random_match


def legal(find: Any, state: Any, seat: int) -> list[int]:
    ids = batch.no_ids()
    return [int(action) for action in ids[: find(state, seat, ids)]]


def fast_legal(state: Any, seat: int, out: Any) -> int:
    return batch.fast_legal(cell(state), seat, out)


@each_size
def test_each_move_and_its_facts(game: Game) -> None:
    for position, seat, action in random_match(game, seed=31):
        slow, fast = position.state, cell(position.state)
        slow_news, fast_news = blank_news(), cell(blank_news())
        verbs.apply(slow, seat, action.id, slow_news)
        batch.fast_apply(fast, seat, action.id, fast_news)
        assert to_bytes(slow) == fast.tobytes()
        assert to_bytes(slow_news) == fast_news.tobytes()
        # Nobody listens to the third: nothing changes but that.
        quiet = position.state
        verbs.apply(quiet, seat, action.id, no_news())
        assert to_bytes(quiet) == to_bytes(slow)


@each_size
def test_legal_actions_views_and_dealt_worlds(game: Game) -> None:
    seed = random.Random(32)
    for ply, (position, _, _) in enumerate(random_match(game, seed=32)):
        state = position.state
        assert verbs.to_act(state) == batch.fast_to_act(cell(state))
        for seat in range(game.players):
            assert legal(verbs.legal, state, seat) == legal(fast_legal, state, seat)
        if ply % 7:
            continue
        viewer = seed.randrange(-1, game.players)
        slow, fast = copy(state), cell(state)
        verbs.blank(slow, viewer)
        batch.fast_blank(fast, viewer)
        assert to_bytes(slow) == fast.tobytes()
        for seat in range(game.players):
            assert legal(verbs.legal, slow, seat) == legal(fast_legal, fast[0], seat)
        verbs.determinize(slow, viewer, dice(ply))
        batch.fast_determinize(fast, viewer, cell(dice(ply)))
        assert to_bytes(slow) == fast.tobytes()


@each_size
def test_whole_random_games(game: Game) -> None:
    def play(run: Any) -> tuple[list[list[int]], int, bytes]:
        states, rolls = zeros(game.spec.state, 2), zeros(Dice, 2)
        states[0], rolls[0] = game.spec.template(game.options, game.table), dice(33)
        out = np.zeros((2, game.players), np.int16)
        moves = run(states, rolls, batch.slate(), no_news(), out, 5)
        return out.tolist(), int(moves), states.tobytes()

    assert play(batch.playouts.interpreted) == play(batch.playouts)


@each_size
def test_the_same_deal_interpreted_and_compiled(game: Game) -> None:
    fast = game.start(seed=34).state
    slow = game.spec.template(game.options, game.table)
    slow.key[0], slow.key[1] = fast.key
    verbs.setup(slow)
    assert to_bytes(slow) == to_bytes(fast)


@each_size
def test_a_state_has_at_most_320_bytes(game: Game) -> None:
    assert len(to_bytes(game.start(seed=1).state)) <= 320
