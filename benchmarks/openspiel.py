"""OpenSpiel's random play as a peer, driven from Python and by its own C++ rollouts."""

from __future__ import annotations

import random
import time
from typing import Any

import pyspiel

ROLLOUTS = 1000
LENGTH_GAMES = 200


def from_python(name: str, seconds: float, tensors: bool, seed: int) -> float:
    """Random legal moves per second of the processor, through the Python bindings; chance steps are timed,
    but not counted. With `tensors`, the player to act reads its information state at each move.
    """
    game, chooser = pyspiel.load_game(name), random.Random(seed)
    moves, start = 0, time.thread_time()
    while time.thread_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                _apply_chance_outcome(state, chooser)
            else:
                if tensors:
                    state.information_state_tensor()
                legal = state.legal_actions()
                state.apply_action(legal[int(chooser.random() * len(legal))])
                moves += 1
    return moves / (time.thread_time() - start)


def rollouts(name: str, games: int, seed: int) -> float:
    """Random legal moves per second of the C++ rollouts alone, from a state after the deal: the rate of a
    one-simulation search with many rollouts, times a game's mean length.
    """
    state, chooser = dealt(name), random.Random(seed)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=seed + 1)
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, 1, 1000, False, 11, False)
    start = time.perf_counter()
    bot.mcts_search(state)
    seconds = time.perf_counter() - start
    lengths = [length(state.clone(), chooser) for _ in range(LENGTH_GAMES)]
    return games * sum(lengths) / len(lengths) / seconds


def dealt(name: str) -> Any:
    """A state after the deal."""
    state, chooser = pyspiel.load_game(name).new_initial_state(), random.Random(1)
    while state.is_chance_node():
        _apply_chance_outcome(state, chooser)
    return state


def length(state: Any, chooser: random.Random) -> int:
    """Play a state at random to its end; returns the number of moves."""
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _apply_chance_outcome(state, chooser)
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
            moves += 1
    return moves


def _apply_chance_outcome(state: Any, chooser: random.Random) -> None:
    outcomes = state.chance_outcomes()
    actions, chances = zip(*outcomes, strict=True)
    state.apply_action(chooser.choices(actions, chances)[0])
