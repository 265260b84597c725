"""The pirates' actions (CA-40 to CA-52).

Wessel-Jan's and Dean Nero's continue in trades, Cambivalute's in sailors.
"""

from __future__ import annotations

from quarterdeck.games.cartagena import codes
from quarterdeck.games.cartagena.cards import gold_kind
from quarterdeck.games.cartagena.events import Event
from quarterdeck.games.cartagena.sailors import begin_sailors
from quarterdeck.games.cartagena.state import (
    COLOURS,
    KINDS,
    LOOKS,
    NONE,
    ROW,
    UNKNOWN_CARD,
    USED_BY,
    Phase,
    Pirate,
    Reading,
    Saw,
    State,
    reading,
)
from quarterdeck.games.cartagena.steps import Step
from quarterdeck.games.cartagena.supplies import (
    COIN_PILE,
    COMBAT_PILE,
    GOLD_PILE,
    combat_left,
    draw_combat,
    draw_gold,
    gold_left,
    keep_gold,
    note_all_dry,
    note_dry,
    pay_coins,
    put_gold_under,
    put_under,
    shuffled_left,
    take_coins,
    top_combat,
    top_gold,
)
from quarterdeck.games.cartagena.trades import begin_swaps, begin_trades
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.branchless import where
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.verbs import Ids


@rule
def use_pirate(s: State, seat: int, pirate: int, news: News) -> Step:
    """Carry out a pirate's action up to its first decision."""
    if pirate == Pirate.VALVERDE:
        draw_gold(s, seat, pirate, news)
        pay_coins(s, seat, 1, pirate, news)
    elif pirate == Pirate.DIAZ:
        return use_diaz(s, seat, news)
    elif pirate == Pirate.CRACKPOTT:
        draw_combat(s, seat, 2, pirate, news)
    elif pirate == Pirate.TEMBO:
        return use_tembo(s, seat, news)
    elif pirate == Pirate.WESSEL_JAN:
        return begin_swaps(s, seat, news)
    elif pirate == Pirate.NERO:
        return begin_trades(s, seat, news)
    elif pirate == Pirate.PANG:
        return use_pang(s, seat, news)
    elif pirate == Pirate.CHANG_YE:
        return choose_target(s, seat, Phase.ROB, news)
    elif pirate == Pirate.SATE:
        use_sate(s, seat, news)
    elif pirate == Pirate.CAMBIVALUTE:
        return begin_sailors(s, seat, news)
    elif pirate == Pirate.OJO and s.side[seat] != NONE:
        return choose_target(s, seat, Phase.SPY, news)
    else:
        s.phase = Phase.SIDE
        return Step.ASK
    return Step.END_TURN


# Cards that are looked at


@rule
def look_at_combat(s: State, seat: int, at: int, tembo: int, news: News) -> None:
    """Take the top combat card for a seat to look at; `tembo` is 1 on a visit to Tembo.

    Until the seat decides, the card is in no pile and no hand.
    """
    if shuffled_left(s) == 0:
        s.look_old = 1
    kind = top_combat(s, seat)
    s.look[at] = kind
    tell(news, Event.LOOKED_AT_CARD, seat, seat, kind, tembo, 0)


@rule
def put_back(s: State, seat: int, at: int) -> None:
    """Put a looked-at combat card under its pile."""
    put_under(s, seat, int(s.look[at]), bool(s.look_old))


@rule
def end_look(s: State, news: News) -> Step:
    """End the look: no card is looked at any more."""
    for at in range(LOOKS):
        s.look[at] = NONE
    s.look_gold = 0
    s.look_old = 0
    note_all_dry(s, news)
    return Step.END_TURN


@rule
def use_diaz(s: State, seat: int, news: News) -> Step:
    """CA-41: look at the top gold card and the top combat card; if there is only one, take it."""
    if combat_left(s) == 0:
        tell(news, Event.WENT_EMPTY, ALL, seat, COMBAT_PILE, 0, 0)
        draw_gold(s, seat, Pirate.DIAZ, news)
        return Step.END_TURN
    if gold_left(s) == 0:
        tell(news, Event.WENT_EMPTY, ALL, seat, GOLD_PILE, 0, 0)
        draw_combat(s, seat, 1, Pirate.DIAZ, news)
        return Step.END_TURN
    look_at_combat(s, seat, 0, 0, news)
    card = top_gold(s, seat)
    s.look_gold = card + 1
    tell(news, Event.LOOKED_AT_GOLD_CARD, seat, seat, gold_kind(card) + 1, 0, 0)
    tell(news, Event.LOOKED_AT, ALL, seat, 1, 1, 0)
    s.phase = Phase.DIAZ
    return Step.ASK


@rule
def keep_of_two_piles(s: State, seat: int, gold: bool, news: News) -> Step:
    """CA-41: keep one of the two; the other goes under its pile."""
    card = signed(s.look_gold) - 1
    if gold:
        keep_gold(s, seat, card)
        put_back(s, seat, 0)
        tell(news, Event.KEPT, ALL, seat, GOLD_PILE, 0, 0)
    else:
        s.hand[seat, int(s.look[0])] += 1
        put_gold_under(s, card)
        tell(news, Event.KEPT, ALL, seat, COMBAT_PILE, 0, 0)
    return end_look(s, news)


@rule
def use_tembo(s: State, seat: int, news: News) -> Step:
    """CA-43: look at the two top combat cards; if there is only one, take it."""
    if combat_left(s) < LOOKS:
        draw_combat(s, seat, 1, Pirate.TEMBO, news)
        return Step.END_TURN
    for at in range(LOOKS):
        look_at_combat(s, seat, at, 1, news)
    tell(news, Event.LOOKED_AT, ALL, seat, LOOKS, 0, 1)
    s.phase = Phase.TEMBO
    return Step.ASK


@rule
def legal_keeps(s: State, out: Ids) -> int:
    """CA-43: write the cards to keep: those looked at or, if the viewer can't see them, any possible ones."""
    n = 0
    for kind in range(KINDS):
        looked = False
        for at in range(LOOKS):
            looked |= s.look[at] == kind or (s.look[at] == UNKNOWN_CARD and s.pile[kind] > 0)
        out[n] = codes.KEEP + kind
        n += int(looked)
    return n


@rule
def keep_combat_card(s: State, seat: int, kind: int, news: News) -> Step:
    """CA-43: keep one; the other goes under the pile."""
    at = 0 if s.look[0] == kind else 1
    s.hand[seat, kind] += 1
    put_back(s, seat, 1 - at)
    tell(news, Event.KEPT_CARD, seat, seat, kind, 0, 0)
    tell(news, Event.KEPT, ALL, seat, COMBAT_PILE, 1, 0)
    return end_look(s, news)


# Coins


@rule
def use_pang(s: State, seat: int, news: News) -> Step:
    """CA-46: choose the top combat card or a coin; if only one of them is left, take it."""
    if combat_left(s) > 0 and s.supply > 0:
        s.phase = Phase.PANG
        return Step.ASK
    if combat_left(s) == 0 and s.supply == 0:
        tell(news, Event.WENT_EMPTY, ALL, seat, COMBAT_PILE, 0, 0)
        tell(news, Event.WENT_EMPTY, ALL, seat, COIN_PILE, 0, 0)
        return Step.END_TURN
    return pang(s, seat, combat_left(s) == 0, news)


@rule
def pang(s: State, seat: int, coin: bool, news: News) -> Step:
    """CA-46: carry out the player's choice."""
    if coin:
        pay_coins(s, seat, 1, Pirate.PANG, news)
    else:
        draw_combat(s, seat, 1, Pirate.PANG, news)
    return Step.END_TURN


@rule
def use_sate(s: State, seat: int, news: News) -> None:
    """CA-48: take a coin and all coins that lie on the card, as far as the supply has them."""
    offered = int(s.sate)
    set_aside = where(reading(s, Reading.SATE_SET_ASIDE), offered, 0)
    due = 1 + offered - set_aside
    s.sate = 0
    s.coins[seat] += set_aside
    paid = take_coins(s, seat, due)
    if paid + set_aside > 0:
        tell(news, Event.GOT_COINS, ALL, seat, paid + set_aside, Pirate.SATE, 0)
    if paid < due:
        tell(news, Event.WENT_EMPTY, ALL, seat, COIN_PILE, 0, 0)
    note_dry(s, COIN_PILE, int(s.supply), news)


@rule
def steal(s: State, seat: int, victim: int, mascot: int, news: News) -> None:
    """CA-47, CA-65: move a coin from the victim to the thief; `mascot` is 1 in a duel."""
    s.coins[victim] -= 1
    s.coins[seat] += 1
    tell(news, Event.ROBBED, ALL, seat, victim, mascot, 0)


@rule
def rob(s: State, seat: int, victim: int, news: News) -> Step:
    """CA-47: steal a coin from a player who has one."""
    steal(s, seat, victim, 0, news)
    return Step.END_TURN


# Convictions


@rule
def is_target(s: State, seat: int, other: int) -> bool:
    """CA-47, CA-50, CA-65: whether the seat can rob this player or, in phase SPY, look at the conviction."""
    if s.phase == Phase.SPY:
        there = s.side[other] != NONE
    else:
        there = s.coins[other] > 0
    reachable = has(s.alive, other) or reading(s, Reading.ALL_ARE_OPPONENTS)
    return bool(there and other != seat and reachable)


@rule
def legal_targets(s: State, seat: int, out: Ids) -> int:
    """CA-47, CA-50, CA-65: write the players to choose from; during the voyage the seat may also decline."""
    first = codes.SPY if s.phase == Phase.SPY else codes.ROB
    n = legal_decline(s, s.duel == NONE, out)
    for other in range(int(s.seats)):
        out[n] = first + other
        n += int(is_target(s, seat, other))
    return n


@rule
def choose_target(s: State, seat: int, phase: int, news: News) -> Step:
    """CA-47, CA-50: ask whom to rob or look at, unless there is nobody."""
    s.phase = phase
    number = 0
    target = NONE
    for other in range(int(s.seats)):
        if is_target(s, seat, other):
            number += 1
            target = other
    if number == 0:
        tell(news, Event.CAME_TO_NOTHING, ALL, seat, pirate_asking(s), 0, 0)
        return Step.END_TURN
    if number > 1 or not reading(s, Reading.NOTHING_DECLINED):
        return Step.ASK
    if phase == Phase.SPY:
        return spy(s, seat, target, news)
    return rob(s, seat, target, news)


@rule
def legal_sides(s: State, seat: int, out: Ids) -> int:
    """CA-49: write both sides and, if the seat has a side, also the choice to leave the conviction untouched.

    For that seat, choosing its present side again is the bluff.
    """
    n = legal_decline(s, s.side[seat] != NONE, out)
    for side in range(COLOURS):
        out[n + side] = codes.SIDE + side
    return n + COLOURS


@rule
def choose_side(s: State, seat: int, side: int, news: News) -> Step:
    """CA-49, CA-50: place a conviction face down, or later change it or only seem to.

    Seats that have looked at it no longer know whether it is still the same.
    """
    first = s.side[seat] == NONE
    s.side[seat] = side
    for viewer in range(int(s.seats)):
        if s.saw[viewer, seat] >= Saw.FRESH:
            s.saw[viewer, seat] -= Saw.FRESH
    tell(news, Event.SIDE_CHOSEN, seat, seat, side, 0, 0)
    if first:
        tell(news, Event.SIDE_PLACED, ALL, seat, used_ojo(s, seat), 0, 0)
    else:
        tell(news, Event.SIDE_HANDLED, ALL, seat, 0, 0, 0)
    return Step.END_TURN


@rule
def used_ojo(s: State, seat: int) -> int:
    """1 if this seat uses Ojo's card in this round, else 0."""
    for at in range(ROW):
        if s.row[at] == Pirate.OJO + USED_BY * (1 + seat):
            return 1
    return 0


@rule
def spy(s: State, seat: int, target: int, news: News) -> Step:
    """CA-50: look at another player's conviction."""
    s.saw[seat, target] = Saw.FRESH + int(s.side[target])
    tell(news, Event.SPIED_SIDE, seat, seat, target, s.side[target], 0)
    tell(news, Event.SPIED, ALL, seat, target, 0, 0)
    return Step.END_TURN


# Declining


@rule
def legal_decline(s: State, may: bool, out: Ids) -> int:
    """CA-47, CA-49 to CA-51: write `codes.DONE` if the seat may leave this alone; return how many ids."""
    out[0] = codes.DONE
    return int(may and not reading(s, Reading.NOTHING_DECLINED))


@rule
def pirate_asking(s: State) -> Pirate:
    """The pirate whose action is asked about and can be declined."""
    if s.phase == Phase.ROB:
        return Pirate.CHANG_YE
    if s.phase == Phase.SPY:
        return Pirate.OJO
    if s.phase == Phase.SIDE:
        return Pirate.BIJOUX
    return Pirate.CAMBIVALUTE


@rule
def decline(s: State, seat: int, news: News) -> Step:
    """CA-47, CA-49 to CA-51: leave the pirate's action alone; all see that, and nothing has changed."""
    tell(news, Event.DECLINED, ALL, seat, pirate_asking(s), 0, 0)
    return Step.END_TURN
