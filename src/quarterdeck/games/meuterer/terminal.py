"""Meuterer in the terminal: the ring, the seats, and where the points of a round came from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.boards.pieces import final_cells, final_listing, listing, seat_cells, seats_listing
from quarterdeck.games.meuterer.words.hints import hint
from quarterdeck.games.meuterer.words.names import GOODS, buys_name, good_name, phase_name, role_name
from quarterdeck.games.meuterer.words.points import round_points
from quarterdeck.i18n import _, ngettext
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Event

# Below this the ring has one column; from there on two; and in the end it stands beside the seats.
NARROW, WIDE = 76, 112
COLOURS = {
    "ruby": "red",
    "salt": "",  # white cards would vanish on a white screen
    "wine": "magenta",
    "cloth": "cyan",
    "grain": "yellow",
    "conflict": "bold red",
    "pirates": "bold green",
    "any": "green",
}
ROLE_COLOURS = {"mutineer": "red", "cabin-boy": "red", "first-mate": "blue"}


class MeutererTerminal:
    """The board of Meuterer; see `boards.TerminalBoard`."""

    def status(self, view: Json, names: Sequence[str]) -> str:
        """Round, phase, Captain and offer."""
        parts = [
            _("Round {number} of {rounds}").format(number=view["round"], rounds=view["rounds"]),
            phase_name(view["phase"]),
        ]
        if view["phase"] != "over":
            captain = names[view["captain"]]
            parts.append(_("Captain: {name}").format(name=captain))
            if view["offer"] is not None:
                offer = ngettext("offers {count} point", "offers {count} points", view["offer"])
                parts[-1] += ", " + offer.format(count=view["offer"])
        return " · ".join(parts)

    def table(self, view: Json, names: Sequence[str], width: int) -> RenderableType:
        """The ring above the seats, or beside them where there is room."""
        ring = _ring(view, 2 if NARROW <= width < WIDE else 1, roomy=width >= WIDE)
        seats = _seats(view, names, narrow=width < NARROW)
        if width >= WIDE:
            both = Table.grid(padding=(0, 3))
            both.add_row(ring, Group(seats, Text(), _legend(view), _piles(view)))
            return both
        hands = _hands(view, names) if width < NARROW else []
        return Group(ring, _legend(view), Text(), seats, *hands, _piles(view))

    def effect(self, view: Json, action: str, names: Sequence[str]) -> str:
        """What a legal action will do, in one line."""
        return hint(view, action)

    def ends_part(self, event: Event) -> bool:
        """ME-70, ME-71: the points are scored when the ship sails, or the game ends."""
        return event.kind in ("sailed", "game_over")

    def results(self, number: int, events: Iterable[Event], names: Sequence[str]) -> RenderableType:
        """A row for each source of points, a column for each seat."""
        found = round_points(number, events, len(names))
        table = listing(_("The points of round {number}").format(number=number))
        table.add_column("", no_wrap=False)
        for name in names:
            table.add_column(Text(name), justify="right", overflow="ellipsis", no_wrap=True, max_width=14)
        for row in found["rows"]:
            label = Text(row["label"]).append(f" ({row['rule']})", "dim")
            table.add_row(label, *(_cell(cell) for cell in row["cells"]))
        totals = (Text(str(points), "bold") for points in found["totals"])
        table.add_row(Text(_("Together"), "bold"), *totals)
        return table

    def standings(self, view: Json, names: Sequence[str]) -> RenderableType:
        """ME-70: a row a seat, most points first."""
        table = final_listing()
        table.add_column(Text(_("Points")), justify="right")
        table.add_column("")
        for seat in sorted(range(len(names)), key=lambda one: -view["seats"][one]["score"]):
            name, wins = final_cells(view, seat, names)
            table.add_row(name, str(view["seats"][seat]["score"]), wins)
        return table


def _cell(cell: dict[str, Any]) -> Text:
    points = "" if cell["points"] is None else str(cell["points"])
    return Text(points or "–", "" if points not in ("", "0") else "dim")


def _ring(view: Json, columns: int, roomy: bool) -> Table:
    """The islands clockwise from the ship, each with the number of cards that reaches it (ME-33)."""
    ring = len(view["islands"])
    rows = -(-ring // columns)
    table = Table.grid(padding=(0, 1))
    for steps in range(rows):
        cells: list[Text] = []
        for column in range(columns):
            away = steps + rows * column
            cells += _island(view, away, roomy) if away < ring else [Text()] * 6
        table.add_row(*cells)
    return table


def _island(view: Json, away: int, roomy: bool) -> list[Text]:
    place = (view["ship"] + away) % len(view["islands"])
    island = view["islands"][place]
    active = "bold" if island["active"] else ""
    manual = _manual(view)
    buys = _("any") if island["buys"] == "any" and not roomy else buys_name(island["buys"])
    return [
        Text(f"{'●' if island['active'] and not manual else ' '}{away:>2}", active or "dim"),
        Text(island["name"], active),
        Text("" if manual else buys, COLOURS[island["buys"]]),
        Text("" if manual else "/".join(str(points) for points in island["trade"]), active),
        Text(_("dock {points}").format(points=island["dock"]) if roomy else f"⚓{island['dock']}", active),
        _marks(view, place, roomy),
    ]


def _flags(view: Json) -> list[tuple[str, str, int | None]]:
    """What may lie at an island: its letter, what it is, and where."""
    return [
        (_("S"), _("ship"), view["ship"]),
        (_("C"), _("Captain's course"), view["destinations"]["captain"]),
        (_("M"), _("Mutineer's course"), view["destinations"]["mutineer"]),
        (_("P"), _("pirates"), view["pirate_ship"]),
    ]


def _marks(view: Json, place: int, roomy: bool) -> Text:
    there = [(letter, words) for letter, words, where in _flags(view) if where == place]
    if roomy:
        return Text(", ".join(words for _letter, words in there), "bold")
    letters = Text("".join(letter for letter, _words in there), "bold reverse")
    # As wide as three letters and a gap, so that the second column of islands keeps its place.
    return letters.append(" " * (6 - len(there)), "not reverse")


def _legend(view: Json) -> Text:
    goes = _("the number: cards kept in hand to set course there")
    parts = [goes] if _manual(view) else [_("● buys now"), goes]
    flags = [f"{letter} {words}" for letter, words, where in _flags(view) if where is not None]
    return Text(" · ".join(parts) + "\n" + " · ".join(flags), "dim")


def _manual(view: Json) -> bool:
    """ME-67: goods are not sold at islands."""
    return bool(view["options"]["rules"] == "manual")


def _seats(view: Json, names: Sequence[str], narrow: bool) -> Table:
    table = seats_listing()
    table.add_column(Text(_("Points")), justify="right")
    table.add_column(Text(_("Hand")), overflow="fold")
    table.add_column(Text(_("Shown")), overflow="fold")
    table.add_column(Text(_("Role")), overflow="fold")
    for seat, one in enumerate(view["seats"]):
        table.add_row(
            *seat_cells(view, seat, names),
            Text(str(one["score"]), "bold"),
            Text(str(one["hand_size"])) if narrow else _hand(one),
            goods(one["shown"]),
            _role(view, seat),
        )
    return table


def _hands(view: Json, names: Sequence[str]) -> list[Text]:
    """The hands that the viewer sees, a line each, for a screen too narrow to have them in the table."""
    open_hands = [(names[seat], one) for seat, one in enumerate(view["seats"]) if one["hand"] is not None]
    return [Text(_("{name} holds ").format(name=name)).append_text(_hand(one)) for name, one in open_hands]


def _hand(one: dict[str, Any]) -> Text:
    if one["hand"] is not None:
        return goods(one["hand"])
    cards = ngettext("{count} card", "{count} cards", one["hand_size"]).format(count=one["hand_size"])
    text = Text(cards)
    if one["known"]:
        text.append(_(" with ")).append_text(goods(one["known"]))
    return text


def _role(view: Json, seat: int) -> Text:
    one = view["seats"][seat]
    role = one["role"]
    if seat == view["captain"]:
        text = Text(_("Captain"), "bold blue")
        text.append(_(", left"), "dim" if one["left"] else "") if one["left"] and view[
            "phase"
        ] == "show" else None
    elif role is None:
        text = Text(_("choosing"), "dim") if one["left"] and view["phase"] == "show" else Text("–", "dim")
    elif role == "unknown":
        text = Text(_("hidden"), "dim")
    else:
        text = Text(role_name(role), ROLE_COLOURS.get(role, ""))
    if one["conflicts_played"]:
        text.append(f" +{one['conflicts_played']}", "bold red")
    return text


def goods(cards: Sequence[str]) -> Text:
    """Cards by kind: "2 wine, 1 grain"."""
    counted = Counter(cards)
    kinds = [kind for kind in GOODS if counted[kind]]
    if not kinds:
        return Text("–", "dim")
    return Text(", ").join(
        Text(f"{counted[kind]} {good_name(kind, counted[kind])}", COLOURS[kind]) for kind in kinds
    )


def _piles(view: Json) -> Text:
    words = _("Draw pile {pile} · discards {discards}")
    return Text(words.format(pile=view["draw_pile"], discards=view["discards"]["size"]), "dim")


BOARD = MeutererTerminal()
