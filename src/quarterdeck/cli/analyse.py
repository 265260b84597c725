"""`quarterdeck analyse`: each player's chance to win at each move of a match, and the key moments."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from quarterdeck.bots.warming import compile_one
from quarterdeck.cli.options import perspective_of
from quarterdeck.cli.reference import load
from quarterdeck.cli.sparkline import curve
from quarterdeck.cli.terminal import Terminal
from quarterdeck.coach import OPEN, Analysis, Decision, Moment, Viewer, analyse, moments, strong
from quarterdeck.coach.telling import part_titles, tell, whole_percent
from quarterdeck.i18n import _, ngettext
from quarterdeck.play import Record

# Lines of a curve, and columns before it.
HEIGHT, BESIDE = 2, 24
# Choices shown per decision.
CHOICES = 3


def run(options: argparse.Namespace) -> int:
    """Analyse the match and print the result; returns the exit code. Raises RecordError, SeatError."""
    record = load(options.file)
    analysis = _analyse_with_progress(record, perspective_of(record, options), options)
    key_moments = moments(analysis, options.moments)
    if options.json:
        moments_json = [moment.to_json() for moment in key_moments]
        result = {**analysis.to_json(), "names": record.names, "moments": moments_json}
        json.dump(result, sys.stdout, ensure_ascii=False)
        sys.stdout.write("\n")
        return 0
    terminal = Terminal()
    _print_head(terminal, record, analysis)
    _print_curves(terminal, record, analysis)
    _print_moments(terminal, record, analysis, key_moments)
    return 0


def _analyse_with_progress(record: Record, perspective: Viewer, options: argparse.Namespace) -> Analysis:
    """Compute the analysis, with a progress bar on a terminal."""
    player = strong(options.simulations, options.seconds)
    hidden = not sys.stderr.isatty()
    with Progress(console=Console(stderr=True), transient=True, disable=hidden) as progress:
        bar = progress.add_task(_("Compiling the rules"), total=None)
        compile_one(record.game)
        label = _("Thinking")
        return analyse(
            record,
            perspective,
            player,
            lambda done, of: progress.update(bar, description=label, completed=done, total=of),
        )


def _print_head(terminal: Terminal, record: Record, analysis: Analysis) -> None:
    game, plies = record.game, len(record.moves)
    chosen = game.spec.chosen_labels(game.options)
    terminal.say(" · ".join([game.title, *chosen]), "bold")
    if analysis.perspective == OPEN:
        terminal.say(_("With open cards: each seat's chance as that seat could know it."))
    elif isinstance(analysis.perspective, int):
        name = record.names[analysis.perspective]
        terminal.say(_("As {name} saw it: from what {name} could know and nothing else.").format(name=name))
    else:
        terminal.say(_("As a spectator saw it: from what everybody could know and nothing else."))
    sentence = ngettext(
        "The chance to win, from the deal to {count} move later:",
        "The chance to win, from the deal to {count} moves later:",
        plies,
    )
    terminal.say(sentence.format(count=plies))


def _print_curves(terminal: Terminal, record: Record, analysis: Analysis) -> None:
    for seat, name in enumerate(record.names):
        wins = [station.wins[seat] for station in analysis.stations]
        low, *high = reversed(curve(wins, max(terminal.width - BESIDE - 1, 8), HEIGHT))
        label = Text(name, overflow="ellipsis")
        label.truncate(BESIDE - 15, overflow="ellipsis", pad=True)
        figures = f"{whole_percent(wins[0]):>5} → {whole_percent(wins[-1]):>5}  "
        for line in reversed(high):
            terminal.say(Text(" " * BESIDE + line))
        terminal.say(label + Text(figures) + Text(low))


def _print_moments(
    terminal: Terminal, record: Record, analysis: Analysis, key_moments: Sequence[Moment]
) -> None:
    terminal.say()
    if not key_moments:
        terminal.say(_("No single move mattered much."))
        return
    terminal.say(_("What mattered most"), "bold underline")
    titles = part_titles(list(record.positions()))
    for moment in key_moments:
        # The part of the match in which the move was chosen.
        head = _("Move {ply}, {part}").format(ply=moment.ply, part=titles[moment.ply - 1])
        kind = _("a better choice was there") if moment.kind == "loss" else _("luck, or what others did")
        terminal.say(Text(head, "bold").append(f" · {kind}", "dim"))
        terminal.say(Padding(tell(moment, analysis, record.names), (0, 0, 0, 2)))
        seat = record.moves[moment.ply - 1][0]
        decision = analysis.stations[moment.ply].decision
        if moment.kind == "loss" and decision is not None:
            terminal.say(Padding(_choices_table(decision), (0, 0, 0, 2)))
        else:
            words = _("The move: {name}, {action}").format(
                name=record.names[seat], action=analysis.move_text(moment.ply)
            )
            terminal.say(Padding(Text(words, "dim"), (0, 0, 0, 2)))


def _choices_table(decision: Decision) -> Table:
    """The most visited choices, and the one that was played."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_column(justify="right")
    played = decision.choice
    shown = [*decision.choices[:CHOICES], *([] if played in decision.choices[:CHOICES] else [played])]
    for candidate in shown:
        mark = " ◂ " + _("played") if candidate is played else ""
        thought = _("taken {share} of the time").format(share=whole_percent(candidate.share))
        grid.add_row(candidate.action.text + mark, whole_percent(candidate.win), Text(thought, "dim"))
    return grid
