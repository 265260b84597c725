"""`quarterdeck logbook`: what the finished games of somebody on a server add up to."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from rich.table import Table

from quarterdeck.cli.keep import open_store
from quarterdeck.cli.sparkline import curve
from quarterdeck.cli.terminal import Terminal
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, decimal, ngettext
from quarterdeck.play import find
from quarterdeck.tables.store.results import Person, Result, of_holder, people
from quarterdeck.text_safety import isolated
from quarterdeck.web.logbook import logbook, to_json

__all__ = ["run"]


def run(options: argparse.Namespace) -> int:
    """Print a logbook, or who has one if there are several; returns the exit code. SettingsError, DataError,
    UnknownGameError.
    """
    game = find(options.game).id if options.game else ""
    with open_store(options) as (store, _settings, _folder):
        known = store.ask(people)
        named = [one for one in known if options.name in (None, one.name)]
        if not named:
            raise QuarterdeckError(_none(options.name, known))
        found = {one.holder: store.ask(of_holder, one.holder) for one in named}
    if options.json:
        told = [{"name": one.name, "games": to_json(_of(found[one.holder], game))} for one in named]
        json.dump(told, sys.stdout, ensure_ascii=False)
        sys.stdout.write("\n")
        return 0
    terminal = Terminal()
    if len(named) > 1 and options.name is None:
        _say_people(terminal, named)
    else:
        for one in named:
            _say(terminal, one.name, logbook(found[one.holder], game))
    return 0


def _of(found: list[Result], game: str) -> list[Result]:
    return [one for one in found if game in ("", one.game)]


def _none(name: str | None, known: list[Person]) -> str:
    if name is None:
        return _("Nobody has finished a game on this server yet.")
    if not known:
        return _("Nobody called {name} has finished a game here; nobody else has, either.").format(name=name)
    others = ", ".join(sorted({one.name for one in known if one.name})[:10])
    return _("Nobody called {name} has finished a game here. There is {names}.").format(
        name=name, names=others or _("somebody without a name")
    )


def _say_people(terminal: Terminal, known: list[Person]) -> None:
    terminal.say(_("Several people have a logbook here: name one, “quarterdeck logbook NAME”."))
    table = Table(_("Name"), _("Games"), _("Won"), box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for one in known:
        table.add_row(isolated(one.name or "–"), str(one.games), str(one.won))
    terminal.say(table)


def _say(terminal: Terminal, name: str, told: dict[str, Any]) -> None:
    title = _("The logbook of {name}").format(name=isolated(name)) if name else _("Logbook")
    terminal.say(title, "bold")
    if not told["games"]:
        terminal.say(_("No games that were played to their end."))
        return
    total = told["total"]
    games = ngettext("{count} game", "{count} games", told["games"]).format(count=told["games"])
    won = ngettext("{count} won", "{count} won", total["won"]).format(count=total["won"])
    terminal.say(f"{games}, {won}: {total['words']}. {told['streaks']}".strip())
    heights = [(one["height"] + 0.15) / 1.15 if one["place"] else 0.0 for one in told["course"]]
    newest = _("your last games, the newest on the right")
    terminal.say(f"{curve(heights, len(heights), 1)[0]}  {newest}")
    for group in told["groups"]:
        _say_group(terminal, group)
    for game in told["sources"]:
        if game["bars"]:
            table = Table(
                game["title"], _("Average per game"), box=None, pad_edge=False, padding=(0, 2, 0, 0)
            )
            for bar in game["bars"]:
                table.add_row(bar["label"], bar["mean"])
            terminal.say(table)
    for one in told["decisions"]:
        where = _("{game}, {day}").format(game=one["game"], day=one["day"])
        terminal.say(f"{one['label']}: {one['words']} ({where})")


def _say_group(terminal: Terminal, group: dict[str, Any]) -> None:
    heads = (_("Won"), _("Wins"), _("Fair"), _("Mean place"), _("Mean score"))
    table = Table(group["title"], *heads, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for one in group["lines"]:
        shares = (f"{decimal(one['share'])} %", f"{decimal(one['fair'])} %")
        row = (f"{one['won']}/{one['games']}", *shares, one["place"] or "–", one["score"] or "–")
        table.add_row(one["label"], *row)
    terminal.say(table)
