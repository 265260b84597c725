"""A lane's match is dealt from a seed as every match is."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck.kernel.jit import compiled
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import zeros
from quarterdeck.lab.lanes.keys import Bytes, HashWords, head, paper, schedule, seed_of, set_key
from quarterdeck.play.game import deal_key


@compiled
def fast_set_key(dice: Any, lane: int, match: int, text: Bytes, room: HashWords, start: HashWords) -> None:
    set_key(dice[0], lane, match, text, room, start)


@pytest.mark.parametrize("length", [1, 20, 33, 34, 35, 36, 64, 98, 99, 100, 200])
def test_keys_are_those_of_the_seed_as_text(length: int) -> None:
    for lane, match in ((0, 0), (9, 10), (65535, 123), (10**9, 99999)):
        seed = "é7" * length
        dice = zeros(Dice, 2)
        text, room, start = paper(seed), schedule(), schedule()
        set_key(dice[0], lane, match, text, room, start)
        wanted = deal_key(seed_of(seed, lane, match))
        assert tuple(int(word) for word in dice[0].key) == wanted
        fast_set_key(dice[1:], lane, match, text, room, start)
        assert tuple(int(word) for word in dice[1].key) == wanted


def test_the_numbers_of_sha_256_are_those_of_its_standard() -> None:
    numbers = schedule()
    assert [int(one) for one in numbers[:3]] == [0x428A2F98, 0x71374491, 0xB5C0FBCF]
    assert int(numbers[128]) == 0x6A09E667
    assert hashlib.sha256(head("s") + b"0/0").digest()[:8] == np.array(deal_key("s/0/0")[0], "<u8").tobytes()


def test_no_two_matches_have_the_same_seed() -> None:
    seeds = {seed_of("s", lane, match) for lane in range(30) for match in range(30)}
    assert len(seeds) == 900
    env = quarterdeck.lab.vector("mutiny", 50, seed="s")
    assert len({env.position(lane) for lane in range(50)}) == 50
