"""The component table (CA-1, CA-2, CA-4): card counts, coins and the sea route.

It comes from cartagena.toml or from a custom file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quarterdeck.games.cartagena.state import COLOURS, COMBAT_CARDS, GOLD_CARDS, PAIRS, SEATS, STORMS, VALUES
from quarterdeck.i18n import _
from quarterdeck.kernel.components import Components, TableReader, is_number, written
from quarterdeck.kernel.sizes import ORDINARY, Size, read_size

COLOUR_NAMES = ("pink", "grey")
SPACES = ("gold", "treasure", "volcano", "sea", "storm", "mutiny")
STARTS = {2: "volcano", 3: "treasure", 4: "gold"}
FEWEST_GOLD = 1
# The record counts coins and spaces in bytes.
MOST_COINS = 120
MOST_SPACES = 99
# CA-80. An odd number of pairs has a majority.
FIGURES = {"sailors": range(2, COLOURS * PAIRS + 1, 2 * COLOURS), "cards": range(9)}
KEYS: dict[str, tuple[str, ...]] = {
    "combat": COLOUR_NAMES,
    "gold": ("cards",),
    "coins": ("total",),
    "route": ("spaces",),
}


@dataclass(frozen=True)
class ComponentTable:
    """All component figures.

    `combat` counts combat cards by kind (pink 1, 2, 3, grey 1, 2, 3), `gold` gold cards by value; `route`
    names every space, from the first to the mutiny space.
    """

    combat: tuple[int, ...]
    gold: tuple[int, ...]
    coins: int
    route: tuple[str, ...]
    size: Size = ORDINARY

    @property
    def players(self) -> tuple[int, ...]:
        """CA-80: the numbers of players that the table is for; empty: those of the game."""
        return self.size.players

    def start(self, players: int) -> int:
        """CA-12: the space where the ship starts."""
        return self.route.index(STARTS[players])

    @property
    def goal(self) -> int:
        """The mutiny space."""
        return len(self.route) - 1

    @property
    def storms(self) -> tuple[int, ...]:
        """CA-28: the storm spaces, ascending."""
        return tuple(at for at, space in enumerate(self.route) if space == "storm")

    def to_json(self) -> dict[str, Any]:
        """The table as plain data, with the keys of the TOML file."""
        return {
            "combat": {
                colour: list(self.combat[VALUES * at : VALUES * (at + 1)])
                for at, colour in enumerate(COLOUR_NAMES)
            },
            "gold": {"cards": list(self.gold)},
            "coins": {"total": self.coins},
            "route": {"spaces": list(self.route)},
            **self.size.to_json(),
        }


class _Reader(TableReader[ComponentTable]):
    """Checks plain data piece by piece and stops at the first error."""

    def check_sections(self, data: Mapping[str, Any]) -> None:
        """CA-4: all sections and keys are there, and no others."""
        for section, value in data.items():
            if section == "size":
                continue
            if section not in KEYS:
                raise self.unknown(section, " ".join((*KEYS, "size")), f"[{section}", str(section))
            if not isinstance(value, Mapping):
                raise self.wrong(_("{name} must be a section.").format(name=section), section)
            for key in value:
                if key not in KEYS[section]:
                    raise self.unknown(key, " ".join(KEYS[section]))
        for section, keys in KEYS.items():
            for key in keys:
                if key not in data.get(section, {}):
                    sentence = _("The section [{section}] with {key} is missing (CA-4).")
                    raise self.wrong(sentence.format(section=section, key=key), f"[{section}]")

    def table(self, data: Mapping[str, Any]) -> ComponentTable:
        size = read_size(data, range(2, SEATS + 1), FIGURES, self.wrong)
        seats = max(size.players or (SEATS,))
        self.check_sections(data)
        combat = [
            number
            for colour in COLOUR_NAMES
            for number in self.counts(data["combat"][colour], colour, COMBAT_CARDS, "CA-2")
        ]
        fewest = self.fewest_cards(size, seats)
        self.check_total(sum(combat), fewest, COMBAT_CARDS, _("combat cards"), "[combat]", "CA-2")
        for at, colour in enumerate(COLOUR_NAMES):
            if combat[VALUES * at] < seats:
                sentence = _("{seats} players start with a {colour} 1 each; there must be as many (CA-10).")
                raise self.wrong(sentence.format(seats=seats, colour=colour), colour)
        gold = self.counts(data["gold"]["cards"], "cards", GOLD_CARDS, "CA-1")
        self.check_total(sum(gold), FEWEST_GOLD, GOLD_CARDS, _("gold cards"), "[gold]", "CA-1")
        coins = data["coins"]["total"]
        if not is_number(coins, seats + 1, MOST_COINS):
            sentence = _("total must be a whole number of coins from {least} to {most} (CA-1).")
            raise self.wrong(sentence.format(least=seats + 1, most=MOST_COINS), "total")
        route = self.route(data["route"]["spaces"])
        return ComponentTable(tuple(combat), tuple(gold), coins, route, size)

    def fewest_cards(self, size: Size, seats: int) -> int:
        """CA-80: how many combat cards are needed: those that the players begin with, and one to draw."""
        fewest = seats * (COLOURS + size.figure("cards", 0)) + 1
        if fewest > COMBAT_CARDS:
            most = (COMBAT_CARDS - 1) // seats - COLOURS
            sentence = _(
                "cards must be {most} at most with {seats} players: there are {total} combat cards (CA-80)."
            )
            sentence = sentence.format(seats=seats, most=most, total=COMBAT_CARDS)
            raise self.wrong(sentence, "cards", section="size")
        return fewest

    def counts(self, value: object, key: str, most: int, rule: str) -> list[int]:
        """The numbers of cards of the values 1, 2 and 3."""
        if (
            not isinstance(value, list)
            or len(value) != VALUES
            or not all(is_number(one, 0, most) for one in value)
        ):
            sentence = _(
                "{key} needs three numbers from 0 to {most}: how many cards are worth 1, 2 and 3 ({rule})."
            )
            raise self.wrong(sentence.format(key=key, most=most, rule=rule), key)
        return list(value)

    def check_total(self, total: int, least: int, most: int, what: str, word: str, rule: str) -> None:
        if not least <= total <= most:
            sentence = _("There are {total} {cards}; there must be {least} to {most} ({rule}).")
            raise self.wrong(
                sentence.format(total=total, cards=what, least=least, most=most, rule=rule), word
            )

    def route(self, value: object) -> tuple[str, ...]:
        """CA-12, CA-28: the spaces of the sea route."""
        if not isinstance(value, list) or not 1 <= len(value) <= MOST_SPACES:
            sentence = _("spaces needs a list of at most {most} spaces (CA-4).")
            raise self.wrong(sentence.format(most=MOST_SPACES), "spaces")
        for space in value:
            if space not in SPACES:
                sentence = _("Unknown space {space}; the spaces are {known} (CA-4).")
                name = written(space)
                raise self.wrong(sentence.format(space=name[:40], known=" ".join(SPACES)), name, "spaces")
        for space in ("gold", "treasure", "volcano", "mutiny"):
            if value.count(space) != 1:
                sentence = _("The route needs exactly one space {space}; it has {count} (CA-12).")
                raise self.wrong(sentence.format(space=space, count=value.count(space)), "spaces")
        if value[-1] != "mutiny":
            raise self.wrong(_("The route ends with mutiny (CA-4)."), "spaces")
        if value.count("storm") > STORMS:
            sentence = _("The route has {count} storm spaces; it may have up to {most} (CA-28).")
            raise self.wrong(sentence.format(count=value.count("storm"), most=STORMS), "storm")
        return tuple(value)


COMPONENTS = Components(ComponentTable, Path(__file__).with_name("cartagena.toml"), _Reader)
standard = COMPONENTS.standard
