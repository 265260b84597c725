"""`quarterdeck evaluate`: what an agent wins by the protocol."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack, closing

from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.arena import time_words
from quarterdeck.cli.terminal import Terminal
from quarterdeck.i18n import _, decimal, ngettext
from quarterdeck.lab import ray_backend
from quarterdeck.lab.arena.agents import agent
from quarterdeck.lab.arena.evaluation import COLUMNS, Evaluation, EvaluationRun
from quarterdeck.lab.arena.match import Contest
from quarterdeck.lab.arena.protocol import DEALS, PROTOCOL
from quarterdeck.lab.arena.rows import Sheet
from quarterdeck.own_process import cores


def run(options: argparse.Namespace) -> int:
    """Play the games, print the table, write it to a file on request; returns the exit code.

    After an error or Ctrl+C, print the lines that are finished, then raise.
    """
    trial = EvaluationRun(agent(options.agent), options.games, options.deals)
    played: list[Contest] = []
    with ExitStack() as stack:
        sheet = stack.enter_context(closing(Sheet(options.csv, COLUMNS))) if options.csv else None
        if options.ray:
            stack.enter_context(ray_backend.connected(options.ray))
        try:
            _play_trial(trial, options, played)
        finally:
            if len(played) >= trial.rounds.ends[0]:
                evaluation = trial.evaluation(played)
                _print_evaluation(evaluation, options.json)
                for row in evaluation.rows():
                    if sheet:
                        sheet.write([row[name] for name in COLUMNS])
    return 0


def _play_trial(trial: EvaluationRun, options: argparse.Namespace, played: list[Contest]) -> None:
    """Play the games, with a progress bar on a terminal; `played` collects them."""
    jobs = min(options.jobs or cores(), trial.rounds.chunks)
    hidden, watcher = not sys.stderr.isatty(), Console(stderr=True)
    with closing(trial.play(jobs, options.ray)) as games:
        bar = track(
            games, trial.agent.name, trial.rounds.chunks, console=watcher, transient=True, disable=hidden
        )
        played.extend(bar)


def _print_evaluation(evaluation: Evaluation, as_json: bool) -> None:
    if as_json:
        json.dump(evaluation.to_json(), sys.stdout, ensure_ascii=False)
        sys.stdout.write("\n")
        return
    terminal = Terminal()
    words = ngettext("{count} deal", "{count} deals", evaluation.deals).format(count=evaluation.deals)
    head = _("{agent}: protocol {version}, {deals} of each table")
    terminal.say(head.format(agent=evaluation.agent, version=PROTOCOL, deals=words), "bold")
    terminal.say(_("Fingerprint: {fingerprint}").format(fingerprint=evaluation.fingerprint))
    if not evaluation.standard:
        sentence = _("These are not the protocol's figures, which have {count} deals.")
        terminal.say(sentence.format(count=DEALS), "bold")
    if evaluation.missing:
        meant = ngettext(
            "Broken off: {count} line is missing.",
            "Broken off: {count} lines are missing.",
            evaluation.missing,
        )
        terminal.say(meant.format(count=evaluation.missing), "bold")
    explanation = _(
        "Games in a hundred that the agent won in one seat, of those with a winner; intervals at 95%."
    )
    terminal.say(explanation)
    terminal.say(_matchup_table(evaluation))
    clock = evaluation.clock
    words = _("Time for a move: {time} on average, {longest} at most.")
    time = time_words(clock.seconds / max(1, clock.moves))
    terminal.say(words.format(time=time, longest=time_words(clock.longest)))
    if len(evaluation.fingerprints) > 1:
        terminal.say(_("Fingerprints of the games:"))
        for name, fingerprint in evaluation.fingerprints.items():
            terminal.quote(f"{name} {fingerprint}")


def _matchup_table(evaluation: Evaluation) -> Table:
    grid = Table.grid(padding=(0, 2))
    columns = (
        (_("game"), "left"),
        (_("players"), "right"),
        (_("against"), "left"),
        (_("fair"), "right"),
        (_("won"), "right"),
        ("", "right"),
        (_("nobody"), "right"),
    )
    for _head, side in columns:
        grid.add_column(justify="left" if side == "left" else "right", no_wrap=True)
    grid.add_row(*(Text(head, "underline") for head, _side in columns))
    before = ("", 0)
    for matchup in evaluation.matchups:
        here = matchup.game.id, matchup.game.players
        # The game, and the number of players, are only in the first line that has them.
        name, players = (here[0] if here[0] != before[0] else ""), (str(here[1]) if here != before else "")
        before = here
        won, bounds = "–", ""
        if matchup.won:
            won = _per_cent(matchup.won.value)
            bounds = _("{low} to {high}").format(
                low=_per_cent(matchup.won.low), high=_per_cent(matchup.won.high)
            )
        grid.add_row(
            name, players, matchup.opponent, _per_cent(matchup.fair), won, bounds, _per_cent(matchup.nobody)
        )
    return grid


def _per_cent(share: float) -> str:
    return decimal(100 * share, 1)
