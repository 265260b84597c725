"""The tiny games, and the exploitability of bots in them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.net import no_net
from quarterdeck.lab import exact
from quarterdeck.play import GAMES

SEEDS = 8
SIMULATIONS = (50, 400)


def policies(searches: Sequence[int]) -> dict[str, exact.Policy]:
    """Random play, the rule of thumb, and searches with several numbers of simulations, with and without the
    game's own network.
    """
    found = {"random": exact.uniform, "rule-of-thumb": exact.mixed("rule-of-thumb", SEEDS)}
    for number in searches:
        found[f"search, {number} simulations"] = exact.searched(TreeSearch(1, number))
        found[f"search, {number}, no network"] = exact.searched(TreeSearch(1, number, net=no_net()))
    return found


def print_figures(name: str, searches: Sequence[int]) -> None:
    """One tiny game: its size, and the exploitability of each policy."""
    game = exact.tiny(name)
    game.warm()
    tree = exact.grow(game)
    counted = (len(exact.deals(game)), tree.histories, tree.ends, len(tree.information))
    print(f"{name}: {counted[0]} deals, {counted[1]} histories, {counted[2]} of them whole matches, ", end="")
    print(f"{counted[3]} information sets")
    for label, policy in policies(searches).items():
        print(f"  {label:28} {tree.exploitability(policy):.3f}", flush=True)


def main(given: Sequence[str] | None = None) -> None:
    """Run a command line."""
    parser = argparse.ArgumentParser("python -m benchmarks.exact", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; default: all")
    parser.add_argument(
        "--simulations",
        type=int,
        nargs="*",
        default=SIMULATIONS,
        metavar="N",
        help="the searches to measure, by their length; none without a number",
    )
    options = parser.parse_args(given)
    for name in options.games:
        if name not in GAMES:
            parser.error(f"there is no {name}; known are {', '.join(GAMES)}")
    for name in options.games or GAMES:
        print_figures(name, options.simulations)


if __name__ == "__main__":
    main()
