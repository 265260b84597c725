"""What combat cards, coins and gold cards are worth to me now, in coins."""

from __future__ import annotations

from functools import cached_property

from quarterdeck.bots.thumb.cartagena.outlook import Outlook
from quarterdeck.bots.thumb.cartagena.sight import CARDS, Sight, mean

# The worth of one more combat card by how many I have, whatever it shows: early, when there is time to get
# more, and at the end. With fewer than five a duel may come for which I have none (CA-66).
EARLY = (1.3, 1.3, 1.3, 1.2, 1.1, 0.7, 0.5, 0.35, 0.2)
LATE = (0.6, 0.8, 1.6, 2.2, 2.2, 0.6, 0.4, 0.2, 0.1)
# How many rounds before the end it is early.
SOON = 5.0


class Goods:
    """What things are worth."""

    def __init__(self, sight: Sight, outlook: Outlook) -> None:
        self.sight = sight
        self.coin = outlook.gold
        self._strengths = {side: share * outlook.strength(side) for side, share in outlook.lean.items()}

    @cached_property
    def gold_card(self) -> float:
        """The top gold card, unseen; 0 if there is none."""
        return self.coin * self.sight.gold_card if self.sight.supply["gold"] else 0.0

    def coins(self, number: float) -> float:
        """So many coins from the supply, as far as it goes."""
        return self.coin * min(number, self.sight.supply["coins"])

    def one_more(self, held: int) -> float:
        """Any combat card beside so many others."""
        early = min(1.0, self.sight.rounds_left / SOON)
        at = min(held, len(EARLY) - 1)
        return early * EARLY[at] + (1 - early) * LATE[at]

    def force(self, card: str) -> float:
        """What a combat card does in duels, beyond being one."""
        side, value = CARDS[card]
        return self._strengths[side] * value

    def card(self, card: str, held: int) -> float:
        """A combat card beside so many others."""
        return self.one_more(held) + self.force(card)

    @cached_property
    def forces(self) -> list[tuple[float, float]]:
        """What an unseen combat card does in duels, with the share of each kind."""
        return [(self.force(card), share) for card, share in self.sight.combat_cards]

    @cached_property
    def any_force(self) -> float:
        """What an unseen combat card does in duels on average."""
        return mean(self.forces)

    def draw(self, number: int = 1, held: int | None = None) -> float:
        """So many cards from the combat pile, as far as there are, beside so many (those in hand)."""
        have = len(self.sight.hand) if held is None else held
        drawn = min(number, self.sight.supply["combat"])
        return sum(self.one_more(have + at) + self.any_force for at in range(drawn))
