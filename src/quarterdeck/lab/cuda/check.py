"""Compares device and CPU bit for bit: random games and steps of lanes."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.lab import vector
from quarterdeck.lab.cuda import target
from quarterdeck.lab.cuda.arrays import fetched
from quarterdeck.lab.cuda.play import playouts
from quarterdeck.play import GAMES, Game

SEED = "check"


def main(words: Sequence[str]) -> int:
    """`python -m quarterdeck.lab.cuda check`: compares all games and prints a line for each comparison.

    Returns the exit code: 0 if all is equal, 1 if not or after an error, 2 without a usable device.
    """
    parser = argparse.ArgumentParser(prog="python -m quarterdeck.lab.cuda")
    parser.add_argument("what", choices=["check"])
    parser.add_argument("--games", type=int, default=20_000, help="random games of each")
    parser.add_argument("--lanes", type=int, default=1_000, help="lanes of each")
    parser.add_argument("--steps", type=int, default=400, help="steps of all lanes")
    options = parser.parse_args(words)
    try:
        target.required()
        _print_line(_("Device: {device}.").format(device=target.device()))
        for name in GAMES:
            compare_games(Game(name), options.games)
            compare_lanes(Game(name), options.lanes, options.steps)
    except QuarterdeckError as error:
        _print_line(_("The device part was not run: {why}").format(why=error))
        return 2
    except AssertionError as error:
        _print_line(str(error))
        return 1
    except Exception as error:
        # Drivers and compilers raise many kinds of errors, with multi-line messages.
        first = next(iter(str(error).splitlines()), "")
        sentence = _("The comparison broke off. {kind}: {why}")
        _print_line(sentence.format(kind=type(error).__name__, why=first))
        return 1
    return 0


def compare_games(game: Game, count: int) -> None:
    """Compare random games. AssertionError names the first that differs."""
    playouts(game, 1, SEED)
    began = time.perf_counter()
    scores, moves = playouts(game, count, SEED)
    seconds = time.perf_counter() - began
    expected, expected_moves = game.playouts(count, SEED)
    is_same = (scores == expected).all(axis=1)
    assert is_same.all(), f"{game!r}, game {int(is_same.argmin())}: other scores on the device"
    assert moves == expected_moves, f"{game!r}: {moves} moves on the device, {expected_moves} here"
    sentence = _("{game}: {count} random games, {moves} moves in {seconds:.2f} s, the same as here.")
    _print_line(sentence.format(game=game.title, count=count, moves=moves, seconds=seconds))


def compare_lanes(game: Game, n: int, steps: int) -> None:
    """Compare lanes with all outputs enabled. AssertionError names the first difference."""
    host = vector(game, n, seed=SEED, information=8, records=True)
    device = vector(game, n, seed=SEED, information=8, records=True, device="cuda")
    for step in range(steps):
        for name, host_array, device_array in zip(host.out._fields, host.out, device.out, strict=True):
            assert _is_same_array(host_array, device_array), f"{game!r}, step {step}: out.{name} differs"
        actions, device_actions = host.sample(), device.sample()
        assert _is_same_array(actions, device_actions), f"{game!r}, step {step}: other actions are sampled"
        host.step(actions)
        device.step(device_actions)
    for lane in range(0, n, max(1, n // 10)):
        assert host.position(lane) == device.position(lane), f"{game!r}, lane {lane}: other positions"
        assert str(host.record(lane)) == str(device.record(lane)), f"{game!r}, lane {lane}: other records"
    sentence = _("{game}: {steps} steps of {n} lanes, the same as here.")
    _print_line(sentence.format(game=game.title, steps=steps, n=n))


def _is_same_array(host: Any, device: Any) -> bool:
    copy = fetched(device)
    same_layout = host.dtype == copy.dtype and host.shape == copy.shape
    return bool(same_layout and host.tobytes() == copy.tobytes())


def _print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
