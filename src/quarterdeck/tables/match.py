"""The authority over one match: its log of entries, the record they make, and who holds its seats."""

from __future__ import annotations

import copy
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from quarterdeck.bots import BOTS
from quarterdeck.errors import QuarterdeckError
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Action, Game, Position, Record
from quarterdeck.tables.clocks import Clock
from quarterdeck.tables.entry import Entry
from quarterdeck.tables.errors import NotAllowed, Outdated, StaleMove
from quarterdeck.tables.rows import SeatRow, Stored, Summary, TableRow
from quarterdeck.tables.seats import HUMAN, STAND_IN, VACANT, Seat
from quarterdeck.tables.terms import Terms
from quarterdeck.words import _

__all__ = ["OPEN", "Match", "Rematch", "Standpoint", "Viewer"]

OPEN: Final = "all"
ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 10

# A seat; None: who only watches; "all": every card face up, for a match that is over.
Viewer = int | None | Literal["all"]


@dataclass(frozen=True)
class Standpoint:
    """From where a browser sees a table: the seat that is open in it, and the one to whom the screen must be
    handed first.
    """

    seat: int | None
    curtain: int | None = None


class Rematch(NamedTuple):
    """The table where a match is played again, and the seat that asked for it."""

    table: str
    seat: int


class Match:
    """One match. `version` is the number of entries in its log, `ply` the number of moves that stand.

    Positions in here hold every secret; `sight.look` is the one way out. `shown`: an example, in which
    nothing is secret. `Outdated` if the match can't be continued.
    """

    def __init__(self, row: TableRow, entries: Iterable[Entry], shown: bool = False) -> None:
        self.row = row
        self.shown = shown
        self.entries: list[Entry] = []
        self.opened: dict[str, int] = {}
        self.closed = False
        self.rematch: Rematch | None = None
        try:
            game = Game(row.game, table=row.components, **row.options)
            if row.rules_version != game.spec.rules_version:
                sentence = _(
                    "This match began under version {found} of the rules and can't go on under {known}."
                )
                raise Outdated(sentence.format(found=row.rules_version, known=game.spec.rules_version))
            for kind in row.kinds:
                if kind not in (HUMAN, VACANT) and kind not in BOTS:
                    sentence = _("This match can't go on: here is no bot “{kind}”, which plays in it.")
                    raise Outdated(sentence.format(kind=kind[:40]))
            self.terms = Terms.from_json(row.terms)
            self.seats = _first_seats(row)
            self.record = Record(game, row.seed, row.names, row.setup)
            self.positions: list[Position] = [self.record.position]
            for seat, action in row.prelude:
                self.positions.append(self.record.append(seat, action))
            # The position at each version.
            self.stages: list[Position] = [self.record.position]
            self.clock = Clock(self.terms, game.players)
            self._wind(row.created * 1000)
            for entry in entries:
                self.apply(entry)
        except Outdated:
            raise
        except (QuarterdeckError, TypeError, ValueError, LookupError, ArithmeticError):
            # Not only what the rules refuse: options or a set-up of a shape that nobody asked them about.
            raise Outdated(
                _("The stored moves of this match don't agree with the rules: it can't go on.")
            ) from None

    @classmethod
    def fresh(
        cls,
        record: Record,
        kinds: list[str],
        owner: str,
        terms: Terms | None = None,
        public: bool = False,
        parent: tuple[str, str] | None = None,
    ) -> Match:
        """A match that begins now, where the record stands, or once its open seats are taken.

        `parent`: the table it comes from and how, "rematch" or "branch".
        """
        game = record.game
        row = TableRow(
            id="".join(secrets.choice(ID_LETTERS) for _letter in range(ID_LENGTH)),
            game=game.id,
            rules_version=game.spec.rules_version,
            options=dict(game.options),
            components=game.spec.table_json(game.table),
            setup=record.setup,
            names=list(record.names),
            kinds=list(kinds),
            seed=record.seed,
            owner=owner,
            created=int(time.time()),
            public=public,
            terms=(terms or Terms()).to_json(),
            parent=parent[0] if parent else None,
            relation=parent[1] if parent else None,
            prelude=[[seat, action.text] for seat, action in record.moves],
        )
        return cls(row, [])

    @classmethod
    def stored(cls, stored: Stored) -> Match:
        """A match from the store. Outdated."""
        return cls(stored.row, stored.entries)

    # -- what it is

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
        """The number of entries in the log."""
        return len(self.entries)

    @property
    def ply(self) -> int:
        """The number of moves that stand."""
        return len(self.record.moves)

    @property
    def position(self) -> Position:
        """The current position, with all its secrets."""
        return self.record.position

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return self.record.names

    @property
    def begun(self) -> bool:
        """Whether every seat has been taken, so that the match goes on."""
        return all(seat.kind != VACANT for seat in self.seats)

    @property
    def over(self) -> bool:
        """Whether the match has come to its end: from then on nothing of it is secret."""
        return self.position.over

    @property
    def running(self) -> bool:
        """Whether moves can be made."""
        return self.begun and not self.over and not self.closed

    @property
    def open(self) -> bool:
        """Whether everybody may see everything."""
        return self.over or self.shown

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; none before the match has begun or after it was broken off."""
        return self.position.to_act if self.running else ()

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats that people hold, whether they are there or not."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind == HUMAN)

    def bots_to_act(self) -> list[int]:
        """The seats to act that bots play."""
        return [seat for seat in self.to_act if self.seats[seat].played_by_bot]

    def bot_of(self, seat: int) -> str:
        """The bot that plays or would play a seat."""
        kind = self.seats[seat].kind
        return kind if kind in BOTS else STAND_IN

    def held(self, owner: str | None) -> tuple[int, ...]:
        """The seats that a browser or program holds."""
        if owner is None:
            return ()
        return tuple(seat for seat in self.humans if owner in self.seats[seat].holders)

    def summary(self, wake_at: int | None = None) -> Summary:
        """What lists, clocks and other servers need to know."""
        state = "closed" if self.closed else "over" if self.over else "running" if self.begun else "waiting"
        seats = [
            SeatRow(number, seat.name, seat.kind, list(seat.holders), seat.away)
            for number, seat in enumerate(self.seats)
        ]
        return Summary(state, standing(self.position), seats, wake_at)

    # -- standpoints

    def standpoint(self, owner: str | None) -> Standpoint:
        """From where a browser with this owner hash sees the table.

        With several people at one screen the seat that was opened last stays open until another of them has
        to act.
        """
        held = self.held(owner)
        if len(held) < 2:
            return Standpoint(held[0] if held else None)
        assert owner is not None
        opened = self.opened.get(owner)
        acting = [seat for seat in self.to_act if seat in held]
        if acting and opened not in acting:
            return Standpoint(None, curtain=acting[0])
        return Standpoint(opened)

    def check_actor(self, owner: str | None, seat: int, version: int, action: str) -> None:
        """Whether this browser may send this move now. NotAllowed if it never may act for the seat, StaleMove
        if the seat is hidden now; but a click that came twice is let pass, though its move may have hidden
        the seat. ActionTextError.
        """
        self.check_holder(owner, seat)
        if self.standpoint(owner).seat != seat and not self.played(seat, version, self.game.action(action)):
            raise StaleMove(
                _("This page was out of date: the screen is not with {name} now.").format(
                    name=self.names[seat]
                )
            )

    def check_holder(self, owner: str | None, seat: int) -> None:
        """NotAllowed if this browser or program does not hold the seat."""
        held = self.held(owner)
        if not held:
            raise NotAllowed(_("You are watching this table: its seats are played in another browser."))
        if seat not in held:
            raise NotAllowed(_("Nobody in this browser plays that seat."))

    # -- decisions that stand

    def played(self, seat: int, version: int, action: Action) -> bool:
        """Whether this very move has been made already: a click that came twice."""
        return self.answer(seat, version, action) is not None

    def answer(self, seat: int, version: int, action: Action) -> int | None:
        """The version to which this very move has led already, if it has.

        Of a person whose seat is hidden now any move counts as that one: a different answer would let whoever
        has the screen find out by trying what was chosen.
        """
        at = self.stands_until(seat, version)
        if not 0 <= at < self.version:
            return None
        made = self.entries[at]
        if made.kind != "move" or made.seat != seat:
            return None
        return at + 1 if self._hidden(seat) or made.data["action"] == action.text else None

    def _hidden(self, seat: int) -> bool:
        """Whether a person's seat is not open in any browser that holds it."""
        holders = self.seats[seat].holders
        return bool(holders) and all(self.standpoint(holder).seat != seat for holder in holders)

    def check_fresh(self, seat: int, version: int) -> None:
        """StaleMove if a seat has another decision by now than the one it saw at `version`."""
        if self.stands_until(seat, version) != self.version:
            raise StaleMove(_("This page was out of date: the table has moved on. Look again, then choose."))

    def stands_until(self, seat: int, version: int) -> int:
        """The last version at which the decision that a seat saw at `version` stood.

        Where several act at once, it stands while the others make theirs: each of them merely drops out of
        those who are to act, and the seat may still do the very same things. A move of its own ends it, and
        so does everything else that changes the position.
        """
        at = version
        while 0 <= at < self.version and self._stands(seat, at):
            at += 1
        return at

    def _stands(self, seat: int, at: int) -> bool:
        """Whether the entry after this version left a seat's decision as it was."""
        before, after, entry = self.stages[at], self.stages[at + 1], self.entries[at]
        if before is after:
            return True
        rest = tuple(other for other in before.to_act if other != entry.seat)
        return (
            entry.kind == "move"
            and seat in rest
            and after.to_act == rest
            and after.legal(seat) == before.legal(seat)
        )

    # -- how it changes

    def add(self, kind: str, seat: int, at: int, **data: Any) -> Entry:
        """Make the next entry and apply it. IllegalAction."""
        last = self.entries[-1].at if self.entries else self.row.created * 1000
        entry = Entry(self.version + 1, max(at, last), kind, seat, data)
        self.apply(entry)
        return entry

    def apply(self, entry: Entry) -> None:
        """Let an entry change the match. IllegalAction or ValueError leaves it as it was."""
        if entry.number != self.version + 1:
            raise ValueError(f"entry {entry.number} after {self.version}")
        seat, data = entry.seat, entry.data
        if entry.kind == "move":
            self.positions.append(self.record.append(seat, data["action"]))
            self.clock.moved(seat, entry.at)
            if data["by"] == "plan":
                self._seat(seat, plan="")
        elif entry.kind == "back":
            self.positions.pop()
            self.record.moves.pop()
            self.record.position = self.positions[-1]
        elif entry.kind == "show":
            self.opened[data["holder"]] = seat
        elif entry.kind == "close":
            self.closed = True
        elif entry.kind == "rematch":
            self.rematch = Rematch(data["table"], seat)
        else:
            self._reseat(entry.kind, seat, data)
        self.entries.append(entry)
        self.stages.append(self.position)
        self._wind(entry.at)

    def _reseat(self, kind: str, seat: int, data: dict[str, Any]) -> None:
        if kind == "sit" and "bot" in data:
            self._seat(seat, kind=data["bot"])
        elif kind == "sit":
            self._seat(seat, name=data["name"], kind=HUMAN, holders=(data["holder"],), away=False, left=False)
        elif kind == "leave" and "bot" in data:
            self._seat(seat, kind=data["bot"], holders=(), away=False, left=True, plan="")
        elif kind == "leave":
            self._seat(seat, name=self.row.names[seat], kind=VACANT, holders=(), plan="")
        elif kind == "name":
            self._seat(seat, name=data["name"])
        elif kind in ("away", "return"):
            self._seat(seat, away=kind == "away")
        elif kind == "hand":
            self._seat(seat, holders=(*self.seats[seat].holders, data["holder"]))
        elif kind == "revoke":
            self._seat(seat, holders=(data["holder"],))
        elif kind == "plan":
            self._seat(seat, plan=data["text"])
        else:
            raise ValueError(f"no entry is called {kind}")

    def _seat(self, seat: int, **changed: Any) -> None:
        self.seats[seat] = replace(self.seats[seat], **changed)
        self.record.names[seat] = self.seats[seat].name

    def _wind(self, at: int) -> None:
        """Set the clocks of those who have to think going."""
        thinking = [seat for seat in self.to_act if not self.seats[seat].played_by_bot]
        self.clock.turn(tuple(thinking), at)

    def draft(self) -> Match:
        """A copy to be changed while this one stays as it is; `become` takes it over."""
        made = copy.copy(self)
        made.entries = self.entries.copy()
        made.opened = self.opened.copy()
        made.seats = self.seats.copy()
        made.positions = self.positions.copy()
        made.stages = self.stages.copy()
        made.clock = self.clock.copy()
        made.record = copy.copy(self.record)
        made.record.moves = self.record.moves.copy()
        made.record.names = self.record.names.copy()
        return made

    def become(self, draft: Match) -> None:
        """Take over what a draft of this match has become."""
        self.__dict__.update(draft.__dict__)


def _first_seats(row: TableRow) -> list[Seat]:
    return [
        Seat(name, kind, (row.owner,) if kind == HUMAN and row.owner else ())
        for name, kind in zip(row.names, row.kinds, strict=True)
    ]


def standing(position: Position) -> Json:
    """What is public of a position and wanted in lists."""
    view = position.view(None)
    number, last = view.progress
    return {
        "over": view.over,
        "round": number,
        "rounds": last,
        "to_act": list(view.to_act),
        "winners": list(view.winners),
        "scores": list(position.scores) if view.over else None,
    }
