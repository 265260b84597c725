"""Lookup commands: rules, component tables, bots, and the verification of match files."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quarterdeck.bots import BOTS
from quarterdeck.cli.parser import UsageError
from quarterdeck.cli.terminal import Terminal
from quarterdeck.errors import QuarterdeckError, RecordError, in_file, one_line
from quarterdeck.i18n import _, ngettext
from quarterdeck.kernel import toml
from quarterdeck.kernel.contested import Contested
from quarterdeck.kernel.rulebook import Rule
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.play import GAMES, Record, find


def load(path: Path) -> Record:
    """The match in a file. RecordError names the file."""
    try:
        return Record.load(path)
    except RecordError as error:
        # Errors show unprintable characters of a path escaped.
        if one_line(str(path)) in str(error):
            raise
        raise RecordError(in_file(path, error.line, error.sentence)) from None


def verify(options: argparse.Namespace) -> int:
    """`quarterdeck verify`: prints one line of verdict. RecordError says what is wrong."""
    record = load(options.file)
    verdict = record.verify()
    moves = ngettext("{count} move, legal", "{count} moves, all legal", verdict.moves).format(
        count=verdict.moves
    )
    scores = ", ".join(f"{name} {points}" for name, points in zip(record.names, verdict.scores, strict=True))
    if verdict.ended == "draw":
        scores = _("{scores}, ended in a draw by agreement").format(scores=scores)
    elif verdict.ended:
        scores = _("{scores}, abandoned").format(scores=scores)
    elif not verdict.over:
        scores = _("{scores} so far, not over yet").format(scores=scores)
    sentence = _("{path}: {moves}; scores: {scores}; the seed agrees with its commitment {commitment}.")
    words = sentence.format(
        path=one_line(str(options.file)), moves=moves, scores=scores, commitment=verdict.commitment
    )
    sys.stdout.write(words + "\n")
    return 0


def rules(options: argparse.Namespace) -> int:
    """`quarterdeck rules`: one rule, or all in sections, through a pager on a terminal."""
    spec = find(options.game)
    terminal = Terminal()
    if options.rule:
        show_rule(terminal, spec, options.rule)
    elif terminal.live:
        # less: colours pass through, and it exits at once if the text fits the screen.
        os.environ.setdefault("LESS", "FRX")
        with terminal.console.pager(styles=not terminal.console.no_color):
            _print_sections(terminal, spec)
    else:
        _print_sections(terminal, spec)
    return 0


def _print_sections(terminal: Terminal, spec: GameSpec) -> None:
    for section in spec.rulebook.sections:
        terminal.say(Text(section.title, "bold underline"))
        terminal.say()
        for rule in section.rules:
            _print_rule(terminal, spec, rule)


def show_rule(terminal: Terminal, spec: GameSpec, name: str) -> None:
    """One rule with its decision, its scope and its readings. Raises QuarterdeckError if the number is
    unknown.
    """
    _print_rule(terminal, spec, spec.rulebook.find(name))


def _print_rule(terminal: Terminal, spec: GameSpec, rule: Rule) -> None:
    terminal.say(Text(rule.id, "bold cyan").append(f"  {rule.title}", "bold not cyan"))
    terminal.say(Padding(Text(rule.text), (0, 0, 0, 2)))
    if rule.decision:
        terminal.say(
            Padding(Text(_("Decision: "), "italic").append(rule.decision, "not italic"), (0, 0, 0, 2))
        )
    for point in spec.contested:
        if point.rule == rule.id:
            _print_contested(terminal, spec, point)
    if rule.rule_sets:
        names = [one.title for one in rule.rule_sets]
        scope = ngettext("Only in the rule set {sets}.", "Only in the rule sets {sets}.", len(rule.rule_sets))
        sentence = scope.format(sets=", ".join(_("“{name}”").format(name=name) for name in names))
        terminal.say(Padding(Text(sentence, "italic"), (0, 0, 0, 2)))
    terminal.say()


def _print_contested(terminal: Terminal, spec: GameSpec, point: Contested) -> None:
    """A contested point with its readings, and for each the option that chooses it, if there is one."""
    head = Text(_("Contested:"), "italic").append(f" {point.title}", "not italic")
    terminal.say(Padding(head, (0, 0, 0, 2)))
    option = spec.option(point.option)
    typed = [_as_typed(option.name, value) for value in option.choices] if option else []
    for at, reading in enumerate(point.readings):
        choice = f"[{typed[at]}]" if typed else ""
        text = " ".join(filter(None, (reading.text, reading.changes, choice)))
        words = _("“{label}”: {text}").format(label=reading.label, text=text)
        terminal.say(Padding(Text(words), (0, 0, 0, 4)))
    if point.option:
        usual = _("The first is played, unless a table chooses otherwise: --{option}.")
        sentence = usual.format(option=point.option.replace("_", "-"))
    else:
        sentence = _("The first is played.")
    terminal.say(Padding(Text(sentence, "italic"), (0, 0, 0, 4)))


def _as_typed(name: str, value: str | int) -> str:
    """An option with a value, as it is written on a command line."""
    shown = f'"{value}"' if " " in str(value) else value
    return f"--{name.replace('_', '-')} {shown}"


def table(options: argparse.Namespace) -> int:
    """`quarterdeck table`: prints a game's own component table, or checks a custom one."""
    check = options.subject == "check"
    if len(options.words) > (2 if check else 0):
        sentence = _("“{word}” is too much: “quarterdeck table GAME” or “quarterdeck table check GAME FILE”.")
        raise UsageError(sentence.format(word=options.words[-1][:40]))
    if not check:
        sys.stdout.write(_own_table(find(options.subject)))
        return 0
    if not options.words:
        raise UsageError(_("FILE is missing: “quarterdeck table check FILE”."))
    *games, name = options.words
    spec = find(games[0]) if games else _likeliest_game(Path(name))
    spec.read_table(name)
    sentence = _("{path} is a table of {game} without a mistake; play with it: --table {path}")
    sys.stdout.write(sentence.format(path=name, game=spec.title) + "\n")
    return 0


def _own_table(spec: GameSpec) -> str:
    """The file of a game's own component table. Raises UsageError if the game has none."""
    if spec.components is None:
        raise UsageError(_("{game} has no component table.").format(game=spec.title))
    return spec.components.file.read_text(encoding="utf-8")


def _likeliest_game(path: Path) -> GameSpec:
    """The game whose table shares most keys with a file; the first game for a file that can't be read, since
    any game will say so. Raises QuarterdeckError if no game has such keys.
    """
    with_table = [spec for spec in GAMES.values() if spec.components is not None]
    try:
        keys = set(toml.parse(toml.read_text(path)))
    except (OSError, ValueError):
        return with_table[0]
    shared = {spec.id: len(keys & set(toml.parse(_own_table(spec)))) for spec in with_table}
    if not any(shared.values()):
        sentence = _(
            "{path} has no part of any game's component table: compare it with what “quarterdeck table GAME” "
            "prints."
        )
        raise QuarterdeckError(sentence.format(path=path))
    return max(with_table, key=lambda spec: shared[spec.id])


def bots(options: argparse.Namespace) -> int:
    """`quarterdeck bots`: prints the names of those at tables with a line about each, and who else plays."""
    # Only here: other commands do without the arena.
    from quarterdeck.lab.arena.references import REFERENCES

    grid = Table.grid(padding=(0, 2))
    for name, line in BOTS.items():
        grid.add_row(Text(name, "bold"), _(line))
    others = _("Commands also take {names}, a class of yours as module:Name, and a network's file.")
    terminal = Terminal()
    terminal.say(grid)
    terminal.say()
    terminal.say(others.format(names=", ".join(REFERENCES)))
    return 0
