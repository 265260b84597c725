"""MU-10: what to bid on a crew member, in secret and at the same time as all others.

Tokens are shared out among the crew members still to be called and the next turn, so that they bring most.
"""

from __future__ import annotations

from quarterdeck.games.mutiny.codes import BID, RUM_BIDS
from quarterdeck.games.mutiny.heuristics.beliefs import foresee_bids, likely_bid, picture, place
from quarterdeck.games.mutiny.heuristics.estimates import Estimates, Numbers, purse
from quarterdeck.games.mutiny.heuristics.prizes import price
from quarterdeck.games.mutiny.heuristics.standing import another_turn
from quarterdeck.games.mutiny.state import CREW, State
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.verbs import Ids

# In cutlasses, by players: what a token is worth in the next turn, and how much more rum is, which never
# comes back.
LATER = (0.0, 0.0, 0.2, 0.25, 0.3, 0.33)
RUM_MORE = (0.0, 0.0, 0.1, 0.1, 0.3, 0.3)
# How much a mood changes what I want now, and what I think the others will do: the least, and what is
# added.
KEEN, KEENER = 0.6, 0.9
BOLD, BOLDER = 0.65, 0.85


@rule
def judge_bids(
    s: State, seat: int, ids: Ids, count: int, worth: Numbers, keen: float, bold: float, estimates: Estimates
) -> None:
    """What each bid is worth, in a mood from 0 to 1: how keen I am, and how bold I think the others to be."""
    mine = purse(s, seat)
    foresee_bids(s, BOLD + BOLDER * bold, estimates)
    share_out(s, seat, estimates)
    here = estimates.gains[int(s.crew)]
    rum_more = RUM_MORE[int(s.seats)] * another_turn(s, estimates)
    for at in range(count):
        rum = (ids[at] - BID) % RUM_BIDS
        tokens = (ids[at] - BID) // RUM_BIDS + rum
        elsewhere = estimates.rest[mine - tokens] - rum * rum_more
        worth[at] = (KEEN + KEENER * keen) * here[tokens] + elsewhere


@rule
def share_out(s: State, seat: int, estimates: Estimates) -> None:
    """Write what each number of tokens can bring: on the crew member called to `estimates.gains`, on those to
    come and in the next turn to `estimates.rest`.
    """
    tokens = purse(s, seat)
    later = LATER[int(s.seats)] * another_turn(s, estimates)
    for number in range(tokens + 1):
        estimates.rest[number] = later * number
    for crew in range(CREW - 1, int(s.crew) - 1, -1):
        gains = estimates.gains[crew]
        foresee_gains(s, seat, crew, gains, estimates)
        if crew > s.crew:
            for number in range(tokens, -1, -1):
                best = -1e9
                for bid in range(number + 1):
                    best = max(best, gains[bid] + estimates.rest[number - bid])
                estimates.rest[number] = best


@rule
def foresee_gains(s: State, seat: int, crew: int, gains: Numbers, estimates: Estimates) -> None:
    """By number of tokens, what they can be expected to bring there, in cutlasses."""
    for other in range(int(s.seats)):
        mean = likely_bid(s, crew, other, estimates)
        estimates.powers[other] = estimates.bribes[crew, other] + mean
        if other != seat:
            picture(mean, purse(s, other), estimates.up_to[other])
    first, second = price(s, seat, crew, estimates)
    for tokens in range(purse(s, seat) + 1):
        primary, secondary = place(s, seat, crew, tokens, estimates)
        gains[tokens] = (primary * first + secondary * second) / estimates.cutlass
