"""Install OpenSpiel's own integration tests, which are only in its source archive, next to the installed
OpenSpiel.

They go into `open_spiel/integration_tests` of the current environment, in the installed version.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from importlib.metadata import version
from pathlib import Path

import open_spiel

FOLDER = "open_spiel/integration_tests"
FILES = ("__init__.py", "api_test.py")


def source_archive(name: str, folder: Path) -> Path:
    """Download the source archive of this version with pip; nothing is built."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--no-binary=open_spiel", f"--dest={folder}"]
    if subprocess.run([*pip, *options, name]).returncode:
        sys.exit(f"pip can't get the source archive of {name}, which holds the tests of games.")
    return next(folder.iterdir())


def main() -> None:
    """Download the archive and extract the tests."""
    installed = version("open_spiel")
    into = Path(open_spiel.__path__[0]).parent / FOLDER
    into.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        tarfile.open(source_archive(f"open_spiel=={installed}", Path(folder))) as archive,
    ):
        for name in FILES:
            found = archive.extractfile(f"open_spiel-{installed}/{FOLDER}/{name}")
            assert found is not None
            (into / name).write_bytes(found.read())


if __name__ == "__main__":
    main()
