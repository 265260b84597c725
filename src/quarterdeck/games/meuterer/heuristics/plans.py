"""Plans: which cards to show before leaving, and which role to take then.

A plan is a set of cards to show.
"""

from __future__ import annotations

from quarterdeck.games.meuterer.heuristics.estimates import AS_CAPTAIN, Estimates, ahead, last_round, total
from quarterdeck.games.meuterer.heuristics.mutiny import choosers, desire, weigh_mutinies
from quarterdeck.games.meuterer.heuristics.selling import ask_prices, hope, more_hope, worth_of
from quarterdeck.games.meuterer.state import HAND, KEPT_KINDS, NONE, ROLES, Course, Good, Role, Rules, State
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.jit import rule

# The value of being Captain in the next round.
CHAIR = 1.2
# The value of the Loader's choice of cards in later rounds.
LOADER = 0.7
# The cost of each card that I show: it gives others time to take the better action cards, and shows my plan.
HURRY = 0.12
# What a point that a rival misses is worth to me, in points of my own.
SPITE = 0.1
# The share of the remaining rivals who leave in each turn round the table.
LEAVING = 0.25


@rule
def chair(s: State) -> float:
    """The value of being Captain beyond this round."""
    return 0.0 if last_round(s) else CHAIR


@rule
def prepare(s: State, seat: int, estimates: Estimates) -> None:
    """Compute what all plans of phase 2 have in common."""
    ask_prices(s, seat, estimates)
    weigh_mutinies(s, seat, int(s.offer), estimates)
    if seat != s.captain:
        follow_captain(s, estimates)
        for cards in range(total(estimates.kept) + 1):
            before = gone_before(s, seat, cards)
            for role in range(ROLES):
                estimates.there[cards, role] = (1 - desire(role, int(s.offer))) ** before


@rule
def follow_captain(s: State, estimates: Estimates) -> None:
    """Write the probability that the Captain sails to each place; it grows with the place's dock figure."""
    if s.course[Course.CAPTAIN] != NONE:
        estimates.bound[int(s.course[Course.CAPTAIN])] = 1.0
        return
    cards = hand_size(s, int(s.captain))
    for steps in range(cards + 1):
        estimates.bound[ahead(s, steps)] = 1.0 + s.dock[ahead(s, steps)]
    weight = 0.0
    for place in range(int(s.islands)):
        weight += estimates.bound[place]
    for place in range(int(s.islands)):
        estimates.bound[place] /= weight


@rule
def gone_before(s: State, seat: int, cards: int) -> float:
    """The expected number of rivals who take an action card before I have shown `cards` cards and left."""
    still_in = choosers(s, seat, True)
    return choosers(s, seat, False) - still_in + still_in * min(1.0, LEAVING * cards)


@rule
def next_plan(s: State, seat: int, estimates: Estimates) -> bool:
    """Move on to the next set of cards to show, from none to all except the pirates; False after the last."""
    for kind in range(KEPT_KINDS):
        if estimates.kept[kind] > 0:
            estimates.kept[kind] -= 1
            estimates.table[kind] += 1
            return True
        estimates.kept[kind] = s.hand[seat, kind]
        estimates.table[kind] = s.shown[seat, kind]
    return False


@rule
def plan(s: State, seat: int, estimates: Estimates) -> float:
    """The value of showing the plan's cards (`estimates.table`) and then leaving."""
    shown = hand_size(s, seat) - total(estimates.kept)
    sales = worth_of(s, estimates.prices, estimates.table)
    if seat == s.captain:
        return sales + command(s, estimates) - HURRY * shown
    elsewhere = away(s, estimates)
    weigh_roles(s, sales, elsewhere, estimates)
    rest = hope(s, estimates.kept, estimates) + elsewhere
    # Expect the best role if it is still there, otherwise the next best one.
    missed = 1.0
    passed = 0
    for _ in range(ROLES):
        best = NONE
        for role in range(ROLES):
            if not has(passed, role) and (best == NONE or estimates.roles[role] > estimates.roles[best]):
                best = role
        there = estimates.there[shown, best]
        rest += missed * there * estimates.roles[best]
        missed *= 1 - there
        passed |= 1 << best
    return sales + rest - HURRY * shown


@rule
def command(s: State, estimates: Estimates) -> float:
    """ME-33, ME-60: the value of leaving with these cards as Captain, given the risk of a mutiny."""
    place = ahead(s, total(estimates.kept))
    stays = 1 - float(estimates.topple[AS_CAPTAIN, fighters(s, estimates)])
    return float(
        stays * (s.dock[place] + chair(s))
        + hope(s, estimates.kept, estimates)
        + more_hope(s, place, estimates.kept, estimates)
    )


@rule
def fighters(s: State, estimates: Estimates) -> int:
    """ME-54: the conflict cards that I can fight with, shown and in hand."""
    shown = 0 if s.rules == Rules.FRENCH else estimates.table[Good.CONFLICT]
    return int(shown + estimates.kept[Good.CONFLICT])


@rule
def away(s: State, estimates: Estimates) -> float:
    """The value of the kept cards in the next round at the Captain's possible destinations."""
    points = 0.0
    for place in range(int(s.islands)):
        if estimates.bound[place] > 0:
            points += estimates.bound[place] * more_hope(s, place, estimates.kept, estimates)
    return points


@rule
def weigh_roles(s: State, sales: float, elsewhere: float, estimates: Estimates) -> None:
    """Write the value of each action card, compared with taking none, to `estimates.roles`.

    Without an action card, the cards shown are worth `sales`, and those in hand `elsewhere`.
    """
    kept = total(estimates.kept)
    mine = ahead(s, kept)
    conflicts = fighters(s, estimates)
    target = 0.0
    for place in range(int(s.islands)):
        target += estimates.bound[place] * s.dock[place]
    won = estimates.topple[Role.MUTINEER, conflicts]
    moved = more_hope(s, mine, estimates.kept, estimates) - elsewhere
    # A mutiny brings its dock and the command, and takes the Captain's points away.
    estimates.roles[Role.MUTINEER] = won * (s.dock[mine] + chair(s) + moved + SPITE * target)
    # Two points if the mutiny of another seat succeeds.
    estimates.roles[Role.CABIN_BOY] = estimates.topple[Role.CABIN_BOY, conflicts] * (2 + SPITE * target)
    # One point and the offer unless a mutiny succeeds.
    estimates.roles[Role.FIRST_MATE] = (1 - estimates.topple[Role.FIRST_MATE, conflicts]) * (1 + s.offer)
    # The points that ties for the most would cost.
    estimates.roles[Role.MERCHANT] = worth_of(s, estimates.merchants, estimates.table) - sales
    # Better cards next time, the more so the fewer are kept.
    estimates.roles[Role.LOADER] = 0.0 if last_round(s) else LOADER + 0.08 * (HAND - kept)
