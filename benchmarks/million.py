"""Random games with invariant checks after every move: `make million`.

`check_games` plays compiled random games of one setting and checks every position:

- every card is in exactly one place, and hands, masks and notes are consistent (`counting`);
- a negotiation ends within the number of moves that its rule allows;
- sometimes also each seat's view (`blank`): a position sampled from it (`determinize`) contains every card,
  looks the same to that seat, byte for byte, and allows only actions that the seat thought possible.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cache
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.counting import COUNTING, find_fault, is_whole, longest, negotiation, sources
from quarterdeck.kernel.batch import no_ids, random_move
from quarterdeck.kernel.events import News, no_news
from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.kernel.random import Dice, siphash
from quarterdeck.kernel.record import dtype_of, zeros
from quarterdeck.kernel.verbs import blank, determinize, legal, over, setup, to_act
from quarterdeck.play import GAMES as SPECS
from quarterdeck.play import Game
from quarterdeck.play.position import dice
from quarterdeck.testing import settings_of

GAMES = 1_000_000
VIEWS_EVERY = 50

# Faults found by `look_at_views`, the same for all games; smaller numbers are the game's own faults.
FIRST = 100
FAULTS = (
    "a dealt position does not hold all cards, or not where they can be",
    "a dealt position does not look like the view it was dealt from",
    "an action is legal that the viewer thought impossible",
    "a seat's own legal actions differ in its view",
    "an unknown is left in a dealt position",
    "a seat is to act and has nothing to do",
    "a negotiation takes more moves than its rule allows",
)
DEAL_FAULTY, DEAL_DIFFERS, IMPOSSIBLE, OWN_LEGAL, UNDEALT, NOTHING_LEGAL, TOO_LONG = range(
    FIRST, FIRST + len(FAULTS)
)


@dataclass(frozen=True)
class Count:
    """The totals of `check_games`: games, moves, views checked, negotiations, and moves of the longest."""

    games: int = 0
    moves: int = 0
    views: int = 0
    negotiations: int = 0
    longest: int = 0

    def __add__(self, other: Count) -> Count:
        sums = map(add, astuple(self), astuple(other))
        return replace(Count(*sums), longest=max(self.longest, other.longest))

    @property
    def talks(self) -> str:
        """How many negotiations there were, and how long the longest was; empty if there were none."""
        return f", {self.negotiations:,} negotiations of {self.longest} moves at most" * (self.longest > 0)


@rule
def look_at_views(states: Any, raw: NDArray[np.uint8], roll: Any, ids: Any) -> int:
    """The number of the first fault in the seats' views of `states[1]`; 0 if there is none.

    `states[2]` is room for a view and `states[3]` for a position sampled from it; `raw` are their bytes.
    """
    s = states[1]
    for viewer in range(-1, int(s.seats)):
        states[2] = states[1]
        blank(states[2], viewer)
        fault = look_at_choices(states, viewer, ids)
        if fault != 0:
            return fault
        states[3] = states[2]
        determinize(states[3], viewer, roll)
        if find_fault(states[3], states[0], True) != 0:
            return DEAL_FAULTY
        if not is_whole(states[3]):
            return UNDEALT
        blank(states[3], viewer)
        for i in range(raw.shape[1]):
            if raw[2, i] != raw[3, i]:
                return DEAL_DIFFERS
    return 0


@rule
def look_at_choices(states: Any, viewer: int, ids: Any) -> int:
    """The number of the first fault in the choices that the viewer of `states[2]` thinks possible for the
    seats.
    """
    acting = to_act(states[1])
    for seat in range(int(states[1].seats)):
        if not (acting >> seat) & 1:
            continue
        legal_now = legal(states[1], seat, ids[0])
        possible = legal(states[2], seat, ids[1])
        if legal_now == 0:
            return NOTHING_LEGAL
        if viewer == seat and possible != legal_now:
            return OWN_LEGAL
        at = 0
        for i in range(legal_now):
            while at < possible and ids[1][at] < ids[0][i]:
                at += 1
            if at == possible or ids[1][at] != ids[0][i]:
                return IMPOSSIBLE
    return 0


@cache
def player(stamp: int) -> Callable[..., int]:
    """The compiled loop over games. Numba's cache does not notice changes of `counting`, but it notices its
    `stamp`.
    """

    @compiled
    def play_and_look(
        states: Any, raw: NDArray[np.uint8], rolls: Any, ids: Any, news: News, found: NDArray[np.int64]
    ) -> int:
        """Play `found[0]` games from number `found[1]` on, and check views every `found[2]` moves.

        `states` are four records: the template, the game in progress, and room for `look_at_views`; `rolls`
        are the master key, the random player and the source of samples. Fills `found[3:]`: moves, views,
        negotiations, the moves of the longest, and at the first fault, which ends the run, the game, the move
        and the fault's number.
        """
        s = states[1]
        for game in range(found[1], found[1] + found[0]):
            states[1] = states[0]
            s.key[0] = siphash(rolls[0].key[0], rolls[0].key[1], 3 * game)
            s.key[1] = siphash(rolls[0].key[0], rolls[0].key[1], 3 * game + 1)
            rolls[1].key[0] = siphash(rolls[0].key[0], rolls[0].key[1], 3 * game + 2)
            rolls[1].counter = 0
            setup(s)
            move = 0
            tie, spoken = 0, 0
            while True:
                fault = find_fault(s, states[0], False)
                spoken = spoken + 1 if negotiation(s) == tie else 1
                tie = negotiation(s)
                if tie != 0:
                    found[5] += int(spoken == 1)
                    found[6] = max(found[6], spoken)
                    if fault == 0 and spoken > longest(s):
                        fault = TOO_LONG
                if fault == 0 and not over(s) and (game + move) % found[2] == 0:
                    fault = look_at_views(states, raw, rolls[2], ids)
                    found[4] += int(s.seats) + 1
                if fault != 0:
                    found[7], found[8], found[9] = game, move, fault
                    return stamp
                if over(s):
                    break
                found[3] += random_move(s, rolls[1], ids[0], news)
                move += 1
        return stamp

    return play_and_look


def words(game: Game, fault: int) -> str:
    """The description of a fault's number."""
    return FAULTS[fault - FIRST] if fault >= FIRST else COUNTING[dtype_of(game.spec.state)].faults[fault]


def check_games(
    game: Game, count: int, seed: int | str = 0, views_every: int = VIEWS_EVERY, first: int = 0
) -> Count:
    """Play `count` random games and check every position. AssertionError names the first fault and its
    place.
    """
    states = zeros(game.spec.state, 4)
    states[0] = game.spec.template(game.options, game.table)
    raw = states.view(np.ndarray).view(np.uint8).reshape(4, -1)
    rolls = zeros(Dice, 3)
    rolls[0], rolls[2] = dice(seed), dice(f"{seed} deals")
    ids: NDArray[np.int64] = np.stack([no_ids(), no_ids()])
    found = np.array([count, first, views_every, *[0] * 7], np.int64)
    player(sources())(states, raw, rolls, ids, no_news(), found)
    *seen, number, ply, fault = (int(n) for n in found[3:])
    assert fault == 0, f"{game!r}, seed {seed!r}, game {number}, after {ply} moves: {words(game, fault)}."
    return Count(count, *seen)


def settings(name: str | None = None, table: Path | None = None) -> list[Game]:
    """All settings of all games, or of one, perhaps with a component table of one's own."""
    games = [game for spec in SPECS.values() if name in (None, spec.id) for game in settings_of(spec)]
    return games if table is None else [Game(game.spec, table, **game.options) for game in games]


def main(given: Sequence[str] | None = None) -> None:
    """Play so many games over all settings, or with --each of each setting; print the totals."""
    parser = argparse.ArgumentParser("python -m benchmarks.million", description=main.__doc__)
    parser.add_argument("games", type=int, nargs="?", default=GAMES, help="default: %(default)s")
    parser.add_argument("--game", choices=sorted(SPECS), help="only of this game")
    parser.add_argument("--table", type=Path, help="with a component table of this game of your own")
    parser.add_argument("--each", action="store_true", help="so many games of each setting")
    options = parser.parse_args(given)
    if options.games < 1:
        parser.error(f"games has to be 1 or more, not {options.games}")
    games = settings(options.game, options.table)
    start = time.perf_counter()
    done = Count()
    for number, game in enumerate(games):
        share = options.games if options.each else (options.games * (number + 1)) // len(games) - done.games
        seen = check_games(game, share, seed="a million")
        counted = f"{seen.games:,} games, {seen.moves:,} moves, {seen.views:,} views"
        print(f"{game!r}: {counted}{seen.talks}", flush=True)
        done += seen
    seconds = time.perf_counter() - start
    print(
        f"{done.games:,} games in {seconds:.0f} s: cards counted after {done.moves:,} moves, "
        f"{done.views:,} views compared{done.talks}."
    )


if __name__ == "__main__":
    main()
