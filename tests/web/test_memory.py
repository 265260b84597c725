"""What a server keeps of the matches that are over: nothing, once it has let them go."""

from __future__ import annotations

import gc
import random
from pathlib import Path
from weakref import WeakSet

import pytest

from quarterdeck.play import Game, Record
from quarterdeck.tables.live import registry
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.transcript import Chapter, transcript_of
from quarterdeck.web.api.feed import feed_of
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.rendering import templates
from tests.tables.tables import kinds
from tests.web.desk import Desk, another, desk

NAMES = ["Ann", "Ben", "Cleo", "Dan"]
MATCHES = 4


def played(browser: Desk, game: str, number: int) -> Match:
    """A match that was played to its end, was looked at after each move, and was followed by programs."""
    made = Game(game, players=3)
    seats = kinds(made.players, made.players)
    match = browser.on_loop(
        browser.room.create,
        Match.fresh(Record(made, f"{number}", NAMES[: made.players]), seats, browser.owner),
    )
    assert isinstance(match, Match)
    dice, watcher = random.Random(number), another(browser)
    while not match.over:
        seat = dice.choice(match.to_act)
        commands.move(seat, match.version, dice.choice(match.position.legal(seat)))(match, match.moved_on_at)
        for follower in (0, None):
            feed_of(match).message(match, follower, match.number, "all")
        if match.ply % 10 == 0:
            watcher.get(f"/table/{match.id}")
    watcher.get(f"/table/{match.id}")
    return match


@pytest.mark.parametrize("game", BOARDS)
def test_nothing_of_a_match_is_kept_once_it_was_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(registry, "MOST_LOADED", 1)
    matches, chapters = WeakSet[Match](), WeakSet[Chapter]()
    with desk(tmp_path) as browser:
        for number in range(MATCHES):
            match = played(browser, game, number)
            assert len(feed_of(match)._messages) <= 64
            matches.add(match)
            chapters.update(transcript_of(match, None)._chapters)
            chapters.update(transcript_of(match, "all")._chapters)
            del match
        gc.collect()
        assert len(matches) == 1
        (last,) = matches
        kept = {id(chapter) for viewer in (None, "all") for chapter in transcript_of(last, viewer)._chapters}
        assert {id(chapter) for chapter in chapters} <= kept


def test_all_macros_share_one_bounded_cache(tmp_path: Path) -> None:
    """Each with a cache of its own would fill it in its own time: memory would not level for hours."""
    with desk(tmp_path) as browser:
        before = templates._cached_expansion.cache_info()
        played(browser, "meuterer", 1)
        played(browser, "mutiny", 1)
        after = templates._cached_expansion.cache_info()
    assert after.hits > before.hits
    assert before.maxsize == after.maxsize == templates.PARTS
