from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from quarterdeck import Record
from quarterdeck.cli import selfplay
from quarterdeck.lab import data
from quarterdeck.lab.data import Matches, Selfplay, play_all
from tests.cli.command import Command

SMALL = ("meuterer", "--players", 3, "--games", 4, "--jobs", 1)


def test_selfplay_makes_a_table_and_says_how_much_it_is(command: Command) -> None:
    done = command("selfplay", *SMALL, "--bot", "random", "--out", "games.parquet")
    records = list(data.load("games.parquet"))
    moves = sum(len(record.moves) for record in records)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"4 matches with {moves} moves, ")
    assert done.out.endswith(" kB, in games.parquet.\n")


def test_each_seat_has_its_bot_and_the_deals_are_those_of_the_arena(command: Command) -> None:
    line = ("rule-of-thumb", "random")
    command("selfplay", *SMALL[:-4], "--games", 2, "--seed", "x", "--bot", *line, "--out", "games")
    command("arena", "meuterer", *line, "--players", 3, "--deals", 2, "--seed", "x", "--save", "arena")
    for number in range(2):
        kept = Record.load(f"games/{number:08}.qd")
        seated = Record.load(f"arena/3-players-deal-{number + 1}-seating-1.qd")
        assert kept.seed == seated.seed
        assert kept.names == ["rule-of-thumb", "random", "random"]
        assert command("verify", f"games/{number:08}.qd").code == 0


def test_a_bot_named_by_an_option_of_its_own_is_not_forgotten(command: Command) -> None:
    few = (*SMALL[:-4], "--games", 1)
    command("selfplay", *few, "--bot", "rule-of-thumb", "--bot", "random", "--out", "games")
    assert Record.load("games/00000000.qd").names == ["rule-of-thumb", "random", "random"]
    command("selfplay", *few, "--out", "usual")
    assert set(Record.load("usual/00000000.qd").names) == {"rule-of-thumb"}


def test_with_a_bot_that_searches_the_matches_are_those_of_the_arena(command: Command) -> None:
    line, few = ("captain", "random"), ("--players", 3, "--seed", "x", "--max-plies", 24, "--jobs", 1)
    command("selfplay", "meuterer", *few, "--games", 2, "--bot", *line, "--out", "games")
    command("arena", "meuterer", *line, *few, "--deals", 2, "--save", "arena")
    for number in range(2):
        kept = Record.load(f"games/{number:08}.qd")
        seated = Record.load(f"arena/3-players-deal-{number + 1}-seating-1.qd")
        assert len(kept.moves) == 24
        assert (kept.seed, kept.moves) == (seated.seed, seated.moves)


FIRST = "class First:\n    def choose(self, view):\n        return view.legal()[0]\n"


def test_a_bot_of_ones_own_plays_as_in_the_arena(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("first_of_all.py").write_text(FIRST)
    monkeypatch.syspath_prepend(os.getcwd())
    line, few = ("first_of_all:First", "random"), ("--players", 3, "--seed", "x", "--jobs", 1)
    assert command("selfplay", "meuterer", *few, "--games", 1, "--bot", *line, "--out", "games").code == 0
    command("arena", "meuterer", *line, *few, "--deals", 1, "--save", "arena")
    kept, seated = (
        Record.load(name) for name in ("games/00000000.qd", "arena/3-players-deal-1-seating-1.qd")
    )
    assert (kept.names, kept.moves) == (["first_of_all:First", "random", "random"], seated.moves)
    done = command("selfplay", "meuterer", *few, "--games", 1, "--bot", "first_of_all:Last", "--out", "other")
    assert (done.code, done.err) == (1, "The module “first_of_all” has no “Last”.\n")


def test_files_are_the_same_with_any_number_of_processes(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for jobs in (1, 2):
        for name in ("random", "rule-of-thumb"):
            sizes = ("--players", 3, "--games", 1200 if name == "random" else 3, "--jobs", jobs)
            command("selfplay", "meuterer", *sizes, "--bot", name, "--out", f"{name}{jobs}.parquet")
    assert Path("random1.parquet").read_bytes() == Path("random2.parquet").read_bytes()
    assert Path("rule-of-thumb1.parquet").read_bytes() == Path("rule-of-thumb2.parquet").read_bytes()


def interrupted(series: Selfplay, jobs: int, ray: str | None) -> Generator[Matches, None, None]:
    yield from play_all(series)
    raise KeyboardInterrupt


def test_ctrl_c_leaves_no_file_and_says_so(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "play_all", interrupted)
    done = command("selfplay", *SMALL, "--bot", "random", "--out", "games.parquet")
    assert (done.code, done.out) == (130, "")
    assert done.err.strip() == (
        "Broken off after 4 of 4 matches; games.parquet was not made: begin again, perhaps with "
        "fewer --games."
    )
    assert list(Path().iterdir()) == []


def beside(series: Selfplay, jobs: int, ray: str | None) -> Generator[Matches, None, None]:
    yield from play_all(series)
    Path("games.parquet").write_text("mine")


def test_a_file_that_appears_meanwhile_stays_and_the_matches_are_kept(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "play_all", beside)
    assert command.refused("selfplay", *SMALL, "--bot", "random", "--out", "games.parquet") == (
        "games.parquet was made by somebody else meanwhile and stays: the matches are in games-2.parquet."
    )
    assert Path("games.parquet").read_text() == "mine"
    assert len(list(data.load("games-2.parquet"))) == 4


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess", "--out", "new.qd"), "There is no game “chess”"),
        (("meuterer", "--bot", "stockfish", "--out", "new.qd"), "There is no agent “stockfish”"),
        (("mutiny", "--bot", *["random"] * 6, "--out", "new.qd"), "6 bots are too many for"),
        (("meuterer", "--seed", " x", "--out", "new.qd"), "A seed is one line"),
        (("meuterer", "--games", "0", "--out", "new.qd"), "“0” is no whole number from 1 to 100000000."),
        (("meuterer", "--out", "there.qd"), "there.qd exists already: name another file."),
        (
            ("meuterer", "--out", "new.csv"),
            "new.csv: a data set is a file that ends in .parquet or .qd, or a",
        ),
        (("meuterer", "--out", "no/new.qd"), "There is no folder no to put new.qd in."),
        (
            ("meuterer", "--out", "n" * 300 + ".parquet"),
            "n.parquet can't be written (File name too long): name another file.",
        ),
        (("meuterer", "--out", "there.qd/new.qd"), "There is no folder there.qd to put new.qd in."),
    ],
)
def test_bad_input_is_told_in_a_sentence_before_a_match_is_played(
    command: Command, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], sentence: str
) -> None:
    Path("there.qd").touch()
    monkeypatch.setattr(Selfplay, "play", None)
    assert sentence in command.refused("selfplay", *arguments)
    assert [path.name for path in Path().iterdir()] == ["there.qd"]


def test_a_place_for_the_data_is_needed(command: Command) -> None:
    assert "--out is missing" in command.refused("selfplay", "meuterer", code=2)
