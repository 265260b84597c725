"""Exact methods of OpenSpiel on a game so small that its tree is walked in a second."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.gambit import export_gambit

import quarterdeck
from quarterdeck.lab import exact
from quarterdeck.lab.openspiel import register

EXAMPLE = Path(__file__).parents[2] / "examples" / "solve_openspiel.py"
BOUND = 0.01  # of a stake of 1

# The tiny Meuterer with a hand of one card: some 2,500 histories.
TABLE = """
start = "Hochland"

[size]
players = [2]
rounds = 1
hand = 1

[cards]
ruby = 0
salt = 0
wine = 1
cloth = 0
grain = 2
conflict = 1
pirates = 0

[[island]]
name = "Hochland"
buys = "any"
trade = [4, 3, 2]
dock = 5

[[island]]
name = "Rotes Riff"
buys = "wine"
trade = [4, 2, 2]
dock = 3
"""


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "least.toml"
    path.write_text(TABLE, encoding="utf-8")
    return str(path)


def test_cfr_on_the_tree_of_a_game_lowers_its_exploitability_below_a_bound(table: str) -> None:
    register()
    tree = pyspiel.load_efg_game(export_gambit(pyspiel.load_game("quarterdeck_meuterer", {"table": table})))
    solver = pyspiel.CFRPlusSolver(tree)
    solver.evaluate_and_update_policy()
    first = pyspiel.exploitability(tree, solver.average_policy())
    for _ in range(199):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(tree, solver.average_policy()) < BOUND < first


def test_the_tree_of_our_rules_is_the_one_that_openspiel_walks(table: str) -> None:
    register()
    walked = pyspiel.load_efg_game(export_gambit(pyspiel.load_game("quarterdeck_meuterer", {"table": table})))
    grown = pyspiel.load_efg_game(exact.grow(quarterdeck.game("meuterer", table=table)).gambit())
    found = [pyspiel.exploitability(one, pyspiel.UniformRandomPolicy(one)) for one in (walked, grown)]
    assert found[0] == pytest.approx(found[1]) != 0


def test_the_example_tells_how_it_goes(table: str) -> None:
    command = [sys.executable, str(EXAMPLE), "meuterer", "--table", table, "--iterations", "5"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1].startswith("5 iterations: a best reply wins 0.")


def test_information_states_of_the_whole_tree_recall_everything_and_tensors_tell_as_much_as_texts(
    table: str,
) -> None:
    register()
    game = pyspiel.load_game("quarterdeck_meuterer", {"table": table, "max_plies": 16})
    recalled: dict[str, tuple[object, ...]] = {}
    texts: dict[bytes, str] = {}
    open_states: list[tuple[Any, tuple[tuple[tuple[str, int], ...], ...]]] = [
        (game.new_initial_state(), ((), ()))
    ]
    while open_states:
        state, before = open_states.pop()
        seat = state.current_player()
        for action in [] if state.is_terminal() else state.legal_actions():
            after = list(before)
            if not state.is_chance_node():
                after[seat] = (*before[seat], (state.information_state_string(), action))
            open_states.append((state.child(action), tuple(after)))
        if seat >= 0:
            text = state.information_state_string()
            known = (state.legal_actions(), before[seat])
            assert recalled.setdefault(text, known) == known
            tensor = np.array(state.information_state_tensor(), np.float32).tobytes()
            assert texts.setdefault(tensor, text) == text
    assert len(texts) == len(recalled) == 782
