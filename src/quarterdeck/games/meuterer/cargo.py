"""Cards on the move: shuffling, drawing (ME-73), and what a Loader gives back (ME-74)."""

from __future__ import annotations

from quarterdeck.games.meuterer.events import Event
from quarterdeck.games.meuterer.state import KEPT_KINDS, KINDS, UNKNOWN_CARD, Place, Rules, State
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.packing import Layout
from quarterdeck.kernel.piles import count, pick, pour


@rule
def hand_size(s: State, seat: int) -> int:
    """How many cards the seat holds; everybody sees that (ME-32)."""
    return count(s.hand[seat]) + int(s.hidden[seat])


# A note on a card given back (ME-74): who gave it; which card it is, or UNKNOWN_CARD in a view of another
# seat; and where it lies now, a Place or HELD + seat.
SLIP = Layout(owner=2, kind=3, place=3)
slip_owner, slip_kind, slip_place = SLIP.reader("owner"), SLIP.reader("kind"), SLIP.reader("place")
with_slip_kind, with_slip_place = SLIP.writer("kind"), SLIP.writer("place")


@rule
def make_slip(owner: int, kind: int, place: int) -> int:
    """A note on one card given back."""
    return with_slip_place(with_slip_kind(owner, kind), place)


@rule
def remove_slip(s: State, at: int) -> None:
    """Drop one note; the others keep their order."""
    for i in range(at, int(s.slips) - 1):
        s.slip[i] = s.slip[i + 1]
    s.slips -= 1
    s.slip[s.slips] = 0


@rule
def shuffle_discards(s: State, news: News) -> None:
    """ME-73: the discards become the draw pile, with the cards given back under them in them."""
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
    """ME-74, `french`: the note on the next card from the bottom of the draw pile, −1 if there is none."""
    if s.rules != Rules.FRENCH:
        return -1
    for at in range(int(s.slips)):
        if slip_place(s.slip[at]) == Place.BOTTOM:
            return at
    return -1


@rule
def deal_card(s: State, seat: int) -> int:
    """A card from the shuffled pile, which is not empty, to the hand; returns its kind."""
    kind = pick(s.pile, s, count(s.pile))
    s.pile[kind] -= 1
    s.hand[seat, kind] += 1
    s.fresh[seat] += 1
    return kind


@rule
def take_bottom(s: State, seat: int, at: int, loading: bool) -> int:
    """ME-74, `french`: the card of this note from the bottom of the pile to the hand; returns its kind."""
    entry = signed(s.slip[at])
    kind = slip_kind(entry)
    # Its owner knows where it went, unless the new holder, as Loader, may give it away unseen.
    if slip_owner(entry) == seat or loading:
        remove_slip(s, at)
    else:
        s.slip[at] = make_slip(slip_owner(entry), kind, Place.HELD + seat)
    s.hand[seat, kind] += 1
    s.fresh[seat] += 1
    return kind


@rule
def draw_card(s: State, seat: int, loading: bool, news: News) -> int:
    """ME-73: one card from the draw pile to the hand; returns its kind, −1 if there is none anywhere."""
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
    """A card of this kind left the hand before all eyes: each Loader's knowledge of one such is spent."""
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
    """ME-74: one of the cards just drawn goes under the discards (`french`: under the draw pile)."""
    # Everybody sees whether all cards just drawn came from the present pile; if so, this one did.
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
    """How many cards lie at this place that the viewer can't name."""
    n = 0
    for at in range(int(s.slips)):
        if slip_place(s.slip[at]) == place and slip_kind(s.slip[at]) == UNKNOWN_CARD:
            n += 1
    return n
