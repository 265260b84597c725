"""The wheel, installed alone outside the repository, has all that Quarterdeck needs."""

from __future__ import annotations

import hashlib
import re
import signal
import sqlite3
import subprocess
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.i18n import languages
from quarterdeck.tables.store.schema import HEAD
from tests.packages.conftest import ROOT, Built, environment, files, run
from tests.packages.container import health_check

# What a translator works on, and what a build leaves beside the sources.
NOT_NEEDED = {".po", ".pot", ".pyc"}
NETWORKS = """
import quarterdeck
from quarterdeck.bots.search.weights import own_net
for name in quarterdeck.GAMES:
    own_net(name)
"""


def contents(wheel: Path) -> dict[str, str]:
    """The hash of each file of a wheel, by its path."""
    with zipfile.ZipFile(wheel) as opened:
        return {name: hashlib.sha256(opened.read(name)).hexdigest() for name in opened.namelist()}


def test_the_archive_holds_every_file_of_the_repository(built: Built) -> None:
    made = {"PKG-INFO", "setup.cfg"}
    with tarfile.open(built.archive) as opened:
        held = {name.partition("/")[2] for name in opened.getnames() if opened.getmember(name).isfile()}
    held = {name for name in held if ".egg-info/" not in name}
    assert held - made == set(files())


def test_archive_and_repository_make_the_same_wheel(built: Built) -> None:
    assert contents(built.wheel) == contents(built.direct)


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(built: Built) -> None:
    package = ROOT / "src" / "quarterdeck"
    wanted = {
        path.relative_to(package.parent).as_posix()
        for path in package.rglob("*")
        # Python writes its bytecode under names of its own first, while other tests run.
        if path.is_file() and path.suffix not in NOT_NEEDED and path.parent.name != "__pycache__"
    }
    wanted.add("quarterdeck_command.py")
    assert {name for name in contents(built.wheel) if ".dist-info/" not in name} == wanted


def test_the_command_says_its_version(installed: Path, tmp_path: Path) -> None:
    said = run(installed / "quarterdeck", "--version", cwd=tmp_path)
    assert said == f"quarterdeck {quarterdeck.__version__}\n"


def test_it_is_the_wheel_that_runs(installed: Path, tmp_path: Path) -> None:
    found = run(installed / "python", "-c", "import quarterdeck; print(quarterdeck.__file__)", cwd=tmp_path)
    assert Path(found.strip()).is_relative_to(installed.parent)


@pytest.mark.parametrize("game", quarterdeck.GAMES)
def test_a_game_is_played_in_the_terminal(installed: Path, tmp_path: Path, game: str) -> None:
    words = ["play", game, "--bots", "random", "--seed", "7", "--save", "kept.qd"]
    # The first thing that can be done, and whoever has been asked often enough has come to the end.
    run(installed / "quarterdeck", *words, cwd=tmp_path, typed="1\n" * 400)
    assert quarterdeck.Record.load(tmp_path / "kept.qd").position.over


def test_bots_play_among_themselves_and_the_strong_ones_have_their_networks(
    installed: Path, tmp_path: Path
) -> None:
    words = ["selfplay", "mutiny", "--games", "1", "--bot", "random", "--jobs", "1", "--out", "kept"]
    run(installed / "quarterdeck", *words, cwd=tmp_path)
    (file,) = (tmp_path / "kept").glob("*.qd")
    assert quarterdeck.Record.load(file).position.over
    run(installed / "python", "-c", NETWORKS, cwd=tmp_path)


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    """Where a server of the wheel answers."""
    command = [str(installed / "quarterdeck"), "--no-browser", "--port", "0", "--data", "data"]
    known = {**environment(tmp_path), "QUARTERDECK_COMPILED": "off"}
    with subprocess.Popen(command, cwd=tmp_path, env=known, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        try:
            yield next(word.rstrip("/") for word in said.split() if word.startswith("http"))
        finally:
            server.send_signal(signal.SIGINT)
    assert server.returncode == 0


def fetch_bytes(url: str, language: str = "en") -> bytes:
    """What a browser that wants this language is answered."""
    asked = urllib.request.Request(url, headers={"Accept-Language": language})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return bytes(answer.read())


def fetch(url: str, language: str = "en") -> str:
    """The same as text."""
    return fetch_bytes(url, language).decode()


def test_the_server_has_its_pages_its_languages_and_its_migrations(
    address: str, installed: Path, tmp_path: Path
) -> None:
    for language in languages():
        assert f'<html lang="{language}"' in fetch(f"{address}/", language)
    parts = set(
        re.findall(r'(?:href|src)="(/static/[^"]+)"', fetch(f"{address}/table/example/replay?ply=16"))
    )
    assert {Path(part.partition("?")[0]).suffix for part in parts} >= {".css", ".js", ".svg", ".woff2"}
    assert all(fetch_bytes(address + part) for part in parts)
    assert "MU-1" in fetch(f"{address}/rules/mutiny")
    with sqlite3.connect(tmp_path / "data" / "quarterdeck.sqlite3") as db:
        assert db.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]
    # The container asks in the same way whether all is well.
    command = health_check()
    run(
        installed / command[0],
        *(word.replace("http://127.0.0.1:8754", address) for word in command[1:]),
        cwd=tmp_path,
    )
