"""The messages about each log entry for the followers of a match. A message is built once for all followers
with the same knowledge.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple
from weakref import WeakKeyDictionary

from quarterdeck.bots.stand_in import BY_CHANCE, BY_STAND_IN, substitution_sentence
from quarterdeck.i18n import current
from quarterdeck.play import Event, View
from quarterdeck.tables.entry import Entry
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.remarks import names_at, remark
from quarterdeck.tables.seats import VACANT
from quarterdeck.tables.store.rows import Message
from quarterdeck.web.transport.wire import as_json

__all__ = ["Feed", "Views", "fact_of", "failure_of", "feed_of", "talk_message"]

# When messages include a view: when the seat may act, always, or never.
Views = Literal["turn", "all", "none"]

# The event name of each kind of entry. Other kinds produce no message.
NAMES: Final[Mapping[str, str]] = {
    "sit": "seat_taken",
    "leave": "seat_left",
    "name": "seat_renamed",
    "away": "seat_away",
    "return": "seat_back",
    "back": "move_taken_back",
    "turn": "lesson_went_on",
    "rematch": "rematch_wanted",
    "close": "table_closed",
    "ask": "question_asked",
    "agree": "question_agreed",
    "refuse": "question_refused",
    "pause": "match_paused",
    "resume": "match_resumed",
    "end": "match_ended",
}
# The entry data that a message includes besides its sentence.
FIGURES: Final[Mapping[str, tuple[str, ...]]] = {
    "rematch": ("table",),
    "ask": ("what", "of"),
    "end": ("how", "by"),
    "away": ("by",),
    "leave": ("by",),
}
# How many of the newest entries have their messages cached. For late clients older ones are built anew.
KEPT: Final = 16
# The number of cached messages at which the old ones are dropped.
MOST_KEPT: Final = 64


class _FeedEntry(NamedTuple):
    """What a log entry tells: its public events as a JSON list, and the seats that know more."""

    public: str
    confided: frozenset[int]


class Feed:
    """The messages of one match as JSON texts, in one language.

    Sentences name everybody, including their reader, so most messages are the same for all.
    """

    def __init__(self, match: Match) -> None:
        self._began: int | None = None
        self._entries_read = 0
        self._vacant = {seat for seat, kind in enumerate(match.row.kinds) if kind == VACANT}
        self._entries: dict[int, _FeedEntry] = {}
        self._messages: dict[tuple[int, int | None, Views], str] = {}
        self._views_cached: tuple[int, dict[int | None, View]] = (-1, {})

    def message(self, match: Match, seat: int | None, number: int, views: Views) -> str | None:
        """The message to a seat, or to spectators, about the entry with this number; None if there is
        none.
        """
        entry = match.entries[number - 1]
        if entry.kind != "move" and entry.kind not in NAMES:
            return None
        feed_entry = self._entries.get(number) or self._entry_of(match, entry)
        knows = seat in feed_entry.confided
        own_message = knows or views == "all" or seat in match.stages[number].to_act
        key = (number, seat, views) if own_message else (number, None, "none")
        message = self._messages.get(key)
        if message is None:
            facts = self._confided_facts(match, seat, entry) if knows else feed_entry.public
            message = self._build_message(match, seat, number, views if own_message else None, facts)
            if number > match.number - KEPT:
                self._drop_old(match.number)
                self._entries[number], self._messages[key] = feed_entry, message
        return message

    def state(self, match: Match, seat: int | None, views: Views) -> str:
        """The message about the current state, for a new follower."""
        return self._build_message(match, seat, match.number, views, "[]")

    def _build_message(
        self, match: Match, seat: int | None, number: int, views: Views | None, facts: str
    ) -> str:
        """Build a message about the state after an entry. `facts` are its events as a JSON list. `views` is
        None for a message that is the same for all.
        """
        position, begun = match.stages[number], self.begun(match, number)
        halted = match.closed or match.agreement.halted_at(number)
        to_act = position.to_act if begun and not halted else ()
        over = position.over or 0 < match.agreement.ended_at <= number
        body: dict[str, Any] = {"to_act": to_act, "over": over}
        if views is not None:
            may_act = seat in to_act
            actions = self._view_after(match, seat, number).legal() if may_act else ()
            legal = [action.text for action in actions]
            body |= {"seat": seat, "legal": legal}
            if views == "all" or (views == "turn" and may_act):
                view = self._view_after(match, seat if begun else None, number)
                body["view"] = {**view.to_json(), "legal": legal, **({"to_act": []} if halted else {})}
        return f'{{"version":{match.version_at(number)},"events":{facts},{as_json(body)[1:]}'

    def _view_after(self, match: Match, seat: int | None, number: int) -> View:
        """The view of a seat or a spectator after the entry with this number; cached for the latest entry
        requested.
        """
        if self._views_cached[0] != number:
            self._views_cached = (number, {})
        view = self._views_cached[1].get(seat)
        if view is None:
            view = self._views_cached[1][seat] = match.stages[number].view(seat)
        return view

    def _entry_of(self, match: Match, entry: Entry) -> _FeedEntry:
        if entry.kind == "move":
            public = self._facts_of_move(match, None, entry.number)
            return _FeedEntry(public, match.stages[entry.number].confided)
        if entry.kind == "rematch" and not match.row.public:
            # Anybody with the table's address can take a seat there.
            return _FeedEntry(_events_json(match, entry, {}), frozenset(range(match.game.players)))
        return _FeedEntry(_events_json(match, entry, _entry_data(entry)), frozenset())

    def _confided_facts(self, match: Match, seat: int | None, entry: Entry) -> str:
        """The events for a seat that may know more than the public, as a JSON list."""
        if entry.kind == "move":
            return self._facts_of_move(match, seat, entry.number)
        return _events_json(match, entry, _entry_data(entry))

    def _facts_of_move(self, match: Match, seat: int | None, number: int) -> str:
        """The facts that a seat learned from a move, as a JSON list; `number` is the move's entry."""
        entry = match.entries[number - 1]
        failure = failure_of(match, entry.seat, entry.data["by"])
        facts = [fact_of(event, match.names) for event in match.stages[number].heard(seat)]
        return as_json([*failure, *facts])

    def _drop_old(self, number: int) -> None:
        """Drop old messages from the cache when it is full."""
        if len(self._messages) >= MOST_KEPT:
            self._messages = {key: text for key, text in self._messages.items() if key[0] > number - KEPT}
            self._entries = {key: entry for key, entry in self._entries.items() if key > number - KEPT}

    def begun(self, match: Match, number: int) -> bool:
        """Whether all seats were taken by the entry with this number."""
        while self._vacant and self._entries_read < min(number, match.number):
            entry = match.entries[self._entries_read]
            self._entries_read += 1
            if entry.kind == "sit":
                self._vacant.discard(entry.seat)
            elif entry.kind == "leave":
                self._vacant.add(entry.seat)
            if not self._vacant:
                self._began = self._entries_read
        return not self._vacant and number >= (self._began or 0)


def _events_json(match: Match, entry: Entry, data: dict[str, int | str]) -> str:
    """The event of an entry that is no move, as a JSON list."""
    # Who leaves a seat is not called by the name of who has it now.
    sentence = remark(entry, names_at(match, entry.number))
    event = {"kind": NAMES[entry.kind], "seat": entry.seat, "sentence": sentence}
    return as_json([{**event, "rule": None, "data": data}])


def _entry_data(entry: Entry) -> dict[str, int | str]:
    """The message data of an entry that is no move."""
    return {name: entry.data[name] for name in FIGURES.get(entry.kind, ()) if name in entry.data}


# By match, then by language.
_feeds: WeakKeyDictionary[Match, dict[str, Feed]] = WeakKeyDictionary()


def feed_of(match: Match) -> Feed:
    """The feed of a match in the current language."""
    feeds = _feeds.setdefault(match, {})
    feed = feeds.get(current())
    if feed is None:
        feed = feeds[current()] = Feed(match)
    return feed


def fact_of(event: Event, names: list[str]) -> dict[str, Any]:
    """A fact as JSON."""
    return {
        "kind": event.kind,
        "seat": event.seat,
        "sentence": event.sentence(names),
        "rule": event.rule,
        "data": event.data,
    }


def failure_of(match: Match, seat: int, by: str) -> list[dict[str, Any]]:
    """The event before a move's facts if the bot to move has failed."""
    if by not in (BY_STAND_IN, BY_CHANCE):
        return []
    sentence = substitution_sentence(by, match.names[seat])
    return [{"kind": "bot_failed", "seat": seat, "sentence": sentence, "rule": None, "data": {"by": by}}]


def talk_message(message: Message) -> str:
    """A chat message as a message of its own."""
    return as_json({"talk": message.public_fields()})
