"""What those at a table agree on beside their moves: the question that is open, pauses, an end by agreement;
and what tells who is still there. All of it follows from the table's log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from quarterdeck.tables.entry import Entry

__all__ = [
    "ABANDON",
    "ABANDONED",
    "BARRED",
    "BEFORE",
    "BOT",
    "DRAW",
    "FILL",
    "FREE",
    "MAKER",
    "OF_SEAT",
    "PAUSE",
    "QUESTIONS",
    "SIGNS",
    "VOTE",
    "Agreement",
    "Question",
    "first_agreement",
]

# What can be asked: to stop the clock, to end the match with or without a result, to give a seat to a bot;
# before the match begins, to free a seat, or to give all open seats to bots.
PAUSE: Final = "pause"
DRAW: Final = "draw"
ABANDON: Final = "abandon"
BOT: Final = "bot"
FREE: Final = "free"
FILL: Final = "fill"
QUESTIONS: Final = (PAUSE, DRAW, ABANDON, BOT, FREE, FILL)
# Those that are asked before the match begins, and no others are; and those that are about one seat.
BEFORE: Final = frozenset({FREE, FILL})
OF_SEAT: Final = frozenset({BOT, FREE})
# How a match was ended that was abandoned; by a draw it is DRAW.
ABANDONED: Final = "abandoned"
# Who gave a seat to a bot, or freed it: whoever made the table, or the others by a vote.
MAKER: Final = "maker"
VOTE: Final = "vote"
# How long whoever was asked to leave a table can't sit down there again, in milliseconds.
BARRED: Final = 3_600_000

# Entries that a person makes for their seat, as far as everybody may know of them: signs that they are there.
SIGNS: Final = frozenset(
    {"back", "sit", "name", "return", "rematch", "turn", "ask", "agree", "refuse", "resume"}
)
# Entries by which somebody comes or goes: whoever was asked, it is not the same people any more.
_SEATING: Final = frozenset({"sit", "leave", "away", "return"})


class Question(NamedTuple):
    """Something that was asked at a table: `what` is one of QUESTIONS, `seat` asked it, and `of` is the seat
    that it is about, if it is about one. `asked` are the seats that have to agree, `agreed` those that have.
    `number` is that of its entry in the log. `absent`: it is asked because the player of `of` is absent.
    """

    what: str
    seat: int
    of: int | None
    asked: tuple[int, ...]
    agreed: frozenset[int]
    number: int
    absent: bool

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose answer is still out."""
        return tuple(seat for seat in self.asked if seat not in self.agreed)


@dataclass(frozen=True)
class Agreement:
    """Where a table stands: never changed, the next entry makes another one.

    `question` is open, `settled` the last one that no longer is; `refused` has the time and the ply at which
    a question was last refused, by what was asked and of which seat. `ended`: "", DRAW or ABANDONED, by the
    entry with the number `ended_at`. `barred`: when a holder was asked to leave. By seat, `signs` has when
    its player last did something that everybody may know of, and `waits` since when the table has waited for
    a move of it, None if it does not; `late` are the seats for which the clock has moved since their players
    last did something. `halts` are the numbers of the entries from which on the match stood still, and went
    on, in turn. `told` are the entries that the log of a page tells, each with the number of moves before it.
    """

    signs: tuple[int, ...]
    waits: tuple[int | None, ...]
    late: frozenset[int] = frozenset()
    question: Question | None = None
    settled: Question | None = None
    refused: Mapping[tuple[str, int | None], tuple[int, int]] = field(default_factory=dict)
    paused: bool = False
    ended: str = ""
    ended_at: int = 0
    barred: Mapping[str, int] = field(default_factory=dict)
    halts: tuple[int, ...] = ()
    told: tuple[tuple[int, Entry], ...] = ()

    def after(self, entry: Entry, ply: int, over: bool, begun: bool, holders: Sequence[str]) -> Agreement:
        """What an entry makes of it: `ply` moves stand after it, and the match has `begun`, and is `over` by
        the rules, or not; `holders` held its seat before.
        """
        agreement = self._signed(entry)._answered(entry, ply)
        if entry.kind == "pause":
            agreement = replace(agreement, paused=True, halts=(*self.halts, entry.number))
        elif entry.kind == "resume":
            agreement = replace(agreement, paused=False, halts=(*self.halts, entry.number))
        elif entry.kind == "end":
            if entry.data["how"] not in (DRAW, ABANDONED):
                raise ValueError(f"no match is ended by {entry.data['how']}")
            halts = self.halts if self.paused else (*self.halts, entry.number)
            ended = {"ended": entry.data["how"], "ended_at": entry.number}
            agreement = replace(agreement, paused=False, halts=halts, **ended)
        elif entry.kind == "leave" and "by" in entry.data and "absent" not in entry.data:
            agreement = replace(agreement, barred={**self.barred, **dict.fromkeys(holders, entry.at)})
        if entry.kind == "back":
            # What was said after a move that does not stand any more was said after the one before.
            agreement = replace(agreement, told=tuple((min(at, ply), one) for at, one in self.told))
        elif begun and _is_told(entry):
            agreement = replace(agreement, told=(*self.told, (ply, entry)))
        if over and agreement.question is not None:
            # The rules have ended the match: nobody can agree on another end any more.
            agreement = replace(agreement, question=None, settled=agreement.question)
        return agreement

    def waiting(self, to_act: Sequence[int], entry: Entry) -> Agreement:
        """With those whom the table waits for after an entry."""
        moved = entry.seat if entry.kind == "move" else None
        waits = tuple(
            None if seat not in to_act else entry.at if since is None or seat == moved else since
            for seat, since in enumerate(self.waits)
        )
        return self if waits == self.waits else replace(self, waits=waits)

    def halted_at(self, number: int) -> bool:
        """Whether the match stood still, or had been ended, after so many entries."""
        return sum(halt <= number for halt in self.halts) % 2 == 1

    def is_barred(self, owner: str, now: int) -> bool:
        """Whether somebody was asked to leave so lately that they can't sit down again."""
        return owner in self.barred and now < self.barred[owner] + BARRED

    def _signed(self, entry: Entry) -> Agreement:
        seat = entry.seat
        if entry.kind == "move" and entry.data["by"] == "clock":
            return replace(self, late=self.late | {seat})
        if seat < 0 or "bot" in entry.data or not _is_sign(entry):
            return self
        signs = (*self.signs[:seat], entry.at, *self.signs[seat + 1 :])
        return replace(self, signs=signs, late=self.late - {seat})

    def _answered(self, entry: Entry, ply: int) -> Agreement:
        """With what an entry makes of the question that is open, or with the one that it asks."""
        question = self.question
        if entry.kind == "sit":
            # Whoever is new has refused nothing, and nobody has refused anything about them.
            refused = {
                key: at for key, at in self.refused.items() if key != (FILL, None) and key[1] != entry.seat
            }
            self = replace(self, refused=refused)
        if entry.kind == "ask":
            data = entry.data
            asked = Question(
                data["what"],
                entry.seat,
                data.get("of"),
                tuple(data["asked"]),
                frozenset(data["agreed"]),
                entry.number,
                absent=data["what"] == BOT or "absent" in data,
            )
            return replace(self, question=asked)
        if question is None:
            return self
        if entry.kind == "agree":
            return replace(self, question=question._replace(agreed=question.agreed | {*entry.data["seats"]}))
        if entry.kind == "refuse":
            refused = {**self.refused, (question.what, question.of): (entry.at, ply)}
            return replace(self, question=None, settled=question, refused=refused)
        return replace(self, question=None, settled=question) if _lapses(question, entry) else self


def first_agreement(seats: int, at: int, to_act: Sequence[int]) -> Agreement:
    """Where a table stands before its first entry; `at` is when it was made, in milliseconds since 1970."""
    return Agreement((at,) * seats, tuple(at if seat in to_act else None for seat in range(seats)))


def _lapses(question: Question, entry: Entry) -> bool:
    """Whether a question is of no use any more after an entry that is no answer."""
    if entry.kind in ("pause", "end", "back", "close") or entry.kind in _SEATING:
        return True
    by_hand = entry.kind == "move" and entry.data["by"] == "player"
    # Whoever moves instead of answering has answered; and whoever is said to be away is not.
    back = question.absent and entry.seat == question.of and _is_sign(entry)
    return back or (by_hand and entry.seat in question.missing)


def _is_sign(entry: Entry) -> bool:
    return entry.kind in SIGNS or (entry.kind == "move" and entry.data["by"] == "player")


def _is_told(entry: Entry) -> bool:
    data: dict[str, Any] = entry.data
    if entry.kind == "ask":
        # What is settled as soon as it is asked is told by what follows.
        return bool(set(data["asked"]) - set(data["agreed"]))
    return entry.kind in ("refuse", "pause", "resume", "end") or (entry.kind == "away" and "by" in data)
