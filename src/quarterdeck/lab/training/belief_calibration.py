"""`python -m quarterdeck.lab.training.belief_calibration GAME FILE`: the calibration of a belief.

It compares how likely the belief says hidden facts to be with how often they are true.
"""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.search.belief import Belief
from quarterdeck.bots.search.weights import read_belief
from quarterdeck.errors import QuarterdeckError
from quarterdeck.kernel.encode import Numbers
from quarterdeck.lab.compiled_bots.worlds import gather
from quarterdeck.lab.training.beliefs import open_worlds
from quarterdeck.lab.training.calibration import bins, table
from quarterdeck.lab.training.run import whole_number
from quarterdeck.lab.training.tables import GROUPS
from quarterdeck.play import GAMES

# The number of worlds dealt for each view, large because some have little weight, and the number of decisions
# gathered at once.
DEALT, WINDOW = 256, 8 * GROUPS
# Facts asked about at each decision.
FACTS = 4


def logits(belief: Belief, seen: Numbers) -> NDArray[np.float64]:
    """The logarithm of each world's weight, [n, worlds], from the observations of the other seats in it
    [n, worlds, seats, features]. An observation of zeros belongs to no seat.
    """
    lower = np.maximum(seen @ belief.first + belief.first_bias, 0)
    upper = np.maximum(lower @ belief.second + belief.second_bias, 0)
    has_seat = (seen != 0).any(-1)
    return np.asarray(((upper @ belief.out) * has_seat).sum(-1), np.float64)


class HiddenFacts(NamedTuple):
    """m hidden facts, as arrays float32 [m].

    `equal` is how likely each is if all dealt worlds count alike, `believed` how likely it is by the belief,
    and `is_true` is 1 if it is true, else 0.
    """

    equal: Numbers
    believed: Numbers
    is_true: Numbers


def gather_facts(name: str, belief: Belief, decisions: int, seed: str) -> HiddenFacts:
    """Hidden facts at decisions of the tables that beliefs learn from. Raises WeightsError.

    A fact is that a number in another seat's observation has a certain value, such as that it holds two cards
    of a kind. The number is one that the dealt worlds leave open, drawn at random, and the value that of a
    dealt world. How likely it is said to be is its share of the weight of `DEALT` worlds.
    """
    generator, tables = np.random.default_rng([*seed.encode()]), open_worlds(name, seed)
    facts = []
    for _ in range(-(-decisions // WINDOW)):
        seen = gather(name, tables, WINDOW, DEALT)
        for worlds, ratios in zip(seen, logits(belief, seen[:, 1:]), strict=True):
            numbers = worlds.reshape(DEALT + 1, -1)
            unclear = np.flatnonzero((numbers[1:] != numbers[1]).any(0))
            weights = np.exp(ratios - ratios.max())
            for slot in generator.choice(unclear, FACTS) if len(unclear) else ():
                holds = numbers[:, slot] == numbers[generator.integers(1, DEALT + 1), slot]
                facts.append((holds[1:].mean(), np.average(holds[1:], weights=weights), holds[0]))
    return HiddenFacts(*np.array(facts, np.float32).reshape(-1, 3).T)


def main(words: list[str]) -> None:
    """Print the table of a belief."""
    parser = argparse.ArgumentParser(
        prog="python -m quarterdeck.lab.training.belief_calibration",
        description="Compare how likely a belief says hidden facts to be with how often they are so.",
    )
    parser.add_argument("game", choices=list(GAMES), help="the game")
    parser.add_argument("belief", metavar="FILE", help="the belief, as `lab.training.beliefs` keeps it")
    parser.add_argument("--decisions", type=whole_number, default=4_096, help="of held-out matches (4,096)")
    parser.add_argument("--seed", default="calibration", help="decides every match (calibration)")
    options = parser.parse_args(words)
    try:
        facts = gather_facts(
            options.game, read_belief(options.belief, options.game), options.decisions, options.seed
        )
    except QuarterdeckError as error:
        sys.exit(str(error))
    for title, estimates in (("equal chances", facts.equal), ("belief", facts.believed)):
        squared = np.mean((estimates - facts.is_true) ** 2)
        sys.stdout.write(f"{title}, mean squared error {squared:.4f}\n")
        sys.stdout.write(table(bins(estimates, facts.is_true), "said", "so", "facts"))


if __name__ == "__main__":
    main(sys.argv[1:])
