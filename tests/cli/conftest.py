from __future__ import annotations

from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.bots import bot
from tests.cli.command import Command


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    """The command line, in an empty folder, 80 columns wide and without colours."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("FORCE_COLOR", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "QUARTERDECK_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return Command(monkeypatch, capsys)


def played(plies: int | None) -> quarterdeck.Record:
    """A match of four bots, over or after so many moves."""
    record = quarterdeck.Record(
        quarterdeck.game("meuterer", pirates="on"), seed="treasure", names=["Ann", "Ben", "Cleo", "Dan"]
    )
    players = [bot("rule-of-thumb", seat) for seat in range(4)]
    while not record.position.over and (plies is None or len(record.moves) < plies):
        (seat,) = record.position.to_act
        record.append(seat, players[seat].choose(record.position.view(seat)))
    return record


@pytest.fixture(scope="session")
def finished() -> quarterdeck.Record:
    """A match that is over."""
    return played(None)


@pytest.fixture
def match_file(command: Command, finished: quarterdeck.Record) -> Path:
    """The file of a match that is over."""
    finished.save("match.qd")
    return Path("match.qd")


@pytest.fixture
def open_file(command: Command) -> Path:
    """The file of a match that goes on: after 30 moves."""
    played(30).save("open.qd")
    return Path("open.qd")
