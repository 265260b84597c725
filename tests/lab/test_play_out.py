"""Matches among compiled bots, recorded: what is recorded is what was played."""

from __future__ import annotations

import numpy as np
import pytest

import quarterdeck
from quarterdeck.bots import BOTS
from quarterdeck.kernel.events import FACT_NUMBERS
from quarterdeck.lab.compiled_bots import play_out as module
from quarterdeck.lab.compiled_bots.play_out import PlayedOut, are_compiled, play_out
from quarterdeck.play import Game
from tests.conformance.settings import each_game

SEEDS = ["s/0", "s/1"]


def played(name: str, *bots: str, facts: bool = True, most: int = 900) -> tuple[Game, PlayedOut]:
    game = quarterdeck.game(name, players=3)
    line = (*bots, *[bots[-1]] * (3 - len(bots)))
    return game, play_out(game, line, SEEDS, most, facts, compile=False)


@each_game
def test_a_replay_of_the_moves_has_the_same_facts_and_the_same_end(name: str) -> None:
    game, found = played(name, "rule-of-thumb", "random")
    move = told = 0
    for i, seed in enumerate(SEEDS):
        position, facts = game.start(seed=seed), b""
        for _ply in range(found.plies[i]):
            position = position.play(int(found.seats[move]), game.actions[found.actions[move]])
            facts += position.told
            move += 1
        end = int(found.fact_ends[i])
        assert facts == found.facts[told:end].tobytes()
        told = end
        assert position.over
        assert position.known == found.states[i].tobytes()[: len(position.known)]
        assert position.scores == tuple(found.scores[i])
        assert position.winners == tuple(seat for seat in range(3) if found.winners[i] >> seat & 1)
    assert (move, told) == (len(found.actions), len(found.facts))
    assert not found.truncated.any()


@each_game
def test_compiled_matches_are_those_of_interpreted_rules(name: str) -> None:
    game, interpreted = played(name, "rule-of-thumb", "mate", "random")
    compiled = play_out(game, ("rule-of-thumb", "mate", "random"), SEEDS, 900, facts=True, compile=True)
    for one, other in zip(interpreted, compiled, strict=True):
        np.testing.assert_array_equal(one, other)


def test_matches_without_room_are_played_again_with_more(monkeypatch: pytest.MonkeyPatch) -> None:
    _game, found = played("mutiny", "random")
    monkeypatch.setattr(module, "MOVES_ROOM", 3)
    monkeypatch.setattr(module, "FACTS_ROOM", 5)
    _game, again = played("mutiny", "random")
    for one, other in zip(found, again, strict=True):
        np.testing.assert_array_equal(one, other)


def test_without_facts_the_moves_are_the_same() -> None:
    _game, found = played("cartagena", "rule-of-thumb")
    _game, bare = played("cartagena", "rule-of-thumb", facts=False)
    np.testing.assert_array_equal(found.actions, bare.actions)
    assert bare.facts.shape == (0, FACT_NUMBERS)
    assert len(found.facts) > 100


def test_a_truncated_match_is_won_by_nobody() -> None:
    _game, found = played("meuterer", "random", most=20)
    assert found.truncated.all()
    assert found.plies.tolist() == [20, 20]
    assert found.winners.tolist() == [0, 0]


def test_bots_that_search_are_not_compiled() -> None:
    game = quarterdeck.game("mutiny")
    assert [name for name in BOTS if not are_compiled(game, [name])] == ["captain", "admiral"]
    assert are_compiled(game, ["random", "mate", "deckhand"])
    assert not are_compiled(game, ["random", "captain"])
