"""What the players of a table agree on besides moves: the open question, pauses, an end by agreement; and
each player's last sign of life. All of it is computed from the table's log.
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

# The questions: stop the clock; end the match as a draw or without a result; give a seat to a bot; and before
# the match begins: free a seat, or give all open seats to bots.
PAUSE: Final = "pause"
DRAW: Final = "draw"
ABANDON: Final = "abandon"
BOT: Final = "bot"
FREE: Final = "free"
FILL: Final = "fill"
QUESTIONS: Final = (PAUSE, DRAW, ABANDON, BOT, FREE, FILL)
# Questions that are allowed only before the match begins; and questions about one seat.
BEFORE: Final = frozenset({FREE, FILL})
OF_SEAT: Final = frozenset({BOT, FREE})
# How a match ended if it was abandoned; after a draw it is DRAW.
ABANDONED: Final = "abandoned"
# Who gave a seat to a bot, or freed it: the table's maker, or the others by a vote.
MAKER: Final = "maker"
VOTE: Final = "vote"
# How long a player who was asked to leave can't sit down again, in milliseconds.
BARRED: Final = 3_600_000

# Public entries that a person makes for their seat: signs of life.
SIGNS: Final = frozenset(
    {"back", "sit", "name", "return", "rematch", "turn", "ask", "agree", "refuse", "resume"}
)
# Entries by which somebody comes or goes. They end a question, because the people asked have changed.
_COMING_AND_GOING: Final = frozenset({"sit", "leave", "away", "return"})


class Question(NamedTuple):
    """A question asked at a table. `what` is one of QUESTIONS, `seat` asked it, and `of` is the seat it is
    about, if any. `asked` are the seats that have to agree, `agreed` those that have. `number` is the number
    of its entry in the log. `absent`: it was asked because the player of `of` is absent.
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
        """The seats that have not answered yet."""
        return tuple(seat for seat in self.asked if seat not in self.agreed)


@dataclass(frozen=True)
class Agreement:
    """The agreements of a table. Immutable: each entry makes a new one.

    `question` is the open question, `settled` the last closed one. `refused` maps a question and the seat it
    is about to the time and the ply when it was last refused. `ended`: "", DRAW or ABANDONED, set by the
    entry numbered `ended_at`. `barred` maps holders to when they were asked to leave. By seat, `signs` is the
    time of its player's last public action, and `waits` is since when the table has waited for its move, None
    if it does not; `late` are the seats for which the clock has moved since their players last acted. `halts`
    are the numbers of the entries that paused and resumed the match, alternating. `told` are the entries
    shown in a page's log, each with the number of moves before it.
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
        """The agreement after an entry. `ply` moves stand after the entry; the match is `over` by the
        rules, or not, and had `begun` before it, or not; `holders` held the entry's seat before.
        """
        agreement = self._with_sign(entry)._with_question(entry, ply)
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
        elif entry.kind == "same" and entry.data["was"] in self.barred:
            # They are one person now, who stays barred: from the later moment, if both were.
            was, person = self.barred[entry.data["was"]], entry.data["now"]
            barred = {**self.barred, person: max(was, self.barred.get(person, was))}
            agreement = replace(agreement, barred=barred)
        if entry.kind == "back":
            # Remarks made after an undone move now follow the move before it.
            agreement = replace(agreement, told=tuple((min(at, ply), told) for at, told in self.told))
        elif begun and _is_shown_in_log(entry):
            agreement = replace(agreement, told=(*self.told, (ply, entry)))
        if over and agreement.question is not None:
            # The rules have ended the match: it can't end by agreement any more.
            agreement = replace(agreement, question=None, settled=agreement.question)
        return agreement

    def waiting(self, to_act: Sequence[int], entry: Entry) -> Agreement:
        """The agreement with new `waits`: after an entry, the table waits for the seats `to_act`."""
        moved = entry.seat if entry.kind == "move" else None
        waits = tuple(
            None if seat not in to_act else entry.at if since is None or seat == moved else since
            for seat, since in enumerate(self.waits)
        )
        return self if waits == self.waits else replace(self, waits=waits)

    def halted_at(self, number: int) -> bool:
        """Whether the match was paused or ended after this many entries."""
        return sum(halt <= number for halt in self.halts) % 2 == 1

    def is_barred(self, owner: str, now: int) -> bool:
        """Whether somebody was asked to leave too recently to sit down again."""
        return owner in self.barred and now < self.barred[owner] + BARRED

    def _with_sign(self, entry: Entry) -> Agreement:
        """The agreement with the sign of life that an entry is, if it is one; or with a late seat, for which
        the clock has moved.
        """
        seat = entry.seat
        if entry.kind == "move" and entry.data["by"] == "clock":
            return replace(self, late=self.late | {seat})
        if seat < 0 or "bot" in entry.data or not _is_sign_of_life(entry):
            return self
        signs = (*self.signs[:seat], entry.at, *self.signs[seat + 1 :])
        return replace(self, signs=signs, late=self.late - {seat})

    def _with_question(self, entry: Entry, ply: int) -> Agreement:
        """The agreement with the question as an entry leaves it: asked, answered, closed or as before."""
        question = self.question
        if entry.kind == "sit":
            # A new player has refused nothing, and nobody has refused anything about them.
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
    """The agreement before the first entry; `at` is when the table was made, in milliseconds since 1970."""
    return Agreement((at,) * seats, tuple(at if seat in to_act else None for seat in range(seats)))


def _lapses(question: Question, entry: Entry) -> bool:
    """Whether a question lapses with an entry that is no answer to it."""
    if entry.kind in ("pause", "end", "back", "close") or entry.kind in _COMING_AND_GOING:
        return True
    by_hand = entry.kind == "move" and entry.data["by"] == "player"
    # A move instead of an answer closes the question. So does a sign of life of the player said to be absent.
    back = question.absent and entry.seat == question.of and _is_sign_of_life(entry)
    return back or (by_hand and entry.seat in question.missing)


def _is_sign_of_life(entry: Entry) -> bool:
    """Whether a person made an entry that everybody may know of."""
    return entry.kind in SIGNS or (entry.kind == "move" and entry.data["by"] == "player")


def _is_shown_in_log(entry: Entry) -> bool:
    """Whether a page's log has a remark about an entry."""
    data: dict[str, Any] = entry.data
    if entry.kind == "ask":
        # A question settled at once is told by the entry that follows.
        return bool(set(data["asked"]) - set(data["agreed"]))
    return entry.kind in ("refuse", "pause", "resume", "end", *_COMING_AND_GOING)
