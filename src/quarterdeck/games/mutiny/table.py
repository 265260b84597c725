"""The component table: the chart tiles (MU-4, MU-5), from mutiny.toml or from a file of one's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from quarterdeck.errors import TableFileError
from quarterdeck.games.mutiny.actions import CREW_NAMES, DESTINATION_NAMES
from quarterdeck.games.mutiny.state import (
    DOUBLOONS,
    EFFECTS,
    LEAST_AMOUNT,
    MOST_AMOUNT,
    MOST_RUM,
    SEATS,
    TILES,
    Resource,
)
from quarterdeck.kernel.sizes import ORDINARY, Size, read_size
from quarterdeck.kernel.toml import read_table
from quarterdeck.words import _

STANDARD = Path(__file__).with_name("mutiny.toml")
TINY = Path(__file__).with_name("tiny.toml")
RESOURCE_NAMES = tuple(resource.name.lower() for resource in Resource)
SOURCES = ("print", "review", "reconstructed")
FEWEST_TILES = 6  # of a table without a size of its own
# MU-60: what each starts with, cutlasses that win, and turns.
FIGURES = {
    "doubloons": range(1, DOUBLOONS + 1),
    "rum": range(MOST_RUM // SEATS + 1),
    "cutlasses": range(1, 11),
    "turns": range(1, 100),
}
KEYS = (*DESTINATION_NAMES, "source")

Effect = tuple[int, int, int]  # crew member, resource, amount


@dataclass(frozen=True)
class Tile:
    """A chart tile: the effects of its two destinations, and where it is known from."""

    north: tuple[Effect, ...]
    south: tuple[Effect, ...]
    source: str

    def to_json(self) -> dict[str, Any]:
        """The tile as plain data, with the keys of the TOML file."""
        return {"north": _plain(self.north), "south": _plain(self.south), "source": self.source}


@dataclass(frozen=True)
class Table:
    """All component figures: the chart tiles."""

    tiles: tuple[Tile, ...]
    size: Size = ORDINARY

    @property
    def players(self) -> tuple[int, ...]:
        """MU-60: the numbers of players that the table is for; none: those of the game."""
        return self.size.players

    def to_json(self) -> dict[str, Any]:
        """The table as plain data, with the keys of the TOML file."""
        return {**self.size.to_json(), "tile": [tile.to_json() for tile in self.tiles]}


def _written(value: object) -> str:
    """A value as an error quotes it. A number of thousands of digits, as TOML takes in hex, is left out."""
    try:
        return str(value)
    except ValueError:
        return "…"


def _plain(effects: tuple[Effect, ...]) -> list[list[str | int]]:
    return [[CREW_NAMES[crew], RESOURCE_NAMES[resource], amount] for crew, resource, amount in effects]


@cache
def standard() -> Table:
    """The table of the published game, as far as it is known."""
    return load(STANDARD)


@cache
def tiny() -> Table:
    """MU-61: the table of the tiny game."""
    return load(TINY)


def load(path: Path | str) -> Table:
    """Read a table from a TOML file. TableFileError says in one sentence what is wrong, and where."""
    data, text = read_table(path)
    return from_json(data, path, text)


def from_json(data: Mapping[str, Any], path: Path | str = "table", text: str = "") -> Table:
    """Build a table from plain data, as in the TOML file.

    `text` is searched for the line to name in an error.
    """
    return _Reader(path, text).table(data)


class _Reader:
    """Checks plain data piece by piece; the first thing wrong ends it."""

    def __init__(self, path: Path | str, text: str) -> None:
        self.path = path
        self.lines = [line.split("#")[0].strip() for line in text.splitlines()]
        self.heads = [number for number, line in enumerate(self.lines) if line.startswith("[[tile]]")]

    def wrong(self, sentence: str, *words: str, tile: int = 0) -> TableFileError:
        """An error at the first line, comments aside, that begins with a word or holds it in quotes.

        With `tile`, counted from 1, it is a line of that tile; the first one if none has any of the words.
        """
        first, end = 0, len(self.lines)
        if tile and len(self.heads) >= tile:
            first, end = self.heads[tile - 1], (*self.heads, end)[tile]
        for word in words:
            for number in range(first, end):
                line = self.lines[number]
                if word and (re.match(rf"{re.escape(word)}(?!\w)", line) or f'"{word}"' in line):
                    return TableFileError(sentence, self.path, number + 1)
        return TableFileError(sentence, self.path, first + 1 if first else None)

    def table(self, data: Mapping[str, Any]) -> Table:
        for key in data:
            if key not in ("size", "tile"):
                sentence = _("Unknown key {key}; here may stand {known}.")
                shown = _written(key)
                raise self.wrong(sentence.format(key=shown[:40], known="size tile"), shown, f"[{shown}]")
        tiles = data.get("tile")
        if not isinstance(tiles, list):
            raise self.wrong(_("The tiles are missing: a section [[tile]] each (MU-4)."), "tile", "[tile]")
        size = read_size(data, range(2, SEATS + 1), FIGURES, self.wrong)
        least = 1 if size else FEWEST_TILES
        if not least <= len(tiles) <= TILES:
            sentence = _("There are {total} tiles; there must be {least} to {most} (MU-5).")
            raise self.wrong(sentence.format(total=len(tiles), least=least, most=TILES))
        return Table(tuple(self.tile(tile, number) for number, tile in enumerate(tiles, 1)), size)

    def tile(self, value: object, number: int) -> Tile:
        if not isinstance(value, Mapping):
            sentence = _("Tile {number} must be a section [[tile]].")
            raise self.wrong(sentence.format(number=number), "tile")
        for key in value:
            if key not in KEYS:
                sentence = _("Unknown key {key}; here may stand {known}.")
                shown = _written(key)
                raise self.wrong(sentence.format(key=shown[:40], known=" ".join(KEYS)), shown, tile=number)
        for key in KEYS:
            if key not in value:
                sentence = _("Tile {number} has no {key} (MU-4).")
                raise self.wrong(sentence.format(number=number, key=key), tile=number)
        if value["source"] not in SOURCES:
            sentence = _("Unknown source {source} of tile {number}; the sources are {known}.")
            sentence = sentence.format(
                source=_written(value["source"])[:40], number=number, known=" ".join(SOURCES)
            )
            raise self.wrong(sentence, "source", tile=number)
        north, south = (self.destination(value[name], name, number) for name in DESTINATION_NAMES)
        return Tile(north, south, value["source"])

    def destination(self, value: object, name: str, number: int) -> tuple[Effect, ...]:
        """MU-4: one or two effects."""
        if not isinstance(value, list) or not 1 <= len(value) <= EFFECTS:
            sentence = _("{name} of tile {number} needs a list of 1 to {most} effects (MU-4).")
            sentence = sentence.format(name=name, number=number, most=EFFECTS)
            raise self.wrong(sentence, name, tile=number)
        return tuple(self.effect(effect, name, number) for effect in value)

    def effect(self, value: object, name: str, number: int) -> Effect:
        """MU-4: a crew member, a resource and how many are gained or lost."""
        if not isinstance(value, list) or len(value) != 3:
            sentence = _(
                "An effect of tile {number} is not a crew member, a resource and a number, "
                '["cook", "rum", 2] say (MU-4).'
            )
            raise self.wrong(sentence.format(number=number), name, tile=number)
        crew, resource, amount = value
        if crew not in CREW_NAMES:
            sentence = _("Unknown crew member {crew} on tile {number}; the crew members are {known} (MU-1).")
            sentence = sentence.format(crew=_written(crew)[:40], number=number, known=" ".join(CREW_NAMES))
            raise self.wrong(sentence, _written(crew), name, tile=number)
        if resource not in RESOURCE_NAMES:
            sentence = _("Unknown resource {resource} on tile {number}; the resources are {known} (MU-4).")
            sentence = sentence.format(
                resource=_written(resource)[:40], number=number, known=" ".join(RESOURCE_NAMES)
            )
            raise self.wrong(sentence, _written(resource), name, tile=number)
        if not _is_number(amount, LEAST_AMOUNT, MOST_AMOUNT) or amount == 0:
            sentence = _(
                "{amount} on tile {number} must be a whole number from {least} to {most}, not 0 (MU-4)."
            )
            sentence = sentence.format(
                amount=_written(amount)[:40], number=number, least=LEAST_AMOUNT, most=MOST_AMOUNT
            )
            raise self.wrong(sentence, name, tile=number)
        return CREW_NAMES.index(crew), RESOURCE_NAMES.index(resource), amount


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
