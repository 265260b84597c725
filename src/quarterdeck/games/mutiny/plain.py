"""A view as a page of plain text: what `print(position)` shows."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.mutiny.words.deals import wish
from quarterdeck.games.mutiny.words.names import (
    counted,
    crew_name,
    destination_name,
    effect_words,
    listed,
    phase_name,
    seat_name,
    stake,
    tokens,
)
from quarterdeck.i18n import _, ngettext
from quarterdeck.kernel.spec import Json

DESTINATIONS = ("north", "south")


def text(view: Json) -> str:
    """A view's or position's JSON as plain text: chart, crew, offers and seats."""
    lines = [status(view), *(course(view, destination) for destination in DESTINATIONS), supply(view)]
    lines += [_crew_line(crew) for crew in view["crew"]]
    if view["tied"]:
        lines.append(tie(view))
    lines += deals(view)
    return "\n".join(lines + [_seat_line(view, seat) for seat in range(len(view["seats"]))])


def status(view: Json) -> str:
    """The turn, the present crew member, and the decision to make."""
    if view["winners"]:
        seats = listed(seat_name(seat) for seat in view["winners"])
        drawn = _("Mutiny!: {seats} share the first place")
        return (drawn if view["drawn"] else _("Mutiny!: {seats} has won")).format(seats=seats)
    phase, crew = phase_name(view["phase"]), view["called"] or view["tied_for"]
    if crew is None:
        return _("Mutiny!, turn {number}: {phase}").format(number=view["turn_no"], phase=phase)
    sentence = _("Mutiny!, turn {number}, {crew}: {phase}")
    return sentence.format(number=view["turn_no"], crew=crew_name(crew), phase=phase)


def course(view: Json, destination: str) -> str:
    """MU-4, MU-27: a destination of the chart tile; for the chosen one also the players whom it concerns."""
    chosen = view["destination"] == destination
    name = destination_name(destination)
    words = _("{destination} (chosen): {effects}") if chosen else _("{destination}: {effects}")
    return words.format(destination=name, effects=_("; ").join(effects(view, destination)))


def effects(view: Json, destination: str) -> list[str]:
    """The effects of a destination, with the players whom they concern once that is settled."""
    if view["destination"] == destination:
        return [_settled_effect_line(one) for one in view["effects"]]
    return [_effect_line(one) for one in view["tile"][destination]]


def _effect_line(effect: Json) -> str:
    return effect_words(effect["crew"], effect["resource"], effect["amount"])


def _settled_effect_line(effect: Json) -> str:
    if not effect["settled"]:
        return _effect_line(effect)
    whom = _("nobody") if effect["seat"] is None else seat_name(effect["seat"])
    return f"{_effect_line(effect)} ({whom})"


def supply(view: Json) -> str:
    """The number of face-down tiles, and the bank's rum."""
    left = view["tiles_left"]
    tiles = ngettext("{count} chart tile face down", "{count} chart tiles face down", left)
    bank = _("in the bank: {things}").format(things=counted("rum", view["bank"]["rum"]))
    return f"{tiles.format(count=left)}, {bank}"


def _crew_line(crew: Json) -> str:
    bribes = [_bribe_words(seat, one) for seat, one in enumerate(crew["bribes"]) if one["total"]]
    words = _("{crew}: {bribes}")
    return words.format(crew=crew_name(crew["name"]), bribes=", ".join(bribes) or _("no bribes"))


def _bribe_words(seat: int, bribe: Json) -> str:
    """MU-11: "3 from seat 1 (2 doubloons and 1 rum)".

    The bribe comes first, so that two numbers do not follow each other.
    """
    words = _("{total} from {seat} ({tokens})")
    return words.format(
        total=bribe["total"], seat=seat_name(seat), tokens=tokens(bribe["doubloons"], bribe["rum"])
    )


def tie(view: Json) -> str:
    """MU-21: the lookout's decision, and the tied players."""
    tied = listed(seat_name(seat) for seat in view["tied"])
    words = _("Tied for {stake}: {seats}")
    return words.format(stake=stake(view["rank"], view["tied_for"]), seats=tied)


def deals(view: Json, names: Sequence[str] = ()) -> list[str]:
    """MU-23: the round of an open negotiation, the lookout's price, what was paid, and the offers."""
    lines = []
    if talks := view["negotiation"]:
        lines.append(_("Deals with the lookout, round {round} of {rounds}").format(**talks))
        if price := talks["price"]:
            words = _("The lookout asks {things} {wish}")
            things = counted("rum", price["rum"])
            lines.append(words.format(things=things, wish=wish(price, names)))
        if talks["promised"] is not None:
            words = _("The secondary ability is promised to {name}")
            lines.append(words.format(name=seat_name(talks["promised"], names)))
    for one in view["offers"]:
        if one["paid"]:
            words = _("{seat} has paid {things}")
            things = counted("rum", one["paid"])
            lines.append(words.format(seat=seat_name(one["seat"], names), things=things))
    return lines + [offer(one, names) for one in view["offers"] if not talks or one["rum"]]


def offer(one: Json, names: Sequence[str] = ()) -> str:
    """MU-23: a seat's offer to the lookout, as far as the viewer knows it."""
    seat = seat_name(one["seat"], names)
    if one["state"] == "asked":
        return _("{seat} may make an offer").format(seat=seat)
    if one["rum"] is None:
        return _("{seat} has settled on an offer, or on none").format(seat=seat)
    if not one["rum"]:
        return _("{seat} offers nothing").format(seat=seat)
    words = _("{seat} offers {things} {wish}")
    return words.format(seat=seat, things=counted("rum", one["rum"]), wish=wish(one, names))


def _seat_line(view: Json, seat: int) -> str:
    player = view["seats"][seat]
    parts = [f"{seat_name(seat)}: {counted('cutlass', player['cutlasses'])}", *holdings(player)]
    if player["lookout"]:
        parts.append(_("lookout"))
    if player["bid"]:
        parts.append(bid(player["bid"]))
    if seat in view["winners"]:
        parts.append(_("shares the first place") if view["drawn"] else _("has won"))
    return "     " + ", ".join(parts)


def holdings(player: Json) -> list[str]:
    """A seat's unplayed doubloons, those on crew members, and its rum."""
    doubloons = counted("doubloon", player["doubloons"])
    if player["in_play"]:
        doubloons += " " + _("(and {count} with the crew)").format(count=player["in_play"])
    return [doubloons, counted("rum", player["rum"])]


def bid(present_bid: Json | str) -> str:
    """MU-10: a seat's present bid, as far as the viewer knows it."""
    if isinstance(present_bid, str):
        return _("has bid")
    return _("bids {tokens}").format(tokens=tokens(present_bid["doubloons"], present_bid["rum"]))
