"""The dialogue at the prompt: a person picks an action, or asks about rules, log and reasons."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.boards import BOARDS
from quarterdeck.cli.choices import choices
from quarterdeck.cli.log import TerminalLog
from quarterdeck.cli.reference import show_rule
from quarterdeck.cli.terminal import Terminal, whole_number
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import N_, _
from quarterdeck.play import Action, View
from quarterdeck.text_safety import isolated

HELP = (
    ("1, 2, …", N_("take the choice of this number; its words do as well: “{example}”")),
    ("why ACTION", N_("what an action would do, or which rule forbids it")),
    ("rule NUMBER", N_("read a rule")),
    ("table", N_("draw the table again")),
    ("log", N_("what has happened so far")),
    ("save FILE", N_("write the match to a file")),
    ("quit", N_("leave, as “q” does; you can keep the match and go on later")),
)


class Leave(Exception):
    """The person wants to stop."""


def leaves(words: str) -> bool:
    """Whether this input says that the person wants to stop."""
    return words.lower() in ("q", "quit")


class Dialogue:
    """Asks the person to act until they pick an action."""

    def __init__(
        self, terminal: Terminal, log: TerminalLog, names: Sequence[str], save: Callable[[Path], None]
    ) -> None:
        self._terminal = terminal
        self._log = log
        self._names = [isolated(name) for name in names]
        self._save = save

    def show(self, view: View) -> None:
        """Draw the table."""
        board, body = BOARDS[view.game.id], view.to_json()
        self._terminal.say()
        self._terminal.say(board.status(body, self._names), "bold")
        self._terminal.say()
        self._terminal.say(board.table(body, self._names, self._terminal.width))

    def ask(self, view: View) -> Action:
        """The action that the person picks for this view's seat. Raises Leave; EOFError at the end of the
        input.
        """
        legal = view.legal()
        self._terminal.say()
        self._terminal.say(view.prompt(self._names), "bold")
        self._terminal.say(self._choices_table(view, legal))
        while True:
            words = self._terminal.ask(_("Your move:"))
            try:
                action = self._read_answer(words, view, legal)
            except QuarterdeckError as error:
                self._terminal.say(str(error), "red")
                continue
            if action is not None:
                return action

    def _choices_table(self, view: View, legal: Sequence[Action]) -> RenderableType:
        board, body = BOARDS[view.game.id], view.to_json()
        texts = [action.text for action in legal]
        return choices(texts, lambda text: board.effect(body, text, self._names))

    def _read_answer(self, words: str, view: View, legal: Sequence[Action]) -> Action | None:
        """The action that the input names, or None if it was another command, which is executed."""
        word, _space, rest = words.partition(" ")
        if leaves(word):
            raise Leave
        commands: Mapping[str, Callable[[], None]] = {
            "": lambda: self._terminal.say(_("Type a number, the words of a choice, or ? for help."), "dim"),
            "?": lambda: self._show_help(legal),
            "help": lambda: self._show_help(legal),
            "why": lambda: self._explain_action(rest, view, legal),
            "rule": lambda: self._show_rule(rest, view),
            "table": lambda: self.show(view),
            "log": lambda: self._show_log(view),
            "save": lambda: self._save_match(rest),
        }
        if word.lower() in commands:
            commands[word.lower()]()
            return None
        action = _find_action(words, view, legal)
        if action not in legal:
            self._show_refusal(view, action)
            return None
        return action

    def _show_help(self, legal: Sequence[Action]) -> None:
        table = Table.grid(padding=(0, 2))
        for words, meaning in HELP:
            table.add_row(Text(words, "bold"), _(meaning).format(example=legal[0]))
        self._terminal.say(table)

    def _show_rule(self, number: str, view: View) -> None:
        """Show a rule. Raises QuarterdeckError if the number is missing or unknown."""
        if not number:
            first = view.game.spec.rulebook.first.id
            raise QuarterdeckError(_("Name a rule: “rule {number}”, say.").format(number=first))
        show_rule(self._terminal, view.game.spec, number)

    def _explain_action(self, words: str, view: View, legal: Sequence[Action]) -> None:
        """Say what an action would do, or which rule forbids it. Raises QuarterdeckError."""
        if not words:
            raise QuarterdeckError(_("Name an action: “why {example}”, say.").format(example=legal[0]))
        action = _find_action(words, view, legal)
        if action in legal:
            effect = BOARDS[view.game.id].effect(view.to_json(), action.text, self._names)
            words = effect or action.sentence(self._names)
            self._terminal.say(_("This is allowed. {effect}").format(effect=words))
        else:
            self._show_refusal(view, action)

    def _show_refusal(self, view: View, action: Action) -> None:
        rule, sentence = view.why_not(action)
        self._terminal.say(Text(sentence, "red").append(f" ({rule})", "dim"))

    def _show_log(self, view: View) -> None:
        entries = self._log.everything(view.seat)
        for entry in entries:
            self._terminal.say(entry)
        if not entries:
            self._terminal.say(_("Nothing has happened yet."), "dim")

    def _save_match(self, words: str) -> None:
        if not words:
            raise QuarterdeckError(_("Name a file: “save game.qd”, say."))
        path = Path(os.path.expanduser(words))
        self._save(path)
        self._terminal.say(_("Saved as {path}; it holds every secret of the match.").format(path=path))


def _find_action(words: str, view: View, legal: Sequence[Action]) -> Action:
    """The action with this number or text. Raises QuarterdeckError."""
    number = whole_number(words)
    if number is None:
        return view.game.action(words)
    if not 1 <= number <= len(legal):
        sentence = _("There is no choice {number}; the choices are 1 to {most}.")
        raise QuarterdeckError(sentence.format(number=words[:20], most=len(legal)))
    return legal[number - 1]
