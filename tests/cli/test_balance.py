from __future__ import annotations

import re
from collections.abc import Generator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.cli import balance
from quarterdeck.lab.balance import Balance, play_balances
from tests.cli.command import Command

SMALL = ("--games", 3, "--bot", "random")


def test_balance_prints_a_table_for_each_number_of_players(command: Command) -> None:
    done = command("balance", "meuterer", *SMALL)
    assert done.code == 0
    assert done.err == ""
    heads = [line for line in done.out.splitlines() if line.startswith("Meuterer")]
    assert heads == [
        "Meuterer, 3 players: 3 games, random in every seat, seed “0”",
        "Meuterer, 4 players: 3 games, random in every seat, seed “0”",
    ]
    assert "Games won, by place; 33.3% each would be fair" in done.out
    assert "Games won, by place; 25.0% each would be fair" in done.out
    for label in ("begins", "fourth", "won by nobody", "rounds", "moves", "winner's score"):
        assert f"\n{label} " in done.out


def test_balance_cuts_no_figure_on_a_narrow_screen(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    done = command("balance", "mutiny", "--players", 2, *SMALL)
    assert "…" not in done.out
    assert "\nrum paid to " in done.out


def test_balance_tells_the_same_with_any_number_of_processes(command: Command) -> None:
    figures = {
        command("balance", "meuterer", "--players", 3, "--jobs", jobs, "--seed", "x", *SMALL).out
        for jobs in (1, 2, 9)
    }
    assert len(figures) == 1
    assert command("balance", "meuterer", "--players", 3, "--seed", "y", *SMALL).out not in figures


def test_balance_plays_with_options_and_a_table(command: Command) -> None:
    Path("mine.toml").write_text(command("table", "meuterer").out.replace("dock = 5", "dock = 29"))
    plain = command("balance", "meuterer", "--players", 4, *SMALL).out
    for more in (("--table", "mine.toml"), ("--rules", "manual"), ("--pirates", "on")):
        assert command("balance", "meuterer", "--players", 4, *SMALL, *more).out != plain


def test_a_share_of_no_games_is_a_dash(command: Command) -> None:
    done = command("balance", "mutiny", "--players", 2, *SMALL, "--max-plies", 5)
    figures = dict(re.findall(r"^(.+?) {2,}(\S.*?) *$", done.out, re.MULTILINE))
    assert figures["begins"] == figures["second"] == figures["Gunner: primary"] == "–"
    assert figures["won by nobody"].startswith("100.0%  ")
    assert figures["won by several"].startswith("0.0%  ")


def test_balance_draws_a_plot(command: Command) -> None:
    done = command("balance", "meuterer", "--players", 3, *SMALL, "--plot", "mine.png")
    assert done.out.endswith("The plots are in mine.png.\n")
    assert Path("mine.png").read_bytes().startswith(b"\x89PNG")


def interrupted(*given: Any) -> Generator[Balance, None, None]:
    yield from islice(play_balances(*given), 2)
    raise KeyboardInterrupt


def test_ctrl_c_prints_what_was_played(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "play_balances", interrupted)
    done = command("balance", "meuterer", "--players", 3, *SMALL, "--plot", "mine.png")
    assert done.code == 130
    assert done.out.startswith(
        "Meuterer, 3 players: 2 games, random in every seat, seed “0”\nBroken off: 3 games were meant.\n"
    )
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "There is no game “chess”"),
        (("meuterer", "--players", "9"), "In Meuterer “players” can be 3, 4, not “9”."),
        (("meuterer", "--players", "3", "4", "3"), "The same number of players is named twice."),
        (("meuterer", "--players", "3", "--players", "3"), "The same number of players is named twice."),
        (("meuterer", "--rules", "klingon"), "not “klingon”"),
        (("meuterer", "--bot", "stockfish"), "There is no agent “stockfish”"),
        (("meuterer", "--table", "none.toml"), "none.toml"),
        (("meuterer", "--seed", "two\nlines"), "A seed is one line of printable text"),
        (("meuterer", "--seed", "\udcff"), "A seed is one line of printable text"),
        (("meuterer", "--games", "0"), "“0” is no whole number from 1 to 10000000."),
        (("meuterer", "--jobs", "many"), "“many” is no whole number from 1 to 999."),
        (("meuterer", "--plot", "plot.bmp"), "a plot is written as one of"),
        (("meuterer", "--plot", "there/plot.png"), "There is no folder there to put plot.png in."),
    ],
)
def test_bad_input_is_told_in_a_sentence_before_a_game_is_played(
    command: Command, arguments: tuple[str, ...], sentence: str
) -> None:
    assert sentence in command.refused("balance", *arguments)


def test_a_game_is_needed(command: Command) -> None:
    assert "GAME is missing" in command.refused("balance", code=2)
