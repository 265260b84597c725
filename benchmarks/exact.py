"""The tiny games, and how far from an equilibrium bots play them: ``python -m benchmarks.exact [GAME …]``."""

from __future__ import annotations

import sys

import quarterdeck
from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.net import no_net
from quarterdeck.lab import exact
from quarterdeck.play import GAMES

SEEDS = 8
SIMULATIONS = (50, 400)


def policies() -> dict[str, exact.Policy]:
    """Random play, the rule of thumb, and searches with and without the network that comes with the game."""
    found = {"random": exact.uniform, "rule-of-thumb": exact.mixed("rule-of-thumb", SEEDS)}
    for number in SIMULATIONS:
        found[f"search, {number} simulations"] = exact.searched(TreeSearch(1, number))
        found[f"search, {number}, no network"] = exact.searched(TreeSearch(1, number, net=no_net()))
    return found


def print_figures(name: str) -> None:
    """One tiny game: its size, and the exploitability of each policy."""
    game = quarterdeck.game(name, table="tiny")
    game.warm()
    tree = exact.grow(game)
    counted = (len(exact.deals(game)), tree.histories, tree.ends, len(tree.information))
    print(f"{name}: {counted[0]} deals, {counted[1]} histories, {counted[2]} of them whole matches, ", end="")
    print(f"{counted[3]} information sets")
    for label, policy in policies().items():
        print(f"  {label:28} {tree.exploitability(policy):.3f}", flush=True)


if __name__ == "__main__":
    for chosen in sys.argv[1:] or GAMES:
        print_figures(chosen)
