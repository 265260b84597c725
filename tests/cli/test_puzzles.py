"""`quarterdeck puzzles`: solved in the terminal, and mined."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from quarterdeck.cli import puzzles as command_of_puzzles
from quarterdeck.coach.collection import of_the_day, puzzles, today
from quarterdeck.coach.puzzle import Puzzle
from quarterdeck.lab.mining import Effort
from tests.cli.command import Command

# Little is spent, and little is asked.
TINY = (48, 480, 40, 0.03, 0.0)


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("game", ["meuterer", "cartagena", "mutiny"])
def test_a_puzzle_is_asked_and_explained(command: Command, game: str) -> None:
    puzzle = puzzles(game)[0]
    right = command("puzzles", puzzle.name, typed=[puzzle.answer.text])
    assert right.code == 0
    assert "Right: " in right.out
    assert f"The rules behind it: {', '.join(puzzle.rules)}" in flat(right.out)
    wrong = command("puzzles", puzzle.name, typed=["?", "save x.qd", puzzle.other.text])
    assert "A puzzle is no match: there is nothing to save." in flat(wrong.out)
    assert "Best is: " in flat(wrong.out)


def test_without_a_name_it_is_the_puzzle_of_the_day(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It stays the same day at midnight.
    day = today()
    monkeypatch.setattr(command_of_puzzles, "today", lambda: day)
    puzzle = of_the_day(day)
    assert puzzle is not None
    assert puzzle.name in command("puzzles", typed=["quit"]).out


def test_the_puzzles_of_a_game_come_one_after_the_other(command: Command) -> None:
    first, second = puzzles("meuterer")[:2]
    told = command("puzzles", "meuterer", typed=[first.answer.text, "", second.other.text, "quit"])
    assert told.code == 0
    assert "1 of 1 solved." in told.out
    assert "1 of 2 solved." in told.out


@pytest.mark.parametrize("words", ["q", "QUIT"])
def test_between_two_puzzles_one_may_leave(command: Command, words: str) -> None:
    told = command("puzzles", "meuterer", typed=[puzzles("meuterer")[0].answer.text, words])
    assert told.out.endswith(f"Enter for the next puzzle, or quit: {words}\n")


def test_the_help_shows_how_to_mine(command: Command) -> None:
    assert "[GAME|NAME|mine GAME ...]" in command("puzzles", "--help").out


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["meuterer-1"], 1, "There is no puzzle “meuterer-1” here."),
        (
            ["chess-1"],
            1,
            "“chess-1” is neither a game nor the name of a puzzle; there are the games meuterer,",
        ),
        (["meuterer", "--out", "x"], 2, "“--out” is for mining: “quarterdeck puzzles mine GAME”."),
        (["--games", "20"], 2, "“--games” is for mining: “quarterdeck puzzles mine GAME”."),
        (["meuterer", "mutiny"], 2, "“mutiny” is too much: “quarterdeck puzzles GAME” or"),
        (["mine"], 2, "Which game? “quarterdeck puzzles mine GAME” mines puzzles of one of meuterer,"),
        (["mine", "meuterer"], 2, "“--out” is missing: a new file for the puzzles."),
        (["mine", "chess", "--out", "x"], 1, "There is no game “chess”"),
        (["mine", "meuterer", "--out", "."], 1, ". exists already: name another file."),
        (["mine", "meuterer", "--out", "no/x"], 1, "There is no folder no to put x in."),
        (["mine", "meuterer", "--out", "x" * 300], 1, "x" * 300 + " can't be written (File name too long)"),
        (["mine", "meuterer", "--games", "0"], 1, "“--games”: “0” is no whole number"),
    ],
)
def test_mistakes_are_told_in_a_sentence(
    command: Command, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int, sentence: str
) -> None:
    # Nothing is mined before.
    monkeypatch.setattr(command_of_puzzles, "mined", None)
    assert command.refused("puzzles", *words, code=code).startswith(sentence)


def test_what_is_mined_is_written_to_a_new_file(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_of_puzzles, "Effort", partial(Effort, *TINY))
    told = command("puzzles", "mine", "meuterer", "--games", 1, "--seed", "2", "--out", "new.jsonl")
    assert told.code == 0, told
    lines = Path("new.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines
    assert [Puzzle.loads("meuterer", line).dumps() for line in lines] == lines
    assert f"{len(lines)} puzzle" in told.out
    few = command(
        *("puzzles", "mine", "meuterer", "--games", 1, "--seed", "2", "--keep", 1, "--out", "one.jsonl")
    )
    assert few.out == "1 puzzle in one.jsonl.\n"


@pytest.mark.parametrize("found", [True, False])
def test_what_was_mined_before_ctrl_c_is_kept(
    command: Command, monkeypatch: pytest.MonkeyPatch, found: bool
) -> None:
    puzzle = puzzles("meuterer")[0]

    def mine(*_given: object) -> Iterator[tuple[int, Puzzle]]:
        if found:
            yield 0, puzzle
        # Meanwhile somebody else takes the name.
        Path("new.jsonl").write_text("another's")
        raise KeyboardInterrupt

    monkeypatch.setattr(command_of_puzzles, "mined", mine)
    monkeypatch.setattr(command_of_puzzles, "compile_one", lambda _game: None)
    told = command("puzzles", "mine", "meuterer", "--out", "new.jsonl")
    assert told.code == 130
    files = {path.name: path.read_text(encoding="utf-8") for path in Path().iterdir()}
    if found:
        assert told.err == "\n1 puzzle in new-2.jsonl.\n"
        assert files == {"new.jsonl": "another's", "new-2.jsonl": puzzle.dumps() + "\n"}
    else:
        assert told.err == "\nBroken off before a puzzle was found: new.jsonl was not made.\n"
        assert files == {"new.jsonl": "another's"}
