"""Readers of what stands on the command line after an option: each says in one sentence what is wrong."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path

from quarterdeck.i18n import _, closest, languages

__all__ = ["filled", "number", "path", "seconds", "tongue"]


def number(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers within bounds."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,10}", text) or not least <= int(text) <= most:
            sentence = _("“{text}” is no whole number from {least} to {most}.")
            raise argparse.ArgumentTypeError(sentence.format(text=text[:40], least=least, most=most))
        return int(text)

    return read


def seconds(text: str) -> float:
    """A reader of spans of time."""
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", text) or not float(text):
        sentence = _("“{text}” is no number of seconds above 0, such as 0.5 or 10.")
        raise argparse.ArgumentTypeError(sentence.format(text=text[:40]))
    return float(text)


def filled(text: str) -> str:
    """A reader of what may be anything but nothing."""
    if not text.strip():
        raise argparse.ArgumentTypeError(_("the value is empty: leave the option out or fill it in."))
    return text


def tongue(text: str) -> str:
    """A reader of languages that can be spoken, as tags such as ``de`` or ``de-AT``."""
    found = closest(text)
    if found is None:
        sentence = _("“{text}” is no language that Quarterdeck speaks; there is {languages}.")
        raise argparse.ArgumentTypeError(sentence.format(text=text[:40], languages=", ".join(languages())))
    return found


def path(text: str) -> Path:
    """A reader of paths, where ~ is the user's own folder even if no shell has said so."""
    return Path(os.path.expanduser(filled(text)))
