"""Options that several commands have."""

from __future__ import annotations

import argparse
from typing import Any

from quarterdeck.cli.values import filled, number, path, tongue
from quarterdeck.i18n import _, decimal, languages, ngettext
from quarterdeck.lab.env_common import MOST_PLIES
from quarterdeck.play import GAMES


def where(group: Any, **settings: Any) -> None:
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


def common(group: Any) -> None:
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


def game(group: Any, **settings: Any) -> None:
    """Which game."""
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


def match_options(group: Any, **settings: dict[str, Any]) -> None:
    """An option for each that a game has, and the component table; `settings` by name where one differs."""
    for name in dict.fromkeys(one.name for spec in GAMES.values() for one in spec.options):
        chosen = {"metavar": "CHOICE", "help": _choices(name), **settings.get(name, {})}
        group.add_argument(f"--{name}", **chosen)
    group.add_argument(
        "--table", metavar="FILE", help=_("a component table of your own, or “tiny”, see “quarterdeck table”")
    )


def eyes(options: Any) -> None:
    """Through whose eyes a match is seen."""
    eyes = options.add_mutually_exclusive_group()
    eyes.add_argument(
        "--seat", type=number(0, 99), metavar="N", help=_("as this seat saw it, counted from 0")
    )
    eyes.add_argument("--spectator", action="store_true", help=_("as somebody beside the table saw it"))
    eyes.add_argument("--open", action="store_true", help=_("with all cards face up"))


def match_file(group: Any) -> None:
    """Which match."""
    group.add_argument("file", type=path, metavar="FILE", help=_("a match file"))


def count(most: int, usual: int, words: str) -> dict[str, Any]:
    """The settings of an option that says how many."""
    return {"type": number(1, most), "default": usual, "metavar": "N", "help": words.format(count=usual)}


def series_seed(group: Any) -> None:
    """The seed of many games."""
    group.add_argument(
        "--seed",
        default="0",
        metavar="TEXT",
        help=_("the same seed gives the same games: 0 unless told otherwise"),
    )


def ply_limit(group: Any) -> None:
    """When a match that goes on is truncated."""
    limits = ", ".join(f"{spec.max_plies} ({spec.id})" for spec in GAMES.values())
    words = _(
        "truncate a match that goes on after so many moves of all seats: unless told otherwise {limits}"
    )
    group.add_argument(
        "--max-plies", type=number(1, MOST_PLIES), metavar="N", help=words.format(limits=limits)
    )


def truncated_after(plies: int | None) -> str:
    """The label of the figure that says how many matches were truncated, which had so many moves."""
    words = ngettext("truncated after {count} move", "truncated after {count} moves", plies or 0)
    return words.format(count=decimal(plies or 0, grouped=True))


def working(group: Any) -> None:
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
    common(group)


def drawing(group: Any) -> None:
    """Where to draw figures."""
    group.add_argument(
        "--plot", type=path, metavar="FILE", help=_("draw the figures, too: in a new .png, .svg or .pdf file")
    )
