"""Bots that fail in every way, for workers: `make` makes them by name, and the others as they are."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Mapping
from typing import NoReturn

from quarterdeck.bots import Bot, bot
from quarterdeck.play import Action, View

__all__ = ["LEVELS", "MAKER", "MAKER_OF_LEVELS", "SAID", "make", "make_level"]

MAKER = "tests.workers.bots:make"
MAKER_OF_LEVELS = "tests.workers.bots:make_level"
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


def _raises() -> NoReturn:
    raise RuntimeError(SAID)


def _quits() -> NoReturn:
    raise SystemExit(SAID)


def _tells() -> NoReturn:
    """The options that it finds in its environment."""
    raise RuntimeError(" ".join(name for name in os.environ if name.startswith("QUARTERDECK_")) or "none")


def _grows() -> None:
    held = [bytearray(50_000_000) for _number in range(20)]
    time.sleep(60)
    del held


def _hangs() -> None:
    print(SAID, flush=True)
    # What it has started keeps its pipes open.
    subprocess.run(["sleep", "3600"], check=False)


_ACTS: Mapping[str, Callable[[], object]] = {
    "raises": _raises,
    "quits": _quits,
    "tells": _tells,
    "prints": lambda: print(SAID, flush=True),
    "dies": lambda: os._exit(3),
    "hangs": _hangs,
    "dawdles": lambda: time.sleep(0.6),
    "grows": _grows,
}


def make(name: str, seed: str) -> Bot:
    """The bot of this name."""
    if name == "cheats":
        return _Cheats()
    return _Acting(_ACTS[name]) if name in _ACTS else bot(name, seed)


# Which bot sits in whose place: tables know only bots that there are.
LEVELS = {"random": "prints", "deckhand": "raises", "mate": "cheats", "captain": "hangs", "admiral": "dies"}


def make_level(name: str, seed: str) -> Bot:
    """The bot in the place of this level."""
    return make(LEVELS.get(name, name), seed)
