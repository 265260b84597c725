"""A mutiny laid out by hand, so that each test of its rules reads like an example from a rulebook.

A combat card is written "p1" to "g3", pink for Captain Valverde and grey for Ramon Diaz; "m" is the mascot.
"""

from __future__ import annotations

from quarterdeck.games.cartagena import codes, rules
from quarterdeck.games.cartagena.events import FIELDS, Event
from quarterdeck.games.cartagena.knowledge import blank
from quarterdeck.games.cartagena.mutiny import winners_mask
from quarterdeck.games.cartagena.state import (
    COLOURS,
    GOLDS,
    KINDS,
    LOOKS,
    MASCOT,
    NONE,
    PAIRS,
    SAILORS,
    SEATS,
    VALUES,
    Phase,
    Side,
    State,
)
from quarterdeck.games.cartagena.steps import Step
from quarterdeck.kernel.batch import no_ids
from quarterdeck.kernel.events import ALL, blank_news
from quarterdeck.kernel.record import copy, new

COLOUR = "pg"
V, D = Side.VALVERDE, Side.DIAZ

# Sailors that decide the mutiny by themselves: the first three duels are Captain Valverde's, or Ramon Diaz's.
FOR_VALVERDE = ((10, 1), (9, 2), (8, 3), (7, 4), (6, 5))
FOR_DIAZ = tuple((low, high) for high, low in FOR_VALVERDE)


def kind(card: str) -> int:
    """The number of a card in the rules; the mascot's as it is laid."""
    if card == "m":
        return MASCOT
    return COLOUR.index(card[0]) * VALUES + int(card[1]) - 1


def card(number: int) -> str:
    """The other way round."""
    if number == MASCOT:
        return "m"
    return f"{COLOUR[number // VALUES]}{number % VALUES + 1}"


class Mutiny:
    """A mutiny from its beginning, which remembers every fact it was told.

    `hands` is one string of cards a seat. `sides` has V, D or None a seat: nothing placed. `gold` is the gold
    card values a seat holds; `pairs` are the sailors placed in the voyage, Captain Valverde's first. Cards
    that lie in no hand are left away, but for `under`, which lies below the shuffled part of the pile.
    """

    def __init__(
        self,
        *hands: str,
        sides: tuple[Side | None, ...] = (V, D, V, D),
        pairs: tuple[tuple[int, int], ...] = FOR_VALVERDE,
        coins: tuple[int, ...] = (1, 1, 1, 1),
        gold: tuple[tuple[int, ...], ...] = ((), (), (), ()),
        supply: int = 20,
        first: int = 0,
        under: str = "",
        seed: int = 1,
        readings: int = 0,
    ) -> None:
        s = self.s = new(State)
        s.readings = readings
        s.seats = len(hands)
        s.key[0] = seed
        s.phase = Phase.CABINS
        s.first = first
        s.alive = (1 << len(hands)) - 1
        s.duel = s.boat = s.handled = s.direction = NONE
        s.look[:LOOKS] = s.posted[:SEATS] = s.side[:SEATS] = s.saw[:SEATS] = NONE
        s.supply = supply
        s.sailors = (1 << SAILORS) - 1
        s.pairs = SAILORS // COLOURS
        s.dealt = NONE
        self.lay_out(hands, sides, coins, gold)
        for at, pair in enumerate(pairs):
            for side in range(COLOURS):
                s.pair[at, side] = pair[side]
                s.sailors = int(s.sailors) & ~(1 << (pair[side] - 1))
        s.placed = len(pairs)
        for put in under.split():
            s.trail[int(s.under)] = kind(put)
            s.under += 1
        self.facts: list[tuple[int, Event, int, tuple[int, ...]]] = []
        self.news = blank_news()
        step = Step.MUTINY
        while step != Step.ASK:
            step = rules.go_on(s, step, self.news)
        self.hear()

    def lay_out(
        self,
        hands: tuple[str, ...],
        sides: tuple[Side | None, ...],
        coins: tuple[int, ...],
        gold: tuple[tuple[int, ...], ...],
    ) -> None:
        """What lies before each seat."""
        for seat, hand in enumerate(hands):
            for held in hand.split():
                self.s.hand[seat, kind(held)] += 1
            side = sides[seat]
            self.s.side[seat] = NONE if side is None else side
            self.s.coins[seat] = coins[seat]
            for value in gold[seat]:
                self.s.gold[seat, value - 1] += 1

    def hear(self) -> None:
        """Note the facts just told: audience, kind, seat, numbers."""
        for fact in self.news.fact[: self.news.told]:
            event = Event(int(fact[0]))
            numbers = tuple(int(one) for one in fact[3 : 3 + len(FIELDS[event][2])])
            self.facts.append((int(fact[1]), event, int(fact[2]), numbers))
        self.news.told = 0

    def act(self, seat: int, action: int) -> None:
        """A single legal action."""
        assert action in self.ids(seat)
        rules.apply(self.s, seat, action, self.news)
        self.hear()

    def lay(self, seat: int, laid: str) -> Mutiny:
        """A seat lays a card, or its mascot."""
        self.act(seat, codes.PLAY_MASCOT if laid == "m" else codes.PLAY + kind(laid))
        return self

    def round(self, *cards: str) -> Mutiny:
        """All that are asked lay a card, in the order of the seats; "-" stands for who is not asked."""
        asked = self.asked()
        assert [seat for seat, laid in enumerate(cards) if laid != "-"] == asked
        for seat in asked:
            self.lay(seat, cards[seat])
        return self

    def rob(self, seat: int, target: int) -> Mutiny:
        """A lone mascot robs a player of its own player's choice."""
        self.act(seat, codes.ROB + target)
        return self

    def duel(self, *rounds: str) -> Mutiny:
        """Rounds of a duel, "p1 g2 -" each, and mascots for all that are still in it."""
        for one in rounds:
            self.round(*one.split())
        return self.leave()

    def leave(self) -> Mutiny:
        """All that are still in the duel lay their mascots; one that has to choose robs the first it may."""
        before = int(self.s.duel)
        while self.s.duel == before and self.asked():
            seat = self.asked()[0]
            if self.s.phase == Phase.ROB:
                self.act(seat, self.ids(seat)[0])
            else:
                self.lay(seat, "m")
        return self

    def asked(self) -> list[int]:
        """The seats that may act."""
        acting = rules.to_act(self.s)
        return [seat for seat in range(int(self.s.seats)) if acting >> seat & 1]

    def ids(self, seat: int, viewer: int | None = None) -> list[int]:
        """The legal actions of a seat, as `viewer` sees them if one is given (NONE: a spectator)."""
        s = self.s if viewer is None else self.view(viewer)
        out = no_ids()
        return [int(one) for one in out[: rules.legal(s, seat, out)]]

    def legal(self, seat: int, viewer: int | None = None) -> str:
        """The cards that a seat may lay, or the seats that it may rob."""
        found = []
        for one in self.ids(seat, viewer):
            if one >= codes.PLAY:
                found.append("m" if one == codes.PLAY_MASCOT else card(one - codes.PLAY))
            else:
                found.append(str(one - codes.ROB))
        return " ".join(found)

    def view(self, viewer: int) -> State:
        """The record that a seat gets."""
        s = copy(self.s)
        blank(s, viewer)
        return s

    def hand(self, seat: int) -> str:
        """The cards of a hand."""
        return " ".join(card(at) for at in range(KINDS) for _ in range(int(self.s.hand[seat, at])))

    def coins(self) -> list[int]:
        """Everybody's coins."""
        return [int(one) for one in self.s.coins[: int(self.s.seats)]]

    def gold(self, seat: int) -> list[int]:
        """The values of a seat's gold cards."""
        return [at + 1 for at in range(GOLDS) for _ in range(int(self.s.gold[seat, at]))]

    def alive(self) -> list[int]:
        """Who can still win."""
        return [seat for seat in range(int(self.s.seats)) if int(self.s.alive) >> seat & 1]

    def fighting(self) -> list[int]:
        """Who is still in the present duel."""
        return [seat for seat in range(int(self.s.seats)) if int(self.s.fighting) >> seat & 1]

    def winners(self) -> list[int]:
        """Who has won."""
        mask = winners_mask(self.s)
        return [seat for seat in range(int(self.s.seats)) if mask >> seat & 1]

    def wins(self) -> list[int]:
        """Duels won by each side."""
        return [int(one) for one in self.s.wins]

    def strength(self) -> list[int]:
        """The combat cards of each side in this duel."""
        return [int(one) for one in self.s.strength]

    def pairs(self) -> list[tuple[int, int]]:
        """The sailors of all pairs."""
        return [(int(self.s.pair[at, 0]), int(self.s.pair[at, 1])) for at in range(PAIRS)]

    def told(self, *kinds: Event, to: int = ALL) -> list[tuple[int, ...]]:
        """Facts of these kinds so far that a seat (ALL: everybody) was told: the seat, and the numbers."""
        return [
            (seat, *numbers)
            for audience, event, seat, numbers in self.facts
            if event in kinds and audience == to
        ]

    def kinds(self) -> list[Event]:
        """The kinds of public facts so far, in order."""
        return [event for audience, event, _, _ in self.facts if audience == ALL]

    def forget(self) -> Mutiny:
        """Facts so far are of no interest."""
        self.facts.clear()
        return self
