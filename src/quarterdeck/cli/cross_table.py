"""`quarterdeck arena --all`: the table of each bot against each other one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rich.table import Table

from quarterdeck.cli.parser import UsageError
from quarterdeck.cli.terminal import Terminal
from quarterdeck.i18n import _, ngettext
from quarterdeck.lab.arena.figures import Outcome
from quarterdeck.lab.arena.interval import Estimate


def refuse(options: argparse.Namespace) -> None:
    """Refuse options that need a single line-up. Raises UsageError."""
    for name in ("save", "plot"):
        if getattr(options, name):
            sentence = _("--all goes without --{name}: name one line-up of bots for that.")
            raise UsageError(sentence.format(name=name))


def say(terminal: Terminal, bots: Sequence[str], outcomes: Sequence[Outcome]) -> None:
    """Print a table for each number of players."""
    for game in dict.fromkeys(outcome.tournament.game for outcome in outcomes):
        _print_table(terminal, bots, [outcome for outcome in outcomes if outcome.tournament.game == game])


def _print_table(terminal: Terminal, bots: Sequence[str], outcomes: Sequence[Outcome]) -> None:
    """Print the table of a game: a row's bot sits in one seat, a column's in all others."""
    tournament, deals = outcomes[0].tournament, max(outcome.deals for outcome in outcomes)
    game = tournament.game
    head = _("{game}, {players}: {deals} for each pair, seed “{seed}”").format(
        game=game.title,
        players=game.spec.option_words("players", game.players),
        deals=ngettext("{count} deal", "{count} deals", deals).format(count=deals),
        seed=tournament.seed,
    )
    terminal.say(head, "bold")
    explanation = _(
        "Games in a hundred that a row's bot wins in one seat, against a column's in all others, with the "
        "interval at 95%; {fair} would be fair."
    )
    terminal.say(explanation.format(fair=f"{100 / game.players:.0f}"))
    won = {outcome.tournament.bots: outcome.standings[0].wins for outcome in outcomes}
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("", *bots):
        grid.add_column(name, justify="right" if name else "left", overflow="fold")
    for bot in bots:
        grid.add_row(bot, *(_cell(won.get((bot, other))) for other in bots))
    terminal.say(grid)
    terminal.say()


def _cell(won: Estimate | None) -> str:
    """A share in per cent with its 95% interval below."""
    if won is None:
        return "–"
    return f"{100 * won.value:.0f}\n{100 * won.low:.0f}–{100 * won.high:.0f}"
