"""The lines of a match file.

A line is a keyword and its value. Lines are found by keyword, and errors name them by number.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from quarterdeck.errors import RecordError
from quarterdeck.i18n import _, short
from quarterdeck.kernel.spec import Json

KEYWORDS = {
    "game",
    "rules-version",
    "option",
    "table",
    "setup",
    "seat",
    "commitment",
    "move",
    "scores",
    "ended",
    "seed",
}
SEVERAL = {"option", "seat", "move"}
MOST_CHARACTERS = 1_000_000


class MatchText:
    """A match file cut into lines. Blank lines and lines that begin with `#` are comments."""

    def __init__(self, text: str, header: str) -> None:
        if not isinstance(text, str):
            sentence = _("A match file is read from its text, not from {value}.")
            raise RecordError(sentence.format(value=short(text)))
        if len(text) > MOST_CHARACTERS:
            raise RecordError(_("This file is too long for a match."))
        lines = text.split("\n")
        if lines[0].strip() != header:
            sentence = _("This is no match file of Quarterdeck: its first line would be “{header}”.")
            raise RecordError(sentence.format(header=header))
        self._lines: dict[str, list[tuple[int, str]]] = {}
        for number, line in enumerate(lines[1:], 2):
            if line.strip() == header:
                sentence = _(
                    "A second match begins here, and a match file has one: read this file by "
                    "quarterdeck.lab.data.load."
                )
                raise RecordError(sentence, number)
            if line.strip() and not line.startswith("#"):
                self._add_line(number, line.strip())

    def _add_line(self, number: int, line: str) -> None:
        keyword, _space, rest = line.partition(" ")
        if keyword not in KEYWORDS:
            sentence = _("“{word}” is not a line of a match file; lines begin with {known}.")
            raise RecordError(sentence.format(word=keyword[:20], known=", ".join(sorted(KEYWORDS))), number)
        rows = self._lines.setdefault(keyword, [])
        if rows and keyword not in SEVERAL:
            raise RecordError(
                _("A second line “{word}”; the first is line {line}.").format(word=keyword, line=rows[0][0]),
                number,
            )
        rows.append((number, rest.strip()))

    def optional(self, keyword: str) -> tuple[int, str] | None:
        """The line with this keyword, if there is one: its number and its value."""
        rows = self._lines.get(keyword)
        return rows[0] if rows else None

    def one(self, keyword: str) -> tuple[int, str]:
        """The line with this keyword. Raises RecordError if it is missing or empty."""
        found = self.optional(keyword)
        if found is None or not found[1]:
            raise RecordError(
                _("The line “{word} …” is missing; the file may be cut off.").format(word=keyword)
            )
        return found

    def pairs(self, keyword: str) -> Iterator[tuple[int, str, str]]:
        """Line number, name and value of all lines with this keyword."""
        seen = set()
        for number, rest in self._lines.get(keyword, []):
            words = rest.split(maxsplit=1)
            if len(words) != 2 or words[0] in seen:
                raise RecordError(
                    _("This line should name one {word} and its value, once.").format(word=keyword), number
                )
            seen.add(words[0])
            yield number, words[0], words[1]

    def json(self, keyword: str) -> Json | None:
        """The JSON object on the line with this keyword, if there is one."""
        found = self.optional(keyword)
        if found is None:
            return None
        try:
            data = json.loads(found[1])
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise RecordError(_("After “{word}” a JSON object is expected.").format(word=keyword), found[0])
        return data

    def names(self, players: int) -> list[str]:
        """The players' names, by seat."""
        names: dict[int, str] = {}
        for number, rest in self._lines.get("seat", []):
            seat, _space, name = rest.partition(" ")
            if seat != str(len(names)) or not name:
                raise RecordError(
                    _("Seats stand in order, each with a name: “seat {seat} NAME”.").format(seat=len(names)),
                    number,
                )
            names[len(names)] = name
        if len(names) != players:
            raise RecordError(
                _("{players} lines “seat …” are needed, not {count}.").format(
                    players=players, count=len(names)
                )
            )
        return list(names.values())

    def moves(self) -> Iterator[tuple[int, int, int, str]]:
        """Line number, ply (from 1), seat and action text of each move."""
        for number, rest in self._lines.get("move", []):
            ply, seat, action = [*rest.split(None, 2), "", "", ""][:3]
            if not (
                (ply + seat).isascii()
                and ply.isdecimal()
                and seat.isdecimal()
                and len(ply) < 7
                and len(seat) < 3
                and action
            ):
                raise RecordError(_("A move reads “move PLY SEAT ACTION”, “move 1 0 offer 2” say."), number)
            yield number, int(ply), int(seat), action
