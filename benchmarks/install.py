"""From nothing to a million random moves: `python -m benchmarks.install` makes an empty environment for the
light distribution and one for each peer, and prints what each takes.

It downloads packages, so seconds of the installation depend on the network and on what is kept from before.
The moves are made twice in new processes: the first time Numba and JAX compile.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from scripts import build_core

__all__ = ["main"]

QUARTERDECK: Final = """
import quarterdeck
moves = 0
while moves < 1_000_000:
    moves += quarterdeck.game("mutiny", players=4).playouts(9_000)[1]
"""
OPEN_SPIEL: Final = """
import random, pyspiel
game, moves = pyspiel.load_game("hearts"), 0
while moves < 1_000_000:
    state = game.new_initial_state()
    while not state.is_terminal():
        # A deal is no move.
        moves += not state.is_chance_node()
        state.apply_action(random.choice(state.legal_actions()))
"""
PGX: Final = """
import jax, pgx
from pgx.experimental.wrappers import auto_reset
env = pgx.make("leduc_holdem")
init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
state = init(jax.random.split(jax.random.PRNGKey(0), 4096))
for turn in range(245):
    key, dice = jax.random.split(jax.random.PRNGKey(turn))
    action = jax.random.categorical(dice, jax.numpy.where(state.legal_action_mask, 0.0, -1e9), axis=1)
    state = step(state, action, jax.random.split(key, 4096))
jax.block_until_ready(state)
"""


class Package(NamedTuple):
    """What to install, what its import is called, and a program that makes a million random moves."""

    title: str
    wanted: str
    name: str
    program: str


class PackageCosts(NamedTuple):
    """What a package took: packages with those it needs, megabytes on disk, and seconds."""

    packages: int
    megabytes: float
    install: float
    load: float
    first: float
    again: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; arguments are words in the titles of the packages to try, by default all."""
    parser = argparse.ArgumentParser("python -m benchmarks.install", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="parts of the titles of the packages to try")
    words = [word.lower() for word in parser.parse_args(arguments).words]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        if code := build_core.main(["--outdir", folder]):
            return code
        wheel = str(next(home.glob("*.whl")))
        packages = (
            Package("quarterdeck-core, Mutiny!", wheel, "quarterdeck", QUARTERDECK),
            Package("OpenSpiel, hearts", "open_spiel", "pyspiel", OPEN_SPIEL),
            Package("Pgx, Leduc hold'em", "pgx", "pgx", PGX),
        )
        print(
            f"\n{'':28}{'packages':>9}{'MB':>8}{'install s':>11}{'import s':>10}{'first s':>9}{'again s':>9}"
        )
        for number, package in enumerate(packages):
            if not words or any(word in package.title.lower() for word in words):
                costs = try_package(package, home / str(number))
                print(
                    f"{package.title:28}{costs.packages:9}{costs.megabytes:8.0f}{costs.install:11.1f}"
                    f"{costs.load:10.2f}{costs.first:9.1f}{costs.again:9.1f}"
                )
    return 0


def try_package(package: Package, home: Path) -> PackageCosts:
    """Install a package into an empty environment in this folder, and run its program there twice."""
    run(sys.executable, "-m", "venv", "--without-pip", str(home / "env"))
    python = str(home / "env" / "bin" / "python")
    pip = (sys.executable, "-m", "pip", "--python", python, "--quiet", "--disable-pip-version-check")
    install = run(*pip, "install", package.wanted)
    site = next((home / "env" / "lib").glob("python*/site-packages"))
    sizes = [file.lstat().st_size for file in site.rglob("*") if "__pycache__" not in file.parts]
    load = min(run(python, "-c", f"import {package.name}") for _ in range(3))
    # No rules compiled before.
    environment_ = {**os.environ, "QUARTERDECK_CACHE": str(home / "cache"), "PYTHONPATH": ""}
    first, again = (run(python, "-c", package.program, environment=environment_) for _ in range(2))
    shutil.rmtree(home / "cache", ignore_errors=True)
    return PackageCosts(len(list(site.glob("*.dist-info"))), sum(sizes) / 1e6, install, load, first, again)


def run(*command: str, environment: dict[str, str] | None = None) -> float:
    """Run a program outside the repository; returns its wall-clock seconds."""
    start = time.perf_counter()
    subprocess.run(
        command, check=True, env=environment or {**os.environ, "PYTHONPATH": ""}, cwd=tempfile.gettempdir()
    )
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
