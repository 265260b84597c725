"""The deal of a lane's match: its seed as text and the key derived from it, in Python and compiled.

The seed of match k of lane i is the text "SEED/i/k". Its key is made as for any match (`play.game.deal_key`),
so each match can be written as a `Record`. Compiled steps deal thousands of matches, so this module has a
SHA-256 of its own that compiles.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.jit import rule

Bytes = NDArray[np.uint8]
HashWords = NDArray[np.int64]

BLOCK = 64
ROUNDS = 64
# Room for a lane's number, a match's number, the slash between them, and SHA-256's padding.
REST = 20 + 1 + 20 + 9 + BLOCK
LOW = (1 << 32) - 1
ZERO, STROKE, STOP = ord("0"), ord("/"), 0x80


def seed_of(seed: str, lane: int, match: int) -> str:
    """The seed of a lane's match: a match file made with it has the same deal."""
    return f"{seed}/{lane}/{match}"


def head(seed: str) -> bytes:
    """The beginning of the text whose hash is a match's key: all before the lane's number."""
    return f"quarterdeck deal 1\n{seed}/".encode(errors="surrogatepass")


def paper(seed: str) -> Bytes:
    """A buffer for the text that is hashed, uint8 [head + REST], with the `head` filled in."""
    start = head(seed)
    made = np.zeros(len(start) + REST, np.uint8)
    made[: len(start)] = np.frombuffer(start, np.uint8)
    return made


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _fraction(prime: int, root: int) -> int:
    """The first 32 fractional bits of a prime's square root (`root` 2) or cube root (3), by integers only."""
    most = prime << (32 * root)
    low, high = 0, 1 << 40
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**root <= most else (low, middle)
    return low & LOW


# FIPS 180-4: from the square roots of 8 primes, and the cube roots of 64.
START = tuple(_fraction(prime, 2) for prime in _primes(8))
ADDED = tuple(_fraction(prime, 3) for prime in _primes(ROUNDS))


def schedule() -> HashWords:
    """SHA-256's initial data: the round constants, room for the words of a block, and the initial digest."""
    return np.array([*ADDED, *([0] * ROUNDS), *START], np.int64)


@rule
def write_number(text: Bytes, at: int, number: int) -> int:
    """Write a number in decimal digits from `at` on; returns the end."""
    digits = 1
    rest = number // 10
    while rest > 0:
        digits += 1
        rest //= 10
    rest = number
    for one in range(digits):
        text[at + digits - 1 - one] = ZERO + rest % 10
        rest //= 10
    return at + digits


@rule
def turned(x: int, bits: int) -> int:
    """Rotate a 32-bit word to the right."""
    return ((x >> bits) | (x << (32 - bits))) & LOW


@rule
def hash_block(text: Bytes, first: int, room: HashWords, begin: HashWords) -> None:
    """Add the 64 bytes of `text` from `first` on to the digest in `room`.

    `begin` is `schedule`; `room` is an array of the same length and layout, with the digest so far.
    """
    words = room[ROUNDS : 2 * ROUNDS]
    digest = room[2 * ROUNDS :]
    for one in range(16):
        at = first + 4 * one
        words[one] = (
            (int(text[at]) << 24) | (int(text[at + 1]) << 16) | (int(text[at + 2]) << 8) | int(text[at + 3])
        )
    for one in range(16, ROUNDS):
        x, y = int(words[one - 15]), int(words[one - 2])
        x = turned(x, 7) ^ turned(x, 18) ^ (x >> 3)
        y = turned(y, 17) ^ turned(y, 19) ^ (y >> 10)
        words[one] = (int(words[one - 16]) + x + int(words[one - 7]) + y) & LOW
    a, b, c, d = int(digest[0]), int(digest[1]), int(digest[2]), int(digest[3])
    e, f, g, h = int(digest[4]), int(digest[5]), int(digest[6]), int(digest[7])
    for one in range(ROUNDS):
        x = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
        x = h + x + ((e & f) ^ ((LOW ^ e) & g)) + int(begin[one]) + int(words[one])
        y = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
        y = y + ((a & b) ^ (a & c) ^ (b & c))
        h, g, f, e = g, f, e, (d + x) & LOW
        d, c, b, a = c, b, a, (x + y) & LOW
    digest[0] = (digest[0] + a) & LOW
    digest[1] = (digest[1] + b) & LOW
    digest[2] = (digest[2] + c) & LOW
    digest[3] = (digest[3] + d) & LOW
    digest[4] = (digest[4] + e) & LOW
    digest[5] = (digest[5] + f) & LOW
    digest[6] = (digest[6] + g) & LOW
    digest[7] = (digest[7] + h) & LOW


@rule
def little(high: int, low: int) -> int:
    """Two words of a digest as a little-endian 64-bit number."""
    number = 0
    for one in range(4):
        number |= ((high >> (24 - 8 * one)) & 0xFF) << (8 * one)
        number |= ((low >> (24 - 8 * one)) & 0xFF) << (32 + 8 * one)
    return number


@rule
def set_key(s: Any, lane: int, match: int, text: Bytes, room: HashWords, begin: HashWords) -> None:
    """Set a record's key for this match of a lane.

    `text` is a `paper` of the seed, `begin` is `schedule`, and `room` is scratch space of the same length.
    """
    at = write_number(text, len(text) - REST, lane)
    text[at] = STROKE
    at = write_number(text, at + 1, match)
    bits = 8 * at
    text[at] = STOP
    at += 1
    while at % BLOCK != BLOCK - 8:
        text[at] = 0
        at += 1
    for one in range(8):
        text[at + one] = (bits >> (56 - 8 * one)) & 0xFF
    for one in range(8):
        room[2 * ROUNDS + one] = begin[2 * ROUNDS + one]
    for first in range(0, at + 8, BLOCK):
        hash_block(text, first, room, begin)
    digest = room[2 * ROUNDS :]
    s.key[0] = little(int(digest[0]), int(digest[1]))
    s.key[1] = little(int(digest[2]), int(digest[3]))
