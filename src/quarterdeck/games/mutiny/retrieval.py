"""The retrieval phase (MU-40), a new turn (MU-41), and the end of a match (MU-50)."""

from __future__ import annotations

from quarterdeck.games.mutiny import codes
from quarterdeck.games.mutiny.bank import doubloons_in_play
from quarterdeck.games.mutiny.events import Event
from quarterdeck.games.mutiny.state import CREW, CUTLASS_WEIGHT, EFFECTS, NONE, Phase, State
from quarterdeck.games.mutiny.steps import Step
from quarterdeck.games.mutiny.tiles import turn_up
from quarterdeck.kernel.bits import count_bits, has, nth_bit
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.random import below
from quarterdeck.kernel.ring import left_of
from quarterdeck.kernel.verbs import Ids

MOST_RETRIEVED = 3


@rule
def begin_retrieval(s: State) -> Step:
    """MU-40: the lookout begins."""
    s.crew = NONE
    s.phase = Phase.RETRIEVE
    s.turn = s.lookout
    s.retrieved = 0
    s.retrievers = 0
    return Step.RETRIEVE


@rule
def next_retriever(s: State, _news: News) -> Step:
    """MU-40: ask the seat to take back one more doubloon, or go on to the next seat.

    A seat is done after three doubloons, or when it has none on the crew.
    """
    if s.retrievers == s.seats:
        return Step.NEW_TURN
    seat = int(s.turn)
    if s.retrieved == MOST_RETRIEVED or doubloons_in_play(s, seat) == s.doubloons[seat]:
        return stop_retrieving(s)
    return Step.ASK


@rule
def legal_retrievals(s: State, seat: int, out: Ids) -> int:
    """MU-40: write the legal retrievals: one's own doubloon from any crew member, or stopping."""
    n = 0
    for crew in range(CREW):
        out[n] = codes.RETRIEVE + crew
        n += int(s.doubloons_on[crew, seat] > 0)
    out[n] = codes.DONE
    return n + 1


@rule
def retrieve(s: State, seat: int, crew: int, news: News) -> Step:
    """MU-40: take back one doubloon."""
    s.doubloons_on[crew, seat] -= 1
    s.doubloons[seat] += 1
    s.retrieved += 1
    tell(news, Event.RETRIEVED, ALL, seat, crew, 0, 0)
    return Step.RETRIEVE


@rule
def stop_retrieving(s: State) -> Step:
    """MU-40: go on to the next seat clockwise."""
    s.retrieved = 0
    s.retrievers += 1
    s.turn = left_of(s, int(s.turn))
    return Step.RETRIEVE


# A new turn


@rule
def new_turn(s: State, news: News) -> Step:
    """MU-41: discard the rum on the crew and turn up a new tile.

    MU-50: if nobody has anything left to bribe with, the match ends.
    """
    drink_rum(s, news)
    if nobody_can_bribe(s):
        return Step.FINISH
    if s.pile == 0:
        s.pile = all_tiles(s)
        tell(news, Event.RESHUFFLED, ALL, NONE, 0, 0, 0)
    turn_tile(s)
    tell(news, Event.TILE_TURNED, ALL, NONE, s.tile, 0, 0)
    s.turn_no += 1
    s.crew = 0
    tell(news, Event.TURN_BEGAN, ALL, s.lookout, s.turn_no, 0, 0)
    return Step.CALL


@rule
def drink_rum(s: State, news: News) -> None:
    """MU-41: return all rum on the crew to the bank."""
    drunk = 0
    for crew in range(CREW):
        for seat in range(int(s.seats)):
            drunk += int(s.rum_on[crew, seat])
            s.rum_on[crew, seat] = 0
    s.bank += drunk
    if drunk > 0:
        tell(news, Event.RUM_DRUNK, ALL, NONE, drunk, 0, 0)


@rule
def nobody_can_bribe(s: State) -> bool:
    """MU-50: whether no seat has a doubloon or rum left, so that nobody can bribe any more."""
    left = 0
    for seat in range(int(s.seats)):
        left += int(s.rum[seat]) + doubloons_in_play(s, seat)
    return left == 0


@rule
def all_tiles(s: State) -> int:
    """Bit mask of all tiles of the table."""
    return (1 << int(s.tiles)) - 1


@rule
def turn_tile(s: State) -> None:
    """MU-3: turn up a random face-down tile. The ship has not sailed yet."""
    pile = signed(s.pile)
    turn_up(s, nth_bit(pile, below(s, count_bits(pile))))
    s.pile = pile & ~(1 << int(s.tile))
    s.destination = NONE
    s.settled = 0
    s.done = 0
    for at in range(EFFECTS):
        s.hit[at] = NONE


# The end


@rule
def enough_cutlasses(s: State) -> bool:
    """MU-50: whether somebody has the cutlasses that win."""
    most = 0
    for seat in range(int(s.seats)):
        most = max(most, int(s.cutlasses[seat]))
    return bool(most >= s.needed)


@rule
def finish(s: State, news: News) -> Step:
    """MU-50: end the match: most cutlasses win, then most unplayed rum; seats that are still equal draw."""
    s.phase = Phase.OVER
    s.turn = NONE
    tell(news, Event.GAME_OVER, ALL, NONE, 0, 0, 0)
    first = first_place(s)
    kind = Event.WON if count_bits(first) == 1 else Event.DRAWN
    for seat in range(int(s.seats)):
        if has(first, seat):
            tell(news, kind, ALL, seat, s.cutlasses[seat], s.rum[seat], 0)
    return Step.ASK


@rule
def first_place(s: State) -> int:
    """MU-50: bit mask of the seats in first place."""
    mask = 0
    most = NONE
    for seat in range(int(s.seats)):
        standing = CUTLASS_WEIGHT * int(s.cutlasses[seat]) + int(s.rum[seat])
        if standing > most:
            mask = 0
            most = standing
        if standing == most:
            mask |= 1 << seat
    return mask
