"""Records the moves that servers have acknowledged, and checks that the logs contain each exactly once at its
version.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from quarterdeck.tables.entry import Entry
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.store import Store

__all__ = ["Decision", "Ledger", "LetDown", "Page"]


class LetDown(Exception):
    """A player got a wrong refusal or no answer; or a server ended by itself."""


class Decision(NamedTuple):
    """A move chosen by a player, with the version of the table that they saw."""

    table: str
    seat: int
    version: int
    action: str


class Page(NamedTuple):
    """One table's acknowledged moves by version, and unanswered moves by seat, at some moment."""

    table: str
    made: dict[int, Decision]
    pending: dict[int, Decision]


@dataclass
class Ledger:
    """Everything that the players observed; `wrong` lists violations. The first `people` seats of each table
    are players', the others bots'.
    """

    people: int
    made: dict[str, dict[int, Decision]] = field(default_factory=lambda: defaultdict(dict))
    pending: dict[str, dict[int, Decision]] = field(default_factory=lambda: defaultdict(dict))
    # When unanswered moves were sent again, in milliseconds since 1970.
    again: dict[Decision, int] = field(default_factory=dict)
    finished: set[str] = field(default_factory=set)
    by_group: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def moves(self) -> int:
        """The number of acknowledged moves."""
        return self.by_group.total()

    def acknowledge(self, group: int, decision: Decision, version: int) -> None:
        """Record that a server has acknowledged a move with this version."""
        del self.pending[decision.table][decision.seat]
        before = self.made[decision.table].setdefault(version, decision)
        if before != decision:
            self.wrong.append(f"version {version} was acknowledged for {decision} and for {before}")
        self.by_group[group] += 1

    def pages(self) -> list[Page]:
        """The acknowledgements so far, for the running tables."""
        played = [table for table in self.made if table not in self.finished]
        return [Page(table, self.made[table].copy(), self.pending[table].copy()) for table in played]

    def check(self, database: str, pages: Iterable[Page]) -> None:
        """Check logs against earlier acknowledgements; the logs may have grown since."""
        store = Store(database)
        try:
            for page in pages:
                self._check_page(page, store.since({page.table: 0})[page.table], until=max(page.made))
        finally:
            store.close()

    def check_all(self, database: str) -> int:
        """Check all logs at the end, when everything is answered, and replay them.

        Returns the number of moves that were stored without an answer, and sent again.
        """
        kept = 0
        store = Store(database)
        try:
            for table, made in self.made.items():
                stored = store.table(table)
                self._check_page(Page(table, made, {}), stored.entries, until=stored.entries[-1].number)
                kept += sum(entry.at < self._resent_at(made, entry) for entry in stored.entries)
                match = Match.stored(stored)
                if not match.over or stored.summary.state != "over":
                    self.wrong.append(f"table {table} was not played to its end")
                match.record.verify()
        finally:
            store.close()
        return kept

    def _check_page(self, page: Page, log: Iterable[Entry], until: int) -> None:
        """Check that the log has each acknowledged move at its version, and no others up to the version
        `until` but unanswered ones.
        """
        entries = {entry.number: entry for entry in log if entry.kind == "move" and self._is_ours(entry)}
        for version, decision in page.made.items():
            entry = entries.pop(version, None)
            if entry is None or (entry.seat, entry.data["action"]) != (decision.seat, decision.action):
                self.wrong.append(f"{decision} was acknowledged as version {version}, where {entry} is")
        pending = page.pending.copy()
        for number in sorted(number for number in entries if number <= until):
            unanswered = pending.pop(entries[number].seat, None)
            if unanswered is None or unanswered.action != entries[number].data["action"]:
                self.wrong.append(f"nobody made {entries[number]} at table {page.table}")

    def _is_ours(self, entry: Entry) -> bool:
        return entry.seat < self.people

    def _resent_at(self, made: dict[int, Decision], entry: Entry) -> int:
        decision = made.get(entry.number)
        return 0 if decision is None else self.again.get(decision, 0)
