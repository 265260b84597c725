"""The arguments of each command, and its line in the help."""

from __future__ import annotations

import argparse
from argparse import ArgumentParser as Command
from collections.abc import Callable
from typing import Final

from quarterdeck.bots import BOTS
from quarterdeck.cli.options import (
    common,
    count,
    game,
    house_rules,
    many_games,
    match_file,
    match_options,
    options_file,
    perspective,
    plot_file,
    ply_limit,
    series_seed,
    server_data,
)
from quarterdeck.cli.values import nonempty, number, path, seconds
from quarterdeck.coach.moments import MOST
from quarterdeck.coach.player import SIMULATIONS
from quarterdeck.coach.puzzle import LEVELS
from quarterdeck.i18n import N_, _
from quarterdeck.lab.arena.agents import NAMED

GAMES_A_TABLE = 200
DEALS_A_TABLE = 100
DEALS_OF_PROTOCOL = 100
MATCHES = 1000
# What mining uses unless an option says otherwise.
MINED, LEVEL = 20, 1
MINING: Final = {"games": MINED, "seed": "0", "level": LEVEL}


def _play(parser: Command) -> None:
    game(parser.add_argument_group(_("Arguments")), nargs="?")
    match = parser.add_argument_group(_("The match"))
    match_options(match)
    match.add_argument(
        "--seed", metavar="TEXT", help=_("deal from this seed: the same seed gives the same deal")
    )
    match.add_argument("--resume", type=path, metavar="FILE", help=_("go on with a saved match"))
    house_rules(parser)
    players = parser.add_argument_group(_("The players"))
    players.add_argument(
        "--seat", type=number(0, 99), default=0, metavar="N", help=_("your seat, counted from 0 (default: 0)")
    )
    players.add_argument(
        "--hot-seat",
        type=number(1, 99),
        default=1,
        metavar="N",
        help=_("number of people at this screen; they take your seat and the next ones (default: 1)"),
    )
    players.add_argument(
        "--bots",
        metavar="A,B,…",
        default=next(iter(BOTS)),
        help=_(
            "who plays the other seats: {agents}, a network's file that ends in .npz, or a class of your own "
            "as module:Name; the last one takes the remaining seats"
        ).format(agents=", ".join(NAMED)),
    )
    players.add_argument(
        "--names", metavar="A,B,…", help=_("the players' names by seat, with commas between")
    )
    rest = parser.add_argument_group(_("Options"))
    rest.add_argument(
        "--save", type=path, metavar="FILE", help=_("keep the match in this file, move by move")
    )
    common(rest)


def _replay(parser: Command) -> None:
    match_file(parser.add_argument_group(_("Arguments")))
    options = parser.add_argument_group(_("Options"))
    perspective(options)
    options.add_argument("--ply", type=number(0, 999_999), metavar="N", help=_("begin after this move"))
    options.add_argument(
        "--all", action="store_true", help=_("print everything instead of stepping through it")
    )
    common(options)


def _analyse(parser: Command) -> None:
    match_file(parser.add_argument_group(_("Arguments")))
    options = parser.add_argument_group(_("Options"))
    perspective(options)
    budget = options.add_mutually_exclusive_group()
    length = _("simulations for each decision (default: {count})")
    budget.add_argument("--simulations", **count(10_000_000, SIMULATIONS, length))
    budget.add_argument(
        "--seconds", type=seconds, metavar="S", help=_("seconds for each decision, instead of simulations")
    )
    most = _("list at most this many mistakes, and as many turns of luck (default: {count})")
    options.add_argument("--moments", **count(999, MOST, most))
    options.add_argument("--json", action="store_true", help=_("print all figures as JSON"))
    common(options)


def _verify(parser: Command) -> None:
    match_file(parser.add_argument_group(_("Arguments")))
    common(parser.add_argument_group(_("Options")))


def _rules(parser: Command) -> None:
    arguments = parser.add_argument_group(_("Arguments"))
    game(arguments)
    arguments.add_argument(
        "rule", nargs="?", metavar="RULE", help=_("a single rule, by its number, such as 66")
    )
    common(parser.add_argument_group(_("Options")))


def _table(parser: Command) -> None:
    arguments = parser.add_argument_group(_("Arguments"))
    arguments.add_argument("subject", metavar="GAME|check", help=_("the game whose table to print, or check"))
    arguments.add_argument(
        "words",
        nargs="*",
        default=[],
        metavar="[GAME] FILE",
        help=_("the table to check; its keys tell the game if you name none"),
    )
    common(parser.add_argument_group(_("Options")))


def _without_arguments(parser: Command) -> None:
    common(parser.add_argument_group(_("Options")))


def _balance(parser: Command) -> None:
    game(parser.add_argument_group(_("Arguments")))
    games = parser.add_argument_group(_("The games"))
    several = _("numbers of players, with a table of results for each (default: all)")
    match_options(games, players={"metavar": "N", "nargs": "+", "action": "extend", "help": several})
    tables = _("games for each number of players (default: {count})")
    games.add_argument("--games", **count(10_000_000, GAMES_A_TABLE, tables))
    series_seed(games)
    ply_limit(games)
    games.add_argument(
        "--bot",
        metavar="NAME",
        default=next(iter(BOTS)),
        help=_(
            "who plays all seats: {agents}, a network's file that ends in .npz, or a class of your own as "
            "module:Name"
        ).format(agents=", ".join(NAMED)),
    )
    house_rules(parser)
    rest = parser.add_argument_group(_("Options"))
    plot_file(rest)
    many_games(rest)


def _seated() -> str:
    """The help on a line-up, a name for each seat."""
    sentence = _(
        "who sits in each seat: {agents}, a network's file that ends in .npz, or a class of your own as "
        "module:Name; the last one takes the remaining seats"
    )
    return sentence.format(agents=", ".join(NAMED))


def _arena(parser: Command) -> None:
    arguments = parser.add_argument_group(_("Arguments"))
    game(arguments)
    arguments.add_argument("bots", nargs="*", metavar="BOT", help=_seated())
    games = parser.add_argument_group(_("The games"))
    games.add_argument(
        "--all",
        action="store_true",
        help=_(
            "cross-play: each bot that you name, or every bot but random, takes one seat against each other "
            "one in all other seats; without --save and --plot"
        ),
    )
    several = _("numbers of players, with a table of results for each (default: the usual number)")
    match_options(
        games, taken=("deals",), players={"metavar": "N", "nargs": "+", "action": "extend", "help": several}
    )
    deals = _("number of deals, each played in every seating (default: {count})")
    games.add_argument("--deals", dest="number_of_deals", **count(1_000_000, DEALS_A_TABLE, deals))
    turns = _("rotate (each bot sits once in each seat) or all (each different order) (default: rotate)")
    games.add_argument("--seating", default="rotate", metavar="NAME", help=turns)
    series_seed(games)
    ply_limit(games)
    house_rules(parser)
    rest = parser.add_argument_group(_("Options"))
    rest.add_argument("--csv", type=path, metavar="FILE", help=_("write a row for each game to a new file"))
    rest.add_argument(
        "--resume",
        action="store_true",
        help=_(
            "go on with the file of --csv, if there is one: its games are not played again; without --save"
        ),
    )
    rest.add_argument(
        "--save", type=path, metavar="DIR", help=_("keep every game in a folder, as match files")
    )
    plot_file(rest)
    many_games(rest)


def _evaluate(parser: Command) -> None:
    arguments = parser.add_argument_group(_("Arguments"))
    named = _("the agent: a bot, a network's file that ends in .npz, or a class of your own as module:Name")
    arguments.add_argument("agent", metavar="AGENT", help=named)
    words = _("the games (default: all that the protocol is for)")
    arguments.add_argument("games", nargs="*", default=[], metavar="GAME", help=words)
    rest = parser.add_argument_group(_("Options"))
    deals = _("number of deals of each table; others than {count} are not the protocol's")
    rest.add_argument("--deals", **count(1_000_000, DEALS_OF_PROTOCOL, deals))
    rest.add_argument("--csv", type=path, metavar="FILE", help=_("write the table to a new file"))
    rest.add_argument("--json", action="store_true", help=_("print all figures as JSON"))
    many_games(rest)


def _selfplay(parser: Command) -> None:
    game(parser.add_argument_group(_("Arguments")))
    games = parser.add_argument_group(_("The matches"))
    match_options(games)
    length = _("number of matches (default: {count})")
    games.add_argument("--games", **count(100_000_000, MATCHES, length))
    series_seed(games)
    ply_limit(games)
    games.add_argument("--bot", nargs="+", action="extend", metavar="NAME", help=_seated())
    house_rules(parser)
    rest = parser.add_argument_group(_("Options"))
    rest.add_argument(
        "--out",
        type=path,
        metavar="FILE",
        required=True,
        help=_("the data set to make: a file that ends in .parquet or .qd, or a folder of match files"),
    )
    many_games(rest)


def _puzzles(parser: Command) -> None:
    arguments = parser.add_argument_group(_("Arguments"))
    arguments.add_argument(
        "puzzles",
        nargs="*",
        metavar="GAME|NAME|mine GAME",
        help=_("solve a game's puzzles, or the puzzle of this name, or mine new ones (default: today's)"),
    )
    mining = parser.add_argument_group(_("Mining"), _("Only with “mine GAME”."))
    length = _("number of matches to look through (default: {count})")
    mining.add_argument("--games", **count(1_000_000, MINED, length))
    series_seed(mining, _("the same seed gives the same puzzles (default: 0)"))
    mining.add_argument("--out", type=path, metavar="FILE", help=_("a new file for the puzzles"))
    words = _("leave out puzzles that are easier than this level (default: {count})")
    mining.add_argument("--level", **count(len(LEVELS), LEVEL, words))
    most = _("keep at most this many, of as many themes and levels as possible (default: all)")
    mining.add_argument("--keep", type=number(1, 1_000_000), metavar="N", help=most)
    # So that a command that does not mine can refuse them.
    parser.set_defaults(**dict.fromkeys(MINING))
    common(parser.add_argument_group(_("Options")))


def _worker(parser: Command) -> None:
    options = parser.add_argument_group(_("Options"))
    options.add_argument(
        "--listen",
        metavar="HOST:PORT",
        help=_("where to listen (default: {place})").format(place="127.0.0.1:8755"),
    )
    options_file(options, default=argparse.SUPPRESS)
    common(options)


def _completion(parser: Command) -> None:
    arguments = parser.add_argument_group(_("Arguments"))
    arguments.add_argument("shell", metavar="SHELL", help=_("the shell: bash, zsh or fish"))
    common(parser.add_argument_group(_("Options")))


def _export(parser: Command) -> None:
    _backup(parser, N_("the file to make"))


def _logbook(parser: Command) -> None:
    arguments = parser.add_argument_group(_("Arguments"))
    arguments.add_argument(
        "name",
        type=nonempty,
        metavar="NAME",
        nargs="?",
        help=_("whose logbook, if several people have one"),
    )
    options = parser.add_argument_group(_("Options"))
    options.add_argument("--game", metavar="GAME", help=_("the games of this kind only"))
    options.add_argument("--json", action="store_true", help=_("print the results as JSON"))
    server_data(options, default=argparse.SUPPRESS)
    common(options)


def _backup(parser: Command, words: str = N_("the file of the backup")) -> None:
    arguments = parser.add_argument_group(_("Arguments"))
    arguments.add_argument("file", type=path, metavar="FILE", help=_(words))
    options = parser.add_argument_group(_("Options"))
    # A missing option here may be given before the command.
    server_data(options, default=argparse.SUPPRESS)
    common(options)


# Command → its line in the help, marked for translation, and the function that fills its parser.
COMMANDS: dict[str, tuple[str, Callable[[Command], None]]] = {
    "play": (N_("Play a game here in the terminal."), _play),
    "replay": (N_("Step through a match file."), _replay),
    "analyse": (
        N_("Show the chances to win over a match, and the moves that mattered most."),
        _analyse,
    ),
    "verify": (N_("Check a match file: every move, the scores, and that the deal was fair."), _verify),
    "rules": (N_("Read the rules of a game, or one rule by its number."), _rules),
    "table": (
        N_("Print the component table of a game, to copy and change, or check your own."),
        _table,
    ),
    "bots": (N_("List the bots."), _without_arguments),
    "balance": (N_("Play many games between bots and report how balanced the game is."), _balance),
    "arena": (N_("Play tournaments between bots and report how strong each is."), _arena),
    "evaluate": (N_("Measure an agent by fixed deals against fixed opponents."), _evaluate),
    "selfplay": (N_("Let bots play matches and save them as a data set for training."), _selfplay),
    "puzzles": (N_("Solve puzzles here in the terminal, or mine new ones from games of bots."), _puzzles),
    "backup": (N_("Write the whole database of a server to a new file, also while it runs."), _backup),
    "restore": (N_("Fill the empty database of a server from a backup."), _backup),
    "export": (
        N_("Write to a new file the finished public games whose players have all agreed to that."),
        _export,
    ),
    "logbook": (N_("Show what the finished games of somebody on a server add up to."), _logbook),
    "worker": (N_("Let bots and coaches of other machines' servers think here."), _worker),
    "push-keys": (N_("Make the keys with which a server sends notices to browsers."), _without_arguments),
    "completion": (N_("Print the script that lets a shell complete commands and options."), _completion),
}
