"""Rules of thumb for Cartagena: what each legal action of a view seems to be worth, in coins."""

from __future__ import annotations

from quarterdeck.bots.thumb.cartagena.duels import Duel
from quarterdeck.bots.thumb.cartagena.goods import Goods
from quarterdeck.bots.thumb.cartagena.odds import best_door
from quarterdeck.bots.thumb.cartagena.outlook import WIN, Outlook
from quarterdeck.bots.thumb.cartagena.pirates import Pirates
from quarterdeck.bots.thumb.cartagena.sight import OTHER, Sight
from quarterdeck.kernel.spec import Json

__all__ = ["judge"]

# What a card is worth to the next rival, and how much of that it is worth to me to take it away, by players.
TO_RIVALS = {"valverde": 3.0, "crackpott": 2.6, "diaz": 2.4, "tembo": 1.8, "pang": 1.5, "chang-ye": 1.3}
TO_RIVAL = 1.6
DENIED = {2: 0.3, 3: 0.15, 4: 0.1}


def judge(view: Json) -> dict[str, float]:
    """Coins by action text, for every legal action of this view's JSON."""
    player = Player(Sight(view))
    worths: dict[str, float] = getattr(player, view["phase"])()
    return worths


class Player:
    """Answers the question of each phase; the methods are named after the phases."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.outlook = Outlook(sight)
        self.goods = Goods(sight, self.outlook)
        self.pirates = Pirates(sight, self.outlook, self.goods)

    def _legal(self, verb: str) -> list[str]:
        """What stands behind the verb in the legal actions that begin with it."""
        return [
            text.removeprefix(verb).strip() for text in self.sight.view["legal"] if text.split()[0] == verb
        ]

    def cabins(self) -> dict[str, float]:
        """CA-22 to CA-25: the best card that lies there, or what may be behind the next door."""
        view = self.sight.view
        worths = {f"take {pirate}": self._taking(pirate) for pirate in self._legal("take")}
        if "open" in view["legal"]:
            hidden = [pirate for pirate in view["face_down"] if pirate != "ghost"]
            ghost = 0.0 if "ghost" in view["face_down"] else None
            closed = sum(door["state"] == "closed" for door in view["row"])
            worths["open"] = best_door([self._taking(pirate) for pirate in hidden], ghost, closed)
        return worths

    def _taking(self, pirate: str) -> float:
        """What a card is worth to me, and a little for not leaving it to the next."""
        followers = sum(one["used"] is None for one in self.sight.seats) - 1
        denied = 0.0
        if followers > 0:
            rival = TO_RIVALS.get(pirate, TO_RIVAL)
            if pirate == "sate":
                rival = 2.0 + self.sight.view["sate_coins"]
            denied = DENIED[self.sight.players] * rival
        return self.pirates.worth(pirate) + denied

    def diaz(self) -> dict[str, float]:
        """CA-41: gold or combat."""
        goods, looking = self.goods, self.sight.view["looking"]
        return {
            "keep gold": goods.coin * looking["gold"],
            "keep combat": goods.card(looking["combat"][0], len(self.sight.hand)),
        }

    def tembo(self) -> dict[str, float]:
        """CA-43: the better card."""
        return {f"keep {card}": self.goods.force(card) for card in self._legal("keep")}

    def swap(self) -> dict[str, float]:
        """CA-44: away with what the pile is likely to better."""
        worths = {
            f"swap {card}": self.goods.any_force - self.goods.force(card) for card in self._legal("swap")
        }
        return {**worths, "done": 0.0}

    def trade(self) -> dict[str, float]:
        """CA-45: one trade at a time, with those in mind that may follow."""
        goods, held = self.goods, len(self.sight.hand)
        more = 3 - self.sight.view["trade"]["made"]
        worths = {"done": 0.0}
        for card in self._legal("sell"):
            worths[f"sell {card}"] = goods.coin - goods.card(card, held - 1)
        if "buy" in self.sight.view["legal"]:
            worths["buy"] = self.pirates.buying(more)
        return worths

    def pang(self) -> dict[str, float]:
        """CA-46."""
        return {"draw": self.goods.draw(), "coin": self.goods.coins(1)}

    def rob(self) -> dict[str, float]:
        """CA-47, CA-65: the richest."""
        return {f"rob {seat}": self.pirates.theft(int(seat)) for seat in self._legal("rob")}

    def side(self) -> dict[str, float]:
        """CA-49, CA-50: the side on which I am more likely to win."""
        return {f"side {side}": WIN * self.outlook.chance(side) for side in self._legal("side")}

    def spy(self) -> dict[str, float]:
        """CA-50: the conviction that matters most."""
        return {f"spy {seat}": self.pirates.spying(int(seat)) for seat in self._legal("spy")}

    def sailors(self) -> dict[str, float]:
        """CA-51: the stronger for my side."""
        return {f"higher {side}": self.outlook.lean[side] for side in self._legal("higher")}

    def inspect(self) -> dict[str, float]:
        """CA-51: the pair that may have to be turned."""
        pairs = {pair["letter"]: pair for pair in self.sight.view["sailors"]["pairs"]}
        return {
            f"inspect {letter}": self.pirates.inspection(pairs[letter]) for letter in self._legal("inspect")
        }

    def handle(self) -> dict[str, float]:
        """CA-51: turn it if it stands against me."""
        sailors = self.sight.view["sailors"]
        pair = next(pair for pair in sailors["pairs"] if pair["letter"] == sailors["inspected"])
        mine = self.outlook.best
        return {"swap": float(pair[OTHER[mine]] - pair[mine]), "keep": 0.0}

    def duel(self) -> dict[str, float]:
        """CA-62 to CA-68."""
        return Duel(self.sight, self.outlook).plans()
