"""The light distribution, installed alone: games, bots and laboratory, on NumPy and Numba."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

import pytest

from benchmarks.install import Package, try_package
from tests.packages.conftest import ROOT, Built, environment, run
from tests.packages.test_wheel import contents

SERVER = ("settings", "tables", "web", "workers")
NEEDED = ("numpy", "numba", "llvmlite", "platformdirs")
OF_COMMANDS = ("rich", "shtab", "markdown_it", "mdurl", "pygments")

# A game from Python, what else was imported for it, and lanes.
USED = """
import sys
import quarterdeck

position = quarterdeck.game("meuterer").start(seed=1)
position = position.play(position.to_act[0], "offer 1")
print(len(position.view(0).observation()) > 100)
known = {"__main__", "quarterdeck", *sys.stdlib_module_names}
print(sorted({name.partition(".")[0] for name in sys.modules} - known))
env = quarterdeck.lab.vector("mutiny", 4, threads=1)
print(env.step(env.sample()).legal.shape[0])
"""

# Imports every module, and prints what is missing where. What the lab's doors need is in extras.
ALL = """
import pkgutil, importlib
import quarterdeck
for module in pkgutil.walk_packages(quarterdeck.__path__, "quarterdeck."):
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as error:
        if ".lab." not in module.name:
            print(module.name, error.name)
"""


@pytest.fixture(scope="module")
def core(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the light distribution, built as `make dist` does."""
    out = tmp_path_factory.mktemp("core")
    run(sys.executable, "-m", "scripts.build_core", "--outdir", out, built.tree, cwd=ROOT)
    assert len(list(out.glob("quarterdeck_core-*.tar.gz"))) == 1
    (wheel,) = out.glob("quarterdeck_core-*.whl")
    return wheel


@pytest.fixture(scope="module")
def alone(core: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the light distribution and what it needs; its folder of programs."""
    home = tmp_path_factory.mktemp("alone")
    run(sys.executable, "-m", "venv", "--without-pip", home / "env", cwd=home)
    python = home / "env" / "bin" / "python"
    link(python, NEEDED)
    install(core, python)
    return python.parent


def link(python: Path, names: tuple[str, ...]) -> None:
    """Let an environment have these packages of the one that runs the tests."""
    into = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=ROOT).strip())
    here = Path(sysconfig.get_path("platlib"))
    for name in names:
        for found in (here / name, here / f"{name}.libs"):
            if found.is_dir():
                (into / found.name).symlink_to(found)


def install(wheel: Path, python: Path) -> None:
    quietly = ["--quiet", "--disable-pip-version-check", "--no-input", "--no-index", "--no-deps"]
    run(sys.executable, "-m", "pip", "--python", python, "install", *quietly, wheel, cwd=ROOT)


def refused(program: Path, *words: str, home: Path) -> str:
    """What a command says that can't be run there."""
    line = [str(program), *words]
    done = subprocess.run(line, cwd=home, env=environment(home), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    return done.stderr


def test_it_asks_for_versions_as_the_whole_does() -> None:
    whole, part = (project(ROOT / folder / "pyproject.toml") for folder in (".", "core"))
    assert set(part["dependencies"]) < set(whole["dependencies"])
    assert set(part["optional-dependencies"].pop("cli")) < set(whole["dependencies"])
    mine = part["optional-dependencies"]
    assert mine == {name: whole["optional-dependencies"][name] for name in mine}
    same = ("requires-python", "license", "license-files", "scripts", "entry-points", "dynamic")
    assert {name: part[name] for name in same} == {name: whole[name] for name in same}


def project(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))["project"]
    return found


def test_it_has_all_files_of_the_whole_but_those_of_the_server(core: Path, built: Built) -> None:
    whole, part = contents(built.wheel), contents(core)
    wanted = {
        name: content
        for name, content in whole.items()
        if ".dist-info/" not in name
        and not name.startswith(tuple(f"quarterdeck/{room}/" for room in SERVER))
        and "/board/" not in name
    }
    assert {name: content for name, content in part.items() if ".dist-info/" not in name} == wanted


def test_games_are_played_and_stepped_with_numpy_alone(alone: Path, tmp_path: Path) -> None:
    said = run(alone / "python", "-c", USED, cwd=tmp_path)
    assert said == "True\n['numpy', 'platformdirs']\n4\n"


def test_commands_say_what_to_install(alone: Path, tmp_path: Path) -> None:
    said = refused(alone / "quarterdeck", "bots", home=tmp_path)
    assert said == "The commands need more: “pip install 'quarterdeck-core[cli]'”.\n"
    said = refused(alone / "quarterdeck", "--no-browser", home=tmp_path)
    assert (
        said
        == "This needs the whole of Quarterdeck: “pip install quarterdeck” in place of quarterdeck-core.\n"
    )


def test_what_it_takes_is_measured_in_an_empty_environment(
    core: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_DEPS", "1")
    taken = try_package(Package("light", str(core), "json", "print()"), tmp_path)
    assert taken.packages == 1
    assert 3 < taken.megabytes < 30
    assert min(taken.install, taken.load, taken.first, taken.again) > 0


def test_only_commands_of_the_server_lack_something(
    core: Path, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    home = tmp_path_factory.mktemp("all")
    run(sys.executable, "-m", "venv", "--without-pip", home / "env", cwd=home)
    python = home / "env" / "bin" / "python"
    link(python, NEEDED + OF_COMMANDS)
    install(core, python)
    said = run(python, "-c", ALL, cwd=tmp_path)
    lacking = {line.split()[0].removeprefix("quarterdeck.cli.") for line in said.splitlines()}
    assert lacking == {"backup", "logbook", "push", "serve", "worker"}
    words = ["play", "mutiny", "--bots", "random", "--seed", "7", "--save", "kept.qd"]
    run(python.parent / "quarterdeck", *words, cwd=tmp_path, typed="1\n" * 400)
    assert (tmp_path / "kept.qd").is_file()
    said = refused(python.parent / "quarterdeck", "backup", "copy.tar", home=tmp_path)
    assert said.startswith("This needs the whole of Quarterdeck")
