"""Actions and events as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from quarterdeck.kernel.generic import capitalized
from quarterdeck.kernel.sentences import seat_name
from quarterdeck.kernel.spec import GameSpec


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a game.

    `str(action)` is its text, which `Game.action` parses; `id` is the kernel's number.
    """

    id: int
    text: str
    spec: GameSpec = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text

    def sentence(self, names: Sequence[str] = ()) -> str:
        """What the action does, in the language in use; `names` are the players' names, by seat."""
        return self.spec.action_sentence(self.text, names)


@dataclass(frozen=True, slots=True)
class Event:
    """A fact: something that happened.

    `data` has its values by name, `rule` is the id of the rule that it follows from. `seat` is the seat it is
    about, −1 for none; `audience` is the only seat that may know it, None for everybody.
    """

    kind: str
    rule: str
    seat: int
    data: dict[str, int | str]
    audience: int | None
    spec: GameSpec = field(repr=False, compare=False)

    def sentence(self, names: Sequence[str] = (), you: int | None = None) -> str:
        """One plain sentence in the language in use.

        `names` are the players' names, by seat; a player without one is called by the seat: “Seat 2 draws 1
        card.” `you` is the reader's seat, if any.
        """
        called = [seat_name(seat, names) for seat in range(self.spec.most_players)]
        told = self.spec.event_sentence(self.kind, self.data, self.seat, called, you)
        return told if names else capitalized(told)
