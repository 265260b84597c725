"""`quarterdeck play`: a table in the terminal, for one or several people sharing the screen, and bots."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from rich.text import Text

from quarterdeck.cli.boards import BOARDS
from quarterdeck.cli.dialogue import Dialogue, Leave, leaves
from quarterdeck.cli.log import TerminalLog
from quarterdeck.cli.match import FileTaken, TerminalMatch, gather
from quarterdeck.cli.terminal import Terminal
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.text_safety import isolated


def run(options: argparse.Namespace) -> int:
    """Play until the match ends or somebody leaves; returns the exit code."""
    sitting = TerminalSession(gather(options), Terminal())
    try:
        _play_or_adjourn(sitting)
    except BrokenPipeError:
        raise
    except Exception:
        sitting.rescue()
        raise
    return 0


def _play_or_adjourn(sitting: TerminalSession) -> None:
    """Play until the match ends; if somebody leaves before, save what the players want to keep."""
    try:
        sitting.play()
    except (Leave, EOFError) as leaving:
        sitting.adjourn(ask=isinstance(leaving, Leave))
    except KeyboardInterrupt:
        sitting.terminal.say()
        sitting.adjourn(ask=True)
        raise


class TerminalSession:
    """A session of a match at this terminal."""

    def __init__(self, company: TerminalMatch, terminal: Terminal) -> None:
        self.company = company
        self.record = company.record
        self.terminal = terminal
        self.log = TerminalLog(BOARDS[self.record.game.id], self.record.names, company.people)
        self.dialogue = Dialogue(terminal, self.log, self.record.names, self.company.keep)
        self._reader: int | None = None

    def play(self) -> None:
        """Take turns until the match is over."""
        self._show_opening()
        mine_before = False
        while not self.record.position.over:
            seat = self.record.position.to_act[0]
            view = self.record.position.view(seat)
            if seat in self.company.bots:
                action, by = self.company.choose(seat, view)
                self.record.append(seat, action)
                if by:
                    self.log.add_failure(seat, by)
            else:
                if self._show_news(seat) or not mine_before:
                    self.dialogue.show(view)
                self.record.append(seat, self.dialogue.ask(view))
                self._keep()
            mine_before = seat not in self.company.bots
            self.log.add(self.record.position)
        self._show_result()

    def _show_opening(self) -> None:
        game = self.record.game
        chosen = game.spec.chosen_labels(game.options)
        self.terminal.say(" · ".join([game.title, *chosen]), "bold")
        self.terminal.say(_("The deal is sealed: its seed, told at the end, has this hash."), "dim")
        self.terminal.quote(self.record.commitment)
        self.terminal.say(_("Type ? for help."), "dim")
        for position in list(self.record.positions())[1:]:
            self.log.add(position)
        if self.record.moves:
            for seat in self.company.people:
                self.log.unread(seat)
            self.terminal.say(_("The match goes on; “log” tells what happened before."), "dim")

    def _show_news(self, seat: int) -> bool:
        """Show a person what they have not read yet, behind a curtain if others share the screen; returns
        whether somebody else has read last.
        """
        changed = seat != self._reader
        if changed and len(self.company.people) > 1:
            self._hand_over(seat)
        self._reader = seat
        news = self.log.unread(seat)
        if news:
            self.terminal.say()
        for entry in news:
            self.terminal.say(entry)
        return changed

    def _hand_over(self, seat: int) -> None:
        """A curtain between two people sharing the screen; not used in a pipe."""
        if not self.terminal.live:
            self.terminal.say(Text(f"— {self.record.names[seat]} —", "bold"))
            return
        self.terminal.clear()
        sentence = _("It is {name}'s turn: the others look away now.")
        self.terminal.say(sentence.format(name=isolated(self.record.names[seat])), "bold")
        if leaves(self.terminal.ask(_("Enter when you are alone, or quit:"))):
            raise Leave
        self.terminal.clear()

    def _show_result(self) -> None:
        self._keep()
        reader = self.company.people[0] if self._reader is None else self._reader
        self.terminal.say()
        for entry in self.log.unread(reader):
            self.terminal.say(entry)
        self.terminal.say()
        board = BOARDS[self.record.game.id]
        self.terminal.say(board.standings(self.record.position.to_json(), self.record.names))
        self.terminal.say()
        self.terminal.say(_("The seed of the deal, and its hash:"), "dim")
        self.terminal.quote(self.record.seed)
        self.terminal.quote(self.record.commitment)
        if self.company.kept_in:
            sentence = _(
                "The match is kept in {path}: “quarterdeck replay” shows it, “quarterdeck verify” checks it."
            )
            self.terminal.say(sentence.format(path=self.company.kept_in), "dim")
        elif self.terminal.live:
            path = _unused_path()
            if self.terminal.agree(_("Keep the match in {path}?").format(path=path)):
                self._save_as(path)
                if self.company.kept_in not in (path, None):
                    sentence = _("The match is kept in {path}.")
                    self.terminal.say(sentence.format(path=self.company.kept_in), "dim")

    def adjourn(self, ask: bool) -> None:
        """Stop before the end, and save what the players want to keep."""
        company = self.company
        if company.kept_in is None and self.record.moves and self.terminal.live:
            path = _unused_path()
            try:
                if not ask or self.terminal.agree(_("Keep the match in {path}?").format(path=path)):
                    self._save_as(path)
            except (EOFError, KeyboardInterrupt):
                self.terminal.say()
        if company.kept_in:
            self._keep()
            self.terminal.quote(_("Go on with: {command}").format(command=company.go_on(company.kept_in)))
        else:
            self.terminal.say(_("The match was not kept; --save FILE would keep it."), "dim")

    def rescue(self) -> None:
        """After a bug, save the match if possible, and say so on stderr."""
        if not self.record.moves:
            return
        try:
            self.company.keep()
        except QuarterdeckError:
            self.company.kept_in = None
        try:
            path = self.company.kept_in or self._keep_new(_unused_path())
        except QuarterdeckError:
            return
        sys.stderr.write(_("The match is kept in {path}.").format(path=path) + "\n")

    def _keep(self) -> None:
        """Save the match in its file, or in a new one if another command has changed it. Raises
        QuarterdeckError.
        """
        company, old = self.company, self.company.kept_in
        try:
            company.keep()
        except FileTaken:
            company.kept_in = self._keep_new(_unused_path())
            sentence = _(
                "{path} was changed by somebody else meanwhile and stays: the match goes on in {name}."
            )
            self.terminal.say(sentence.format(path=old, name=company.kept_in), "red")

    def _save_as(self, path: Path) -> None:
        try:
            self.company.kept_in = self._keep_new(path)
        except QuarterdeckError as error:
            self.terminal.say(str(error), "red")

    def _keep_new(self, path: Path) -> Path:
        """Save the match in a new file of this name, or of another one if it exists; returns the name. Raises
        QuarterdeckError.
        """
        while True:
            try:
                self.company.keep(path)
            except FileTaken:
                path = _unused_path()
            else:
                return path


def _unused_path() -> Path:
    """A file name that does not exist yet."""
    stem = time.strftime("match-%Y%m%d-%H%M")
    path = Path(f"{stem}.qd")
    number = 2
    # A dangling link has the name, too.
    while os.path.lexists(path):
        path = Path(f"{stem}-{number}.qd")
        number += 1
    return path
