"""The component table: islands and card counts (ME-1, ME-4), from meuterer.toml or from a custom file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quarterdeck.errors import TableFileError
from quarterdeck.games.meuterer.state import ANY, HAND, ISLANDS, SEATS, SOLD_KINDS, Good
from quarterdeck.i18n import _
from quarterdeck.kernel.components import Components, TableReader, is_number
from quarterdeck.kernel.sizes import ORDINARY, Size, read_size

GOODS = tuple(good.name.lower() for good in Good)
FEWEST_ISLANDS = 6
FEWEST_OF_A_SIZE = 2  # islands of a table with a [size]
CARDS_MORE = 4  # cards beyond full hands: the Loader's three and one to draw
MOST_ROUNDS = 9
FIGURES = {"rounds": range(1, MOST_ROUNDS + 1), "hand": range(1, HAND + 1)}  # ME-90
MOST_CARDS = 99
MOST_TRADE = 15
MOST_DOCK = 30


@dataclass(frozen=True)
class Island:
    """An island.

    `buys` is a Good or ANY, `trade` the points for selling most alone, tied by two, by three.
    """

    name: str
    buys: int
    trade: tuple[int, int, int]
    dock: int


@dataclass(frozen=True)
class ComponentTable:
    """All component figures.

    Island 0 is the one where the ship starts; `nest` is the pirates' row, −1 if there is none.
    """

    islands: tuple[Island, ...]
    cards: tuple[int, ...]
    nest: int
    size: Size = ORDINARY

    @property
    def players(self) -> tuple[int, ...]:
        """ME-90: the numbers of players that the table is for; empty: those of the game."""
        return self.size.players

    def row(self, name: str) -> int:
        """The row of an island. Raises KeyError for an unknown name."""
        for row, island in enumerate(self.islands):
            if island.name == name:
                return row
        raise KeyError(name)

    def to_json(self) -> dict[str, Any]:
        """The table as plain data, with the keys of the TOML file."""
        nest = {"pirate_nest": self.islands[self.nest].name} if self.nest >= 0 else {}
        return {
            "start": self.islands[0].name,
            **nest,
            **self.size.to_json(),
            "cards": dict(zip(GOODS, self.cards, strict=True)),
            "island": [
                {"name": one.name, "buys": buys_text(one.buys), "trade": list(one.trade), "dock": one.dock}
                for one in self.islands
            ],
        }


def buys_text(buys: int) -> str:
    """The text name of what an island buys."""
    return "any" if buys == ANY else GOODS[buys]


class _Reader(TableReader[ComponentTable]):
    """Checks plain data piece by piece and stops at the first error."""

    def wrong(self, sentence: str, *words: str, **_where: object) -> TableFileError:
        """An error at the first line (without its comment) that contains all these words."""
        for number, line in enumerate(self.lines, 1):
            if words and all(word in line for word in words):
                return TableFileError(sentence, self.path, number)
        return TableFileError(sentence, self.path)

    def table(self, data: Mapping[str, Any]) -> ComponentTable:
        allowed = {"start", "pirate_nest", "cards", "island", "size"}
        for key in data:
            if key not in allowed:
                raise self.wrong(
                    _("Unknown key {key}; a table has start, pirate_nest, cards, island and size.").format(
                        key=str(key)[:40]
                    ),
                    key,
                )
        size = read_size(data, range(2, SEATS + 1), FIGURES, self.wrong)
        hands = max(size.players or (SEATS,)) * size.figure("hand", HAND)
        # A match of a single round ends before anybody draws.
        more = CARDS_MORE if size.figure("rounds", MOST_ROUNDS) > 1 else 0
        cards = self.cards(data.get("cards"), hands + more)
        islands = self.islands(data.get("island"), FEWEST_OF_A_SIZE if size else FEWEST_ISLANDS)
        names = [one.name for one in islands]
        start = data.get("start")
        if start not in names:
            raise self.wrong(_("start must name one of the islands (ME-10)."), "start")
        nest = data.get("pirate_nest")
        if nest is not None and nest not in names:
            raise self.wrong(_("pirate_nest must name one of the islands (ME-13)."), "pirate_nest")
        first = names.index(start)
        ordered = (islands[first], *islands[:first], *islands[first + 1 :])
        row = next((i for i, one in enumerate(ordered) if one.name == nest), -1)
        return ComponentTable(ordered, cards, row, size)

    def cards(self, data: object, fewest: int) -> tuple[int, ...]:
        if not isinstance(data, Mapping):
            raise self.wrong(_("A [cards] section with a count for each kind is missing (ME-1)."))
        for key in data:
            if key not in GOODS:
                known = " ".join(GOODS)
                raise self.wrong(
                    _("Unknown kind of card {key}; the kinds are {known}.").format(
                        key=str(key)[:40], known=known
                    ),
                    key,
                )
        counts = []
        for kind in GOODS:
            if kind not in data:
                raise self.wrong(
                    _("The count of {kind} cards is missing (ME-1).").format(kind=kind), "[cards]"
                )
            most = 1 if kind == "pirates" else MOST_CARDS
            counts.append(
                self.number(data[kind], 0, most, _("the count of {kind} cards").format(kind=kind), kind)
            )
        total = sum(counts[:-1])
        if not fewest <= total <= MOST_CARDS:
            sentence = _("The deck has {total} cards beside the pirates; it needs {fewest} to {most} (ME-1).")
            raise self.wrong(sentence.format(total=total, fewest=fewest, most=MOST_CARDS), "[cards]")
        return tuple(counts)

    def islands(self, data: object, fewest: int) -> tuple[Island, ...]:
        if not isinstance(data, list) or not all(isinstance(one, Mapping) for one in data):
            raise self.wrong(_("The table has no [[island]] sections (ME-4)."))
        if not fewest <= len(data) <= ISLANDS:
            sentence = _("The table has {count} islands; it needs {fewest} to {most} (ME-4).")
            raise self.wrong(sentence.format(count=len(data), fewest=fewest, most=ISLANDS), "[[island]]")
        islands = tuple(self.island(one, number) for number, one in enumerate(data, 1))
        names = [one.name for one in islands]
        for name in names:
            if names.count(name) > 1:
                raise self.wrong(_("Two islands are called {name}.").format(name=name), "name", name)
        return islands

    def island(self, data: Mapping[str, Any], number: int) -> Island:
        name = data.get("name")
        if not isinstance(name, str) or not name.strip() or len(name) > 40 or not name.isprintable():
            raise self.wrong(
                _("Island {number} needs a name of 1 to 40 characters.").format(number=number), "[[island]]"
            )
        for key in data:
            if key not in ("name", "buys", "trade", "dock"):
                raise self.wrong(
                    _("{name}: unknown key {key}; an island has name, buys, trade and dock.").format(
                        name=name, key=str(key)[:40]
                    ),
                    key,
                )
        place = ("name", name)  # not the line of start or pirate_nest, which may name the island, too
        buys = data.get("buys")
        if buys != "any" and buys not in GOODS[:SOLD_KINDS]:
            known = " ".join(GOODS[:SOLD_KINDS])
            raise self.wrong(
                _("{name}: buys must be any or one of {known} (ME-63).").format(name=name, known=known),
                *place,
            )
        trade = data.get("trade")
        if not isinstance(trade, list) or len(trade) != 3:
            sentence = _("{name}: trade needs three figures, alone, tied by two, tied by three (ME-65).")
            raise self.wrong(sentence.format(name=name), *place)
        figures = [
            self.number(one, 0, MOST_TRADE, _("{name}: a trade figure").format(name=name), *place)
            for one in trade
        ]
        dock = self.number(data.get("dock"), 0, MOST_DOCK, _("{name}: dock").format(name=name), *place)
        wanted = ANY if buys == "any" else GOODS.index(str(buys))
        return Island(name, wanted, (figures[0], figures[1], figures[2]), dock)

    def number(self, value: object, least: int, most: int, what: str, *words: str) -> int:
        if not is_number(value, least, most):
            sentence = _("{what} must be a whole number from {least} to {most}.")
            raise self.wrong(sentence.format(what=what[0].upper() + what[1:], least=least, most=most), *words)
        return value


COMPONENTS = Components(ComponentTable, Path(__file__).with_name("meuterer.toml"), _Reader)
standard = COMPONENTS.standard
