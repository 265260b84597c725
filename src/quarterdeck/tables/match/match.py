"""The authority over one match: who holds its seats, what each of them sees, and which decisions stand."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, replace
from functools import lru_cache

from quarterdeck.bots import BOTS
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Action, Position, Record
from quarterdeck.play.viewer import OPEN, Viewer
from quarterdeck.tables.errors import NotAllowed, StaleMove
from quarterdeck.tables.match.log import Log
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, Seat
from quarterdeck.tables.store.rows import DUPLICATE, REGATTA, SeatRow, StoredTable, Summary, TableRow

__all__ = ["OPEN", "Match", "Standpoint", "Viewer", "standing"]

ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 10


@dataclass(frozen=True)
class Standpoint:
    """A browser's standpoint at a table: the seat that is open in it, and the seat to whose player the screen
    must be handed first.
    """

    seat: int | None
    curtain: int | None = None


class Match(Log):
    """One match. Its positions contain every secret; `sight.look` is the only way to show them."""

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
        """A new match, which begins at the record's position, once its open seats are taken.

        `parent`: the table it comes from and the relation, `REMATCH` or `BRANCH`; a lesson's id and
        `LESSON`; a date and `DAILY`; or `REGATTA` or `DUPLICATE` (see `rows`).
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

    def under(self, id_: str) -> Match:
        """This match, before its first entry, under another id."""
        return Match(replace(self.row, id=id_), [])

    @classmethod
    def stored(cls, stored: StoredTable) -> Match:
        """A match from the store. Raises Outdated if its stored log can't be continued."""
        return cls(stored.row, stored.entries)

    @property
    def created(self) -> int:
        """When it was created, in seconds since 1970."""
        return self.row.created

    # -- seats

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats that people hold, present or not."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind == HUMAN)

    @property
    def regatta(self) -> str | None:
        """The id of the regatta that this table belongs to, if any."""
        in_regatta = self.row.relation in (REGATTA, DUPLICATE)
        return (self.row.parent or "").partition("/")[0] if in_regatta else None

    def bots_to_act(self) -> list[int]:
        """The seats to act that bots play; in a lesson, the scripted seat whose turn it is."""
        if self.taught is not None:
            return [] if self.taught.stop(self.at) else [self.taught.items[self.at].seat]
        return [seat for seat in self.to_act if self.seats[seat].played_by_bot]

    def bot_of(self, seat: int) -> str:
        """The name of the bot that plays or would play a seat."""
        kind = self.seats[seat].kind
        return kind if kind in BOTS else SUBSTITUTE

    def scripted(self) -> Action | None:
        """The scripted next move of a lesson, if another seat than the pupil's is next; else None."""
        if self.taught is None or self.taught.stop(self.at):
            return None
        return self.game.action(self.taught.items[self.at].actions[0])

    def seats_of(self, owner: str | None) -> tuple[int, ...]:
        """The seats that a browser or program holds."""
        # One pass: every page asks several times for each update.
        return tuple(
            [number for number, seat in enumerate(self.seats) if seat.kind == HUMAN and owner in seat.holders]
        )

    def summary(self, wake_at: int | None = None) -> Summary:
        """The summary for lists, clocks and other servers."""
        state = "closed" if self.closed else "over" if self.over else "running" if self.begun else "waiting"
        facts = standing(self.position)
        if self.ended:
            facts |= {"over": True, "ended": self.ended, "to_act": []}
        elif self.paused:
            facts |= {"paused": True, "to_act": []}
        if self.lesson is not None:
            facts |= {"taught": self.taught is not None, "learned": self.learned}
        return Summary(state, facts, _seat_rows(tuple(self.seats)), wake_at)

    def is_maker(self, owner: str | None) -> bool:
        """Whether this browser or program made the table."""
        return owner is not None and owner == self.row.owner

    # -- standpoints

    def standpoint(self, owner: str | None) -> Standpoint:
        """The standpoint of the browser with this owner hash.

        If several people share the screen, the seat opened last stays open until another of them has to act,
        or until the browser no longer holds it.
        """
        held, opened = self.seats_of(owner), self.opened.get(owner or "")
        # Where somebody else had the screen last, even a single seat is hidden until its turn.
        if len(held) < 2 and (self.over or opened in (None, *held)):
            return Standpoint(held[0] if held else None)
        acting = [seat for seat in self.to_act if seat in held]
        if acting and opened not in acting:
            return Standpoint(None, curtain=acting[0])
        return Standpoint(opened if opened in held else None)

    def check_actor(self, owner: str | None, seat: int) -> None:
        """Check that a browser may act and look for a seat now: it must hold the seat, and if it holds
        several, this one must be open. Every browser route uses this check. Raises NotAllowed if it does not
        hold the seat, StaleMove if the seat is hidden.
        """
        self.check_holder(owner, seat)
        if self.standpoint(owner).seat != seat:
            sentence = _("The screen is not with {name} now: hand it over first.")
            raise StaleMove(sentence.format(name=self.isolated_names[seat]))

    def check_holder(self, owner: str | None, seat: int) -> None:
        """Check that this browser or program holds the seat. Raises NotAllowed."""
        held = self.seats_of(owner)
        if not held:
            raise NotAllowed(_("You are watching this table: its seats are played in another browser."))
        if seat not in held:
            raise NotAllowed(_("Nobody in this browser plays that seat."))

    # -- decisions that stand

    def played(self, seat: int, version: int, action: Action) -> bool:
        """Whether this very move has been made already, as after a duplicate click."""
        return self.answer(seat, version, action) is not None

    def answer(self, seat: int, version: int, action: Action) -> int | None:
        """The number of the entry that already made this very move, if there is one.

        If the person's seat is hidden now, any action counts as the one that was made. Otherwise whoever has
        the screen could find out by trial which it was.
        """
        at = self.stands_until(seat, self.number_at(version))
        if not 0 <= at < self.number:
            return None
        entry = self.entries[at]
        if entry.kind != "move" or entry.seat != seat:
            return None
        return at + 1 if self._is_hidden(seat) or entry.data["action"] == action.text else None

    def _is_hidden(self, seat: int) -> bool:
        """Whether a person's seat is not open in any browser that holds it."""
        holders = self.seats[seat].holders
        return bool(holders) and all(self.standpoint(holder).seat != seat for holder in holders)

    def check_fresh(self, seat: int, version: int) -> None:
        """Check that the decision a seat saw at `version` is still its current one. Raises StaleMove."""
        if self.stands_until(seat, self.number_at(version)) != self.number:
            raise StaleMove(_("This page was out of date: the table has moved on. Look again, then choose."))

    def stands_until(self, seat: int, number: int) -> int:
        """How long a seat's decision stood that it saw after `number` entries: the largest number of entries
        after which it still did.

        Where several seats act at once, a decision stands while the others move: they drop out of the seats
        to act, and this seat's legal actions stay the same. It ends with the seat's own move, or when
        anything else changes the position.
        """
        at = number
        while 0 <= at < self.number and self._keeps_decision(seat, at):
            at += 1
        return at

    def _keeps_decision(self, seat: int, at: int) -> bool:
        """Whether the entry that follows the first `at` ones leaves a seat's decision unchanged."""
        before, after, entry = self.stages[at], self.stages[at + 1], self.entries[at]
        return before is after or (
            entry.kind == "move" and _has_same_decision(before, after, entry.seat, seat)
        )

    def began(self, seat: int, ply: int) -> int:
        """The ply at which the decision began that a seat has after `ply` moves. Since then, others that act
        at the same time may have moved.
        """
        at = ply
        while at > 0:
            mover, _action = self.record.moves[at - 1]
            if not _has_same_decision(self.positions[at - 1], self.positions[at], mover, seat):
                break
            at -= 1
        return at


def _has_same_decision(before: Position, after: Position, mover: int, seat: int) -> bool:
    """Whether a seat has the same decision before and after another seat's move."""
    still_to_act = tuple(other for other in before.to_act if other != mover)
    unmoved = seat in still_to_act and after.to_act == still_to_act
    return unmoved and after.legal(seat) == before.legal(seat)


@lru_cache(maxsize=1024)
def _seat_rows(seats: tuple[Seat, ...]) -> list[SeatRow]:
    """The stored form of the seats; the same list is reused while no seat changes."""
    return [
        SeatRow(number, seat.name, seat.kind, list(seat.holders), seat.away)
        for number, seat in enumerate(seats)
    ]


def standing(position: Position) -> Json:
    """The public facts about a position that lists show."""
    number, last = position.progress
    return {
        "over": position.over,
        "round": number,
        "rounds": last,
        "to_act": list(position.to_act),
        "winners": list(position.winners) if position.over else [],
        "scores": list(position.scores) if position.over else None,
    }
