"""The bidding phase (MU-10): for each crew member all seats bid in secret, then all bids are shown."""

from __future__ import annotations

from quarterdeck.games.mutiny import codes
from quarterdeck.games.mutiny.events import Event
from quarterdeck.games.mutiny.state import CREW, NONE, Phase, Rank, State, rum_at_hand
from quarterdeck.games.mutiny.steps import Step
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.verbs import Ids


@rule
def open_bidding(s: State) -> None:
    """MU-10: clear all bids for the crew member that is called."""
    s.phase = Phase.BID
    s.turn = NONE
    for seat in range(int(s.seats)):
        clear_bid(s, seat)


@rule
def clear_bid(s: State, seat: int) -> None:
    """Clear the seat's bid."""
    s.bid_doubloons[seat] = NONE
    s.bid_rum[seat] = NONE


@rule
def call(s: State, news: News) -> Step:
    """MU-10: the lookout calls a crew member. Seats without tokens bid nothing."""
    open_bidding(s)
    tell(news, Event.CALLED, ALL, s.lookout, s.crew, 0, 0)
    for seat in range(int(s.seats)):
        if s.doubloons[seat] == 0 and s.rum[seat] == 0:
            note_bid(s, seat, 0, 0, news)
    return after_bid(s)


@rule
def legal_bids(s: State, seat: int, out: Ids) -> int:
    """MU-10: write the legal bids: any numbers of unplayed doubloons and rum."""
    n = 0
    most_rum = rum_at_hand(s, seat)
    for doubloons in range(int(s.doubloons[seat]) + 1):
        for rum in range(most_rum + 1):
            out[n] = codes.BID + codes.RUM_BIDS * doubloons + rum
            n += 1
    return n


@rule
def bid(s: State, seat: int, code: int, news: News) -> Step:
    """MU-10: make a closed bid of `code` % RUM_BIDS rum and `code` // RUM_BIDS doubloons."""
    note_bid(s, seat, code // codes.RUM_BIDS, code % codes.RUM_BIDS, news)
    return after_bid(s)


@rule
def note_bid(s: State, seat: int, doubloons: int, rum: int, news: News) -> None:
    """Note a bid. Its tokens stay unplayed until all bids are shown."""
    s.bid_doubloons[seat] = doubloons
    s.bid_rum[seat] = rum
    tell(news, Event.BID_MADE, seat, seat, doubloons, rum, 0)
    tell(news, Event.BID_CLOSED, ALL, seat, 0, 0, 0)


@rule
def after_bid(s: State) -> Step:
    """MU-10: once all have bid, the bids are shown."""
    for seat in range(int(s.seats)):
        if s.bid_rum[seat] == NONE:
            return Step.ASK
    return Step.SHOW_BIDS


@rule
def show_bids(s: State, news: News) -> Step:
    """MU-10, MU-11: place all bids; call the next crew member or, after the last, start the resolution."""
    for seat in range(int(s.seats)):
        doubloons, rum = int(s.bid_doubloons[seat]), int(s.bid_rum[seat])
        s.doubloons[seat] -= doubloons
        s.doubloons_on[int(s.crew), seat] += doubloons
        s.rum[seat] -= rum
        s.rum_on[int(s.crew), seat] += rum
        clear_bid(s, seat)
        tell(news, Event.BID_SHOWN, ALL, seat, s.crew, doubloons, rum)
    s.crew += 1
    if s.crew < CREW:
        return Step.CALL
    s.crew = 0
    s.rank = Rank.PRIMARY
    return Step.RESOLVE
