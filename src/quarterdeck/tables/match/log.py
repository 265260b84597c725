"""The log of a table, and the state computed from its entries: the match record, its clock, and who sits
there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple, Self, TypeVar

from quarterdeck.bots import BOTS
from quarterdeck.bots.stand_in import BY_CHANCE, BY_STAND_IN
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.lessons import Lesson, lesson
from quarterdeck.play import Game, Position, Record, find, versions
from quarterdeck.tables.daily import ended
from quarterdeck.tables.entry import AGREEING, CLOSED, Entry
from quarterdeck.tables.errors import Outdated, Outgrown
from quarterdeck.tables.match.agreement import first_agreement
from quarterdeck.tables.match.clocks import Clock
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, SCRIPTED, VACANT, Seat
from quarterdeck.tables.store.rows import DUPLICATE, LESSON, TableRow
from quarterdeck.text_safety import isolated

__all__ = ["Log", "Rematch", "sealed"]

T = TypeVar("T")


class Rematch(NamedTuple):
    """The table of a rematch, and the seat that asked for it."""

    table: str
    seat: int


class Log:
    """A table's entries, applied one by one. `number` counts all of them, `version` those that everybody may
    know, `ply` the moves that stand. Pages and programs see versions only: a number would reveal that
    somebody has made a plan.

    `begun`: all seats have been taken. `agreement`: what the players have agreed on. `lesson`: the lesson of
    this table, if any; `pages` of it have been read, and it is `learned` once its last step was reached.
    `day`: the day whose voyage it is, if any; `unsealed`: the round of its regatta is over.

    Positions in here contain every secret. `shown`: an example, in which nothing is secret. Outdated if the
    match can't be continued.
    """

    def __init__(self, row: TableRow, entries: Iterable[Entry], shown: bool = False) -> None:
        self.row = row
        self.shown = shown
        self.entries: list[Entry] = []
        self._closed: list[int] = []
        self.opened: dict[str, int] = {}
        self.closed = False
        self.rematch: Rematch | None = None
        self.lesson: Lesson | None = lesson(row.parent) if row.relation == LESSON else None
        self.day = row.day
        self.unsealed = False
        self.pages = 0
        self.learned = False
        try:
            game = _game_of(row)
            self.terms = Terms.from_json(row.terms)
            self.seats = _first_seats(row)
            self.begun = _taken(self.seats)
            # Who may have seen which seat's hand; former players are included.
            self._lookers: frozenset[tuple[str, int]] = frozenset()
            self._look()
            self.record = Record(game, row.seed, row.names, row.setup)
            self.positions: list[Position] = [self.record.position]
            # Who made a move in place of a failed bot, by the number of moves including it.
            self.instead: dict[int, str] = {}
            for seat, action in row.prelude:
                self.positions.append(self.record.append(seat, action))
            # The position after each number of entries.
            self.stages: list[Position] = [self.record.position]
            self.clock = Clock(self.terms, game.players)
            self.agreement = first_agreement(
                game.players, row.created * 1000, self.position.to_act if self.begun else ()
            )
            self._wind(row.created * 1000)
            for entry in entries:
                self.apply(entry)
        except Outdated:
            raise
        except (QuarterdeckError, TypeError, ValueError, LookupError, ArithmeticError):
            # Catches more than rule violations: options or a set-up may have an unexpected shape.
            raise Outdated(
                _("The stored moves of this match don't agree with the rules: it can't go on.")
            ) from None

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
    def number(self) -> int:
        """The number of entries in the log."""
        return len(self.entries)

    @property
    def version(self) -> int:
        """The number of entries that everybody may know of."""
        return len(self.entries) - len(self._closed)

    def version_at(self, number: int) -> int:
        """The version after this many entries."""
        return number - bisect_right(self._closed, number)

    def number_at(self, version: int) -> int:
        """The largest number of entries with this version."""
        number = version
        for closed in self._closed:
            number += closed <= number + 1
        return number

    @property
    def moved_on_at(self) -> int:
        """When the last public entry was made, in milliseconds since 1970, or else the table. Secret entries
        do not count: the time shown on pages must not reveal that somebody has made a plan.
        """
        known = (entry.at for entry in reversed(self.entries) if entry.kind not in CLOSED)
        return next(known, self.row.created * 1000)

    def looked_into(self, owner: str) -> tuple[int, ...]:
        """The seats whose hands an owner may have seen, ascending. If there are any, the owner can sit down
        only at these; otherwise one could look at one hand after another.
        """
        return tuple(sorted(seat for looker, seat in self._lookers if looker == owner))

    def own(self, seat: int | None) -> int:
        """The number of entries that only this seat knows of."""
        return sum(self.entries[number - 1].seat == seat for number in self._closed)

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
    def called(self) -> tuple[str, ...]:
        """The players' names by seat, as used inside sentences: see `signs.isolated`."""
        return tuple(map(isolated, self.record.names))

    @property
    def at(self) -> int:
        """How many items of the lesson's script are done, including moves after its end."""
        return self.ply + self.pages

    @property
    def taught(self) -> Lesson | None:
        """The lesson in progress, if any."""
        return self.lesson if self.lesson is not None and self.at < len(self.lesson.items) else None

    @property
    def over(self) -> bool:
        """Whether the match has ended, by the rules or by agreement: from then on nothing in it is secret."""
        return self.position.over or bool(self.ended)

    @property
    def ended(self) -> str:
        """How the match was ended by agreement: "draw" or "abandoned"; "" if it was not."""
        return self.agreement.ended

    @property
    def paused(self) -> bool:
        """Whether the match is paused."""
        return self.agreement.paused

    @property
    def running(self) -> bool:
        """Whether moves can be made."""
        return self.begun and not (self.over or self.closed or self.paused)

    @property
    def shares_deal(self) -> bool:
        """Whether other tables have the same deal, for the sake of comparison."""
        return self.day is not None or self.row.relation == DUPLICATE

    @property
    def sealed(self) -> bool:
        """Whether others still play the same deal, on the same day or in the same round: then nobody sees
        more than their own view, before the end of the match and after.
        """
        return not self.shown and sealed(self.row, self.unsealed)

    @property
    def open(self) -> bool:
        """Whether everybody may see everything."""
        return self.shown or (self.over and not self.sealed)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; none before the match has begun, while it is paused, or after it has
        ended or was cancelled.
        """
        # A fast path, needed several times per entry: nobody acts after the end.
        return () if self.paused else self._awaited

    @property
    def _awaited(self) -> tuple[int, ...]:
        """The seats that may act now, or could if the match were not paused."""
        return self.position.to_act if self.begun and not (self.closed or self.ended) else ()

    # -- how it changes

    def add(self, kind: str, seat: int, at: int, **data: Any) -> Entry:
        """Append the next entry and apply it. IllegalAction."""
        last = self.entries[-1].at if self.entries else self.row.created * 1000
        entry = Entry(self.number + 1, max(at, last), kind, seat, data)
        self.apply(entry)
        return entry

    def apply(self, entry: Entry) -> None:
        """Apply an entry to the match. IllegalAction or ValueError leaves it unchanged."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} after {self.number}")
        seat, data = entry.seat, entry.data
        holders = self.seats[seat].holders if seat >= 0 else ()
        if entry.kind == "move":
            by = data["by"]
            self._follow(seat, data["action"])
            self.positions.append(self.record.append(seat, data["action"]))
            if by in (BY_STAND_IN, BY_CHANCE):
                self.instead[self.ply] = by
            self.clock.moved(seat, entry.at)
            if by == "plan":
                self._seat(seat, plan="")
        elif entry.kind == "back":
            self.positions.pop()
            self.instead.pop(self.ply, None)
            self.record.moves.pop()
            self.record.position = self.positions[-1]
            self.clock.taken_back()
        elif entry.kind == "show":
            self.opened[data["holder"]] = seat
        elif entry.kind == "close":
            self.closed = True
        elif entry.kind == "turn":
            self.pages = data["pages"]
        elif entry.kind == "unseal":
            self.unsealed = True
        elif entry.kind == "rematch":
            self.rematch = Rematch(data["table"], seat)
        elif entry.kind == "same":
            self._unite(data["was"], data["now"])
        elif entry.kind not in AGREEING:
            self._reseat(entry.kind, seat, data)
        self.agreement = self.agreement.after(entry, self.ply, self.position.over, self.begun, holders)
        if entry.kind == "end":
            self.record.ended = data["how"]
        self.entries.append(entry)
        if entry.kind in CLOSED:
            self._closed.append(entry.number)
        self.stages.append(self.position)
        self.learned |= self.lesson is not None and self.at >= len(self.lesson.items) - 1
        self._wind(entry.at)
        self.agreement = self.agreement.waiting(self.to_act, entry)

    def _follow(self, seat: int, action: str) -> None:
        """End a lesson whose script was rewritten while somebody was playing it."""
        if self.taught is not None:
            item = self.taught.items[self.at]
            if seat != item.seat or action not in item.actions:
                self.lesson = None

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

    def _unite(self, was: str, now: str) -> None:
        """Let two holders be one person."""
        self.seats = [seat.with_same(was, now) for seat in self.seats]
        self._lookers = frozenset((now if one == was else one, seat) for one, seat in self._lookers)
        opened = self.opened.pop(was, None)
        if opened is not None:
            self.opened.setdefault(now, opened)
        if self.row.owner == was:
            self.row = replace(self.row, owner=now)

    def _seat(self, seat: int, **changed: Any) -> None:
        self.seats[seat] = replace(self.seats[seat], **changed)
        self.begun = _taken(self.seats)
        self._look()
        self.record.names[seat] = self.seats[seat].name

    def _look(self) -> None:
        """Record who can see which hand. Nobody can before the match has begun."""
        if self.begun:
            self._lookers |= {(owner, seat) for seat, one in enumerate(self.seats) for owner in one.holders}

    def _wind(self, at: int) -> None:
        """Start the clocks of the seats to act, and stop all others."""
        thinking = {seat for seat in self.to_act if not self.seats[seat].played_by_bot}
        self.clock.turn(thinking, at, set(self._awaited) - thinking)

    def draft(self) -> Self:
        """A copy that can be changed while this one stays unchanged; `become` adopts it."""
        made = _copy(self)
        made.entries = self.entries.copy()
        made._closed = self._closed.copy()
        made.opened = self.opened.copy()
        made.seats = self.seats.copy()
        made.positions = self.positions.copy()
        made.instead = self.instead.copy()
        made.stages = self.stages.copy()
        made.clock = self.clock.copy()
        made.record = _copy(self.record)
        made.record.moves = self.record.moves.copy()
        made.record.names = self.record.names.copy()
        return made

    def become(self, draft: Self) -> None:
        """Adopt the state of a draft of this match."""
        self.__dict__.update(draft.__dict__)


def sealed(row: TableRow, unsealed: bool) -> bool:
    """Whether a table is to be seen by its own players alone, because others still play the same deal;
    `unsealed`: the round of its regatta is over.
    """
    if row.day is not None:
        return not ended(row.day)
    return row.relation == DUPLICATE and not unsealed


def _copy(one: T) -> T:
    """A shallow copy; faster than `copy.copy`, which takes as long as copying all the lists of a draft."""
    made = type(one).__new__(type(one))
    vars(made).update(vars(one))
    return made


def _game_of(row: TableRow) -> Game:
    """A table's game, with its options. Outdated if its rules, options or components are not available."""
    known = versions(row.game)
    if row.rules_version not in known:
        sentence = _("This match began under version {found} of the rules and can't go on under {known}.")
        raise Outgrown(sentence.format(found=row.rules_version, known=known[0]))
    game = Game(find(row.game, row.rules_version), table=row.components, **row.options)
    for kind in row.kinds:
        if kind not in (HUMAN, VACANT, SCRIPTED) and kind not in BOTS:
            sentence = _("This match can't go on: here is no bot “{kind}”, which plays in it.")
            raise Outdated(sentence.format(kind=kind[:40]))
    return game


def _taken(seats: Iterable[Seat]) -> bool:
    return all(seat.kind != VACANT for seat in seats)


def _first_seats(row: TableRow) -> list[Seat]:
    return [
        Seat(name, kind, (row.owner,) if kind == HUMAN and row.owner else ())
        for name, kind in zip(row.names, row.kinds, strict=True)
    ]
