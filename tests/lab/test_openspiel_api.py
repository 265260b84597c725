"""OpenSpiel's own `api_test`, from its source archive (`scripts.openspiel_tests`), on our games."""

from __future__ import annotations

import random
import re
import unittest
from importlib.resources import files
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test

from quarterdeck import game as rules_of
from quarterdeck.lab import exact
from quarterdeck.lab.exact.nodes import OVER
from quarterdeck.lab.openspiel import register
from tests.lab.openspiel import sizes

NAMES = register()
SIZES = sizes("max_plies=60")  # fewer plies make tensors smaller, and nothing else
SEED = 6  # OpenSpiel draws the states by `random`: with these it looks into every game beyond the first cards
CHECKS_OF_SOME_STATES = 5
CHECKS_OF_ALL_STATES = 8
CHANCE_NODES = 25  # the draws of its deals
# The tiny Cartagena with fewer kinds of cards: a fifth of the tree, and all kinds of decisions and ends.
LEAST = {"pink": [4, 0, 0], "grey": [3, 0, 0]}


def run(base: Any, name: str) -> tuple[int, list[str]]:
    """How many of a class's tests were run on this game, and what they found wrong."""
    fixture = type(base.__name__, (base,), {"game": pyspiel.load_game(name), "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(fixture).run(result)
    assert not result.skipped
    return result.testsRun, [text for _test, text in result.failures + result.errors]


# Without a parameter a game has the tensors of whole matches, which take long to write: one game does.
@pytest.mark.parametrize("name", [NAMES[0], *SIZES])
def test_it_passes_the_checks_of_some_states(name: str) -> None:
    random.seed(SEED)
    assert run(api_test.EnforceAPIOnPartialTreeBase, name) == (CHECKS_OF_SOME_STATES, [])


def test_a_tiny_game_passes_the_checks_of_all_states(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It wants the numbers of nodes and information states, which are those of the tree that we grow."""
    table = tmp_path / "least.toml"
    tiny = (files("quarterdeck.games.cartagena") / "tiny.toml").read_text(encoding="utf-8")
    for kind, number in LEAST.items():
        tiny = re.sub(rf"(?m)^{kind} = .*$", f"{kind} = {number}", tiny)
    table.write_text(tiny, encoding="utf-8")
    name = f"quarterdeck_cartagena(table={table},max_plies=8)"
    tree = exact.grow(rules_of("cartagena", table=str(table)))
    over = [node.information == OVER for level in tree.levels for node in level]
    numbers = CHANCE_NODES, over.count(False), over.count(True)
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, numbers)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, len(tree.information))
    assert run(api_test.EnforceAPIOnFullTreeBase, name) == (CHECKS_OF_ALL_STATES, [])
