"""What the player sees, as the rules of thumb want it: from the JSON of a view and nothing else."""

from __future__ import annotations

from typing import Any

from quarterdeck.kernel.spec import Json

# The crew members in their order (MU-1); a number is a place in it.
CREW = ("deck-hand", "gunner", "cook", "pilot", "first-mate")
DECK_HAND, GUNNER, COOK, PILOT, FIRST_MATE = range(5)

# By crew member, what each seat's bribe comes to.
Bribes = list[list[int]]


class Sight:
    """A view's JSON (docs/json/mutiny.md), of a seat that is about to act."""

    def __init__(self, view: Json) -> None:
        self.view = view
        self.me: int = view["seat"]
        self.seats: list[dict[str, Any]] = view["seats"]
        self.mine = self.seats[self.me]
        self.players = len(self.seats)
        self.rivals = [seat for seat in range(self.players) if seat != self.me]
        self.needed: int = view["needed"]
        self.lookout: int = view["lookout"]
        self.courses: list[list[dict[str, Any]]] = [view["tile"]["north"], view["tile"]["south"]]

    def bribes(self) -> Bribes:
        """What lies on the crew members now, to be changed at will."""
        return [[one["total"] for one in crew["bribes"]] for crew in self.view["crew"]]

    def purse(self, seat: int) -> int:
        """MU-10: the tokens that a seat may bid."""
        return int(self.seats[seat]["doubloons"] + self.seats[seat]["rum"])

    def legal(self, verb: str) -> list[str]:
        """What stands behind the verb in the legal actions that begin with it."""
        return [text.removeprefix(verb).strip() for text in self.view["legal"] if text.split()[0] == verb]
