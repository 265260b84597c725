"""Training plays, learns and writes a network that its search can use; and goes on where it was stopped."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import quarterdeck
from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.net import no_net
from quarterdeck.bots.search.weights import read_about, read_net
from quarterdeck.lab.training import selfplay
from quarterdeck.lab.training.fit import Model, batches, fit, losses, words
from quarterdeck.lab.training.rounds import main
from quarterdeck.lab.training.selfplay import Samples, draw, join, learning, play
from quarterdeck.play import GAMES

each_game = pytest.mark.parametrize("name", list(GAMES))


@pytest.fixture(scope="module")
def lessons() -> Samples:
    """What two games of rule-of-thumb players teach."""
    return join([play("mutiny", no_net(), seed, 10) for seed in "ab"])


@each_game
def test_every_value_of_every_option_is_drawn(name: str) -> None:
    chance = random.Random(1)
    drawn = [draw(name, chance).options for _ in range(80)]
    for option in GAMES[name].options:
        assert {one[option.name] for one in drawn} == set(option.choices)


def test_without_a_network_rule_of_thumb_players_teach_what_they_chose(lessons: Samples) -> None:
    assert lessons.seen.shape == (len(lessons.first) - 1, quarterdeck.game("mutiny").features)
    assert len(lessons.action) == len(lessons.share) == lessons.first[-1]
    sums = np.add.reduceat(lessons.share.astype(float), lessons.first[:-1])
    assert (sums == 1).all()
    assert ((lessons.share == 0) | (lessons.share == 1)).all()
    assert np.allclose(lessons.won.sum(1), 1, atol=1e-2)
    assert (lessons.wins == lessons.won).all()
    assert lessons.won.shape[1] == 6


def test_a_network_learns_in_all_seats_or_beside_teachers() -> None:
    chance, net = random.Random(1), Model("mutiny", quarterdeck.game("mutiny").features, 4).net()
    seats = [len(learning(4, net, chance)) for _ in range(60)]
    assert set(seats) == {1, 2, 3, 4}
    assert learning(4, no_net(), chance) == []


def test_a_search_teaches_what_it_tried_and_who_it_thinks_will_win() -> None:
    torch.manual_seed(1)
    net = Model("cartagena", quarterdeck.game("cartagena").features, 4).net()
    game = play("cartagena", net, "c", 12)
    assert game.share.max() < 1
    assert np.allclose(game.wins.astype(float).sum(1), 1, atol=1e-2)
    assert not np.allclose(game.wins, game.won, atol=0.2)
    again = play("cartagena", net, "c", 12)
    assert all(np.array_equal(getattr(game, field), getattr(again, field)) for field in Samples._fields)


def test_chance_in_the_shares_of_the_root_reaches_what_the_network_would_not_try(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = quarterdeck.game("meuterer").start(seed=1)
    view = position.view(position.to_act[0])
    shares = []
    for noise in (0, 0.25):
        monkeypatch.setattr(selfplay, "NOISE", noise)
        shares.append(selfplay.think(view, no_net(), "seed", 40).share)
    assert not np.array_equal(shares[0], shares[1])


@each_game
def test_an_action_is_known_by_its_words_and_their_pairs(name: str) -> None:
    table = words(name)
    assert len(table) == GAMES[name].actions
    assert len({row.tobytes() for row in table}) == len(table)


def test_batches_hold_every_decision_with_its_own_actions(lessons: Samples) -> None:
    order = np.random.default_rng(1).permutation(len(lessons.seen))
    found = 0
    for seen, row, action, share, wins, scores in batches(lessons, order):
        for at in range(len(seen)):
            one = order[found + at]
            edges = slice(lessons.first[one], lessons.first[one + 1])
            assert action[row == at].tolist() == lessons.action[edges].tolist()
            assert share[row == at].tolist() == lessons.share[edges].tolist()
            assert np.allclose(seen[at], lessons.seen[one])
        assert np.allclose(wins.sum(1), 1, atol=1e-2)
        assert np.allclose(scores.sum(1), 0, atol=1e-2)
        found += len(seen)
    assert found == len(order)


def test_a_model_learns_and_its_network_says_what_it_says(lessons: Samples) -> None:
    torch.manual_seed(1)
    model = Model("mutiny", quarterdeck.game("mutiny").features, 16)
    (batch, *_) = batches(lessons, np.arange(len(lessons.seen)))
    before = [loss.item() for loss in losses(model, batch)]
    said = fit(model, lessons, 30, np.random.default_rng(1))
    after = [loss.item() for loss in losses(model, batch)]
    assert after[0] < 0.8 * before[0]
    assert after[1] < 0.8 * before[1]
    assert after[2] < before[2]
    assert said.startswith(f"{int(len(lessons.seen) * 0.95)} decisions")
    net, (seen, row, action, *_) = model.net(), batch
    lower = np.maximum(seen[:5].numpy() @ net.first + net.first_bias, 0)
    upper = np.maximum(lower @ net.second + net.second_bias, 0)
    with torch.no_grad():
        act, win, _ = model(seen[:5], row[row < 5], action[row < 5])
    assert np.allclose(upper @ net.win.T + net.win_bias, win, atol=1e-4)
    of_rows = (upper[row[row < 5]] * net.act[action[row < 5]]).sum(1) + net.act_bias[action[row < 5]]
    assert np.allclose(of_rows, act, atol=1e-4)


def test_training_writes_networks_and_goes_on_where_it_was_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = "mutiny --lessons 2 --games 2 --simulations 6 --units 4 --passes 1 --seed tiny"
    for rounds in ("1", "2"):
        main([*asked.split(), "--folder", str(tmp_path), "--rounds", rounds])
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in told] == ["round 0", "round 1"]
    about = read_about(tmp_path / "net-1.npz")
    assert about["command"].startswith("python -m quarterdeck.lab.training mutiny --lessons 2")
    assert about["seed"] == "tiny"
    assert about["hours"] >= read_about(tmp_path / "net-0.npz")["hours"]
    view = quarterdeck.game("mutiny").start(seed=1).view(0)
    net = read_net(tmp_path / "net-1.npz", "mutiny")
    assert TreeSearch(simulations=20, net=net).choose(view) in view.legal()
    assert not np.array_equal(net.first, read_net(tmp_path / "net-0.npz", "mutiny").first)


def test_training_for_no_such_game_or_into_no_folder_ends_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit, match=r"File exists|Not a directory"):
        main(["mutiny", "--folder", str(tmp_path / "file")])
    asked = [sys.executable, "-m", "quarterdeck.lab.training", "chess"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "invalid choice: 'chess'" in done.stderr
    assert "Traceback" not in done.stderr
