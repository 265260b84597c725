"""Tournaments that go on with the rows of an earlier run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quarterdeck.cli import arena
from quarterdeck.lab.arena.match import Contest
from quarterdeck.lab.arena.rows import Rows
from quarterdeck.lab.arena.tournament import Tournament
from tests.cli.command import Command
from tests.cli.test_arena import interrupted

LINE = ("meuterer", "rule-of-thumb", "random", "--players", 3, "--jobs", 1)
WHOLE = (*LINE, "--deals", 3)
PATH = Path("games.csv")


@pytest.fixture
def whole(command: Command) -> tuple[str, bytes]:
    """What a tournament prints from its line-up to its times, and the rows it writes."""
    done = command("arena", *WHOLE, "--csv", "whole.csv")
    return figures(done.out), Path("whole.csv").read_bytes()


def figures(printed: str) -> str:
    return printed.partition("Line-up")[2].partition("Time for a move")[0]


def played_now(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The deals and seatings that are played from now on."""
    played: list[tuple[int, int]] = []
    play = Tournament.play

    def counted(self: Tournament, number: int, *more: Any) -> Contest:
        match = play(self, number, *more)
        played.append((match.deal, match.seating))
        return match

    monkeypatch.setattr(Tournament, "play", counted)
    return played


def test_an_interrupted_tournament_goes_on_and_ends_like_a_whole_one(
    command: Command, whole: tuple[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(arena, "play_all", interrupted)
        assert command("arena", *WHOLE, "--csv", PATH).code == 130
    now = played_now(monkeypatch)
    done = command("arena", *WHOLE, "--csv", PATH, "--resume")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("4 games of games.csv are not played again.\n")
    assert now == [(1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert (figures(done.out), PATH.read_bytes()) == whole


def test_more_deals_are_added_to_a_tournament_that_had_ended(
    command: Command, whole: tuple[str, bytes]
) -> None:
    command("arena", *LINE, "--deals", 1, "--csv", PATH, "--resume")
    done = command("arena", *WHOLE, "--csv", PATH, "--resume")
    assert done.out.startswith("3 games of games.csv are not played again.\n")
    assert (figures(done.out), PATH.read_bytes()) == whole


def test_nothing_is_played_where_all_is_there_and_no_time_is_made_up(
    command: Command, whole: tuple[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    PATH.write_bytes(whole[1])
    now = played_now(monkeypatch)
    done = command("arena", *WHOLE, "--csv", PATH, "--resume")
    assert done.out.startswith("9 games of games.csv are not played again.\n")
    assert now == []
    assert [line.split() for line in done.out.splitlines() if "ms" in line] == []
    assert (figures(done.out), PATH.read_bytes()) == whole


def test_a_row_that_was_cut_short_is_played_again(command: Command, whole: tuple[str, bytes]) -> None:
    PATH.write_bytes(whole[1][:-7])
    done = command("arena", *WHOLE, "--csv", PATH, "--resume")
    assert done.out.startswith("8 games of games.csv are not played again.\n")
    assert PATH.read_bytes() == whole[1]


def test_cross_play_goes_on_with_the_pairs_that_are_missing(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    cross = ("arena", "cartagena", "random", "rule-of-thumb", "--all", "--players", 2, "--deals", 1)
    jobs = ("--jobs", 1)
    first = command(*cross, *jobs, "--csv", PATH).out
    lines = PATH.read_text(encoding="utf-8").splitlines(keepends=True)
    PATH.write_text("".join(lines[:3]), encoding="utf-8")
    now = played_now(monkeypatch)
    done = command(*cross, *jobs, "--csv", PATH, "--resume")
    assert done.out == "2 games of games.csv are not played again.\n" + first
    assert len(now) == len(lines) - 3
    assert PATH.read_text(encoding="utf-8") == "".join(lines)


@pytest.mark.parametrize(
    "other",
    [("--seed", "other"), ("--pirates", "double"), ("--max-plies", 5000), ("--table", "dear.toml")],
)
def test_games_of_another_kind_are_played(
    command: Command, whole: tuple[str, bytes], other: tuple[object, ...]
) -> None:
    changed = command("table", "meuterer").out.replace("dock = 5", "dock = 29")
    Path("dear.toml").write_text(changed, encoding="utf-8")
    PATH.write_bytes(whole[1])
    done = command("arena", *LINE, "--deals", 1, *other, "--csv", PATH, "--resume")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("0 games of games.csv are not played again.\n")
    assert PATH.read_bytes().startswith(whole[1])
    assert len(PATH.read_bytes().splitlines()) == 1 + 9 + 3


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "{header}\n1,2\n", '{header}\n"x\n', "\ud800"])
def test_a_file_of_something_else_stays_as_it_is(
    command: Command, whole: tuple[str, bytes], text: str
) -> None:
    header = whole[1].decode().splitlines()[0]
    PATH.write_bytes(text.replace("{header}", header).encode("utf-8", "surrogatepass"))
    before = PATH.read_bytes()
    done = command("arena", *WHOLE, "--csv", PATH, "--resume")
    assert done.code == 1
    assert done.err == "games.csv has no rows of this command in it: name another file.\n"
    assert PATH.read_bytes() == before


def test_a_row_without_its_result_is_named(command: Command, whole: tuple[str, bytes]) -> None:
    lines = whole[1].decode().splitlines(keepends=True)
    PATH.write_text(lines[0] + lines[1].rsplit(",", 2)[0] + ",many,0\n", encoding="utf-8")
    done = command("arena", *WHOLE, "--csv", PATH, "--resume")
    assert done.code == 1
    assert "without the result of its game" in done.err


def test_two_commands_do_not_write_one_file(command: Command) -> None:
    rows = Rows(PATH, 3)
    done = command("arena", *WHOLE, "--csv", PATH, "--resume")
    assert (done.code, done.err) == (
        1,
        "Another command is writing games.csv: wait for its end, or name another file.\n",
    )
    rows.close()
    assert command("arena", *WHOLE, "--csv", PATH, "--resume").code == 0


@pytest.mark.parametrize("more", [(), ("--csv", PATH, "--save", "games")])
def test_resuming_needs_the_rows_and_no_folder(command: Command, more: tuple[object, ...]) -> None:
    done = command("arena", *WHOLE, *more, "--resume")
    assert done.code == 2
    assert "--resume goes with --csv" in done.err
    assert not PATH.exists()
