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
