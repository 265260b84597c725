"""Compiled plies with given chance outcomes are the interpreted ones, and histories are values."""

from __future__ import annotations

import pickle
import random

import pytest

from quarterdeck import game as game_of
from quarterdeck.kernel import script
from quarterdeck.lab.openspiel.history import History, deal
from quarterdeck.lab.openspiel.replay import NOBODY, THE_DEAL, Replay
from quarterdeck.play import GAMES

LONG = 1000
each_game = pytest.mark.parametrize("name", list(GAMES))


def step(line: History, chance: random.Random) -> History:
    """A history one random draw or action later."""
    if line.weights:
        return line.draw(chance.choices(range(len(line.weights)), line.weights)[0])
    return line.play(line.seat, chance.choice(line.legal))


def match(name: str, seed: int) -> list[History]:
    chance, lines = random.Random(seed), [deal(game_of(name), LONG)]
    while lines[-1].weights or lines[-1].seat != NOBODY:
        lines.append(step(lines[-1], chance))
    return lines


@each_game
def test_compiled_and_interpreted_plies_with_the_same_draws_are_the_same(name: str) -> None:
    replay, drawn = Replay(game_of(name)), 0
    for line in match(name, 1):
        before = b"" if line.before is None else line.before.record
        slow = replay.run_slowly(before, line.ply, line.draws)
        fast = replay.run(before, line.ply, line.draws)
        assert slow.weights == fast.weights == line.weights
        if not line.weights:
            assert slow == fast
            drawn += bool(line.draws) and line.ply != THE_DEAL
    assert drawn


@each_game
def test_interpreted_by_the_environment_and_beyond_the_room_of_a_script_the_draws_are_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, weights = game_of(name), deal(game_of(name), LONG).weights
    monkeypatch.setattr("quarterdeck.lab.openspiel.replay.MOST_RESULTS", len(weights) - 1)
    assert Replay(game).run(b"", THE_DEAL).weights == weights
    monkeypatch.setattr("quarterdeck.lab.openspiel.replay.MOST_DRAWS", -1)
    assert Replay(game).run(b"", THE_DEAL).weights == weights
    monkeypatch.setenv("QUARTERDECK_INTERPRET", "1")
    assert Replay(game).run(b"", THE_DEAL).weights == weights
    assert len(weights) <= script.MOST_RESULTS


@each_game
def test_a_long_history_can_be_pickled_and_goes_on_as_before(name: str) -> None:
    *_, late, last = match(name, 2)
    other = late.resampled(0, "seed") if not late.weights else last.resampled(0, "seed")
    for line in (late, last, other):
        again = pickle.loads(pickle.dumps(line))
        assert (again, hash(again), again.moves) == (line, hash(line), line.moves)
        for seat in range(-1, line.game.players):
            assert again.known(seat).seen == line.known(seat).seen
            assert again.known(seat).digest == line.known(seat).digest
    assert last != late
    assert last != "a history"
