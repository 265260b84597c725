"""Solves a tiny game by CFR+, with OpenSpiel: python solve_openspiel.py [cartagena] [--iterations 200]"""

import argparse

import pyspiel

import quarterdeck
from quarterdeck.lab import exact


def main(game, table, iterations):
    # The tree is grown once, by our rules; OpenSpiel reads it and solves it in C++.
    options = {"deals": "closed"} if game == "mutiny" else {}  # open deals make its tree too large
    tree = exact.grow(quarterdeck.game(game, table=table, **options))
    solved = pyspiel.load_efg_game(tree.gambit())
    solver = pyspiel.CFRPlusSolver(solved)
    for number in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if number % max(1, iterations // 5) == 0:
            exploited = pyspiel.exploitability(solved, solver.average_policy())
            print(f"{number} iterations: a best reply wins {exploited:.4f} of a stake of 1")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="cartagena", choices=["meuterer", "cartagena", "mutiny"])
    parser.add_argument("--table", default="tiny", help="a small component table of your own")
    parser.add_argument("--iterations", type=int, default=200)
    try:
        main(**vars(parser.parse_args()))
    except quarterdeck.QuarterdeckError as error:
        parser.error(str(error))
