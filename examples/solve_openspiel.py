"""Solves a tiny game by CFR+, with OpenSpiel: python solve_openspiel.py [cartagena] [--iterations 200]"""

import argparse

import pyspiel
from open_spiel.python.algorithms.gambit import export_gambit

from quarterdeck.lab.openspiel import register


def main(game, table, iterations):
    register()
    whole = pyspiel.load_game(f"quarterdeck_{game}", {"table": table})
    # The tree is walked once; on OpenSpiel's own copy of it CFR is many times faster.
    tree = pyspiel.load_efg_game(export_gambit(whole))
    solver = pyspiel.CFRPlusSolver(tree)
    for number in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if number % max(1, iterations // 5) == 0:
            exploited = pyspiel.exploitability(tree, solver.average_policy())
            print(f"{number} iterations: a best reply wins {exploited:.4f} of a stake of 1")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="cartagena", choices=["meuterer", "cartagena", "mutiny"])
    parser.add_argument("--table", default="tiny", help="a small component table of your own")
    parser.add_argument("--iterations", type=int, default=200)
    main(**vars(parser.parse_args()))
