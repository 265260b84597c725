"""Random games: the code for a device, run on this processor, plays what the processor plays."""

from __future__ import annotations

import re

import pytest

import quarterdeck
from quarterdeck.errors import GameOptionError
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import zeros
from quarterdeck.lab import cuda
from quarterdeck.lab.cuda.check import main
from tests.lab.cuda.processor import in_place_of_a_device, launched, library, machine_code, noted, spilled

# The game whose kernel is compiled soonest, and the one whose rules NVIDIA's compilers get in no kernel of
# steps: test_lanes has them compile those of the other two, with fewer registers than are left to games.
SMALLEST, OTHER = "mutiny", "meuterer"


@pytest.mark.parametrize("name", quarterdeck.GAMES)
def test_a_device_plays_the_very_games_of_the_processor(name: str) -> None:
    game = quarterdeck.game(name)
    with in_place_of_a_device():
        found, moves = cuda.playouts(game, 150, seed="same", first=40)
    expected, as_many = game.playouts(150, seed="same", first=40)
    assert found.dtype == expected.dtype
    assert (found == expected).all()
    assert moves == as_many > 5_000


def test_games_are_played_in_parts_that_change_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quarterdeck.lab.cuda.play.AT_ONCE", 7)
    with in_place_of_a_device():
        found, moves = cuda.playouts("meuterer", 20, seed=3, players=3)
        with pytest.raises(GameOptionError, match="count is a whole number from 0 to"):
            cuda.playouts("meuterer", -1)
    expected, as_many = quarterdeck.game("meuterer", players=3).playouts(20, seed=3)
    assert (found == expected).all()
    assert moves == as_many


def test_the_language_of_nvidias_devices_has_one_function_that_copies_by_words() -> None:
    with in_place_of_a_device(noted):
        cuda.playouts(SMALLEST, 1)
    ptx = library(*launched()).get_asm_str(cc=(9, 0, "a"))
    assert ".target sm_90a" in ptx
    assert not re.search(r"\bcall\b", ptx)
    # The record lies where its numbers are written whole, and the template comes in whole numbers, too.
    assert "st.local.u64" in ptx
    assert "ld.global.u64" in ptx
    assert "ld.global.u8" not in ptx


def test_nvidias_compilers_make_machine_code_of_a_game() -> None:
    with in_place_of_a_device(noted):
        cuda.playouts(OTHER, 1)
    code, report = machine_code(*launched())
    assert code[:4] == b"\x7fELF"
    assert spilled(report) == (0, 0)


def test_the_comparison_of_games_sees_a_difference(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cuda.target, "device", lambda: "a stand-in")
    monkeypatch.setattr("quarterdeck.lab.cuda.check.GAMES", (SMALLEST,))
    # Lanes are compared in test_lanes, where their kernels are compiled.
    monkeypatch.setattr("quarterdeck.lab.cuda.check.compare_lanes", lambda game, n, steps: None)
    with in_place_of_a_device():
        assert main(["check", "--games", "30"]) == 0
        assert "30 random games" in capsys.readouterr().out
        monkeypatch.setattr("quarterdeck.lab.cuda.play.dice", lambda seed: zeros(Dice, 1)[0])
        assert main(["check", "--games", "30"]) == 1
        assert "other scores on the device" in capsys.readouterr().out
