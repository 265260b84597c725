"""How to fight the duels (CA-62 to CA-68): win those that can be won, lose cheaply those that can't."""

from __future__ import annotations

from functools import cached_property
from math import sqrt

from quarterdeck.bots.thumb.cartagena.odds import likely, race
from quarterdeck.bots.thumb.cartagena.outlook import WIN, Outlook
from quarterdeck.bots.thumb.cartagena.sight import CARDS, OTHER, Sight

# What a rival still adds in a round, by how many rounds there have been, and how far that strays.
ADDED = (1.5, 0.8, 0.7)
STRAYS = 1.3
# The variance that is left when nobody else can add anything.
CERTAIN = 0.02
# How far ahead I plan: so many further cards in the same duel.
FURTHER = 3


class Duel:
    """The present duel, seen by somebody who has to lay a card or the mascot."""

    def __init__(self, sight: Sight, outlook: Outlook) -> None:
        self.sight = sight
        self.side: str = sight.mine["side"]
        self.outlook = outlook
        self.now = sight.view["duels"][-1]
        self.coin = outlook.gold
        self.wins = sight.view["wins"][self.side]
        self.losses = sight.view["wins"][OTHER[self.side]]
        # A win of the mutiny is worth as much as I am likely to be the richest then.
        self.prize = WIN * outlook.richest(self.side)

    @cached_property
    def lead(self) -> float:
        """How far my side is ahead: a tie goes to the stronger cards (CA-68)."""
        total, strength = self.now["total"], self.now["strength"]
        ahead = total[self.side] - total[OTHER[self.side]]
        cards = strength[self.side] - strength[OTHER[self.side]]
        return float(ahead + (0.5 if cards > 0 else -0.5 if cards < 0 else 0.0))

    @cached_property
    def _rivals(self) -> tuple[float, float]:
        """What the rivals in this duel will still add to my side, and the variance of that."""
        sight = self.sight
        added = ADDED[min(self.now["round"], len(ADDED)) - 1]
        expected = variance = 0.0
        for seat in sight.rivals:
            one = sight.seats[seat]
            if one["fighting"] and one["combat_count"]:
                sure = 2 * sight.on(self.side, seat) - 1
                expected += sure * added
                variance += STRAYS**2 + (1 - sure**2) * added**2
        return expected, variance

    def wins_with(self, more: float) -> float:
        """The chance to win this duel if I add so much."""
        expected, variance = self._rivals
        return likely(self.lead + more + expected, sqrt(CERTAIN + variance))

    def plans(self) -> dict[str, float]:
        """What each card, and the mascot where it is allowed, is worth."""
        worths: dict[str, float] = {}
        legal = self.sight.view["legal"]
        pays = 1.0 if self.now["round"] == 2 else 0.0
        for text in legal:
            if text == "mascot":
                worths[text] = self._plan([], pays)
                continue
            first = text.removeprefix("play ")
            worths[text] = max(self._plan(cards, self._pay_later(cards)) for cards in self._with(first))
        return worths

    def _pay_later(self, cards: list[str]) -> float:
        """CA-65: the mascot brings a coin in the second round only."""
        return 1.0 if self.now["round"] == 1 and len(cards) == 1 else 0.0

    def _with(self, first: str) -> list[list[str]]:
        """This card alone, and with further ones of my side's, the strongest first."""
        rest = list(self.sight.hand)
        rest.remove(first)
        own = sorted((card for card in rest if CARDS[card][0] == self.side), key=lambda card: -CARDS[card][1])
        return [[first, *own[:more]] for more in range(min(FURTHER, len(own)) + 1)]

    def _plan(self, cards: list[str], pays: float) -> float:
        """To lay these cards, round by round, and then the mascot; what is left is for the duels to come."""
        own = sum(CARDS[card][1] for card in cards if CARDS[card][0] == self.side)
        others = sum(CARDS[card][1] for card in cards) - own
        left = len(self.sight.hand) - len(cards)
        won = self.wins_with(own - others)
        later = self.outlook.duels(self.side, -own, later=1)
        mutiny = won * race(self.wins + 1, self.losses, later, left)
        mutiny += (1 - won) * race(self.wins, self.losses + 1, later, left)
        return self.prize * mutiny + self.coin * pays
