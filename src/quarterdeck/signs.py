"""Which characters of a text that somebody wrote can be shown to others: those that are seen, and emoji.

What is not seen could make two names alike, turn the order of a line round, or work on a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from unicodedata import category

__all__ = ["legible", "shown"]

JOINER: Final = "\N{ZERO WIDTH JOINER}"
# They choose among the shapes of the character before them: many emoji have one, and some Chinese names.
SELECTORS: Final = "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
SKINS: Final = "".join(map(chr, range(0x1F3FB, 0x1F400)))
# Unicode counts these among letters, marks and symbols, and yet they are drawn as nothing.
BLANK: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# What has more than one shape: pictures, keys, signs such as ‼ and 〰, ideographs; and ℹ.
SHAPED: Final = ("So", "Sm", "Nd", "Po", "Pd", "Lo")
INFORMATION: Final = "\u2139"


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
