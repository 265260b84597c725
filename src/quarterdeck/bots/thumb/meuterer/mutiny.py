"""Counting conflicts (ME-50 to ME-55): how likely a mutiny succeeds, before and after the roles are known."""

from __future__ import annotations

from quarterdeck.bots.thumb.meuterer.odds import Spread, at_least, exactly, maybe, plus
from quarterdeck.bots.thumb.meuterer.sight import FOR, Sight

ROLES = ("mutineer", "cabin-boy", "first-mate", "merchant", "loader")
# How often a player who can choose among all takes the Mutineer and the First Mate, by the offer made.
MUTINEERS = (0.4, 0.38, 0.33, 0.28)
MATES = (0.08, 0.2, 0.35, 0.42)
# Who takes these two has more conflict cards than most, by this factor.
ARMED = 1.4


def desire(sight: Sight, role: str) -> float:
    """How often a player with all action cards to choose from takes this one."""
    offer = sight.view["offer"] or 0
    if role in ("mutineer", "first-mate"):
        return (MUTINEERS if role == "mutineer" else MATES)[offer]
    # The other three share the rest evenly.
    return (1 - MUTINEERS[offer] - MATES[offer]) / 3


def taken_by_rival(sight: Sight, role: str, free: frozenset[str] | None) -> float:
    """How likely a rival has or takes this action card; `free` are those I saw, if I have looked."""
    choosers = [seat for seat in sight.rivals if seat != sight.captain]
    if free is not None:
        if role not in free:
            return 1.0
        choosers = [seat for seat in choosers if not sight.seat(seat)["left"]]
    return float(1 - (1 - desire(sight, role)) ** len(choosers))


def success(sight: Sight, role: str | None, conflicts: int, free: frozenset[str] | None = None) -> float:
    """How likely a mutiny succeeds if I take part as `role` (None: as the Captain) with so many conflicts."""
    mine = exactly(conflicts)
    sides: dict[bool, Spread] = {True: exactly(0), False: exactly(0)}
    sides[role in FOR] = mine
    if role == "first-mate":
        sides[False] = plus(mine, exactly(1))
    if role is not None:
        sides[False] = plus(sides[False], _strength(sight, sight.captain))
    for other in ("mutineer", "cabin-boy", "first-mate"):
        if other == role:
            continue
        # Without a Mutineer there is no mutiny, so here there is one.
        likely = 1.0 if other == "mutineer" else taken_by_rival(sight, other, free)
        force = plus(_somebody(sight, ARMED), exactly(1 if other == "first-mate" else 0))
        sides[other in FOR] = plus(sides[other in FOR], maybe(likely, force))
    return at_least(sides[True], sides[False])


def _strength(sight: Sight, seat: int, armed: float = 1.0) -> Spread:
    """A rival's conflicts: those on the table that count, and those that the hand may hold."""
    return plus(exactly(sight.shown_conflicts(seat)), sight.held(seat, "conflict", armed))


def _somebody(sight: Sight, armed: float) -> Spread:
    """The conflicts of a rival, I don't know which: the average of them all."""
    rivals = [seat for seat in sight.rivals if seat != sight.captain]
    spreads = [_strength(sight, seat, armed) for seat in rivals]
    longest = max(len(spread) for spread in spreads)
    return [sum(spread[i] for spread in spreads if i < len(spread)) / len(spreads) for i in range(longest)]


def success_now(sight: Sight, more: int) -> float:
    """How likely the mutiny succeeds if I play so many more cards, now that the roles are known."""
    sides: dict[bool, Spread] = {True: exactly(0), False: exactly(0)}
    for seat in range(sight.players):
        role = sight.seat(seat)["role"]
        if seat != sight.captain and role not in (*FOR, "first-mate"):
            continue
        fixed = sight.shown_conflicts(seat) + sight.seat(seat)["conflicts_played"]
        force = exactly(fixed + (role == "first-mate") + (more if seat == sight.me else 0))
        if seat != sight.me and _still_to_play(sight, seat):
            force = plus(force, sight.held(seat, "conflict"))
        sides[role in FOR] = plus(sides[role in FOR], force)
    return at_least(sides[True], sides[False])


def _still_to_play(sight: Sight, seat: int) -> bool:
    """ME-51, ME-52: once around from the Captain; in `manual` again and again."""
    return sight.manual or (seat - sight.captain) % sight.players > (sight.me - sight.captain) % sight.players
