"""A game in a package of its own, installed beside Quarterdeck, is played wherever the others are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.servers import running

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "liars-dice"
MOST_LINES = 400
# Moves in environments of the three libraries, and in many matches at once.
DOORS = """
import numpy as np
import pyspiel
from quarterdeck.lab import gymnasium, openspiel, pettingzoo, vector

first = lambda mask: int(np.flatnonzero(mask)[0])
zoo = pettingzoo.env("liars-dice", players=3)
zoo.reset(seed=1)
for agent in zoo.agent_iter():
    seen, _share, over, truncated, _info = zoo.last()
    zoo.step(None if over or truncated else first(seen["action_mask"]))
table = gymnasium.make("liars-dice", players=3, opponents="random")
seen, info = table.reset(seed=1)
over = truncated = False
while not (over or truncated):
    seen, _share, over, truncated, info = table.step(first(info["action_mask"]))
(name,) = [name for name in openspiel.register() if "liars" in name]
state = pyspiel.load_game(name).new_initial_state()
while not state.is_terminal():
    chance = state.is_chance_node()
    state.apply_action(state.chance_outcomes()[0][0] if chance else state.legal_actions()[0])
lanes = vector("liars-dice", 4, seed=1)
for _ in range(300):
    lanes.step(lanes.sample())
print("all are played")
"""
# In one process: each of its own would load the same once more.
LEVELS = """
import sys
from quarterdeck.cli.main import main

folder, *levels = sys.argv[1:]
for bot in levels:
    words = ["--games", "1", "--bot", bot, "--players", "2", "--jobs", "1", "--out", f"{folder}/{bot}"]
    assert main(["selfplay", "liars-dice", *words]) == 0
"""
SERVED = "import sys; sys.path.append({!r})\n"


def run(site: Path, *command: object, typed: str = "") -> str:
    """Run Python with the package on its path; returns what it printed."""
    done = subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=site.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(site)])},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def quarterdeck(site: Path, *words: object, typed: str = "") -> str:
    """Run a command, which writes UTF-8."""
    return run(site, "-X", "utf8", "-m", "quarterdeck", *words, typed=typed)


def test_it_has_at_most_400_lines() -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=PACKAGE, capture_output=True, text=True, check=True
    )
    files = [PACKAGE / name for name in tracked.stdout.split("\0") if name]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES


def test_it_passes_its_own_tests_and_the_checks_of_every_game(liars_dice: Path) -> None:
    assert "passed" in run(liars_dice, "-m", "pytest", "-q", "-p", "no:cacheprovider", PACKAGE / "tests")


def test_it_is_played_in_the_terminal_and_its_file_is_read(liars_dice: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.qd"
    words = ["play", "liars-dice", "--bots", "random", "--seed", "7", "--save", kept]
    said = quarterdeck(liars_dice, *words, typed="1\n" * 400)
    assert "Final result" in said
    assert "all legal" in quarterdeck(liars_dice, "verify", kept)
    assert "Dice left" in quarterdeck(liars_dice, "replay", kept)
    assert "LD-3" in quarterdeck(liars_dice, "rules", "liars-dice")


def test_bots_of_each_level_play_it(liars_dice: Path, tmp_path: Path) -> None:
    levels = ["random", "rule-of-thumb", "deckhand", "mate", "captain"]
    said = run(liars_dice, "-X", "utf8", "-c", LEVELS, tmp_path, *levels)
    assert said.count("1 match") == len(levels)


def test_the_arena_and_the_balance_have_their_figures(liars_dice: Path) -> None:
    words = ["--deals", 4, "--players", 2, "--jobs", 1]
    said = quarterdeck(liars_dice, "arena", "liars-dice", "rule-of-thumb", "random", *words)
    assert "rule-of-thumb" in said
    said = quarterdeck(liars_dice, "balance", "liars-dice", "--games", 8, "--jobs", 1)
    assert "challenged" in said


def test_research_plays_it_by_every_door(liars_dice: Path) -> None:
    assert run(liars_dice, "-c", DOORS).strip().endswith("all are played")


def test_a_server_has_its_pages_and_its_api(liars_dice: Path, tmp_path: Path) -> None:
    with running(tmp_path, before=SERVED.format(str(liars_dice))) as server:

        def fetch(path: str) -> str:
            with urllib.request.urlopen(server.address + path, timeout=30) as answer:
                return str(answer.read().decode())

        assert "Liar&#39;s Dice" in fetch("/")
        rules = fetch("/rules/liars-dice")
        assert "LD-7" in rules
        assert "/rules/liars-dice/things" not in rules
        assert "/rules/mutiny/things" in fetch("/rules/mutiny")
        assert "liars-dice" in json.dumps(json.loads(fetch("/api/v1/games")))
