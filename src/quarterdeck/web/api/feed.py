"""The messages about each log entry for the followers of a match. A message is built once for all followers
with the same knowledge.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple
from weakref import WeakKeyDictionary

from quarterdeck.bots.stand_in import BY_CHANCE, BY_STAND_IN, told_of
from quarterdeck.play import Event, View
from quarterdeck.tables.entry import Entry
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.remarks import remark
from quarterdeck.tables.seats import VACANT
from quarterdeck.tables.store.rows import Message
from quarterdeck.web.wire import as_json

__all__ = ["Feed", "Views", "fact_of", "failure_of", "feed_of", "told_of_message"]

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
    "end": ("how",),
    "away": ("by",),
    "leave": ("by",),
}
# Number of newest messages that are cached; older ones are rebuilt for late clients.
KEPT: Final = 16
MOST_KEPT: Final = 64


class _News(NamedTuple):
    """An entry's event as JSON: its public facts, and the seats that know more."""

    public: str
    confided: frozenset[int]


class Feed:
    """The messages of one match as JSON texts.

    Sentences name everybody, including their reader, so most messages are the same for all.
    """

    def __init__(self, match: Match) -> None:
        self._began: int | None = None
        self._read = 0
        self._vacant = {seat for seat, kind in enumerate(match.row.kinds) if kind == VACANT}
        self._news: dict[int, _News] = {}
        self._made: dict[tuple[int, int | None, Views], str] = {}
        self._seen: tuple[int, dict[int | None, View]] = (-1, {})

    def told(self, match: Match, seat: int | None, number: int, views: Views) -> str | None:
        """The message to a seat, or to spectators, about the entry with this number; None if there is
        none.
        """
        entry = match.entries[number - 1]
        if entry.kind != "move" and entry.kind not in NAMES:
            return None
        news = self._news.get(number) or self._news_of(match, entry)
        knows = seat in news.confided
        alone = knows or views == "all" or seat in match.stages[number].to_act
        key = (number, seat, views) if alone else (number, None, "none")
        made = self._made.get(key)
        if made is None:
            facts = self._confided(match, seat, entry) if knows else news.public
            made = self._message(match, seat, number, views if alone else None, facts)
            if number > match.number - KEPT:
                self._keep(match.number)
                self._news[number], self._made[key] = news, made
        return made

    def now(self, match: Match, seat: int | None, views: Views) -> str:
        """The current state, for a new follower."""
        return self._message(match, seat, match.number, views, "[]")

    def _message(self, match: Match, seat: int | None, number: int, views: Views | None, facts: str) -> str:
        """Build a message; `views` is None for the part common to all."""
        position, begun = match.stages[number], self.begun(match, number)
        halted = match.closed or match.agreement.halted_at(number)
        to_act = position.to_act if begun and not halted else ()
        over = position.over or 0 < match.agreement.ended_at <= number
        body: dict[str, Any] = {"to_act": to_act, "over": over}
        if views is not None:
            acts = seat in to_act
            legal = [action.text for action in self._view(match, seat, number).legal()] if acts else []
            body |= {"seat": seat, "legal": legal}
            if views == "all" or (views == "turn" and acts):
                seen = self._view(match, seat if begun else None, number)
                body["view"] = {**seen.to_json(), "legal": legal, **({"to_act": []} if halted else {})}
        return f'{{"version":{match.version_at(number)},"events":{facts},{as_json(body)[1:]}'

    def _view(self, match: Match, seat: int | None, number: int) -> View:
        """The view of a seat or a spectator after the entry with this number; cached for the latest entry
        requested.
        """
        if self._seen[0] != number:
            self._seen = (number, {})
        seen = self._seen[1].get(seat)
        if seen is None:
            seen = self._seen[1][seat] = match.stages[number].view(seat)
        return seen

    def _news_of(self, match: Match, entry: Entry) -> _News:
        if entry.kind == "move":
            return _News(self._facts(match, None, entry.number), match.stages[entry.number].confided)
        if entry.kind == "rematch" and not match.row.public:
            # Anybody with the table's address can take a seat there.
            return _News(_told(match, entry, {}), frozenset(range(match.game.players)))
        return _News(_told(match, entry, _data(entry)), frozenset())

    def _confided(self, match: Match, seat: int | None, entry: Entry) -> str:
        """The event for a seat that may know more than the public."""
        if entry.kind == "move":
            return self._facts(match, seat, entry.number)
        return _told(match, entry, _data(entry))

    def _facts(self, match: Match, seat: int | None, number: int) -> str:
        """The facts that a move told a seat, as a JSON list; `number` is the move's entry."""
        entry = match.entries[number - 1]
        failed = failure_of(match, entry.seat, entry.data["by"])
        facts = [fact_of(event, match.names) for event in match.stages[number].heard(seat)]
        return as_json([*failed, *facts])

    def _keep(self, number: int) -> None:
        """Drop old messages from the cache when it is full."""
        if len(self._made) >= MOST_KEPT:
            self._made = {key: text for key, text in self._made.items() if key[0] > number - KEPT}
            self._news = {key: news for key, news in self._news.items() if key > number - KEPT}

    def begun(self, match: Match, number: int) -> bool:
        """Whether all seats were taken by the entry with this number."""
        while self._vacant and self._read < min(number, match.number):
            entry = match.entries[self._read]
            self._read += 1
            if entry.kind == "sit":
                self._vacant.discard(entry.seat)
            elif entry.kind == "leave":
                self._vacant.add(entry.seat)
            if not self._vacant:
                self._began = self._read
        return not self._vacant and number >= (self._began or 0)


def _told(match: Match, entry: Entry, data: dict[str, int | str]) -> str:
    told = {"kind": NAMES[entry.kind], "seat": entry.seat, "sentence": remark(entry, match.names)}
    return as_json([{**told, "rule": None, "data": data}])


def _data(entry: Entry) -> dict[str, int | str]:
    """The message data of an entry that is no move."""
    return {name: entry.data[name] for name in FIGURES.get(entry.kind, ()) if name in entry.data}


_feeds: WeakKeyDictionary[Match, Feed] = WeakKeyDictionary()


def feed_of(match: Match) -> Feed:
    """The feed of a match."""
    found = _feeds.get(match)
    if found is None:
        found = _feeds[match] = Feed(match)
    return found


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
    sentence = told_of(by, match.names[seat])
    return [{"kind": "bot_failed", "seat": seat, "sentence": sentence, "rule": None, "data": {"by": by}}]


def told_of_message(message: Message) -> str:
    """A chat message as a message of its own."""
    return as_json({"talk": message.told()})
