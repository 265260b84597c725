"""The options of a game: what can be chosen when a match is set up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from quarterdeck.errors import GameError
from quarterdeck.i18n import _, short

__all__ = ["RESERVED", "Option"]

# What commands and environments call options of their own.
RESERVED: Final = frozenset((
    "all", "autoreset_mode", "bot", "bots", "copy", "csv", "game", "games", "help", "history", "hot_seat",
    "illegal", "jobs", "language", "level", "masks", "max_plies", "mine", "names", "num_envs", "opponents",
    "out", "plot", "ray", "render_mode", "resume", "save", "seat", "seating", "seed", "spectator", "table",
    "threads", "version",
))  # fmt: skip


@dataclass(frozen=True)
class Option:
    """An option of a game. Its name has small letters, digits and underscores, and is none of `RESERVED`.

    `choices` are its values; the first is the default. An option with the id of a `rule` is a house rule: its
    choices are the readings of a contested rule (`GameSpec.contested`).
    """

    name: str
    choices: tuple[str | int, ...]
    rule: str = ""

    def __post_init__(self) -> None:
        """Raises GameError for a name that commands can't use, and for choices that are no tuple of texts and
        whole numbers.
        """
        if not re.fullmatch("[a-z][a-z0-9_]*", self.name):
            sentence = _(
                "“{name}” can't be the name of an option: write small letters, digits and underscores."
            )
            raise GameError(sentence.format(name=short(self.name, str)))
        if self.name in RESERVED:
            sentence = _(
                "An option can't be called “{name}”: commands have an option of that name themselves."
            )
            raise GameError(sentence.format(name=self.name))
        given: object = self.choices
        if not (isinstance(given, tuple) and given and all(isinstance(one, str | int) for one in given)):
            sentence = _(
                "The choices of the option “{option}” are a tuple of texts or whole numbers, not {value}: "
                "write a single one with a comma, as in (2,)."
            )
            raise GameError(sentence.format(option=self.name, value=short(given)))
