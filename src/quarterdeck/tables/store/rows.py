"""The store's rows, as its callers see them and as database columns: reading, checking and writing.

Structured values are JSON in text columns. An unreadable row raises Outdated: its own table is lost, but
lists with it still work.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from math import inf
from typing import Any, Final, NamedTuple

from sqlalchemy import RowMapping

from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.tables.entry import Entry
from quarterdeck.tables.errors import Outdated

__all__ = [
    "BRANCH",
    "DAILY",
    "DUPLICATE",
    "LESSON",
    "REGATTA",
    "REMATCH",
    "STATES",
    "Guest",
    "Message",
    "SeatRow",
    "StoredTable",
    "Summary",
    "TableRow",
    "TableState",
    "damaged",
    "guest_values",
    "read_entry",
    "read_guest",
    "read_table",
    "sound",
    "standing_values",
    "summary_values",
    "table_values",
]

# How a table relates to the table it comes from, to its lesson, or to the day whose deal it is.
REMATCH: Final = "rematch"
BRANCH: Final = "branch"
LESSON: Final = "lesson"
DAILY: Final = "daily"
# A table of a regatta, with a deal of its own or with the same as the other tables of its round.
REGATTA: Final = "regatta"
DUPLICATE: Final = "duplicate"
STATES: Final = ("waiting", "running", "over", "closed")
JSON_COLUMNS: Final = ("options", "components", "setup", "names", "kinds", "terms", "prelude")


@dataclass(frozen=True)
class TableRow:
    """A table's immutable properties.

    `kinds` has for each seat "human" (held by the table's maker), "open" (to be taken), "scripted" (in a
    lesson) or a bot's name; `owner` is the hash of the token of the browser that made the table; `created`
    is in seconds since 1970; `components` and `setup` are None for the game's own. `parent` is the original
    table if `relation` is `REMATCH` or `BRANCH`, the lesson's id if it is `LESSON`, the date if it is
    `DAILY`, and the id of the regatta, the round and the table if it is `REGATTA` or `DUPLICATE`. `prelude`
    holds the moves made before the first entry, each a seat and an action's text.
    """

    id: str
    game: str
    rules_version: int
    options: dict[str, Any]
    components: Json | None
    setup: Json | None
    names: list[str]
    kinds: list[str]
    seed: str
    owner: str
    created: int
    public: bool
    terms: Json
    parent: str | None
    relation: str | None
    prelude: list[list[Any]]

    @property
    def day(self) -> date | None:
        """The day whose voyage it is, if any. Raises Outdated if the row is damaged."""
        if self.relation != DAILY:
            return None
        try:
            return date.fromisoformat(self.parent or "")
        except ValueError:
            raise damaged() from None


@dataclass(frozen=True)
class SeatRow:
    """The current state of a seat. `kind` is as in TableRow, `holders` are the hashes of the tokens that hold
    it; `away`: a bot plays until the player returns.
    """

    seat: int
    name: str
    kind: str
    holders: list[str]
    away: bool


@dataclass(frozen=True)
class Summary:
    """A table's summary for lists, clocks and other processes, which saves replaying it; updated with each
    append.

    `standing` repeats public facts of the current position: `over`, `round`, `rounds`, `to_act`, `winners`
    and, once the match is over, `scores`; some games call a round a turn. `wake_at`: when a clock runs out or
    a bot is to act, in milliseconds since 1970.
    """

    state: str
    standing: Json
    seats: list[SeatRow]
    wake_at: int | None

    def awaits(self, owner: str) -> bool:
        """Whether the match waits for a move of this holder that no bot makes for them."""
        acting = self.standing["to_act"] if self.state == "running" else ()
        return any(seat.seat in acting and owner in seat.holders and not seat.away for seat in self.seats)

    def urgency(self, owner: str) -> tuple[bool, float]:
        """The order of a holder's tables: first those that wait for them, by when the time runs out."""
        mine = self.awaits(owner)
        return not mine, self.wake_at if mine and self.wake_at is not None else inf


class StoredTable(NamedTuple):
    """A consistent snapshot of a table with its whole log."""

    row: TableRow
    summary: Summary
    entries: list[Entry]


class TableState(NamedTuple):
    """A table that exists: its id, and its state."""

    table: str
    state: str


class Message(NamedTuple):
    """A chat message, numbered from 1 by table; seat -1 is the table itself.

    `audience` is "all", or "seats" if spectators may not read it until the end. `at` is in milliseconds since
    1970. `ordinal` counts the messages to all up to this one; spectators see it instead of the number,
    because gaps would reveal how many messages are hidden from them.
    """

    number: int
    at: int
    seat: int
    name: str
    text: str
    audience: str
    ordinal: int

    @property
    def removed(self) -> bool:
        """Whether the text was blanked: its author was forgotten, or the host has deleted it."""
        return not self.text

    def public_fields(self) -> dict[str, int | str]:
        """The message as pages and programs get it: every field but `ordinal`."""
        return {name: value for name, value in self._asdict().items() if name != "ordinal"}


@dataclass(frozen=True)
class Guest:
    """What is stored about a person's browser: `owner` is the hash of its token, `push` its web push
    subscriptions, `publish` whether finished public games may be exported. `pending` is an e-mail address not
    yet confirmed; `code` identifies the guest in e-mail links; `since`: when notices were last switched on,
    None if they are off; `language`: the language of notices, None for English; `ladder`: whether they have
    joined the ladder; `friends`: whether those they have played with may ask them to a table, and with
    `shows` see when they were last here; `webhook`: where notices are posted in a chat, empty once the chat
    has refused it for good; `mention`: whom they mention there. Times are in seconds since 1970.
    """

    owner: str
    name: str
    email: str | None
    publish: bool
    push: list[Json]
    created: int
    seen: int
    pending: str | None = None
    code: str | None = None
    since: int | None = None
    language: str | None = None
    ladder: bool = False
    friends: bool = False
    shows: bool = False
    webhook: str | None = None
    mention: str = ""


# -- written


def table_values(row: TableRow) -> dict[str, Any]:
    """A table's row as columns."""
    values = vars(row)
    return {**values, **{name: json.dumps(values[name]) for name in JSON_COLUMNS}, "public": int(row.public)}


def summary_values(summary: Summary) -> dict[str, Any]:
    """A summary as columns."""
    seats = json.dumps([vars(seat) for seat in summary.seats])
    return {**standing_values(summary), "seats": seats}


def guest_values(guest: Guest) -> dict[str, Any]:
    """A guest as columns."""
    flags = {name: int(getattr(guest, name)) for name in ("publish", "ladder", "friends", "shows")}
    return {**vars(guest), **flags, "push": json.dumps(guest.push)}


def standing_values(summary: Summary) -> dict[str, Any]:
    """The columns of a summary other than the seats."""
    standing = json.dumps(summary.standing)
    return {"state": summary.state, "standing": standing, "wake_at": summary.wake_at}


# -- read


def read_table(found: RowMapping) -> tuple[TableRow, Summary]:
    """A table's database row, parsed and checked. Raises Outdated if it is damaged."""
    read = {name: found[name] for name in TableRow.__dataclass_fields__}
    try:
        read |= {name: json.loads(found[name]) for name in JSON_COLUMNS}
        standing, seats = json.loads(found["standing"]), json.loads(found["seats"])
    except (ValueError, RecursionError):
        raise damaged() from None
    if not (
        sound([read, standing, seats])
        and _is_sound_row(read)
        and found["state"] in STATES
        and _is_standing(standing, len(read["names"]))
        and _are_seats(seats, len(read["names"]))
    ):
        raise damaged()
    row = TableRow(**{**read, "public": bool(read["public"])})
    return row, Summary(found["state"], standing, [SeatRow(**seat) for seat in seats], found["wake_at"])


def read_entry(number: int, at: int, kind: str, seat: int, data: str) -> Entry:
    """An entry from the columns of its database row, parsed and checked. Raises Outdated if it is damaged."""
    try:
        read = json.loads(data)
    except (ValueError, RecursionError):
        raise damaged() from None
    # A shortcut for long logs: most entries hold no text that could be invalid.
    plain = data.isascii() and "\\ud" not in data and "\\uD" not in data
    if not (isinstance(read, dict) and kind.isascii() and (plain or sound(read))):
        raise damaged()
    return Entry(number, at, kind, seat, read)


def read_guest(found: RowMapping) -> Guest | None:
    """A guest's row, or None if it is damaged."""
    try:
        push = json.loads(found["push"])
    except (ValueError, RecursionError):
        return None
    if not (isinstance(push, list) and all(isinstance(device, dict) for device in push)):
        return None
    flags = {name: bool(found[name]) for name in ("publish", "ladder", "friends", "shows")}
    read = {**dict(found), **flags, "push": push}
    return Guest(**read) if sound(read) else None


def sound(read: Any) -> bool:
    """Whether all text in a row or JSON value can be encoded as UTF-8; otherwise it is damaged."""
    try:
        json.dumps(read, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return False
    return True


def damaged() -> Outdated:
    """The error for an unreadable row."""
    return Outdated(_("What is stored of this table is damaged: its match can't go on."))


def _is_sound_row(read: dict[str, Any]) -> bool:
    """Whether the game and its seats have the right types, and each seat a name and a kind."""
    return (
        isinstance(read["options"], dict)
        and all(isinstance(value, (str, int)) for value in read["options"].values())
        and all(read[name] is None or isinstance(read[name], dict) for name in ("components", "setup"))
        and isinstance(read["terms"], dict)
        and all(isinstance(read[name], list) for name in ("names", "kinds", "prelude"))
        and all(isinstance(text, str) for text in read["names"] + read["kinds"])
        and len(read["names"]) == len(read["kinds"])
        and all(_is_move(move, len(read["names"])) for move in read["prelude"])
    )


def _is_move(stored: Any, seats: int) -> bool:
    """Whether a value is a move: a seat and the text of an action."""
    return (
        isinstance(stored, list)
        and len(stored) == 2
        and _is_seat(stored[0], seats)
        and isinstance(stored[1], str)
    )


def _is_standing(stored: Any, seats: int) -> bool:
    """Whether a standing has all the keys that lists show."""
    return (
        isinstance(stored, dict)
        and isinstance(stored.get("over"), bool)
        and all(stored.get(name) is None or type(stored[name]) is int for name in ("round", "rounds"))
        and all(isinstance(stored.get(name), list) for name in ("to_act", "winners"))
        and all(_is_seat(seat, seats) for seat in stored["to_act"] + stored["winners"])
        and _are_scores(stored.get("scores"), seats)
    )


def _are_scores(stored: Any, seats: int) -> bool:
    """Whether there is a score for each seat. Before the end, and in rows of earlier versions, there are
    none.
    """
    return stored is None or (
        isinstance(stored, list) and len(stored) == seats and all(type(score) is int for score in stored)
    )


def _are_seats(stored: Any, seats: int) -> bool:
    """Whether each seat is there once, in order, with all its fields."""
    return (
        isinstance(stored, list)
        and len(stored) == seats
        and all(isinstance(seat, dict) and seat.keys() == _SEAT_TYPES.keys() for seat in stored)
        and all(type(seat[name]) is type_ for seat in stored for name, type_ in _SEAT_TYPES.items())
        and [seat["seat"] for seat in stored] == list(range(seats))
        and all(isinstance(holder, str) for seat in stored for holder in seat["holders"])
    )


_SEAT_TYPES: Final = {"seat": int, "name": str, "kind": str, "holders": list, "away": bool}


def _is_seat(stored: Any, seats: int) -> bool:
    return type(stored) is int and 0 <= stored < seats
