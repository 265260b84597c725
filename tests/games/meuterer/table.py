"""A table of Meuterer laid out by hand, so that each test of a rule reads like an example from a rulebook."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import quarterdeck
from quarterdeck import Event, Game, IllegalAction, Position

SECRET = frozenset({"chose", "drew_good", "gave_back_good"})

every_rule_set = pytest.mark.parametrize("rules", ["english", "french", "manual"])
by_island = pytest.mark.parametrize("rules", ["english", "french"])
with_shown_conflicts = pytest.mark.parametrize("rules", ["english", "manual"])
both_pirates = pytest.mark.parametrize("pirates", ["on", "double"])
both_sizes = pytest.mark.parametrize("players", [3, 4])


class Match:
    """A match that remembers every fact it was told.

    `hands` is one string of goods a seat ("wine wine grain"); further words go into the set-up. Moves are
    written "SEAT ACTION". `SEAT leave ROLE` leaves first, if the seat is still in.
    """

    def __init__(
        self,
        *hands: str,
        rules: str = "english",
        pirates: str = "off",
        seed: int = 1,
        table: Any = None,
        **setup: Any,
    ) -> None:
        self.game: Game = quarterdeck.game(
            "meuterer", players=len(hands), rules=rules, pirates=pirates, table=table
        )
        layout = {"hands": [hand.split() for hand in hands], **setup}
        self.position: Position = self.game.start(seed=seed, setup=layout)
        self.events: list[Event] = []
        self.round_no: int = self.json["round"]

    def play(self, *moves: str) -> Match:
        """Play moves one after the other."""
        for move in moves:
            seat, action = int(move[0]), move[2:]
            if action.startswith("leave ") and not self.seat(seat)["left"]:
                self._play(seat, "leave")
            self._play(seat, action)
        return self

    def _play(self, seat: int, action: str) -> None:
        self.position = self.position.play(seat, action)
        self.events += self.position.events

    def goods(self, *plans: str, offer: int = 0) -> Match:
        """Phases 1 and 2: what each seat shows before it leaves, "wine wine / merchant".

        The Captain takes no role. The next phase, or the next decision in it, is what is left to do.
        """
        captain = self.json["captain"]
        queues = []
        for seat, plan in enumerate(plans):
            shown, _, role = plan.partition("/")
            last = ["leave"] if seat == captain else ["leave", f"leave {role.strip()}"]
            queues.append([f"show {good}" for good in shown.split()] + last)
        if self.json["phase"] == "offer":
            self._play(captain, f"offer {offer}")
        while any(queues):
            (seat,) = self.position.to_act
            self._play(seat, queues[seat].pop(0))
        return self

    def fight(self, *numbers: int) -> Match:
        """Phase 4: the conflict cards that are played, in the order in which players are asked."""
        for number in numbers:
            (seat,) = self.position.to_act
            self._play(seat, f"conflict {number}")
        return self

    def pass_on(self) -> Match:
        """Play whatever is asked up to the next round: no conflict, the first sale, any card back."""
        while self.json["round"] == self.round_no and not self.position.over:
            (seat,) = self.position.to_act
            self._play(seat, str(self.position.legal()[0]))
        self.round_no += 1
        return self

    @property
    def json(self) -> dict[str, Any]:
        """The whole position as plain data."""
        return self.position.to_json()

    def seat(self, seat: int) -> dict[str, Any]:
        """What lies before a seat."""
        found: dict[str, Any] = self.json["seats"][seat]
        return found

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat knows, as plain data."""
        return self.position.view(seat).to_json()

    def hand(self, seat: int) -> Counter[str]:
        """The cards of a hand."""
        return Counter(self.seat(seat)["hand"])

    def legal(self, seat: int | None = None) -> list[str]:
        """The texts of the legal actions of a seat, or of whoever is to act."""
        return [str(action) for action in self.position.legal(seat)]

    def told(self, *kinds: str) -> list[tuple[Any, ...]]:
        """All facts of these kinds so far, as seat and values: `(1, "Hochland", 4, 3)`."""
        return [(one.seat, *one.data.values()) for one in self.events if one.kind in kinds]

    def rules_told(self, kind: str) -> set[str]:
        """The rules that facts of this kind cited."""
        return {one.rule for one in self.events if one.kind == kind}

    def kinds(self) -> list[str]:
        """The kinds of public facts so far, in order."""
        return [one.kind for one in self.events if one.kind not in SECRET]

    def refused(self, move: str) -> str:
        """Try an illegal move: nothing changes, and the rule that forbids it comes back."""
        before = self.position
        with pytest.raises(IllegalAction) as caught:
            before.play(int(move[0]), move[2:])
        assert self.position == before
        assert f"({caught.value.rule})." in str(caught.value)
        return caught.value.rule


def cards(words: str) -> Counter[str]:
    """Goods as a bag: `cards("wine wine grain")`."""
    return Counter(words.split())


DECK = cards("ruby " * 4 + "salt " * 5 + "wine " * 6 + "cloth " * 7 + "grain " * 8 + "conflict " * 6)


def with_pile(pile: str, *hands: str, **options: Any) -> Match:
    """A match whose draw pile holds just these cards; what is in no hand either lies in the discards."""
    rest = DECK - cards(pile)
    for hand in hands:
        rest -= cards(hand)
    return Match(*hands, discards=list(rest.elements()), **options)


def all_cards(match: Match) -> Counter[str]:
    """Every card of the match, wherever it lies, counted from the open position."""
    body = match.json
    bag: Counter[str] = Counter()
    for one in body["seats"]:
        bag.update(one["hand"])
        bag.update(one["shown"])
        bag["conflict"] += one["conflicts_played"]
    bag.update(body["discards"]["known"])
    bag.update(body["unseen"])
    bag.update(one["good"] for one in body["given_back"] if one["where"] in ("draw-pile", "discards"))
    return +bag
