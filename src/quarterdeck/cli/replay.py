"""`quarterdeck replay`: shows a match file as a seat, a spectator or everybody saw it."""

from __future__ import annotations

import argparse

from rich.text import Text

from quarterdeck.cli.boards import BOARDS
from quarterdeck.cli.dialogue import leaves
from quarterdeck.cli.log import TerminalLog, line
from quarterdeck.cli.options import perspective_of
from quarterdeck.cli.reference import load
from quarterdeck.cli.terminal import Terminal, whole_number
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, ngettext
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Event, Position, Record
from quarterdeck.play.record import ending_sentence
from quarterdeck.play.viewer import OPEN, Viewer


def run(options: argparse.Namespace) -> int:
    """Show the match; returns the exit code."""
    record = load(options.file)
    viewer = perspective_of(record, options)
    if options.ply is not None and options.ply > len(record.moves):
        moves = len(record.moves)
        sentence = ngettext(
            "This match has {moves} move: choose a ply from 0 to {moves}.",
            "This match has {moves} moves: choose a ply from 0 to {moves}.",
            moves,
        )
        raise QuarterdeckError(sentence.format(moves=moves))
    replay = ReplayScreen(record, Terminal(), viewer)
    if replay.terminal.live and not options.all:
        replay.step(options.ply or 0)
    else:
        replay.tell(options.ply)
    return 0


class ReplayScreen:
    """A match, finished or not, seen from a perspective."""

    def __init__(self, record: Record, terminal: Terminal, viewer: Viewer) -> None:
        self.record = record
        self.terminal = terminal
        self._face_up = viewer == OPEN
        self._seat = viewer if isinstance(viewer, int) else None
        self._board = BOARDS[record.game.id]
        self._positions = list(record.positions())

    def _position_json(self, position: Position) -> Json:
        return position.to_json() if self._face_up else position.view(self._seat).to_json()

    def _events(self, position: Position) -> tuple[Event, ...]:
        return position.events if self._face_up else position.heard(self._seat)

    def _move_line(self, ply: int) -> Text:
        """The move that led to this ply, without what is secret of it."""
        if ply == 0:
            return Text(_("The deal"), "bold")
        seat, action = self.record.moves[ply - 1]
        spec = self.record.game.spec
        text = action.text if self._face_up or seat == self._seat else spec.public_text(action.id)
        words = _("Move {ply} of {plies}: {name}, {action}")
        name = self.record.names[seat]
        return Text(words.format(ply=ply, plies=len(self.record.moves), name=name, action=text), "bold")

    def _print_head(self) -> None:
        game = self.record.game
        chosen = game.spec.chosen_labels(game.options)
        self.terminal.say(" · ".join([game.title, *chosen]), "bold")

    def _show_ply(self, ply: int) -> None:
        position = self._positions[ply]
        body = self._position_json(position)
        self.terminal.say()
        self.terminal.say(self._move_line(ply))
        for event in self._events(position):
            self.terminal.say(line(event, self.record.names, self._seat))
        self.terminal.say()
        self.terminal.say(self._status(ply, body), "bold")
        self.terminal.say(self._board.table(body, self.record.names, self.terminal.width))

    def _status(self, ply: int, body: Json) -> str:
        """The progress after this many moves, and how the players ended the match there, if they did."""
        status = self._board.status(body, self.record.names)
        ended = self.record.ended if ply == len(self.record.moves) else ""
        return f"{status} · {ending_sentence(ended)}" if ended else status

    def tell(self, only: int | None) -> None:
        """Print one position, or the deal and all events."""
        self._print_head()
        if only is not None:
            self._show_ply(only)
            return
        self._show_ply(0)
        log = TerminalLog(self._board, self.record.names, [self._seat], face_up=self._face_up)
        for ply, position in enumerate(self._positions[1:], 1):
            log.add(position)
            self.terminal.say(self._move_line(ply))
            for entry in log.unread(self._seat):
                self.terminal.say(entry)
        self._show_end()

    def _show_end(self) -> None:
        body = self._position_json(self._positions[-1])
        self.terminal.say()
        self.terminal.say(self._status(len(self._positions) - 1, body), "bold")
        self.terminal.say(self._board.table(body, self.record.names, self.terminal.width))

    def step(self, ply: int) -> None:
        """Show one position at a time; Enter goes forward, p back, a number jumps, q quits."""
        last = len(self._positions) - 1
        self._print_head()
        self._show_ply(ply)
        while True:
            try:
                words = self.terminal.ask(
                    _("Enter: on · p: back · 0–{last}: go there · q: leave ▸").format(last=last)
                )
            except EOFError:
                return
            if leaves(words):
                return
            wanted = {"": ply + 1, "n": ply + 1, "p": ply - 1}.get(words.lower())
            if wanted is None:
                wanted = whole_number(words)
            if wanted is None or not 0 <= wanted <= last:
                self._explain_refusal(wanted, last)
                continue
            ply = wanted
            self._show_ply(ply)

    def _explain_refusal(self, wanted: int | None, last: int) -> None:
        if wanted is None:
            sentence = _("Press Enter or n to go on, p to go back, q to leave, or type the number of a move.")
        elif wanted == last + 1:
            sentence = _("This is where the match stands: there is no further move.")
        elif wanted < 0:
            sentence = _("This is the deal: nothing comes before it.")
        else:
            sentence = _("The moves are 0 to {last}.").format(last=last)
        self.terminal.say(sentence, "dim")
