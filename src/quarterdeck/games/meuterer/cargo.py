"""Moving cards: shuffling, drawing (ME-73), and cards that a Loader gives back (ME-74)."""

from __future__ import annotations

from quarterdeck.games.meuterer.events import Event
from quarterdeck.games.meuterer.state import KEPT_KINDS, KINDS, UNKNOWN_CARD, Place, Rules, State
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.packing import Layout
from quarterdeck.kernel.piles import count, pick, pour

# A slip is a note on a card given back (ME-74). It holds the seat that gave the card back, the card's kind
# (UNKNOWN_CARD in other seats' views), and where the card lies now, a Place or HELD + seat.
SLIP = Layout(owner=2, kind=3, place=3)
slip_owner, slip_kind, slip_place = SLIP.reader("owner"), SLIP.reader("kind"), SLIP.reader("place")
with_slip_kind, with_slip_place = SLIP.writer("kind"), SLIP.writer("place")


@rule
def make_slip(owner: int, kind: int, place: int) -> int:
    """The packed slip for a card given back."""
    return with_slip_place(with_slip_kind(owner, kind), place)


@rule
def remove_slip(s: State, at: int) -> None:
    """Remove a slip; the others keep their order."""
    for i in range(at, int(s.slips) - 1):
        s.slip[i] = s.slip[i + 1]
    s.slips -= 1
    s.slip[s.slips] = 0


@rule
def shuffle_discards(s: State, news: News) -> None:
    """ME-73: turn the discards, with the cards given back under them, into the draw pile."""
    for kind in range(KINDS):
        s.made[kind] = s.discard[kind]
    pour(s.discard, s.pile)
    for seat in range(int(s.seats)):
        s.fresh[seat] = 0
        for kind in range(KEPT_KINDS):
            s.kept[seat, kind] = s.hand[seat, kind]
    at = 0
    while at < s.slips:
        entry = signed(s.slip[at])
        place = slip_place(entry)
        if place == Place.SHUFFLED:
            remove_slip(s, at)
            continue
        if place == Place.BOTTOM:
            s.pile[slip_kind(entry)] += 1
            s.slip[at] = with_slip_place(entry, Place.SHUFFLED)
        at += 1
    tell(news, Event.RESHUFFLED, ALL, -1, 0, 0, 0)


@rule
def bottom_card(s: State) -> int:
    """ME-74, `french`: the index of the slip of the next card to draw from the bottom; −1: none."""
    if s.rules != Rules.FRENCH:
        return -1
    for at in range(int(s.slips)):
        if slip_place(s.slip[at]) == Place.BOTTOM:
            return at
    return -1


@rule
def deal_card(s: State, seat: int) -> int:
    """Move a random card of the shuffled pile, which is not empty, to the hand; return its kind."""
    kind = pick(s.pile, s, count(s.pile))
    s.pile[kind] -= 1
    s.hand[seat, kind] += 1
    s.fresh[seat] += 1
    return kind


@rule
def take_bottom(s: State, seat: int, at: int, loading: bool) -> int:
    """ME-74, `french`: move this slip's card from the bottom of the pile to the hand; return its kind."""
    entry = signed(s.slip[at])
    kind = slip_kind(entry)
    # The slip stays while its owner knows where the card is. It goes if the owner drew it, or if the new
    # holder, as Loader, may give it away unseen.
    if slip_owner(entry) == seat or loading:
        remove_slip(s, at)
    else:
        s.slip[at] = make_slip(slip_owner(entry), kind, Place.HELD + seat)
    s.hand[seat, kind] += 1
    s.fresh[seat] += 1
    return kind


@rule
def draw_card(s: State, seat: int, loading: bool, news: News) -> int:
    """ME-73: move a card from the draw pile to the hand; return its kind, −1 if there is none anywhere."""
    kind = -1
    if count(s.pile) == 0:
        at = bottom_card(s)
        if at >= 0:
            kind = take_bottom(s, seat, at, loading)
        else:
            shuffle_discards(s, news)
    if kind < 0:
        if count(s.pile) == 0:
            return -1
        kind = deal_card(s, seat)
    tell(news, Event.DREW_GOOD, seat, seat, kind, 0, 0)
    return kind


@rule
def forget_held(s: State, seat: int, kind: int) -> None:
    """A card of this kind has left the hand in public: for each owner, remove one slip about such a card."""
    if s.rules != Rules.FRENCH:
        return
    spent = 0
    at = 0
    while at < s.slips:
        entry = signed(s.slip[at])
        owner = 1 << slip_owner(entry)
        held = slip_place(entry) == Place.HELD + seat and slip_kind(entry) == kind
        if held and not spent & owner:
            spent |= owner
            remove_slip(s, at)
        else:
            at += 1


@rule
def give_back(s: State, seat: int, kind: int, news: News) -> None:
    """ME-74: put a card just drawn under the discards (`french`: under the draw pile)."""
    # Everybody knows whether all cards just drawn came from the present pile; if so, this one did.
    if s.fresh[seat] >= s.drawn:
        s.fresh[seat] -= 1
    s.hand[seat, kind] -= 1
    s.just[kind] -= 1
    s.drawn -= 1
    s.slip[s.slips] = make_slip(seat, kind, Place.BOTTOM)
    s.slips += 1
    tell(news, Event.GAVE_BACK, ALL, seat, 0, 0, 0)
    tell(news, Event.GAVE_BACK_GOOD, seat, seat, kind, 0, 0)


@rule
def unknown_slips(s: State, place: int) -> int:
    """The number of cards at this place whose kind the viewer doesn't know."""
    n = 0
    for at in range(int(s.slips)):
        if slip_place(s.slip[at]) == place and slip_kind(s.slip[at]) == UNKNOWN_CARD:
            n += 1
    return n
