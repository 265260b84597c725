"""Installs the programs that tests need besides Python (Chromium and PostgreSQL) if possible; otherwise says
so in one line.

`python -m scripts.system_packages` installs what is missing on Debian and Ubuntu, as root or with a sudo that
asks for no password. Elsewhere it prints one line with the tests that are skipped and the command to run.
With `--again` it only prints that line, for the end of a test run. In the full run (QUARTERDECK_FULL=1) it
fails if something is missing. It depends only on Python.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from scripts import chromium_names

__all__ = ["main"]

# Debian does not put these on the PATH.
POSTGRES = Path("/usr/lib/postgresql")
SUDO = ("sudo", "-n")
SUDO_SECONDS = 20.0
APT = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "Dpkg::Use-Pty=0")
FULL = "QUARTERDECK_FULL"


class Program(NamedTuple):
    """A program for tests: its description, its packages, and whether it is installed."""

    words: str
    packages: tuple[str, ...]
    there: Callable[[], bool]


def _is_on_path(*names: str) -> Callable[[], bool]:
    return lambda: any(shutil.which(name) for name in names)


def _has_postgres() -> bool:
    return shutil.which("postgres") is not None or any(POSTGRES.glob("*/bin/postgres"))


NEEDED = (
    Program("Chromium", ("chromium", "fonts-dejavu-core"), _is_on_path(*chromium_names.ALL)),
    Program("Chromium with windows", ("chromium", "fonts-dejavu-core"), _is_on_path(*chromium_names.WINDOWS)),
    Program("PostgreSQL", ("postgresql",), _has_postgres),
)
# The same browser without windows takes half the time (docs/decisions/0013); Ubuntu does not have it.
FASTER = Program("", ("chromium-headless-shell",), _is_on_path(*chromium_names.WITHOUT_WINDOWS))


def main(given: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.system_packages",
        description="Install the programs that tests need beside Python, or say which tests are not run.",
    )
    parser.add_argument("--again", action="store_true", help="install nothing: only say what is missing")
    full = os.environ.get(FULL) == "1"
    lacking = _missing_programs(NEEDED)
    if not parser.parse_args(given).again:
        wanted = _missing_programs([*NEEDED, FASTER]) if lacking or full else []
        if wanted and shutil.which("apt-get") and (root := _root_prefix()) is not None:
            _install_packages(root, wanted)
            lacking = _missing_programs(NEEDED)
    if lacking:
        print(_missing_line(lacking), flush=True)
    return 1 if lacking and full else 0


def _missing_programs(programs: Sequence[Program]) -> list[Program]:
    return [program for program in programs if not program.there()]


def _root_prefix() -> tuple[str, ...] | None:
    """The command prefix for root privileges; None if they need a password."""
    if os.geteuid() == 0:
        return ()
    if not shutil.which(SUDO[0]):
        return None
    quiet = subprocess.DEVNULL
    process = subprocess.Popen([*SUDO, "true"], stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        # PAM modules such as directory services or fingerprint readers may hang.
        return SUDO if process.wait(SUDO_SECONDS) == 0 else None
    except subprocess.TimeoutExpired:
        # The process may belong to root by now; then it continues.
        with suppress(PermissionError):
            process.kill()
            process.wait()
        return None


def _install_packages(root: tuple[str, ...], wanted: Sequence[Program]) -> None:
    """Install the packages one by one, so that an unknown one does not block the others."""
    print(f"Installing {' '.join(_package_names(wanted))}, which tests need ...", flush=True)
    _run_command([*root, *APT, "update"])
    for packages in dict.fromkeys(program.packages for program in wanted):
        _run_command([*root, *APT, "install", "--yes", "--no-install-recommends", *packages])


def _run_command(command: Sequence[str]) -> None:
    subprocess.run(command, stdin=subprocess.DEVNULL, check=False)


def _package_names(programs: Sequence[Program]) -> list[str]:
    return list(dict.fromkeys(package for program in programs for package in program.packages))


def _missing_line(lacking: Sequence[Program]) -> str:
    """One line: the tests that are skipped, and the command that would change it."""
    # Without any browser, the missing windowed one need not be mentioned.
    words = {program.packages: program.words for program in reversed(lacking)}
    needed = " or ".join(reversed(words.values()))
    packages = " ".join(_package_names(lacking))
    remedy = f"apt-get install --no-install-recommends {packages}"
    return f"Not run: the tests that need {needed}. On Debian and Ubuntu this would change it: sudo {remedy}"


if __name__ == "__main__":
    sys.exit(main())
