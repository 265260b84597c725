"""The published vectors of SipHash-2-4 and SplitMix64, interpreted and compiled, and fair numbers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from quarterdeck.kernel.jit import compiled
from quarterdeck.kernel.random import (
    MASK,
    Dice,
    below,
    portion,
    quick_below,
    quick_chance,
    quick_word,
    scale,
    siphash,
    splitmix,
)
from quarterdeck.kernel.record import new, zeros

# Aumasson and Bernstein's reference output for the key 00 01 … 0f and the messages of 0, 1, … bytes 00 01 ….
SIPHASH = [
    "310e0edd47db6f72",
    "fd67dc93c539f874",
    "5a4fa9d909806c0d",
    "2d7efbd796666785",
    "b7877127e09427cf",
    "8da699cd64557618",
    "cee3fe586e46c9cb",
    "37d1018bf50002ab",
    "6224939a79f5f593",
    "b0e4a90bdf82009e",
    "f3b9dd94c5bb5d7a",
    "a7ad6b22462fb3f4",
    "fbe50e86bc8f1e75",
    "903d84c02756ea14",
    "eef27a8e90ca23f7",
    "e545be4961ca29a1",
]
KEY = bytes(range(16))

# The first outputs of the reference implementation of SplitMix64 for two seeds.
SPLITMIX = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431],
}
GOLDEN = 0x9E3779B97F4A7C15


@compiled
def words_siphash(k0: Any, k1: Any, word: Any) -> int:
    return siphash(k0, k1, word)


@compiled
def words_splitmix(x: Any) -> int:
    return splitmix(x)


@compiled
def words_scale(x: Any, n: int) -> int:
    return scale(x, n)


@compiled
def words_portion(x: Any) -> float:
    return portion(x)


@compiled
def compiled_chance(dice: Dice) -> float:
    return quick_chance(dice)


@compiled
def compiled_below(dice: Dice, n: int) -> int:
    return below(dice, n)


# Compiled, numbers of 64 bits without a sign are a type of their own.
def compiled_siphash(k0: int, k1: int, word: int) -> int:
    return words_siphash(np.uint64(k0), np.uint64(k1), np.uint64(word))


def compiled_splitmix(x: int) -> int:
    return words_splitmix(np.uint64(x))


def compiled_scale(x: int, n: int) -> int:
    return words_scale(np.uint64(x), n)


def compiled_portion(x: int) -> float:
    return words_portion(np.uint64(x))


def reference(key: bytes, message: bytes) -> int:
    """SipHash-2-4 of a message of any length, straight from its description."""

    def rotate(x: int, by: int) -> int:
        return (x << by | x >> (64 - by)) & MASK

    def sip_round(v: list[int]) -> None:
        v[0] = (v[0] + v[1]) & MASK
        v[1] = rotate(v[1], 13) ^ v[0]
        v[0] = rotate(v[0], 32)
        v[2] = (v[2] + v[3]) & MASK
        v[3] = rotate(v[3], 16) ^ v[2]
        v[0] = (v[0] + v[3]) & MASK
        v[3] = rotate(v[3], 21) ^ v[0]
        v[2] = (v[2] + v[1]) & MASK
        v[1] = rotate(v[1], 17) ^ v[2]
        v[2] = rotate(v[2], 32)

    k = [int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")]
    v = [part ^ k[i % 2] for i, part in enumerate(WORDS)]
    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) % 256])
    for at in range(0, len(padded), 8):
        word = int.from_bytes(padded[at : at + 8], "little")
        v[3] ^= word
        sip_round(v)
        sip_round(v)
        v[0] ^= word
    v[2] ^= 0xFF
    for _ in range(4):
        sip_round(v)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


# "somepseudorandomlygeneratedbytes", in four words.
WORDS = [int.from_bytes(b"somepseudorandomlygeneratedbytes"[i : i + 8], "big") for i in (0, 8, 16, 24)]

either_siphash = pytest.mark.parametrize(
    "hash_", [siphash, compiled_siphash], ids=["interpreted", "compiled"]
)
either_splitmix = pytest.mark.parametrize(
    "mix", [splitmix, compiled_splitmix], ids=["interpreted", "compiled"]
)
either_scale = pytest.mark.parametrize("scale_", [scale, compiled_scale], ids=["interpreted", "compiled"])


def word(data: bytes) -> int:
    return int.from_bytes(data, "little")


def test_the_reference_here_gives_the_published_vectors() -> None:
    for length, published in enumerate(SIPHASH):
        assert reference(KEY, bytes(range(length))).to_bytes(8, "little").hex() == published


@either_siphash
def test_siphash_gives_the_published_vector_of_eight_bytes(hash_: Callable[..., int]) -> None:
    found = hash_(word(KEY[:8]), word(KEY[8:]), word(bytes(range(8))))
    assert int(found).to_bytes(8, "little").hex() == SIPHASH[8]


@either_siphash
def test_siphash_agrees_with_the_reference_on_any_key_and_word(hash_: Callable[..., int]) -> None:
    chooser = random.Random(1)
    special = [0, 1, MASK, 1 << 63, (1 << 63) - 1]
    for at in range(400):
        k0, k1, message = (
            special[(at // 5**i) % 5] if at < 125 else chooser.getrandbits(64) for i in range(3)
        )
        key = k0.to_bytes(8, "little") + k1.to_bytes(8, "little")
        assert int(hash_(k0, k1, message)) == reference(key, message.to_bytes(8, "little"))


@either_splitmix
@pytest.mark.parametrize("seed", SPLITMIX)
def test_splitmix_gives_the_published_numbers(mix: Callable[[int], int], seed: int) -> None:
    assert [int(mix((seed + turn * GOLDEN) & MASK)) for turn in range(4)] == SPLITMIX[seed]


@either_scale
@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 36, 100, 1000, 1024])
def test_scale_covers_0_to_n_minus_1_evenly(scale_: Callable[[int, int], int], n: int) -> None:
    assert int(scale_(0, n)) == 0
    assert int(scale_(MASK, n)) == n - 1
    # Each number is what a stretch of equal length is brought to.
    for number in range(n):
        start = -(-(number << 53) // n) << 11
        assert int(scale_(start, n)) == number
        assert number == 0 or int(scale_(start - 1, n)) == number - 1


@pytest.mark.parametrize("portion_", [portion, compiled_portion], ids=["interpreted", "compiled"])
def test_a_portion_is_the_53_highest_bits_and_never_1(portion_: Callable[[int], float]) -> None:
    assert portion_(0) == portion_((1 << 11) - 1) == 0.0
    assert portion_(1 << 11) == 2.0**-53
    assert portion_(1 << 63) == 0.5
    assert portion_(MASK) == 1 - 2.0**-53


@pytest.mark.parametrize("compile_it", [False, True], ids=["interpreted", "compiled"])
def test_chances_are_even_and_each_takes_one_number(compile_it: bool) -> None:
    dice, words = zeros(Dice, 1), new(Dice)
    dice[0].key[0] = words.key[0] = 7
    found = [compiled_chance(dice[0]) if compile_it else quick_chance(dice[0]) for _ in range(4000)]
    assert found == [portion(int(quick_word(words))) for _ in range(4000)]
    chi = sum((count - 200) ** 2 / 200 for count in Counter(int(20 * one) for one in found).values())
    assert chi < 19 + 4 * 38**0.5


@pytest.mark.parametrize("draw", [below, quick_below], ids=["below", "quick_below"])
@pytest.mark.parametrize("n", [2, 6, 31])
def test_numbers_below_n_are_even(draw: Callable[[Dice, int], int], n: int) -> None:
    dice = new(Dice)
    dice.key[0], dice.key[1] = 11, 12
    found = Counter(int(draw(dice, n)) for _ in range(200 * n))
    assert set(found) == set(range(n))
    chi = sum((count - 200) ** 2 / 200 for count in found.values())
    assert chi < (n - 1) + 4 * (2 * (n - 1)) ** 0.5
    assert int(dice.counter) == 200 * n


def test_the_numbers_of_a_match_are_those_of_its_key_and_counter() -> None:
    dice = new(Dice)
    dice.key[0], dice.key[1] = 3, 1 << 63
    dice.counter = 100
    key = (3).to_bytes(8, "little") + (1 << 63).to_bytes(8, "little")
    for counter in range(100, 110):
        expected = scale(reference(key, counter.to_bytes(8, "little")), 52)
        assert below(dice, 52) == expected
    other = new(Dice)
    other.key[0], other.key[1] = 3, (1 << 63) + 1
    dice.counter = 100
    other.counter = 100
    assert [below(dice, 1000) for _ in range(5)] != [below(other, 1000) for _ in range(5)]


def test_compiled_and_interpreted_dice_agree() -> None:
    rolls = zeros(Dice, 2)
    for one in rolls:
        one.key[0], one.key[1] = MASK, 5
    for n in (1, 2, 6, 37, 1024):
        assert [below(rolls[0], n) for _ in range(20)] == [compiled_below(rolls[1], n) for _ in range(20)]


def test_quick_words_are_whole_words_that_differ() -> None:
    dice = new(Dice)
    words = [int(quick_word(dice)) for _ in range(200)]
    assert len(set(words)) == 200
    for bit in range(64):
        assert 60 < sum(one >> bit & 1 for one in words) < 140
