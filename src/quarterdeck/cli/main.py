"""The command `quarterdeck`: runs the chosen command, and reports errors in one sentence."""

from __future__ import annotations

import argparse
import errno
import io
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pkgutil import resolve_name
from typing import cast

from quarterdeck.cli.parser import UsageError, parse
from quarterdeck.errors import QuarterdeckError, place_of, system_words
from quarterdeck.i18n import SOURCE_LANGUAGE, _, closest, use

# Exit codes: success, bad input, an invalid command line, and a bug of ours.
FINE, BAD, USAGE, FAULT = 0, 1, 2, 70

# Errors of an output that is full or closed; errors about our own files name the file instead.
_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)

# What the light distribution, quarterdeck-core, lacks: the server's rooms and database, and what its extra
# `cli` adds.
_SERVER = (
    "quarterdeck.settings",
    "quarterdeck.tables",
    "quarterdeck.web",
    "quarterdeck.workers",
    "sqlalchemy",
)
_TERMINAL = ("rich", "shtab")

# The function that runs each command. Its module is imported when it runs: the help and the terminal table
# need no web server.
_COMMANDS: dict[str | None, str] = {
    None: "quarterdeck.cli.serve:run",
    "play": "quarterdeck.cli.play:run",
    "replay": "quarterdeck.cli.replay:run",
    "analyse": "quarterdeck.cli.analyse:run",
    "verify": "quarterdeck.cli.reference:verify",
    "rules": "quarterdeck.cli.reference:rules",
    "table": "quarterdeck.cli.reference:table",
    "bots": "quarterdeck.cli.reference:bots",
    "balance": "quarterdeck.cli.balance:run",
    "arena": "quarterdeck.cli.arena:run",
    "evaluate": "quarterdeck.cli.evaluate:run",
    "selfplay": "quarterdeck.cli.selfplay:run",
    "puzzles": "quarterdeck.cli.puzzles:run",
    "backup": "quarterdeck.cli.backup:run_backup",
    "restore": "quarterdeck.cli.backup:run_restore",
    "export": "quarterdeck.cli.backup:run_export",
    "logbook": "quarterdeck.cli.logbook:run",
    "worker": "quarterdeck.cli.worker:run",
    "push-keys": "quarterdeck.cli.push:run",
    "completion": "quarterdeck.cli.completion:run",
}
# A signal that ends one of these lets it clean up first.
_ENDING = ("balance", "arena", "evaluate", "selfplay", "puzzles", "backup", "export")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (by default this process's); returns the exit code."""
    _open_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Characters that the terminal can't encode, and broken input, become "?".
            stream.reconfigure(errors="replace")
    words = list(sys.argv[1:] if arguments is None else arguments)
    with use(_language_of_messages(words, os.environ)):
        try:
            code = _run_command(words)
            sys.stdout.flush()
            return code
        except UsageError as error:
            return _report_problem(error, USAGE)
        except QuarterdeckError as error:
            return _report_problem(error, BAD)
        except KeyboardInterrupt as stop:
            return _end_interrupted(stop)
        except BrokenPipeError:
            _discard_output()  # the reader of our output has closed it
            return FINE
        except Exception as error:
            if isinstance(error, ModuleNotFoundError) and (sentence := _missing_part_sentence(error)):
                return _report_problem(sentence, BAD)
            if isinstance(error, OSError) and error.filename is None and error.errno in _UNWRITABLE:
                _discard_output()
                sentence = _("The output can't be written ({reason}).")
                return _report_problem(sentence.format(reason=system_words(error)), BAD)
            if os.environ.get("QUARTERDECK_DEBUG") == "1":
                raise
            return _report_problem(_fault_sentence(error), FAULT)


def _open_streams() -> None:
    """Reopen each standard stream that was closed before the process began: Python has None in its place."""
    # In the order of their descriptors, so that each gets its own number back and no other file takes it.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _run_command(arguments: list[str]) -> int:
    try:
        options = parse(arguments)
    except SystemExit as leaving:  # argparse exits this way after --help and --version
        return int(leaving.code or 0)
    run = cast(Callable[[argparse.Namespace], int], resolve_name(_COMMANDS[options.command]))
    if options.command not in _ENDING:
        return run(options)
    from quarterdeck.lab.interrupts import ending

    with ending():
        return run(options)


def _end_interrupted(stop: KeyboardInterrupt) -> int:
    """End the line; returns the exit code as a shell defines it, 128 plus the signal's number. Output errors
    are ignored.
    """
    with suppress(OSError):
        sys.stderr.write("\n")
    number: int = getattr(stop, "number", signal.SIGINT)
    return 128 + number


def _discard_output() -> None:
    """Discard the rest of the output, so that Python's final flush does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_problem(problem: object, code: int) -> int:
    """Write a sentence to the standard error stream; returns the exit code. Output errors are ignored."""
    try:
        sys.stdout.flush()
    except OSError:
        _discard_output()
    with suppress(OSError):
        sys.stderr.write(f"{problem}\n")
    return code


def _missing_part_sentence(error: ModuleNotFoundError) -> str:
    """What to install for a command that the light distribution lacks; "" if another module is missing."""
    name = error.name or ""
    if name.startswith(_SERVER):
        return _(
            "This needs the whole of Quarterdeck: “pip install quarterdeck” in place of quarterdeck-core."
        )
    if name.partition(".")[0] in _TERMINAL:
        return _("The commands need more: “pip install 'quarterdeck-core[cli]'”.")
    return ""


def _fault_sentence(error: Exception) -> str:
    """Where the bug occurred, without any values."""
    from quarterdeck.play.registry import fault_of_game

    if fault := fault_of_game(error):
        sentence = _(
            "The package of {game} has a fault ({place}): please report this line and your command to its "
            "author; QUARTERDECK_DEBUG=1 shows more, cards and seeds perhaps included."
        )
        place = f"{type(error).__name__}, {fault.function}, {fault.place}"
        return sentence.format(game=fault.title, place=place)
    place = f"{type(error).__name__}, {place_of(error)}"
    sentence = _(
        "Quarterdeck has a fault ({place}): please report this line and your command to its maintainers; "
        "QUARTERDECK_DEBUG=1 shows more, cards and seeds perhaps included."
    )
    return sentence.format(place=place)


def _language_of_messages(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language for help and option errors: from the option `--language` if it names one that there is, or
    else from the system's usual environment variables.
    """
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    for place, word in enumerate(options):
        option, equals, value = word.partition("=")
        if option == "--language":
            tag = value if equals else "".join(options[place + 1 : place + 2])
            if closest(tag):
                return tag
            break
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if tags := environment.get(name):
            candidates = (tag.split(".")[0] for tag in tags.split(":"))
            return next((tag for tag in candidates if closest(tag)), SOURCE_LANGUAGE)
    return SOURCE_LANGUAGE
