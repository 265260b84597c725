"""`quarterdeck arena`: tournaments between bots, with a rating of their strength."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial

from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from quarterdeck.cli import cross_table
from quarterdeck.cli.options import check_players, chosen_options, truncated_after
from quarterdeck.cli.parser import UsageError
from quarterdeck.cli.terminal import Terminal
from quarterdeck.errors import GameOptionError, QuarterdeckError
from quarterdeck.i18n import _, decimal, ngettext, percent
from quarterdeck.lab import plots, ray_backend
from quarterdeck.lab.arena import cross_play, picture
from quarterdeck.lab.arena.agents import makers
from quarterdeck.lab.arena.figures import Outcome, Standing
from quarterdeck.lab.arena.files import MatchFolder
from quarterdeck.lab.arena.interval import Estimate
from quarterdeck.lab.arena.match import Contest
from quarterdeck.lab.arena.rows import Rows
from quarterdeck.lab.arena.seating import SEATINGS, line_up
from quarterdeck.lab.arena.tournament import Tournament, play_all
from quarterdeck.own_process import cores
from quarterdeck.play import Game, find


def run(options: argparse.Namespace) -> int:
    """Play the games, print the results of each table, write the requested files; returns the exit code.
    After an error or Ctrl+C, print the results so far, then raise.
    """
    if options.resume and (options.save or not options.csv):
        raise UsageError(_("--resume goes with --csv, whose file has the earlier games, and without --save."))
    tournaments = _tournaments(options)
    terminal = Terminal()
    with ExitStack() as stack:
        files = _Files(options, tournaments, stack)
        if options.resume:
            terminal.say(files.resumed(tournaments))
        if options.ray:
            stack.enter_context(ray_backend.connected(options.ray))
        outcomes: list[Outcome] = []
        if options.all:
            # Printed at the end, also after Ctrl+C.
            bots = cross_play.contestants(options.bots, tournaments[0].game)
            stack.callback(cross_table.say, terminal, bots, outcomes)
        for tournament in tournaments:
            played: list[Contest] = []
            try:
                _play_tournament(tournament, options, files, played)
            finally:
                outcome = Outcome(tournament, played)
                if outcome.deals:
                    outcomes.append(outcome)
                    if not options.all:
                        _print_outcome(terminal, outcome)
    if options.plot:
        picture.save(outcomes, options.plot)
        terminal.say(_("The plot is in {path}.").format(path=options.plot))
    return 0


class _Files:
    """Where the games are written, if anywhere. Unwritable paths are detected before the first game."""

    def __init__(self, options: argparse.Namespace, tournaments: list[Tournament], stack: ExitStack) -> None:
        if options.save and options.save.resolve() in [
            file.resolve() for file in (options.csv, options.plot) if file
        ]:
            sentence = _("{path} can't be both the folder of match files and a file: name two.")
            raise QuarterdeckError(sentence.format(path=options.save))
        # First, because the other files may be put into this folder.
        self.folder = stack.enter_context(closing(MatchFolder(options.save))) if options.save else None
        if options.plot:
            plots.check(options.plot)
        if options.csv and options.plot and options.csv.resolve() == options.plot.resolve():
            sentence = _("{path} can't be both the plot and the rows: name two files.")
            raise QuarterdeckError(sentence.format(path=options.csv))
        seats = max(tournament.game.players for tournament in tournaments)
        self._path = options.csv
        self.rows = None
        if options.csv:
            self.rows = stack.enter_context(closing(Rows(options.csv, seats, options.resume)))

    def played(self, tournament: Tournament) -> dict[int, Contest]:
        """The games of a tournament that an earlier run has written, by number."""
        return self.rows.played(tournament) if self.rows else {}

    def resumed(self, tournaments: list[Tournament]) -> str:
        """How many games an earlier run has written, and how many are left to play, in words. Raises
        QuarterdeckError if all that it has written are other games.
        """
        count = sum(len(self.played(tournament)) for tournament in tournaments)
        if self.rows and self.rows.kept and not count:
            sentence = _(
                "{path} has games, but none of this tournament: with other options, another seed or other "
                "versions of the bots, name another file."
            )
            raise QuarterdeckError(sentence.format(path=self._path))
        left = sum(tournament.games for tournament in tournaments) - count
        words = _("Games that are in {path} already: {count}. Games that are left to play: {left}.")
        return words.format(path=self._path, count=count, left=left)

    def add(self, tournament: Tournament, match: Contest) -> None:
        if self.folder:
            self.folder.add(match)
        if self.rows:
            self.rows.add(tournament, match)


def _tournaments(options: argparse.Namespace) -> list[Tournament]:
    """One tournament for each requested number of players (the game's default is a single number), or with
    `--all` one for each pair of bots.
    """
    if options.all:
        cross_table.refuse(options)
    elif not options.bots:
        sentence = _("{missing} is missing: see “{command} --help”.")
        raise UsageError(sentence.format(missing="BOT", command="quarterdeck arena"))
    spec = find(options.game)
    players = options.players or [None]
    check_players(players)
    seated = SEATINGS.get(options.seating)
    if seated is None:
        sentence = _("There is no seating “{name}”; there is {seatings}.")
        raise GameOptionError(sentence.format(name=options.seating[:40], seatings=", ".join(SEATINGS)))
    others = chosen_options(options)
    others.pop("players", None)
    tournaments = []
    for number in players:
        chosen = others if number is None else {**others, "players": number}
        game = Game(spec.id, table=options.table, **chosen)
        if options.all:
            bots = cross_play.contestants(options.bots, game)
            deals = options.number_of_deals
            tournaments += cross_play.tournaments(game, bots, deals, options.seed, options.max_plies)
            continue
        own = makers(options.bots, game)
        line = line_up(options.bots, game.players, own)
        settings = {"seated": seated, "files": bool(options.save), "own": own, "max_plies": options.max_plies}
        tournaments.append(Tournament(game, line, options.number_of_deals, options.seed, **settings))
    return tournaments


def _play_tournament(
    tournament: Tournament, options: argparse.Namespace, files: _Files, played: list[Contest]
) -> None:
    """Play and write the games, with a progress bar on a terminal; `played` collects them."""
    jobs = min(options.jobs or cores(), tournament.games)
    game, watcher = tournament.game, Console(stderr=True)
    label = game.spec.option_words("players", game.players)
    hidden = not sys.stderr.isatty()
    earlier = files.played(tournament)
    with closing(play_all(tournament, jobs, options.ray, earlier)) as games:
        bar = track(games, label, tournament.games, console=watcher, transient=True, disable=hidden)
        for number, match in enumerate(bar):
            if number not in earlier:
                files.add(tournament, match)
            played.append(replace(match, file=""))


Row = tuple[Text | str, str, str]


def _print_outcome(terminal: Terminal, outcome: Outcome) -> None:
    tournament = outcome.tournament
    terminal.say(outcome.heading, "bold")
    if outcome.deals < tournament.deals:
        meant = ngettext(
            "Broken off: {count} deal was meant.", "Broken off: {count} deals were meant.", tournament.deals
        )
        terminal.say(meant.format(count=tournament.deals), "bold")
    terminal.say(_("Line-up: {bots}").format(bots=", ".join(tournament.line)))
    grid = Table.grid(padding=(0, 2))
    grid.add_column(overflow="fold")
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    for row in _result_rows(outcome):
        grid.add_row(*row)
    terminal.say(grid)
    terminal.say()


def _result_rows(outcome: Outcome) -> Iterator[Row]:
    """The rows of the table; intervals are at 95%."""
    fair = percent(outcome.fair, 1)
    yield _heading_row(_("Games won, a seat; {fair} would be fair").format(fair=fair))
    yield from _figure_rows(outcome, lambda standing: standing.wins, partial(percent, places=1))
    if outcome.anchor is None:
        yield _heading_row(_("Rating, 1000 on average"))
    else:
        yield _heading_row(_("Rating, where {bot} has 1000").format(bot=outcome.anchor))
    yield from _figure_rows(outcome, lambda standing: standing.rating, decimal)
    yield _heading_row(_("Score, on average"))
    yield from _figure_rows(outcome, lambda standing: standing.score, partial(decimal, places=2))
    yield _heading_row(_("Time for a move, on average"))
    for standing in outcome.standings:
        clock = standing.clock
        if clock.moves:
            longest = _("at most {time}").format(time=time_words(clock.longest))
            yield standing.bot, time_words(clock.seconds / clock.moves), longest
        else:
            yield standing.bot, "–", ""
    yield _heading_row(_("Of all games"))
    yield _("won by several"), percent(outcome.shared, 1), ""
    yield _("won by nobody"), percent(outcome.nobody, 1), ""
    yield truncated_after(outcome.tournament.max_plies), percent(outcome.truncated, 1), ""


def _heading_row(words: str) -> Row:
    return Text(words, "underline"), "", ""


def _figure_rows(
    outcome: Outcome, figure: Callable[[Standing], Estimate | None], words: Callable[[float], str]
) -> Iterator[Row]:
    """A row with one figure of each bot, and its interval."""
    for standing in outcome.standings:
        estimate = figure(standing)
        if estimate is None:
            yield standing.bot, "–", ""
        elif not estimate.bounded or estimate.low == estimate.high:
            yield standing.bot, words(estimate.value), ""
        else:
            bounds = _("{low} to {high}").format(low=words(estimate.low), high=words(estimate.high))
            yield standing.bot, words(estimate.value), bounds


def time_words(seconds: float) -> str:
    """A duration with its significant digits: "0.35 ms", "1.2 ms", "120 ms", "1.5 s"."""
    if seconds >= 1:
        return _("{number} s").format(number=decimal(seconds, 1))
    milliseconds = 1000 * seconds
    digits = 2 if milliseconds < 1 else 1 if milliseconds < 10 else 0
    return _("{number} ms").format(number=decimal(milliseconds, digits))
