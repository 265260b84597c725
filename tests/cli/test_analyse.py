from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import quarterdeck
from quarterdeck.cli.sparkline import curve
from tests.cli.command import Command

BRIEF = ("--simulations", 20)


def told(command: Command, *arguments: object) -> Any:
    """The JSON that the command prints."""
    done = command("analyse", *arguments, "--json", *BRIEF)
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def test_analyse_draws_a_curve_for_each_player_and_tells_what_mattered(
    command: Command, match_file: Path, finished: quarterdeck.Record
) -> None:
    done = command("analyse", match_file, "--moments", 2, *BRIEF)
    assert (done.code, done.err) == (0, "")
    assert "With open cards: each seat's chance as that seat could know it." in done.out
    for seat, name in enumerate(finished.names):
        end = 100 if seat in finished.position.winners else 0
        assert re.search(rf"^{name} +\d+% → +{end}% .*[▁-█]", done.out, re.M)
    assert done.out.count("a better choice was there") == 2
    assert done.out.count("luck, or what others did") == 2
    assert done.out.count("◂ played") == 2
    assert re.search(r"^Move \d+, Round \d · ", done.out, re.M)
    assert all(len(line) <= 80 for line in done.out.splitlines())


def test_a_seat_is_told_of_its_own_decisions_alone_and_nobodys_secrets(
    command: Command, match_file: Path, finished: quarterdeck.Record
) -> None:
    found = told(command, match_file, "--seat", 1)
    assert found["perspective"] == 1
    assert {one["seat"] for one in found["decisions"]} == {1}
    public = finished.game.spec.public_text
    assert found["moves"] == [
        [seat, action.text if seat == 1 else public(action.id)] for seat, action in finished.moves
    ]


def test_the_same_file_gives_the_same_figures(command: Command, match_file: Path) -> None:
    assert told(command, match_file, "--spectator") == told(command, match_file, "--spectator")


def test_a_match_that_goes_on_is_seen_from_beside_the_table(
    command: Command, open_file: Path, match_file: Path
) -> None:
    assert told(command, open_file)["perspective"] is None
    assert told(command, open_file)["decisions"] == []
    assert told(command, open_file, "--open")["perspective"] == "all"
    assert told(command, match_file)["perspective"] == "all"


def test_a_match_without_moves_has_its_chances(command: Command) -> None:
    quarterdeck.Record(quarterdeck.game("mutiny"), 5).save("new.qd")
    done = command("analyse", "new.qd", *BRIEF)
    assert "No single move mattered much." in done.out
    assert done.code == 0


def test_some_seconds_are_a_budget_too(command: Command) -> None:
    record = quarterdeck.Record(quarterdeck.game("mutiny"), 5)
    record.append(0, "bid 0 0")
    record.save("short.qd")
    assert "Mutiny!" in command("analyse", "short.qd", "--seconds", "0.05").out


def test_a_seat_that_is_not_there_is_refused_before_anything_is_compiled(
    command: Command, match_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quarterdeck.cli.analyse.compile_one", None)
    assert command.refused("analyse", match_file, "--seat", 4).startswith("There is no seat 4")


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("match.qd", "--seat", "4"), 1, "There is no seat 4; seats are the numbers 0 to 3."),
        (("none.qd",), 1, "none.qd can't be read (No such file or directory)."),
        (("match.qd", "--simulations", "0"), 1, "“0” is no whole number from 1 to 10000000."),
        (("match.qd", "--seconds", "0"), 1, "“0” is no number of seconds above 0"),
        (("match.qd", "--seconds", "soon"), 1, "“soon” is no number of seconds above 0"),
        (("match.qd", "--seat", "1", "--open"), 2, "exclude each other"),
        (("match.qd", "--seconds", "1", "--simulations", "9"), 2, "exclude each other"),
        ((), 2, "FILE is missing"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    command: Command, match_file: Path, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    assert match_file.exists()
    assert sentence in command.refused("analyse", *arguments, code=code)


def test_a_curve_shows_all_that_is_not_nothing() -> None:
    assert curve([0, 0.001, 0.25, 0.5, 0.75, 1], 9, 2) == ["    ▄█", " ▁▄███"]
    assert curve([0, 1, 0, 1], 2, 1) == ["██"]
