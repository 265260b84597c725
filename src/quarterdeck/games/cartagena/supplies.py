"""Piles and coins: drawing, putting under, paying out; and what each seat learns of others' cards by that.

What a seat knows of another seat's combat cards is kept as lower bounds on the other's *pool*. A pool is a
hand and the cards from that hand that still lie under the pile. A card that its holder chooses and puts under
the pile stays in the pool, so the bounds lose nothing that a perfect memory would keep. See
docs/decisions/0006-knowledge-of-cartagena.md.
"""

from __future__ import annotations

from quarterdeck.games.cartagena.cards import (
    from_hand_of,
    from_top_seen_by,
    gold_kind,
    gold_knowers,
    gold_seen_by,
    knows_under,
    under_kind,
    under_owner,
)
from quarterdeck.games.cartagena.events import Event
from quarterdeck.games.cartagena.state import (
    COLOURS,
    GOLDS,
    KINDS,
    NONE,
    VALUES,
    Reading,
    State,
    colour_of,
    reading,
    value_of,
)
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.branchless import where
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.packing import add_to_item, item, with_item
from quarterdeck.kernel.piles import count, pick

SURE_BITS, MOST_SURE = 4, 15  # the width of one number in `State.sure`, one for each colour, and its maximum
GOLD_BITS = 5  # the width of one number in `State.told_gold`, one for each kind of gold card
COMBAT_PILE, GOLD_PILE, COIN_PILE = 0, 1, 2


@rule
def shuffled_left(s: State) -> int:
    """The number of cards in the shuffled part of the combat pile.

    This also holds in a view, where `pile` contains all cards of unknown place.
    """
    return count(s.pile) - int(s.outside)


@rule
def gold_shuffled_left(s: State) -> int:
    """The number of cards in the shuffled part of the gold pile, also in a view."""
    return count(s.gold_pile) - int(s.gold_outside)


@rule
def combat_left(s: State) -> int:
    """The number of cards in the combat pile."""
    return shuffled_left(s) + int(s.under)


@rule
def gold_left(s: State) -> int:
    """The number of cards in the gold pile."""
    return gold_shuffled_left(s) + int(s.gold_under)


@rule
def starting_card(seat: int, colour: int) -> int:
    """CA-10: the bit in `State.start` of the seat's starting card of this colour."""
    return COLOURS * seat + colour


@rule
def sure_of(s: State, viewer: int, holder: int, kind: int) -> int:
    """How many cards of this kind the viewer (NONE: a spectator) knows to be in another seat's pool."""
    colour = colour_of(kind)
    if viewer == NONE:
        return int(value_of(kind) == 1 and has(s.start, starting_card(holder, colour)))
    return item(s.sure[viewer, holder, kind % VALUES], colour, SURE_BITS)


@rule
def set_sure(s: State, viewer: int, holder: int, kind: int, number: int) -> None:
    """Set the value of `sure_of` for a seat, at most MOST_SURE."""
    known = s.sure[viewer, holder, kind % VALUES]
    s.sure[viewer, holder, kind % VALUES] = with_item(
        known, colour_of(kind), SURE_BITS, min(number, MOST_SURE)
    )


@rule
def add_sure(s: State, viewer: int, holder: int, kind: int, change: int) -> None:
    """Change the value of `sure_of` by one, not below 0."""
    set_sure(s, viewer, holder, kind, max(0, sure_of(s, viewer, holder, kind) + change))


@rule
def take_from_pool(s: State, owner: int, taker: int, kind: int) -> None:
    """A card leaves `owner`'s pool for `taker`, who alone sees which one.

    The taker's bound on that kind drops by one. The others don't know the kind, so their bounds on every kind
    drop by one. `State.start` no longer counts the owner's starting cards as surely in the pool.
    """
    for viewer in range(int(s.seats)):
        if viewer == taker:
            add_sure(s, viewer, owner, kind, -1)
        elif viewer != owner:
            for other in range(KINDS):
                add_sure(s, viewer, owner, other, -1)
    s.start = with_item(s.start, owner, COLOURS, 0)


@rule
def top_combat(s: State, seat: int) -> int:
    """Take the top combat card for a seat, which sees it; return its kind.

    The pile must not be empty. What the others learn is noted here, as if the card joined the seat's pool.
    """
    n = count(s.pile)
    if n > 0:
        kind = pick(s.pile, s, n)
        s.pile[kind] -= 1
        return kind
    card = top_under(s)
    note_drawn(s, card, seat)
    return under_kind(card)


@rule
def top_under(s: State) -> int:
    """Take the top card below the shuffled part of the combat pile; return it packed."""
    card = signed(s.trail[0])
    # Cards shown in duels lie behind these; there are none before the voyage has ended.
    for at in range(1, int(s.under)):
        s.trail[at - 1] = s.trail[at]
    s.under -= 1
    s.trail[int(s.under)] = 0
    return card


@rule
def note_drawn(s: State, card: int, seat: int) -> None:
    """Note what follows when a seat draws this packed card from below the shuffled part of the pile.

    Seats that knew the card now know it to be in the drawer's pool. If it came from another seat's hand, that
    seat's pool loses it.
    """
    kind = under_kind(card)
    owner = under_owner(card)
    if owner == seat:
        return
    for viewer in range(int(s.seats)):
        if viewer != seat and knows_under(card, viewer):
            add_sure(s, viewer, seat, kind, 1)
    if owner != NONE:
        take_from_pool(s, owner, seat, kind)


@rule
def put_under(s: State, seat: int, kind: int, from_hand: bool) -> None:
    """Put a combat card under the pile.

    With `from_hand` the card comes from the seat's pool, otherwise from the top, where only this seat has
    seen it.
    """
    s.trail[int(s.under)] = from_hand_of(seat, kind) if from_hand else from_top_seen_by(seat, kind)
    s.under += 1


@rule
def draw_combat(s: State, seat: int, number: int, pirate: int, news: News) -> int:
    """CA-29: draw up to `number` combat cards into the hand, as this pirate allows; return how many."""
    drawn = 0
    while drawn < number and combat_left(s) > 0:
        kind = top_combat(s, seat)
        s.hand[seat, kind] += 1
        drawn += 1
        tell(news, Event.DREW_COMBAT_CARD, seat, seat, kind, pirate, 0)
    if drawn > 0:
        tell(news, Event.DREW_COMBAT, ALL, seat, drawn, pirate, 0)
    if drawn < number:
        tell(news, Event.WENT_EMPTY, ALL, seat, COMBAT_PILE, 0, 0)
    note_dry(s, COMBAT_PILE, combat_left(s), news)
    return drawn


@rule
def top_gold(s: State, seat: int) -> int:
    """Take the top gold card for a seat, which sees it; return it packed."""
    n = count(s.gold_pile)
    if n > 0:
        kind = pick(s.gold_pile, s, n)
        s.gold_pile[kind] -= 1
        return gold_seen_by(seat, kind)
    card = signed(s.gold_trail[0])
    for at in range(1, int(s.gold_under)):
        s.gold_trail[at - 1] = s.gold_trail[at]
    s.gold_under -= 1
    s.gold_trail[int(s.gold_under)] = 0
    return gold_seen_by(seat, card)


@rule
def keep_gold(s: State, seat: int, card: int) -> None:
    """Give a gold card from `top_gold` to the seat for good; seats that have seen it know where it is."""
    kind = gold_kind(card)
    s.gold[seat, kind] += 1
    for viewer in range(int(s.seats)):
        if viewer != seat and has(gold_knowers(card), viewer):
            s.told_gold[viewer, seat] = add_to_item(s.told_gold[viewer, seat], kind, GOLD_BITS, 1)


@rule
def told_gold(s: State, viewer: int, holder: int, kind: int) -> int:
    """How many of the holder's gold cards of this kind the viewer has seen."""
    return item(s.told_gold[viewer, holder], kind, GOLD_BITS)


@rule
def put_gold_under(s: State, card: int) -> None:
    """CA-41: put a looked-at gold card under its pile."""
    s.gold_trail[int(s.gold_under)] = card
    s.gold_under += 1


@rule
def draw_gold(s: State, seat: int, pirate: int, news: News) -> None:
    """CA-29, CA-40, CA-41: draw the top gold card, if there is one; it stays face down for all others."""
    if gold_left(s) == 0:
        tell(news, Event.WENT_EMPTY, ALL, seat, GOLD_PILE, 0, 0)
        return
    card = top_gold(s, seat)
    keep_gold(s, seat, card)
    tell(news, Event.DREW_GOLD_CARD, seat, seat, gold_kind(card) + 1, pirate, 0)
    tell(news, Event.DREW_GOLD, ALL, seat, 1, pirate, 0)
    note_dry(s, GOLD_PILE, gold_left(s), news)


@rule
def take_coins(s: State, seat: int, most: int) -> int:
    """Move up to `most` coins from the supply to a seat; return how many.

    CA-48: coins on Satè are paid only when no others are left; where they are set aside they stay untouched.
    """
    paid = min(most, int(s.supply))
    s.supply -= paid
    s.coins[seat] += paid
    s.sate = where(reading(s, Reading.SATE_SET_ASIDE), int(s.sate), min(int(s.sate), int(s.supply)))
    return paid


@rule
def sate_pays(s: State) -> int:
    """CA-48: the coins that Satè brings whoever uses him now."""
    offered = int(s.sate)
    if reading(s, Reading.SATE_SET_ASIDE):
        return offered + min(1, int(s.supply))
    return min(1 + offered, int(s.supply))


@rule
def pay_coins(s: State, seat: int, number: int, pirate: int, news: News) -> int:
    """CA-29: pay coins from the supply, as far as it has them; return how many."""
    paid = take_coins(s, seat, number)
    if paid > 0:
        tell(news, Event.GOT_COINS, ALL, seat, paid, pirate, 0)
    if paid < number:
        tell(news, Event.WENT_EMPTY, ALL, seat, COIN_PILE, 0, 0)
    note_dry(s, COIN_PILE, int(s.supply), news)
    return paid


@rule
def note_dry(s: State, pile: int, left: int, news: News) -> None:
    """CA-29: note an empty supply. It ends the voyage even if it fills up again."""
    if left == 0 and s.duel == NONE and not has(s.dry, pile):
        s.dry = int(s.dry) | (1 << pile)
        tell(news, Event.RAN_OUT, ALL, NONE, pile, 0, 0)


@rule
def note_all_dry(s: State, news: News) -> None:
    """CA-29: note every empty supply."""
    note_dry(s, COMBAT_PILE, combat_left(s), news)
    note_dry(s, GOLD_PILE, gold_left(s), news)
    note_dry(s, COIN_PILE, int(s.supply), news)


@rule
def gold_worth(s: State, seat: int) -> int:
    """CA-69: the value of a seat's coins and gold cards, as far as the record knows them."""
    worth = int(s.coins[seat])
    for kind in range(GOLDS):
        worth += (kind + 1) * int(s.gold[seat, kind])
    return worth
