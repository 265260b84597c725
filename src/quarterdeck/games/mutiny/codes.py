"""Action ids: small integers in blocks, one block for each kind of decision. Their texts are in `actions`."""

from __future__ import annotations

from quarterdeck.games.mutiny.state import CREW, DESTINATIONS, DOUBLOONS, RUM_AT_ONCE, SEATS
from quarterdeck.games.mutiny.targets import BUT, TARGETS
from quarterdeck.kernel.jit import rule

RUM_BIDS = RUM_AT_ONCE + 1
BID = 0  # + rum + RUM_BIDS * doubloons
NO_OFFER = BID + (DOUBLOONS + 1) * RUM_BIDS
OFFER = NO_OFFER + 1  # + RUM_AT_ONCE * seat + rum - 1
# + (SEATS + 1) * seat; in version 1 of the rules also + 1 + the seat that pays, if one does.
PICK = OFFER + SEATS * RUM_AT_ONCE
STAY = PICK + SEATS * (SEATS + 1)
MOVE = STAY + 1  # + `way` + WAYS * seat + WAYS * SEATS * token
WAYS = CREW * (CREW - 1)
TOKENS = 2  # 0 a doubloon, 1 rum
COURSE = MOVE + TOKENS * SEATS * WAYS  # + destination: 0 north, 1 south
LOSE_UNPLAYED = COURSE + DESTINATIONS
LOSE = LOSE_UNPLAYED + 1  # + crew member
RETRIEVE = LOSE + CREW  # + crew member
DONE = RETRIEVE + CREW
OFFER_OTHER = DONE + 1  # + RUM_AT_ONCE * (target - BUT) + rum - 1, for targets other than a seat
WITHDRAW = OFFER_OTHER + (TARGETS - BUT) * RUM_AT_ONCE
PASS = WITHDRAW + 1
ASK = PASS + 1  # + RUM_AT_ONCE * seat + rum - 1
TAKE = ASK + SEATS * RUM_AT_ONCE  # + the seat whose offer is taken
WAIT = TAKE + SEATS
ACTIONS = WAIT + 1


@rule
def way(start: int, end: int) -> int:
    """The code of a way, the move from one crew member to another."""
    return start * (CREW - 1) + end - int(end > start)


@rule
def way_start(code: int) -> int:
    """The crew member where a way begins."""
    return int(code) // (CREW - 1)


@rule
def way_end(code: int) -> int:
    """The crew member where a way ends."""
    end = int(code) % (CREW - 1)
    return end + int(end >= way_start(code))


@rule
def pick_of(player: int, payer: int) -> int:
    """The action that picks a player (MU-21); `payer` is the seat that pays for it, NONE for nobody."""
    return PICK + (SEATS + 1) * player + 1 + payer


@rule
def picked_player(action: int) -> int:
    """The player whom this action picks."""
    return (int(action) - PICK) // (SEATS + 1)


@rule
def picked_payer(action: int) -> int:
    """The seat that pays for the pick that this action makes; NONE: nobody."""
    return (int(action) - PICK) % (SEATS + 1) - 1


@rule
def offer_of(target: int, rum: int) -> int:
    """The action that offers `rum` (at least 1) for a target (MU-23)."""
    if target < BUT:
        return OFFER + RUM_AT_ONCE * target + rum - 1
    return OFFER_OTHER + RUM_AT_ONCE * (target - BUT) + rum - 1


@rule
def offered_target(action: int) -> int:
    """The target of the offer that this action makes."""
    if action < OFFER_OTHER:
        return (int(action) - OFFER) // RUM_AT_ONCE
    return BUT + (int(action) - OFFER_OTHER) // RUM_AT_ONCE


@rule
def offered_rum(action: int) -> int:
    """The rum of the offer that this action makes."""
    return (int(action) - (OFFER if action < OFFER_OTHER else OFFER_OTHER)) % RUM_AT_ONCE + 1
