"""Actions and events as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from quarterdeck.kernel.spec import GameSpec


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a game.

    `str(action)` is its text, which `Game.action` reads back; `id` is the kernel's number.
    """

    id: int
    text: str
    spec: GameSpec = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text

    def sentence(self, names: Sequence[str] = ()) -> str:
        """What the action does, in the language in use; `names` are those of the players, by seat."""
        return self.spec.action_sentence(self.text, names)


@dataclass(frozen=True, slots=True)
class Event:
    """One fact of what happened: `data` holds its values by name, `rule` the id of the rule it follows from.

    `seat` is the seat it is about, −1 for none; `audience` the one seat that may know it, None for everybody.
    """

    kind: str
    rule: str
    seat: int
    data: dict[str, int | str]
    audience: int | None
    spec: GameSpec = field(repr=False, compare=False)

    def sentence(self, names: Sequence[str], you: int | None = None) -> str:
        """One plain sentence in the language in use; `you` is the seat that reads it, if any."""
        return self.spec.event_sentence(self.kind, self.data, self.seat, names, you)
