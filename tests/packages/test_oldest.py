"""The oldest versions that pyproject.toml names do, and newer ones than those that the other tests have."""

from __future__ import annotations

from pathlib import Path

from tests.packages.conftest import ROOT, run, uv

# Interpreted, but for one game: to compile all of them is for the tests of the rules.
DOORS = """
import gymnasium, numpy
from quarterdeck.lab.pettingzoo import env

table = gymnasium.make("quarterdeck.lab.gymnasium:quarterdeck/Mutiny-v1", players=2, opponents="random")
seen, info = table.reset(seed=1)
over = False
while not over:
    seen, reward, over, cut, info = table.step(info["action_mask"].argmax())
    over = over or cut
many = env("cartagena", players=2)
many.reset(seed=1)
for agent in many.agent_iter():
    seen, reward, over, cut, info = many.last()
    many.step(None if over or cut else int(seen["action_mask"].argmax()))
lanes = gymnasium.make_vec("quarterdeck/Mutiny-v1", num_envs=2, table="tiny", opponents="random")
seen, info = lanes.reset(seed=1)
lanes.step(info["action_mask"].argmax(axis=1))
print("played")
"""
COMPILED = """
import os
del os.environ["QUARTERDECK_INTERPRET"]
import quarterdeck
scores, moves = quarterdeck.game("mutiny").playouts(1000)
print(moves > 1000)
"""
# Of the repository it takes the golden file and what reads it.
GOLDEN = f"""
import json, sys
sys.path.append({str(ROOT)!r})
from tests.golden.environments import FILE, of_game
print(of_game("mutiny") == json.loads(FILE.read_text())["mutiny"])
"""


def test_the_doors_work_with_the_oldest_versions(oldest: Path, tmp_path: Path) -> None:
    assert run(oldest / "python", "-c", DOORS, cwd=tmp_path) == "played\n"


def test_the_doors_work_with_a_newer_gymnasium_than_rllib_takes(oldest: Path, tmp_path: Path) -> None:
    place = tmp_path / "newer"
    uv("pip", "install", "--target", place, "--no-deps", "gymnasium==1.4.0", cwd=tmp_path)
    newer = f"import sys\nsys.path.insert(0, {str(place)!r})\n{DOORS}print(gymnasium.__version__)"
    assert run(oldest / "python", "-c", newer, cwd=tmp_path) == "played\n1.4.0\n"


def test_environments_show_the_same_with_the_oldest_numpy(oldest: Path, tmp_path: Path) -> None:
    assert run(oldest / "python", "-c", GOLDEN, cwd=tmp_path) == "True\n"


def test_rules_are_compiled_with_the_oldest_numba_and_numpy(oldest: Path, tmp_path: Path) -> None:
    assert run(oldest / "python", "-W", "error", "-c", COMPILED, cwd=tmp_path) == "True\n"


def test_each_door_can_be_installed_beside_rllib(tmp_path: Path) -> None:
    wanted = tmp_path / "wanted.in"
    for extra in ("gymnasium", "pettingzoo"):
        wanted.write_text(f"quarterdeck[{extra}] @ {ROOT.as_uri()}\nray[rllib]\n")
        found = uv("pip", "compile", "--python", "3.11", wanted, cwd=tmp_path)
        assert "ray==" in found
        assert "gymnasium==" in found
