"""The end of a game of Cartagena: what the gold came from, the places, and what may have decided it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from quarterdeck.games.cartagena.words import names as wording
from quarterdeck.i18n import N_, _, decimal, ngettext
from quarterdeck.kernel.sentences import Labels
from quarterdeck.play import Event
from quarterdeck.tables.match.timeline import Timeline
from quarterdeck.web.boards.account import Account, Gain, Mark, TurningPoint, account_of, largest
from quarterdeck.web.boards.base import Context
from quarterdeck.web.boards.ending import SeatPlace, headline

__all__ = ["account", "gold", "headline_of", "own_verdict", "places", "source_label", "turning_points"]

# The kinds of facts that tell where coins or gold cards went. If a move has several, the first kind is shown.
TELLING: Final = (
    "drew_gold_card",
    "got_coins",
    "robbed",
    "mascot_paid",
    "sold_card",
    "sold",
    "bought",
    "coin_given_back",
    "kept",
)
# The weights of duels among the turning points of a match. The last one decides who may win at all, so it
# weighs more than any haul of gold. Each of the others weighs less, the clearer it was won.
LAST_DUEL: Final = 20.0
DUEL: Final = 4.5
# The label of a source of gold.
source_label: Final = Labels({"coins": N_("Coins"), "cards": N_("Gold cards")})


def account(timeline: Timeline, mark: Mark) -> Account:
    """CA-69: what the gold came from: coins and gold cards."""
    return account_of(timeline, mark, source_label.names, source_label, _gains(timeline))


def _gains(timeline: Timeline) -> Iterator[Gain]:
    """How coins and gold cards changed, move by move."""
    scores = timeline.scores
    coins = [seat["coins"] for seat in timeline.seats(0)]
    for ply in range(1, len(scores)):
        if scores[ply] == scores[ply - 1]:
            # No seat's total has changed; a coin may have been exchanged for gold of the same worth.
            continue
        now = [seat["coins"] for seat in timeline.seats(ply)]
        before = [seat["coins"] for seat in timeline.seats(ply - 1)]
        for seat in range(len(coins)):
            in_coins = now[seat] - before[seat]
            in_cards = scores[ply][seat] - scores[ply - 1][seat] - in_coins
            for source, amount in (("coins", in_coins), ("cards", in_cards)):
                if amount:
                    event, chapter = _telling_fact(timeline, ply, seat)
                    yield Gain(seat, source, amount, ply, chapter, event, gold(amount))


def _telling_fact(timeline: Timeline, ply: int, seat: int) -> tuple[Event | None, int]:
    """The fact of a move that tells best what a seat got or lost, and its chapter."""
    candidates = [
        (TELLING.index(one.event.kind), one.event, one.chapter)
        for one in timeline.happenings
        if one.ply == ply
        and one.event.kind in TELLING
        and seat in (one.event.seat, one.event.data.get("player"))
    ]
    if not candidates:
        return None, timeline.chapter_of(ply)
    _rank, event, chapter = min(candidates, key=lambda one: one[0])
    return event, chapter


def turning_points(timeline: Timeline, account: Account | None) -> Sequence[TurningPoint]:
    """CA-68: the duels, and the largest hauls of gold."""
    points = largest(timeline, account)
    fought = [one for one in timeline.happenings if one.event.kind == "duel_won"]
    for at, one in enumerate(fought):
        gap = abs(int(one.event.data["valverde"]) - int(one.event.data["diaz"]))
        weight = LAST_DUEL if at == len(fought) - 1 else DUEL - gap / 4
        points.append(TurningPoint(one.ply, one.chapter, (one.event,), weight))
    return points


def places(rows: Sequence[Mapping[str, Any]]) -> list[SeatPlace]:
    """CA-69: the places of the final count, by gold. Whoever did not stand with the winners has place 0."""
    seat_places: list[SeatPlace] = []
    for at, row in enumerate(rows):
        same = at > 0 and _deciding_counts(rows[at - 1]) == _deciding_counts(row)
        place = (seat_places[-1].place if same else at + 1) if row["with_winners"] else 0
        side = wording.side_leader(row["side"]) if row["side"] else ""
        seat_places.append(SeatPlace(row["seat"], place, row["gold"], row["why"], side))
    return seat_places


def _deciding_counts(row: Mapping[str, Any]) -> tuple[bool, bool, int, int]:
    return row["best"], row["with_winners"], row["gold"], row["combat"] or 0


def headline_of(context: Context, seat_places: Sequence[SeatPlace], rows: Sequence[Mapping[str, Any]]) -> str:
    """How the match ended for the page's viewer: the place on the winning side, or why it was lost."""
    view, me, names = context["view"], context["me"], context["names"]
    own = _losing_row(me, rows)
    if not view["winners"] or own is None:
        return headline([one for one in seat_places if one.place], names, me, gold)
    if own["side"] is None:
        words = _("You took no side: {winners} won with {leader}")
    elif own["alive"]:
        words = _("You stood with the losing side: {winners} won with {leader}")
    elif own["combat_left"]:
        words = _("You were out of it: {winners} won with {leader}")
    else:
        words = _("You ran out of combat cards: {winners} won with {leader}")
    winners = wording.listed(names[seat] for seat in view["winners"])
    return words.format(winners=winners, leader=wording.side_leader(view["winning_side"]))


def own_verdict(me: int | None, rows: Sequence[Mapping[str, Any]]) -> str:
    """CA-66, CA-69: why the viewer's gold does not count, in a sentence; "" if it counts."""
    own = _losing_row(me, rows)
    if own is None:
        return ""
    if own["side"] is None:
        return _("You took no side, so your gold does not count.")
    if own["alive"]:
        words = _("You stood for {leader}, so your gold does not count.")
        return words.format(leader=wording.side_leader(own["side"]))
    if own["combat_left"]:
        return _("Your mascot came out in a first round: you were out, and your gold does not count.")
    return _("You had no combat card left for a duel: you were out, and your gold does not count.")


def _losing_row(me: int | None, rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The viewer's row of the final standings; None without one, or if it is on the winning side."""
    return next((row for row in rows if row["seat"] == me and not row["with_winners"]), None)


def gold(count: int) -> str:
    """An amount of gold in words: "4 gold"."""
    return ngettext("{count} gold", "{count} gold", count).format(count=decimal(count))
