"""Which characters of a user's text can be shown to others: those that are visible, and emoji.

Invisible characters could make two names look alike, reverse the order of a line, or control a terminal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal
from unicodedata import bidirectional, category, normalize

__all__ = ["END", "ISOLATE", "alike", "bare", "isolated", "legible", "shown", "stacked"]

JOINER: Final = "\N{ZERO WIDTH JOINER}"
# Variation selectors choose the shape of the character before them, in many emoji and some Chinese names.
SELECTORS: Final = "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
SKINS: Final = "".join(map(chr, range(0x1F3FB, 0x1F400)))
# Unicode counts these among letters, marks and symbols, but they are drawn as blank space.
BLANK: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# The categories of characters that have several shapes: pictures, keys, signs such as ‼ and 〰, ideographs.
# Of the other characters only ℹ has.
SHAPED: Final = ("So", "Sm", "Nd", "Po", "Pd", "Lo")
INFORMATION: Final = "\u2139"
# Marks on one letter: Hebrew with all its points has four, Vietnamese two. More make towers that cover lines.
MOST_MARKS: Final = 4
MARKS: Final = ("Mn", "Me")
# NFKC replaces a letter of another style or size by the plain one. NFD keeps it, since it may look like yet
# another letter.
FORMS: Final[tuple[Literal["NFD", "NFKC"], ...]] = ("NFKC", "NFD")
# A text between these two can't change the order of the text around it (UAX 9).
ISOLATE: Final = "\u2068"
END: Final = "\u2069"
RIGHT_TO_LEFT: Final = ("R", "AL", "AN")


def legible(text: str) -> bool:
    """Whether every character of a text can be shown."""
    return all(fit for _letter, fit in shown(text))


def shown(text: str) -> Iterator[tuple[str, bool]]:
    """Each character of a text, and whether it can be shown where it stands."""
    for at, letter in enumerate(text):
        if letter == JOINER:
            joined = text[max(0, at - 3) : at].rstrip(SELECTORS).rstrip(SKINS)[-1:]
            fit = _has_category(joined, "So", "Sm") and _has_category(text[at + 1 : at + 2], "So", "Sm")
        elif letter in SELECTORS:
            shaped = text[max(0, at - 1) : at]
            fit = _has_category(shaped, *SHAPED) or shaped == INFORMATION
        else:
            fit = letter.isprintable() and letter not in BLANK
        yield letter, fit


def _has_category(letter: str, *categories: str) -> bool:
    """Whether this is a visible character, not "", of one of these categories."""
    return letter != "" and letter not in BLANK and category(letter) in categories


def stacked(text: str) -> bool:
    """Whether a text has more marks on a letter than languages have, one mark twice, or one on nothing."""
    marks = ""
    based = False
    for letter in normalize("NFD", text):
        if category(letter) not in MARKS:
            marks, based = "", not letter.isspace()
        elif not based or letter in marks or len(marks) >= MOST_MARKS:
            return True
        else:
            marks += letter
    return False


def alike(one: str, other: str) -> bool:
    """Whether two texts look alike: they have the same skeleton (UTS 39), as they are or in lower case."""
    return any(
        _skeleton(make(one), form) == _skeleton(make(other), form)
        for make in (str, str.casefold)
        for form in FORMS
    )


@lru_cache(1000)
def _skeleton(text: str, form: Literal["NFD", "NFKC"]) -> str:
    """The text without invisible characters, each other one replaced by the prototype of its look-alikes."""
    prototypes = _prototypes()
    seen = "".join(letter for letter in text if letter != JOINER and letter not in SELECTORS)
    letters = normalize("NFD", " ".join(normalize(form, seen).split()))
    return normalize("NFD", "".join(prototypes.get(letter, letter) for letter in letters))


@cache
def _prototypes() -> dict[str, str]:
    """The prototype of each character: the one that stands for all its look-alikes.

    The library's file lists for each prototype all its look-alikes, and for each of these its prototype.
    """
    # Importing the library would keep six megabytes more in memory than reading its file.
    file = files("confusable_homoglyphs") / "confusables.json"
    prototypes = {}
    for letter, homoglyphs in json.loads(file.read_bytes()).items():
        if len(letter) == 1 and len(homoglyphs) == 1:
            prototypes[letter] = homoglyphs[0]["c"]
    return prototypes


def isolated(text: str) -> str:
    """A text for the middle of a sentence. One that is written from right to left is put between ISOLATE and
    END, so that the words around it stay where they are.
    """
    if (
        text.isascii()
        or text.startswith(ISOLATE)
        or not any(bidirectional(letter) in RIGHT_TO_LEFT for letter in text)
    ):
        return text
    return f"{ISOLATE}{text}{END}"


def bare(text: str) -> str:
    """A text without what `isolated` has put around it."""
    return text.removeprefix(ISOLATE).removesuffix(END)
