"""Mutiny! in the terminal: the ship's course, the bribes on the crew, the seats, and a tie's offers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.boards.pieces import final_cells, final_listing, listing, seat_cells, seats_listing
from quarterdeck.games.mutiny.plain import bid, deals
from quarterdeck.games.mutiny.words.hints import hint
from quarterdeck.games.mutiny.words.names import (
    CREW,
    DESTINATIONS,
    counted,
    crew_ability,
    crew_name,
    destination_name,
    effect_words,
    listed,
    phase_name,
    rank_name,
    resource_name,
    stake,
)
from quarterdeck.i18n import _, ngettext
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Event

# Below this width columns are narrow with short heads; from WIDE on the course stands beside the seats.
NARROW, WIDE = 76, 112
HERE = ("called", "resolving")
RANKS = ("primary", "secondary")


class MutinyTerminal:
    """The board of Mutiny!; see `boards.TerminalBoard`."""

    def status(self, view: Json, names: Sequence[str]) -> str:
        """Turn, crew member, phase and lookout."""
        parts = [_("Turn {number}").format(number=view["turn_no"])]
        if crew := view["called"] or view["tied_for"]:
            parts.append(crew_name(crew))
        parts.append(phase_name(view["phase"]))
        return " · ".join([*parts, _("Lookout: {name}").format(name=names[view["lookout"]])])

    def table(self, view: Json, names: Sequence[str], width: int) -> RenderableType:
        """Course, crew and seats, one above the other, or the course beside the seats."""
        seats = _seats_table(view, names, narrow=width < NARROW)
        course = Group(*_course_lines(view, names))
        crew = _crew_table(view, names, narrow=width < NARROW, roomy=width >= WIDE)
        rest = [*_tie_lines(view, names), _supply_text(view)]
        if width >= WIDE:
            both = Table.grid(padding=(0, 3))
            both.add_row(seats, course)
            return Group(crew, Text(), both, Text(), *rest)
        return Group(course, Text(), crew, *_called_abilities(view), Text(), seats, Text(), *rest)

    def effect(self, view: Json, action: str, names: Sequence[str]) -> str:
        """The effect of a legal action, in one line."""
        return hint(view, action, names)

    def ends_part(self, event: Event) -> bool:
        """MU-41: whether the fact ends a turn; its results are shown then."""
        return event.kind in ("turn_began", "game_over")

    def results(self, number: int, events: Iterable[Event], names: Sequence[str]) -> RenderableType:
        """MU-20, MU-27: who had which ability in a turn, and what the ship's course brought."""
        holders: dict[tuple[str, str], str] = {}
        course: list[str] = []
        destination = None
        for event in events:
            if event.kind in RANKS:
                holders[str(event.data["crew"]), event.kind] = names[event.seat]
            elif event.kind == "set_course":
                destination = str(event.data["destination"])
            elif change := _change_by_course(event):
                course.append(f"{names[event.seat]} {change}")
        table = listing(_("Turn {number}").format(number=number))
        table.add_column("")
        for rank in RANKS:
            table.add_column(Text(rank_name(rank)), overflow="ellipsis", no_wrap=True, max_width=20)
        for crew in CREW:
            table.add_row(crew_name(crew), *(holders.get((crew, rank), "–") for rank in RANKS))
        if destination is None:
            return table
        words = _("{destination}: {effects}")
        effects = ", ".join(course) or "–"
        return Group(table, Text(words.format(destination=destination_name(destination), effects=effects)))

    def standings(self, view: Json, names: Sequence[str]) -> RenderableType:
        """MU-50: one row a seat; most cutlasses first, then most rum."""
        table = final_listing()
        for resource in ("cutlass", "rum"):
            table.add_column(Text(resource_name(resource)), justify="right")
        table.add_column("")
        seats = view["seats"]
        for seat in sorted(range(len(names)), key=lambda at: (-seats[at]["cutlasses"], -seats[at]["rum"])):
            name, wins = final_cells(view, seat, names)
            if wins and view["drawn"]:
                wins = Text(_("shares the first place"), "bold green")
            table.add_row(name, str(seats[seat]["cutlasses"]), str(seats[seat]["rum"]), wins)
        return table


def _change_by_course(event: Event) -> str:
    """What the ship's course brought to a seat, if the fact is about that (MU-30 to MU-32)."""
    match event.kind:
        case "gained" if not event.data["why"]:
            return "+" + counted(str(event.data["resource"]), int(event.data["amount"]))
        case "lost":
            return "−" + counted(str(event.data["resource"]), int(event.data["amount"]))
        case "lost_doubloon":
            return "−" + counted("doubloon", 1)
    return ""


# The ship's course


def _course_lines(view: Json, names: Sequence[str]) -> list[RenderableType]:
    """MU-4, MU-27: the two destinations of the chart tile, with the players whom the chosen one concerns."""
    table = Table.grid(padding=(0, 2))
    for destination in DESTINATIONS:
        chosen = view["destination"] == destination
        style = "bold" if chosen else "dim" if view["destination"] else ""
        lines = [
            _effect_line(one, names) for one in (view["effects"] if chosen else view["tile"][destination])
        ]
        name = Text("► " if chosen else "  ").append(destination_name(destination))
        table.add_row(Text.assemble(name, style=style), Text("\n".join(lines), style))
    left = view["tiles_left"]
    words = ngettext("{count} tile face down", "{count} tiles face down", left).format(count=left)
    return [Text(_("Chart tile"), "bold").append(f" · {words}", "not bold dim"), table]


def _effect_line(effect: Json, names: Sequence[str]) -> str:
    words = effect_words(effect["crew"], effect["resource"], effect["amount"])
    if not effect.get("settled"):
        return words
    return f"{words} ({_('nobody') if effect['seat'] is None else names[effect['seat']]})"


# The crew


def _crew_table(view: Json, names: Sequence[str], narrow: bool, roomy: bool) -> Table:
    """MU-1, MU-11: one row for each crew member, with each seat's doubloons and rum in a column."""
    table = listing()
    table.padding = (0, 1 if narrow else 2, 0, 0)
    table.add_column("", width=1)
    table.add_column(Text(_("Bribes")), no_wrap=True)
    for seat, name in enumerate(names):
        bold = "bold" if seat == view.get("seat") else ""
        most = 5 if narrow else 14
        table.add_column(
            Text(name, bold), justify="right", overflow="ellipsis", no_wrap=True, min_width=4, max_width=most
        )
    if roomy:
        table.add_column(Text(_("Abilities")), overflow="fold")
    for crew in view["crew"]:
        mark = "●" if crew["state"] in HERE else "✓" if crew["state"] == "resolved" else ""
        style = "bold" if crew["state"] in HERE else "dim" if crew["state"] == "resolved" else ""
        most = max(one["total"] for one in crew["bribes"])
        cells = [_bribe_text(one, most) for one in crew["bribes"]]
        abilities = [Text(" / ".join(crew_ability(crew["name"])), "dim")] if roomy else []
        table.add_row(Text(mark, style), Text(crew_name(crew["name"]), style), *cells, *abilities)
    return table


def _called_abilities(view: Json) -> list[RenderableType]:
    """The abilities of the called crew member, where the table has no room for all five."""
    if not view["called"]:
        return []
    words = _("{crew}: {abilities}")
    abilities = " / ".join(crew_ability(view["called"]))
    return [Text(words.format(crew=crew_name(view["called"]), abilities=abilities), "dim")]


def _bribe_text(bribe: Json, most: int) -> Text:
    if not bribe["total"]:
        return Text("–", "dim")
    text = Text(str(bribe["doubloons"]), "yellow")
    if bribe["rum"]:
        text.append(f"+{bribe['rum']}", "red")
    text.stylize("bold" if bribe["total"] == most else "")
    return text


# The seats


def _seats_table(view: Json, names: Sequence[str], narrow: bool) -> Table:
    """All seats' cutlasses, unplayed doubloons, doubloons on the crew, and unplayed rum."""
    table = seats_listing()
    if narrow:
        table.padding = (0, 1, 0, 0)
        table.columns[-1].max_width = 12
    short = {"cutlass": _("Cutl."), "doubloon": _("Doubl.")} if narrow else {}
    for resource in ("cutlass", "doubloon", "rum"):
        table.add_column(Text(short.get(resource, resource_name(resource))), justify="right", no_wrap=True)
    table.add_column("", overflow="fold")
    for seat, player in enumerate(view["seats"]):
        doubloons = Text(str(player["doubloons"]), "yellow")
        if player["in_play"]:
            doubloons.append(f"+{player['in_play']}", "dim")
        notes = ([_("lookout")] if player["lookout"] else []) + (
            [bid(player["bid"])] if player["bid"] else []
        )
        cutlasses = Text(f"{player['cutlasses']}/{view['needed']}", "bold")
        row = [cutlasses, doubloons, Text(str(player["rum"]), "red")]
        table.add_row(*seat_cells(view, seat, names), *row, Text(", ".join(notes)))
    return table


# A tie


def _tie_lines(view: Json, names: Sequence[str]) -> list[RenderableType]:
    """MU-21, MU-23: the tied players and the offers to the lookout."""
    if not view["tied"]:
        return []
    tied = listed(names[seat] for seat in view["tied"])
    words = _("Tied for {stake}: {names}")
    head = words.format(stake=stake(view["rank"], view["tied_for"]), names=tied)
    return [Text(head, "bold"), *map(Text, deals(view, names)), Text()]


def _supply_text(view: Json) -> Text:
    """The legend of the tables, and the bank."""
    words = _("Bribes: doubloons+rum · doubloons: unplayed+with the crew · bank: {rum}")
    return Text(words.format(rum=counted("rum", view["bank"]["rum"])), "dim")


BOARD = MutinyTerminal()
