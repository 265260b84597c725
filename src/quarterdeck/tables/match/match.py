"""The authority over one match: who holds its seats, what each of them sees, and which decisions stand."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from quarterdeck.bots import BOTS
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Action, Position, Record
from quarterdeck.tables.errors import NotAllowed, StaleMove
from quarterdeck.tables.match.log import Log
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, STAND_IN, Seat
from quarterdeck.tables.store.rows import SeatRow, Stored, Summary, TableRow

__all__ = ["OPEN", "Match", "Standpoint", "Viewer", "standing"]

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


class Match(Log):
    """One match. Positions in here hold every secret; `sight.look` is the one way out."""

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

        `parent`: the table it comes from and how, `REMATCH` or `BRANCH`; or a lesson and `LESSON` (`rows`).
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

    # -- seats

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats that people hold, whether they are there or not."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind == HUMAN)

    def bots_to_act(self) -> list[int]:
        """The seats to act that bots play; in a lesson the one whose turn it is by the script."""
        if self.taught is not None:
            return [] if self.taught.stop(self.at) else [self.taught.items[self.at].seat]
        return [seat for seat in self.to_act if self.seats[seat].played_by_bot]

    def bot_of(self, seat: int) -> str:
        """The bot that plays or would play a seat."""
        kind = self.seats[seat].kind
        return kind if kind in BOTS else STAND_IN

    def scripted(self) -> Action | None:
        """What whoever is next in a lesson does there by its script; None if that is the pupil."""
        if self.taught is None or self.taught.stop(self.at):
            return None
        return self.game.action(self.taught.items[self.at].actions[0])

    def held(self, owner: str | None) -> tuple[int, ...]:
        """The seats that a browser or program holds."""
        if owner is None:
            return ()
        return tuple(seat for seat in self.humans if owner in self.seats[seat].holders)

    def summary(self, wake_at: int | None = None) -> Summary:
        """What lists, clocks and other servers need to know."""
        state = "closed" if self.closed else "over" if self.over else "running" if self.begun else "waiting"
        told = standing(self.position)
        if self.ended:
            told |= {"over": True, "ended": self.ended, "to_act": []}
        elif self.paused:
            told |= {"paused": True, "to_act": []}
        if self.lesson is not None:
            told |= {"taught": self.taught is not None, "learned": self.learned}
        return Summary(state, told, _rows(tuple(self.seats)), wake_at)

    def is_maker(self, owner: str | None) -> bool:
        """Whether it was this browser or program that made the table."""
        return owner is not None and owner == self.row.owner

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

    def check_actor(self, owner: str | None, seat: int) -> None:
        """Whether a browser may act and look for a seat now: it holds the seat, and of several seats that it
        holds this is the open one. Every door for browsers asks this. NotAllowed if it does not hold the
        seat, StaleMove if the seat is hidden.
        """
        self.check_holder(owner, seat)
        if self.standpoint(owner).seat != seat:
            sentence = _("The screen is not with {name} now: hand it over first.")
            raise StaleMove(sentence.format(name=self.called[seat]))

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
        """The number of the entry by which this very move has been made already, if it has.

        Of a person whose seat is hidden now any move counts as that one: a different answer would let whoever
        has the screen find out by trying what was chosen.
        """
        at = self.stands_until(seat, self.number_at(version))
        if not 0 <= at < self.number:
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
        if self.stands_until(seat, self.number_at(version)) != self.number:
            raise StaleMove(_("This page was out of date: the table has moved on. Look again, then choose."))

    def stands_until(self, seat: int, number: int) -> int:
        """The last number of entries after which the decision stood that a seat had after `number` of them.

        Where several act at once, it stands while the others make theirs: each of them merely drops out of
        those who are to act, and the seat may still do the very same things. A move of its own ends it, and
        so does everything else that changes the position.
        """
        at = number
        while 0 <= at < self.number and self._stands(seat, at):
            at += 1
        return at

    def _stands(self, seat: int, at: int) -> bool:
        """Whether the entry after so many left a seat's decision as it was."""
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


@lru_cache(maxsize=1024)
def _rows(seats: tuple[Seat, ...]) -> list[SeatRow]:
    """Seats as they are stored: the same list for all moves that leave them alone."""
    return [
        SeatRow(number, seat.name, seat.kind, list(seat.holders), seat.away)
        for number, seat in enumerate(seats)
    ]


def standing(position: Position) -> Json:
    """What is public of a position and wanted in lists."""
    number, last = position.progress
    return {
        "over": position.over,
        "round": number,
        "rounds": last,
        "to_act": list(position.to_act),
        "winners": list(position.winners) if position.over else [],
        "scores": list(position.scores) if position.over else None,
    }
