"""The command that trains: what it keeps, how it goes on, what it refuses."""

from __future__ import annotations

import argparse
import csv
import errno
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import quarterdeck
from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.net import weights_of
from quarterdeck.bots.search.weights import read_about, read_net, write_net
from quarterdeck.lab import exact
from quarterdeck.lab.training import run
from quarterdeck.lab.training.measure import tree
from quarterdeck.lab.training.model import Model
from quarterdeck.lab.training.ppo import Losses
from quarterdeck.lab.training.progress import CURVE, LOCK, NETWORK, PLAYED, STATE, Progress, own_folder
from quarterdeck.lab.training.run import main
from quarterdeck.lab.training.strength import strength
from quarterdeck.lab.training.tables import GROUPS, USUAL, draw, open_tables
from quarterdeck.play import GAMES

TINY = "cartagena --lanes 16 --steps 30 --units 4 --deals 2 --threads 1 --seed tiny"


def train(folder: Path, decisions: int, asked: str = TINY) -> None:
    """Run the command."""
    main([*asked.split(), "--folder", str(folder), "--decisions", str(decisions)])


@pytest.mark.parametrize("name", list(GAMES))
def test_every_value_of_every_option_is_drawn_but_no_house_rule(name: str) -> None:
    chance = random.Random(1)
    drawn = [draw(name, chance).options for _ in range(80)]
    for option in GAMES[name].options:
        choices = option.choices[:1] if option.rule else option.choices
        assert {one[option.name] for one in drawn} == set(choices)


def test_some_tables_have_the_default_options_and_others_any() -> None:
    tables = open_tables("cartagena", 16, "seed", 1)
    assert len(tables) == GROUPS
    assert all(table.game == quarterdeck.game("cartagena") for table in tables[:USUAL])
    assert len({table.game for table in tables}) > 1
    assert sum(table.n for table in tables) == 16


def test_training_keeps_a_network_and_goes_on_where_it_was_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    train(tmp_path, 300)
    first = read_net(tmp_path / NETWORK, "cartagena")
    train(tmp_path, 900)
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 2
    assert "won against rules of thumb" in told[1]
    assert "simulation" in told[1]
    about = read_about(tmp_path / NETWORK)
    assert about["seed"] == "tiny"
    assert about["decisions"] >= 900
    command = "python -m quarterdeck.lab.training cartagena --decisions 900 --lanes 16 --steps 30 --units 4"
    assert about["command"] == f"{command} --deals 2 --seed tiny"
    with (tmp_path / CURVE).open() as file:
        curve = list(csv.DictReader(file))
    assert [int(point["decisions"]) >= least for point, least in zip(curve, (300, 900), strict=True)]
    assert float(curve[1]["low"]) <= float(curve[1]["won"]) <= float(curve[1]["high"])
    net = read_net(tmp_path / NETWORK, "cartagena")
    assert not np.array_equal(net.first, first.first)
    position = quarterdeck.game("cartagena").start(seed=1)
    view = position.view(position.to_act[0])
    assert TreeSearch(simulations=20, net=net).choose(view) in view.legal()


def test_the_seed_decides_the_first_weights() -> None:
    def begun(seed: str) -> torch.Tensor:
        torch.rand(len(seed))  # what was drawn before does not matter
        options = run.parser().parse_args([*TINY.split(), "--seed", seed])
        return torch.nn.utils.parameters_to_vector(run.begin(options).model.parameters())

    assert torch.equal(begun("a"), begun("a"))
    assert not torch.equal(begun("a"), begun("other"))


def test_a_training_goes_on_choosing_by_number_if_its_first_network_does(tmp_path: Path) -> None:
    net = Model("cartagena", quarterdeck.game("cartagena").features, 4).net()._replace(canonical=False)
    write_net(tmp_path / "numbered.npz", net, "cartagena", {})
    for decisions in (1, 300):
        train(tmp_path, decisions, f"{TINY} --deals 0 --begin {tmp_path / 'numbered.npz'}")
        assert not read_net(tmp_path / NETWORK, "cartagena").canonical
    train(tmp_path / "other", 1, f"{TINY} --deals 0")
    assert read_net(tmp_path / "other" / NETWORK, "cartagena").canonical


def test_a_training_may_begin_with_an_earlier_network(tmp_path: Path) -> None:
    train(tmp_path / "first", 300)
    first = tmp_path / "first" / NETWORK
    train(tmp_path / "second", 1, f"{TINY.replace('units 4', 'units 9')} --rate 1e-9 --begin {first}")
    after, before = (
        weights_of(read_net(folder / NETWORK, "cartagena")) for folder in (tmp_path / "second", first.parent)
    )
    for name, right in before.items():
        assert np.allclose(after[name], right, atol=0.01)
    about = read_about(tmp_path / "second" / NETWORK)
    assert about["before"]["decisions"] >= 300
    assert about["command"].endswith("--rate 1e-09 --begin network.npz --seed tiny")
    assert str(tmp_path) not in str(about)
    with pytest.raises(SystemExit, match=r"The network file none\.npz can't be used"):
        train(tmp_path / "third", 1, f"{TINY} --begin none.npz")


def test_a_training_on_a_tiny_game_is_measured_by_what_a_best_response_gains(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    train(tmp_path, 300, f"{TINY} --tiny")
    with (tmp_path / CURVE).open() as file:
        (point,) = csv.DictReader(file)
    assert "won" not in point
    assert 0.1 < float(point["exploitability"]) < 0.5
    assert f"exploitability {float(point['exploitability']):.3f};" in capsys.readouterr().out
    net = read_net(tmp_path / NETWORK, "cartagena")
    assert tree("cartagena").exploitability(exact.networked(net)) == pytest.approx(
        float(point["exploitability"]), abs=1e-3
    )


def test_an_exploiter_is_measured_against_the_network_that_it_plays_against(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    network = str(GAMES["cartagena"].network)
    train(tmp_path, 300, f"{TINY} --against {network} --deals 20")
    told = capsys.readouterr().out
    assert "won against the frozen network, gain -" in told
    assert read_about(tmp_path / NETWORK)["against"] == read_about(network)
    with (tmp_path / CURVE).open() as file:
        (point,) = csv.DictReader(file)
    frozen = read_net(network, "cartagena")
    won = strength(
        quarterdeck.game("cartagena"), read_net(tmp_path / NETWORK, "cartagena"), 20, "strength", other=frozen
    )
    assert float(point["won"]) == pytest.approx(won.value, abs=0.1)
    assert float(point["high"]) < 0.25
    with pytest.raises(SystemExit, match=r"The network file none\.npz can't be used"):
        train(tmp_path / "other", 1, f"{TINY} --against none.npz")


def test_a_learner_against_rules_of_thumb_is_measured_against_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    train(tmp_path, 300, f"{TINY} --opposed --deals 20")
    assert "won against rules of thumb" in capsys.readouterr().out
    assert read_about(tmp_path / NETWORK)["method"].endswith("against rules of thumb")
    with pytest.raises(SystemExit, match="Either a network or rules of thumb have the other seats"):
        train(tmp_path / "other", 1, f"{TINY} --opposed --against {tmp_path / NETWORK}")
    with pytest.raises(SystemExit, match="Rules of thumb play games of full size: leave out --tiny"):
        train(tmp_path / "other", 1, f"{TINY} --opposed --tiny")
    with pytest.raises(SystemExit, match="Rules of thumb play on the processor: leave out --simulation"):
        train(tmp_path / "other", 1, f"{TINY} --opposed --simulation cuda")
    monkeypatch.setattr("quarterdeck.lab.training.run.judged", lambda _game: False)
    with pytest.raises(SystemExit, match="cartagena has no rules of thumb: train against a network's file"):
        train(tmp_path / "other", 1, f"{TINY} --opposed")


def test_without_a_graphics_card_a_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(SystemExit, match="no graphics card here: train without --device"):
        train(tmp_path / "none", 300, f"{TINY} --device cuda")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("wrong", ["-1", "nan", "inf", "much"])
def test_rates_and_weights_are_numbers_from_0_on(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run.parser().parse_args(["cartagena", f"--rate={wrong}"])
    assert f"argument --rate: “{wrong}” is no number from 0 on" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["-1", "nan", "1.01", "much"])
def test_the_decay_of_returns_is_a_share(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run.parser().parse_args(["cartagena", f"--decay={wrong}"])
    assert f"argument --decay: “{wrong}” is no number from 0 to 1" in capsys.readouterr().err


def test_a_training_has_a_lane_for_each_group_of_tables(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"A training has at least 8 --lanes, not 7\."):
        train(tmp_path / "none", 300, TINY.replace("lanes 16", "lanes 7"))
    assert list(tmp_path.iterdir()) == []


def test_a_training_ends_after_its_hours(tmp_path: Path) -> None:
    train(tmp_path, 10**9, f"{TINY} --deals 0 --hours 1e-9")
    assert 0 < read_about(tmp_path / NETWORK)["decisions"] < 10**4


def test_without_deals_nothing_is_measured(tmp_path: Path) -> None:
    train(tmp_path, 300, f"{TINY} --deals 0")
    with (tmp_path / CURVE).open() as file:
        (point,) = csv.DictReader(file)
    assert "won" not in point


def test_a_training_that_has_its_decisions_plays_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    train(tmp_path, 300)
    before = (tmp_path / STATE).read_bytes()
    capsys.readouterr()
    train(tmp_path, 300)
    assert (tmp_path / STATE).read_bytes() == before
    assert capsys.readouterr().out.endswith("is at its end: raise --decisions or --hours to go on.\n")


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (TINY.replace("cartagena", "mutiny"), "holds a training of cartagena, not of mutiny: name another"),
        (f"{TINY} --tiny", "holds a training on the game of full size: leave out --tiny, or"),
    ],
)
def test_a_training_goes_on_with_its_own_game_alone(tmp_path: Path, now: str, told: str) -> None:
    train(tmp_path, 1, f"{TINY} --deals 0")
    with pytest.raises(SystemExit, match=told):
        train(tmp_path, 900, now)


def test_a_training_goes_on_with_its_own_rules_alone(tmp_path: Path) -> None:
    train(tmp_path, 1, f"{TINY} --deals 0")
    state = torch.load(tmp_path / STATE)
    torch.save({**state, "rules_version": 99}, tmp_path / STATE)
    with pytest.raises(SystemExit, match=r"holds a training by version 99 of the rules of cartagena, and"):
        train(tmp_path, 900)
    # Folders of earlier versions do not say what they hold.
    for name in PLAYED:
        del state[name]
    torch.save(state, tmp_path / STATE)
    train(tmp_path, 1, f"{TINY} --deals 0")


def test_a_folder_has_one_training_at_a_time(tmp_path: Path) -> None:
    with own_folder(str(tmp_path)), pytest.raises(SystemExit, match="Another training is going on in"):
        train(tmp_path, 1, f"{TINY} --deals 0")
    # What a killed one leaves behind keeps nobody out.
    assert [file.name for file in tmp_path.iterdir()] == [LOCK]
    train(tmp_path, 1, f"{TINY} --deals 0")


def test_where_files_can_not_be_locked_one_trains_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(_file: object) -> None:
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr("quarterdeck.play.file_lock.lock_file", unknown)
    with own_folder(str(tmp_path)) as folder:
        assert folder == tmp_path


@pytest.mark.parametrize("damage", [b"", b"hello\n", 100])
def test_a_damaged_training_is_told_from_one_of_another_network(tmp_path: Path, damage: bytes | int) -> None:
    train(tmp_path, 100)
    with pytest.raises(SystemExit, match="holds the training of another network: name another folder"):
        train(tmp_path, 100, TINY.replace("units 4", "units 5"))
    state = tmp_path / STATE
    state.write_bytes(state.read_bytes()[:damage] if isinstance(damage, int) else damage)
    with pytest.raises(SystemExit, match=r"training\.pt is damaged: delete it to begin anew"):
        train(tmp_path, 100)
    state.unlink()
    train(tmp_path, 100)


@pytest.mark.parametrize(
    ("error", "reason"),
    [(PermissionError(13, "Permission denied"), "Permission denied"), (MemoryError(), "too little memory")],
)
def test_a_training_that_can_not_be_read_now_is_not_called_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str
) -> None:
    def refused(*_given: object, **_named: object) -> None:
        raise error

    train(tmp_path, 100)
    monkeypatch.setattr(torch, "load", refused)
    with pytest.raises(SystemExit, match=rf"training\.pt can't be read \(.*{reason}\)\.$"):
        train(tmp_path, 100)


def test_two_trainings_in_one_folder_write_no_common_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drafts: list[Path] = []
    unspoiled = torch.save

    def noted(state: object, path: Path) -> None:
        drafts.append(path)
        unspoiled(state, path)

    monkeypatch.setattr(torch, "save", noted)
    for decisions in (100, 900):
        train(tmp_path, decisions, TINY.replace("--deals 2", "--deals 0"))
    assert len(set(drafts)) == len(drafts) >= 2
    assert {file.name for file in tmp_path.iterdir()} == {CURVE, LOCK, NETWORK, STATE}


def test_a_training_may_be_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "collect", interrupted)
    with pytest.raises(SystemExit) as end:
        train(tmp_path, 100)
    assert end.value.code == 130
    assert capsys.readouterr().err == (
        f"Stopped: the same command goes on from what is kept in {tmp_path}.\n"
    )


def test_an_interrupted_write_leaves_the_state_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train(tmp_path, 100)
    before = torch.load(tmp_path / STATE)["decisions"]

    def half(_state: object, path: Path) -> None:
        path.write_bytes(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(torch, "save", half)
    with pytest.raises(SystemExit):
        train(tmp_path, 5_000)
    monkeypatch.undo()
    assert torch.load(tmp_path / STATE)["decisions"] == before


def test_a_training_that_diverged_says_so_and_keeps_what_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train(tmp_path, 100)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    unspoiled = run.play_and_learn

    def diverged(options: argparse.Namespace, progress: Progress, *rest: Any) -> Losses:
        losses = unspoiled(options, progress, *rest)
        torch.nn.init.constant_(progress.mean.win.bias, torch.nan)
        return losses

    monkeypatch.setattr(run, "play_and_learn", diverged)
    with pytest.raises(SystemExit, match=r"network\.npz: its “win_bias” holds what is no number"):
        train(tmp_path, 5_000, TINY.replace("--deals 2", "--deals 0"))
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_training_for_no_such_game_or_into_no_folder_ends_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(
        SystemExit, match=r"file can't be the folder of a training \(it is a file\): name another one\.$"
    ):
        train(tmp_path / "file", 100)
    with pytest.raises(SystemExit, match=r"^This path is empty: name a file or a folder\.$"):
        main([*TINY.split(), "--folder", "", "--decisions", "1"])
    asked = [sys.executable, "-m", "quarterdeck.lab.training", "chess"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "invalid choice: 'chess'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("module", ["", ".beliefs", ".belief_calibration", ".calibration"])
def test_without_pytorch_each_command_says_what_to_install(tmp_path: Path, module: str) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['torch'] = None\n")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    asked = [sys.executable, "-m", f"quarterdeck.lab.training{module}", "mutiny"]
    done = subprocess.run(
        asked, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": path}
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert '“pip install "quarterdeck[train]"”' in done.stderr
    assert done.stderr.count("\n") == 1
