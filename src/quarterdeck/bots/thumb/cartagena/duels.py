"""How to fight the duels (CA-62 to CA-68): win those that can be won, lose cheaply those that can't."""

from __future__ import annotations

from functools import cached_property
from math import sqrt

from quarterdeck.bots.thumb.cartagena.odds import duels_after, likely, race
from quarterdeck.bots.thumb.cartagena.outlook import WIN, Outlook
from quarterdeck.bots.thumb.cartagena.sight import CARDS, OTHER, Sight

# What a rival still adds in a round, by how many rounds there have been, and how far that strays.
ADDED = (1.5, 0.8, 0.7)
STRAYS = 1.3
# The variance that is left when nobody else can add anything.
CERTAIN = 0.02
# How far ahead I plan: so many further cards in the same duel.
FURTHER = 3
# What a card's point does in a later duel, as a part of that duel's chance.
POINT = 0.07


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
    def later(self) -> list[float]:
        """The chances of my side in the duels after this one."""
        return self.outlook.duels(self.side)[1:]

    @cached_property
    def stake(self) -> float:
        """How much more likely my side wins the mutiny with this duel than without."""
        return race(self.wins + 1, self.losses, self.later) - race(self.wins, self.losses + 1, self.later)

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

    def kept(self, cards: list[str]) -> float:
        """What it is worth to have these cards after this duel: for the first rounds, and to win with."""
        won = self.wins_with(0.0)
        lasting = force = 0.0
        for chance, wins, losses in (
            (won, self.wins + 1, self.losses),
            (1 - won, self.wins, self.losses + 1),
        ):
            lasting += chance * (1 - duels_after(wins, losses, self.later, len(cards)))
            force += chance * duels_after(wins, losses, self.later, 0)
        strength = sum(CARDS[card][1] for card in cards if CARDS[card][0] == self.side)
        alive = self.prize * self.outlook.prevails(self.side)
        return alive * lasting + POINT * self.prize * force * self._worth_of_later * min(strength, 12)

    @cached_property
    def _worth_of_later(self) -> float:
        """How much a later duel may change the mutiny."""
        return 0.4

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
        """To lay these cards, round by round, and then the mascot."""
        more = sum(CARDS[card][1] * (1 if CARDS[card][0] == self.side else -1) for card in cards)
        left = list(self.sight.hand)
        for card in cards:
            left.remove(card)
        return self.prize * self.stake * self.wins_with(more) + self.kept(left) + self.coin * pays
