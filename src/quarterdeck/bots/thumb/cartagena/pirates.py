"""What each pirate's action is worth to me now (CA-40 to CA-52)."""

from __future__ import annotations

from typing import Any

from quarterdeck.bots.thumb.cartagena.goods import Goods
from quarterdeck.bots.thumb.cartagena.outlook import WIN, Outlook
from quarterdeck.bots.thumb.cartagena.sight import OTHER, Sight, mean

# What a turn usually brings, and how likely a round passes in which I am not offered a side.
A_TURN, MISSED = 2.2, 0.5
# What it is worth to know who stands where, and to know a rival's side.
KNOW_PAIR, KNOW_SIDE = 0.5, 0.5
# To seem to change sides, for each rival who knows mine.
BLUFF = 0.15
# The richer the victim, the better the theft.
ENVY = 0.05
# How much of a pair's difference counts: a duel may be won by too much.
USEFUL = 0.75


class Pirates:
    """The worth of the pirates, each by name: `worth("sate")`."""

    def __init__(self, sight: Sight, outlook: Outlook, goods: Goods) -> None:
        self.sight = sight
        self.outlook = outlook
        self.goods = goods

    def worth(self, pirate: str) -> float:
        """What it is worth to use this pirate's card."""
        goods, sight = self.goods, self.sight
        match pirate:
            case "valverde":
                return goods.gold_card + goods.coins(1)
            case "diaz":
                return self._diaz()
            case "crackpott":
                return goods.draw(2)
            case "tembo":
                return self._tembo()
            case "wessel-jan":
                return sum(max(0.0, gain) for gain in self.swaps()[:3])
            case "nero":
                return max(self.selling(3), self.buying(3), 0.0)
            case "pang":
                return max(goods.draw(), goods.coins(1))
            case "chang-ye":
                return max((self.theft(seat) for seat in sight.rivals), default=0.0)
            case "sate":
                return goods.coins(1) + goods.coin * int(sight.view["sate_coins"])
            case "bijoux":
                return self.conviction() if sight.side is None else max(0.0, self.change())
            case "ojo":
                if sight.side is None:
                    return self.conviction()
                return max((self.spying(seat) for seat in sight.rivals), default=0.0)
            case "cambivalute":
                return self._sailors()
        return 0.0

    def _diaz(self) -> float:
        """CA-41: the better of two cards."""
        goods, supply = self.goods, self.sight.supply
        held = len(self.sight.hand)
        if not supply["gold"] or not supply["combat"]:
            return goods.gold_card + goods.draw()
        unseen = self.sight.view["unseen"]["gold"] or {"2": 1}
        more = goods.one_more(held)
        return mean(
            (max(goods.coin * int(value), more + force), count * share)
            for value, count in unseen.items()
            for force, share in goods.forces
        )

    def _tembo(self) -> float:
        """CA-43: the better of two combat cards."""
        goods = self.goods
        if self.sight.supply["combat"] < 2:
            return goods.draw()
        better = mean((max(a, b), p * q) for a, p in goods.forces for b, q in goods.forces)
        return goods.one_more(len(self.sight.hand)) + better

    def swaps(self) -> list[float]:
        """CA-44: what it brings to swap each of my cards for one from the pile, the best first."""
        forces = [self.goods.force(card) for card in self.sight.hand]
        return [self.goods.any_force - force for force in sorted(forces)]

    def selling(self, number: int) -> float:
        """CA-45: what it brings to sell up to so many cards, the least useful first."""
        gain = best = 0.0
        held = len(self.sight.hand)
        for at, force in enumerate(sorted(map(self.goods.force, self.sight.hand))[:number]):
            if at >= self.sight.supply["coins"]:
                break
            gain += self.goods.coin - force - self.goods.one_more(held - at - 1)
            best = max(best, gain)
        return best

    def buying(self, number: int) -> float:
        """CA-45: what it brings to buy up to so many cards."""
        gain = best = 0.0
        held = len(self.sight.hand)
        for at in range(min(number, self.sight.mine["coins"], self.sight.supply["combat"])):
            gain += self.goods.one_more(held + at) + self.goods.any_force - self.goods.coin
            best = max(best, gain)
        return best

    def theft(self, seat: int) -> float:
        """CA-47: a coin of somebody's; a rival on my side misses it as much as I gain."""
        if not self.sight.seats[seat]["coins"]:
            return 0.0
        allied = self.sight.on(self.outlook.best, seat)
        return self.goods.coin * (1 + 0.5 * allied + ENVY * self.sight.wealth(seat))

    def conviction(self) -> float:
        """CA-49: to place a conviction takes a turn some time; the later it is, the greater the danger."""
        late = float(MISSED ** max(0.0, self.sight.rounds_left))
        return A_TURN + WIN * self.outlook.chance(self.outlook.best) * late

    def change(self) -> float:
        """CA-49: what it brings to change sides; if nothing, to seem to."""
        mine = self.outlook.best
        better = self.outlook.chance(OTHER[mine]) - self.outlook.chance(mine)
        known: int = sum(
            one["seat"] == self.sight.me and one["fresh"]
            for seat in self.sight.rivals
            for one in self.sight.seats[seat]["saw"]
        )
        return float(max(WIN * better, BLUFF * known))

    def spying(self, seat: int) -> float:
        """CA-50: to know what I don't; of the rich above all."""
        if self.sight.seats[seat]["side"] != "unknown":
            return 0.0
        doubt: float = 4 * self.sight.beliefs[seat] * (1 - self.sight.beliefs[seat])
        return KNOW_SIDE * doubt * (1 + ENVY * self.sight.wealth(seat))

    def standing(self, difference: float) -> float:
        """What it is worth that my sailor in a duel is so much stronger, as sure as I am of my side."""
        lean = self.outlook.lean
        return (
            USEFUL
            * difference
            * abs(lean["valverde"] - lean["diaz"])
            * self.outlook.strength(self.outlook.best)
        )

    def _sailors(self) -> float:
        """CA-51: the stronger of two for my side."""
        if self.sight.view["sailors"]["placed"] == len(self.sight.view["sailors"]["pairs"]):
            return max(self.inspection(pair) for pair in self.sight.view["sailors"]["pairs"])
        return KNOW_PAIR + self.standing(self._gap)

    @property
    def _gap(self) -> float:
        """By how much two sailors that I can't place differ on average."""
        unseen = self.sight.view["sailors"]["unseen"]
        return mean((abs(a - b), 1.0) for a in unseen for b in unseen if a != b)

    def inspection(self, pair: dict[str, Any]) -> float:
        """CA-51: to look at a pair and to turn it round if it stands against me."""
        mine = self.outlook.best
        if pair[mine] is not None:
            return self.standing(2 * max(0, pair[OTHER[mine]] - pair[mine]))
        gap = self._gap if pair["values"] is None else pair["values"][1] - pair["values"][0]
        # As likely as not it has to be turned, which counts twice.
        return KNOW_PAIR + self.standing(gap)
