"""The argparse parser of `quarterdeck`; docs/cli.md describes each option."""

from __future__ import annotations

import argparse
import re
import sys
from typing import Any, NoReturn

import quarterdeck
from quarterdeck.cli.commands import COMMANDS
from quarterdeck.cli.options import common, server_data
from quarterdeck.cli.values import nonempty, number
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, ngettext

# The same values as in `quarterdeck.settings`, which is not imported to keep the help fast.
PORT = 8754

# Commands on a server's data, and the server options that locate it.
WHERE = ("data", "database", "config")
# Which of a server's options its other commands take, too.
SHARED = {**dict.fromkeys(("backup", "restore", "export", "logbook"), WHERE), "worker": ("config",)}


class UsageError(QuarterdeckError):
    """An invalid command line."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises a UsageError with one clear sentence. Words may follow options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, exit_on_error=False, **settings)
        self.formatter_class = Formatter

    def parse_known_args(self, *given: Any, **settings: Any) -> Any:
        found, unknown = super().parse_known_args(*given, **settings)
        last = next((action for action in reversed(self._actions) if not action.option_strings), None)
        if not unknown or last is None or any(word.startswith("-") for word in unknown):
            return found, unknown
        # argparse leaves over the words after an option: they belong to the last argument if that has room.
        value = getattr(found, last.dest)
        if last.nargs == "*":
            setattr(found, last.dest, [*value, *unknown])
            return found, []
        if last.nargs == "?" and value is None:
            setattr(found, last.dest, unknown[0])
            return found, unknown[1:]
        return found, unknown

    def print_help(self, file: Any = None) -> None:
        """Print the help. Raises OSError if it can't be written, which argparse would keep to itself."""
        (file or sys.stdout).write(self.format_help())

    def _print_message(self, message: str, file: Any = None) -> None:
        # As `print_help`, for `--version`.
        if message:
            (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        missing = re.search(r"required: (.*)$", message)
        if missing:
            several = len(missing[1].split(", "))
            sentence = ngettext(
                "{missing} is missing: see “{command} --help”.",
                "{missing} are missing: see “{command} --help”.",
                several,
            )
            raise UsageError(sentence.format(missing=missing[1], command=self.prog))
        raise UsageError(_("{problem}: see “{command} --help”.").format(problem=message, command=self.prog))


class Formatter(argparse.HelpFormatter):
    """A help formatter that also translates the headings."""

    def __init__(self, prog: str, **settings: Any) -> None:
        super().__init__(prog, max_help_position=30, **settings)

    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, _("Usage: ") if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        # argparse adds the colon; the text before it is translated.
        super().start_section(heading and _("{heading}:").format(heading=heading).removesuffix(":"))


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options of a command line. Raises UsageError; SystemExit(0) after `--help` and `--version`."""
    parser = build()
    found: argparse.Namespace
    try:
        found, unknown = parser.parse_known_args(arguments)
    except argparse.ArgumentError as error:
        # An invalid value is bad input, like a game that does not exist; everything else is a usage error.
        wrong_value = isinstance(error.__context__, argparse.ArgumentTypeError)
        raise (QuarterdeckError if wrong_value else UsageError)(_sentence_of(error, arguments)) from None
    if unknown:
        raise UsageError(_sentence_of_unknown(unknown, f"{parser.prog} {found.command or ''}".strip()))
    if found.command:
        shared = SHARED.get(found.command, ())
        for name in ("host", "port", "processes", *WHERE, "no_browser"):
            if name not in shared and getattr(found, name) is not None:
                sentence = _("“--{option}” belongs to the server, which is “quarterdeck” without a command.")
                raise UsageError(sentence.format(option=name.replace("_", "-")))
    return found


def _sentence_of_unknown(words: list[str], command: str) -> str:
    """What is wrong with the words that a command can't take."""
    options = [word for word in words if word.startswith("-")]
    if options:
        sentence = _("“{word}” is no option of this command: see “{command} --help”.")
    else:
        sentence = _("“{word}” is too much here: see “{command} --help”.")
    return sentence.format(word=(options or words)[0][:40], command=command)


def _sentence_of(error: argparse.ArgumentError, arguments: list[str]) -> str:
    """argparse's error in our own words."""
    option = (error.argument_name or "").split("/")[-1]
    if option == "COMMAND":
        word = next(word for word in arguments if repr(word) in error.message)
        sentence = _("There is no command “{word}”; there is {commands}.")
        return sentence.format(word=word[:40], commands=", ".join(COMMANDS))
    if error.message.startswith("expected"):
        return _("“{option}” needs a value.").format(option=option)
    if error.message.startswith("not allowed with argument "):
        other = error.message.removeprefix("not allowed with argument ")
        return _("“{option}” and “{other}” exclude each other.").format(option=option, other=other)
    if error.message.startswith("ignored"):
        return _("“{option}” takes no value.").format(option=option)
    return _("“{option}”: {problem}").format(option=option, problem=error.message)


def build() -> Parser:
    """The parser of the whole command line."""
    parser = Parser(
        prog="quarterdeck",
        description=_(
            "Tabletop games about mutiny. Without a command, starts the server and opens the browser at its "
            "page."
        ),
        epilog=_(
            "The server's options, these and more, can also be set in the environment "
            "(QUARTERDECK_PORT=8000) or in the file of --config. Exit codes: 0 success, 1 bad input, 2 no "
            "such command or option, 70 a fault in Quarterdeck, 130 Ctrl+C."
        ),
    )
    server = parser.add_argument_group(_("The server"))
    server.add_argument("--no-browser", action="store_true", default=None, help=_("do not open the browser"))
    server.add_argument(
        "--port",
        type=number(0, 65535),
        metavar="N",
        help=_("the port to listen at; 0 takes any free one (default: {port})").format(port=PORT),
    )
    server.add_argument(
        "--host",
        type=nonempty,
        metavar="ADDRESS",
        help=_("the address to listen at (default: 127.0.0.1, for this computer only)"),
    )
    server.add_argument(
        "--processes",
        type=number(1, 64),
        metavar="N",
        help=_("server processes on this machine, which share its cores (default: 1)"),
    )
    server_data(server)
    general = parser.add_argument_group(_("General"))
    version = f"quarterdeck {quarterdeck.__version__}"
    general.add_argument("--version", action="version", version=version, help=_("say which version this is"))
    common(general)
    commands = parser.add_subparsers(title=_("Commands"), dest="command", metavar="COMMAND")
    for name, (line, fill) in COMMANDS.items():
        fill(commands.add_parser(name, help=_(line), description=_(line)))
    return parser
