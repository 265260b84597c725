"""A window of self-play: what was decided, with which chances, and what it led to."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

import quarterdeck
from quarterdeck.lab.canonical import canonical_actions
from quarterdeck.lab.lanes import Lanes
from quarterdeck.lab.lanes.buffers import TimeStep
from quarterdeck.lab.training.model import Model
from quarterdeck.lab.training.rollouts import Window, WorkClock, collect
from quarterdeck.lab.training.run import adopted
from quarterdeck.play import GAMES

GAME = "cartagena"
STEPS = 40


def new_model(seed: int) -> Model:
    """A model that has learned nothing."""
    torch.manual_seed(seed)
    return Model(GAME, quarterdeck.game(GAME).features, 8)


def tables() -> list[Lanes]:
    """Lanes with two and with four seats."""
    return [quarterdeck.lab.vector(GAME, 6, players=players, seed="w") for players in (4, 2)]


def played(steps: int = STEPS) -> Window:
    """A window of an ignorant model."""
    return collect(new_model(1), tables(), steps, np.random.default_rng(1), WorkClock())


@pytest.fixture(scope="module")
def window() -> Window:
    """Such a window."""
    return played()


def test_a_decision_has_its_legal_actions_and_the_chance_of_what_was_chosen(window: Window) -> None:
    first, action, chosen, log_chance = window.choices
    count = first.diff()
    assert len(window.seen) == len(count) == len(chosen) > 200
    assert (count > 1).all()
    assert ((chosen >= 0) & (chosen < count)).all()
    model = new_model(1)
    with torch.no_grad(), model.casting():
        upper, table = model(window.seen).upper.float(), model.actions()
    for row in range(0, len(count), 17):
        legal = table[action[first[row] : first[row + 1]].tolist()]
        logits = legal[:, :-1] @ upper[row] + legal[:, -1]
        found = torch.log_softmax(logits, 0)[chosen[row]]
        assert float(found) == pytest.approx(float(log_chance[row]), abs=0.01)


def test_played_again_on_plain_lanes_it_is_the_same(window: Window) -> None:
    lanes = tables()
    outs = [table.out for table in lanes]
    rows = {(step, lane): at for at, (step, lane) in enumerate(zip(*window.decisions[:2], strict=True))}
    for step in range(STEPS):
        for at, table in enumerate(lanes):
            taken = outs[at].legal.argmax(1)
            for lane in range(table.n):
                row = rows.get((step, 6 * at + lane))
                assert (row is not None) == (outs[at].legal[lane].sum() > 1)
                if row is not None:
                    assert window.decisions.seat[row] == outs[at].seat[lane]
                    assert np.allclose(window.seen[row].float(), outs[at].observation[lane], atol=0.01)
                    first = window.choices.first[row]
                    chosen = window.choices.action[first + window.choices.chosen[row]]
                    names = canonical_actions(table.game)[outs[at].seat[lane]]
                    taken[lane] = np.flatnonzero(names == int(chosen))[0]
            outs[at] = table.step(taken)
            assert np.array_equal(window.results.ended[step, 6 * at : 6 * at + 6], outs[at].ended)


def test_values_are_chances_to_win_and_margins(window: Window) -> None:
    assert window.decisions.value.shape == (len(window.seen), 9)
    assert np.allclose(window.decisions.value[:, :5].sum(1), 1, atol=0.01)


@pytest.mark.parametrize("strong", [True, False])
def test_against_a_rival_only_the_decisions_of_a_lane_s_own_seat_are_kept(strong: bool) -> None:
    own, ignorant = adopted(str(GAMES[GAME].network), GAME), new_model(1)
    model, rival = (own, ignorant) if strong else (ignorant, own)
    against = collect(model, tables(), 400, np.random.default_rng(1), WorkClock(), rival)
    _step, lane, seat, _value = against.decisions
    players = against.results.players
    assert (seat == lane % players[lane]).all()
    assert 0 < len(seat) < 400 * 12 / 2
    assert set(lane.tolist()) == set(range(12))
    mine = np.arange(12) % players
    won = against.results.shares[:, np.arange(12), mine].sum()
    total = against.results.shares.sum()
    # Two of three matches have two seats, the others four.
    assert won > 0.6 * total if strong else won < 0.15 * total


def test_the_results_of_matches_are_kept() -> None:
    results = played(400).results
    assert results.players.tolist() == [4] * 6 + [2] * 6
    assert results.ended.sum() > 12
    shares = results.shares[results.ended].sum(1)
    # In Cartagena a match may end without a winner.
    assert {0, 1} == set(shares.round(4).tolist())
    assert np.allclose(results.margins[results.ended].sum(1), 0, atol=1e-4)
    assert (results.shares[~results.ended] == 0).all()


def test_a_seat_takes_what_the_network_means_by_its_own_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that always picks itself does so from every seat."""
    game = quarterdeck.game("mutiny", deals="closed")
    picks = np.array([game.action(f"pick {seat}").id for seat in range(game.players)])
    model = Model("mutiny", game.features, 8)
    net = model.net()
    net.act_bias[:] = 0
    net.act_bias[picks[0]] = 20
    model.adopt(net._replace(act=np.zeros_like(net.act)))
    table = quarterdeck.lab.vector(game, 64, seed="picks")
    taken: list[tuple[int, bool]] = []
    step = table.step

    def watched(action: NDArray[np.int64]) -> TimeStep:
        own = picks[table.out.seat]
        lanes = np.flatnonzero(table.out.legal[np.arange(64), own])
        taken.extend(zip(table.out.seat[lanes], action[lanes] == own[lanes], strict=True))
        return step(action)

    monkeypatch.setattr(table, "step", watched)
    window = collect(model, [table], 60, np.random.default_rng(1), WorkClock())
    assert {seat for seat, _ in taken} == {0, 1, 2, 3}
    assert all(right for _, right in taken)
    assert (window.choices.action == int(picks[0])).any()
