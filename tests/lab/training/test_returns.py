"""What a decision led to: λ-returns, checked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from quarterdeck.lab.training.returns import Results, Trajectories, lambda_returns

# One lane with two seats; matches end in steps 2 and 4, and seat 1 decides once more after the second end.
SEATS = [0, 1, 0, 1, 0, 1]
DECAY = 0.5


@pytest.fixture
def results() -> Results:
    """Seat 0 wins the first match by three points, both share the second."""
    shares, margins = np.zeros((6, 1, 2), np.float32), np.zeros((6, 1, 2), np.float32)
    shares[2, 0], margins[2, 0] = (1, 0), (1.5, -1.5)
    shares[4, 0] = (0.5, 0.5)
    ended = np.array([0, 0, 1, 0, 1, 0], bool)[:, None]
    return Results(ended, shares, margins, np.array([2]))


def told(results: Results) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The values, the returns, and which of them are known."""
    value = (np.arange(30, dtype=np.float32) / np.float32(100)).reshape(6, 5)
    decisions = Trajectories(np.arange(6), np.zeros(6, np.int64), np.array(SEATS), value)
    target, known = np.zeros_like(value), np.zeros(6, bool)
    assert lambda_returns(decisions, results, DECAY, target, known) == 5
    return value, target, known


def test_the_last_decision_of_a_match_led_to_its_result(results: Results) -> None:
    _, target, _ = told(results)
    # Seat 1 counts from itself: its share, seat 0's, nobody's, its margin, seat 0's.
    assert target[1].tolist() == [0, 1, 0, -1.5, 1.5]
    assert target[2].tolist() == [1, 0, 0, 1.5, -1.5]
    assert target[3].tolist() == target[4].tolist() == [0.5, 0.5, 0, 0, 0]


def test_an_earlier_decision_led_to_a_mixture_of_later_values_and_their_returns(results: Results) -> None:
    value, target, _ = told(results)
    assert np.allclose(target[0], DECAY * value[2] + (1 - DECAY) * target[2])


def test_what_a_decision_leads_to_after_the_window_is_unknown(results: Results) -> None:
    value, target, known = told(results)
    assert known.tolist() == [True] * 5 + [False]
    assert np.array_equal(target[5], value[5])


def test_nobody_wins_a_truncated_match(results: Results) -> None:
    results.shares[4] = 0
    _, target, _ = told(results)
    assert target[4].tolist() == [0, 0, 1, 0, 0]
