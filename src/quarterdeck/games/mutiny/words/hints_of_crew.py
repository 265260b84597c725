"""What the lookout's pick, or a token moved by the Deck Hand, would bring now, from a view alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quarterdeck.games.mutiny.words import names as wording
from quarterdeck.games.mutiny.words.hints_of_course import Purses, hit, the_end
from quarterdeck.i18n import N_, _

Json = Mapping[str, Any]
Names = Sequence[str]

# The countable gains of abilities, by crew member and rank.
_GAINS = {
    ("gunner", "primary"): ("cutlass", 2),
    ("gunner", "secondary"): ("cutlass", 1),
    ("cook", "primary"): ("rum", 2),
    ("cook", "secondary"): ("rum", 1),
    ("pilot", "secondary"): ("cutlass", 1),
    ("first-mate", "secondary"): ("rum", 1),
}

# The effects of the other abilities.
_POWERS = {
    ("deck-hand", "primary"): N_("any one token to move"),
    ("deck-hand", "secondary"): N_("one of their own tokens to move"),
    ("pilot", "primary"): N_("the choice of north or south"),
    ("first-mate", "primary"): N_("the spyglass"),
}


def pick(view: Json, seat: int, payer: int | None, names: Names) -> str:
    """MU-21, MU-23: the lookout's payment, the effect of the pick, and who gets the secondary ability."""
    purses = Purses(view)
    sentences = [] if payer is None else [_payment_sentence(view, payer, purses, names)]
    if view["rank"] == "course":
        return " ".join([*sentences, *_control_sentences(view, seat, purses, names)])
    sentences.append(_ability_sentence(view, seat, purses, names))
    end = the_end(view, purses, names)
    if view["rank"] == "primary" and not end:
        sentences.append(
            _secondary_sentence(view, [one for one in view["tied_first"] if one != seat], purses, names)
        )
        end = the_end(view, purses, names)
    return " ".join([*sentences, *end])


def _payment_sentence(view: Json, payer: int, purses: Purses, names: Names) -> str:
    """MU-23: the accepted offer."""
    rum = next(one["rum"] for one in view["offers"] if one["seat"] == payer)
    purses.has[payer]["rum"] -= rum
    purses.has[view["seat"]]["rum"] += rum
    return _("{name} pays you {things}, which makes {total}.").format(
        name=wording.seat_name(payer, names),
        things=wording.counted("rum", rum),
        total=purses.has[view["seat"]]["rum"],
    )


def _control_sentences(view: Json, seat: int, purses: Purses, names: Names) -> Iterator[str]:
    """MU-27: the effects on the crew member, after those that are settled already."""
    for effect in view["effects"]:
        if effect["crew"] == view["tied_for"]:
            yield hit(view, effect, seat, purses, names)
        elif effect["settled"] and effect["seat"] is not None:
            purses.change(effect["seat"], effect["resource"], effect["amount"])


def _ability_sentence(view: Json, seat: int, purses: Purses, names: Names) -> str:
    """MU-24 to MU-28: the settled ability, and what it brings."""
    words = _("You get {stake}: {brings}.") if seat == view["seat"] else _("{name} gets {stake}: {brings}.")
    return words.format(
        name=wording.seat_name(seat, names),
        stake=wording.stake(view["rank"], view["tied_for"]),
        brings=_gain_phrase(view, view["rank"], seat, purses),
    )


def _secondary_sentence(view: Json, others: Sequence[int], purses: Purses, names: Names) -> str:
    """MU-21: the others who were tied for the highest bribe become candidates for the secondary ability."""
    if (promised := (view["negotiation"] or {}).get("promised")) is not None:
        others = [promised]
    if len(others) > 1:
        return _("The secondary ability goes to one of the others who are tied.")
    words = (
        _("You get the secondary one: {brings}.")
        if others[0] == view["seat"]
        else _("{name} gets the secondary one: {brings}.")
    )
    return words.format(
        name=wording.seat_name(others[0], names),
        brings=_gain_phrase(view, "secondary", others[0], purses),
    )


def _gain_phrase(view: Json, rank: str, seat: int, purses: Purses) -> str:
    """The gain of an ability as a noun phrase; rum is limited by the bank (MU-2)."""
    crew = view["tied_for"]
    if (crew, rank) == ("deck-hand", "secondary") and seat == view["seat"]:
        return _("one of your own tokens to move")
    if (crew, rank) in _POWERS:
        return _(_POWERS[crew, rank])
    resource, amount = _GAINS[crew, rank]
    return wording.counted(resource, purses.change(seat, resource, amount))


def move(view: Json, owner: int, start: str, end: str, names: Names) -> str:
    """MU-24: the bribes on both crew members after the move."""
    return _("On {start} then: {before}. On {end}: {after}.").format(
        start=wording.crew_phrase(start),
        before=_bribes_phrase(view, start, owner, -1, names),
        end=wording.crew_phrase(end),
        after=_bribes_phrase(view, end, owner, 1, names),
    )


def _bribes_phrase(view: Json, crew: str, owner: int, change: int, names: Names) -> str:
    """The bribes on a crew member, the highest first, with one changed: "Ann 3, you 2"."""
    bribes = view["crew"][wording.CREW.index(crew)]["bribes"]
    totals = [bribe["total"] + change * (seat == owner) for seat, bribe in enumerate(bribes)]
    order = sorted((seat for seat, total in enumerate(totals) if total), key=lambda seat: -totals[seat])
    parts = (
        _("{name} {bribe}").format(name=wording.addressed(seat, names, view["seat"]), bribe=totals[seat])
        for seat in order
    )
    return _(", ").join(parts) or _("no bribe")
