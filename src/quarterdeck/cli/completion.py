"""`quarterdeck completion`: a shell completion script, generated from the parser."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Final

import shtab

from quarterdeck.bots import BOTS
from quarterdeck.cli.parser import build
from quarterdeck.cli.values import language_tag
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, languages
from quarterdeck.lab.arena.seating import SEATINGS
from quarterdeck.play import GAMES

__all__ = ["SHELLS", "run", "script"]

SHELLS: Final = ("bash", "zsh", "fish")


def run(options: argparse.Namespace) -> int:
    """Print the script for a shell; returns the exit code. Raises QuarterdeckError."""
    sys.stdout.write(script(options.shell))
    return 0


def script(shell: str) -> str:
    """The completion script for this shell: commands, options and their values. Raises QuarterdeckError."""
    if shell not in SHELLS:
        sentence = _("There is no completion for “{shell}”; there is {shells}.")
        raise QuarterdeckError(sentence.format(shell=shell[:40], shells=", ".join(SHELLS)))
    parser = build()
    for command_parser in _parsers(parser):
        for action in command_parser._actions:
            _set_choices(action)
    return shtab.complete(parser, shell).rstrip("\n") + "\n"


def _parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and its commands' parsers."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command_parser in action.choices.values():
                yield from _parsers(command_parser)


def _set_choices(action: Any) -> None:
    """Set an argument's choices for completion. The real parser does not set them, because it has better
    error messages.
    """
    # An argument that reads numbers may be called like a game's option.
    values = list(_values_by_argument().get(action.dest, ())) if action.type in (None, language_tag) else []
    if values:
        # The scripts quote nothing, and some of an option's values would look like all of them.
        action.choices = None if any(" " in value for value in values) else values
    elif action.metavar == "DIR":
        action.complete = shtab.DIRECTORY
    elif action.metavar is not None and "FILE" in action.metavar:
        action.complete = shtab.FILE


def _values_by_argument() -> dict[str, Iterable[str]]:
    """The known values of arguments, by destination."""
    chosen: dict[str, dict[str, None]] = {}
    for spec in GAMES.values():
        for option in spec.options:
            chosen.setdefault(option.name, {}).update(dict.fromkeys(map(str, option.choices)))
    return chosen | {
        "game": GAMES,
        "subject": [*GAMES, "check"],
        "bot": BOTS,
        "bots": BOTS,
        "language": languages(),
        "puzzles": [*GAMES, "mine"],
        "seating": SEATINGS,
        "shell": SHELLS,
    }
