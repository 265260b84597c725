"""A view as a page of plain text: what `print(position)` shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from quarterdeck.games.meuterer.words.names import buys_name, good_count, phase_name, role_name
from quarterdeck.i18n import _, ngettext
from quarterdeck.kernel.spec import Json


def text(view: Json) -> str:
    """A view's or position's JSON as plain text, one line for each island and one or two for each seat."""
    head = _("Meuterer, round {number} of {rounds}: {phase}").format(
        number=view["round"], rounds=view["rounds"], phase=phase_name(view["phase"])
    )
    islands = [_island_line(view, place) for place in range(len(view["islands"]))]
    seats = [_seat_line(view, seat) for seat in range(len(view["seats"]))]
    foot = _("Draw pile {pile}, discards {discards}").format(
        pile=view["draw_pile"], discards=view["discards"]["size"]
    )
    return "\n".join([head, *islands, *seats, foot])


def _island_line(view: Json, place: int) -> str:
    island = view["islands"][place]
    marks = [_("active")] if island["active"] else []
    places = (
        (_("the ship"), view["ship"]),
        (_("the Captain's destination"), view["destinations"]["captain"]),
        (_("the Mutineer's destination"), view["destinations"]["mutineer"]),
        (_("the pirates"), view["pirate_ship"]),
    )
    marks += [mark for mark, at in places if at == place]
    trade = "/".join(str(points) for points in island["trade"])
    line = f"{place:>3}  {island['name']:<14} {buys_name(island['buys']):<13} {trade}  ⚓{island['dock']}"
    return f"{line}  {', '.join(marks)}".rstrip()


def _seat_line(view: Json, seat: int) -> str:
    player = view["seats"][seat]
    parts = [_("seat {seat}: {points} points").format(seat=seat, points=player["score"])]
    if seat == view["captain"]:
        parts.append(_("Captain"))
    elif player["role"]:
        parts.append(_("role hidden") if player["role"] == "unknown" else role_name(player["role"]))
    if player["shown"]:
        parts.append(_("shows {goods}").format(goods=goods(player["shown"])))
    if player["hand"] is None:
        parts.append(hand_count(player["hand_size"]))
    else:
        parts.append(_("holds {goods}").format(goods=goods(player["hand"]) or _("nothing")))
    if player["left"]:
        parts.append(_("has left"))
    return "     " + ", ".join(parts)


def goods(kinds: Sequence[str]) -> str:
    """Cards by kind: "2 wine, 1 grain"."""
    return ", ".join(good_count(kind, count) for kind, count in Counter(kinds).items())


def hand_count(count: int) -> str:
    """The number of cards in a hidden hand."""
    return ngettext("{count} card in hand", "{count} cards in hand", count).format(count=count)
