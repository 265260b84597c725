"""The section [size] of a component table: numbers that make a game smaller."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from quarterdeck.errors import TableFileError
from quarterdeck.i18n import _

# The name of the table of the tiny game: the whole game with a tree small enough to be searched completely.
TINY = "tiny"


@dataclass(frozen=True)
class Size:
    """The section [size]: the numbers of `players` that the table is for, and other `figures` by name.

    The usual number of players comes first. Without `players` the game's own numbers hold.
    """

    players: tuple[int, ...] = ()
    figures: tuple[tuple[str, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.players or self.figures)

    def figure(self, name: str, otherwise: int) -> int:
        """The figure of this name; `otherwise` if there is none."""
        return dict(self.figures).get(name, otherwise)

    def to_json(self) -> dict[str, Any]:
        """The section in a table's plain data; an empty mapping if the section is empty."""
        if not self:
            return {}
        players = {"players": list(self.players)} if self.players else {}
        return {"size": {**players, **dict(self.figures)}}


ORDINARY = Size()


def read_size(
    data: Mapping[str, Any],
    seats: range,
    figures: Mapping[str, range],
    wrong: Callable[..., TableFileError],
) -> Size:
    """The section [size] of a table's plain data, if it has one.

    `seats` are the numbers of players that fit into the game's record; `figures` are the other allowed keys
    with their ranges. `wrong(sentence, word, section="size")` makes an error at the section's line with that
    word: other sections may have keys of the same names.
    """
    section = data.get("size", {})
    if not isinstance(section, Mapping):
        raise wrong(_("{name} must be a section.").format(name="size"), "size")
    for key in section:
        if key != "players" and key not in figures:
            sentence = _("Unknown key {key}; here may stand {known}.")
            known = " ".join(("players", *figures))
            raise wrong(sentence.format(key=str(key)[:40], known=known), str(key), section="size")
    players = _players(section["players"], seats, wrong) if "players" in section else ()
    found = [(key, _figure(section[key], key, figures[key], wrong)) for key in figures if key in section]
    return Size(players, tuple(found))


def _players(value: object, seats: range, wrong: Callable[..., TableFileError]) -> tuple[int, ...]:
    numbers = tuple(value) if isinstance(value, Sequence) else ()
    if not numbers or not all(_among(one, seats) for one in numbers) or len(set(numbers)) < len(numbers):
        sentence = _("players needs a list of different numbers from {least} to {most}, the usual one first.")
        raise wrong(sentence.format(least=seats[0], most=seats[-1]), "players", section="size")
    return numbers


def _figure(value: object, key: str, allowed: range, wrong: Callable[..., TableFileError]) -> int:
    if _among(value, allowed):
        return value
    if allowed.step == 1:
        sentence = _("{what} must be a whole number from {least} to {most}.")
        raise wrong(sentence.format(what=key, least=allowed[0], most=allowed[-1]), key, section="size")
    known = ", ".join(map(str, allowed))
    raise wrong(_("{key} must be one of {known}.").format(key=key, known=known), key, section="size")


def _among(value: object, allowed: range) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value in allowed
