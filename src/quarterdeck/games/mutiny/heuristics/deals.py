"""Open negotiations (MU-23): what to offer, and what the lookout takes, asks or picks."""

from __future__ import annotations

from quarterdeck.games.mutiny.codes import (
    ASK,
    PASS,
    TAKE,
    WAIT,
    WITHDRAW,
    offered_rum,
    offered_target,
    picked_payer,
    picked_player,
)
from quarterdeck.games.mutiny.deals import candidates_by
from quarterdeck.games.mutiny.heuristics.estimates import Estimates, Numbers
from quarterdeck.games.mutiny.heuristics.ties import (
    ALL,
    OTHERS_OFFER,
    agrees,
    foresee_pick,
    foresee_picks,
    is_tied,
    offering,
)
from quarterdeck.games.mutiny.state import NONE, RUM_AT_ONCE, State
from quarterdeck.games.mutiny.targets import BOTH, first_of, second_of
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.verbs import Ids

# What an offer that meets the named price is worth to the lookout on top of its rum, in rum.
PRICE_MET = 0.5
# The chance that a price is met if it is next to nothing compared with what the pick is worth to somebody.
MET = 0.8
# The least gain, in cutlasses, for which the lookout holds another round.
HASTE = 0.15


# Offers


@rule
def judge_open_offers(
    s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates
) -> None:
    """MU-23: offer as little as makes the lookout likely to do what I want, given what the others offer."""
    foresee_picks(s, seat, estimates)
    add_offers(s, seat, estimates)
    for at in range(count):
        rum, target = int(s.offer_rum[seat]), int(s.offer_for[seat])
        if ids[at] == WITHDRAW:
            rum = 0
        elif ids[at] != PASS:
            rum, target = offered_rum(ids[at]), offered_target(ids[at])
        worth[at] = laid(s, seat, target, rum, estimates) / estimates.cutlass


@rule
def add_offers(s: State, seat: int, estimates: Estimates) -> None:
    """Add the offers of the others to `estimates.wants`.

    A tied player who has made an offer is not expected to make another one: its OTHERS_OFFER is taken off.
    """
    for player in range(int(s.seats)):
        if is_tied(s, player):
            if s.offer_rum[player] > 0 and player != seat and player != s.lookout:
                estimates.wants[player] -= OTHERS_OFFER
            for payer in range(int(s.seats)):
                if payer != seat and agrees(s, payer, player, promised_by(s, payer)):
                    estimates.wants[player] += s.offer_rum[payer]


@rule
def promised_by(s: State, payer: int) -> int:
    """The seat to which this payer's offer promises the secondary ability; NONE if there is none."""
    return NONE if s.offer_rum[payer] <= 0 else second_of(int(s.offer_for[payer]))


@rule
def laid(s: State, seat: int, target: int, rum: int, estimates: Estimates) -> float:
    """My chance to win with this offer on the table, less the expected payment."""
    if rum <= 0:
        return offering(s, seat, 0, 0, estimates)
    if target >= BOTH:
        return both_laid(s, seat, target, rum, estimates)
    wanted = candidates_by(s, target)
    met = bool(s.price_rum > 0 and has(wanted, int(s.price_for)) and rum >= s.price_rum)
    if met:
        estimates.wants[int(s.price_for)] += PRICE_MET
    found = offering(s, seat, wanted, rum, estimates)
    if met:
        estimates.wants[int(s.price_for)] -= PRICE_MET
    return found


@rule
def both_laid(s: State, seat: int, target: int, rum: int, estimates: Estimates) -> float:
    """`laid` for a deal over both abilities: a pick of its first player also settles who is second."""
    first = first_of(target)
    foresee_pick(s, first, second_of(target), NONE, estimates)
    change = (estimates.chances[0, int(s.lookout)] - estimates.picked[first, int(s.lookout)]) / float(
        estimates.rums[int(s.lookout)]
    )
    usual = float(estimates.picked[first, seat])
    # A second player unwelcome to the lookout makes the pick worth less; the offer has to make up for it.
    estimates.wants[first] += change
    estimates.picked[first, seat] = estimates.chances[0, seat]
    found = offering(s, seat, 1 << first, rum, estimates)
    estimates.wants[first] -= change
    estimates.picked[first, seat] = usual
    return found


# The lookout


@rule
def judge_picks(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """MU-21, MU-23: write the value of each pick, deal and price, from my chance to win, to `worth`."""
    foresee_picks(s, seat, estimates)
    best = best_plan(s, seat, estimates)
    for at in range(count):
        action = int(ids[at])
        if action < ASK:
            player, payer = picked_player(action), picked_payer(action)
            foresee_pick(s, player, int(s.promised), payer, estimates)
            found = float(estimates.chances[0, seat])
        elif action < TAKE:
            found = asking(
                s, seat, (action - ASK) // RUM_AT_ONCE, (action - ASK) % RUM_AT_ONCE + 1, best, estimates
            )
        elif action < WAIT:
            found = taking(s, seat, action - TAKE, estimates)
        else:
            found = best
        worth[at] = found / estimates.cutlass - (HASTE if is_another_round(action) else 0.0)


@rule
def is_another_round(action: int) -> bool:
    """Whether the lookout names a price or waits."""
    return ASK <= action < TAKE or action == WAIT


@rule
def best_plan(s: State, seat: int, estimates: Estimates) -> float:
    """My best chance to win with the offers on the table."""
    best = 0.0
    for player in range(int(s.seats)):
        if is_tied(s, player):
            best = max(best, planned(s, seat, player, int(s.promised), estimates))
    for payer in range(int(s.seats)):
        second = promised_by(s, payer)
        if second != NONE and agrees(s, payer, first_of(int(s.offer_for[payer])), second):
            best = max(best, taking(s, seat, payer, estimates))
    return best


@rule
def planned(s: State, seat: int, player: int, second: int, estimates: Estimates) -> float:
    """My chance if I take all offers that agree with this pick."""
    foresee_pick(s, player, second, ALL, estimates)
    return float(estimates.chances[0, seat])


@rule
def taking(s: State, seat: int, payer: int, estimates: Estimates) -> float:
    """My best chance after a deal with this payer, with all other deals that agree."""
    target = int(s.offer_for[payer])
    if target >= BOTH:
        return planned(s, seat, first_of(target), second_of(target), estimates)
    best = 0.0
    for player in range(int(s.seats)):
        if has(candidates_by(s, target), player):
            best = max(best, planned(s, seat, player, int(s.promised), estimates))
    return best


@rule
def asking(s: State, seat: int, player: int, rum: int, best: float, estimates: Estimates) -> float:
    """My chance if I ask this rum for this pick: perhaps it is paid, otherwise I do the best that I can."""
    least = 1.0
    for other in range(int(s.seats)):
        if other != seat and s.rum[other] >= rum:
            least = min(least, rum / (worth_to(s, other, player, estimates) + 0.001))
    paid = float(estimates.picked[player, seat]) + rum * float(estimates.rums[seat])
    return best + MET * max(0.0, 1 - least) * max(0.0, paid - best)


@rule
def worth_to(s: State, other: int, player: int, estimates: Estimates) -> float:
    """What a pick is worth to another seat, in rum, compared with the pick that is worst for that seat."""
    worst = 1.0
    for one in range(int(s.seats)):
        if is_tied(s, one):
            worst = min(worst, float(estimates.picked[one, other]))
    return max(0.0, (float(estimates.picked[player, other]) - worst) / float(estimates.rums[other]))
