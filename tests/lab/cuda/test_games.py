"""Random games: the code for a device, run on this processor, plays what the processor plays."""

from __future__ import annotations

import pytest

import quarterdeck
from quarterdeck.errors import GameOptionError
from quarterdeck.lab import cuda
from tests.lab.cuda.processor import in_place_of_a_device, launched, library, machine_code, noted, spilled


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
        cuda.playouts("meuterer", 1)
    ptx = library(*launched()).get_asm_str(cc=(9, 0, "a"))
    assert ".target sm_90a" in ptx
    assert "call" not in ptx
    # The record lies where its numbers are written whole, and the template comes in whole numbers, too.
    assert "st.local.u64" in ptx
    assert "ld.global.u64" in ptx
    assert "ld.global.u8" not in ptx


@pytest.mark.parametrize("name", quarterdeck.GAMES)
def test_nvidias_compilers_make_machine_code_of_a_game(name: str) -> None:
    with in_place_of_a_device(noted):
        cuda.playouts(name, 1)
    code, report = machine_code(*launched())
    assert code[:4] == b"\x7fELF"
    assert spilled(report) == (0, 0)
