"""The examples train something, here with a few matches only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str) -> list[str]:
    """The lines that an example writes."""
    command = [sys.executable, str(FOLDER / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize("name", ["train_gymnasium.py", "train_pettingzoo.py"])
def test_training_tells_how_it_goes(name: str) -> None:
    lines = run(name, "--matches", "20")
    assert lines[-1].startswith("20 matches: ")
    assert "%" in lines[-1]


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("train_gymnasium.py --players 9", "In Mutiny! “players” can be 2, 3, 4, 5, not “9”."),
        ("train_pettingzoo.py --players 9", "In Meuterer “players” can be 3, 4, not “9”."),
        ("solve_openspiel.py --table none.toml", "none.toml: This table can't be read"),
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
