"""The component table: rum (MU-2) and chart tiles (MU-4, MU-5), from mutiny.toml or from a custom file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quarterdeck.games.mutiny.actions import CREW_NAMES, DESTINATION_NAMES
from quarterdeck.games.mutiny.state import (
    DOUBLOONS,
    EFFECTS,
    LEAST_AMOUNT,
    MOST_AMOUNT,
    MOST_RUM,
    POOL,
    RUM,
    SEATS,
    TILES,
    Resource,
)
from quarterdeck.i18n import _
from quarterdeck.kernel.components import Components, TableReader, is_number, written
from quarterdeck.kernel.sizes import ORDINARY, Size, read_size

RESOURCE_NAMES = tuple(resource.name.lower() for resource in Resource)
SOURCES = ("print", "review", "reconstructed")
FEWEST_TILES = 2  # of a table without a [size]
RUM_AT_FIRST = 3  # of each seat
RUM_KEYS = ("tokens", "source")
# MU-60: the tokens of each seat at the start, the cutlasses that win, and the number of turns.
FIGURES = {
    "doubloons": range(1, DOUBLOONS + 1),
    "rum": range(RUM // SEATS + 1),
    "cutlasses": range(1, 11),
    "turns": range(1, 100),
}
KEYS = (*DESTINATION_NAMES, "source")

Effect = tuple[int, int, int]  # crew member, resource, amount


@dataclass(frozen=True)
class Tile:
    """A chart tile: the effects of its two destinations, and its source."""

    north: tuple[Effect, ...]
    south: tuple[Effect, ...]
    source: str

    def to_json(self) -> dict[str, Any]:
        """The tile as plain data, with the keys of the TOML file."""
        return {
            "north": _effects_to_json(self.north),
            "south": _effects_to_json(self.south),
            "source": self.source,
        }


@dataclass(frozen=True)
class ComponentTable:
    """All component figures: the chart tiles, and how many rum tokens there are in all."""

    tiles: tuple[Tile, ...]
    size: Size = ORDINARY
    rum: int = RUM
    rum_source: str = ""  # of a table that does not name the rum

    @property
    def players(self) -> tuple[int, ...]:
        """MU-60: the numbers of players that the table is for; empty: those of the game."""
        return self.size.players

    def to_json(self) -> dict[str, Any]:
        """The table as plain data, with the keys of the TOML file."""
        rum = {"rum": {"tokens": self.rum, "source": self.rum_source}} if self.rum_source else {}
        return {**self.size.to_json(), **rum, "tile": [tile.to_json() for tile in self.tiles]}


def _effects_to_json(effects: tuple[Effect, ...]) -> list[list[str | int]]:
    return [[CREW_NAMES[crew], RESOURCE_NAMES[resource], amount] for crew, resource, amount in effects]


class _Reader(TableReader[ComponentTable]):
    """Checks plain data piece by piece and stops at the first error."""

    def in_tile(self, number: int) -> dict[str, int]:
        """The lines of a tile, counted from 1, to search for the words of an error."""
        heads = [at for at, line in enumerate(self.lines) if line.startswith("[[tile]]")]
        if len(heads) < number:
            return {}
        return {"first": heads[number - 1], "end": (*heads, len(self.lines))[number]}

    def table(self, data: Mapping[str, Any]) -> ComponentTable:
        for key in data:
            if key not in ("size", "rum", "tile"):
                raise self.unknown(key, "size rum tile", written(key), f"[{written(key)}]")
        tiles = data.get("tile")
        if not isinstance(tiles, list):
            raise self.wrong(_("The tiles are missing: a section [[tile]] each (MU-4)."), "tile", "[tile]")
        size = read_size(data, range(2, SEATS + 1), FIGURES, self.wrong)
        least = 1 if size else FEWEST_TILES
        if not least <= len(tiles) <= TILES:
            sentence = _("There are {total} tiles; there must be {least} to {most} (MU-5).")
            raise self.wrong(sentence.format(total=len(tiles), least=least, most=TILES))
        rum, source = self.rum(data["rum"], size) if "rum" in data else (RUM, "")
        made = tuple(self.tile(tile, number) for number, tile in enumerate(tiles, 1))
        effects = sum(len(tile.north) + len(tile.south) for tile in made)
        if effects > POOL:
            sentence = _("The tiles have {total} effects in all; there can be {most} at most (MU-4).")
            raise self.wrong(sentence.format(total=effects, most=POOL))
        return ComponentTable(made, size, rum, source)

    def in_rum(self) -> dict[str, int]:
        """The lines of the section [rum], to search for the words of an error."""
        first = next((at for at, line in enumerate(self.lines) if line.startswith("[rum]")), None)
        if first is None:
            return {}
        after = (at for at, line in enumerate(self.lines) if at > first and line.startswith("["))
        return {"first": first, "end": next(after, len(self.lines))}

    def rum(self, value: object, size: Size) -> tuple[int, str]:
        """MU-2: the number of rum tokens, enough for what everybody starts with, and its source."""
        if not isinstance(value, Mapping):
            raise self.wrong(_("{name} must be a section.").format(name="rum"), "[rum]", "rum")
        for key in value:
            if key not in RUM_KEYS:
                raise self.unknown(key, " ".join(RUM_KEYS), **self.in_rum())
        least = size.figure("rum", RUM_AT_FIRST) * max(size.players, default=SEATS)
        tokens, source = value.get("tokens"), value.get("source")
        if not is_number(tokens, least, MOST_RUM):
            sentence = _("tokens of the rum must be a whole number from {least} to {most} (MU-2).")
            raise self.wrong(sentence.format(least=least, most=MOST_RUM), "tokens", **self.in_rum())
        if source not in SOURCES:
            sentence = _("Unknown source {source} of the rum; the sources are {known}.")
            sentence = sentence.format(source=written(source)[:40], known=" ".join(SOURCES))
            raise self.wrong(sentence, "source", **self.in_rum())
        return tokens, source

    def tile(self, value: object, number: int) -> Tile:
        if not isinstance(value, Mapping):
            sentence = _("Tile {number} must be a section [[tile]].")
            raise self.wrong(sentence.format(number=number), "tile")
        for key in value:
            if key not in KEYS:
                raise self.unknown(key, " ".join(KEYS), **self.in_tile(number))
        for key in KEYS:
            if key not in value:
                sentence = _("Tile {number} has no {key} (MU-4).")
                raise self.wrong(sentence.format(number=number, key=key), **self.in_tile(number))
        if value["source"] not in SOURCES:
            sentence = _("Unknown source {source} of tile {number}; the sources are {known}.")
            sentence = sentence.format(
                source=written(value["source"])[:40], number=number, known=" ".join(SOURCES)
            )
            raise self.wrong(sentence, "source", **self.in_tile(number))
        north, south = (self.destination(value[name], name, number) for name in DESTINATION_NAMES)
        return Tile(north, south, value["source"])

    def destination(self, value: object, name: str, number: int) -> tuple[Effect, ...]:
        """MU-4: one effect or several."""
        if not isinstance(value, list) or not 1 <= len(value) <= EFFECTS:
            sentence = _("{name} of tile {number} needs a list of 1 to {most} effects (MU-4).")
            sentence = sentence.format(name=name, number=number, most=EFFECTS)
            raise self.wrong(sentence, name, **self.in_tile(number))
        return tuple(self.effect(effect, name, number) for effect in value)

    def effect(self, value: object, name: str, number: int) -> Effect:
        """MU-4: a crew member, a resource and the amount gained or lost."""
        if not isinstance(value, list) or len(value) != 3:
            sentence = _(
                "An effect of tile {number} is not a crew member, a resource and a number, "
                '["cook", "rum", 2] say (MU-4).'
            )
            raise self.wrong(sentence.format(number=number), name, **self.in_tile(number))
        crew, resource, amount = value
        if crew not in CREW_NAMES:
            sentence = _("Unknown crew member {crew} on tile {number}; the crew members are {known} (MU-1).")
            sentence = sentence.format(crew=written(crew)[:40], number=number, known=" ".join(CREW_NAMES))
            raise self.wrong(sentence, written(crew), name, **self.in_tile(number))
        if resource not in RESOURCE_NAMES:
            sentence = _("Unknown resource {resource} on tile {number}; the resources are {known} (MU-4).")
            sentence = sentence.format(
                resource=written(resource)[:40], number=number, known=" ".join(RESOURCE_NAMES)
            )
            raise self.wrong(sentence, written(resource), name, **self.in_tile(number))
        if not is_number(amount, LEAST_AMOUNT, MOST_AMOUNT) or amount == 0:
            sentence = _(
                "{amount} on tile {number} must be a whole number from {least} to {most}, not 0 (MU-4)."
            )
            sentence = sentence.format(
                amount=written(amount)[:40], number=number, least=LEAST_AMOUNT, most=MOST_AMOUNT
            )
            raise self.wrong(sentence, name, **self.in_tile(number))
        return CREW_NAMES.index(crew), RESOURCE_NAMES.index(resource), amount


COMPONENTS = Components(ComponentTable, Path(__file__).with_name("mutiny.toml"), _Reader)
standard = COMPONENTS.standard
