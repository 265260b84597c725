"""A table of Mutiny! laid out by hand, so that each test of a rule reads like an example from a rulebook.

It plays on the bare record: no view, no words, nothing but the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import pytest

from quarterdeck.games.mutiny import actions, rules
from quarterdeck.games.mutiny.bank import doubloons_in_play
from quarterdeck.games.mutiny.codes import way_end, way_start
from quarterdeck.games.mutiny.events import FIELDS
from quarterdeck.games.mutiny.knowledge import blank
from quarterdeck.games.mutiny.setup import setup
from quarterdeck.games.mutiny.state import NONE, Phase, Rank, Reading, State, pack_effect
from quarterdeck.games.mutiny.steps import Step
from quarterdeck.games.mutiny.table import RESOURCE_NAMES, standard
from quarterdeck.games.mutiny.template import template
from quarterdeck.kernel.events import blank_news
from quarterdeck.kernel.record import copy
from quarterdeck.kernel.spec import FactFields
from tests.games.bare import BareMatch, at_random

CREW = actions.CREW_NAMES

CLOSED_OFFERS = 1 << Reading.CLOSED_OFFERS
VERSION_1 = CLOSED_OFFERS | 1 << Reading.ONE_PAYMENT

every_size = pytest.mark.parametrize("players", [2, 3, 4, 5])


def tokens(words: str) -> tuple[int, int]:
    """Doubloons and rum: `tokens("2d 1r")`."""
    number = {"d": 0, "r": 0}
    for word in words.split():
        number[word[-1]] += int(word[:-1])
    return number["d"], number["r"]


def as_words(doubloons: int, rum: int) -> str:
    """The way back."""
    return " ".join(f"{number}{kind}" for number, kind in ((doubloons, "d"), (rum, "r")) if number)


class Match(BareMatch):
    """A match that remembers every fact it was told.

    It begins with the first bids, the lookout being seat 0. `on` are tokens on crew members, a seat each
    ("2d 1r"), taken from the 8 doubloons and 3 rum that a seat starts with, unless `unplayed` says what it
    has left. `north` and `south` are effects of the tile that lies face up, "gunner cutlass 1, cook rum -2".
    """

    s: State
    verbs: ClassVar[Any] = rules
    texts: ClassVar[Any] = actions
    known: ClassVar[Mapping[Any, FactFields]] = FIELDS

    @staticmethod
    def value(name: str, number: int) -> int | str:
        if name == "way":
            return f"{CREW[way_start(number)]} to {CREW[way_end(number)]}"
        if name == "seats":
            return " ".join(str(seat) for seat in range(5) if (number >> seat) & 1)
        if name == "place" and number == NONE:
            return "unplayed"
        named: dict[str, Sequence[str]] = {
            "crew": CREW,
            "place": CREW,
            "resource": RESOURCE_NAMES,
            "rank": [rank.name.lower() for rank in Rank],
            "destination": actions.DESTINATION_NAMES,
            "token": actions.TOKEN_NAMES,
        }
        return named[name][number] if name in named else number

    def __init__(
        self,
        players: int = 3,
        *,
        on: Mapping[str, Sequence[str]] | None = None,
        unplayed: Sequence[str] | None = None,
        cutlasses: Sequence[int] = (),
        north: str | None = None,
        south: str | None = None,
        seed: int = 1,
        components: Any = None,
        **fields: int,
    ) -> None:
        super().__init__(template(players, components or standard()))
        self.s.key[0], self.s.key[1] = seed, 7
        setup(self.s)
        self.s.lookout = 0
        self.lay(on or {}, unplayed)
        for seat, number in enumerate(cutlasses):
            self.s.cutlasses[seat] = number
        for destination, effects in enumerate((north, south)):
            if effects is not None:
                self.print(destination, effects)
        for name, value in fields.items():
            setattr(self.s, name, value)

    # Laying out

    def lay(self, on: Mapping[str, Sequence[str]], unplayed: Sequence[str] | None) -> None:
        s = self.s
        all_rum = self.all_rum
        for name, bribes in on.items():
            for seat, words in enumerate(bribes):
                doubloons, rum = tokens(words)
                s.doubloons_on[CREW.index(name), seat] = doubloons
                s.rum_on[CREW.index(name), seat] = rum
        for seat in range(int(s.seats)):
            if unplayed is None:
                s.doubloons[seat] = 8 - s.doubloons_on[:, seat].sum()
                s.rum[seat] = 3 - s.rum_on[:, seat].sum()
                assert min(s.doubloons[seat], s.rum[seat]) >= 0
            else:
                s.doubloons[seat], s.rum[seat] = tokens(unplayed[seat])
        s.bank = all_rum - s.rum.sum() - s.rum_on.sum()

    def print(self, destination: int, effects: str) -> None:
        """Put effects on the tile that lies face up."""
        s = self.s
        s.effect[destination] = 0
        for at, effect in enumerate(effects.split(",")):
            crew, resource, amount = effect.split()
            code = pack_effect(CREW.index(crew), RESOURCE_NAMES.index(resource), int(amount))
            s.effect[destination, at] = code

    # Playing

    def go(self, step: Step) -> Match:
        """Carry out what needs no decision, from this step on."""
        news = blank_news()
        while step != Step.ASK:
            step = rules.go_on(self.s, step, news)
        self.hear(news)
        return self

    def bid(self, *bids: str) -> Match:
        """A round of bids, "2d 1r", of all seats in their order; a seat that isn't asked has "-"."""
        for seat, words in enumerate(bids):
            if words != "-":
                doubloons, rum = tokens(words)
                self.play(f"{seat} bid {doubloons} {rum}")
        return self

    # Looking

    @property
    def phase(self) -> Phase:
        return Phase(int(self.s.phase))

    def unplayed(self, seat: int) -> str:
        return as_words(int(self.s.doubloons[seat]), int(self.s.rum[seat]))

    def on(self, crew: str) -> list[str]:
        """The bribes on a crew member, seat by seat."""
        at = CREW.index(crew)
        return [
            as_words(int(self.s.doubloons_on[at, seat]), int(self.s.rum_on[at, seat]))
            for seat in range(int(self.s.seats))
        ]

    @property
    def cutlasses(self) -> list[int]:
        return [int(number) for number in self.s.cutlasses[: int(self.s.seats)]]

    @property
    def rum(self) -> list[int]:
        """Unplayed rum."""
        return [int(number) for number in self.s.rum[: int(self.s.seats)]]

    @property
    def all_rum(self) -> int:
        """All rum there is."""
        return int(self.s.bank + self.s.rum.sum() + self.s.rum_on.sum())

    @property
    def doubloons(self) -> list[int]:
        """All doubloons of each seat, unplayed and on crew members."""
        return [doubloons_in_play(self.s, seat) for seat in range(int(self.s.seats))]

    def view(self, seat: int) -> State:
        """The record as a seat knows it."""
        blanked = copy(self.s)
        blank(blanked, seat)
        return blanked


def resolve(crew: str, *bribes: str, **fields: Any) -> Match:
    """A crew member with these bribes is resolved, and all after it; on the others lies nothing."""
    on = {crew: bribes, **fields.pop("on", {})}
    return Match(len(bribes), on=on, crew=CREW.index(crew), **fields).go(Step.RESOLVE)


def sail(destination: str, effects: str, on: Mapping[str, Sequence[str]], **fields: Any) -> Match:
    """Seat 0 has the highest bribe on the Pilot, and takes the ship where the tile has these effects."""
    players = max(len(bribes) for bribes in on.values())
    pilot = on.get("pilot") or ["2d", *[""] * (players - 1)]
    fields[destination] = effects
    match = Match(players, on={**on, "pilot": pilot}, crew=3, **fields)
    return match.go(Step.RESOLVE).play(f"0 {destination}")


def random_match(players: int, seed: int, readings: int = 0) -> Iterator[Match]:
    """A match that is played at random; the same one after each move, up to its end."""
    return at_random(Match(players=players, seed=seed, readings=readings), seed)
