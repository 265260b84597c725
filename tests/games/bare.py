"""A match on the bare record: no view, no words, nothing but the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from quarterdeck.kernel.batch import no_ids
from quarterdeck.kernel.events import ALL, blank_news, facts
from quarterdeck.kernel.spec import FactFields

M = TypeVar("M", bound="BareMatch")


class BareMatch:
    """A match that remembers every fact it was told. A game's own one sets `s`, its record."""

    # The modules with its rules, and with the texts of its actions.
    verbs: ClassVar[Any]
    texts: ClassVar[Any]
    known: ClassVar[Mapping[Any, FactFields]]  # what each kind of fact is

    def __init__(self, state: Any) -> None:
        self.s = state
        self.told_all: list[tuple[int, ...]] = []

    @staticmethod
    def value(_name: str, number: int) -> int | str:
        """A fact's number by its name, as the tests write it."""
        return number

    def play(self, *moves: str) -> Self:
        """Play moves one after the other, each written "SEAT ACTION"."""
        for move in moves:
            seat, action = int(move[0]), move[2:]
            assert action in self.legal(seat), (move, self.legal(seat))
            news = blank_news()
            self.verbs.apply(self.s, seat, self.texts.parse(action), news)
            self.hear(news)
        return self

    def hear(self, news: Any) -> None:
        """Remember what was told."""
        assert news.told < news.capacity
        self.told_all += [tuple(int(number) for number in fact) for fact in facts(news)]

    def legal(self, seat: int | None = None) -> list[str]:
        """The texts of the legal actions of a seat, or of whoever is to act."""
        if seat is None:
            (seat,) = self.to_act
        return self.legal_texts(self.s, seat)

    @classmethod
    def legal_texts(cls, state: Any, seat: int) -> list[str]:
        """The texts of the legal actions of a seat, in a whole or a blanked record."""
        ids = no_ids()
        number = cls.verbs.legal(state, seat, ids)
        found = [int(action) for action in ids[:number]]
        assert found == sorted(set(found))
        return [cls.texts.text(action) for action in found]

    @property
    def to_act(self) -> tuple[int, ...]:
        acting = self.verbs.to_act(self.s)
        return tuple(seat for seat in range(int(self.s.seats)) if (acting >> seat) & 1)

    def told(self, *kinds: str) -> list[tuple[Any, ...]]:
        """All facts of these kinds so far, as seat and values: `(1, "pang", 4)`; the seat is -1 for none."""
        return [self._named(fact) for fact in self.told_all if self.known[fact[0]][0] in kinds]

    def heard(self, seat: int, *kinds: str) -> list[tuple[Any, ...]]:
        """As `told`, of what this seat may know."""
        known = [fact for fact in self.told_all if fact[1] in (ALL, seat)]
        return [self._named(fact) for fact in known if self.known[fact[0]][0] in kinds]

    def kinds(self) -> list[str]:
        """The kinds of public facts so far, in order."""
        return [self.known[fact[0]][0] for fact in self.told_all if fact[1] == ALL]

    def rules_told(self, kind: str) -> set[str]:
        """The rules that facts of this kind cited."""
        cited = set()
        for fact in self.told_all:
            name, rule, fields = self.known[fact[0]]
            if name == kind:
                choices = rule.split("|")
                cited.add(choices[fact[2 + len(fields)]] if len(choices) > 1 else rule)
        return cited

    def _named(self, fact: tuple[int, ...]) -> tuple[Any, ...]:
        names = self.known[fact[0]][2]
        values = zip(names, fact[3:], strict=False)
        return (fact[2], *(self.value(name, number) for name, number in values))


def at_random(match: M, seed: int) -> Iterator[M]:
    """A match that is played at random; the same one after each move, up to its end."""
    chooser = np.random.default_rng(seed)
    yield match
    while match.to_act:
        seat = int(chooser.choice(match.to_act))
        match.play(f"{seat} {chooser.choice(match.legal(seat))}")
        yield match
