"""Device and processor side by side: the same random games and the same steps of lanes, bit for bit."""

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
    """`python -m quarterdeck.lab.cuda check`: 0 if all is the same, 1 if not or if it broke off, 2 if there
    is no device that can do it; each told in a line.
    """
    parser = argparse.ArgumentParser(prog="python -m quarterdeck.lab.cuda")
    parser.add_argument("what", choices=["check"])
    parser.add_argument("--games", type=int, default=20_000, help="random games of each")
    parser.add_argument("--lanes", type=int, default=1_000, help="lanes of each")
    parser.add_argument("--steps", type=int, default=400, help="steps of all lanes")
    asked = parser.parse_args(words)
    try:
        target.required()
        _say(_("Device: {device}.").format(device=target.device()))
        for name in GAMES:
            compare_games(Game(name), asked.games)
            compare_lanes(Game(name), asked.lanes, asked.steps)
    except QuarterdeckError as error:
        _say(_("The device part was not run: {why}").format(why=error))
        return 2
    except AssertionError as error:
        _say(str(error))
        return 1
    except Exception as error:
        # Whatever a driver or a compiler raises; what they say has many lines.
        first = next(iter(str(error).splitlines()), "")
        sentence = _("The comparison broke off. {kind}: {why}")
        _say(sentence.format(kind=type(error).__name__, why=first))
        return 1
    return 0


def compare_games(game: Game, count: int) -> None:
    """Random games on both. AssertionError names the first that differs."""
    playouts(game, 1, SEED)
    began = time.perf_counter()
    scores, moves = playouts(game, count, SEED)
    there = time.perf_counter() - began
    expected, as_many = game.playouts(count, SEED)
    same = (scores == expected).all(axis=1)
    assert same.all(), f"{game!r}, game {int(same.argmin())}: other scores on the device"
    assert moves == as_many, f"{game!r}: {moves} moves on the device, {as_many} here"
    sentence = _("{game}: {count} random games, {moves} moves in {seconds:.2f} s, the same as here.")
    _say(sentence.format(game=game.title, count=count, moves=moves, seconds=there))


def compare_lanes(game: Game, n: int, steps: int) -> None:
    """Lanes with everything that they can give, on both. AssertionError names what differs first."""
    here = vector(game, n, seed=SEED, information=8, records=True)
    there = vector(game, n, seed=SEED, information=8, records=True, device="cuda")
    for step in range(steps):
        for name, mine, its in zip(here.out._fields, here.out, there.out, strict=True):
            assert _same(mine, its), f"{game!r}, step {step}: out.{name} differs"
        actions, chosen = here.sample(), there.sample()
        assert _same(actions, chosen), f"{game!r}, step {step}: other actions are sampled"
        here.step(actions)
        there.step(chosen)
    for lane in range(0, n, max(1, n // 10)):
        assert here.position(lane) == there.position(lane), f"{game!r}, lane {lane}: other positions"
        assert str(here.record(lane)) == str(there.record(lane)), f"{game!r}, lane {lane}: other records"
    sentence = _("{game}: {steps} steps of {n} lanes, the same as here.")
    _say(sentence.format(game=game.title, steps=steps, n=n))


def _same(here: Any, there: Any) -> bool:
    found = fetched(there)
    alike = here.dtype == found.dtype and here.shape == found.shape
    return bool(alike and here.tobytes() == found.tobytes())


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
