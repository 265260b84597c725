"""Meuterer in the terminal: the ring, the seats, and the sources of a round's points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.boards.pieces import final_cells, final_listing, listing, seat_cells, seats_listing
from quarterdeck.games.meuterer.words.hints import hint
from quarterdeck.games.meuterer.words.names import (
    GOODS,
    buys_name,
    good_count,
    good_name,
    phase_name,
    role_name,
)
from quarterdeck.games.meuterer.words.points import round_points
from quarterdeck.i18n import _, ngettext
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Event

# Below TIGHT shown cards have lines of their own; below NARROW hands have, too, and the ring has one column;
# from WIDE on the ring stands beside the seats.
TIGHT, NARROW, WIDE = 56, 76, 112
COLOURS = {
    "ruby": "red",
    "salt": "",  # White cards would be invisible on a white screen.
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
        ring = _ring_table(view, 2 if NARROW <= width < WIDE else 1, roomy=width >= WIDE)
        seats = _seats_table(view, names, width)
        if width >= WIDE:
            both = Table.grid(padding=(0, 3))
            both.add_row(ring, Group(seats, Text(), _legend_text(view), _pile_text(view)))
            return both
        shown = _shown_lines(view, names) if width < TIGHT else []
        hands = _hand_lines(view, names) if width < NARROW else []
        return Group(ring, _legend_text(view), Text(), seats, *shown, *hands, _pile_text(view))

    def effect(self, view: Json, action: str, names: Sequence[str]) -> str:
        """The effect of a legal action, in one line."""
        return hint(view, action)

    def ends_part(self, event: Event) -> bool:
        """ME-70, ME-71: whether the fact ends a round: the ship sails, or the game is over."""
        return event.kind in ("sailed", "game_over")

    def results(self, number: int, events: Iterable[Event], names: Sequence[str]) -> RenderableType:
        """One row for each source of points, one column for each seat."""
        points_of_round = round_points(number, events, len(names))
        table = listing(_("The points of round {number}").format(number=number))
        table.add_column("", no_wrap=False)
        for name in names:
            table.add_column(Text(name), justify="right", overflow="ellipsis", no_wrap=True, max_width=14)
        for row in points_of_round["rows"]:
            label = Text(row["label"]).append(f" ({row['rule']})", "dim")
            table.add_row(label, *(_points_cell(cell) for cell in row["cells"]))
        totals = (Text(str(points), "bold") for points in points_of_round["totals"])
        table.add_row(Text(_("Together"), "bold"), *totals)
        return table

    def standings(self, view: Json, names: Sequence[str]) -> RenderableType:
        """ME-70: one row a seat, most points first."""
        table = final_listing()
        table.add_column(Text(_("Points")), justify="right")
        table.add_column("")
        for seat in sorted(range(len(names)), key=lambda one: -view["seats"][one]["score"]):
            name, wins = final_cells(view, seat, names)
            table.add_row(name, str(view["seats"][seat]["score"]), wins)
        return table


def _points_cell(cell: dict[str, Any]) -> Text:
    points = "" if cell["points"] is None else str(cell["points"])
    return Text(points or "–", "" if points not in ("", "0") else "dim")


def _ring_table(view: Json, columns: int, roomy: bool) -> Table:
    """The islands clockwise from the ship, each with the number of cards that reaches it (ME-33)."""
    ring = len(view["islands"])
    rows = -(-ring // columns)
    table = Table.grid(padding=(0, 1))
    for steps in range(rows):
        cells: list[Text] = []
        for column in range(columns):
            away = steps + rows * column
            cells += _island_cells(view, away, roomy) if away < ring else [Text()] * 6
        table.add_row(*cells)
    return table


def _island_cells(view: Json, away: int, roomy: bool) -> list[Text]:
    place = (view["ship"] + away) % len(view["islands"])
    island = view["islands"][place]
    active = "bold" if island["active"] else ""
    manual = _is_manual(view)
    buys = _("any") if island["buys"] == "any" and not roomy else buys_name(island["buys"])
    return [
        Text(f"{'●' if island['active'] and not manual else ' '}{away:>2}", active or "dim"),
        Text(island["name"], active),
        Text("" if manual else buys, COLOURS[island["buys"]]),
        Text("" if manual else "/".join(str(points) for points in island["trade"]), active),
        Text(_("dock {points}").format(points=island["dock"]) if roomy else f"⚓{island['dock']}", active),
        _marker_text(view, place, roomy),
    ]


def _markers(view: Json) -> list[tuple[str, str, int | None]]:
    """The things that may lie at an island: their letter, name and place."""
    return [
        (_("S"), _("ship"), view["ship"]),
        (_("C"), _("Captain's course"), view["destinations"]["captain"]),
        (_("M"), _("Mutineer's course"), view["destinations"]["mutineer"]),
        (_("P"), _("pirates"), view["pirate_ship"]),
    ]


def _marker_text(view: Json, place: int, roomy: bool) -> Text:
    here = [(letter, words) for letter, words, where in _markers(view) if where == place]
    if roomy:
        return Text(", ".join(words for _letter, words in here), "bold")
    letters = Text("".join(letter for letter, _words in here), "bold reverse")
    # As wide as three letters and a gap, to keep the second column of islands in place.
    return letters.append(" " * (6 - len(here)), "not reverse")


def _legend_text(view: Json) -> Text:
    number_meaning = _("the number: cards kept in hand to set course there")
    parts = [number_meaning] if _is_manual(view) else [_("● buys now"), number_meaning]
    flags = [f"{letter} {words}" for letter, words, where in _markers(view) if where is not None]
    return Text(" · ".join(parts) + "\n" + " · ".join(flags), "dim")


def _is_manual(view: Json) -> bool:
    """ME-67: whether goods are sold by kinds, not at islands."""
    return bool(view["options"]["rules"] == "manual")


def _seats_table(view: Json, names: Sequence[str], width: int) -> Table:
    table = seats_listing()
    if width < TIGHT:
        table.padding = (0, 1, 0, 0)
    table.add_column(Text(_("Points")), justify="right")
    table.add_column(Text(_("Hand")), overflow="fold")
    if width >= TIGHT:
        table.add_column(Text(_("Shown")), overflow="fold")
    table.add_column(Text(_("Role")), overflow="fold")
    for seat, player in enumerate(view["seats"]):
        table.add_row(
            *seat_cells(view, seat, names),
            Text(str(player["score"]), "bold"),
            Text(str(player["hand_size"])) if width < NARROW else _hand_text(player),
            *([goods(player["shown"])] if width >= TIGHT else []),
            _role_text(view, seat),
        )
    return table


def _shown_lines(view: Json, names: Sequence[str]) -> list[Text]:
    """The shown cards, one line each, for a screen on which their column would cut words in two."""
    return [
        Text(_("{name} has shown ").format(name=names[seat])).append_text(goods(player["shown"]))
        for seat, player in enumerate(view["seats"])
        if player["shown"]
    ]


def _hand_lines(view: Json, names: Sequence[str]) -> list[Text]:
    """The hands that the viewer sees, one line each, for a screen whose table is too narrow for them."""
    open_hands = [
        (names[seat], player) for seat, player in enumerate(view["seats"]) if player["hand"] is not None
    ]
    return [
        Text(_("{name} holds ").format(name=name)).append_text(_hand_text(player))
        for name, player in open_hands
    ]


def _hand_text(player: dict[str, Any]) -> Text:
    if player["hand"] is not None:
        return goods(player["hand"])
    cards = ngettext("{count} card", "{count} cards", player["hand_size"]).format(count=player["hand_size"])
    text = Text(cards)
    if player["known"]:
        text.append(_(" with ")).append_text(goods(player["known"]))
    return text


def _role_text(view: Json, seat: int) -> Text:
    player = view["seats"][seat]
    role = player["role"]
    if seat == view["captain"]:
        text = Text(_("Captain"), "bold blue")
        if player["left"] and view["phase"] == "show":
            text.append(_(", left"), "dim")
    elif role is None:
        text = Text(_("choosing"), "dim") if player["left"] and view["phase"] == "show" else Text("–", "dim")
    elif role == "unknown":
        text = Text(_("hidden"), "dim")
    else:
        text = Text(role_name(role), ROLE_COLOURS.get(role, ""))
    if player["conflicts_played"]:
        text.append(f" +{player['conflicts_played']}", "bold red")
    return text


def goods(cards: Sequence[str]) -> Text:
    """Cards by kind: "2 wine, 1 grain"."""
    counted = Counter(cards)
    kinds = [kind for kind in GOODS if counted[kind]]
    if not kinds:
        return Text("–", "dim")
    return Text(", ").join(Text(_counted_good(kind, counted[kind]), COLOURS[kind]) for kind in kinds)


def _counted_good(kind: str, count: int) -> str:
    # Conflicts without the word “card”, as tables are narrow. A name by itself is of no number: “salt”.
    return f"{count} {good_name(kind, count)}" if kind == "conflict" else good_count(kind, count)


def _pile_text(view: Json) -> Text:
    words = _("Draw pile {pile} · discards {discards}")
    return Text(words.format(pile=view["draw_pile"], discards=view["discards"]["size"]), "dim")


BOARD = MeutererTerminal()
