"""What is built to be published: a source archive, and the wheels that it and the repository make."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]


class Built(NamedTuple):
    """A copy of the repository's files; the archive made of them; the archive's wheel, and theirs."""

    tree: Path
    archive: Path
    wheel: Path
    direct: Path


def files() -> list[str]:
    """The files of the repository, but for those that git and continuous integration keep for themselves."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    there = [name for name in tracked.stdout.split("\0") if (ROOT / name).is_file()]
    return [name for name in there if name == ".dockerignore" or not name.startswith(".")]


@pytest.fixture(scope="package")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Everything built as `make dist` does, without a network."""
    home = tmp_path_factory.mktemp("packages")
    tree = home / "tree"
    for name in files():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    for out, only in (("dist", []), ("direct", ["--wheel"])):
        run(sys.executable, "-m", "build", "--no-isolation", *only, "--outdir", home / out, tree, cwd=home)
    (archive,), (wheel,) = (list((home / "dist").glob(kind)) for kind in ("*.tar.gz", "*.whl"))
    return Built(tree, archive, wheel, next((home / "direct").glob("*.whl")))


@pytest.fixture(scope="package", params=["these", "oldest"])
def installed(request: pytest.FixtureRequest, built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, and what it needs: as these tests have it, or in the oldest versions
    that it takes; its folder of programs.
    """
    if request.param == "these":
        return beside_these(built, tmp_path_factory.mktemp("installed"))
    found: Path = request.getfixturevalue("oldest")
    return found


@pytest.fixture(scope="package")
def oldest(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment with the oldest versions, those of the doors among them."""
    return with_oldest(built, tmp_path_factory.mktemp("oldest"))


def uv(*words: object, cwd: Path) -> str:
    """Run uv, which is installed beside these tests or on the path; returns what it printed."""
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    program = shutil.which("uv", path=places)
    assert program, "uv is missing: “pip install uv”"
    # With all of this environment's variables: they say where packages come from and are kept.
    done = subprocess.run([program, "--quiet", *map(str, words)], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def with_oldest(built: Built, home: Path) -> Path:
    """An environment with the wheel and the oldest versions that pyproject.toml names, in this folder."""
    doors = ["--extra", "gymnasium", "--extra", "pettingzoo"]
    pinned = home / "oldest.txt"
    lowest = ["--resolution", "lowest-direct", "--python", sys.executable]
    uv("pip", "compile", *lowest, *doors, "--output-file", pinned, built.tree / "pyproject.toml", cwd=home)
    uv("venv", "--python", sys.executable, home / "env", cwd=home)
    python = home / "env" / "bin" / "python"
    uv("pip", "install", "--python", python, "--requirement", pinned, built.wheel, cwd=home)
    return python.parent


def beside_these(built: Built, home: Path) -> Path:
    """An environment with the wheel in this folder and, of these tests' environment, all that is installed
    but Quarterdeck.
    """
    run(sys.executable, "-m", "venv", "--without-pip", home / "env", cwd=home)
    python = home / "env" / "bin" / "python"
    where = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip()
    # Paths of paths are not followed: an editable Quarterdeck stays behind.
    paths = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    (Path(where) / "others.pth").write_text("".join(f"{path}\n" for path in paths))
    quietly = ["--quiet", "--disable-pip-version-check", "--no-input", "--no-index", "--no-deps"]
    run(sys.executable, "-m", "pip", "--python", python, "install", *quietly, built.wheel, cwd=home)
    return python.parent


def run(*command: object, cwd: Path, typed: str = "") -> str:
    """Run a program outside the repository, with nothing of it on its path; returns what it printed."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment(cwd),
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(home: Path) -> dict[str, str]:
    """The variables of somebody who has just logged in, with files of theirs in this folder."""
    return {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8", "QUARTERDECK_INTERPRET": "1"}
