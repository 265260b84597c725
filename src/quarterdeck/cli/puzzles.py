"""`quarterdeck puzzles`: solves puzzles in the terminal, and mines new ones."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from quarterdeck.bots.warming import compile_one
from quarterdeck.cli.boards import BOARDS
from quarterdeck.cli.commands import MINING
from quarterdeck.cli.dialogue import Dialogue, Leave, leaves
from quarterdeck.cli.log import TerminalLog
from quarterdeck.cli.match import CREW
from quarterdeck.cli.parser import UsageError
from quarterdeck.cli.terminal import Terminal
from quarterdeck.coach.collection import find_puzzle, of_the_day, puzzles, today
from quarterdeck.coach.puzzle import LEVELS, PUZZLE_FACES, Puzzle
from quarterdeck.coach.solution import solution
from quarterdeck.coach.telling import whole_percent
from quarterdeck.errors import GameOptionError, QuarterdeckError
from quarterdeck.i18n import _, ngettext, short
from quarterdeck.lab.mining import Effort, mined, varied
from quarterdeck.play import GAMES, Game, find
from quarterdeck.play.new_files import check_new, draft_of, named_like, unwritable

# Mining looks at one in so many decisions: at all of them if it leaves out easy puzzles.
ALL, SOME = 1, 3


def run(options: argparse.Namespace) -> int:
    """Solve or mine puzzles; returns the exit code. Raises QuarterdeckError."""
    words = options.puzzles
    if len(words) > (2 if words[:1] == ["mine"] else 1):
        sentence = _("“{word}” is too much: “quarterdeck puzzles GAME” or “quarterdeck puzzles mine GAME”.")
        raise UsageError(sentence.format(word=words[-1][:40]))
    if words[:1] == ["mine"]:
        return _mine_puzzles(words[1:], options)
    for name in (*MINING, "out", "keep"):
        if getattr(options, name) is not None:
            sentence = _("“--{option}” is for mining: “quarterdeck puzzles mine GAME”.")
            raise UsageError(sentence.format(option=name))
    with suppress(Leave, EOFError):
        _pose_puzzles(list(_chosen_puzzles(*words)), Terminal())
    return 0


def _chosen_puzzles(word: str = "") -> Iterator[Puzzle]:
    """The puzzles that are asked for: of a game, one by its name, or the one of the day. Raises
    QuarterdeckError.
    """
    if word in GAMES:
        if not puzzles(word):
            raise QuarterdeckError(_("There are no puzzles of {game}.").format(game=find(word).title))
        yield from puzzles(word)
    elif word.rpartition("-")[0] in GAMES:
        yield find_puzzle(word)
    elif word:
        sentence = _("“{word}” is neither a game nor the name of a puzzle; there are the games {games}.")
        raise GameOptionError(sentence.format(word=short(word, str), games=", ".join(GAMES)))
    else:
        found = of_the_day(today())
        if found is None:
            raise QuarterdeckError(_("There are no puzzles here."))
        yield found


def _pose_puzzles(chosen: list[Puzzle], terminal: Terminal) -> None:
    """Ask one puzzle after the other. Raises Leave, EOFError."""
    solved = 0
    for number, puzzle in enumerate(chosen, 1):
        names = list(CREW[: puzzle.game.players])
        names[puzzle.seat] = _("Player")
        theme, level = PUZZLE_FACES[puzzle.game.id].theme_name(puzzle.theme), _(LEVELS[puzzle.level - 1])
        terminal.say(" · ".join([puzzle.game.title, theme, level, puzzle.name]), "bold")
        terminal.say(_("One choice is clearly best, as far as you can know. Which one?"))
        dialogue = Dialogue(
            terminal, TerminalLog(BOARDS[puzzle.game.id], names, [puzzle.seat]), names, _nothing_to_save
        )
        dialogue.show(puzzle.view)
        action = dialogue.ask(puzzle.view)
        solved += action == puzzle.answer
        _print_solution(terminal, puzzle, names, action.text)
        if len(chosen) > 1:
            words = _("{solved} of {count} solved.").format(solved=solved, count=number)
            terminal.say(words, "dim")
            if number < len(chosen) and leaves(terminal.ask(_("Enter for the next puzzle, or quit:"))):
                raise Leave


def _nothing_to_save(_path: Path) -> None:
    raise QuarterdeckError(_("A puzzle is no match: there is nothing to save."))


def _print_solution(terminal: Terminal, puzzle: Puzzle, names: list[str], taken: str) -> None:
    """Print the solution of a puzzle for which somebody has chosen the action `taken`."""
    answer = solution(puzzle, names, taken)
    right = taken == puzzle.answer.text
    sentence = _("Right: {answer}") if right else _("Not “{taken}”. Best is: {answer}")
    terminal.say(
        sentence.format(answer=answer.answer, taken=answer.taken), "bold green" if right else "bold red"
    )
    grid = Table.grid(padding=(0, 2))
    for choice in answer.choices:
        grid.add_row(
            choice.label + (" ◂" if choice.taken else ""),
            Text(whole_percent(choice.win), "bold" if choice.best else ""),
        )
    terminal.say(Padding(grid, (0, 0, 0, 2)))
    for words in (answer.reason, answer.rival, *answer.holdings):
        if words:
            terminal.say(Padding(words, (0, 0, 0, 2)))
    if answer.rules:
        rules = _("The rules behind it: {rules}").format(rules=", ".join(answer.rules))
        terminal.say(Padding(rules, (0, 0, 0, 2)))
    terminal.say(Padding(Text(answer.proof, "dim"), (0, 0, 0, 2)))


def _mine_puzzles(words: list[str], options: argparse.Namespace) -> int:
    """Mine puzzles and write them to a new file. Raises QuarterdeckError."""
    if not words:
        known = ", ".join(GAMES)
        sentence = _("Which game? “quarterdeck puzzles mine GAME” mines puzzles of one of {games}.")
        raise UsageError(sentence.format(games=known))
    if options.out is None:
        raise UsageError(_("“--out” is missing: a new file for the puzzles."))
    for name, usual in MINING.items():
        if getattr(options, name) is None:
            setattr(options, name, usual)
    game = Game(find(words[0]))
    check_new(options.out)
    found = list[Puzzle]()
    with draft_of(options.out) as draft:
        try:
            # Mining takes hours: whether a file can be made there shows now.
            draft.touch(exist_ok=False)
        except OSError as error:
            raise unwritable(options.out, error) from None
        try:
            _mine_with_progress(game, options, found)
        except KeyboardInterrupt:
            nothing = _("Broken off before a puzzle was found: {path} was not made.")
            kept = _keep_puzzles(found, draft, options) if found else nothing.format(path=options.out)
            sys.stderr.write("\n" + kept)
            raise
        Terminal().say(_keep_puzzles(found, draft, options))
    return 0


def _keep_puzzles(found: list[Puzzle], draft: Path, options: argparse.Namespace) -> str:
    """Write the puzzles to a new file; returns the sentence that says so. Raises QuarterdeckError."""
    kept = found if options.keep is None else varied(found, options.keep)
    try:
        draft.write_text("".join(puzzle.dumps() + "\n" for puzzle in kept), encoding="utf-8")
        path = named_like(draft, options.out)
    except OSError as error:
        raise unwritable(options.out, error) from None
    sentence = ngettext("{count} puzzle in {path}.", "{count} puzzles in {path}.", len(kept))
    return sentence.format(count=len(kept), path=path)


def _mine_with_progress(game: Game, options: argparse.Namespace, found: list[Puzzle]) -> None:
    """Mine puzzles into a list, with a progress bar on a terminal."""
    hidden = not sys.stderr.isatty()
    effort = Effort(every=ALL if options.level > 1 else SOME, level=options.level)
    with Progress(console=Console(stderr=True), transient=True, disable=hidden) as progress:
        bar = progress.add_task(_("Compiling the rules"), total=None)
        compile_one(game)
        for number, puzzle in mined(game, options.games, options.seed, effort):
            if puzzle is None:
                label = ngettext("{count} puzzle", "{count} puzzles", len(found)).format(count=len(found))
                progress.update(bar, description=label, completed=number + 1, total=options.games)
            else:
                found.append(puzzle)
