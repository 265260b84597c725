"""A match that only bots play on with, and that does not come to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.play import Game
from quarterdeck.tables.entry import now
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.remarks import remark
from quarterdeck.tables.match.terms import Terms
from quarterdeck.web.table.booking import finishes_of
from tests.tables.tables import OWNER, ann_first, began, kinds, record, room_open, until

LIMIT = 6
SAID = "For very many moves only bots and the clock have played: the match ends without a result."


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "max_plies", LIMIT)


def table(humans: int) -> Match:
    return Match.fresh(record(ann_first()), kinds(humans), OWNER, Terms("live", per_move=5))


def go_on(match: Match, by: str) -> None:
    """The next move, made by somebody."""
    seat = match.position.to_act[0]
    commands.move(seat, match.version, match.position.legal(seat)[0], by)(match, now())


def test_a_match_of_bots_alone_ends_at_the_limit_of_plies() -> None:
    match = table(0)
    for _move in range(LIMIT - 1):
        go_on(match, "bot")
    assert not match.over
    go_on(match, "bot")
    assert (match.ply, match.over, match.ended) == (LIMIT, True, "abandoned")
    assert remark(match.entries[-1], match.names) == SAID
    assert {finish.place for finish in finishes_of(match)} == {0}


def test_a_match_that_its_people_have_left_to_the_clock_ends_there_too() -> None:
    match = table(4)
    go_on(match, "player")
    for _move in range(LIMIT):
        assert not match.over
        go_on(match, "clock")
    assert match.ended == "abandoned"


def test_a_match_that_somebody_plays_goes_on_for_as_long_as_they_like() -> None:
    match = table(1)
    for _round in range(3):
        for _move in range(LIMIT - 1):
            go_on(match, "bot")
        go_on(match, "player")
    assert match.ply == 3 * LIMIT
    assert not match.over


@pytest.mark.anyio
async def test_a_server_stops_asking_bots_there(tmp_path: Path) -> None:
    async with room_open(tmp_path, 0) as room:
        match = await began(room, humans=0)
        await until(lambda: match.over)
        assert (match.ply, match.entries[-1].data) == (LIMIT, {"how": "abandoned", "by": "limit"})
