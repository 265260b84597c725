"""A belief learns to tell true worlds from dealt ones, and what it says of others is calibrated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import quarterdeck
from quarterdeck.bots.search.belief import Belief
from quarterdeck.bots.search.weights import read_about, read_belief
from quarterdeck.lab.training import belief_calibration, beliefs
from quarterdeck.lab.training.belief_calibration import gather_facts, logits
from quarterdeck.lab.training.beliefs import BELIEF, BeliefModel, discrimination, main
from quarterdeck.lab.training.progress import own_folder
from quarterdeck.play import GAMES

GAME = "cartagena"


@pytest.fixture(autouse=True, scope="module")
def brief() -> Iterator[None]:
    """Matches that are used sooner, and less of everything."""
    small = {"SETTLED": 250, "HELD_OUT": 1_024, "WINDOW": 1_024, "BATCH": 64, "RATE": 0.01}
    with pytest.MonkeyPatch.context() as patch:
        for name, number in small.items():
            patch.setattr(beliefs, name, number)
        yield


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a belief that has learned a little."""
    folder = tmp_path_factory.mktemp("beliefs")
    main([GAME, "--folder", str(folder), "--decisions", "16384", "--units", "16", "--seed", "t"])
    return folder / BELIEF


def test_it_learns_to_tell_true_worlds_from_dealt_ones(trained: Path) -> None:
    about = read_about(trained, Belief._fields)
    command = f"python -m quarterdeck.lab.training.beliefs {GAME} --decisions 16384 --units 16 --seed t"
    assert about["command"] == command
    assert (about["seed"], about["decisions"], about["chance"]) == ("t", 16_384, round(np.log(4), 4))
    assert about["loss"] < about["chance"] - 0.02
    assert about["auc"] > 0.55


def test_the_file_weighs_worlds_as_the_model_does() -> None:
    torch.manual_seed(1)
    model = BeliefModel(7, 5)
    torch.nn.init.normal_(model.out.weight)
    seen = torch.rand(4, 3, 2, 7)
    seen[:, :, 1] *= torch.tensor([0.0, 1, 1, 0])[:, None, None]
    with torch.no_grad():
        expected = model(seen).numpy()
    assert logits(model.belief(), seen.numpy()) == pytest.approx(expected, abs=1e-5)
    alone = model(seen[:1, :, :1]).detach().numpy()
    assert alone == pytest.approx(expected[:1], abs=1e-5)


def test_the_seed_decides_the_first_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[torch.Tensor] = []

    def make(features: int, units: int) -> BeliefModel:
        begun.append(BeliefModel(features, units).first.weight)
        raise KeyboardInterrupt

    monkeypatch.setattr(beliefs, "BeliefModel", make)
    for seed in ("a", "a", "b"):
        with pytest.raises(SystemExit):
            main([GAME, "--folder", str(tmp_path), "--units", "4", "--seed", seed])
    first, again, other = begun
    assert torch.equal(first, again)
    assert not torch.equal(first, other)


def test_an_untrained_model_knows_nothing() -> None:
    found = discrimination(BeliefModel(7, 5), torch.rand(6, 4, 2, 7))
    assert found == pytest.approx((np.log(4), np.log(4), 0.5))


def test_facts_are_said_by_the_weights_of_worlds(trained: Path) -> None:
    belief = read_belief(trained, GAME)
    facts = gather_facts(GAME, belief, 64, "facts")
    assert 100 < len(facts.is_true) <= 64 * belief_calibration.FACTS
    assert set(np.unique(facts.is_true)) == {0, 1}
    for said in (facts.equal, facts.believed):
        assert 0 <= said.min() < 0.3 < 0.7 < said.max() <= 1
        # Not even a belief that has learned little is often quite wrong.
        assert np.mean((said - facts.is_true) ** 2) < 0.25
    assert not np.allclose(facts.equal, facts.believed)
    ignorant = gather_facts(GAME, belief._replace(out=np.zeros_like(belief.out)), 64, "facts")
    assert np.array_equal(ignorant.is_true, facts.is_true)
    assert np.allclose(ignorant.equal, ignorant.believed)


def test_the_command_prints_both_tables(trained: Path, capsys: pytest.CaptureFixture[str]) -> None:
    belief_calibration.main([GAME, str(trained), "--decisions", "64"])
    lines = capsys.readouterr().out.splitlines()
    titles = [at for at, line in enumerate(lines) if "mean squared error 0." in line]
    assert [lines[at].split(",")[0] for at in titles] == ["equal chances", "belief"]
    assert [lines[at + 1].split() for at in titles] == [["said", "so", "facts"]] * 2
    assert min(titles[1] - titles[0], len(lines) - titles[1]) > 4


def test_mistakes_are_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match=r"The network file none\.npz can't be used"):
        belief_calibration.main([GAME, "none.npz"])
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit, match="can't be the folder of a training"):
        main([GAME, "--folder", str(tmp_path / "file")])
    bare = {GAME: replace(GAMES[GAME], network=None)}
    monkeypatch.setattr(beliefs, "GAMES", bare)
    with pytest.raises(SystemExit, match="comes with no network, whose play a belief is about"):
        main([GAME])
    assert quarterdeck.game(GAME).spec.network


def test_a_folder_has_one_training_of_a_belief_at_a_time(tmp_path: Path) -> None:
    with own_folder(str(tmp_path)), pytest.raises(SystemExit, match="Another training is going on in"):
        main([GAME, "--folder", str(tmp_path)])
