"""Bots that fail in every way, for workers: `make` makes them by name, and the others as they are."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping

from quarterdeck.bots import Bot, bot
from quarterdeck.play import Action, View

__all__ = ["MAKER", "SAID", "make"]

MAKER = "tests.workers.bots:make"
SAID = "something of its own"


class _Acting:
    """Does something before it chooses its last legal action."""

    def __init__(self, act: Callable[[], object]) -> None:
        self._act = act

    def choose(self, view: View) -> Action:
        self._act()
        return view.legal()[-1]


class _Cheats:
    def choose(self, view: View) -> Action:
        return next(one for one in view.game.actions if one not in view.legal())


def _raises() -> None:
    raise RuntimeError(SAID)


def _quits() -> None:
    raise SystemExit(SAID)


def _grows() -> None:
    held = [bytearray(50_000_000) for _number in range(20)]
    time.sleep(60)
    del held


_ACTS: Mapping[str, Callable[[], object]] = {
    "raises": _raises,
    "quits": _quits,
    "prints": lambda: print(SAID, flush=True),
    "dies": lambda: os._exit(3),
    "hangs": lambda: time.sleep(3600),
    "dawdles": lambda: time.sleep(0.4),
    "grows": _grows,
}


def make(name: str, seed: str) -> Bot:
    """The bot of this name."""
    if name == "cheats":
        return _Cheats()
    return _Acting(_ACTS[name]) if name in _ACTS else bot(name, seed)
