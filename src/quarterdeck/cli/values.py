"""Parsers of option values; each explains an invalid value in one sentence."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path

from quarterdeck.i18n import _, closest, languages

__all__ = ["language_tag", "nonempty", "number", "path", "seconds"]


def number(least: int, most: int) -> Callable[[str], int]:
    """A parser of whole numbers within bounds."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,10}", text) or not least <= int(text) <= most:
            sentence = _("“{text}” is no whole number from {least} to {most}.")
            raise argparse.ArgumentTypeError(sentence.format(text=text[:40], least=least, most=most))
        return int(text)

    return read


def seconds(text: str) -> float:
    """A parser of durations."""
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", text) or not float(text):
        sentence = _("“{text}” is no number of seconds above 0, such as 0.5 or 10.")
        raise argparse.ArgumentTypeError(sentence.format(text=text[:40]))
    return float(text)


def nonempty(text: str) -> str:
    """A parser of non-empty text."""
    if not text.strip():
        raise argparse.ArgumentTypeError(_("the value is empty: fill it in."))
    return text


def language_tag(text: str) -> str:
    """A parser of available languages, as tags such as ``de`` or ``de-AT``."""
    found = closest(text)
    if found is None:
        sentence = _("“{text}” is no language that Quarterdeck speaks; there is {languages}.")
        raise argparse.ArgumentTypeError(sentence.format(text=text[:40], languages=", ".join(languages())))
    return found


def path(text: str) -> Path:
    """A parser of paths that expands ~ even if the shell has not."""
    return Path(os.path.expanduser(nonempty(text)))
