"""`quarterdeck logbook`: whose, of which games, and what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

from quarterdeck.tables.store.folder import DataFolder
from quarterdeck.tables.store.rows import Guest
from quarterdeck.tables.store.store import Store
from tests.cli.command import Command
from tests.cli.test_backup import told
from tests.tables.store.test_results import book, over, result
from tests.tables.stored import keep_guest


def kept(path: Path, *names: str) -> None:
    """A data folder in which each of these people has won a game of Meuterer and lost one of Mutiny!."""
    folder = DataFolder(path)
    store = Store(folder.database())
    for name in names:
        over(store, f"{name}1", f"{name}2")
        keep_guest(store, Guest(name, name, None, False, [], 1, 1))
        book(store, f"{name}1", 1, result(f"{name}1", name))
        lost = result(f"{name}2", name, game="mutiny", place=4, won=False, score=3, sources={"tile": 3})
        book(store, f"{name}2", 1, lost)
    store.close()
    folder.close()


def test_the_only_logbook_is_shown(command: Command) -> None:
    kept(Path("ship"), "Ann")
    said = told(command, "logbook", "--data", "ship")
    assert "The logbook of Ann" in said
    assert "2 games, 1 won: 50" in said
    assert "Docking as Captain" in said
    assert "Mutiny!" not in told(command, "logbook", "Ann", "--game", "meuterer", "--data", "ship")


def test_of_several_people_one_is_to_be_named(command: Command) -> None:
    kept(Path("ship"), "Ann", "Ben")
    said = told(command, "logbook", "--data", "ship")
    assert "quarterdeck logbook NAME" in said
    assert all(name in said for name in ("Ann", "Ben"))
    assert "The logbook of Ben" in told(command, "logbook", "Ben", "--data", "ship")


def test_a_logbook_is_json_for_programs(command: Command) -> None:
    kept(Path("ship"), "Ann")
    (ann,) = json.loads(told(command, "logbook", "Ann", "--json", "--game", "mutiny", "--data", "ship"))
    assert ann["name"] == "Ann"
    assert [(one["table"], one["place"]) for one in ann["games"]] == [("Ann2", 4)]


def test_who_or_what_is_not_there_is_one_sentence(command: Command) -> None:
    outcome = command("logbook", "--data", "nowhere")
    assert (outcome.code, outcome.err.count("\n")) == (1, 1)
    assert outcome.err.startswith(f"There is no database {Path('nowhere').resolve()}")
    kept(Path("empty"))
    assert "Nobody has finished a game on this server yet." in command("logbook", "--data", "empty").err
    assert "Nobody called “Zoe”" in command("logbook", "Zoe", "--data", "empty").err
    kept(Path("ship"), "Ann")
    outcome = command("logbook", "Zoe", "--data", "ship")
    said = "Nobody called “Zoe” has finished a game here. There is Ann.\n"
    assert (outcome.code, outcome.err) == (1, said)
    assert "the value is empty" in command("logbook", "", "--data", "ship").err
    outcome = command("logbook", "--game", "chess", "--data", "ship")
    assert (outcome.code, outcome.err.count("\n")) == (1, 1)
