"""Options shared by several commands."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from quarterdeck.cli.values import language_tag, nonempty, number, path
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, decimal, languages, ngettext
from quarterdeck.kernel.batch import MOST_PLIES
from quarterdeck.play import GAMES, Record
from quarterdeck.play.checks import seat_number
from quarterdeck.play.viewer import OPEN, Viewer


def server_data(group: Any, **settings: Any) -> None:
    """Options for the location of a server's data."""
    group.add_argument(
        "--data",
        type=path,
        metavar="DIR",
        help=_("the folder with the database and the signing key"),
        **settings,
    )
    group.add_argument(
        "--database",
        type=nonempty,
        metavar="URL",
        help=_("the database, such as postgresql://name@host/database (default: SQLite in the data folder)"),
        **settings,
    )
    options_file(group, **settings)


def options_file(group: Any, **settings: Any) -> None:
    """An option for the file with a server's options."""
    group.add_argument(
        "--config",
        type=path,
        metavar="FILE",
        help=_("the file with the server's options (default: quarterdeck.toml in the data folder)"),
        **settings,
    )


def common(group: Any) -> None:
    """Options that all commands have."""
    group.add_argument(
        "--language",
        type=language_tag,
        # A missing option here may be given before the command.
        default=argparse.SUPPRESS,
        metavar="TAG",
        help=_("language: {languages} (default: the system's)").format(languages=", ".join(languages())),
    )
    group.add_argument("-h", "--help", action="help", help=_("show this help"))


def game(group: Any, **settings: Any) -> None:
    """The game argument."""
    group.add_argument(
        "game", metavar="GAME", help=_("the game: {games}").format(games=", ".join(GAMES)), **settings
    )


def game_options() -> list[str]:
    """The names of all games' options."""
    return sorted({option.name for spec in GAMES.values() for option in spec.options})


def _choices_help(name: str) -> str:
    """An option's help: its values, for each game where they differ."""
    games_by_help: dict[tuple[str, str], list[str]] = {}
    for spec in GAMES.values():
        if option := spec.option(name):
            words = [_choice_words(str(choice), spec.label(name, choice)) for choice in option.choices]
            label = f"{spec.label(name)}, {option.rule}" if option.rule else spec.label(name)
            games_by_help.setdefault((label, ", ".join(words)), []).append(spec.id)
    if list(games_by_help.values()) == [list(GAMES)]:
        return _(": ").join(next(iter(games_by_help)))
    return _("; ").join(
        f"{label} ({', '.join(games)})" + _(": ") + words for (label, words), games in games_by_help.items()
    )


def _choice_words(value: str, label: str) -> str:
    return value if value == label else f"{value} ({label})"


def _option_names(house_rules: bool) -> list[str]:
    """The names of all games' options that are house rules, or that are not. What is a house rule of one game
    and a plain option of another is plain.
    """
    options = [option for spec in GAMES.values() for option in spec.options]
    plain = dict.fromkeys(option.name for option in options if not option.rule)
    contested = dict.fromkeys(option.name for option in options if option.name not in plain)
    return [*(contested if house_rules else plain)]


def house_rules(parser: Any) -> None:
    """A group with an argument for each house rule of any game."""
    if names := _option_names(house_rules=True):
        about = _("Other readings of contested rules; the first value is the default.")
        group = parser.add_argument_group(_("House rules"), about)
        for name in names:
            group.add_argument(f"--{name.replace('_', '-')}", metavar="CHOICE", help=_choices_help(name))


def match_options(group: Any, taken: Sequence[str] = (), **settings: dict[str, Any]) -> None:
    """An argument for each option of any game that is no house rule, and for the component table; `settings`
    overrides arguments by name.

    The command has arguments of its own with the names `taken`: such an option is written `--game-NAME`.
    """
    for name in _option_names(house_rules=False):
        chosen = {"metavar": "CHOICE", "help": _choices_help(name), **settings.get(name, {})}
        before = "--game-" if name in taken else "--"
        group.add_argument(before + name.replace("_", "-"), dest=name, **chosen)
    group.add_argument(
        "--table", metavar="FILE", help=_("a component table of your own, or “tiny”, see “quarterdeck table”")
    )


def chosen_options(options: argparse.Namespace) -> dict[str, Any]:
    """The values of the game options that the command line sets, by name."""
    return {name: value for name in game_options() if (value := getattr(options, name)) is not None}


def check_players(numbers: Sequence[object]) -> None:
    """Check that no number of players is named twice. Raises GameOptionError."""
    if len(set(numbers)) < len(numbers):
        raise GameOptionError(_("The same number of players is named twice."))


def perspective(options: Any) -> None:
    """The option for the perspective on a match."""
    group = options.add_mutually_exclusive_group()
    group.add_argument(
        "--seat", type=number(0, 99), metavar="N", help=_("as this seat saw it; seats count from 0")
    )
    group.add_argument("--spectator", action="store_true", help=_("as a spectator saw it"))
    group.add_argument("--open", action="store_true", help=_("with all cards face up"))


def perspective_of(record: Record, options: argparse.Namespace) -> Viewer:
    """The chosen perspective; by default open cards once the match is over, before that a spectator's. Raises
    SeatError.
    """
    if options.seat is not None:
        return seat_number(options.seat, record.game.players)
    over = record.position.over or bool(record.ended)
    return OPEN if options.open or (over and not options.spectator) else None


def match_file(group: Any) -> None:
    """The match file argument."""
    group.add_argument("file", type=path, metavar="FILE", help=_("a match file"))


def count(most: int, usual: int, words: str) -> dict[str, Any]:
    """The settings of a count option."""
    return {"type": number(1, most), "default": usual, "metavar": "N", "help": words.format(count=usual)}


def series_seed(group: Any, words: str = "") -> None:
    """The seed option for a series of games, with other words if given."""
    group.add_argument(
        "--seed",
        default="0",
        metavar="TEXT",
        help=words or _("the same seed gives the same games (default: 0)"),
    )


def ply_limit(group: Any) -> None:
    """The option for the ply limit, after which a match is truncated."""
    limits = ", ".join(f"{spec.max_plies} ({spec.id})" for spec in GAMES.values())
    words = _("truncate a match after this many moves of all seats together (default: {limits})")
    group.add_argument(
        "--max-plies", type=number(1, MOST_PLIES), metavar="N", help=words.format(limits=limits)
    )


def truncated_after(plies: int | None) -> str:
    """The label of the number of matches truncated at this ply limit."""
    words = ngettext("truncated after {count} move", "truncated after {count} moves", plies or 0)
    return words.format(count=decimal(plies or 0, grouped=True))


def many_games(group: Any) -> None:
    """Options of commands that play many games: how many processes, or which cluster."""
    workers = group.add_mutually_exclusive_group()
    workers.add_argument(
        "--jobs",
        type=number(1, 999),
        metavar="N",
        help=_("number of processes (default: one per core)"),
    )
    workers.add_argument(
        "--ray",
        nargs="?",
        const="local",
        type=nonempty,
        metavar="ADDRESS",
        help=_(
            "play on the Ray cluster at this address; “auto” finds this machine's; without an address a "
            "cluster is started for this run"
        ),
    )
    common(group)


def plot_file(group: Any) -> None:
    """The option for a plot file."""
    group.add_argument(
        "--plot", type=path, metavar="FILE", help=_("draw the figures, too: in a new .png, .svg or .pdf file")
    )
