"""CA-51: Cambivalute's sailors."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from quarterdeck.games.cartagena.state import NONE, PAIRS, Phase
from tests.games.cartagena.table import Match


def meeting(seed: int = 1, **fields: Any) -> Match:
    match = Match(players=4, up="cambivalute bijoux", seed=seed, **fields)
    return match.play("0 take cambivalute")


def all_placed(seed: int = 1) -> Match:
    """Five pairs are placed, 1 and 2 to 9 and 10, the lower always for Valverde; seat 1 placed them."""
    match = Match(players=4, up="cambivalute bijoux", seed=seed)
    s = match.s
    s.placed = PAIRS
    s.sailors = 0
    for pair in range(PAIRS):
        s.pair[pair] = [2 * pair + 1, 2 * pair + 2]
        s.seen[pair] = s.order[pair] = 0b0010
    return match.play("0 take cambivalute")


def test_CA_51_look_at_two_sailors_from_the_deck() -> None:
    match = meeting()
    assert match.phase == Phase.SAILORS
    assert match.legal() == ["higher valverde", "higher diaz"]
    ((_, low, high),) = match.heard(0, "sailors_seen")
    assert 1 <= low < high <= 10
    on_deck = {value + 1 for value in range(10) if int(match.s.sailors) >> value & 1}
    assert on_deck == set(range(1, 11)) - {low, high}
    assert match.heard(1, "sailors_seen") == []
    assert match.heard(1, "sailors_taken") == [(0, "A")]


@pytest.mark.parametrize(("side", "first"), [("valverde", 0), ("diaz", 1)])
def test_CA_51_choose_who_stands_for_whom(side: str, first: int) -> None:
    match = meeting().play(f"0 higher {side}")
    ((_, low, high),) = match.heard(0, "sailors_seen")
    assert int(match.s.pair[0, first]) == high
    assert int(match.s.pair[0, 1 - first]) == low
    assert match.heard(0, "sailors_set") == [(0, "A", *(int(value) for value in match.s.pair[0]))]
    assert match.heard(2, "sailors_set") == []
    assert match.heard(2, "sailors_placed") == [(0, "A")]
    assert (match.s.placed, match.s.seen[0], match.s.order[0]) == (1, 0b0001, 0b0001)
    assert match.to_act == (1,)


def test_CA_51_on_the_next_free_pair_of_spaces() -> None:
    match = meeting(placed=3, sailors=0b1010101)
    match.play("0 higher diaz")
    assert match.told("sailors_placed") == [(0, "D")]
    assert match.s.placed == 4
    on_deck = {value + 1 for value in range(10) if int(match.s.sailors) >> value & 1}
    assert on_deck | set(match.s.pair[3]) == {1, 3, 5, 7}
    assert len(on_deck) == 2


def test_CA_51_the_sailors_lie_in_random_order() -> None:
    found: Counter[int] = Counter()
    pairs = set()
    for seed in range(100):
        ((_, low, high),) = meeting(seed).heard(0, "sailors_seen")
        found.update((low, high))
        pairs.add((low, high))
    # Each of ten sailors is in 20 of 100 pairs on average.
    assert set(found) == set(range(1, 11))
    assert 6 <= min(found.values()) <= max(found.values()) <= 38
    assert len(pairs) > 25


def test_CA_51_with_all_pairs_placed_look_at_any() -> None:
    match = all_placed()
    assert match.phase == Phase.INSPECT
    assert match.legal() == ["done", "inspect A", "inspect B", "inspect C", "inspect D", "inspect E"]
    match.play("0 inspect C")
    assert match.legal() == ["swap", "keep"]
    assert match.heard(0, "pair_seen") == [(0, "C", 5, 6)]
    assert match.heard(1, "pair_seen") == []
    assert match.heard(1, "inspected") == [(0, "C")]
    assert match.s.seen[2] == 0b0011
    assert match.s.order[2] == 0b0011


@pytest.mark.parametrize(("action", "after"), [("swap", [6, 5]), ("keep", [5, 6])])
def test_CA_51_who_looks_at_a_pair_may_swap_the_two(action: str, after: list[int]) -> None:
    match = all_placed().play("0 inspect C", f"0 {action}")
    assert list(match.s.pair[2]) == after
    assert match.heard(0, "pair_set") == [(0, "C", *after)]
    assert match.heard(1, "pair_set") == []
    assert match.heard(1, "pair_handled") == [(0, "C")]
    # Seat 1 still knows the two values, but no longer who of them stands for whom.
    assert match.s.seen[2] == 0b0011
    assert match.s.order[2] == 0b0001
    assert match.s.handled == NONE
    assert match.s.order[1] == 0b0010
    assert match.to_act == (1,)
