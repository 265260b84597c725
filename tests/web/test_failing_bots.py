"""What a table says of its bots: that one has failed, and that they will play better soon."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN
from quarterdeck.workers import InProcess
from tests.tables.tables import ann_first, finished, record
from tests.web.api.program import Program, program
from tests.web.desk import Desk, words

SEATS = ["random", HUMAN, "random", "random"]
SENTENCES = {
    "stand-in": "The bot that plays for Ann fails: the rule-of-thumb bot moves in its place.",
    "chance": "The bots that play for Ann fail: any legal move is made in their place.",
}
each = pytest.mark.parametrize("by", SENTENCES)


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Program]:
    with program(tmp_path) as one:
        yield one


def replaced(one: Desk | Program, match: Match, by: str) -> None:
    """A first move in the place of the bot that was to make it."""
    one.on_loop(one.room.execute, match, commands.move(0, 0, match.game.action("offer 1"), by))


@each
def test_an_open_page_and_one_that_comes_later_tell_it(ann: Desk, by: str) -> None:
    match = ann.enter(record(ann_first()), SEATS)
    address = f"/table/{match.id}"
    with ann.listening(match, "1", 0) as socket:
        replaced(ann, match, by)
        told = html.unescape(words(socket.receive_text()))
    assert SENTENCES[by] in told
    offered = match.positions[1].view(1).events[0].sentence(match.names)
    for page in (address, f"{address}/replay?ply=1"):
        shown = words(html.unescape(ann.get(page).text))
        assert shown.index(SENTENCES[by]) < shown.rindex(offered)
    assert SENTENCES[by] not in words(html.unescape(ann.get(f"{address}/replay?ply=0&spoilers=off").text))


@each
def test_programs_are_told_by_an_event_before_those_of_the_move(other: Program, by: str) -> None:
    match = other.enter(record(ann_first()), SEATS)
    with other.other().listening(match.id) as socket:
        socket.receive_json()
        replaced(other, match, by)
        first, second = socket.receive_json()["events"][:2]
    assert first == {
        "kind": "bot_failed",
        "seat": 0,
        "sentence": SENTENCES[by],
        "rule": None,
        "data": {"by": by},
    }
    assert second["kind"] == "offered"
    later = other.get(f"/tables/{match.id}/replay?ply=1&seat=none").json()["events"]
    assert later[:2] == [first, second]
    assert other.get(f"/tables/{match.id}/replay?ply=0&seat=none").json()["events"] == []


def test_while_rules_are_compiled_a_table_says_that_its_bots_will_play_better(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(level: str) -> bool:
        match = ann.enter(record(ann_first()), [HUMAN, *[level] * 3])
        return "The bots are still getting ready" in ann.get(f"/table/{match.id}").text

    assert not told("captain")
    monkeypatch.setattr(InProcess, "preparing", True)
    assert told("captain")
    assert not told("rule-of-thumb")
    over = ann.enter(record(ann_first()), [HUMAN, *["captain"] * 3])
    ann.on_loop(finished, ann.room, over)
    assert "The bots are still getting ready" not in ann.get(f"/table/{over.id}").text
