"""Which characters of a text that somebody wrote can be shown to others: those that are seen, and emoji.

What is not seen could make two names alike, turn the order of a line round, or work on a terminal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal
from unicodedata import bidirectional, category, normalize

__all__ = ["END", "ISOLATE", "alike", "isolated", "legible", "shown", "stacked"]

JOINER: Final = "\N{ZERO WIDTH JOINER}"
# They choose among the shapes of the character before them: many emoji have one, and some Chinese names.
SELECTORS: Final = "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
SKINS: Final = "".join(map(chr, range(0x1F3FB, 0x1F400)))
# Unicode counts these among letters, marks and symbols, and yet they are drawn as nothing.
BLANK: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# What has more than one shape: pictures, keys, signs such as ‼ and 〰, ideographs; and ℹ.
SHAPED: Final = ("So", "Sm", "Nd", "Po", "Pd", "Lo")
INFORMATION: Final = "\u2139"
# Marks on one letter: Hebrew with all its points has four, Vietnamese two. More make towers that cover lines.
MOST_MARKS: Final = 4
MARKS: Final = ("Mn", "Me")
# NFKC takes a letter in another script or size for the plain one. Some look like yet another one, though.
FORMS: Final[tuple[Literal["NFD", "NFKC"], ...]] = ("NFKC", "NFD")
# They fence a text in, which then can't change the order of what stands around it (UAX 9).
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
            fit = _is(joined, "So", "Sm") and _is(text[at + 1 : at + 2], "So", "Sm")
        elif letter in SELECTORS:
            shaped = text[max(0, at - 1) : at]
            fit = _is(shaped, *SHAPED) or shaped == INFORMATION
        else:
            fit = letter.isprintable() and letter not in BLANK
        yield letter, fit


def _is(letter: str, *categories: str) -> bool:
    """Whether there is a character that is seen and of one of these categories."""
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
    """The text without what is not seen, and each character replaced by the one for all that look like it."""
    prototypes = _prototypes()
    seen = "".join(letter for letter in text if letter != JOINER and letter not in SELECTORS)
    letters = normalize("NFD", " ".join(normalize(form, seen).split()))
    return normalize("NFD", "".join(prototypes.get(letter, letter) for letter in letters))


@cache
def _prototypes() -> dict[str, str]:
    """By character, the text that stands for all that look like it.

    The library lists for each prototype all that look like it, and for each of these the prototype.
    """
    # Its file, not its module, which would keep six megabytes more in memory.
    file = files("confusable_homoglyphs") / "confusables.json"
    prototypes = {}
    for letter, homoglyphs in json.loads(file.read_bytes()).items():
        if len(letter) == 1 and len(homoglyphs) == 1:
            prototypes[letter] = homoglyphs[0]["c"]
    return prototypes


def isolated(text: str) -> str:
    """A text for the middle of a sentence: fenced in if it is written from right to left, so that the words
    around it stay where they are.
    """
    if (
        text.isascii()
        or text.startswith(ISOLATE)
        or not any(bidirectional(letter) in RIGHT_TO_LEFT for letter in text)
    ):
        return text
    return f"{ISOLATE}{text}{END}"
