"""Keyed, counter-based random numbers.

The n-th number of a match is SipHash-2-4 (Aumasson and Bernstein 2012) of the counter n under the match's
secret 128-bit key. There is no buffer and no hidden generator state: key and counter are two fields of the
record. Without the key nobody can predict a deal from the cards seen so far. Bots and playouts need speed but
no secrecy; they choose moves with SplitMix64 (Steele, Lea and Flood 2014) of a counter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Annotated, Any

import numpy as np

from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.record import U64, U64s, record

MASK = (1 << 64) - 1

# Takes weights and returns an index.
Chooser = Callable[[Sequence[int]], int]
_chooser: ContextVar[Chooser | None] = ContextVar("chooser", default=None)


@contextmanager
def chosen(by: Chooser) -> Iterator[None]:
    """In this context `by` decides all random draws of interpreted rules, so that each outcome can be tried.

    Compiled rules ignore it.
    """
    token = _chooser.set(by)
    try:
        yield
    finally:
        _chooser.reset(token)


def chooser() -> Chooser | None:
    """The function that decides random draws at present; None if chance does."""
    return _chooser.get()


@record
class Dice:
    """A separate source of random numbers, for determinizations and for random players."""

    key: Annotated[U64s, 2]
    counter: U64


def _rotate(x: int, bits: int) -> int:
    return ((x << bits) | (x >> (64 - bits))) & MASK


def _siphash(k0: int, k1: int, word: int) -> int:
    v0, v1 = int(k0) ^ 0x736F6D6570736575, int(k1) ^ 0x646F72616E646F6D
    v2, v3 = int(k0) ^ 0x6C7967656E657261, int(k1) ^ 0x7465646279746573
    for block in (int(word), 8 << 56):
        v3 ^= block
        v0, v1, v2, v3 = _rounds(v0, v1, v2, v3, 2)
        v0 ^= block
    v0, v1, v2, v3 = _rounds(v0, v1, v2 ^ 0xFF, v3, 4)
    return v0 ^ v1 ^ v2 ^ v3


def _rounds(v0: int, v1: int, v2: int, v3: int, times: int) -> tuple[int, int, int, int]:
    for _ in range(times):
        v0, v2 = (v0 + v1) & MASK, (v2 + v3) & MASK
        v1, v3 = _rotate(v1, 13) ^ v0, _rotate(v3, 16) ^ v2
        v0, v2 = (_rotate(v0, 32) + v3) & MASK, (v2 + v1) & MASK
        v1, v3 = _rotate(v1, 17) ^ v2, _rotate(v3, 21) ^ v0
        v2 = _rotate(v2, 32)
    return v0, v1, v2, v3


def _rotate_words(x: Any, bits: int) -> Any:
    return (x << np.uint64(bits)) | (x >> np.uint64(64 - bits))


def _siphash_words(k0: Any, k1: Any, word: Any) -> Any:
    v0, v1 = np.uint64(k0) ^ np.uint64(0x736F6D6570736575), np.uint64(k1) ^ np.uint64(0x646F72616E646F6D)
    v2, v3 = np.uint64(k0) ^ np.uint64(0x6C7967656E657261), np.uint64(k1) ^ np.uint64(0x7465646279746573)
    for step in range(3):
        block = np.uint64(word) if step == 0 else np.uint64(8 << 56)
        if step < 2:
            v3 ^= block
        else:
            v2 ^= np.uint64(0xFF)
        for _ in range(2 if step < 2 else 4):
            v0 += v1
            v2 += v3
            v1, v3 = _rotate_words(v1, 13) ^ v0, _rotate_words(v3, 16) ^ v2
            v0 = _rotate_words(v0, 32) + v3
            v2 += v1
            v1, v3 = _rotate_words(v1, 17) ^ v2, _rotate_words(v3, 21) ^ v0
            v2 = _rotate_words(v2, 32)
        if step < 2:
            v0 ^= block
    return v0 ^ v1 ^ v2 ^ v3


def _splitmix(x: int) -> int:
    z = (int(x) + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def _splitmix_words(x: Any) -> Any:
    z = np.uint64(x) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _scale(x: int, n: int) -> int:
    return ((int(x) >> 11) * int(n)) >> 53


def _scale_words(x: Any, n: Any) -> Any:
    return np.int64(((np.uint64(x) >> np.uint64(11)) * np.uint64(n)) >> np.uint64(53))


def _portion(x: int) -> float:
    return float(int(x) >> 11) * 2.0**-53


def _portion_words(x: Any) -> Any:
    return np.float64(np.uint64(x) >> np.uint64(11)) * 2.0**-53


def siphash(k0: int, k1: int, word: int) -> int:
    """SipHash-2-4 of the eight little-endian bytes of `word` under the key (k0, k1): unsigned, 64 bits."""
    return _siphash(k0, k1, word)


def splitmix(x: int) -> int:
    """The SplitMix64 output for state `x`: an unsigned 64-bit number."""
    return _splitmix(x)


def scale(x: int, n: int) -> int:
    """Scale a 64-bit number to 0 … n−1, for n up to 1,024; the bias is below 2⁻⁴³."""
    return _scale(x, n)


def portion(x: int) -> float:
    """Scale a 64-bit number to [0, 1): one of 2⁵³ evenly spaced numbers."""
    return _portion(x)


rule(_rotate_words)
rule(siphash, compiled_as=_siphash_words)
rule(splitmix, compiled_as=_splitmix_words)
rule(scale, compiled_as=_scale_words)
rule(portion, compiled_as=_portion_words)


def _below(s: Any, n: int) -> int:
    word = s.counter
    s.counter = word + 1
    return scale(siphash(s.key[0], s.key[1], word), n)


def below(s: Any, n: int) -> int:
    """The next random number in 0 … n−1 of a record with fields `key` and `counter`; n is at most 1,024."""
    by = chooser()
    if by is None:
        return _below(s, n)
    s.counter += 1
    return by([1] * int(n))


def _below_by_script(s: Any, n: int) -> int:
    at = int(s.script_drawn)
    s.script_drawn = at + 1
    word = s.counter
    s.counter = word + 1
    if at < s.script_given:
        return int(s.script[at])
    if at == s.script_given:
        s.script_open = n
        for one in range(min(n, len(s.script_weights))):
            s.script_weights[one] = 1
    return scale(siphash(s.key[0], s.key[1], word), n)


rule(below, compiled_as=_below, scripted_as=_below_by_script)


@rule
def quick_word(dice: Dice) -> int:
    """The next unsigned 64-bit number by SplitMix64: faster, for choices that need not be secret."""
    word = dice.counter
    dice.counter = word + 1
    return splitmix(splitmix(word) ^ dice.key[0])


@rule
def quick_below(dice: Dice, n: int) -> int:
    """The next random number in 0 … n−1, by SplitMix64; n is at most 1,024."""
    return scale(quick_word(dice), n)


@rule
def quick_chance(dice: Dice) -> float:
    """The next random number in [0, 1), by SplitMix64."""
    return portion(quick_word(dice))
