"""A table of Cartagena laid out by hand, so that each test of a rule reads like an example from a rulebook.

It plays on the bare record: no view, no words, nothing but the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import pytest

from quarterdeck.games.cartagena import actions, rules
from quarterdeck.games.cartagena.cards import from_hand_of, gold_kind, under_kind
from quarterdeck.games.cartagena.events import FIELDS
from quarterdeck.games.cartagena.setup import setup
from quarterdeck.games.cartagena.state import (
    GOLDS,
    KINDS,
    NONE,
    ROW,
    USED_BY,
    Phase,
    Reading,
    Saw,
    Side,
    State,
    doors,
    row_pirate,
    row_user,
)
from quarterdeck.games.cartagena.supplies import combat_left, gold_left
from quarterdeck.games.cartagena.table import standard
from quarterdeck.games.cartagena.template import template
from quarterdeck.games.cartagena.voyage import random_pirate
from quarterdeck.kernel.record import copy
from quarterdeck.kernel.spec import FactFields
from tests.games.bare import BareMatch, at_random

PILES = ("combat", "gold", "coins")
# Values of `State.readings`.
SET_ASIDE = 1 << Reading.SATE_SET_ASIDE
AT_ONCE = 1 << Reading.MASCOT_IN_FIRST_ROUND
ALL_OPPONENTS = 1 << Reading.ALL_ARE_OPPONENTS
FORCED = 1 << Reading.NOTHING_DECLINED
SIDES = (*actions.SIDE_NAMES, "unknown")

every_size = pytest.mark.parametrize("players", [2, 3, 4])


def kinds(words: str) -> list[int]:
    """Combat cards as kinds: `kinds("pink 1, grey 3")`."""
    return [actions.CARD_NAMES.index(card.strip()) for card in words.split(",") if card.strip()]


def bag(words: str) -> Counter[str]:
    """Combat cards as a bag."""
    return Counter(actions.CARD_NAMES[kind] for kind in kinds(words))


class Match(BareMatch):
    """A match that remembers every fact it was told.

    It begins at the first turn of a round, the giver being seat 0. `hands` are combat cards a seat, "pink 1,
    grey 2"; `up` are pirates that lie face up and unused, `used` those behind doors whose cards are gone
    already, by the seats before. What is not said is as after the set-up, the giver and the row apart.
    """

    s: State
    verbs: ClassVar[Any] = rules
    texts: ClassVar[Any] = actions
    known: ClassVar[Mapping[Any, FactFields]] = FIELDS

    @staticmethod
    def value(name: str, number: int) -> int | str:
        if name == "pirate":
            return actions.PIRATE_NAMES[number]
        if name == "card":
            return actions.card_name(number)
        if name == "pile":
            return PILES[number]
        if name == "side":
            return SIDES[number]
        if name == "pair":
            return actions.PAIR_NAMES[number]
        return number

    def __init__(
        self,
        *hands: str,
        players: int = 0,
        up: str = "",
        used: str = "",
        seed: int = 1,
        components: Any = None,
        **fields: Any,
    ) -> None:
        super().__init__(template(players or len(hands) or 4, components or standard()))
        self.s.key[0], self.s.key[1] = seed, 7
        setup(self.s)
        self.s.giver = self.s.first = 0
        self.lay(up, used)
        for seat, hand in enumerate(hands):
            self.deal(seat, hand)
        for name, value in fields.items():
            getattr(self, f"set_{name}", lambda value, name=name: setattr(self.s, name, value))(value)

    # Laying out

    def lay(self, up: str, used: str = "") -> Match:
        """Open doors: first those whose pirates were used, one by each seat from the giver on."""
        s = self.s
        names = [*used.split(), *up.split()]
        for at in range(ROW):
            s.row[at] = actions.PIRATE_NAMES.index(names[at]) if at < len(names) else NONE
        s.opened = len(names)
        s.acted = len(used.split())
        for at in range(int(s.acted)):
            s.row[at] += USED_BY * (1 + (int(s.giver) + at) % int(s.seats))
        s.turn = (int(s.giver) + int(s.acted)) % int(s.seats)
        s.deck = sum(1 << at for at, name in enumerate(actions.PIRATE_NAMES) if name not in names)
        s.knocked = 0
        s.phase = Phase.CABINS
        return self

    def deal(self, seat: int, hand: str) -> None:
        """Give a seat this hand, of which nobody else knows anything; the pile is left as it is."""
        for kind in range(KINDS):
            self.s.hand[seat, kind] = kinds(hand).count(kind)
        for viewer in range(int(self.s.seats)):
            self.s.sure[viewer, seat] = 0
        self.s.start = int(self.s.start) & ~(3 << (2 * seat))

    def set_coins(self, coins: Sequence[int]) -> None:
        for seat, number in enumerate(coins):
            self.s.coins[seat] = number

    def set_pile(self, cards: str) -> None:
        """The shuffled part of the combat pile."""
        for kind in range(KINDS):
            self.s.pile[kind] = kinds(cards).count(kind)

    def set_under(self, cards: Iterable[tuple[int, str]]) -> None:
        """Cards below that part, each put there by a seat from its hand; the top one first."""
        for at, (seat, card) in enumerate(cards):
            self.s.trail[at] = from_hand_of(seat, kinds(card)[0])
            self.s.under = at + 1

    def set_gold_pile(self, values: Sequence[int]) -> None:
        for kind in range(GOLDS):
            self.s.gold_pile[kind] = values.count(kind + 1)

    def set_sides(self, sides: Sequence[Side | None]) -> None:
        for seat, side in enumerate(sides):
            self.s.side[seat] = NONE if side is None else side

    def set_boat(self, pirate: str) -> None:
        self.s.boat = actions.PIRATE_NAMES.index(pirate)
        self.s.deck = int(self.s.deck) & ~(1 << int(self.s.boat))

    def next_door(self, pirate: str) -> Match:
        """Make sure that this pirate is behind the next door."""
        wanted = actions.PIRATE_NAMES.index(pirate)
        for counter in range(3000):
            trial = copy(self.s)
            trial.counter = counter
            if random_pirate(trial) == wanted:
                self.s.counter = counter
                return self
        raise AssertionError(f"{pirate} can't be behind a door")

    # Looking

    @property
    def phase(self) -> Phase:
        return Phase(int(self.s.phase))

    def hand(self, seat: int) -> Counter[str]:
        """The combat cards of a hand."""
        return +Counter({actions.CARD_NAMES[kind]: int(self.s.hand[seat, kind]) for kind in range(KINDS)})

    def gold(self, seat: int) -> Counter[int]:
        """The gold cards of a seat, by value."""
        return +Counter({kind + 1: int(self.s.gold[seat, kind]) for kind in range(GOLDS)})

    @property
    def coins(self) -> list[int]:
        return [int(number) for number in self.s.coins[: int(self.s.seats)]]

    @property
    def under(self) -> list[str]:
        """The cards below the shuffled part of the combat pile, the top one first."""
        return [actions.CARD_NAMES[under_kind(entry)] for entry in self.s.trail[: int(self.s.under)]]

    @property
    def gold_under(self) -> list[int]:
        """The gold cards below the shuffled part of their pile, by value, the top one first."""
        return [gold_kind(entry) + 1 for entry in self.s.gold_trail[: int(self.s.gold_under)]]

    @property
    def row(self) -> list[tuple[str, int | None]]:
        """The opened doors: the pirate, and the seat that used it."""
        return [
            (actions.PIRATE_NAMES[row_pirate(entry)], None if row_user(entry) == NONE else row_user(entry))
            for entry in self.s.row[: int(self.s.opened)]
        ]

    @property
    def closed(self) -> int:
        return doors(self.s) - int(self.s.opened)

    @property
    def face_down(self) -> list[str]:
        """The pirates that lie face down, behind doors or on the pile."""
        return [name for at, name in enumerate(actions.PIRATE_NAMES) if (int(self.s.deck) >> at) & 1]

    @property
    def piles(self) -> tuple[int, int, int]:
        """Combat cards, gold cards and coins in supply."""
        return combat_left(self.s), gold_left(self.s), int(self.s.supply)

    def saw(self, viewer: int, owner: int) -> Saw | tuple[Saw, Side] | None:
        """What a seat remembers of another's conviction: fresh or stale, and the side."""
        code = int(self.s.saw[viewer, owner])
        return None if code == NONE else (Saw(code // 2 * 2), Side(code % 2))


def with_card(pirate: str, *hands: str, **fields: Any) -> Match:
    """Four players, the first to act; the card and another lie face up."""
    other = "bijoux" if pirate != "bijoux" else "ojo"
    return Match(*hands, players=4, up=f"{pirate} {other}", **fields)


def random_match(players: int, seed: int) -> Iterator[Match]:
    """A match that is played at random; the same one after each move, up to its end."""
    return at_random(Match(players=players, seed=seed), seed)
