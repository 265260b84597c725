"""The cost of a move at a browser table with four viewers: the move, the views, the screens, and the
messages.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.effort import Effort, parse_effort
from benchmarks.playouts import first_of_each
from quarterdeck.play import Game, Record
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.seats import HUMAN
from quarterdeck.web.table.screen import Screen, draw

MOVES = 120
VIEWERS = 4
STEPS = ("play", "look", "screen", "message")


@dataclass(frozen=True)
class Cost:
    """Microseconds on one core: for the move, and per viewer for the sight, the screen and the message with
    the changes; and the bytes of that message.
    """

    play: float
    look: float
    screen: float
    message: float
    size: float

    @property
    def moves(self) -> float:
        """Moves per second at tables with `VIEWERS` viewers each."""
        return 1e6 / (self.play + VIEWERS * (self.look + self.screen + self.message))


def cost(game: Game, seed: int, most: int = MOVES) -> Cost:
    """The cost of the first moves of a random match, viewed by all its seats; one of them may count twice."""
    dice = random.Random(seed)
    record = Record(game, seed=seed, names=["Ann", "Ben", "Cleo", "Dan"][: game.players])
    match = Match.fresh(record, [HUMAN] * game.players, owner="")
    spent = dict.fromkeys(STEPS, 0.0)
    last: dict[int, Screen] = {}
    moves = size = 0
    while moves < most and not match.over:
        seat = match.to_act[0]
        move = commands.move(seat, match.version, dice.choice(match.position.legal(seat)))
        times = [time.process_time()]
        move(match, 0)
        spent["play"] += _lap_seconds(times)
        moves += 1
        for viewer in (number % game.players for number in range(VIEWERS)):
            times.append(time.process_time())
            sight = look(match, viewer)
            spent["look"] += _lap_seconds(times)
            screen = draw(sight, last.get(viewer))
            spent["screen"] += _lap_seconds(times)
            head, regions, rest = screen.news("token", last.get(viewer))
            message = ",".join([head, regions, *rest])
            spent["message"] += _lap_seconds(times)
            last[viewer] = screen
            size += len(message)
    each = {step: 1e6 * spent[step] / moves / (1 if step == "play" else VIEWERS) for step in STEPS}
    return Cost(**each, size=size / moves / VIEWERS)


def _lap_seconds(times: list[float]) -> float:
    """The CPU seconds since the last of these times; adds the present time to them."""
    times.append(time.process_time())
    return times[-1] - times[-2]


def print_figures(games: list[Game], effort: Effort) -> None:
    """Print the minimum of each step over this many rounds per game, after a warm-up round."""
    print(f"\nA move at a browser table, microseconds on one core; {VIEWERS} viewers")
    titles = [
        *(f"{step}{'' if step == 'play' else ' *'}" for step in STEPS),
        "bytes *",
        "moves/s",
        "updates/s",
    ]
    print(f"{'* for each viewer':24}" + "".join(f"{title:>12}" for title in titles))
    for game in games:
        game.warm()
        found = [cost(game, seed, effort.count(MOVES)) for seed in range(effort.rounds + 1)][1:]
        best = Cost(*(min(getattr(one, name) for one in found) for name in (*STEPS, "size")))
        figures = (
            best.play,
            best.look,
            best.screen,
            best.message,
            best.size,
            best.moves,
            VIEWERS * best.moves,
        )
        print(f"{game.id:24}" + "".join(f"{figure:12,.0f}" for figure in figures))


def main(given: Sequence[str] | None = None) -> None:
    """Run a command line."""
    effort = parse_effort("benchmarks.pages", __doc__, 5, given)
    print_figures(first_of_each(effort.names), effort)


if __name__ == "__main__":
    main()
