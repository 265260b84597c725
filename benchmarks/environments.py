"""The figures of docs/environments.md: sizes, branching, lengths, chance and trees of all games.

Random matches are played in lanes, the first of each lane to its end, so that long ones count like short
ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import Any

import numpy as np
from numpy.typing import NDArray

import quarterdeck
from quarterdeck.kernel.record import dtype_of
from quarterdeck.lab import exact
from quarterdeck.lab.arena.protocol import tables
from quarterdeck.lab.exact.nodes import Node
from quarterdeck.lab.lanes import Lanes
from quarterdeck.play import GAMES, Game

__all__ = ["Course", "Sample", "course", "main", "print_sizes", "print_tiny", "sample"]

MATCHES = 20_000
WATCHED = 100
TINY = 2_000
# Newest entries of a seat's log in the information states whose size is printed.
LOG = 256
COLUMNS = "{:24}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>9}{:>9}{:>9}"
HEADS = ("", "plies", "longest", "choices", "most", "forced", "at once", "chance", "nobody", "tree", "Knuth")


@dataclass(frozen=True)
class Sample:
    """Random matches.

    By match: `plies` is its length, `nobody` says whether nobody won, and `tree` is log10 of the product of
    the numbers of legal actions at all decisions. Over all decisions together: `choices` is the mean number
    of legal actions, `most` the highest, and `forced` the share of decisions with a single one.
    """

    plies: NDArray[np.int64]
    nobody: NDArray[np.bool_]
    tree: NDArray[np.float64]
    choices: float
    most: int
    forced: float

    @property
    def knuth(self) -> float:
        """Knuth's estimate of the leaves of the tree after a deal, as log10 (Mathematics of Computation 29,
        1975): the mean of the products. Few matches make most of it, so it is a lower bound in practice.
        """
        top = float(self.tree.max())
        return top + log10(float(np.mean(10 ** (self.tree - top))))


def sample(game: Game, matches: int, seed: str) -> Sample:
    """Random matches of a game, one for each lane."""
    env = quarterdeck.lab.vector(game, matches, seed=seed, observations=False)
    running = np.ones(matches, np.bool_)
    plies, tree = np.zeros(matches, np.int64), np.zeros(matches)
    nobody = np.zeros(matches, np.bool_)
    widths = np.zeros(game.spec.actions + 1, np.int64)
    while running.any():
        counts = env.out.legal.sum(axis=1)
        widths += np.bincount(counts[running], minlength=len(widths))
        tree[running] += np.log10(counts[running])
        plies[running] += 1
        _step_running(env, running, nobody)
    decisions = widths.sum()
    return Sample(
        plies,
        nobody,
        tree,
        float(widths @ np.arange(len(widths)) / decisions),
        int(widths.nonzero()[0].max()),
        float(widths[1] / decisions),
    )


def _step_running(env: Lanes, running: NDArray[np.bool_], nobody: NDArray[np.bool_]) -> None:
    """A random move of each lane; lanes whose match has ended stop running."""
    out = env.step(env.sample())
    ended = running & out.ended
    nobody[ended] = out.rewards[ended].sum(axis=1) == 0
    running &= ~out.ended


@dataclass(frozen=True)
class Course:
    """Shares of the moves of random matches: `at_once` of those made while several seats had to decide, and
    `chance` of those after which the rules drew at random.
    """

    at_once: float
    chance: float


def course(game: Game, matches: int, seed: str) -> Course:
    """How random matches go, move by move."""
    at_once = chance = moves = 0
    rng = np.random.default_rng(0)
    for number in range(matches):
        position = game.start(seed=f"{seed}/{number}")
        drawn = _draws_so_far(position.state)
        while not position.over and moves < matches * game.max_plies:
            seat = position.to_act[0]
            at_once += len(position.to_act) > 1
            legal = position.legal(seat)
            position = position.play(seat, legal[int(rng.integers(len(legal)))])
            before, drawn = drawn, _draws_so_far(position.state)
            chance += drawn > before
            moves += 1
    return Course(at_once / moves, chance / moves)


def _draws_so_far(state: Any) -> int:
    """How many random numbers the rules have drawn in this match."""
    return int(state.counter)


def print_sizes(names: Sequence[str]) -> None:
    """What does not depend on the play: bytes, features, actions."""
    print(f"{'':24}{'bytes':>10}{'observed':>10}{'told':>10}{'actions':>10}")
    for name in names:
        game = quarterdeck.game(name)
        told = sum(block.length for block in quarterdeck.lab.vector(game, 1, information=LOG).blocks)
        size = dtype_of(game.spec.state).itemsize
        print(f"{game.title:24}{size:10,}{game.features:10,}{told:10,}{game.spec.actions:10,}")


def print_tiny(names: Sequence[str]) -> None:
    """The whole trees of the tiny games, and how near the estimate by random matches comes."""
    print(f"\n{'tiny':24}{'deals':>8}{'histories':>11}{'leaves':>9}{'infosets':>10}{'log10':>8}{'Knuth':>8}")
    for name in names:
        game = exact.tiny(name)
        tree, deals = exact.grow(game), exact.deals(game)
        # A random match is dealt by chance, so deals count by their probabilities.
        leaves = log10(sum(one.chance * _leaf_count(one) for one in tree.levels[0]))
        row = f"{len(deals):8,}{tree.histories:11,}{tree.ends:9,}{len(tree.information):10,}"
        print(f"{game.title:24}{row}{leaves:8.2f}{sample(game, TINY, 'tiny').knuth:8.2f}")


def _leaf_count(node: Node) -> int:
    return sum(map(_leaf_count, node.children)) or 1


def print_course(names: Sequence[str], matches: int, watched: int) -> None:
    """The figures of random matches, for every number of players."""
    print("\n" + COLUMNS.format(*HEADS))
    for name in names:
        for game in tables(name):
            one, other = sample(game, matches, "environments"), course(game, watched, "environments")
            label = f"{game.title.partition(':')[0]}, {game.players} players"
            shares = [f"{100 * share:.1f}" for share in (one.forced, other.at_once, other.chance)]
            print(
                COLUMNS.format(
                    label,
                    f"{one.plies.mean():.0f}",
                    int(one.plies.max()),
                    f"{one.choices:.1f}",
                    one.most,
                    *shares,
                    f"{100 * one.nobody.mean():.1f}",
                    f"{one.tree.mean():.0f}±{one.tree.std():.0f}",
                    f"{one.knuth:.0f}",
                ),
                flush=True,
            )


def main(given: Sequence[str] | None = None) -> None:
    """Run a command line."""
    parser = argparse.ArgumentParser("python -m benchmarks.environments", description=__doc__)
    parser.add_argument("--game", nargs="+", choices=GAMES, default=list(GAMES), help="these games only")
    parser.add_argument(
        "--matches", type=int, default=MATCHES, metavar="N", help="random matches (%(default)s)"
    )
    parser.add_argument(
        "--watched", type=int, default=WATCHED, metavar="N", help="matches watched move by move (%(default)s)"
    )
    options = parser.parse_args(given)
    print_sizes(options.game)
    print_course(options.game, options.matches, options.watched)
    print_tiny([name for name in options.game if GAMES[name].has_tiny])


if __name__ == "__main__":
    main()
