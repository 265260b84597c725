"""Matches against rules of thumb, as a training plays them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import quarterdeck
from quarterdeck.lab.training.opposed import Opposed

LANES = 12


def opposed(seed: str = "o") -> Opposed:
    """Matches of Cartagena for four."""
    return Opposed(quarterdeck.game("cartagena"), LANES, seed)


def lowest(table: Opposed) -> NDArray[np.int64]:
    """The lowest legal action of each lane."""
    actions: NDArray[np.int64] = table.out.legal.argmax(1)
    return actions


def test_the_learner_has_one_seat_another_one_from_lane_to_lane() -> None:
    table = opposed()
    assert table.out.seat.tolist() == [lane % 4 for lane in range(LANES)]
    for _ in range(50):
        assert table.out.legal.any(1).all()
        assert table.step(lowest(table)).seat.tolist() == [lane % 4 for lane in range(LANES)]


def test_rules_of_thumb_beat_the_lowest_actions_and_all_wins_are_told_once() -> None:
    table = opposed()
    ended, own, others = 0, 0.0, 0.0
    for _ in range(600):
        out = table.step(lowest(table))
        won = out.rewards[np.arange(LANES), out.seat]
        assert (out.rewards[~out.ended] == 0).all()
        assert (out.scores[~out.ended] == 0).all()
        ended += int(out.ended.sum())
        own, others = own + won.sum(), others + out.rewards.sum() - won.sum()
    assert ended > 20
    assert others > 0.7 * ended
    assert own < 0.1 * others


def test_the_seed_decides_deals_and_opponents() -> None:
    first, again, other = opposed(), opposed(), opposed("another")
    for table in (first, again, other):
        for _ in range(30):
            table.step(lowest(table))
    assert np.array_equal(first.out.observation, again.out.observation)
    assert not np.array_equal(first.out.observation, other.out.observation)


def test_the_next_match_follows_at_once() -> None:
    table = opposed()
    while not table.out.ended.any():
        table.step(lowest(table))
    lane = int(table.out.ended.argmax())
    lengths = {block.name: block.length for block in table.game.spec.blocks}
    names = list(lengths)
    duel = sum(lengths[name] for name in names[: names.index("duel")])
    # No duel is on yet, and none was won.
    assert not table.out.observation[lane, duel : duel + lengths["duel"]].any()
