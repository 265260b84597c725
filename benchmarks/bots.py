"""How often a bot wins against a table of another: `python -m benchmarks.bots --games 400`.

Seats are rotated, and a shared win counts as its part; games that nobody wins count as none. The interval
is Wilson's, at 95 %.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from math import sqrt

from benchmarks import playouts
from quarterdeck import GAMES, Game
from quarterdeck.bots import BOTS, bot


@dataclass(frozen=True)
class Figures:
    """What so many games came to: wins (shared ones in part), mean points, milliseconds a decision."""

    games: int  # those that somebody won
    wins: float
    points: float
    others: float
    milliseconds: float

    @property
    def share(self) -> float:
        """The part of the games that somebody won which the hero won."""
        return self.wins / max(1, self.games)

    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the share, at 95 %."""
        z, n, p = 1.96, max(1, self.games), self.share
        middle, spread = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def duel(game: Game, hero: str, others: str, games: int, seed: int = 0) -> Figures:
    """Play so many games of one hero against a table of others."""
    wins = points = rest = seconds = 0.0
    choices = won = 0
    for number in range(games):
        seat_of_hero = number % game.players
        players = [
            bot(hero if seat == seat_of_hero else others, f"{seed}/{number}/{seat}")
            for seat in range(game.players)
        ]
        position = game.start(seed=f"{seed}/{number}")
        while not position.over:
            seat = position.to_act[0]
            view = position.view(seat)
            begun = time.perf_counter()
            action = players[seat].choose(view)
            if seat == seat_of_hero:
                seconds += time.perf_counter() - begun
                choices += 1
            position = position.play(seat, action)
        won += bool(position.winners)
        wins += (seat_of_hero in position.winners) / max(1, len(position.winners))
        points += position.scores[seat_of_hero]
        rest += (sum(position.scores) - position.scores[seat_of_hero]) / (game.players - 1)
    return Figures(won, wins, points / games, rest / games, 1000 * seconds / choices)


def main() -> None:
    """Print a line a setting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append", help="only this one, or these")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--hero", choices=BOTS, default="rule-of-thumb")
    parser.add_argument("--others", choices=BOTS, default="random")
    parser.add_argument(
        "--compiled", action="store_true", help="let Numba run the rules: faster, after a start"
    )
    options = parser.parse_args()
    print(f"{options.hero} against {options.others}, {options.games} games a setting")
    for game in playouts.settings():
        if options.game and game.id not in options.game:
            continue
        if options.compiled:
            game.warm()
        found = duel(game, options.hero, options.others, options.games)
        low, high = found.interval()
        fair = f"fair {1 / game.players:.1%}, of {found.games} won"
        print(
            f"{playouts.name_of(game):50} wins {found.share:6.1%} ({low:.1%} to {high:.1%}, {fair})"
            f"  points {found.points:5.1f} : {found.others:4.1f}  {found.milliseconds:.2f} ms a decision",
            flush=True,
        )


if __name__ == "__main__":
    main()
