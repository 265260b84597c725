"""The authority over one match: its record, its version and who holds its seats."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from quarterdeck.bots import BOTS
from quarterdeck.errors import QuarterdeckError
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Action, Event, Game, Position, Record
from quarterdeck.tables.errors import NotAllowed, Outdated, StaleMove
from quarterdeck.tables.store import TableRow
from quarterdeck.words import _

__all__ = ["HUMAN", "OPEN", "Match", "Standpoint", "Viewer", "owner_hash"]

HUMAN = "human"
OPEN: Final = "all"
ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 10

# A seat; None: who only watches; "all": every card face up, for a match that is over.
Viewer = int | None | Literal["all"]


def owner_hash(token: str) -> str:
    """What is stored of a browser's token: enough to know it again, and of no use to whoever reads the
    database.
    """
    return hashlib.sha256(f"quarterdeck owner\n{token}".encode()).hexdigest()


@dataclass(frozen=True)
class Standpoint:
    """From where a browser sees a table: the seat that is open in it, and the one to whom the screen must be
    handed first.
    """

    seat: int | None
    curtain: int | None = None


class Match:
    """One match: the record, every position so far, and the seats. `version` is the number of moves made.

    Positions in here hold every secret; `sight.look` is the one way out. `shown`: an example, in which
    nothing is secret. `Outdated` if the match can't be continued.
    """

    def __init__(self, row: TableRow, moves: list[tuple[int, str]], shown: bool = False) -> None:
        self.row = row
        self.shown = shown
        self.open_seat: int | None = None
        # Facts by viewer and ply, and sights by viewer, kept by `sight`.
        self.told: dict[Viewer, list[tuple[Event, ...]]] = {}
        try:
            game = Game(row.game, table=row.components, **row.options)
            if row.rules_version != game.spec.rules_version:
                sentence = _(
                    "This match began under version {found} of the rules and can't go on under {known}."
                )
                raise Outdated(sentence.format(found=row.rules_version, known=game.spec.rules_version))
            for kind in row.kinds:
                if kind != HUMAN and kind not in BOTS:
                    sentence = _("This match can't go on: here is no bot “{kind}”, which plays in it.")
                    raise Outdated(sentence.format(kind=kind[:40]))
            self.record = Record(game, row.seed, row.names, row.setup)
            self.positions: list[Position] = [self.record.position]
            for seat, action in moves:
                self.positions.append(self.record.append(seat, action))
        except Outdated:
            raise
        except (QuarterdeckError, TypeError, ValueError, LookupError, ArithmeticError):
            # Not only what the rules refuse: options or a set-up of a shape that nobody asked them about.
            raise Outdated(
                _("The stored moves of this match don't agree with the rules: it can't go on.")
            ) from None

    @classmethod
    def fresh(cls, record: Record, kinds: list[str], owner: str) -> Match:
        """A match that begins now, at the record's set-up."""
        game = record.game
        row = TableRow(
            id="".join(secrets.choice(ID_LETTERS) for _letter in range(ID_LENGTH)),
            game=game.id,
            rules_version=game.spec.rules_version,
            options=dict(game.options),
            components=game.spec.table_json(game.table),
            setup=record.setup,
            names=record.names,
            kinds=kinds,
            seed=record.seed,
            owner=owner,
            created=int(time.time()),
            standing=standing(record.position),
        )
        return cls(row, [])

    @property
    def id(self) -> str:
        """The table's id, as in its address."""
        return self.row.id

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.record.game

    @property
    def version(self) -> int:
        """The number of moves made."""
        return len(self.record.moves)

    @property
    def position(self) -> Position:
        """The current position, with all its secrets."""
        return self.record.position

    @property
    def over(self) -> bool:
        """Whether the match has ended: from then on nothing of it is secret."""
        return self.position.over

    @property
    def open(self) -> bool:
        """Whether everybody may see everything."""
        return self.over or self.shown

    @cached_property
    def humans(self) -> tuple[int, ...]:
        """The seats that people play, all in the browser of the match's owner."""
        return tuple(seat for seat, kind in enumerate(self.row.kinds) if kind == HUMAN)

    def bots_to_act(self) -> list[int]:
        """The seats to act that bots play."""
        return [seat for seat in self.position.to_act if seat not in self.humans]

    def standpoint(self, owner: str | None) -> Standpoint:
        """From where a browser with this owner hash sees the table.

        With several people at one screen the seat that was opened last stays open until another of them has
        to act.
        """
        if owner is None or owner != self.row.owner or not self.humans:
            return Standpoint(None)
        if len(self.humans) == 1:
            return Standpoint(self.humans[0])
        acting = [seat for seat in self.position.to_act if seat in self.humans]
        if acting and self.open_seat not in acting:
            return Standpoint(None, curtain=acting[0])
        return Standpoint(self.open_seat)

    def reveal(self, owner: str | None, seat: int) -> None:
        """Open a seat to the person to whom the screen has been handed. NotAllowed, StaleMove."""
        self._check_owner(owner, seat)
        if self.standpoint(owner).curtain == seat:
            self.open_seat = seat
        elif self.standpoint(owner).seat != seat:
            raise StaleMove(
                _("The table has moved on: it is not {name}'s turn.").format(name=self.row.names[seat])
            )

    def check_actor(self, owner: str | None, seat: int, version: int, action: str) -> None:
        """Whether this browser may send this move now. NotAllowed if it never may act for the seat, StaleMove
        if the seat is hidden now; but a click that came twice is let pass, though its move may have hidden
        the seat. ActionTextError.
        """
        self._check_owner(owner, seat)
        if self.standpoint(owner).seat != seat and not self.played(seat, version, self.game.action(action)):
            raise StaleMove(
                _("This page was out of date: the screen is not with {name} now.").format(
                    name=self.row.names[seat]
                )
            )

    def _check_owner(self, owner: str | None, seat: int) -> None:
        if owner is None or owner != self.row.owner:
            raise NotAllowed(_("You are watching this table: its seats are played in another browser."))
        if seat not in self.humans:
            raise NotAllowed(_("Nobody in this browser plays that seat."))

    def played(self, seat: int, version: int, action: Action) -> bool:
        """Whether this very move has been made already: a click that came twice."""
        return self.answer(seat, version, action) is not None

    def answer(self, seat: int, version: int, action: Action) -> int | None:
        """The version to which this very move has led already, if it has.

        Of a person whose seat is hidden now any move counts as that one: a different answer would let whoever
        has the screen find out by trying what was chosen.
        """
        at = self._until(seat, version)
        if not 0 <= at < self.version:
            return None
        mover, made = self.record.moves[at]
        hidden = seat in self.humans and self.standpoint(self.row.owner).seat != seat
        return at + 1 if mover == seat and (hidden or made == action) else None

    def play(self, seat: int, version: int, action: Action) -> None:
        """Make a move in memory. StaleMove if its seat has another decision by now than the one it saw at
        `version`; IllegalAction.
        """
        if self._until(seat, version) != self.version:
            raise StaleMove(_("This page was out of date: the table has moved on. Look again, then choose."))
        self.positions.append(self.record.append(seat, action))

    def _until(self, seat: int, version: int) -> int:
        """The last version at which the decision that a seat saw at `version` stood.

        Where several act at once, it stands while the others make theirs: each of them merely drops out of
        those who are to act, and the seat may still do the very same things. A move of its own ends it, and
        so does everything else.
        """
        at = version
        while 0 <= at < self.version and self._stands(seat, at):
            at += 1
        return at

    def _stands(self, seat: int, at: int) -> bool:
        """Whether the move made at this version was another's, and left a seat's decision as it was."""
        before, after = self.positions[at], self.positions[at + 1]
        mover = self.record.moves[at][0]
        rest = tuple(other for other in before.to_act if other != mover)
        return seat in rest and after.to_act == rest and after.legal(seat) == before.legal(seat)

    def take_back(self) -> None:
        """Undo `play` where the move could not be stored; nobody has been told of it."""
        self.positions.pop()
        self.record.moves.pop()
        self.record.position = self.positions[-1]


def standing(position: Position) -> Json:
    """What is public of a position and wanted in lists."""
    view = position.view(None).to_json()
    return {
        "over": position.over,
        "round": view.get("round", view.get("turn_no")),
        "rounds": view.get("rounds"),
        "to_act": view["to_act"],
        "winners": list(position.winners),
    }
