"""Counting conflicts (ME-50 to ME-55): how likely a mutiny succeeds, before and after the roles are known."""

from __future__ import annotations

from quarterdeck.bots.thumb.meuterer.odds import Spread, at_least, exactly, maybe, plus
from quarterdeck.bots.thumb.meuterer.sight import FOR, Sight

# How often a player with all action cards to choose from takes this one.
DESIRE = {"mutineer": 0.3, "cabin-boy": 0.15, "first-mate": 0.3, "merchant": 0.15, "loader": 0.1}


def taken_by_rival(sight: Sight, role: str, free: frozenset[str] | None) -> float:
    """How likely a rival has or takes this action card; `free` are those I saw lying there, if I have looked."""
    choosers = [seat for seat in sight.rivals if seat != sight.captain]
    if free is not None:
        if role not in free:
            return 1.0
        choosers = [seat for seat in choosers if not sight.seat(seat)["left"]]
    return float(1 - (1 - DESIRE[role]) ** len(choosers))


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
        force = plus(_somebody(sight), exactly(1 if other == "first-mate" else 0))
        sides[other in FOR] = plus(sides[other in FOR], maybe(likely, force))
    return at_least(sides[True], sides[False])


def _strength(sight: Sight, seat: int) -> Spread:
    """A rival's conflicts: those on the table that count, and those that the hand may hold."""
    return plus(exactly(sight.shown_conflicts(seat)), sight.held(seat, "conflict"))


def _somebody(sight: Sight) -> Spread:
    """The conflicts of a rival, I don't know which: the average of them all."""
    rivals = [seat for seat in sight.rivals if seat != sight.captain]
    spreads = [_strength(sight, seat) for seat in rivals]
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
