"""The commands and options of `quarterdeck`, as argparse understands them; docs/cli.md has a line on each."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, NoReturn

import quarterdeck
from quarterdeck.bots import BOTS
from quarterdeck.cli.values import filled, number, path, seconds, tongue
from quarterdeck.coach.moments import MOST
from quarterdeck.coach.player import SIMULATIONS
from quarterdeck.errors import QuarterdeckError
from quarterdeck.play import GAMES
from quarterdeck.words import N_, _, languages

# As in `quarterdeck.settings`, which the help has no need to import.
PORT = 8754
GAMES_A_TABLE = 200
DEALS_A_TABLE = 100
MATCHES = 1000

# Commands about what a server keeps, and the server's options that say where.
KEEPING = ("backup", "restore", "export")
WHERE = ("data", "database", "config")


class UsageError(QuarterdeckError):
    """A command line that makes no command."""


class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one sentence, as a UsageError."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, exit_on_error=False, **settings)
        self.formatter_class = Formatter

    def error(self, message: str) -> NoReturn:
        missing = re.search(r"required: (.*)$", message)
        if missing:
            sentence = _("{missing} is missing: see “{command} --help”.")
            raise UsageError(sentence.format(missing=missing[1], command=self.prog))
        raise UsageError(_("{problem}: see “{command} --help”.").format(problem=message, command=self.prog))


class Formatter(argparse.HelpFormatter):
    """Help that speaks the reader's language in its headings too."""

    def __init__(self, prog: str, **settings: Any) -> None:
        super().__init__(prog, max_help_position=30, **settings)

    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, _("Usage: ") if prefix is None else prefix)


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options of a command line. UsageError; SystemExit(0) after `--help` and `--version`."""
    parser = build()
    try:
        found, unknown = parser.parse_known_args(arguments)
    except argparse.ArgumentError as error:
        # A value that fits no option is bad input, as one is that fits no game; the rest is no command.
        wrong_value = isinstance(error.__context__, argparse.ArgumentTypeError)
        raise (QuarterdeckError if wrong_value else UsageError)(_tell(error, arguments)) from None
    if unknown:
        command = f"{parser.prog} {found.command or ''}".strip()
        sentence = _("“{word}” is no option of this command: see “{command} --help”.")
        raise UsageError(sentence.format(word=unknown[0][:40], command=command))
    if found.command:
        shared = WHERE if found.command in KEEPING else ()
        for name in ("host", "port", *WHERE, "no_browser"):
            if name not in shared and getattr(found, name) is not None:
                sentence = _("“--{option}” belongs to the server, which is “quarterdeck” without a command.")
                raise UsageError(sentence.format(option=name.replace("_", "-")))
    return found


def _tell(error: argparse.ArgumentError, arguments: list[str]) -> str:
    """What argparse found wrong, in our own words."""
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
            "Options of the server, and more of them, can also stand in the environment "
            "(QUARTERDECK_PORT=8000) or in the file. Exit codes: 0 all well, 1 bad input, 2 no such command "
            "or option, 70 a fault of ours, 130 Ctrl+C."
        ),
    )
    server = parser.add_argument_group(_("The server"))
    server.add_argument("--no-browser", action="store_true", default=None, help=_("do not open the browser"))
    server.add_argument(
        "--port",
        type=number(0, 65535),
        metavar="N",
        help=_("the port to listen at: {port} unless told otherwise, 0 for any free one").format(port=PORT),
    )
    server.add_argument(
        "--host",
        type=filled,
        metavar="ADDRESS",
        help=_("the address to listen at: this computer's own unless told otherwise"),
    )
    _where(server)
    general = parser.add_argument_group(_("General"))
    version = f"quarterdeck {quarterdeck.__version__}"
    general.add_argument("--version", action="version", version=version, help=_("say which version this is"))
    _help(general)
    commands = parser.add_subparsers(title=_("Commands"), dest="command", metavar="COMMAND")
    for name, (line, fill) in COMMANDS.items():
        fill(commands.add_parser(name, help=_(line), description=_(line)))
    return parser


def _where(group: Any, **settings: Any) -> None:
    """Where a server keeps everything."""
    group.add_argument(
        "--data", type=path, metavar="DIR", help=_("the folder that keeps the matches"), **settings
    )
    group.add_argument(
        "--database",
        type=filled,
        metavar="URL",
        help=_("the database, such as postgresql://name@host/database; SQLite in that folder otherwise"),
        **settings,
    )
    group.add_argument(
        "--config",
        type=path,
        metavar="FILE",
        help=_("a file of these and more options; quarterdeck.toml in the data folder unless told otherwise"),
        **settings,
    )


def _help(group: Any) -> None:
    """The options of all commands."""
    group.add_argument(
        "--language",
        type=tongue,
        # Missing at a command, it may stand before it.
        default=argparse.SUPPRESS,
        metavar="TAG",
        help=_("speak {languages}; the language of the system unless told otherwise").format(
            languages=", ".join(languages())
        ),
    )
    group.add_argument("-h", "--help", action="help", help=_("show this help"))


def _game(group: Any, **settings: Any) -> None:
    group.add_argument(
        "game", metavar="GAME", help=_("the game: {games}").format(games=", ".join(GAMES)), **settings
    )


def game_options() -> list[str]:
    """The names of all options that games have."""
    return sorted({one.name for spec in GAMES.values() for one in spec.options})


def _choices(name: str) -> str:
    """The help of an option: its values, game by game where they differ."""
    found: dict[tuple[str, str], list[str]] = {}
    for spec in GAMES.values():
        if option := spec.option(name):
            words = [f"{choice} ({spec.option_words(name, choice)})" for choice in option.choices]
            found.setdefault((spec.option_words(name, None), ", ".join(words)), []).append(spec.id)
    if list(found.values()) == [list(GAMES)]:
        return ": ".join(next(iter(found)))
    return "; ".join(f"{label} ({', '.join(games)}): {words}" for (label, words), games in found.items())


def _match_options(group: Any, **settings: dict[str, Any]) -> None:
    """An option for each that a game has, and the component table; `settings` by name where one differs."""
    for name in dict.fromkeys(one.name for spec in GAMES.values() for one in spec.options):
        chosen = {"metavar": "CHOICE", "help": _choices(name), **settings.get(name, {})}
        group.add_argument(f"--{name}", **chosen)
    group.add_argument(
        "--table", metavar="FILE", help=_("a component table of your own, or “tiny”, see “quarterdeck table”")
    )


def _play(parser: Parser) -> None:
    _game(parser.add_argument_group(_("Arguments")), nargs="?")
    match = parser.add_argument_group(_("The match"))
    _match_options(match)
    match.add_argument(
        "--seed", metavar="TEXT", help=_("deal from this seed: the same seed gives the same deal")
    )
    match.add_argument("--resume", type=path, metavar="FILE", help=_("go on with a saved match"))
    players = parser.add_argument_group(_("The players"))
    players.add_argument(
        "--seat", type=number(0, 99), default=0, metavar="N", help=_("your seat, counted from 0")
    )
    players.add_argument(
        "--hot-seat",
        type=number(1, 99),
        default=1,
        metavar="N",
        help=_("so many people at this screen, from that seat on"),
    )
    players.add_argument(
        "--bots",
        metavar="NAME",
        default=next(iter(BOTS)),
        help=_("who plays the other seats: {bots}").format(bots=", ".join(BOTS)),
    )
    players.add_argument(
        "--names", metavar="A,B,…", help=_("the players' names by seat, with commas between")
    )
    rest = parser.add_argument_group(_("Options"))
    rest.add_argument(
        "--save", type=path, metavar="FILE", help=_("keep the match in this file, move by move")
    )
    _help(rest)


def _replay(parser: Parser) -> None:
    _file(parser.add_argument_group(_("Arguments")))
    options = parser.add_argument_group(_("Options"))
    _eyes(options)
    options.add_argument("--ply", type=number(0, 999_999), metavar="N", help=_("begin after so many moves"))
    options.add_argument(
        "--all", action="store_true", help=_("print everything instead of stepping through it")
    )
    _help(options)


def _eyes(options: Any) -> None:
    """Through whose eyes a match is seen."""
    eyes = options.add_mutually_exclusive_group()
    eyes.add_argument(
        "--seat", type=number(0, 99), metavar="N", help=_("as this seat saw it, counted from 0")
    )
    eyes.add_argument("--spectator", action="store_true", help=_("as somebody beside the table saw it"))
    eyes.add_argument("--open", action="store_true", help=_("with all cards face up"))


def _analyse(parser: Parser) -> None:
    _file(parser.add_argument_group(_("Arguments")))
    options = parser.add_argument_group(_("Options"))
    _eyes(options)
    budget = options.add_mutually_exclusive_group()
    length = _("think so long about each decision: {count} unless told otherwise")
    budget.add_argument("--simulations", **_count(10_000_000, SIMULATIONS, length))
    budget.add_argument(
        "--seconds", type=seconds, metavar="S", help=_("think so many seconds about each decision")
    )
    most = _("tell so many mistakes and so many turns of luck at most: {count} unless told otherwise")
    options.add_argument("--moments", **_count(999, MOST, most))
    options.add_argument("--json", action="store_true", help=_("print all figures as JSON"))
    _help(options)


def _file(group: Any) -> None:
    group.add_argument("file", type=path, metavar="FILE", help=_("a match file"))


def _verify(parser: Parser) -> None:
    _file(parser.add_argument_group(_("Arguments")))
    _help(parser.add_argument_group(_("Options")))


def _rules(parser: Parser) -> None:
    arguments = parser.add_argument_group(_("Arguments"))
    _game(arguments)
    arguments.add_argument("rule", nargs="?", metavar="RULE", help=_("one rule by its number, 66 say"))
    _help(parser.add_argument_group(_("Options")))


def _table(parser: Parser) -> None:
    arguments = parser.add_argument_group(_("Arguments"))
    arguments.add_argument("subject", metavar="GAME|check", help=_("the game whose table to print, or check"))
    arguments.add_argument(
        "words",
        nargs="*",
        metavar="[GAME] FILE",
        help=_("the table to check; whose it is, its keys tell unless you do"),
    )
    _help(parser.add_argument_group(_("Options")))


def _bots(parser: Parser) -> None:
    _help(parser.add_argument_group(_("Options")))


def _balance(parser: Parser) -> None:
    _game(parser.add_argument_group(_("Arguments")))
    games = parser.add_argument_group(_("The games"))
    several = _("numbers of players, a table of figures each; all unless told otherwise")
    _match_options(games, players={"metavar": "N", "nargs": "+", "help": several})
    tables = _("so many games for each number of players: {count} unless told otherwise")
    games.add_argument("--games", **_count(10_000_000, GAMES_A_TABLE, tables))
    _series_seed(games)
    games.add_argument(
        "--bot",
        metavar="NAME",
        default=next(iter(BOTS)),
        help=_("who plays all seats: {bots}").format(bots=", ".join(BOTS)),
    )
    rest = parser.add_argument_group(_("Options"))
    _drawing(rest)
    _working(rest)


def _arena(parser: Parser) -> None:
    arguments = parser.add_argument_group(_("Arguments"))
    _game(arguments)
    seated = _("who plays, by seat: {bots}; the last one takes the seats left").format(bots=", ".join(BOTS))
    arguments.add_argument("bots", nargs="+", metavar="BOT", help=seated)
    games = parser.add_argument_group(_("The games"))
    several = _("numbers of players, a table of figures each; the usual number unless told otherwise")
    _match_options(games, players={"metavar": "N", "nargs": "+", "help": several})
    deals = _("so many deals, each played in every seating: {count} unless told otherwise")
    games.add_argument("--deals", **_count(1_000_000, DEALS_A_TABLE, deals))
    turns = _("rotate (everybody one seat on, until each sat in each) or all (every order that differs)")
    games.add_argument("--seating", default="rotate", metavar="NAME", help=turns)
    _series_seed(games)
    rest = parser.add_argument_group(_("Options"))
    rest.add_argument("--csv", type=path, metavar="FILE", help=_("write a row for each game to a new file"))
    rest.add_argument(
        "--save", type=path, metavar="DIR", help=_("keep every game in a folder, as match files")
    )
    _drawing(rest)
    _working(rest)


def _selfplay(parser: Parser) -> None:
    _game(parser.add_argument_group(_("Arguments")))
    games = parser.add_argument_group(_("The matches"))
    _match_options(games)
    length = _("so many matches: {count} unless told otherwise")
    games.add_argument("--games", **_count(100_000_000, MATCHES, length))
    _series_seed(games)
    games.add_argument(
        "--bot",
        nargs="+",
        metavar="NAME",
        default=[next(iter(BOTS))],
        help=_("who plays, by seat: {bots}; the last one takes the seats left").format(bots=", ".join(BOTS)),
    )
    rest = parser.add_argument_group(_("Options"))
    rest.add_argument(
        "--out",
        type=path,
        metavar="FILE",
        required=True,
        help=_("the data set to make: a file that ends in .parquet or .qd, or a folder of match files"),
    )
    _working(rest)


def _count(most: int, usual: int, words: str) -> dict[str, Any]:
    """The settings of an option that says how many."""
    return {"type": number(1, most), "default": usual, "metavar": "N", "help": words.format(count=usual)}


def _series_seed(group: Any) -> None:
    group.add_argument(
        "--seed",
        default="0",
        metavar="TEXT",
        help=_("the same seed gives the same games: 0 unless told otherwise"),
    )


def _working(group: Any) -> None:
    """What all that plays many games has."""
    workers = group.add_mutually_exclusive_group()
    workers.add_argument(
        "--jobs",
        type=number(1, 999),
        metavar="N",
        help=_("so many processes at once: one for each core unless told otherwise"),
    )
    workers.add_argument(
        "--ray",
        nargs="?",
        const="local",
        type=filled,
        metavar="ADDRESS",
        help=_(
            "play on the Ray cluster with this address, “auto” for the one of this machine; on a Ray of "
            "one's own without an address"
        ),
    )
    _help(group)


def _drawing(group: Any) -> None:
    group.add_argument(
        "--plot", type=path, metavar="FILE", help=_("draw the figures, too: in a new .png, .svg or .pdf file")
    )


def _push_keys(parser: Parser) -> None:
    _help(parser.add_argument_group(_("Options")))


def _completion(parser: Parser) -> None:
    arguments = parser.add_argument_group(_("Arguments"))
    arguments.add_argument("shell", metavar="SHELL", help=_("the shell: bash, zsh or fish"))
    _help(parser.add_argument_group(_("Options")))


def _exporting(parser: Parser) -> None:
    _keeping(parser, N_("the file to make"))


def _keeping(parser: Parser, words: str = N_("the file of the backup")) -> None:
    arguments = parser.add_argument_group(_("Arguments"))
    arguments.add_argument("file", type=path, metavar="FILE", help=_(words))
    options = parser.add_argument_group(_("Options"))
    # Missing here, it may stand before the command.
    _where(options, default=argparse.SUPPRESS)
    _help(options)


# Command → its line in the help, marked for translation, and what fills its parser.
COMMANDS: dict[str, tuple[str, Callable[[Parser], None]]] = {
    "play": (N_("Play a game here in the terminal."), _play),
    "replay": (N_("Step through a match file."), _replay),
    "analyse": (N_("Tell who was how likely to win a match, and which moves mattered most."), _analyse),
    "verify": (N_("Check a match file: every move, the scores, and that the deal was fair."), _verify),
    "rules": (N_("Read the rules of a game, or one rule by its number."), _rules),
    "table": (
        N_("Print the component table of a game, to copy and change; or check one of your own."),
        _table,
    ),
    "bots": (N_("List the bots."), _bots),
    "balance": (N_("Play many games among bots and tell how balanced the game is."), _balance),
    "arena": (N_("Play tournaments between bots and tell how strong each is."), _arena),
    "selfplay": (N_("Let bots play matches and keep all of them, as a data set to learn from."), _selfplay),
    "backup": (N_("Write everything that a server keeps to a new file; it may be running."), _keeping),
    "restore": (N_("Fill the empty database of a server from a backup."), _keeping),
    "export": (
        N_("Write the finished public games whose players have all agreed to a new file."),
        _exporting,
    ),
    "push-keys": (N_("Make the keys with which a server sends notices to browsers."), _push_keys),
    "completion": (N_("Print the script that lets a shell complete commands and options."), _completion),
}
