"""What the log of a table is made of."""

from __future__ import annotations

import time
from typing import Any, Final, NamedTuple

__all__ = ["AGREEING", "CLOSED", "TABLE", "Entry", "now"]

# The seat of an entry that concerns the table, not one of its seats.
TABLE: Final = -1
# Kinds of entries that change nothing for anybody but their seat: the others are not to know of them.
CLOSED: Final = frozenset({"plan", "hand", "revoke", "show"})
# Kinds of entries about what those at the table agree on: they change neither the position nor the seats.
AGREEING: Final = frozenset({"ask", "agree", "refuse", "pause", "resume", "end"})


class Entry(NamedTuple):
    """One thing that happened at a table; nothing else changes it.

    `number` counts from 1, `at` is in milliseconds since 1970. By kind, `data` holds

    - `move`: `action` (its text) and `by`, "player", "bot", "clock" or "plan", or, where the bot that was to
      move has failed, "stand-in" (the rule-of-thumb bot) or "chance"; `back`: nothing, the last move is
      undone;
    - `sit`: `name` and `holder` of a person, or `bot`; `leave`: nothing, or the `bot` that has the seat from
      then on, or, of somebody whose seat was freed before the beginning, `by`, "maker" or "vote", their
      `name`, and `absent`, true, where they were so;
      `name`: `name`, the one that its player bears from then on;
    - `away`, `return`: nothing; a bot plays for the seat from here, to there. If it was not the clock that
      gave the seat to the bot, `by` says who did: "maker" (whoever made the table) or "vote";
    - `hand`: `holder`, one more browser or program that holds the seat; `revoke`: `holder`, the only one
      that still does;
    - `show`: `holder`, the browser of several people to which the seat is opened;
    - `plan`: `text` of a move made as soon as it can be, empty to drop it;
    - `close`: nothing, the match is broken off;
    - `rematch`: `table`, the id of the one where the seat would like to play again;
    - `ask`: `what`, "pause", "draw", "abandon", "bot", "free" or "fill", and with "bot" and "free" `of`, the
      seat that it is about; `asked`, the seats that have to agree, and `agreed`, those that do as they ask;
      with "free" `other`, the name at the seat, and `absent`, true, if its player is so; `agree`: `seats`;
      `refuse`: nothing, or `own`, true, where whoever asked takes the question back. Before the match begins
      all three have `name`, that of whoever asks or answers, since their seat may be another's later;
    - `pause`, `resume`: nothing; the match stands still from here, to there;
    - `end`: `how`, "draw" or "abandoned", the match is over by agreement;
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
