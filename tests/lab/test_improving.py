"""A network learns from its own games among earlier ones: what they are, and what it makes of them."""

from __future__ import annotations

import random

import numpy as np
import pytest
import torch

import quarterdeck
from quarterdeck.bots.search.net import Net
from quarterdeck.lab.training.decisions import TrainingSet
from quarterdeck.lab.training.improve import Schedule, improve, learn, loss
from quarterdeck.lab.training.model import Batch, Model, batches, log_chances
from quarterdeck.lab.training.rollouts import EARLIER, LEARNER, TEACHER, Rollouts, roll, seats_of
from quarterdeck.play import GAMES

GAME = "cartagena"


def new_model(seed: int) -> Model:
    """A model that has learned nothing."""
    torch.manual_seed(seed)
    return Model(GAME, quarterdeck.game(GAME).features, 8)


@pytest.fixture(scope="module")
def nets() -> tuple[Net, Net]:
    """Two networks that think differently."""
    return new_model(1).net(), new_model(2).net()


@pytest.fixture(scope="module")
def found(nets: tuple[Net, Net]) -> Rollouts:
    """Ten games of the first among seats of the second."""
    return roll(GAME, 10, *nets, "seed")


def test_every_decision_has_its_legal_actions_and_the_chance_of_what_was_chosen(
    found: Rollouts, nets: tuple[Net, Net]
) -> None:
    decisions, chance, better, wins, beaten, truncated = found
    count = np.diff(decisions.first)
    assert len(chance) == len(better) == len(decisions.seen) == len(count) > 200
    assert ((decisions.chosen >= 0) & (decisions.chosen < count)).all()
    assert np.allclose(decisions.won.sum(1), 1, atol=1e-2)
    assert 0 <= wins <= 4
    assert 0 <= beaten <= 4
    assert truncated == 0
    # The first of both has chosen, with the chances that its model gives for what was seen.
    (batch, *_) = batches(decisions, np.arange(len(chance)), len(chance))
    with torch.no_grad():
        logs = log_chances(new_model(1)(batch.seen, batch.row, batch.action)[0], batch)
    assert np.allclose(torch.exp(logs[batch.chosen]).numpy(), chance, atol=2e-3)


def test_the_others_are_rule_of_thumb_players_in_most_games() -> None:
    chance, four = random.Random(1), [EARLIER, LEARNER, TEACHER]
    for name in GAMES:
        seats = [seats_of(quarterdeck.game(name, players=4), chance) for _ in range(60)]
        assert all(LEARNER in one and len(set(one)) < 3 for one in seats)
        assert {who for one in seats for who in one} == set(four)
        assert {one.count(LEARNER) for one in seats} == {1, 2, 3, 4}


def test_games_depend_on_the_seed_and_on_nothing_else(found: Rollouts, nets: tuple[Net, Net]) -> None:
    again, other = roll(GAME, 10, *nets, "seed"), roll(GAME, 10, *nets, "other")
    for field in TrainingSet._fields:
        assert np.array_equal(getattr(found.decisions, field), getattr(again.decisions, field))
    assert np.array_equal(found.better, again.better)
    assert not np.array_equal(found.chance[:50], other.chance[:50])


def test_games_written_in_python_are_the_compiled_ones(
    found: Rollouts, nets: tuple[Net, Net], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = roll(GAME, 1, *nets, "one")
    monkeypatch.setenv("QUARTERDECK_INTERPRET", "1")
    monkeypatch.setattr("quarterdeck.lab.training.rollouts.play._compiled", None)
    plain = roll(GAME, 1, *nets, "one")
    assert np.array_equal(first.decisions.action, plain.decisions.action)
    assert np.array_equal(first.decisions.chosen, plain.decisions.chosen)
    assert np.allclose(first.better, plain.better, atol=1e-4)


def a_batch() -> Batch:
    """One decision between two actions."""
    rows = torch.zeros(1, quarterdeck.game(GAME).features)
    parts = torch.tensor([0, 0]), torch.tensor([0, 1]), torch.tensor([1])
    return Batch(np.zeros(1, np.int64), rows, *parts, torch.eye(5)[:1], torch.zeros(1, 4))


@pytest.mark.parametrize("better", [1.0, -1.0])
def test_what_turned_out_better_than_thought_is_chosen_more_often_and_worse_less(better: float) -> None:
    model, batch = new_model(1), a_batch()
    adam = torch.optim.Adam(model.parameters(), 1e-2)

    def chance() -> torch.Tensor:
        return log_chances(model(batch.seen, batch.row, batch.action)[0], batch)[1].detach()

    before = chance()
    for _ in range(3):
        adam.zero_grad()
        torch.autograd.backward(loss(model, batch, before[None], torch.tensor([better])))
        adam.step()
    assert better * float(chance() - before) > 0.01


def test_a_chance_that_has_moved_far_is_not_pushed_further() -> None:
    model, batch = new_model(1), a_batch()
    with torch.no_grad():
        now = log_chances(model(batch.seen, batch.row, batch.action)[0], batch)[1]

    def push(before: torch.Tensor) -> float:
        model.zero_grad()
        gained = loss(model, batch, before[None], torch.tensor([50.0]))
        torch.autograd.backward(gained)
        assert model.act.weight.grad is not None
        return float(model.act.weight.grad.norm())

    assert push(now) > 10 * push(now - 0.5)


def test_a_round_teaches_to_beat_a_network_that_has_learned_nothing() -> None:
    model = new_model(3)
    before = roll(GAME, 200, model.net(), new_model(2).net(), "judge").wins
    said = improve(model, GAME, [new_model(2).net()], "seed", Schedule(12, 160, 2, 5e-3))
    after = roll(GAME, 200, model.net(), new_model(2).net(), "judge").wins
    assert after > before + 0.3
    assert "decisions of its own" in said


def test_learning_goes_through_all_that_was_found(found: Rollouts) -> None:
    model = new_model(1)
    before = model.first.weight.detach().clone()
    learn(model, torch.optim.Adam(model.parameters(), 1e-3), found, np.random.default_rng(1))
    assert not torch.equal(before, model.first.weight)
