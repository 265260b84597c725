"""The entries of a table's log."""

from __future__ import annotations

import time
from typing import Any, Final, NamedTuple

__all__ = ["AGREEING", "HOLDING", "SECRET_KINDS", "TABLE", "Entry", "now"]

# The seat of an entry that concerns the table, not one of its seats.
TABLE: Final = -1
# Kinds of entries that only their own seat may know of, or nobody.
SECRET_KINDS: Final = frozenset({"plan", "hand", "revoke", "show", "same"})
# Kinds of entries that change who holds a seat.
HOLDING: Final = frozenset({"sit", "leave", "hand", "revoke"})
# Kinds of entries about agreements between the players: they change neither the position nor the seats.
AGREEING: Final = frozenset({"ask", "agree", "refuse", "pause", "resume", "end"})


class Entry(NamedTuple):
    """One event at a table. A table changes only through entries.

    `number` counts from 1, `at` is in milliseconds since 1970. By kind, `data` holds

    - `move`: `action` (its text) and `by`: "player", "bot", "clock" or "plan"; if the seat's bot failed,
      "stand-in" (the rule-of-thumb bot moved) or "chance" (a random move was made); `back`: empty, undoes the
      last move;
    - `sit`: `name` and `holder` of a person, or `bot` and perhaps its `name` (else the seat keeps its own);
      `leave`: empty, or the `bot` that takes the seat over; if others freed the seat before the match began,
      `by` ("maker" or "vote"), the player's `name`, and
      `absent` (true if the player was absent);
      `name`: `name`, the player's new name;
    - `away`, `return`: empty; between the two a bot plays for the seat. If the clock did not cause it, `by`
      says who did: "maker" (the table's maker) or "vote";
    - `hand`: `holder`, a further browser or program that holds the seat; `revoke`: `holder`, the only one
      that keeps it;
    - `same`: `was` and `now`, two holders that are one person: from here on whatever was the first one's is
      the second one's. It concerns no seat, and nobody is told of it;
    - `show`: `holder`, the browser of several people to which the seat is opened;
    - `plan`: `text` of a move made as soon as it can be, empty to drop it;
    - `close`: empty; the match is cancelled;
    - `rematch`: `table`, the id of the table where the seat wants to play again;
    - `ask`: `what`, "pause", "draw", "abandon", "bot", "free" or "fill", and with "bot" and "free" `of`, the
      seat concerned; `asked`, the seats that have to agree, and `agreed`, those that agree by asking; with
      "free" `other`, the name at the seat, and `absent`, true if its player is absent; `agree`: `seats`;
      `refuse`: empty, or `own` (true) if the asker withdraws the question. Before the match begins all three
      have `name`, the name of the player who asks or answers, because the seat may change hands later;
    - `pause`, `resume`: empty; between the two the match is paused;
    - `unseal`: empty; all tables of its round are over, so that it opens to all;
    - `end`: `how`, "draw" or "abandoned"; the match ended by agreement, or the server's host ended it: then
      `by` is "host"; or only bots and the clock had moved for too long: then `by` is "limit";
    - `turn`: `pages`, how many pages of its lesson the pupil has read.
    """

    number: int
    at: int
    kind: str
    seat: int
    data: dict[str, Any]


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
