"""Cartagena in the terminal: the sea route, the cabin doors, the seats, the sailors and their duels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.boards.pieces import final_cells, final_listing, listing, seat_cells, seats_listing
from quarterdeck.games.cartagena.words.hints import hint
from quarterdeck.games.cartagena.words.names import (
    COMBAT,
    SIDES,
    combat_name,
    counted,
    listed,
    phase_name,
    pile_name,
    pirate_action,
    pirate_name,
    side_leader,
    side_of,
    space_name,
)
from quarterdeck.i18n import _, ngettext
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Event

# Below NARROW the hands have lines of their own, below TIGHT the sides as well; from WIDE on doors and
# sailors stand side by side.
TIGHT, NARROW, WIDE = 48, 76, 112
COLOURS = {"valverde": "magenta", "diaz": "cyan"}
MARKS = {"gold": "G", "treasure": "T", "volcano": "V", "sea": "·", "storm": "≈", "mutiny": "M"}
SHIP = "►"


class CartagenaTerminal:
    """The board of Cartagena; see `boards.TerminalBoard`."""

    def status(self, view: Json, names: Sequence[str]) -> str:
        """Round, phase and giver; in the mutiny the duel, and the wins of each side."""
        if not view["duels"]:
            parts = [_("Round {number}").format(number=view["round"]), phase_name(view["phase"])]
            parts.append(_("Giver: {name}").format(name=names[view["giver"]]))
            return " · ".join(parts)
        duel = view["duels"][-1]
        parts = [phase_name(view["phase"])]
        if view["phase"] != "over":
            parts = [_("Duel {pair}").format(pair=duel["letter"])]
            parts.append(_("Round {number}").format(number=duel["round"]))
        wins = [f"{side_leader(side)} {view['wins'][side]}" for side in SIDES]
        return " · ".join([*parts, _("Duels won: {sides}").format(sides=", ".join(wins))])

    def table(self, view: Json, names: Sequence[str], width: int) -> RenderableType:
        """Route, doors, seats, sailors and supplies, one above the other, or doors beside the sailors."""
        doors, sailors = _door_lines(view, names), _sailor_lines(view, names)
        if width >= WIDE and view["row"]:
            both = Table.grid(padding=(0, 3))
            both.add_row(Group(*doors), Group(*sailors))
            middle: list[RenderableType] = [both]
        else:
            middle = [*doors, *([Text()] if doors else []), *sailors]
        seats = _seats_table(view, names, width)
        hands = _hand_lines(view, names, tight=width < TIGHT) if width < NARROW else []
        route: list[RenderableType] = [_route_lines(view), Text()] if view["row"] else []
        rest = [*_seen_card_lines(view, names), _supply_text(view)]
        return Group(*route, *middle, Text(), seats, *hands, Text(), *rest)

    def effect(self, view: Json, action: str, names: Sequence[str]) -> str:
        """The effect of a legal action, in one line."""
        return hint(view, action, names)

    def ends_part(self, event: Event) -> bool:
        """CA-68: whether the fact ends a duel; its results are shown then."""
        return event.kind == "duel_won"

    def results(self, number: int, events: Iterable[Event], names: Sequence[str]) -> RenderableType | None:
        """CA-62, CA-63: a duel's sailors and the cards of its rounds, with a column for each side."""
        began: Event | None = None
        rounds: list[Counter[str]] = []
        shown: Counter[str] = Counter()
        for event in events:
            if event.kind == "duel_began":
                began, rounds = event, []
            elif event.kind == "card_shown":
                shown[str(event.data["card"])] += 1
            elif event.kind == "strength":
                rounds.append(shown)
                shown = Counter()
        if began is None:
            return None  # the match began with a set-up in this duel
        table = listing(_("Duel {pair}").format(pair=began.data["pair"]))
        table.add_column("")
        for side in SIDES:
            table.add_column(Text(side_leader(side), COLOURS[side]), justify="right")
        totals = [int(began.data[side]) for side in SIDES]
        table.add_row(Text(_("Sailor")).append(" (CA-62)", "dim"), *map(str, totals))
        for at, cards in enumerate(rounds, 1):
            strengths = [_strength_of_side(cards, side) for side in SIDES]
            totals = [total + more for total, more in zip(totals, strengths, strict=True)]
            label = Text(_("Round {number}").format(number=at)).append(" (CA-63)", "dim")
            table.add_row(label, *(Text(f"+{more}" if more else "–") for more in strengths))
        table.add_row(Text(_("Together"), "bold"), *(Text(str(total), "bold") for total in totals))
        return table

    def standings(self, view: Json, names: Sequence[str]) -> RenderableType:
        """CA-69: one row a seat: first the winners, then the winning side, most gold first."""
        table = final_listing()
        table.add_column(Text(_("Side")))
        table.add_column(Text(_("Gold")), justify="right")
        table.add_column("")
        for seat in sorted(range(len(names)), key=lambda seat: _final_rank(view, seat)):
            player = view["seats"][seat]
            name, wins = final_cells(view, seat, names)
            side = _side_text(view, seat)
            if not player["alive"]:
                side.append(", ").append_text(_mutiny_state(view, seat))
            table.add_row(name, side, str(player["gold_worth"]), wins)
        return table


def _final_rank(view: Json, seat: int) -> tuple[bool, bool, int]:
    player = view["seats"][seat]
    on_its_side = player["alive"] and player["side"] == view["winning_side"]
    return seat not in view["winners"], not on_its_side, -player["gold_worth"]


def _strength_of_side(cards: Counter[str], side: str) -> int:
    return sum(number * int(card[-1]) for card, number in cards.items() if side_of(card) == side)


# The voyage


def _route_lines(view: Json) -> Group:
    """CA-12: the spaces of the sea route, a sign each, from the ship's start on."""
    route = view["route"]
    line = Text()
    for at in range(route["start"], len(route["spaces"])):
        space = route["spaces"][at]
        if at == route["ship"]:
            line.append(SHIP, "bold green")
        else:
            line.append(MARKS[space], "bold red" if space in ("storm", "mutiny") else "dim")
        line.append(" ")
    moves = ngettext("{count} move to the mutiny", "{count} moves to the mutiny", route["left"])
    landmarks = {space: None for space in route["spaces"][route["start"] :] if space != "sea"}
    signs = [f"{SHIP} {_('ship')}", *(f"{MARKS[space]} {space_name(space)}" for space in landmarks)]
    legend = Text(" · ".join(map(_with_hard_spaces, signs)), "dim")
    return Group(line, Text(moves.format(count=route["left"])), legend)


def _with_hard_spaces(words: str) -> str:
    """The same words with non-breaking spaces."""
    return words.replace(" ", "\u00a0")


def _door_lines(view: Json, names: Sequence[str]) -> list[RenderableType]:
    """CA-20 to CA-24: the cabin doors, the actions of the open ones, and who may be behind the others."""
    if not view["row"]:
        return []
    table = Table.grid(padding=(0, 2))
    for number, door in enumerate(view["row"], 1):
        if door["state"] != "closed":
            table.add_row(*_door_cells(view, number, door, names))
    closed = sum(door["state"] == "closed" for door in view["row"])
    parts: list[RenderableType] = [Text(_("Cabin doors"), "bold"), table]
    if closed:
        doors = ngettext("{count} door closed", "{count} doors closed", closed).format(count=closed)
        behind = ", ".join(pirate_name(pirate) for pirate in view["face_down"])
        words = _("{doors}; behind them may be {pirates}")
        parts.append(Text(words.format(doors=doors, pirates=behind), "dim"))
    if view["boat"]:
        boat = _("In the lifeboat: {pirate}").format(pirate=pirate_name(view["boat"]))
        parts.append(Text(boat, "dim"))
    return parts


def _door_cells(view: Json, number: int, door: Json, names: Sequence[str]) -> list[Text]:
    name = pirate_name(door["pirate"])
    if door["state"] == "used":
        words = _("used by {name}").format(name=names[door["by"]])
        return [Text(f" {number}", "dim"), Text(name, "dim"), Text(words, "dim")]
    if door["pirate"] == "sate" and view["sate_coins"]:
        name += f" +{counted('coins', view['sate_coins'])}"
    here = "bold" if door["available"] else ""
    action = pirate_action(door["pirate"])
    return [Text(f"{'●' if door['available'] else ' '}{number}", here), Text(name, here), Text(action)]


# The seats


def _seats_table(view: Json, names: Sequence[str], width: int) -> Table:
    narrow, tight = width < NARROW, width < TIGHT
    table = seats_listing()
    if tight:
        table.padding = (0, 1, 0, 0)
        table.columns[1].max_width = 15
    table.add_column(Text(_("Coins")), justify="right", no_wrap=True)
    table.add_column(Text(_("Gold") if narrow else _("Gold cards")), overflow="fold")
    table.add_column(Text(_("Cards") if narrow else _("Combat cards")), overflow="fold")
    if not tight:
        table.add_column(Text(_("Side")), overflow="fold")
    for seat, player in enumerate(view["seats"]):
        standing = Text() if narrow else _mutiny_state(view, seat)
        side = _side_text(view, seat).append(", " if standing else "").append_text(standing)
        table.add_row(
            *seat_cells(view, seat, names),
            Text(str(player["coins"]), "bold"),
            _gold_text(player),
            Text(str(player["combat_count"])) if narrow else _combat_text(player),
            *([] if tight else [side]),
        )
    return table


def _hand_lines(view: Json, names: Sequence[str], tight: bool) -> list[Text]:
    """The viewer's knowledge of hands and the duel, one line each, for a screen whose table is too narrow; of
    sides, too, if it is so `tight` that their column would cut words.
    """
    lines = []
    for seat, player in enumerate(view["seats"]):
        known = [_side_text(view, seat)] if tight and player["side"] is not None else []
        known += [_combat_text(player)] if player["combat_known"] else []
        standing = _mutiny_state(view, seat)
        known += [standing] if standing else []
        if known:
            lines.append(Text(names[seat] + _(": ")).append_text(Text(" · ").join(known)))
    return lines


def _gold_text(player: Json) -> Text:
    """The number of gold cards, and the value of those that the viewer knows."""
    if not player["gold_count"]:
        return Text("–", "dim")
    values = [str(value) for value in player["gold_known"]]
    values += ["?"] * (player["gold_count"] - len(values))
    return Text(" ".join(values), "yellow")


def _combat_text(player: Json) -> Text:
    if player["combat"] is not None:
        return cards(player["combat"])
    count = player["combat_count"]
    text = Text(ngettext("{count} card", "{count} cards", count).format(count=count))
    if player["combat_known"]:
        text.append(_(" with ")).append_text(cards(player["combat_known"]))
    return text


def cards(kinds: Iterable[str]) -> Text:
    """Combat cards by kind: "2 × Pink 1, Grey 3"."""
    counter = Counter(kinds)
    present = [kind for kind in COMBAT if counter[kind]]
    if not present:
        return Text("–", "dim")
    numbers = {kind: f"{counter[kind]} × " if counter[kind] > 1 else "" for kind in present}
    return Text(", ").join(
        Text(_with_hard_spaces(numbers[kind] + combat_name(kind)), COLOURS[side_of(kind)]) for kind in present
    )


def _side_text(view: Json, seat: int) -> Text:
    """A seat's conviction as far as the viewer knows it (CA-49, CA-50)."""
    side = view["seats"][seat]["side"]
    if side is None:
        return Text("–", "dim")
    if side != "unknown":
        return Text(side_leader(side), COLOURS[side])
    text = Text(_("hidden"), "dim")
    if remembered := _remembered_side(view, seat):
        text.append(_(", was {side}").format(side=side_leader(remembered)), "dim")
    return text


def _mutiny_state(view: Json, seat: int) -> Text:
    """A seat's state in the mutiny: out of it, out of the duel, or what it has laid; empty otherwise."""
    player = view["seats"][seat]
    if not view["duels"]:
        return Text()
    if not player["alive"]:
        return Text(_("out of the game"), "bold red")
    if player["posted"] == "unknown":
        return Text(_("has laid a card"))
    if player["posted"]:
        return Text(_("lays {card}").format(card=_with_hard_spaces(combat_name(player["posted"]))))
    return Text("" if player["fighting"] or view["phase"] == "over" else _("out of this duel"), "dim")


def _remembered_side(view: Json, seat: int) -> str | None:
    """CA-50: the side that the viewer saw before its owner handled it again."""
    if view.get("seat") is None:
        return None
    looks = view["seats"][view["seat"]]["saw"]
    return next((look["side"] for look in looks if look["seat"] == seat and look["side"] in SIDES), None)


# The sailors


def _sailor_lines(view: Json, names: Sequence[str]) -> list[RenderableType]:
    """CA-51, CA-62: each side's sailors, as far as the viewer knows; in the mutiny with the totals."""
    table = Table.grid(padding=(0, 2))
    pairs = view["sailors"]["pairs"]
    table.add_row(Text(_("Sailors"), "bold"), *(Text(pair["letter"], "bold") for pair in pairs))
    for side in SIDES:
        cells = [_sailor_text(view, at, side) for at in range(len(pairs))]
        table.add_row(Text(side_leader(side), COLOURS[side]), *cells)
    parts: list[RenderableType] = [table]
    seen_pairs = [
        _("{pair} by {names}").format(pair=pair["letter"], names=listed(names[at] for at in pair["seen_by"]))
        for pair in pairs
        if pair["seen_by"] and not pair["shown"]
    ]
    if seen_pairs:
        parts.append(Text(_("Seen: {pairs}").format(pairs=" · ".join(seen_pairs)), "dim"))
    if on_deck := view["sailors"]["on_deck"]:
        sentence = ngettext("{count} sailor on deck", "{count} sailors on deck", on_deck)
        parts.append(Text(sentence.format(count=on_deck), "dim"))
    parts += [_duel_text(duel) for duel in view["duels"] if duel["rounds"]]
    if lost := _lost_sailors(view):
        parts.append(Text(_("In the lifeboat: {sailors}").format(sailors=", ".join(lost)), "dim"))
    return parts


def _lost_sailors(view: Json) -> list[str]:
    """CA-68: the sailors who have lost their duels, with the letters of these."""
    lost = []
    for pair, duel in zip(view["sailors"]["pairs"], view["duels"], strict=False):
        if duel["winner"]:
            loser = next(side for side in SIDES if side != duel["winner"])
            lost.append(f"{pair[loser]} ({pair['letter']})")
    return lost


def _sailor_text(view: Json, at: int, side: str) -> Text:
    pair = view["sailors"]["pairs"][at]
    if not pair["placed"]:
        return Text("–", "dim")
    if pair[side] is None:
        values = pair["values"]
        return Text("/".join(map(str, values)) if values else "?", "dim")
    if at >= len(view["duels"]):
        return Text(str(pair[side]))
    duel = view["duels"][at]
    text = Text(str(pair[side]))
    if duel["strength"][side]:
        text.append(f"+{duel['strength'][side]}={duel['total'][side]}")
    text.stylize("bold" if duel["winner"] == side else "dim" if duel["winner"] else "")
    return text.append(" ★" if duel["winner"] == side else "", "bold")


def _duel_text(duel: Json) -> Text:
    """CA-63: the cards of a duel, round by round."""
    text = Text(_("Duel {letter}: {sides}").format(letter=duel["letter"], sides=""))
    return text.append_text(Text(" | ").join(cards(one["cards"]) for one in duel["rounds"]))


# The rest of the table


def _seen_card_lines(view: Json, names: Sequence[str]) -> list[Text]:
    """The cards that somebody looks at, and what is known of those below the pile."""
    lines = []
    if looking := view["looking"]:
        seen = [combat_name(card) for card in looking["combat"]]
        if looking["gold"] is not None:
            seen.append(_("gold {value}").format(value=looking["gold"]))
        who = _("{name} looks at ").format(name=names[view["turn"]])
        unknown = ["?"] * (looking["count"] - len(seen))
        lines.append(Text(who + ", ".join([*seen, *unknown])))
    if any(one["card"] for one in view["under"]["combat"]):
        under = [combat_name(one["card"]) if one["card"] else "?" for one in view["under"]["combat"]]
        lines.append(Text(_("Under the combat cards, from the top: ") + ", ".join(under), "dim"))
    if any(one["value"] for one in view["under"]["gold"]):
        values = [str(one["value"] or "?") for one in view["under"]["gold"]]
        lines.append(Text(_("Under the gold cards, from the top: ") + ", ".join(values), "dim"))
    return lines


def _supply_text(view: Json) -> Text:
    supply: dict[str, Any] = view["supply"]
    text = Text(" · ".join(f"{pile_name(pile)} {count}" for pile, count in supply.items()), "dim")
    if view["dry"]:
        dry = ", ".join(pile_name(pile) for pile in view["dry"])
        text.append(" · " + _("run out: {piles}").format(piles=dry), "bold red not dim")
    return text


BOARD = CartagenaTerminal()
