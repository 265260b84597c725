"""`quarterdeck selfplay`: writes matches among bots as a data set for learning."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from quarterdeck.bots import BOTS
from quarterdeck.cli.options import chosen_options
from quarterdeck.cli.terminal import Terminal
from quarterdeck.i18n import _, decimal, ngettext
from quarterdeck.lab.arena.agents import makers
from quarterdeck.lab.arena.seating import seat_all
from quarterdeck.lab.data import files
from quarterdeck.lab.data.head import Head
from quarterdeck.lab.data.self_play import Selfplay, play_all
from quarterdeck.own_process import cores
from quarterdeck.play import Game, find


def run(options: argparse.Namespace) -> int:
    """Play the matches, write them and print a summary; returns the exit code."""
    game = Game(find(options.game).id, table=options.table, **chosen_options(options))
    bots = options.bot or [next(iter(BOTS))]
    own = makers(bots, game)
    line = seat_all(bots, game.players, own)
    series = Selfplay(game, line, options.games, options.seed, options.max_plies, own)
    moves, truncated = _play_and_write(series, options)
    words = ngettext("{count} match", "{count} matches", series.matches)
    matches = words.format(count=decimal(series.matches, grouped=True))
    sentence = ngettext(
        "{matches} with {moves} move, {size}, in {path}.",
        "{matches} with {moves} moves, {size}, in {path}.",
        moves,
    )
    terminal = Terminal()
    terminal.say(
        sentence.format(
            matches=matches,
            moves=decimal(moves, grouped=True),
            size=_size_words(options.out),
            path=options.out,
        )
    )
    if truncated:
        limit = series.max_plies or 0
        words = ngettext(
            "Truncated after {plies} move: {count} of {all} matches.",
            "Truncated after {plies} moves: {count} of {all} matches.",
            limit,
        )
        figures = {"plies": limit, "count": truncated, "all": series.matches}
        terminal.say(words.format_map({key: decimal(value, grouped=True) for key, value in figures.items()}))
    return 0


def _play_and_write(series: Selfplay, options: argparse.Namespace) -> tuple[int, int]:
    """Play and write, with a progress bar on a terminal; returns the numbers of moves and of truncated
    matches.
    """
    moves = done = truncated = 0
    jobs = min(options.jobs or cores(), series.chunks)
    hidden = not sys.stderr.isatty()
    head = Head(series.game, series.line, series.seed)
    try:
        with (
            files.writing(options.out, head) as writer,
            Progress(console=Console(stderr=True), transient=True, disable=hidden) as progress,
            closing(play_all(series, jobs, options.ray)) as played,
        ):
            bar = progress.add_task(_("Compiling the rules"), total=None)
            for matches in played:
                writer.add(matches)
                moves += len(matches.actions)
                done += len(matches.ends)
                truncated += int(matches.truncated.sum())
                progress.update(bar, description=series.game.title, completed=done, total=series.matches)
    except KeyboardInterrupt:
        sentence = _(
            "Broken off after {done} of {all} matches; {path} was not made: begin again, perhaps with fewer "
            "--games."
        )
        sys.stderr.write("\n" + sentence.format(done=done, all=series.matches, path=options.out))
        raise
    return moves, truncated


def _size_words(path: Path) -> str:
    """The size on disk: "12.3 MB"."""
    parts = path.iterdir() if path.is_dir() else [path]
    size = sum(one.stat().st_size for one in parts)
    return (
        _("{number} MB").format(number=decimal(size / 1e6, 1, grouped=True))
        if size >= 1e5
        else _("{number} kB").format(number=decimal(size / 1e3, 1))
    )
