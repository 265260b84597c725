"""Each target of the Makefile, at a small size: the command that make would run, and nothing is installed."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BIN = ".venv/bin"
# These have tests of their own that run the same command: the value is a file that has it.
ELSEWHERE = {"docs": "tests/docs/test_site.py", "dist": "tests/packages/conftest.py"}
# These are what tests are run by, or what makes no figures, pictures or files.
OTHERS = {"test", "programs", "check", "clean", "compiled-meuterer", "compiled-cartagena", "compiled-mutiny"}
BENCHMARKS = ("benchmarks", *(f"benchmarks.{name}" for name in (
    "crash", "cuda", "datasets", "exact", "load", "million", "pages", "search", "soak", "upgrade", "vector"
)))  # fmt: skip
SCRIPTS = ("messages", "pictures", "screenshots", "system_packages")


def environment() -> dict[str, str]:
    """Ours, without what `make test` hands down, and with the sources of this copy."""
    handed = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "ARGS", "WORKERS")
    kept = {name: value for name, value in os.environ.items() if name not in handed}
    return {**kept, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}


def command(target: str, *given: str) -> list[str]:
    """What `make TARGET ARGS=…` runs once everything is installed, by the Python of this test."""
    planned = subprocess.run(
        ["make", "--dry-run", target, f"ARGS={shlex.join(given)}"],
        cwd=ROOT, env=environment(), capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    lines = [line for line in planned.splitlines() if re.match(rf"(\w+=\w+ )*{re.escape(BIN)}/", line)]
    words = shlex.split(lines[-1])
    while "=" in words[0]:
        del words[0]
    if words[0] == f"{BIN}/quarterdeck":
        return [sys.executable, "-m", "quarterdeck", *words[1:]]
    assert words[0] == f"{BIN}/python"
    return [sys.executable, *words[1:]]


def made(target: str, *given: str, code: int = 0) -> str:
    """What this target prints with these arguments, errors too if it ends with this `code` as it should."""
    done = subprocess.run(
        command(target, *given), cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + (done.stderr if code else "")


def test_every_target_is_tried() -> None:
    declared = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert declared is not None
    targets = {*declared[1].replace("$(COMPILED)", "").split()} - OTHERS
    tried = {*re.findall(r"\b(?:made|command)\(\s*\"(\w+)\"", Path(__file__).read_text())}
    assert targets == tried | ELSEWHERE.keys()


def test_bytecode_is_kept_whatever_the_shell_says() -> None:
    ask = ["make", "--silent", "--eval=ask:; @echo kept: $${PYTHONDONTWRITEBYTECODE-yes}", "ask"]
    shell = {**environment(), "PYTHONDONTWRITEBYTECODE": "1"}
    assert subprocess.run(ask, cwd=ROOT, env=shell, capture_output=True, text=True).stdout == "kept: yes\n"


@pytest.mark.parametrize(("given", "workers"), [([], str((os.cpu_count() or 1) + 1)), (["WORKERS=0"], "0")])
def test_a_process_more_than_there_are_cores_shares_the_tests(given: list[str], workers: str) -> None:
    ask = ["make", "--silent", "--eval=ask:; @echo $(WORKERS)", "ask", *given]
    done = subprocess.run(ask, cwd=ROOT, env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout == f"{workers}\n"


@pytest.mark.parametrize("target", ELSEWHERE)
def test_what_other_tests_run_is_what_make_runs(target: str) -> None:
    words = command(target)[1:]
    source = (ROOT / ELSEWHERE[target]).read_text()
    assert words[:2] == ["-m", {"docs": "mkdocs", "dist": "build"}[target]]
    for word in {*words[1:]} - {"dist", ".", "--quiet"}:
        assert f'"{word}"' in source


def test_bench_prints_each_of_its_tables() -> None:
    said = made("bench", "--rounds", "1", "--share", "0.002", "--game", "meuterer")
    for title in (
        "Random legal moves a second on one core, 1 rounds",
        "Ratios of meuterer",
        "Bytes of a Meuterer state",
        "Steps of random matches a second, by lanes",
        "Tree search on one core, a second",
        "A move at a browser table",
        "Data sets of random play, one process",
        "first page of a server with data",
    ):
        assert title in said


def test_load_measures_speed_and_memory() -> None:
    # Pages and boardgame.io's server are started in the same way: tests/benchmarks/load.
    said = made(
        "load", "api", "--tables", "2", "--rate", "20", "--seconds", "0.3", "--moves", "40", "--viewers", "4"
    )
    assert "2 tables, as fast as it goes" in said
    assert "1 tables, 20 moves/s" in said
    assert "stopped" not in said
    assert "complained" not in said


def test_crash_kills_and_loses_nothing() -> None:
    said = made("crash", "--kills", "2", "--tables", "2", "--life", "0.1")
    assert "2 kills of servers and 0 of workers in" in said
    assert "Every acknowledged move is in the log" in said


def test_upgrade_needs_a_revision_that_git_knows() -> None:
    # Whole: tests/tables/live/test_crash.py.
    assert "git knows no revision of-old" in made("upgrade", "of-old", code=1)


def test_soak_plays_at_every_kind_of_table_and_measures_memory() -> None:
    said = made("soak", "--tables", "8", "--seconds", "3", "--pause", "0.05", "--every", "0.5")
    assert re.search(r"8 tables for 3 s: [1-9]\d* moves, \d+ matches", said)
    assert "From second 2 on it is" in said
    assert "No 5xx" in said


def test_million_counts_cards_in_every_setting() -> None:
    assert re.search(
        r"^60 games in \d+ s: cards counted after [\d,]+ moves", made("million", "60"), re.MULTILINE
    )


def test_messages_are_collected(tmp_path: Path) -> None:
    (tmp_path / "cards.py").write_text('print(_("Show {good}"))\n')
    assert made("messages", str(tmp_path)) == "1 sentences\n"
    assert (tmp_path / "locale" / "quarterdeck.pot").exists()


@pytest.mark.browser
def test_screenshots_are_taken(tmp_path: Path, chromium_path: str) -> None:
    said = made("screenshots", "home", "--into", str(tmp_path))
    names = [f"home{night}-{size}.png" for night in ("", "-night") for size in ("narrow", "wide")]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    assert all(name in said for name in names)


@pytest.mark.browser
def test_pictures_are_taken(tmp_path: Path, chromium_path: str) -> None:
    assert "4 pictures" in made("pictures", "no-such-page", "--languages", "en", "--into", str(tmp_path))
    assert len(list(tmp_path.glob("*.jpg"))) == 4


def test_play_starts_a_server_and_ends_when_it_is_interrupted(tmp_path: Path) -> None:
    asked = command("play", "--no-browser", "--port", "0", "--data", str(tmp_path))
    with subprocess.Popen(asked, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert "http://localhost:" in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        server.communicate()
    assert server.returncode == 0


# One process for all: each of its own would import the same once more.
HELPS = """
import contextlib, io, json, runpy, sys
told = {}
for name in sys.argv[1:]:
    sys.modules.pop(name, None)
    sys.argv = [name, "--help"]
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            runpy.run_module(name, run_name="__main__")
    except SystemExit as ended:
        told[name] = [ended.code, said.getvalue()]
print(json.dumps(told))
"""


def test_help_measures_and_changes_nothing() -> None:
    modules = [*BENCHMARKS, *(f"scripts.{name}" for name in SCRIPTS)]
    done = subprocess.run(
        [sys.executable, "-c", HELPS, *modules],
        cwd=ROOT, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert list(told) == modules
    for name, (code, said) in told.items():
        assert code == 0
        assert said.startswith(f"usage: python -m {name} ")
