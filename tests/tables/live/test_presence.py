"""Who is at a table: open pages, and whatever else somebody asks or does there."""

from __future__ import annotations

import pytest

from quarterdeck.tables.live import presence
from quarterdeck.tables.live.presence import KEPT, Presence

START = 1_000_000


class Clock:
    """A time that stands until it is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = START
        monkeypatch.setattr(presence, "now", lambda: self.at)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_who_asks_something_is_seen_though_no_page_is_open(clock: Clock) -> None:
    seen = Presence()
    seen.touch("a", "ann")
    clock.at += 5000
    assert seen.seen(clock.at) == {("a", "ann"): START}
    assert not seen.present("a", "ann")


def test_an_open_page_counts_until_now_and_a_closed_one_until_then(clock: Clock) -> None:
    seen = Presence()
    with seen.at("a", "ann"):
        seen.touch("a", "ann")
        clock.at += 5000
        assert seen.seen(clock.at) == {("a", "ann"): clock.at}
    clock.at += 5000
    assert seen.seen(clock.at) == {("a", "ann"): START + 5000}


def test_what_is_old_is_forgotten_whether_anybody_asks_or_not(clock: Clock) -> None:
    seen = Presence()
    seen.touch("a", "ann")
    clock.at += KEPT + 1
    seen.touch("b", "ben")
    assert list(seen._last_there) == [("b", "ben")]
