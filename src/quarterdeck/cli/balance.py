"""`quarterdeck balance`: statistics on a game's balance, from many games of one bot against itself."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing, nullcontext

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.options import check_players, chosen_options, truncated_after
from quarterdeck.cli.terminal import Terminal
from quarterdeck.i18n import _, decimal, ngettext, percent
from quarterdeck.lab import plots, ray_backend
from quarterdeck.lab.arena.agents import agent
from quarterdeck.lab.balance import Balance, Share, Spread, play_balances
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.lab.games import series_of
from quarterdeck.lab.plots import place_name
from quarterdeck.lab.statistics import STATISTICS
from quarterdeck.own_process import cores
from quarterdeck.play import Game, find


def run(options: argparse.Namespace) -> int:
    """Play the games, print statistics for each number of players, plot them on request; returns the exit
    code. After an error or Ctrl+C, print the results so far, then raise.
    """
    games = _games_by_players(options)
    agent(options.bot)
    if options.plot:
        plots.check(options.plot)
    terminal = Terminal()
    balances = []
    with ray_backend.connected(options.ray) if options.ray else nullcontext():
        for game in games:
            balance = Balance(game)
            try:
                _play_games(balance, options)
            finally:
                if balance.count:
                    balances.append(balance)
                    _print_balance(terminal, balance, options)
    if options.plot:
        plots.save(balances, options.plot)
        terminal.say(_("The plots are in {path}.").format(path=options.plot))
    return 0


def _games_by_players(options: argparse.Namespace) -> list[Game]:
    """The game with each requested number of players, and its other options as chosen."""
    spec = find(options.game)
    every = spec.option("players")
    known = spec.read_table(options.table).players or (() if every is None else every.choices)
    players = options.players or sorted(known, key=str)
    check_players(players)
    chosen = chosen_options(options)
    return [Game(spec.id, table=options.table, **{**chosen, "players": number}) for number in players]


def _play_games(balance: Balance, options: argparse.Namespace) -> None:
    """Play the games and add them up, with a progress bar on a terminal."""
    game = balance.game
    series = series_of(game, options.bot, options.games, options.seed, options.max_plies)
    jobs = min(options.jobs or cores(), series.chunks)
    hidden = not sys.stderr.isatty()
    with (
        Progress(console=Console(stderr=True), transient=True, disable=hidden) as progress,
        closing(play_balances(series, jobs, options.ray)) as balances,
    ):
        bar = progress.add_task(_("Compiling the rules"), total=None)
        label = game.spec.option_words("players", game.players)
        for part in balances:
            balance.add_all(part)
            progress.update(bar, description=label, completed=balance.count, total=options.games)


def _print_balance(terminal: Terminal, balance: Balance, options: argparse.Namespace) -> None:
    game, count = balance.game, balance.count
    players = game.spec.option_words("players", game.players)
    games = ngettext("{count} game", "{count} games", count).format(count=count)
    head = _("{game}, {players}: {games}, {bot} in every seat, seed “{seed}”").format(
        game=game.title, players=players, games=games, bot=options.bot, seed=options.seed
    )
    terminal.say(head, "bold")
    if count < options.games:
        meant = ngettext(
            "Broken off: {count} game was meant.", "Broken off: {count} games were meant.", options.games
        )
        terminal.say(meant.format(count=options.games), "bold")
    grid = Table.grid(padding=(0, 2))
    grid.add_column(overflow="fold")
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    rows = [*_place_rows(balance), _truncated_row(balance, options), *_length_rows(balance)]
    for row in [*rows, *_note_rows(balance)]:
        grid.add_row(*row)
    terminal.say(grid)
    terminal.say()


Row = tuple[Text | str, str, str]


def _heading_row(words: str) -> Row:
    return Text(words, "underline"), "", ""


def _share_row(label: str, share: Share) -> Row:
    """A share with its interval; a dash for a share of nothing, about which the games say nothing."""
    if not share.games:
        return label, "–", ""
    low, high = (percent(bound, 1) for bound in share.interval)
    return label, percent(share.value, 1), _("{low} to {high}").format(low=low, high=high)


def _place_rows(balance: Balance) -> list[Row]:
    """Results by place; intervals are at 95%."""
    fair = _("Games won, by place; {fair} each would be fair").format(fair=percent(balance.fair, 1))
    rows = [_heading_row(fair)]
    rows += [_share_row(place_name(place), share) for place, share in enumerate(balance.places)]
    rows.append(_heading_row(_("Of all games")))
    rows.append(_share_row(_("won by several"), balance.shared))
    rows.append(_share_row(_("won by nobody"), balance.nobody))
    return rows


def _truncated_row(balance: Balance, options: argparse.Namespace) -> Row:
    return _share_row(truncated_after(ply_limit(balance.game, options.max_plies)), balance.truncated)


def _length_rows(balance: Balance) -> list[Row]:
    rows = [_heading_row(_("A game, on average"))]
    length = _(STATISTICS[balance.game.id].length)
    figures = [(length, balance.rounds), (_("moves"), balance.plies), (_("score"), balance.scores)]
    if balance.winning_scores:
        figures.append((_("winner's score"), balance.winning_scores))
    return rows + [(label, _number_words(spread.mean), _spread_words(spread)) for label, spread in figures]


def _spread_words(spread: Spread) -> str:
    words = _("± {deviation}, {least} to {most}")
    return words.format(deviation=_number_words(spread.deviation), least=spread.least, most=spread.most)


def _number_words(number: float) -> str:
    return decimal(number, 2 if number < 20 else 1)


def _note_rows(balance: Balance) -> list[Row]:
    """The game's own statistics."""
    rows = []
    for topic in STATISTICS[balance.game.id].topics:
        rows.append(_heading_row(_(topic.title)))
        for item in balance.items(topic):
            label = topic.label(item)
            figure = balance.figure(topic, item)
            rows.append(
                _share_row(label, figure) if isinstance(figure, Share) else (label, _number_words(figure), "")
            )
    return rows
