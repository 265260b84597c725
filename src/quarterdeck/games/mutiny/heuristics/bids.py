"""MU-10: how much to bid on a crew member, in secret and at the same time as all others.

The tokens are divided among this crew member, the later ones and the next turn for the highest total value.
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

# By number of players, in cutlasses: the value of a token in the next turn, and the extra value of rum, which
# never comes back.
LATER = (0.0, 0.0, 0.2, 0.25, 0.3, 0.33)
RUM_MORE = (0.0, 0.0, 0.1, 0.1, 0.3, 0.3)
# How a mood scales the value of gains now (KEEN) and the expected bids of rivals (BOLD): the least factor and
# the range above it.
KEEN, KEENER = 0.6, 0.9
BOLD, BOLDER = 0.65, 0.85


@rule
def judge_bids(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """Write the value of each bid, in the mood of `estimates`, to `worth`."""
    mine = purse(s, seat)
    foresee_bids(s, BOLD + BOLDER * float(estimates.bold), estimates)
    share_out(s, seat, estimates)
    here = estimates.gains[int(s.crew)]
    rum_more = RUM_MORE[int(s.seats)] * another_turn(s, estimates)
    for at in range(count):
        rum = (ids[at] - BID) % RUM_BIDS
        tokens = (ids[at] - BID) // RUM_BIDS + rum
        elsewhere = estimates.rest[mine - tokens] - rum * rum_more
        worth[at] = (KEEN + KEENER * estimates.keen) * here[tokens] + elsewhere


@rule
def share_out(s: State, seat: int, estimates: Estimates) -> None:
    """Write the value of each number of tokens: on the called crew member to `estimates.gains`, on the later
    ones and in the next turn to `estimates.rest`.
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
    """Write the expected gain on a crew member, by number of tokens and in cutlasses, to `gains`."""
    for other in range(int(s.seats)):
        mean = likely_bid(s, crew, other, estimates)
        estimates.powers[other] = estimates.bribes[crew, other] + mean
        if other != seat:
            picture(mean, purse(s, other), estimates.up_to[other])
    first, second = price(s, seat, crew, estimates)
    for tokens in range(purse(s, seat) + 1):
        primary, secondary = place(s, seat, crew, tokens, estimates)
        gains[tokens] = (primary * first + secondary * second) / estimates.cutlass
