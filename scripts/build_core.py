"""Builds the light distribution, quarterdeck-core: the sources, with core/pyproject.toml at the root.

`make dist` runs it. It needs no network.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

__all__ = ["main"]

ROOT: Final = Path(__file__).parents[1]
# What the archive holds: tests, documents and the server are in that of the whole.
PARTS: Final = ("LICENSE", "core", "src")


def main(arguments: Sequence[str] | None = None) -> int:
    """Build an archive of the sources, and a wheel from it, into a folder."""
    parser = argparse.ArgumentParser(prog="python -m scripts.build_core", description=main.__doc__)
    parser.add_argument("--outdir", type=Path, default=ROOT / "dist", help="the folder, by default dist")
    parser.add_argument(
        "root", nargs="?", type=Path, default=ROOT, help="the repository, by default this one"
    )
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for part in PARTS:
            source = asked.root / part
            copied = shutil.copytree if source.is_dir() else shutil.copy
            copied(source, tree / part)
        shutil.copy(asked.root / "core" / "pyproject.toml", tree)
        command = [
            sys.executable,
            "-m",
            "build",
            "--quiet",
            "--no-isolation",
            "--outdir",
            str(asked.outdir.resolve()),
        ]
        return subprocess.run([*command, str(tree)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
