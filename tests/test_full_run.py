"""The full run of `.ci/run` skips nothing, and says what tests have to say, in however many processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tests.conftest

SKIPPED = """
import pytest

def test_skipped():
    pytest.skip("there is no ship")
"""
SAYS = """
def test_says(record_property):
    record_property("said", "There was no ship.")
"""
DRAWS = """
import secrets

def test_draws(record_property):
    drawn = secrets.token_hex(8), secrets.token_urlsafe(8), secrets.choice(range(10**15))
    record_property("said", f"drawn: {drawn}")
"""
FAILS_ONCE = """
import pathlib
import pytest

@pytest.mark.browser
def test_a_browser():
    seen = pathlib.Path("browser")
    assert seen.exists() or seen.touch()

@pytest.mark.browser
def test_a_defect():
    raise AssertionError("the mast has gone")

def test_rules():
    seen = pathlib.Path("rules")
    assert seen.exists() or seen.touch()
"""
MISSING = """
import pytest

pytest.importorskip("no_such_module")
"""


def run(folder: Path, workers: int, **files: str) -> subprocess.CompletedProcess[str]:
    """A full run of these tests with our conftest."""
    shutil.copy(tests.conftest.__file__, folder)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -raR\nmarkers = browser\n")
    return subprocess.run(
        [sys.executable, "-m", "pytest", f"--numprocesses={workers}", "--continue-on-collection-errors"],
        cwd=folder,
        env={**os.environ, "QUARTERDECK_FULL": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("workers", [0, 1])
def test_what_is_skipped_fails(tmp_path: Path, workers: int) -> None:
    done = run(tmp_path, workers, test_skipped=SKIPPED, test_missing=MISSING)
    assert done.returncode == 1
    for reason in ("there is no ship", "could not import 'no_such_module'"):
        assert f"The full run skips nothing, but this was skipped: Skipped: {reason}" in done.stdout
    assert " 1 failed, 1 error in " in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("workers", [0, 1])
def test_what_a_test_has_to_say_ends_the_run(tmp_path: Path, workers: int) -> None:
    done = run(tmp_path, workers, test_says=SAYS)
    assert done.returncode == 0
    assert "There was no ship." in done.stdout.splitlines()[-2:]


@pytest.mark.parametrize("workers", [0, 1])
def test_only_what_drives_a_browser_may_fail_once_and_that_is_said(tmp_path: Path, workers: int) -> None:
    done = run(tmp_path, workers, test_once=FAILS_ONCE)
    assert done.returncode == 1
    failed = {line.split(" - ")[0] for line in done.stdout.splitlines() if line.startswith("FAILED ")}
    assert failed == {"FAILED test_once.py::test_a_defect", "FAILED test_once.py::test_rules"}
    assert done.stdout.count("RERUN test_once.py::test_a_browser") == 1
    assert " 2 failed, 1 passed, 2 rerun in " in done.stdout.splitlines()[-1]


def test_the_longest_files_are_there_and_begun_first() -> None:
    here = Path(__file__).parent
    assert [name for name in tests.conftest.LONGEST if not (here / name).is_file()] == []
    turns = [tests.conftest.turn(here / name) for name in (*tests.conftest.LONGEST, "test_i18n.py")]
    assert turns == list(range(len(turns)))


def test_every_run_draws_the_same_unless_told_another_luck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    for luck in ("", "", "another"):
        monkeypatch.setenv("QUARTERDECK_LUCK", luck)
        lines = run(tmp_path, 0, test_draws=DRAWS).stdout.splitlines()
        drawn.append(next(line for line in lines if line.startswith("drawn: ")))
    assert drawn[0] == drawn[1] != drawn[2]
