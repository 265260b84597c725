"""A widened network says what it said before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from quarterdeck.bots.search import net as nets
from quarterdeck.bots.search.net import Net
from quarterdeck.bots.search.weights import read_about, read_net, write_net
from quarterdeck.kernel.encode import length
from quarterdeck.play import find
from scripts import widen_network

GAME = find("cartagena")
UNITS = 8


def narrow(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Net]:
    """A network for all but the last block and the last two actions of a game."""
    dice = np.random.default_rng(5)
    shapes = {
        "first": (length(GAME.blocks[:-1]), UNITS),
        "first_bias": (UNITS,),
        "second": (UNITS, UNITS),
        "second_bias": (UNITS,),
        "act": (GAME.actions - 2, UNITS),
        "act_bias": (GAME.actions - 2,),
        "win": (5, UNITS),
        "win_bias": (5,),
    }
    net = nets.make_net(
        **{name: dice.normal(size=shape).astype(np.float16) for name, shape in shapes.items()}
    )
    with monkeypatch.context() as patch:
        known = [[block.name, block.length] for block in GAME.blocks[:-1]]
        patch.setattr("quarterdeck.bots.search.weights._blocks", lambda _spec: known)
        patch.setattr("quarterdeck.bots.search.weights.unfit", lambda _weights, _spec: "")
        write_net(folder / "net.npz", net, "cartagena", {"command": "by hand"})
    return folder / "net.npz", net


def test_new_blocks_and_actions_get_zeros(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, before = narrow(tmp_path, monkeypatch)
    widen_network.main(["cartagena", str(file)])
    after = read_net(file, "cartagena")
    assert read_about(file)["command"] == "by hand"
    assert after.first.shape == (length(GAME.blocks), UNITS)
    assert after.act.shape == (GAME.actions, UNITS)
    for name in nets.WEIGHTS:
        old, new = getattr(before, name), getattr(after, name)
        assert np.array_equal(new[: len(old)], old)
        assert not new[len(old) :].any()


def test_a_network_that_fits_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, _net = narrow(tmp_path, monkeypatch)
    assert widen_network.widen(file, "cartagena")
    widened = file.read_bytes()
    assert not widen_network.widen(file, "cartagena")
    assert file.read_bytes() == widened


def test_another_games_network_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, _net = narrow(tmp_path, monkeypatch)
    before = file.read_bytes()
    with pytest.raises(ValueError, match="was trained with other blocks or actions than mutiny begins with"):
        widen_network.widen(file, "mutiny")
    assert file.read_bytes() == before
