"""Stamps: short texts of all that the games of bots depend on. Equal stamps mean equal games."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from quarterdeck.bots.search.weights import ENDING
from quarterdeck.kernel import jit
from quarterdeck.kernel.caching import folder_of, rules_digest
from quarterdeck.play import Game

__all__ = ["bots_digest", "code_stamp"]

# Enough letters of a digest to tell two versions of a bot apart.
DIGEST: Final = 12


@cache
def code_stamp() -> str:
    """A hash of what games depend on in this Quarterdeck: its version, its kernel, the rules of its own games
    and its bots.
    """
    root = Path(__file__).resolve().parents[1]
    games = [rules_digest(spec.parent) for spec in sorted((root / "games").glob("*/game.py"))]
    rules = hashlib.sha256("".join(games).encode()).hexdigest()[:DIGEST]
    # By name, because `quarterdeck` imports the lab for type checkers: an import back would be a circle.
    version = import_module("quarterdeck").__version__
    return f"{version} {jit.cache_folder([root / 'bots']).name} {rules}"


def bots_digest(game: Game, own: Mapping[str, Any]) -> str:
    """A digest of what a game's bots depend on: this Quarterdeck, the game's rules, rules of thumb and
    network, and the files of one's own bots. `own` has their makers by name: a class, or anything for a
    network's file.
    """
    spec = game.spec
    parts = [code_stamp().encode(), rules_digest(folder_of(spec.state)).encode(), _content(spec.network)]
    for name, maker in sorted(own.items()):
        parts += [name.encode(), _content(name if name.endswith(ENDING) else _source(name, maker))]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:DIGEST]


def _source(name: str, maker: Any) -> str | None:
    """The file of a bot that is called `module:Name`, or of its class; None if it has none, as in a
    notebook.
    """
    module = sys.modules.get(name.partition(":")[0]) if ":" in name else inspect.getmodule(maker)
    return getattr(module, "__file__", None)


def _content(path: Path | str | None) -> bytes:
    """A file's content; b"" if it can't be read."""
    with suppress(OSError):
        return b"" if path is None else Path(path).read_bytes()
    return b""
