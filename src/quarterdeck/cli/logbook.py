"""`quarterdeck logbook`: what the finished games of somebody on a server add up to."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from rich.table import Table

from quarterdeck.cli.backup import open_store
from quarterdeck.cli.sparkline import curve
from quarterdeck.cli.terminal import Terminal
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, ngettext, percent
from quarterdeck.play import find
from quarterdeck.tables.store.results import Person, Result, of_owner, people
from quarterdeck.text_safety import isolated
from quarterdeck.web.pages.logbook import logbook, to_json
from quarterdeck.web.rendering.dates import dated

__all__ = ["run"]


def run(options: argparse.Namespace) -> int:
    """Print a logbook, or who has one if there are several; returns the exit code. Raises SettingsError,
    DataError, UnknownGameError.
    """
    game = find(options.game).id if options.game else ""
    with open_store(options) as (store, _settings, _folder):
        everybody = store.ask(people)
        chosen = [person for person in everybody if options.name in (None, person.name)]
        if not chosen:
            raise QuarterdeckError(_nobody_sentence(options.name, everybody))
        results = {person.holder: store.ask(of_owner, person.holder) for person in chosen}
    if options.json:
        logbooks = [
            {"name": person.name, "games": to_json(_results_of_game(results[person.holder], game))}
            for person in chosen
        ]
        json.dump(logbooks, sys.stdout, ensure_ascii=False)
        sys.stdout.write("\n")
        return 0
    terminal = Terminal()
    if len(chosen) > 1 and options.name is None:
        _print_people(terminal, chosen)
    else:
        for person in chosen:
            _print_logbook(terminal, person.name, logbook(results[person.holder], game))
    return 0


def _results_of_game(results: list[Result], game: str) -> list[Result]:
    return [result for result in results if game in ("", result.game)]


def _nobody_sentence(name: str | None, persons: list[Person]) -> str:
    if name is None:
        return _("Nobody has finished a game on this server yet.")
    if not persons:
        return _("Nobody called “{name}” has finished a game here; nobody else has, either.").format(
            name=name
        )
    others = ", ".join(sorted({person.name for person in persons if person.name})[:10])
    return _("Nobody called “{name}” has finished a game here. There is {names}.").format(
        name=name, names=others or _("somebody without a name")
    )


def _print_people(terminal: Terminal, persons: list[Person]) -> None:
    terminal.say(_("Several people have a logbook here: name one, “quarterdeck logbook NAME”."))
    table = Table(_("Name"), _("Games played"), _("Won"), box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for person in persons:
        table.add_row(isolated(person.name or "–"), str(person.games), str(person.won))
    terminal.say(table)


def _print_logbook(terminal: Terminal, name: str, statistics: dict[str, Any]) -> None:
    title = _("The logbook of {name}").format(name=isolated(name)) if name else _("Logbook")
    terminal.say(title, "bold")
    if not statistics["games"]:
        terminal.say(_("No games that were played to their end."))
        return
    total = statistics["total"]
    games = ngettext("{count} game", "{count} games", statistics["games"]).format(count=statistics["games"])
    won = ngettext("{count} won", "{count} won", total["won"]).format(count=total["won"])
    terminal.say(f"{games}, {won}: {total['words']}. {statistics['streaks']}".strip())
    heights = [(one["height"] + 0.15) / 1.15 if one["place"] else 0.0 for one in statistics["course"]]
    newest = _("your last games, the newest on the right")
    terminal.say(f"{curve(heights, len(heights), 1)[0]}  {newest}")
    for group in statistics["groups"]:
        _print_group(terminal, group)
    for game in statistics["sources"]:
        if game["bars"]:
            table = Table(
                game["title"], _("Average per game"), box=None, pad_edge=False, padding=(0, 2, 0, 0)
            )
            for bar in game["bars"]:
                table.add_row(bar["label"], bar["mean"])
            terminal.say(table)
    for one in statistics["swings"]:
        where = _("{game}, {day}").format(game=one["game"], day=dated(one["day"]))
        terminal.say(one["label"] + _(": ") + f"{one['words']} ({where})")


def _print_group(terminal: Terminal, group: dict[str, Any]) -> None:
    heads = (_("Won"), _("Wins"), _("Fair"), _("Mean place"), _("Mean score"))
    table = Table(group["title"], *heads, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for one in group["lines"]:
        shares = (percent(one["share"] / 100), percent(one["fair"] / 100))
        row = (f"{one['won']}/{one['games']}", *shares, one["place"] or "–", one["score"] or "–")
        table.add_row(one["label"], *row)
    terminal.say(table)
