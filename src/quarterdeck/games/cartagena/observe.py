"""Observations: what a seat knows, as numbers for a network.

Seats are counted clockwise from the viewer. Sides are given as they are and also relative to the viewer's
own side.
"""

from __future__ import annotations

from quarterdeck.games.cartagena.cards import gold_kind
from quarterdeck.games.cartagena.mutiny import combat_worth, total
from quarterdeck.games.cartagena.observation import (
    ADVANCE,
    APART,
    CARDS,
    COINS,
    COINS_ON_SATE,
    COMBAT,
    DOORS,
    EXPECTED,
    GOLD,
    GOLD_CARDS,
    LEAD,
    LOW,
    OWN_SIDE,
    PHASES,
    PLAYERS,
    READINGS,
    ROUNDS,
    SEAT,
    SIDES,
    SPACES,
    STORM_AHEAD,
    STORM_SPACES,
    STRENGTH,
    WINS,
    WORTH,
)
from quarterdeck.games.cartagena.rules import to_act
from quarterdeck.games.cartagena.state import (
    COLOURS,
    GOLDS,
    KINDS,
    LOOKS,
    MASCOT,
    MOST_TRADES,
    NONE,
    ORDER_UNKNOWN,
    PAIRS,
    PIRATES,
    ROW,
    SEATS,
    STORMS,
    USED_BY,
    Phase,
    Saw,
    Side,
    State,
    doors,
    row_pirate,
)
from quarterdeck.games.cartagena.supplies import (
    COIN_PILE,
    COMBAT_PILE,
    GOLD_PILE,
    combat_left,
    gold_left,
    gold_worth,
    sure_of,
)
from quarterdeck.games.cartagena.voyage import available, closed_doors
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.branchless import where
from quarterdeck.kernel.encode import (
    Numbers,
    flag,
    near,
    nothing,
    one_hot,
    part,
    put,
    slot,
)
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.piles import count
from quarterdeck.kernel.ring import clockwise


@rule
def observe(s: State, seat: int, out: Numbers) -> int:
    """Write the observation of a record blanked for `seat` to float32 `out[FEATURES]`; return its length."""
    at = one_hot(out, 0, int(s.seats) - 2, PLAYERS)
    at = one_hot(out, at, int(s.phase), PHASES)
    at = observe_route(s, out, at)
    at = observe_doors(s, out, at)
    at = observe_supplies(s, out, at)
    at = observe_cards(s, seat, out, at)
    at = observe_duel(s, seat, out, at)
    for pair in range(PAIRS):
        at = observe_pair(s, pair, out, at)
    at = observe_own_side(s, seat, out, at)
    at = observe_seats(s, seat, out, at)
    for one in range(READINGS):
        at = flag(out, at, has(s.readings, one))
    return at


# The voyage


@rule
def observe_route(s: State, out: Numbers, at: int) -> int:
    """The distances to the mutiny space and to the next storm, and this round's advance (CA-27, CA-28)."""
    distance = int(s.goal) - int(s.space)
    in_voyage = s.duel == NONE
    storms = 0
    nearest = 0
    for one in range(STORMS):
        ahead = int(s.storm[one]) - int(s.space)
        if ahead > 0:
            storms += 1
            if storms == 1:
                nearest = ahead
    won = max(0, int(s.opened) - int(s.seats)) if in_voyage else 0
    at = put(out, at, near(part(distance, SPACES), 2.0))
    at = put(out, at, part(won, ADVANCE))
    at = flag(out, at, in_voyage and distance <= doors(s) - int(s.seats))
    at = put(out, at, part(storms, STORM_SPACES))
    return put(out, at, near(part(nearest, STORM_AHEAD), 2.0))


@rule
def observe_doors(s: State, out: Numbers, at: int) -> int:
    """Where the pirates are; all zero after the voyage."""
    if s.duel != NONE:
        return nothing(out, at, 5 + 4 * PIRATES)
    at = put(out, at, part(int(s.opened), DOORS))
    at = put(out, at, part(closed_doors(s), DOORS))
    at = flag(out, at, s.knocked > 0)
    at = put(out, at, part(int(s.acted), SEATS))
    at = put(out, at, part(int(s.sate), COINS_ON_SATE))
    usable = available(s) if s.phase == Phase.CABINS else 0
    for pirate in range(PIRATES):
        out[at + pirate] = has(s.deck, pirate)
        out[at + PIRATES + pirate] = 0.0
        out[at + 2 * PIRATES + pirate] = has(usable, pirate)
    for door in range(ROW):
        if NONE < s.row[door] < USED_BY:
            out[at + PIRATES + row_pirate(s.row[door])] = 1.0
    return one_hot(out, at + 3 * PIRATES, int(s.boat), PIRATES)


@rule
def observe_supplies(s: State, out: Numbers, at: int) -> int:
    """What is left of the three supplies; an empty one ends the voyage (CA-29)."""
    coins = int(s.supply)
    combat = combat_left(s)
    gold = gold_left(s)
    at = put(out, at, part(coins, COINS))
    at = put(out, at, part(combat, COMBAT))
    at = put(out, at, part(gold, GOLD))
    at = put(out, at, near(part(coins, LOW), 1.0))
    at = put(out, at, near(part(combat, LOW), 1.0))
    at = put(out, at, near(gold / LOW, 1.0))
    at = flag(out, at, has(s.dry, COIN_PILE))
    at = flag(out, at, has(s.dry, COMBAT_PILE))
    return flag(out, at, has(s.dry, GOLD_PILE))


# Cards


@rule
def observe_cards(s: State, seat: int, out: Numbers, at: int) -> int:
    """The viewer's own cards, the cards it looks at, its trades, and the cards of unknown place."""
    for kind in range(KINDS):
        at = put(out, at, part(int(s.hand[seat, kind]), CARDS))
    for side in range(COLOURS):
        at = put(out, at, part(combat_worth(s, seat, side), STRENGTH))
    for kind in range(GOLDS):
        at = put(out, at, part(int(s.gold[seat, kind]), CARDS))
    nothing(out, at, KINDS)
    for one in range(LOOKS):
        if 0 <= s.look[one] < KINDS:
            out[at + int(s.look[one])] += 1 / LOOKS
    at += KINDS
    at = one_hot(out, at, gold_kind(signed(s.look_gold) - 1) if s.look_gold else NONE, GOLDS)
    at = put(out, at, part(int(s.trades), MOST_TRADES))
    at = one_hot(out, at, int(s.direction), 2)
    for kind in range(KINDS):
        at = put(out, at, int(s.pile[kind]) / 10)
    for kind in range(GOLDS):
        at = put(out, at, part(int(s.gold_pile[kind]), GOLD_CARDS))
    return at


# The mutiny


@rule
def observe_duel(s: State, seat: int, out: Numbers, at: int) -> int:
    """The state of the mutiny, and the card that the viewer has laid."""
    at = one_hot(out, at, int(s.duel), PAIRS)
    at = put(out, at, part(min(int(s.duel_round), ROUNDS), ROUNDS))
    for side in range(COLOURS):
        at = put(out, at, 0.0 if s.duel == NONE else near(part(total(s, side), STRENGTH), 2.0))
    for side in range(COLOURS):
        at = one_hot(out, at, int(s.wins[side]) - 1, WINS)
    return one_hot(out, at, KINDS if s.posted[seat] == MASCOT else int(s.posted[seat]), KINDS + 1)


@rule
def observe_pair(s: State, pair: int, out: Numbers, at: int) -> int:
    """A pair of sailors, as far as the viewer knows them (CA-51)."""
    known = s.pair[pair, 0] > 0
    in_hand = s.handled == pair or (s.phase == Phase.SAILORS and s.placed == pair)
    difference = int(s.pair[pair, 0]) - int(s.pair[pair, 1]) if known else 0
    at = flag(out, at, pair < s.placed)
    at = flag(out, at, pair > s.duel)
    at = flag(out, at, in_hand)
    at = flag(out, at, known)
    at = put(out, at, part(abs(difference), APART))
    return put(out, at, part(sailors_ahead(s, pair), APART))


@rule
def sailors_ahead(s: State, pair: int) -> int:
    """Valverde's sailor less Diaz's; 0 if the viewer doesn't know the pair's order."""
    if s.pair[pair, 0] <= 0 or int(s.order[pair]) & ORDER_UNKNOWN:
        return 0
    return int(s.pair[pair, 0]) - int(s.pair[pair, 1])


@rule
def observe_own_side(s: State, seat: int, out: Numbers, at: int) -> int:
    """The state of the match relative to the viewer's side."""
    own = int(s.side[seat])
    if own == NONE:
        return nothing(out, at, OWN_SIDE)
    against = 1 - own
    sign = 1 - 2 * own
    sailors = 0
    for pair in range(max(0, int(s.duel) + 1), PAIRS):
        sailors += sign * sailors_ahead(s, pair)
    ahead = 0
    if s.duel != NONE:
        ahead = total(s, own) - total(s, against)
    allies = 0
    enemies = 0
    best = 0.0
    unseen, worth = unseen_gold(s)
    for other in range(int(s.seats)):
        if other != seat and has(s.alive, other):
            cards = hand_size(s, other)
            allies += cards * int(s.side[other] == own)
            enemies += cards * int(s.side[other] == against)
            best = max(best, expected_gold(s, other, unseen, worth) if s.side[other] != against else 0.0)
    at = put(out, at, part(combat_worth(s, seat, own), STRENGTH))
    at = put(out, at, part(combat_worth(s, seat, against), STRENGTH))
    at = put(out, at, near(part(ahead, LEAD), 2.0))
    at = put(out, at, part(sailors, STRENGTH))
    at = put(out, at, part(int(s.wins[own]), WINS))
    at = put(out, at, part(int(s.wins[against]), WINS))
    at = put(out, at, near(part(allies, STRENGTH), 2.0))
    at = put(out, at, near(part(enemies, STRENGTH), 2.0))
    return put(out, at, near((expected_gold(s, seat, unseen, worth) - best) / LEAD, 2.0))


# Seats


@rule
def observe_seats(s: State, seat: int, out: Numbers, at: int) -> int:
    """All seats, the viewer first."""
    seats = int(s.seats)
    # Write all seats' expected gold first: each seat's block compares its own with the highest of the others.
    put_expected_gold(s, seat, out, at)
    richest, most, second = richest_seat(s, seat, out, at)
    acting = to_act(s)
    for other in range(SEATS):
        if other < seats:
            one = clockwise(seat, other, seats)
            at = observe_goods(s, seat, one, second if one == richest else most, out, at)
            at = observe_side(s, seat, one, out, at)
            at = observe_part(s, one, acting, out, at)
        else:
            at = nothing(out, at, SEAT)
    return at


@rule
def put_expected_gold(s: State, seat: int, out: Numbers, at: int) -> None:
    """Write each seat's expected gold to its slot; the slots of all seats begin at `at`."""
    unseen, worth = unseen_gold(s)
    for other in range(int(s.seats)):
        one = clockwise(seat, other, int(s.seats))
        put(out, at + SEAT * other + EXPECTED, near(expected_gold(s, one, unseen, worth) / WORTH, 2.0))


@rule
def richest_seat(s: State, seat: int, out: Numbers, at: int) -> tuple[int, float, float]:
    """The richest seat that can still win, its expected gold, and the highest expected gold of the others.

    The gold is read from the slots of the observation, with their scale and rounding.
    """
    richest = NONE
    most = 0.0
    second = 0.0
    for other in range(int(s.seats)):
        one = clockwise(seat, other, int(s.seats))
        gold = float(out[slot(at + SEAT * other + EXPECTED)]) * int(has(s.alive, one))
        second = max(second, min(gold, most))
        richest = one if gold > most else richest
        most = max(most, gold)
    return richest, most, second


@rule
def unseen_gold(s: State) -> tuple[int, int]:
    """The number of gold cards of unknown place, at least 1, and their total value."""
    unseen = 0
    worth = 0
    for kind in range(GOLDS):
        unseen += int(s.gold_pile[kind])
        worth += (kind + 1) * int(s.gold_pile[kind])
    return max(1, unseen), worth


@rule
def expected_gold(s: State, seat: int, unseen: int, worth: int) -> float:
    """A seat's gold (CA-69); each card unknown to the viewer counts as the mean, `worth` / `unseen`."""
    # Divide last: rounding a product before an addition gives different results on different machines
    # (decision 12).
    return gold_worth(s, seat) + int(s.gold_hidden[seat]) * worth / unseen


@rule
def observe_goods(s: State, viewer: int, seat: int, best: float, out: Numbers, at: int) -> int:
    """A seat's holdings; `best` is the highest expected gold of the other seats that can still win."""
    expected = float(out[slot(at + EXPECTED)])
    at = put(out, at, 1.0)
    at = put(out, at, near(part(int(s.coins[seat]), WORTH), 2.0))
    at = put(out, at, part(count(s.gold[seat]) + int(s.gold_hidden[seat]), GOLD_CARDS))
    at = put(out, at, near(gold_worth(s, seat) / WORTH, 2.0))
    # Skip the slot of the expected gold, which is written already.
    at = put(out, at + 1, near((expected - best) * WORTH / LEAD, 2.0))
    at = flag(out, at, expected >= best)
    at = put(out, at, near(part(hand_size(s, seat), LEAD), 2.0))
    for kind in range(KINDS):
        known = int(s.hand[seat, kind]) if seat == viewer else sure_of(s, viewer, seat, kind)
        at = put(out, at, part(known, CARDS))
    return at


@rule
def observe_side(s: State, viewer: int, seat: int, out: Numbers, at: int) -> int:
    """A seat's conviction, and who knows it (CA-49, CA-50)."""
    side = int(s.side[seat])
    own = int(s.side[viewer])
    others = 0
    for one in range(SEATS):
        others += int(s.saw[one, seat] == Saw.FRESH_UNKNOWN)
    related = viewer != seat and own != NONE and 0 <= side < Side.UNKNOWN
    at = one_hot(out, at, side, SIDES)
    at = one_hot(out, at, int(s.saw[viewer, seat]), Saw.FRESH)
    at = one_hot(out, at, side ^ own if related else NONE, 2)  # the same side, the other
    at = one_hot(out, at, Saw.FRESH_UNKNOWN - int(s.saw[seat, viewer]), 2)  # FRESH_UNKNOWN, STALE_UNKNOWN
    return put(out, at, part(others, SEATS - 1))


@rule
def observe_part(s: State, seat: int, acting: int, out: Numbers, at: int) -> int:
    """A seat's part in the present decision; `acting` is the set of the seats to act."""
    at = flag(out, at, s.giver == seat)
    at = flag(out, at, s.first == seat)
    at = flag(out, at, has(acting, seat))
    at = flag(out, at, has_used_card(s, seat))
    at = flag(out, at, has(s.alive, seat))
    at = flag(out, at, has(s.fighting, seat))
    at = flag(out, at, s.posted[seat] != NONE)
    return flag(out, at, s.posted[seat] == MASCOT)


@rule
def has_used_card(s: State, seat: int) -> bool:
    """CA-22: whether the seat has used a card in this round of the voyage; the giver begins."""
    after_giver = seat - int(s.giver) + where(seat < s.giver, int(s.seats), 0)
    return (s.duel == NONE) & (after_giver < s.acted)
