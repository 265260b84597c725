"""How the page stages what happens: cards that travel, a mutiny, flying points, and sailing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from quarterdeck.games.meuterer.board.places import island_place
from quarterdeck.games.meuterer.board.selling import sale_source, unpaid
from quarterdeck.games.meuterer.words import names
from quarterdeck.games.meuterer.words.hints import points
from quarterdeck.i18n import _
from quarterdeck.play import Event
from quarterdeck.web.boards.cues import (
    Cue,
    Flight,
    Heard,
    Lay,
    Scene,
    StorySummary,
    gained,
    latest,
    since,
    victory,
)

__all__ = ["cue"]

# ME-50: who fights for the mutiny; the Captain and the First Mate fight against it.
FOR, AGAINST = 0, 1
SIDES: Mapping[str, int] = {"mutineer": FOR, "cabin-boy": FOR, "first-mate": AGAINST}
SCENE = "mutiny"


def cue(heard: Heard, at: int, shown_count: bool = True) -> Cue | None:
    """The cue of the fact number `at`; `shown_count`: conflicts shown in phase 2 count in a mutiny."""
    event = heard[at]
    if event is None:
        return None
    kind, seat, data = event.kind, event.seat, event.data
    if kind in ("docked", "mate_rewarded", "offer_paid", "cabin_boy_rewarded", "trade_points", "kind_points"):
        return _points_cue(heard, at)
    if kind in ("revealed", "mutineer_bound", "fought", "mutiny_won", "mutiny_lost"):
        return _mutiny_cue(heard, at, shown_count)
    if kind == "sold":
        good = str(data["good"])
        flight = Flight(f"shown-{seat}", island_place(data["island"]), good, int(data["count"]))
        return Cue((flight,), sound="card", brief=True)
    if kind in ("sailed", "pirates_sailed"):
        ship = "ship" if kind == "sailed" else "pirate-ship"
        return Cue(sail=(ship, island_place(data["to"])), lit=(island_place(data["to"]),), sound="ship")
    return _ending_cue(heard, at) or _card_cue(kind, seat, data)


def _card_cue(kind: str, seat: int, data: Mapping[str, Any]) -> Cue | None:
    if kind == "showed":
        return Cue(lit=(f"shown-{seat}",), sound="card")
    if kind == "captain_bound":
        return Cue(lit=(f"seat-{seat}", island_place(data["island"])))
    if kind == "plundered":
        return Cue((Flight(f"shown-{seat}", "pirate-ship", "back"),), sound="card")
    if kind == "became_captain":
        return Cue((Flight(f"role-{seat}", f"seat-{seat}", "hat"),), brief=True)
    if kind in ("drew", "loader_drew"):
        return Cue((Flight("piles", f"seat-{seat}", "back", int(data["count"])),), brief=True, turns=True)
    if kind == "gave_back":
        return Cue((Flight(f"seat-{seat}", "piles", "back"),), sound="card", brief=True)
    if kind in ("reshuffled", "drew_good"):
        return Cue(brief=True, turns=True)
    return None


def _ending_cue(heard: Heard, at: int) -> Cue | None:
    """The points of a round that has ended, also of the last round; then who has won."""
    event = heard[at]
    assert event is not None
    if event.kind == "round_began" and int(event.data["round"]) > 1:
        heading = _("Points of round {round}").format(round=int(event.data["round"]) - 1)
        return Cue(turns=True, ends=_("Next round"), summary=_round_summary(heard, at, heading))
    if event.kind == "game_over":
        return Cue(
            ends=_("See who has won"), summary=_round_summary(heard, at, _("Points of the last round"))
        )
    return victory(heard, at) if event.kind == "won" else None


def _round_summary(heard: Heard, at: int, heading: str) -> StorySummary:
    """The round that has ended: what it has brought each seat, even if nothing, and how its mutiny went."""
    mutiny = latest(heard, at, ("mutiny_won", "mutiny_lost"))
    fought = mutiny > latest(heard, at, ("round_began",))
    paid = gained(cue, heard, at, ("round_began",), lambda _coin, count: points(count))
    gains = (*paid, *unpaid(heard, at, {gain.seat for gain in paid}))
    return StorySummary(heading, gains, (mutiny,) if fought else ())


def _points_cue(heard: Heard, at: int) -> Cue:
    """Points fly from where they come from; what the Captain pays flies back to the offer."""
    event = heard[at]
    assert event is not None
    kind, seat, data = event.kind, event.seat, event.data
    points, score = int(data["points"]), f"score-{seat}"
    origin, source = f"role-{seat}", ""
    if kind == "offer_paid":
        paid = Flight(f"seat-{seat}", "offer", "coin", points, score, -points)
        return Cue((paid,), source=_("The Captain's offer"), sound="coin")
    if kind == "docked":
        origin, source = island_place(data["island"]), _("Docking at {island}").format(island=data["island"])
    elif kind == "mate_rewarded":
        source = _("First Mate")
    elif kind == "cabin_boy_rewarded":
        source = _("Cabin Boy")
    elif kind == "trade_points":
        origin, source = island_place(data["island"]), sale_source(heard, at)
    else:
        origin, source = f"shown-{seat}", sale_source(heard, at)
    return Cue((Flight(origin, score, "coin", points, score, points),), source=source, sound="coin")


def _mutiny_cue(heard: Heard, at: int, shown_count: bool) -> Cue | None:
    """ME-40 to ME-55: who stands on which side, the conflicts shown before, those laid one by one, and how it
    ends.
    """
    event = heard[at]
    assert event is not None
    kind, seat, data = event.kind, event.seat, event.data
    if kind == "revealed":
        return Cue(lit=(f"role-{seat}",), sound="card", brief=True, turns=True)
    scene = _mutiny_scene(heard, at, shown_count)
    if kind == "mutineer_bound":
        return Cue(scene=scene, lit=(island_place(data["island"]),), sound="mutiny")
    if kind == "fought":
        return Cue(scene=scene, lit=(f"seat-{seat}",), sound="card")
    won = FOR if kind == "mutiny_won" else AGAINST
    totals = (int(data["for"]), int(data["against"]))
    return Cue(scene=scene._replace(totals=totals, won=won), sound="mutiny")


def _role_words(role: str) -> str:
    """ME-53: the First Mate counts without playing a card."""
    label = names.role_name(role)
    return _("{role}: counts as 1").format(role=label) if role == "first-mate" else label


def _conflict_words(count: int) -> str:
    return "" if count else _("no conflict card")


def _shown_conflicts(events: Iterable[Event]) -> Mapping[int, int]:
    """ME-54: how many conflicts each seat has shown since the pirates last plundered (ME-81)."""
    shown: Counter[int] = Counter()
    for event in events:
        if event.kind == "showed" and event.data["good"] == "conflict":
            shown[event.seat] += 1
        elif event.kind == "plundered":
            shown.clear()
    return shown


def _mutiny_scene(heard: Heard, at: int, shown_count: bool) -> Scene:
    """The mutiny of this round as far as it has come, with how many conflicts each side has by now."""
    events = [*since(heard, at + 1, ("round_began",))][::-1]
    roles = {event.seat: str(event.data["role"]) for event in events if event.kind == "revealed"}
    fighters = [
        Lay(SIDES[role], seat, role, words=_role_words(role)) for seat, role in roles.items() if role in SIDES
    ]
    # The Captain has no action card.
    sides = {seat: SIDES[role] for seat, role in roles.items() if role in SIDES}
    sides |= {event.seat: AGAINST for event in events if event.kind == "captain_bound"}
    shown = _shown_conflicts(events) if shown_count else {}
    before = [
        Lay(sides[seat], seat, "conflict", count, _("shown before"))
        for seat, count in shown.items()
        if seat in sides
    ]
    laid = [
        Lay(SIDES[roles.get(event.seat, "first-mate")], event.seat, "conflict", count, _conflict_words(count))
        for event in events
        if event.kind == "fought"
        for count in (int(event.data["count"]),)
    ]
    bound = next((event.data["island"] for event in events if event.kind == "mutineer_bound"), "")
    title = _("Mutiny: to {island}?").format(island=bound)
    lays = (*fighters, *before, *laid)
    totals = tuple(
        sum(lay.number for lay in lays if lay.side == side and lay.icon in ("conflict", "first-mate"))
        for side in (FOR, AGAINST)
    )
    return Scene(SCENE, title, (_("For the mutiny"), _("For the Captain")), lays, totals)
