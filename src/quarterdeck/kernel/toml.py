"""TOML files, read within limits: no small file takes long or needs much memory."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from quarterdeck.errors import TableFileError, system_words
from quarterdeck.i18n import _

__all__ = ["parse", "parse_table", "read_table", "read_text"]

# The longest in this repository has 3,600.
MOST_CHARACTERS: Final = 100_000
# On one line. For a key of n parts the parser needs time and memory in proportion to n²: 100,000 parts took
# 40 GB.
MOST_DOTS: Final = 100


def read_text(path: Path | str, encoding: str = "utf-8-sig") -> str:
    """The text of a TOML file, at most one character more than `parse` accepts.

    Raises OSError, UnicodeDecodeError, or ValueError for an impossible path.
    """
    with open(path, encoding=encoding) as file:
        return file.read(MOST_CHARACTERS + 1)


def parse(text: str) -> dict[str, Any]:
    """The content of a TOML text.

    Raises TOMLDecodeError, or another ValueError if it is too long, nested too deep, or has a number of
    thousands of digits.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"more than {MOST_CHARACTERS} characters")
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            raise ValueError(f"more than {MOST_DOTS} dots (at line {number})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def read_table(path: Path | str) -> tuple[Mapping[str, Any], str]:
    """The content of a component table's file, and its text.

    Raises TableFileError, which says in one sentence what is wrong, and where.
    """
    if path == "":
        raise TableFileError(_("The path of the table is empty: name its file."), "table")
    try:
        text = read_text(path)
    except UnicodeDecodeError:
        raise TableFileError(_("This table is not UTF-8 text."), path) from None
    except (OSError, ValueError) as error:
        raise TableFileError(
            _("This table can't be read ({reason}).").format(reason=system_words(error)), path
        ) from None
    return parse_table(text, path), text


def parse_table(text: str, path: Path | str) -> Mapping[str, Any]:
    """The content of a component table's text; errors cite `path`. Raises TableFileError."""
    if len(text) > MOST_CHARACTERS:
        sentence = _("This file is too long for a table: it has more than {most} characters.")
        raise TableFileError(sentence.format(most=MOST_CHARACTERS), path)
    try:
        return parse(text)
    except ValueError as error:
        found = re.search(r"line (\d+)", str(error))
        sentence = _("This is not valid TOML; compare it with the table that comes with the game.")
        raise TableFileError(sentence, path, int(found[1]) if found else None) from None
