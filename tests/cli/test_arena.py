from __future__ import annotations

import csv
import os
import re
import shutil
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

import pytest

import quarterdeck
from quarterdeck import Action, View
from quarterdeck.bots import Bot, bot
from quarterdeck.cli import arena
from quarterdeck.lab.arena import match
from quarterdeck.lab.arena.match import Contest
from quarterdeck.lab.arena.references import REFERENCES
from quarterdeck.lab.arena.tournament import Tournament, play_all
from quarterdeck.play import find
from tests.cli.command import Command

TWO = ("rule-of-thumb", "random")
SMALL = ("--players", 3, "--deals", 2, "--jobs", 1)


def rows(path: str) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def without_times(printed: str) -> str:
    """All but the times, on whose length the columns' widths depend."""
    before, after = printed.split("Time for a move")
    return " ".join((before + after.split("Of all games")[1]).split())


def test_arena_prints_wins_ratings_scores_and_times_of_each_bot(command: Command) -> None:
    done = command("arena", "meuterer", *TWO, *SMALL)
    assert (done.code, done.err) == (0, "")
    lines = [line.rstrip() for line in done.out.splitlines()]
    assert lines[:3] == [
        "Meuterer, 3 players: 2 deals, 6 games, seed “0”",
        "Line-up: rule-of-thumb, random, random",
        "Games won, a seat; 33.3% would be fair",
    ]
    for heading in ("Rating, where rule-of-thumb has 1000", "Score, on average", "Of all games"):
        assert heading in lines
    assert sum(line.startswith("rule-of-thumb ") for line in lines) == 4
    assert sum(line.startswith("random ") for line in lines) == 4
    assert sum("s  at most " in line and line.endswith("s") for line in lines) == 2
    assert max(len(line) for line in lines) <= 80


def test_cross_play_prints_a_table_for_each_number_of_players(command: Command) -> None:
    bots = (*TWO, "network-2026-11")
    done = command("arena", "cartagena", *bots, "--all", "--players", 2, 3, "--deals", 2, "--jobs", 1)
    assert (done.code, done.err) == (0, "")
    lines = [line.rstrip() for line in done.out.splitlines()]
    for players in (2, 3):
        head = f"Cartagena: Die Meuterei, {players} players: 2 deals for each pair, seed “0”"
        rows = lines[lines.index(head) :][3:10]
        assert rows[0].split() == list(bots)
        assert [rows[at].split()[0] for at in (1, 3, 5)] == list(bots)
        assert [rows[at].split().index("–") for at in (1, 3, 5)] == [1, 2, 3]
    assert max(len(line) for line in lines) <= 80


OWN = """
class Last:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, view):
        return view.legal()[-1]
"""


def test_networks_references_and_classes_of_one_s_own_sit_in_the_arena(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("last_action.py").write_text(OWN)
    monkeypatch.syspath_prepend(os.getcwd())
    network = find("mutiny").network
    assert network is not None
    shutil.copy(network, "mine.npz")
    line = ("mine.npz", "network", "last_action:Last")
    files = ("--csv", "rows.csv", "--save", "games")
    done = command("arena", "mutiny", *line, "--players", 3, "--deals", 2, "--jobs", 1, *files)
    assert (done.code, done.err) == (0, "")
    assert "Line-up: mine.npz, network, last_action:Last" in done.out
    found = rows("rows.csv")
    assert {row["bot_0"] for row in found} == set(line)
    # The same network in the same seats plays the same games.
    first = [row for row in found if row["bot_2"] == "last_action:Last"]
    done = command(
        "arena", "mutiny", "network", "mine.npz", line[2], "--players", 3, "--deals", 2, "--csv", "b.csv"
    )
    assert [row["plies"] for row in first] == [
        row["plies"] for row in rows("b.csv") if row["bot_2"] == "last_action:Last"
    ]
    games = sorted(path for path in Path("games").iterdir())
    assert len(games) == 6
    assert command("verify", str(games[0])).code == 0


def test_a_network_of_another_game_is_refused(command: Command) -> None:
    network = find("cartagena").network
    assert network is not None
    shutil.copy(network, "other.npz")
    done = command("arena", "mutiny", "other.npz", "random", "--deals", 1)
    assert done.code == 1
    assert "The network other.npz plays cartagena, not mutiny." in done.err


def test_the_help_names_all_bots_to_measure_by(command: Command) -> None:
    told = " ".join(command("arena", "--help").out.split())
    for name in REFERENCES:
        assert f" {name}," in told.replace("network-2026- 11", "network-2026-11")


@pytest.mark.parametrize(
    ("asked", "code", "sentence"),
    [
        (("random", "mate", "--all", "--save", "games"), 2, "--all goes without --save: name one line-up"),
        (("random", "mate", "--all", "--plot", "a.png"), 2, "--all goes without --plot: name one line-up"),
        (("random", "--all"), 1, "Cross-play needs two bots or more, each named once."),
    ],
)
def test_cross_play_refuses_what_needs_a_line_up(
    command: Command, asked: tuple[str, ...], code: int, sentence: str
) -> None:
    assert sentence in command.refused("arena", "mutiny", *asked, "--deals", 1, code=code)


def test_figures_are_written_as_the_reader_s_language_writes_them(command: Command) -> None:
    done = command("arena", "meuterer", *TWO, *SMALL, "--language", "de")
    assert "33,3\N{NO-BREAK SPACE}%" in done.out
    # A point groups thousands, and nothing else.
    assert not re.search(r"\d\.\d(?!\d\d\b)", done.out)


def test_files_and_figures_are_the_same_with_any_number_of_processes(command: Command) -> None:
    figures = set()
    for jobs in (1, 2):
        files = ("--csv", f"{jobs}.csv", "--save", f"games{jobs}")
        done = command("arena", "meuterer", *TWO, "--players", 3, "--deals", 2, "--jobs", jobs, *files)
        figures.add(without_times(done.out))
    assert len(figures) == 1
    assert Path("1.csv").read_bytes() == Path("2.csv").read_bytes()
    names = sorted(path.name for path in Path("games1").iterdir())
    assert len(names) == 6
    assert all((Path("games1") / name).read_bytes() == (Path("games2") / name).read_bytes() for name in names)
    command("arena", "meuterer", *TWO, "--players", 3, "--deals", 1, "--seed", "other", "--csv", "3.csv")
    assert [row["plies"] for row in rows("3.csv")] != [row["plies"] for row in rows("1.csv")[:3]]


def test_every_game_is_a_row_and_a_match_file_that_tell_the_same(command: Command) -> None:
    command("arena", "mutiny", *TWO, "--players", 2, 3, "--deals", 2, "--csv", "all.csv", "--save", "games")
    found = rows("all.csv")
    assert len(found) == 2 * 2 + 2 * 3
    assert {(row["players"], row["bot_2"]) for row in found} == {
        ("2", ""),
        ("3", "random"),
        ("3", "rule-of-thumb"),
    }
    for row in found:
        seats = range(int(row["players"]))
        name = f"{row['players']}-players-deal-{row['deal']}-seating-{row['seating']}.qd"
        record = quarterdeck.Record.load(Path("games") / name)
        assert record.seed == row["seed"] == f"0/{int(row['deal']) - 1}"
        # Who has several seats has a number in each.
        assert [name.rstrip(" 12") for name in record.names] == [row[f"bot_{seat}"] for seat in seats]
        assert record.position.scores == tuple(int(row[f"score_{seat}"]) for seat in seats)
        assert record.position.winners == tuple(int(seat) for seat in row["winners"].split())
        assert len(record.moves) == int(row["plies"])
    assert command("verify", next(Path("games").iterdir())).code == 0


def test_every_seat_can_be_named_and_every_order_played(command: Command) -> None:
    line = ("random", "rule-of-thumb", "random")
    command("arena", "meuterer", *line, "--players", 3, "--deals", 1, "--seating", "all", "--csv", "all.csv")
    assert [[row[f"bot_{seat}"] for seat in range(3)] for row in rows("all.csv")] == [
        ["random", "rule-of-thumb", "random"],
        ["random", "random", "rule-of-thumb"],
        ["rule-of-thumb", "random", "random"],
    ]


def test_a_game_has_its_usual_number_of_players_and_its_options(command: Command) -> None:
    command("arena", "meuterer", *TWO, "--deals", 1, "--rules", "manual", "--save", "games")
    record = quarterdeck.Record.load("games/4-players-deal-1-seating-1.qd")
    assert record.game == quarterdeck.game("meuterer", players=4, rules="manual")


def test_arena_draws_a_plot(command: Command) -> None:
    done = command("arena", "meuterer", *TWO, *SMALL, "--plot", "arena.png")
    assert done.out.endswith("The plot is in arena.png.\n")
    assert Path("arena.png").read_bytes().startswith(b"\x89PNG")


def test_rows_and_a_plot_may_be_put_into_the_folder_of_match_files(command: Command) -> None:
    more = ("--save", "games", "--csv", "games/rows.csv", "--plot", "games/arena.png")
    assert command("arena", "meuterer", *TWO, *SMALL, *more).code == 0
    assert {file.suffix for file in Path("games").iterdir()} == {".qd", ".csv", ".png"}


def interrupted(
    tournament: Tournament, jobs: int, ray: str | None, played: Mapping[int, Contest]
) -> Generator[Contest, None, None]:
    """Ctrl+C in the fifth game."""
    for number, one in enumerate(play_all(tournament, jobs, ray, played)):
        if number == 4:
            raise KeyboardInterrupt
        yield one


def test_ctrl_c_prints_the_deals_that_were_played_in_every_seating(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "play_all", interrupted)
    done = command("arena", "meuterer", *TWO, *SMALL, "--csv", "played.csv")
    assert done.code == 130
    assert done.out.startswith(
        "Meuterer, 3 players: 1 deal, 3 games, seed “0”\nBroken off: 2 deals were meant.\n"
    )
    assert len(rows("played.csv")) == 4


class Breaks:
    """A bot that lasts one deal."""

    def choose(self, view: View) -> Action:
        raise ZeroDivisionError("no wind")


def test_a_bot_that_fails_ends_the_tournament_after_what_was_played(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(name: str, seed: Any = 0) -> Bot:
        return Breaks() if str(seed).startswith("0/1/") and name == "random" else bot(name, seed)

    monkeypatch.setattr(match, "bot", find)
    done = command("arena", "meuterer", *TWO, *SMALL)
    assert done.code == 1
    assert done.out.startswith("Meuterer, 3 players: 1 deal, 3 games, seed “0”\nBroken off")
    assert done.err.startswith("“random” broke down in Meuterer, 3 players, seed “0/1”, seat ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess", *TWO), "There is no game “chess”"),
        (("meuterer", "stockfish", "random"), "There is no agent “stockfish”: name one of rule-of-thumb,"),
        (("meuterer", "random"), "An arena needs two bots that differ; “quarterdeck balance” plays one"),
        (("meuterer", *TWO, *TWO, "random"), "5 bots are too many for 4 seats"),
        (("meuterer", *TWO, "random", "random", "--players", "3"), "4 bots are too many for 3 seats"),
        (("meuterer", *TWO, "--players", "9"), "In Meuterer “players” can be 3, 4, not “9”."),
        (("meuterer", *TWO, "--players", "3", "3"), "The same number of players is named twice."),
        (("meuterer", *TWO, "--deals", "0"), "“0” is no whole number from 1 to 1000000."),
        (("meuterer", *TWO, "--jobs", "many"), "“many” is no whole number from 1 to 999."),
        (("meuterer", *TWO, "--seating", "sofa"), "There is no seating “sofa”; there is rotate, all."),
        (("meuterer", *TWO, "--seed", " x"), "A seed is one line"),
        (("meuterer", *TWO, "--plot", "plot.bmp"), "a plot is written as one of"),
        (
            ("meuterer", *TWO, "--csv", "a.png", "--plot", "a.png"),
            "a.png can't be both the plot and the rows",
        ),
        (
            ("meuterer", *TWO, "--csv", "new", "--save", "new"),
            "new can't be both the folder of match files and a file: name two.",
        ),
        (("meuterer", *TWO, "--save", "new", "--csv", "no/all.csv"), "There is no folder no to put all.csv"),
        (("meuterer", *TWO, "--csv", "there.csv"), "there.csv exists already: name another file."),
        (("meuterer", *TWO, "--csv", "no/all.csv"), "There is no folder no to put all.csv in."),
        (("meuterer", *TWO, "--csv", "full/all.csv/"), "There is no folder full to put all.csv in."),
        (("meuterer", *TWO, "--save", "there.csv"), "there.csv can't be a folder of match files ("),
        (
            ("meuterer", *TWO, "--save", "there.csv/games"),
            "can't be a folder of match files (Not a directory)",
        ),
        (("meuterer", *TWO, "--save", "used"), "used has files in it already: name another folder."),
    ],
)
def test_bad_input_is_told_in_a_sentence_before_a_game_is_played(
    command: Command, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], sentence: str
) -> None:
    Path("there.csv").touch()
    Path("used").mkdir()
    (Path("used") / "letter.txt").touch()
    monkeypatch.delattr(arena, "play_all")
    assert sentence in command.refused("arena", *arguments)
    assert not Path("new").exists()


def test_a_game_and_bots_are_needed(command: Command) -> None:
    assert "GAME, BOT are missing" in command.refused("arena", code=2)
    assert "BOT is missing" in command.refused("arena", "meuterer", code=2)
