"""The full run of `.ci/run` skips nothing, however many processes share the tests."""

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
MISSING = """
import pytest

pytest.importorskip("no_such_module")
"""


@pytest.mark.parametrize("workers", [0, 1])
def test_what_is_skipped_fails(tmp_path: Path, workers: int) -> None:
    shutil.copy(tests.conftest.__file__, tmp_path)
    for name, text in (("test_skipped.py", SKIPPED), ("test_missing.py", MISSING)):
        (tmp_path / name).write_text(text)
    (tmp_path / "pytest.ini").touch()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", f"--numprocesses={workers}", "--continue-on-collection-errors"],
        cwd=tmp_path,
        env={**os.environ, "QUARTERDECK_FULL": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    for reason in ("there is no ship", "could not import 'no_such_module'"):
        assert f"The full run skips nothing, but this was skipped: Skipped: {reason}" in done.stdout
    assert " 1 failed, 1 error in " in done.stdout.splitlines()[-1]
