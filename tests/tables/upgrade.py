"""A program with other rules: Meuterer as it might have been in a version before this one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quarterdeck.games.meuterer.game import GAME
from quarterdeck.games.meuterer.table import COMPONENTS, ComponentTable
from quarterdeck.kernel.components import Components
from quarterdeck.kernel.spec import GameSpec, Json
from quarterdeck.play import GAMES

__all__ = ["OLDER", "downgrade", "upgrade"]

# The same rules but for the table that comes with them: the ship meets its islands the other way round.
_TABLE: Json = GAME.read_table(None).to_json()
_STANDARD: ComponentTable = GAME.read_table({**_TABLE, "island": _TABLE["island"][::-1]})


class _Older(Components[ComponentTable]):
    """The tables of that version."""

    def standard(self) -> ComponentTable:
        return _STANDARD


OLDER: GameSpec = replace(
    GAME, rules_version=0, components=_Older(ComponentTable, COMPONENTS.file, COMPONENTS.reader)
)


def downgrade(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on, this is the program of the older version."""
    monkeypatch.setitem(GAMES._specs, GAME.id, OLDER)


def upgrade(monkeypatch: pytest.MonkeyPatch, keeps: bool) -> None:
    """From here on, this is today's program, which keeps the older rules or does not."""
    monkeypatch.setitem(GAMES._specs, GAME.id, replace(GAME, earlier=(OLDER,)) if keeps else GAME)
