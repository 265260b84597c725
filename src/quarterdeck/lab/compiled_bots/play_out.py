"""Plays and records whole matches among compiled bots; each depends only on its seed and its bots."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.events import Facts
from quarterdeck.lab.compiled_bots.matches import DEAL, BotMatches, Shown, matches, play_on, shown
from quarterdeck.lab.compiled_bots.opponents import compiled_names, compiled_opponents
from quarterdeck.lab.compiled_bots.players import bots_for
from quarterdeck.lab.compiled_bots.recording import FACTS, MOVES, Recording, recording
from quarterdeck.play import Game
from quarterdeck.play.game import deal_key

# From this number of matches on compiling saves more time than it takes. Fewer matches are played by the same
# code, interpreted.
COMPILED_FROM = 10
# Matches that one compiled call plays, which takes a fraction of a second.
CHUNK = 50
# Room for the moves and facts of a match in the first try.
MOVES_ROOM, FACTS_ROOM = 250, 600


class PlayedOut(NamedTuple):
    """n matches that were played to their end, or truncated.

    `states` [n] are the final records. `plies` int64 [n] is the number of moves of each match. `seats` int8
    [m] and `actions` int16 [m] are the moves of all matches, one match after the other; likewise `facts`
    int16 [f, 6], where the facts of match i end before `fact_ends[i]`, int64 [n]. Without `facts` in the call
    there are none. `scores` int16 [n, seats] are the seats' points. `winners` uint8 [n] are bit masks of
    seats. `truncated` bool [n] says which matches reached the limit of plies.
    """

    states: Any
    plies: NDArray[np.int64]
    seats: NDArray[np.int8]
    actions: NDArray[np.int16]
    facts: Facts
    fact_ends: NDArray[np.int64]
    scores: NDArray[np.int16]
    winners: NDArray[np.uint8]
    truncated: NDArray[np.bool_]


def are_compiled(game: Game, line: Sequence[str]) -> bool:
    """Whether all bots of a line-up can play compiled matches of this game: none of them searches."""
    known = compiled_names(game)
    return all(name in known for name in line)


def play_out(
    game: Game, line: Sequence[str], seeds: Sequence[str], most: int, facts: bool = False, *, compile: bool
) -> PlayedOut:
    """Play a match with each of these seeds; the line-up names the bot in each seat.

    A match is truncated after `most` plies. Compiled and interpreted code play the same matches.

    Raises WeightsError.
    """
    count = len(seeds)
    opponents = compiled_opponents(game, line)
    bots = bots_for(game, opponents.nets, opponents.sharpness)
    play = play_on if compile else play_on.interpreted
    room = recording(count, MOVES_ROOM * count, FACTS_ROOM * count if facts else 0)
    while True:
        batch, results = _batch_of(game, opponents.kinds, seeds, room), shown(game, count)
        play(0, count, np.full(count, DEAL, np.int32), batch, results, bots, most)
        if room.complete:
            return _without_spare_room(batch, results, room)
        # The matches are played again, the same ones, with the room that they are now known to need.
        room = recording(count, int(room.counts[MOVES]), int(room.counts[FACTS]))


def _batch_of(game: Game, kinds: Sequence[int], seeds: Sequence[str], room: Recording) -> BotMatches:
    """The matches with these seeds, not dealt yet, whose seats are played by bots of these kinds."""
    batch = matches(game, len(seeds), room)
    batch.who[:] = kinds
    batch.deal_key[:] = [deal_key(seed) for seed in seeds]
    for number, seed in enumerate(seeds):
        batch.dice[number].key[:] = choice_key(seed)
    return batch


def _without_spare_room(batch: BotMatches, results: Shown, room: Recording) -> PlayedOut:
    """The results, with copies of the recorded moves and facts."""
    moves, told = map(int, room.counts)
    return PlayedOut(
        batch.states,
        batch.ply.astype(np.int64),
        room.seats[:moves].copy(),
        room.actions[:moves].copy(),
        room.facts[:told].copy(),
        room.fact_ends,
        results.scores,
        ((results.rewards > 0) << np.arange(results.rewards.shape[1])).sum(1).astype(np.uint8),
        results.truncated,
    )


def choice_key(seed: str) -> tuple[int, int]:
    """The key of the compiled bots' choices in a match: a one-way hash, so it does not reveal the deal."""
    digest = hashlib.sha256(f"quarterdeck selfplay\n{seed}".encode()).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:16], "little")
