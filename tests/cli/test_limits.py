"""`--max-plies` of the commands that play: what it truncates is counted, and told."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.lab import data
from tests.cli.command import Command

PLAYING = {
    "arena": ("rule-of-thumb", "random", "--deals", 1),
    "balance": ("--bot", "random", "--games", 3),
    "selfplay": ("--bot", "random", "--games", 3, "--out", "games.parquet"),
}


def played(command: Command, name: str, *more: object) -> str:
    done = command(name, "mutiny", *PLAYING[name], "--players", 2, "--jobs", 1, *more)
    assert (done.code, done.err) == (0, "")
    return done.out


@pytest.mark.parametrize("name", ["arena", "balance"])
def test_figures_say_how_many_were_truncated(command: Command, name: str) -> None:
    lines = [line.split() for line in played(command, name, "--max-plies", 20).splitlines()]
    assert ["truncated", "after", "20", "moves", "100.0%"] in [line[:5] for line in lines]
    usual = f"{quarterdeck.game('mutiny').max_plies:,}"
    lines = [line.split() for line in played(command, name).splitlines()]
    assert ["truncated", "after", usual, "moves", "0.0%"] in [line[:5] for line in lines]


def test_the_rows_of_the_arena_say_which(command: Command) -> None:
    played(command, "arena", "--max-plies", 20, "--csv", "games.csv")
    with Path("games.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert {(row["truncated"], row["plies"], row["winners"]) for row in rows} == {("1", "20", "")}


def test_selfplay_says_how_many_were_truncated_if_any_were(command: Command) -> None:
    said = played(command, "selfplay", "--max-plies", 20)
    assert said.endswith("\nTruncated after 20 moves: 3 of 3 matches.\n")
    (batch,) = data.decisions("games.parquet")
    assert batch.truncated.all()
    Path("games.parquet").unlink()
    assert "runcated" not in played(command, "selfplay")


def test_one_move_is_no_plural(command: Command) -> None:
    for name in ("arena", "balance"):
        assert "truncated after 1 move " in played(command, name, "--max-plies", 1)
    said = played(command, "selfplay", "--max-plies", 1, "--games", 1)
    assert said.startswith("1 match with 1 move, ")
    assert said.endswith("\nTruncated after 1 move: 1 of 1 matches.\n")


def test_the_largest_limit_that_is_named_is_taken(command: Command) -> None:
    assert "truncated after 1,000,000,000 moves" in played(command, "balance", "--max-plies", 1_000_000_000)


@pytest.mark.parametrize("name", PLAYING)
def test_what_is_no_limit_is_refused(command: Command, name: str) -> None:
    for wrong in ("0", "many", "1.5"):
        sentence = command.refused(name, "mutiny", *PLAYING[name], "--max-plies", wrong)
        assert f"“{wrong}” is no whole number from 1 to 1000000000." in sentence
