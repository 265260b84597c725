"""`quarterdeck backup`, `restore` and `export`: what a server keeps, in one file and back."""

from __future__ import annotations

import gzip
import json
import re
import signal
from pathlib import Path

import httpx2
import pytest

from quarterdeck.tables.store.backup import backup
from quarterdeck.tables.store.folder import DataFolder
from quarterdeck.tables.store.rows import Guest
from quarterdeck.tables.store.store import Store
from scripts.postgres import Cluster
from tests.cli.command import Command
from tests.servers import running
from tests.tables.stored import keep_guest, move, row, summary, write


def filled(path: Path) -> None:
    """A data folder with two tables, one of them with three moves."""
    folder = DataFolder(path)
    store = Store(folder.database())
    for id_ in ("first", "second"):
        store.add(row(id_), summary())
    store.append([write("first", move(1), move(2), move(3))])
    store.close()
    folder.close()


def told(command: Command, *arguments: object) -> str:
    outcome = command(*arguments)
    assert (outcome.code, outcome.err) == (0, "")
    return outcome.out


def test_a_folder_goes_into_a_file_and_into_another_folder(command: Command) -> None:
    filled(Path("ship"))
    said = told(command, "backup", "monday.gz", "--data", "ship")
    size = Path("monday.gz").stat().st_size
    assert said == f"The backup monday.gz is written: 2 tables, 3 entries, {size} bytes.\n"
    said = told(command, "restore", "monday.gz", "--data", "boat")
    assert said == f"The backup monday.gz is restored: 2 tables, 3 entries, {size} bytes.\n"
    before, after = (Store(Path(name) / "quarterdeck.sqlite3") for name in ("ship", "boat"))
    for id_ in ("first", "second"):
        assert after.table(id_) == before.table(id_)
    before.close()
    after.close()


def test_a_host_moves_from_sqlite_to_postgresql_and_back(command: Command, postgres: Cluster) -> None:
    filled(Path("ship"))
    url = postgres.fresh()
    told(command, "backup", "there.gz", "--data", "ship")
    assert "2 tables, 3 entries" in told(command, "restore", "there.gz", "--database", url)
    assert not Path("boat").exists()
    assert "2 tables, 3 entries" in told(command, "--database", url, "backup", "back.gz")
    told(command, "restore", "back.gz", "--data", "boat")
    assert Path("back.gz").read_bytes() == Path("there.gz").read_bytes()


def test_the_database_may_be_named_where_a_server_finds_it(command: Command, tmp_path: Path) -> None:
    filled(Path("ship"))
    url = f"sqlite:///{tmp_path / 'ship' / 'quarterdeck.sqlite3'}"
    Path("host.toml").write_text(f'database = "{url}"\n')
    assert "2 tables" in told(command, "backup", "one.gz", "--config", "host.toml")
    assert "2 tables" in told(command, "backup", "two.gz", "--database", url)
    assert "2 tables" in told(command, "--data=ship", "backup", "three.gz")


def test_a_running_server_is_backed_up(command: Command) -> None:
    with running(Path("ship")) as server:
        client = httpx2.Client(base_url=server.address)
        found = re.search(r'name="csrf" value="([^"]+)"', client.get("/").text)
        assert found
        form = {"csrf": found[1], "quick": "meuterer", "friends": "on"}
        table = client.post("/tables", data=form).headers["location"]
        assert "1 table, 0 entries" in told(command, "backup", "while.gz", "--data", "ship")
        assert client.get(table).status_code == 200
        client.close()
    told(command, "restore", "while.gz", "--data", "boat")
    boat = Store(Path("boat/quarterdeck.sqlite3"))
    assert boat.table(table.rpartition("/")[2]).summary.state == "waiting"
    boat.close()


def test_what_is_damaged_is_said_to_be_left_out(
    command: Command, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    filled(Path("ship"))
    monkeypatch.setattr("quarterdeck.tables.store.backup.sound", lambda row: row.get("id") != "second")
    outcome = command("backup", "monday.gz", "--data", "ship")
    assert outcome.out.startswith("The backup monday.gz is written, without what is damaged: 1 table, ")
    assert "'second'" in caplog.text


# -- refused


def test_a_server_s_folder_is_not_restored_into_while_it_runs(command: Command) -> None:
    filled(Path("ship"))
    told(command, "backup", "monday.gz", "--data", "ship")
    held = DataFolder("boat")
    refusal = command.refused("restore", "monday.gz", "--data", "boat")
    held.close()
    assert refusal.startswith("Another Quarterdeck is using the data folder boat")


def test_tables_that_are_there_are_not_overwritten(command: Command) -> None:
    filled(Path("ship"))
    told(command, "backup", "monday.gz", "--data", "ship")
    refusal = command.refused("restore", "monday.gz", "--data", "ship")
    assert refusal.endswith("quarterdeck.sqlite3 is not empty: restore into a new one.")
    assert "There is a file monday.gz already" in command.refused("backup", "monday.gz", "--data", "ship")


def test_where_there_is_nothing_nothing_is_made(command: Command) -> None:
    assert "can't be used" in command.refused("backup", "monday.gz", "--data", "nowhere")
    assert not Path("nowhere").exists()
    assert not Path("monday.gz").exists()
    assert "can't be read" in command.refused("restore", "monday.gz", "--data", "boat")
    Path("monday.gz").write_bytes(b"junk")
    for where in (["--data", "boat"], ["--data", "ship", "--database", f"sqlite:///{Path.cwd()}/other.db"]):
        assert "nothing was restored" in command.refused("restore", "monday.gz", *where)
    assert sorted(path.name for path in Path().iterdir()) == ["monday.gz"]
    Path("letter.gz").write_text("Dear Ann")
    assert "letter.gz is damaged" in command.refused("restore", "letter.gz", "--data", "boat")


def test_a_password_is_not_repeated(command: Command) -> None:
    filled(Path("ship"))
    backup(Path("ship/quarterdeck.sqlite3"), Path("monday.gz"))
    for url in ("postgresql://ann:sesame@localhost:1/x", "mysql://ann:sesame@localhost/x"):
        for name in ("backup", "restore"):
            file = "new.gz" if name == "backup" else "monday.gz"
            assert "sesame" not in command.refused(name, file, "--database", url)


@pytest.mark.parametrize("name", ["backup", "restore"])
def test_a_command_line_without_a_file_or_with_too_much_is_refused(command: Command, name: str) -> None:
    said = command.refused(name, code=2)
    assert said == f"FILE is missing: see “quarterdeck {name} --help”."
    said = command.refused("--port", 1, name, "x.gz", code=2)
    assert said.startswith("“--port” belongs to the server")


def published(path: Path) -> list[str]:
    """What is in an export, by the lines of its file."""
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def agreed(path: Path, *, publish: bool = True) -> None:
    """A data folder with a finished public game of Ann's, who has said whether it may be published."""
    folder = DataFolder(path)
    folder.key()
    store = Store(folder.database())
    for id_, public in (("secret", True), ("private", False)):
        made = row(id_, public=public, setup=None, seed="5" * 64)
        store.add(made, summary())
        store.append([write(id_, move(1), led_to=summary("over", scores=[4, 3, 2, 1]))])
    keep_guest(store, Guest("ann", "Ann", "ann@example.org", publish, [], 1, 1))
    store.close()
    folder.close()


def test_published_games_go_into_a_file(command: Command) -> None:
    agreed(Path("ship"))
    said = told(command, "export", "games.jsonl.gz", "--data", "ship")
    assert said == "The export games.jsonl.gz is written: 1 game.\n"
    (line,) = published(Path("games.jsonl.gz"))
    assert [word for word in ("Ann", "ann@", "secret") if word in line] == []
    assert json.loads(line)["moves"] == [[0, "offer 2", "player"]]


def test_a_game_without_its_players_consent_is_in_no_file(command: Command) -> None:
    agreed(Path("ship"), publish=False)
    assert "0 games" in told(command, "export", "games.jsonl.gz", "--data", "ship")
    assert published(Path("games.jsonl.gz")) == []


def test_the_export_of_a_running_server_is_the_one_that_it_hands_out(command: Command) -> None:
    agreed(Path("ship"))
    with running(Path("ship")) as server:
        fetched = httpx2.get(f"{server.address}/export/games.jsonl.gz").content
        told(command, "export", "games.jsonl.gz", "--data", "ship")
    assert Path("games.jsonl.gz").read_bytes() == fetched
    assert len(published(Path("games.jsonl.gz"))) == 1


@pytest.mark.parametrize("name", ["export", "logbook"])
def test_a_database_that_is_not_there_is_not_made_to_be_read(command: Command, name: str) -> None:
    agreed(Path("ship"))
    for typo, sentence in (
        ("ship/quarterdeck.sqlite", "There is no database "),
        (":memory:", "A SQLite database needs a path: sqlite:///path."),
    ):
        options = ("--data", "ship", "--database", f"sqlite:///{typo}")
        assert command.refused(name, "games.jsonl.gz", *options).startswith(sentence)
        assert not Path(typo).exists()
    assert not Path("games.jsonl.gz").exists()


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("backup", "quarterdeck.tables.store.backup._is_portable"),
        ("export", "quarterdeck.tables.store.export.course"),
    ],
)
def test_a_command_that_is_told_to_end_leaves_no_part_of_a_file(
    command: Command, monkeypatch: pytest.MonkeyPatch, name: str, step: str
) -> None:
    agreed(Path("ship"))
    seen: list[list[str]] = []

    def end(_row: object) -> None:
        seen.append([path.name for path in Path().iterdir() if path.name != "ship"])
        assert callable(signal.getsignal(signal.SIGTERM)), "it would end the tests"
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(step, end)
    outcome = command(name, "monday.gz", "--data", "ship")
    assert (outcome.code, outcome.out) == (128 + signal.SIGTERM, "")
    ((draft,),) = seen
    assert (draft[0], draft[-5:]) == (".", ".part")
    assert [path.name for path in Path().iterdir()] == ["ship"]


def test_an_export_that_cannot_be_made_is_one_sentence_and_makes_nothing(command: Command) -> None:
    outcome = command("export", "games.jsonl.gz", "--data", "nowhere")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith(f"There is no database {Path('nowhere').resolve()}")
    assert not Path("nowhere").exists()
    agreed(Path("ship"))
    Path("games.jsonl.gz").write_text("mine")
    outcome = command("export", "games.jsonl.gz", "--data", "ship")
    assert (outcome.code, outcome.err.count("\n")) == (1, 1)
    assert outcome.err.startswith("There is a file games.jsonl.gz already")
    assert Path("games.jsonl.gz").read_text() == "mine"
    outcome = command("export", "no/such/folder.gz", "--data", "ship")
    assert (outcome.code, outcome.err.count("\n")) == (1, 1)
    Path("ship/quarterdeck.sqlite3").write_text("This is a letter. " * 99)
    outcome = command("export", "other.gz", "--data", "ship")
    assert (outcome.code, outcome.err.count("\n")) == (1, 1)
    assert not Path("other.gz").exists()
