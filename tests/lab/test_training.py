"""Training plays, learns and writes a network that its search can use; and goes on where it was stopped."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import quarterdeck
from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.weights import read_about, read_net
from quarterdeck.lab.training import rounds
from quarterdeck.lab.training.decisions import TrainingSet, draw, join, seen_from
from quarterdeck.lab.training.imitate import imitate, losses
from quarterdeck.lab.training.imitation_data import play
from quarterdeck.lab.training.model import Model, batches, log_chances, words
from quarterdeck.lab.training.rounds import main
from quarterdeck.play import GAMES

each_game = pytest.mark.parametrize("name", list(GAMES))


@pytest.fixture(scope="module")
def lessons() -> TrainingSet:
    """What two games of rule-of-thumb players teach."""
    return join([play("mutiny", seed) for seed in "ab"])


@each_game
def test_every_value_of_every_option_is_drawn_but_no_house_rule(name: str) -> None:
    chance = random.Random(1)
    drawn = [draw(name, chance).options for _ in range(80)]
    for option in GAMES[name].options:
        choices = option.choices[:1] if option.rule else option.choices
        assert {one[option.name] for one in drawn} == set(choices)


def test_rule_of_thumb_players_teach_what_they_chose(lessons: TrainingSet) -> None:
    assert lessons.seen.shape == (len(lessons.first) - 1, quarterdeck.game("mutiny").features)
    assert len(lessons.action) == lessons.first[-1]
    count = np.diff(lessons.first)
    assert (count > 1).all()
    assert ((lessons.chosen >= 0) & (lessons.chosen < count)).all()
    assert len(set(lessons.chosen.tolist())) > 3
    assert np.allclose(lessons.won.sum(1), 1, atol=1e-2)
    again = join([play("mutiny", seed) for seed in "ab"])
    for field in TrainingSet._fields:
        assert np.array_equal(getattr(lessons, field), getattr(again, field))


def test_how_a_game_ended_is_counted_from_the_seat_that_decided() -> None:
    won, scores = np.array([[0.0, 1, 0, 0]] * 3), np.array([[1.0, 9, 2]] * 3)
    parts, ahead = seen_from(np.array([0, 1, 2]), won, scores, most=4)
    assert parts.tolist() == [[0, 1, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 1, 0, 0]]
    assert ahead.tolist() == [[-3, 5, -2, 0], [5, -2, -3, 0], [-2, -3, 5, 0]]
    nobody, _ = seen_from(np.array([1]), np.array([[0.0, 0, 1]]), np.array([[1.0, 1]]), most=3)
    assert nobody.tolist() == [[0, 0, 0, 1]]


@each_game
def test_an_action_is_known_by_its_words_and_their_pairs(name: str) -> None:
    table = words(name)
    assert len(table) == GAMES[name].actions
    assert len({row.tobytes() for row in table}) == len(table)


def test_batches_hold_every_decision_with_its_own_actions(lessons: TrainingSet) -> None:
    order = np.random.default_rng(1).permutation(len(lessons.seen))
    found: list[int] = []
    for batch in batches(lessons, order, 50):
        for at, one in enumerate(batch.numbers):
            edges = slice(lessons.first[one], lessons.first[one + 1])
            assert batch.action[batch.row == at].tolist() == lessons.action[edges].tolist()
            assert batch.action[batch.chosen[at]] == lessons.action[edges][lessons.chosen[one]]
            assert np.allclose(batch.seen[at], lessons.seen[one])
        assert np.allclose(batch.won.sum(1), 1, atol=1e-2)
        assert np.allclose(batch.scores.sum(1), 0, atol=1e-2)
        found += batch.numbers.tolist()
    assert found == order.tolist()


def test_chances_of_the_legal_actions_sum_to_one(lessons: TrainingSet) -> None:
    (batch, *_) = batches(lessons, np.arange(40), 40)
    logits = torch.linspace(-9, 30, len(batch.row))
    chances = torch.exp(log_chances(logits, batch))
    assert torch.allclose(torch.zeros(40).index_add(0, batch.row, chances), torch.ones(40), atol=1e-5)


def test_a_model_learns_and_its_network_says_what_it_says(lessons: TrainingSet) -> None:
    torch.manual_seed(1)
    model = Model("mutiny", quarterdeck.game("mutiny").features, 16)
    (batch, *_) = batches(lessons, np.arange(len(lessons.seen)), 4_096)
    before = [loss.item() for loss in losses(model, batch)]
    said = imitate(model, lessons, 60, np.random.default_rng(1))
    after = [loss.item() for loss in losses(model, batch)]
    assert after[0] < 0.8 * before[0]
    assert after[1] < 0.8 * before[1]
    assert after[2] < before[2]
    assert said.startswith(f"{int(len(lessons.seen) * 0.95)} decisions")
    net, few = model.net(), batch.row < 5
    row, action = batch.row[few], batch.action[few]
    lower = np.maximum(batch.seen[:5].numpy() @ net.first + net.first_bias, 0)
    upper = np.maximum(lower @ net.second + net.second_bias, 0)
    with torch.no_grad():
        act, win, _ = model(batch.seen[:5], row, action)
    assert np.allclose(upper @ net.win.T + net.win_bias, win, atol=1e-4)
    assert np.allclose((upper[row] * net.act[action]).sum(1) + net.act_bias[action], act, atol=1e-4)


def test_training_writes_networks_and_goes_on_where_it_was_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = "cartagena --lessons 2 --turns 1 --games 8 --units 4 --passes 1 --seed tiny"
    for many in ("1", "3"):
        main([*asked.split(), "--folder", str(tmp_path), "--rounds", many])
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in told] == ["round 0", "round 1", "round 2"]
    about = read_about(tmp_path / "net-2.npz")
    assert about["command"].startswith("python -m quarterdeck.lab.training cartagena --lessons 2")
    assert about["seed"] == "tiny"
    assert about["figures"] in told[2]
    assert about["hours"] >= read_about(tmp_path / "net-0.npz")["hours"]
    position = quarterdeck.game("cartagena").start(seed=1)
    view = position.view(position.to_act[0])
    net = read_net(tmp_path / "net-2.npz", "cartagena")
    assert TreeSearch(simulations=20, net=net).choose(view) in view.legal()
    assert not np.array_equal(net.first, read_net(tmp_path / "net-1.npz", "cartagena").first)


TINY = "mutiny --lessons 2 --turns 1 --games 8 --units 4 --passes 1 --rounds 1"


def test_a_training_truncates_its_games_where_it_is_told_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = TINY.replace("rounds 1", "rounds 2")
    main([*asked.split(), "--folder", str(tmp_path), "--max-plies", "20"])
    taught, learned = capsys.readouterr().out.splitlines()
    decisions = re.search(r"players, (\d+) decisions", taught)
    assert decisions
    assert 0 < int(decisions[1]) <= 2 * 20
    assert " 8 games truncated" in learned


@pytest.mark.parametrize("damage", [b"", b"hello\n", None, 100])
def test_a_training_that_was_damaged_is_told_from_one_of_another_network(
    tmp_path: Path, damage: bytes | int | None
) -> None:
    main([*TINY.split(), "--folder", str(tmp_path)])
    with pytest.raises(SystemExit, match="holds the training of another network: name another folder"):
        main([*TINY.replace("units 4", "units 5").split(), "--folder", str(tmp_path)])
    model = tmp_path / "model-0.pt"
    if damage is None:
        model.unlink()
    else:
        model.write_bytes(model.read_bytes()[:damage] if isinstance(damage, int) else damage)
    with pytest.raises(SystemExit, match=r"model-0\.pt is missing or damaged: delete net-0\.npz to go on"):
        main([*TINY.split(), "--folder", str(tmp_path)])
    (tmp_path / "net-0.npz").unlink()
    main([*TINY.split(), "--folder", str(tmp_path)])


def test_a_training_may_be_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_given: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(rounds, "one_round", interrupted)
    with pytest.raises(SystemExit) as end:
        main([*TINY.split(), "--folder", str(tmp_path)])
    assert end.value.code == 130
    assert (
        capsys.readouterr().err == f"Stopped: the same command goes on from the last round in {tmp_path}.\n"
    )


def test_training_for_no_such_game_or_into_no_folder_ends_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(
        SystemExit, match=r"file can't be the folder of a training \(it is a file\): name another one\.$"
    ):
        main(["mutiny", "--folder", str(tmp_path / "file")])
    asked = [sys.executable, "-m", "quarterdeck.lab.training", "chess"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "invalid choice: 'chess'" in done.stderr
    assert "Traceback" not in done.stderr
