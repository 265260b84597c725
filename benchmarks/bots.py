"""How often a bot wins against three (or two) of another: `python -m benchmarks.bots --games 400`.

Seats are rotated, and a shared win counts as its part. The interval is Wilson's, at 95 %.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from math import sqrt

import quarterdeck
from quarterdeck import Game
from quarterdeck.bots import BOTS, bot


@dataclass(frozen=True)
class Figures:
    """What so many games came to: wins (shared ones in part), mean points, milliseconds a decision."""

    games: int
    wins: float
    points: float
    others: float
    milliseconds: float

    @property
    def share(self) -> float:
        """The part of the games that the hero won."""
        return self.wins / self.games

    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the share, at 95 %."""
        z, n, p = 1.96, self.games, self.share
        middle, spread = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def duel(game: Game, hero: str, others: str, games: int, seed: int = 0) -> Figures:
    """Play so many games of one hero against a table of others."""
    wins = points = rest = seconds = 0.0
    choices = 0
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
        wins += (seat_of_hero in position.winners) / max(1, len(position.winners))
        points += position.scores[seat_of_hero]
        rest += (sum(position.scores) - position.scores[seat_of_hero]) / (game.players - 1)
    return Figures(games, wins, points / games, rest / games, 1000 * seconds / choices)


def settings() -> list[dict[str, str | int]]:
    """The tables played at: each rule set with each number of players, and `english` with pirates."""
    tables: list[dict[str, str | int]] = [
        {"players": players, "rules": rules}
        for rules in ("english", "french", "manual")
        for players in (4, 3)
    ]
    return [*tables, *({"players": 4, "pirates": pirates} for pirates in ("on", "double"))]


def main() -> None:
    """Print a line a setting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--hero", choices=BOTS, default="rule-of-thumb")
    parser.add_argument("--others", choices=BOTS, default="random")
    parser.add_argument(
        "--compiled", action="store_true", help="let Numba run the rules: faster, after a start"
    )
    options = parser.parse_args()
    print(f"{options.hero} against {options.others}, {options.games} games a setting")
    for setting in settings():
        game = quarterdeck.game("meuterer", **setting)
        if options.compiled:
            game.warm()
        found = duel(game, options.hero, options.others, options.games)
        low, high = found.interval()
        name = " ".join(f"{key}={value}" for key, value in setting.items())
        print(
            f"{name:28} wins {found.share:6.1%} ({low:.1%} to {high:.1%}, fair {1 / game.players:.1%})"
            f"  points {found.points:5.1f} : {found.others:4.1f}  {found.milliseconds:.2f} ms a decision",
            flush=True,
        )


if __name__ == "__main__":
    main()
