"""Tournaments that go on with the rows of an earlier run."""

from __future__ import annotations

import re
from collections.abc import Callable
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
    """All but the times, on whose length the columns' widths depend."""
    printed = printed.partition("Line-up")[2].partition("Time for a move")[0]
    return "\n".join(" ".join(line.split()) for line in printed.splitlines())


def already(count: int, left: int) -> str:
    """What a resumed command says first."""
    return f"Games that are in games.csv already: {count}. Games that are left to play: {left}.\n"


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
    assert done.out.startswith(already(4, 5))
    assert now == [(1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert (figures(done.out), PATH.read_bytes()) == whole


def test_more_deals_are_added_to_a_tournament_that_had_ended(
    command: Command, whole: tuple[str, bytes]
) -> None:
    command("arena", *LINE, "--deals", 1, "--csv", PATH, "--resume")
    done = command("arena", *WHOLE, "--csv", PATH, "--resume")
    assert done.out.startswith(already(3, 6))
    assert (figures(done.out), PATH.read_bytes()) == whole


def test_nothing_is_played_where_all_is_there_and_no_time_is_made_up(
    command: Command, whole: tuple[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    PATH.write_bytes(whole[1])
    now = played_now(monkeypatch)
    done = command("arena", *WHOLE, "--csv", PATH, "--resume")
    assert done.out.startswith(already(9, 0))
    assert now == []
    assert [line.split() for line in done.out.splitlines() if "ms" in line] == []
    assert (figures(done.out), PATH.read_bytes()) == whole


def test_a_row_that_was_cut_short_is_played_again(command: Command, whole: tuple[str, bytes]) -> None:
    PATH.write_bytes(whole[1][:-7])
    done = command("arena", *WHOLE, "--csv", PATH, "--resume")
    assert done.out.startswith(already(8, 1))
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
    assert done.out == already(2, len(lines) - 3) + first
    assert len(now) == len(lines) - 3
    assert PATH.read_text(encoding="utf-8") == "".join(lines)


@pytest.mark.parametrize(
    "other",
    [("--seed", "other"), ("--pirates", "double"), ("--max-plies", 5000), ("--table", "dear.toml")],
)
def test_rows_of_other_games_are_not_taken_for_these(
    command: Command, whole: tuple[str, bytes], other: tuple[object, ...]
) -> None:
    changed = command("table", "meuterer").out.replace("dock = 5", "dock = 29")
    Path("dear.toml").write_text(changed, encoding="utf-8")
    refused_as_other_games(command, whole[1], LINE, *other)


def refused_as_other_games(command: Command, text: bytes, line: tuple[object, ...], *more: object) -> None:
    PATH.write_bytes(text)
    done = command("arena", *line, *more, "--deals", 1, "--csv", PATH, "--resume")
    assert done.code == 1
    assert done.err.startswith("games.csv has games, but none of this tournament")
    assert PATH.read_bytes() == text


def test_rows_of_another_game_are_not_taken_for_this_one(command: Command, whole: tuple[str, bytes]) -> None:
    refused_as_other_games(command, whole[1], ("cartagena", *LINE[1:]))


def test_rows_of_a_bot_that_has_changed_are_not_taken_for_its_own(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path.cwd()))
    source = Path("changing.py")
    source.write_text(BOT)
    line = ("meuterer", "changing:Mine", "random", "--players", 3, "--jobs", 1)
    command("arena", *line, "--deals", 1, "--csv", PATH)
    text = PATH.read_bytes()
    assert command("arena", *line, "--deals", 1, "--csv", PATH, "--resume").out.startswith(already(3, 0))
    source.write_text(BOT + "\n# better\n")
    refused_as_other_games(command, text, line)


BOT = """class Mine:
    def choose(self, view):
        return view.legal()[0]
"""


def test_games_that_were_truncated_stay_truncated(command: Command) -> None:
    short = (*WHOLE, "--max-plies", 20, "--csv", PATH)
    first = command("arena", *short).out
    assert PATH.read_text(encoding="utf-8").count(",1\n") == 9
    again = command("arena", *short, "--resume").out
    assert figures(again) == figures(first)
    assert re.search(r"truncated after 20 moves +100\.0", again)


def test_several_processes_play_what_is_left(command: Command, whole: tuple[str, bytes]) -> None:
    PATH.write_bytes(b"".join(whole[1].splitlines(keepends=True)[:4]))
    done = command("arena", *WHOLE[:-4], "--jobs", 2, "--deals", 3, "--csv", PATH, "--resume")
    assert done.out.startswith(already(3, 6))
    assert (figures(done.out), PATH.read_bytes()) == whole


def test_a_letter_that_was_cut_in_two_costs_its_row_alone(command: Command, whole: tuple[str, bytes]) -> None:
    PATH.write_bytes(whole[1] + "ä".encode()[:1])
    assert command("arena", *WHOLE, "--csv", PATH, "--resume").out.startswith(already(9, 0))
    assert PATH.read_bytes() == whole[1]


@pytest.mark.parametrize("text", ["", "game,opt"])
def test_a_file_that_ends_within_its_first_line_is_begun_anew(
    command: Command, whole: tuple[str, bytes], text: str
) -> None:
    PATH.write_text(text)
    done = command("arena", *WHOLE, "--csv", PATH, "--resume")
    assert done.out.startswith(already(0, 9))
    assert PATH.read_bytes() == whole[1]


def test_lines_go_on_to_end_as_they_did(command: Command, whole: tuple[str, bytes]) -> None:
    PATH.write_bytes(b"".join(whole[1].splitlines(keepends=True)[:4]).replace(b"\n", b"\r\n"))
    command("arena", *WHOLE, "--csv", PATH, "--resume")
    assert PATH.read_bytes() == whole[1].replace(b"\n", b"\r\n")


@pytest.mark.parametrize("text", ["a,b\n1,2\n", "{header}\n1,2\n", '{header}\n"x\n', "\ud800"])
def test_a_file_of_something_else_stays_as_it_is(
    command: Command, whole: tuple[str, bytes], text: str
) -> None:
    header = whole[1].decode().splitlines()[0]
    PATH.write_bytes(text.replace("{header}", header).encode("utf-8", "surrogatepass"))
    before = PATH.read_bytes()
    done = command("arena", *WHOLE, "--csv", PATH, "--resume")
    assert done.code == 1
    assert done.err == "games.csv has other columns than the rows of this command: name another file.\n"
    assert PATH.read_bytes() == before


@pytest.mark.parametrize(
    "changed",
    [
        lambda row: row.rsplit(",", 2)[0] + ",many,0\n",
        lambda row: row.rsplit(",", 1)[0] + ",2\n",
        lambda row: row.rsplit(",", 4)[0] + ",7,8,90,0\n",
    ],
)
def test_a_row_without_its_result_is_named(
    command: Command, whole: tuple[str, bytes], changed: Callable[[str], str]
) -> None:
    lines = whole[1].decode().splitlines(keepends=True)
    PATH.write_text(lines[0] + changed(lines[1]), encoding="utf-8")
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
