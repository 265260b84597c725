from __future__ import annotations

import re
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.cli.replay import ReplayScreen
from quarterdeck.cli.terminal import Terminal
from quarterdeck.play.viewer import OPEN
from tests.cli.command import Command


def moves(out: str) -> list[str]:
    """The moves as they were printed, "Ann, offer 1"."""
    return re.findall(r"^Move \d+ of \d+: (.*)$", out, re.M)


def test_a_pipe_gets_everything(command: Command, match_file: Path, finished: quarterdeck.Record) -> None:
    done = command("replay", match_file)
    wanted = [f"{finished.names[seat]}, {action}" for seat, action in finished.moves]
    assert moves(done.out) == wanted
    winner = finished.names[finished.position.winners[0]]
    assert f"{winner} wins with {max(finished.position.scores)} points. (ME-70)" in done.out
    assert done.out.count("The points of round ") == 8
    assert done.code == 0


def test_a_spectator_is_told_no_secret(command: Command, match_file: Path) -> None:
    done = command("replay", match_file, "--spectator")
    assert "leave ?" in done.out
    assert not re.search(r"leave (mutineer|cabin-boy|first-mate|merchant|loader)", done.out)
    assert not re.search(r"(chooses to be|draws a \w+ card|gives back a)", done.out)
    assert "(you)" not in done.out


def test_a_seat_is_told_its_own_secrets_and_no_others(
    command: Command, match_file: Path, finished: quarterdeck.Record
) -> None:
    done = command("replay", match_file, "--seat", 1)
    for (seat, action), line in zip(finished.moves, moves(done.out), strict=True):
        public = finished.game.spec.public_text(action.id)
        assert line == f"{finished.names[seat]}, {action if seat == 1 else public}"
    assert "You draw a" in done.out
    assert not re.search(r"(?:Ann|Cleo|Dan) draws a \w+ card", done.out)


def test_open_tells_everything_also_of_a_match_that_goes_on(command: Command, open_file: Path) -> None:
    assert "leave ?" in command("replay", open_file).out
    done = command("replay", open_file, "--open")
    assert "leave ?" not in done.out
    assert re.search(r"chooses to be", done.out)


def test_ply_prints_that_position_alone(
    command: Command, match_file: Path, finished: quarterdeck.Record
) -> None:
    done = command("replay", match_file, "--ply", 3)
    assert len(moves(done.out)) == 1
    assert f"Move 3 of {len(finished.moves)}: " in done.out
    assert "The deal" in command("replay", match_file, "--ply", 0).out
    last = len(finished.moves)
    told = command.refused("replay", match_file, "--ply", last + 1)
    assert told == f"This match has {last} moves: choose a ply from 0 to {last}."


def test_a_match_of_one_move_is_not_one_of_moves(command: Command) -> None:
    record = quarterdeck.Record(quarterdeck.game("meuterer"), 5)
    record.append(0, "offer 1")
    record.save("short.qd")
    told = command.refused("replay", "short.qd", "--ply", 2)
    assert told == "This match has 1 move: choose a ply from 0 to 1."


@pytest.mark.parametrize("words", ["q", "Q", "quit"])
def test_stepping_ends_when_somebody_leaves(
    monkeypatch: pytest.MonkeyPatch, finished: quarterdeck.Record, words: str
) -> None:
    typed = iter(["N", words])
    terminal = Terminal()
    monkeypatch.setattr(terminal, "ask", lambda _question: next(typed))
    ReplayScreen(finished, terminal, OPEN).step(0)
    assert not list(typed)


def test_a_seat_that_is_not_there_is_refused(command: Command, match_file: Path) -> None:
    assert command.refused("replay", match_file, "--seat", 4).startswith("There is no seat 4")


def test_a_match_that_was_ended_by_agreement_lies_open_and_says_how(command: Command, tmp_path: Path) -> None:
    record = quarterdeck.Record(quarterdeck.game("meuterer"), seed="seven")
    record.append(record.position.to_act[0], record.position.legal()[0])
    record.ended = "draw"
    record.save(tmp_path / "ended.qd")
    told = " ".join(command("replay", tmp_path / "ended.qd").out.split())
    assert told.count("The match ended in a draw by agreement.") == 1
    told = " ".join(command("verify", tmp_path / "ended.qd").out.split())
    assert "ended in a draw by agreement" in told
    assert "not over yet" not in told
