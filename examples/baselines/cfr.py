"""Tabular CFR in one file: `python examples/baselines/cfr.py cartagena --plus` solves a tiny game.

Counterfactual regret minimization (Zinkevich et al. 2007): in each information set a seat plays in proportion
to its positive regrets, and the average policy comes near an equilibrium. With `--plus` regrets never fall
below 0 and later policies count more: CFR+ (Tammelin 2014). Seats learn in turn, each by one walk through the
tree in a pass. `quarterdeck.lab.exact` grows the tree by our rules and measures the exploitability.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from pathlib import Path

import quarterdeck
from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab import exact
from quarterdeck.lab.exact.nodes import OVER, Node


class Solver:
    """The regrets, the policy and the sum of past policies of each information set."""

    def __init__(self, tree: exact.GameTree, plus: bool) -> None:
        self.tree, self.plus, self.passes = tree, plus, 0
        sizes = [len(one.actions) for one in tree.information]
        self.regrets = [[0.0] * size for size in sizes]
        self.policy = [[1 / size] * size for size in sizes]
        self.total = [[0.0] * size for size in sizes]

    def step(self) -> None:
        """One pass."""
        self.passes += 1
        for learner in range(self.tree.game.players):
            for deal in self.tree.levels[0]:
                self._walk(deal, learner, 1.0, deal.chance)
            for at, where in enumerate(self.tree.information):
                if where.seat == learner:
                    self._match(at)

    def _walk(self, node: Node, learner: int, own: float, others: float) -> float:
        """The learner's expected payoff from a node that it reaches with the probability `own`, and chance
        and the others with `others`.
        """
        at = node.information
        if at == OVER:
            return node.payoff[learner]
        policy = self.policy[at]
        if self.tree.information[at].seat != learner:
            pairs = zip(policy, node.children, strict=True)
            return sum(
                share * self._walk(child, learner, own, others * share) for share, child in pairs if share
            )
        worths = [
            self._walk(child, learner, own * share, others)
            for share, child in zip(policy, node.children, strict=True)
        ]
        worth = sum(share * one for share, one in zip(policy, worths, strict=True))
        regrets, total = self.regrets[at], self.total[at]
        weight = own * (self.passes if self.plus else 1)
        for one, share in enumerate(policy):
            regrets[one] += others * (worths[one] - worth)
            total[one] += weight * share
        return worth

    def _match(self, at: int) -> None:
        """Regret matching: the next policy of an information set."""
        positive = [max(regret, 0.0) for regret in self.regrets[at]]
        if self.plus:
            self.regrets[at] = positive
        self.policy[at] = normalized(positive)

    def exploitability(self) -> float:
        """What a best response gains over the average policy, as a share of the win."""
        policies = {
            id(where.view): normalized(total)
            for where, total in zip(self.tree.information, self.total, strict=True)
        }
        return self.tree.exploitability(lambda view: policies[id(view)])


def normalized(weights: list[float]) -> list[float]:
    """Probabilities in proportion to weights; equal ones if all weights are 0."""
    total = sum(weights)
    return [one / total for one in weights] if total else [1 / len(weights)] * len(weights)


def main() -> None:
    """Solve a game; prints the exploitability after 1, 2, 4, 8, … passes."""
    parser = argparse.ArgumentParser(description="Solve a tiny game by counterfactual regret minimization.")
    parser.add_argument("game", nargs="?", default="cartagena", choices=quarterdeck.GAMES)
    parser.add_argument("--passes", type=int, default=128)
    parser.add_argument("--plus", action="store_true", help="CFR+")
    parser.add_argument("--curve", type=Path, help="a CSV file to write")
    asked = parser.parse_args()
    begun = time.perf_counter()
    solver = Solver(exact.grow(exact.tiny(asked.game)), asked.plus)
    rows = []
    while solver.passes < asked.passes:
        solver.step()
        # Powers of two, and the last.
        if solver.passes & (solver.passes - 1) == 0 or solver.passes == asked.passes:
            rows.append((solver.passes, round(solver.exploitability(), 5)))
            print(f"{rows[-1][0]} passes, {time.perf_counter() - begun:.0f} s: {rows[-1][1]:.4f}", flush=True)
    if asked.curve:
        with asked.curve.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([("passes", "exploitability"), *rows])


if __name__ == "__main__":
    try:
        main()
    except (QuarterdeckError, OSError) as error:
        sys.exit(str(error))
