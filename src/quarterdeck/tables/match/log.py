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
from quarterdeck.tables.entry import AGREEING, SECRET_KINDS, Entry
from quarterdeck.tables.errors import Outdated, RulesVersionGone
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

    Positions in here contain every secret. `shown`: an example, in which nothing is secret. Raises Outdated
    if the match can't be continued.
    """

    def __init__(self, row: TableRow, entries: Iterable[Entry], shown: bool = False) -> None:
        self.row = row
        self.shown = shown
        self.entries: list[Entry] = []
        # The numbers of the entries that not everybody may know of.
        self._secret_numbers: list[int] = []
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
            self.begun = _all_taken(self.seats)
            # Who may have seen which seat's hand; former players are included.
            self._lookers: frozenset[tuple[str, int]] = frozenset()
            self._record_lookers()
            self.record = Record(game, row.seed, row.names, row.setup)
            self.positions: list[Position] = [self.record.position]
            # Who made a move in place of a failed bot, by the number of moves including it.
            self.instead: dict[int, str] = {}
            for seat, action in row.prelude:
                self.positions.append(self.record.append(seat, action))
            # The position after each number of entries.
            self.stages: list[Position] = [self.record.position]
            self.clock = Clock(self.terms, game.players)
            to_act = self.position.to_act if self.begun else ()
            self.agreement = first_agreement(game.players, row.created * 1000, to_act)
            self._update_clock(row.created * 1000)
            for entry in entries:
                self.apply(entry)
        except Outdated:
            raise
        except (QuarterdeckError, TypeError, ValueError, LookupError, ArithmeticError):
            # Catches more than rule violations: options or a set-up may have an unexpected shape.
            sentence = _("The stored moves of this match don't agree with the rules: it can't go on.")
            raise Outdated(sentence) from None

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
        return len(self.entries) - len(self._secret_numbers)

    def version_at(self, number: int) -> int:
        """The version after this many entries."""
        return number - bisect_right(self._secret_numbers, number)

    def number_at(self, version: int) -> int:
        """The largest number of entries with this version."""
        number = version
        for secret in self._secret_numbers:
            number += secret <= number + 1
        return number

    @property
    def moved_on_at(self) -> int:
        """When the last public entry was made, in milliseconds since 1970, or else the table. Secret entries
        do not count: the time shown on pages must not reveal that somebody has made a plan.
        """
        times = (entry.at for entry in reversed(self.entries) if entry.kind not in SECRET_KINDS)
        return next(times, self.row.created * 1000)

    def looked_into(self, owner: str) -> tuple[int, ...]:
        """The seats whose hands an owner may have seen, ascending. If there are any, the owner can sit down
        only at these; otherwise one could look at one hand after another.
        """
        return tuple(sorted(seat for looker, seat in self._lookers if looker == owner))

    def own(self, seat: int | None) -> int:
        """The number of entries that only this seat knows of."""
        return sum(self.entries[number - 1].seat == seat for number in self._secret_numbers)

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
    def isolated_names(self) -> tuple[str, ...]:
        """The players' names by seat, as used inside sentences: see `text_safety.isolated`."""
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
        """Whether the match has ended, by its rules or before: from then on nothing in it is secret."""
        return self.position.over or bool(self.ended)

    @property
    def ended(self) -> str:
        """How the match was ended by agreement, or by the host: "draw" or "abandoned"; "" if it was not."""
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
        return () if self.paused else self._to_act_despite_pause

    @property
    def _to_act_despite_pause(self) -> tuple[int, ...]:
        """The seats that may act now, or could if the match were not paused."""
        return self.position.to_act if self.begun and not (self.closed or self.ended) else ()

    # -- how it changes

    def add(self, kind: str, seat: int, at: int, **data: Any) -> Entry:
        """Append the next entry and apply it. Raises IllegalAction."""
        last = self.entries[-1].at if self.entries else self.row.created * 1000
        entry = Entry(self.number + 1, max(at, last), kind, seat, data)
        self.apply(entry)
        return entry

    def apply(self, entry: Entry) -> None:
        """Apply an entry to the match. IllegalAction or ValueError leaves it unchanged."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} after {self.number}")
        holders, begun = self.seats[entry.seat].holders if entry.seat >= 0 else (), self.begun
        self._apply_by_kind(entry)
        self.agreement = self.agreement.after(entry, self.ply, self.position.over, begun, holders)
        if entry.kind == "end":
            self.record.ended = entry.data["how"]
        self.entries.append(entry)
        if entry.kind in SECRET_KINDS:
            self._secret_numbers.append(entry.number)
        self.stages.append(self.position)
        self.learned |= self.lesson is not None and self.at >= len(self.lesson.items) - 1
        self._update_clock(entry.at)
        self.agreement = self.agreement.waiting(self.to_act, entry)

    def _apply_by_kind(self, entry: Entry) -> None:
        """Change what an entry of this kind is about: the moves, the seats or the table."""
        seat, data = entry.seat, entry.data
        if entry.kind == "move":
            by = data["by"]
            self._end_outdated_lesson(seat, data["action"])
            self.positions.append(self.record.append(seat, data["action"]))
            if by in (BY_STAND_IN, BY_CHANCE):
                self.instead[self.ply] = by
            self.clock.moved(seat, entry.at)
            if by == "plan":
                self._change_seat(seat, plan="")
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
            self._unite_holders(data["was"], data["now"])
        elif entry.kind not in AGREEING:
            self._apply_to_seat(entry.kind, seat, data)

    def _end_outdated_lesson(self, seat: int, action: str) -> None:
        """End a lesson whose script was rewritten while somebody was playing it."""
        item = self.taught.items[self.at] if self.taught is not None else None
        if item is not None and (seat != item.seat or action not in item.actions):
            self.lesson = None

    def _apply_to_seat(self, kind: str, seat: int, data: dict[str, Any]) -> None:
        if kind == "sit" and "bot" in data:
            self._change_seat(seat, name=data.get("name", self.seats[seat].name), kind=data["bot"])
        elif kind == "sit":
            holders = (data["holder"],)
            self._change_seat(seat, name=data["name"], kind=HUMAN, holders=holders, away=False, left=False)
        elif kind == "leave" and "bot" in data:
            self._change_seat(seat, kind=data["bot"], holders=(), away=False, left=True, plan="")
        elif kind == "leave":
            self._change_seat(seat, name=self.row.names[seat], kind=VACANT, holders=(), plan="")
        elif kind == "name":
            self._change_seat(seat, name=data["name"])
        elif kind in ("away", "return"):
            self._change_seat(seat, away=kind == "away")
        elif kind == "hand":
            self._change_seat(seat, holders=(*self.seats[seat].holders, data["holder"]))
        elif kind == "revoke":
            self._change_seat(seat, holders=(data["holder"],))
        elif kind == "plan":
            self._change_seat(seat, plan=data["text"])
        else:
            raise ValueError(f"no entry is called {kind}")

    def _unite_holders(self, was: str, now: str) -> None:
        """Replace the holder `was` by `now` everywhere: they are the same person."""
        self.seats = [seat.with_same(was, now) for seat in self.seats]
        self._lookers = frozenset((now if looker == was else looker, seat) for looker, seat in self._lookers)
        opened = self.opened.pop(was, None)
        if opened is not None:
            self.opened.setdefault(now, opened)
        if self.row.owner == was:
            self.row = replace(self.row, owner=now)

    def _change_seat(self, seat: int, **changed: Any) -> None:
        self.seats[seat] = replace(self.seats[seat], **changed)
        self.begun = _all_taken(self.seats)
        self._record_lookers()
        self.record.names[seat] = self.seats[seat].name

    def _record_lookers(self) -> None:
        """Record who can see which hand. Nobody can before the match has begun."""
        if self.begun:
            self._lookers |= {(holder, at) for at, seat in enumerate(self.seats) for holder in seat.holders}

    def _update_clock(self, at: int) -> None:
        """Start the clocks of the seats to act, and stop all others."""
        thinking = {seat for seat in self.to_act if not self.seats[seat].played_by_bot}
        self.clock.turn(thinking, at, set(self._to_act_despite_pause) - thinking)

    def draft(self) -> Self:
        """A copy that can be changed while this one stays unchanged; `become` adopts it."""
        draft = _shallow_copy(self)
        draft.entries = self.entries.copy()
        draft._secret_numbers = self._secret_numbers.copy()
        draft.opened = self.opened.copy()
        draft.seats = self.seats.copy()
        draft.positions = self.positions.copy()
        draft.instead = self.instead.copy()
        draft.stages = self.stages.copy()
        draft.clock = self.clock.copy()
        draft.record = _shallow_copy(self.record)
        draft.record.moves = self.record.moves.copy()
        draft.record.names = self.record.names.copy()
        return draft

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


def _shallow_copy(original: T) -> T:
    """A shallow copy; faster than `copy.copy`, which takes as long as copying all the lists of a draft."""
    copy = type(original).__new__(type(original))
    vars(copy).update(vars(original))
    return copy


def _game_of(row: TableRow) -> Game:
    """A table's game, with its options. Raises Outdated if its rules, options or components are gone."""
    available = versions(row.game)
    if row.rules_version not in available:
        sentence = _("This match began under version {found} of the rules and can't go on under {known}.")
        raise RulesVersionGone(sentence.format(found=row.rules_version, known=available[0]))
    game = Game(find(row.game, row.rules_version), table=row.components, **row.options)
    for kind in row.kinds:
        if kind not in (HUMAN, VACANT, SCRIPTED) and kind not in BOTS:
            sentence = _("This match can't go on: here is no bot “{kind}”, which plays in it.")
            raise Outdated(sentence.format(kind=kind[:40]))
    return game


def _all_taken(seats: Iterable[Seat]) -> bool:
    return all(seat.kind != VACANT for seat in seats)


def _first_seats(row: TableRow) -> list[Seat]:
    return [
        Seat(name, kind, (row.owner,) if kind == HUMAN and row.owner else ())
        for name, kind in zip(row.names, row.kinds, strict=True)
    ]
