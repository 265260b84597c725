"""How much to measure: enough for steady results, or a fraction of it to check that everything runs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from quarterdeck.play import GAMES

__all__ = ["Effort", "parse_effort"]


@dataclass(frozen=True)
class Effort:
    """This many `rounds` for the games with these `names`, each with this `share` of the matches, moves and
    seconds that steady results need.
    """

    rounds: int
    share: float = 1.0
    names: tuple[str, ...] = tuple(GAMES)

    @property
    def whole(self) -> bool:
        """Whether this is the full effort."""
        return self.share >= 1

    def count(self, whole: int, least: int = 1) -> int:
        """The share of a number, but at least the minimum."""
        return max(least, round(whole * self.share))

    def seconds(self, whole: float) -> float:
        """The share of a duration."""
        return whole * self.share


def parse_effort(module: str, description: str | None, rounds: int, given: Sequence[str] | None) -> Effort:
    """Parse the effort from the command line; `module` is the name for `python -m`."""
    parser = argparse.ArgumentParser(f"python -m {module}", description=description)
    parser.add_argument(
        "--rounds",
        type=_parse_rounds,
        default=rounds,
        metavar="N",
        help="rounds in turns (default: %(default)s)",
    )
    parser.add_argument(
        "--share",
        type=_parse_share,
        default=1.0,
        metavar="X",
        help="measure this share of the games and seconds of each round, 0.01 say: figures are rough then",
    )
    parser.add_argument(
        "--game", nargs="+", choices=GAMES, default=list(GAMES), help="measure these games (default: all)"
    )
    options = parser.parse_args(given)
    return Effort(options.rounds, options.share, tuple(options.game))


def _parse_rounds(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no whole number from 1 on")
    return int(text)


def _parse_share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError(f"{text} is no share above 0 and up to 1")
    return share
