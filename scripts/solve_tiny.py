"""Solves the tiny games by CFR+ with OpenSpiel: `python -m scripts.solve_tiny [GAME …]` writes how far its
average policy was from an equilibrium to docs/training/tiny-GAME-cfr.csv. A pass over the tree counts each
history with a choice as a decision.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyspiel

from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab import exact
from quarterdeck.lab.exact.nodes import OVER
from quarterdeck.play import GAMES
from scripts.draw_curves import CURVES

PASSES = (1, 2, 4, 8, 16, 32, 64, 128)


def solve(tree: exact.GameTree) -> Iterator[tuple[int, float]]:
    """The decisions and the exploitability after each of these numbers of passes."""
    chosen = [len(one.actions) > 1 for one in tree.information]
    decisions = sum(
        chosen[node.information] for level in tree.levels for node in level if node.information != OVER
    )
    solver = pyspiel.CFRPlusSolver(pyspiel.load_efg_game(tree.gambit(returned=False)))
    for number in range(1, max(PASSES) + 1):
        solver.evaluate_and_update_policy()
        if number in PASSES:
            yield number * decisions, tree.exploitability(average(tree, solver))


def average(tree: exact.GameTree, solver: pyspiel.CFRPlusSolver) -> exact.Policy:
    """The solver's average policy."""
    shares = {
        id(tree.information[int(text.rsplit("-", 1)[1])].view): [share for _action, share in sorted(row)]
        for text, row in solver.tabular_average_policy().policy_table().items()
    }
    return lambda view: shares[id(view)]


def write(path: Path, rows: Iterator[tuple[int, float]]) -> None:
    """Write a curve."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["decisions", "exploitability"])
        writer.writerows([decisions, f"{found:.5f}"] for decisions, found in rows)


def main(words: Sequence[str] | None = None) -> None:
    """Write the curves of these games, or of all."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.solve_tiny", description="Solve the tiny games by CFR+."
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="a game (all)")
    try:
        for game in [exact.tiny(name) for name in parser.parse_args(words).games or GAMES]:
            write(CURVES / f"tiny-{game.id}-cfr.csv", solve(exact.grow(game)))
    except QuarterdeckError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
