"""The examples train something, here with a few matches only."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.bots.network import NetworkPolicy
from quarterdeck.bots.search.weights import read_net

FOLDER = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str, cwd: Path | None = None) -> list[str]:
    """The lines that an example writes."""
    command = [sys.executable, str(FOLDER / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=cwd)
    # Ray tells there what it starts.
    assert done.stderr == "" or "rllib" in name
    return done.stdout.splitlines()


@pytest.mark.parametrize("name", ["train_gymnasium.py", "train_pettingzoo.py"])
def test_training_tells_how_it_goes(name: str) -> None:
    lines = run(name, "--matches", "20")
    assert lines[-1].startswith("20 matches: ")
    assert "%" in lines[-1]


def test_ppo_learns_and_keeps_a_network_that_plays(tmp_path: Path) -> None:
    small = {"decisions": 500, "lanes": 64, "steps": 16, "batch": 256, "units": 8, "measure": 0}
    words = [f"--{name}={value}" for name, value in small.items()]
    assert run("baselines/ppo.py", "mutiny", *words, "--folder", str(tmp_path)) == []
    net = read_net(tmp_path / "network.npz", "mutiny")
    assert net.act.any()
    game = quarterdeck.game("mutiny", players=2)
    view = game.start(seed=1).view(0)
    assert NetworkPolicy(1, net=net).choose(view) in view.legal()
    assert (tmp_path / "curve.csv").read_text().startswith("decisions,seconds,")


def test_maskable_ppo_learns_and_its_agent_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["mutiny", "--decisions=64", "--matches=2", "--measured=2"]
    (line,) = run("maskable_ppo.py", *words, cwd=tmp_path)
    assert line.startswith("128 decisions: ")
    assert line.endswith(" after; in maskable_ppo.zip")
    monkeypatch.syspath_prepend(FOLDER)
    monkeypatch.chdir(tmp_path)
    agent = importlib.import_module("maskable_ppo").Agent()
    view = quarterdeck.game("mutiny", players=3).start(seed=1).view(0)
    assert agent.choose(view) in view.legal()


def test_rllib_learns() -> None:
    words = ["mutiny", "--iterations=2", "--batch=64", "--units=8"]
    lines = run("rllib_ppo.py", *words)
    assert [line.partition(":")[0] for line in lines] == ["64 decisions", "128 decisions"]


def test_cfr_comes_nearer_to_an_equilibrium(tmp_path: Path) -> None:
    curve = tmp_path / "curve.csv"
    words = ["cartagena", "--plus", "--passes", "8", "--curve", str(curve)]
    lines = run("baselines/cfr.py", *words)
    assert [line.partition(" ")[0] for line in lines] == ["1", "2", "4", "8"]
    rows = [line.split(",") for line in curve.read_text().splitlines()]
    assert rows[0] == ["passes", "exploitability"]
    # Random play is beaten by 0.370.
    assert float(rows[-1][1]) < 0.2


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("train_gymnasium.py --players 9", "In Mutiny! “players” can be 2, 3, 4, 5, not “9”."),
        ("train_pettingzoo.py --players 9", "In Meuterer “players” can be 3, 4, not “9”."),
        ("solve_openspiel.py --table none.toml", "none.toml: This table can't be read"),
        ("baselines/ppo.py --players 9", "In Mutiny! “players” can be 2, 3, 4, 5, not “9”."),
        ("baselines/ppo.py --batch 0", "argument --batch: “0” is no whole number from 1 on"),
        ("baselines/ppo.py --gae-lambda 2", "argument --gae-lambda: “2” is no number from 0 to 1"),
        ("bot.py", "python bot.py http://localhost:8754/table/ID"),
        ("bot.py http://127.0.0.1:1/table/x", "http://127.0.0.1:1/table/x: <urlopen error [Errno 111]"),
        ("bot.py somewhere", "somewhere: unknown url type"),
    ],
)
def test_what_an_example_can_not_do_is_told_in_a_sentence(command: str, sentence: str) -> None:
    name, *arguments = command.split()
    done = subprocess.run(
        [sys.executable, str(FOLDER / name), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode
    assert sentence in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
