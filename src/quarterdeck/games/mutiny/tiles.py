"""The chart tiles in the record (MU-4): a pool of the effects of all tiles, ten bits each.

The pool halves the record's size: otherwise every side of sixty tiles would need room for four effects. The
effects of the face-up tile are unpacked into `State.effect`.
"""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.mutiny.state import DESTINATIONS, EFFECTS, State, pack_effect
from quarterdeck.kernel.jit import rule, signed

BITS = 10  # the width of an effect in the pool: the effect itself, and a bit for the last of its destination
LAST = 1 << 9

Side = Sequence[tuple[int, int, int]]  # a destination's effects: crew member, resource, amount


def keep_tiles(s: State, tiles: Sequence[tuple[Side, Side]]) -> None:
    """Write the tiles, each with its north and its south, to the record's pool."""
    words = 0
    count = 0
    for tile, sides in enumerate(tiles):
        s.first[tile] = count
        for side in sides:
            for place, effect in enumerate(side, 1):
                last = LAST if place == len(side) else 0
                words |= (pack_effect(*effect) | last) << BITS * count
                count += 1
    for at, byte in enumerate(words.to_bytes(len(s.pool), "little")):
        s.pool[at] = byte


@rule
def turn_up(s: State, tile: int) -> None:
    """Put a tile face up: unpack its effects."""
    s.tile = tile
    at = signed(s.first[tile])
    for destination in range(DESTINATIONS):
        word = 0
        for place in range(EFFECTS):
            if word < LAST:
                word = kept_effect(s, at)
                s.effect[destination, place] = word & (LAST - 1)
                at += 1
            else:
                s.effect[destination, place] = 0


@rule
def kept_effect(s: State, at: int) -> int:
    """The effect at index `at` of the pool, with its bit LAST; it lies in two neighbouring bytes."""
    first = BITS * at // 8
    return (signed(s.pool[first]) | signed(s.pool[first + 1]) << 8) >> (BITS * at % 8) & (2 * LAST - 1)
