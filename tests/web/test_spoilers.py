"""A replay without spoilers: whatever comes after the move that is shown changes no byte of its page."""

from __future__ import annotations

import random
import re

import pytest

from quarterdeck.play import Game, Record
from quarterdeck.tables.entry import now
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE
from tests.tables.tables import play
from tests.web.desk import JSON, Desk, error_of, words

NAMES = ["Ann", "Ben", "Cleo", "Dan"]
VIEWERS = ("0", "3", "none", "all")


def played(game: str, owner: str) -> Match:
    """A finished game of four people at one screen."""
    match = Match.fresh(Record(Game(game, players=4), names=NAMES), [HUMAN] * 4, owner)
    return play_on(match, random.Random(game))


def play_on(match: Match, dice: random.Random) -> Match:
    while not match.over:
        seat = match.to_act[0]
        play(match, seat, match.version, dice.choice(match.position.legal(seat)))
    return match


def other_end(match: Match, ply: int) -> Match:
    """The same up to there; then somebody leaves, and the game goes another way."""
    other = Match(match.row, match.entries[:ply])
    other.add("leave", 3, now(), bot=SUBSTITUTE)
    return play_on(other, random.Random(f"{match.id} {ply}"))


def replay(browser: Desk, match: Match, ply: int, seat: str, spoilers: str = "off") -> bytes:
    browser.room.matches.show(match)
    answer = browser.get(f"/table/{match.id}/replay?ply={ply}&seat={seat}&spoilers={spoilers}")
    assert answer.status_code == 200
    return answer.content


@pytest.mark.parametrize("game", ["meuterer", "cartagena", "mutiny"])
def test_what_comes_later_changes_no_byte(ann: Desk, game: str) -> None:
    match = played(game, ann.owner)
    lengths = set()
    for ply in (0, 1, match.ply // 3, match.ply // 2, match.ply - 5):
        other = other_end(match, ply)
        lengths.add(other.ply)
        for seat in VIEWERS:
            assert replay(ann, match, ply, seat) == replay(ann, other, ply, seat)
    # There was something to tell.
    assert lengths != {match.ply}
    assert replay(ann, match, 0, "all", "on") != replay(ann, other, 0, "all", "on")


def test_no_number_of_moves_no_slider_no_seed_and_no_later_round(ann: Desk) -> None:
    match = played("meuterer", ann.owner)
    page = replay(ann, match, 30, "all").decode()
    told = re.sub(r"<(link|script)[^>]*>", "", page)
    assert "Move 30:" in words(page)
    assert 'id="ply"' not in page
    assert match.record.seed not in page
    assert "match.qd" not in page
    assert f"{match.ply}" not in re.sub(r"sha256:\w+", "", words(told))
    assert "Round 8" not in page
    everything = replay(ann, match, 30, "all", "on").decode()
    assert f"Move 30 of {match.ply}" in words(everything)
    assert match.record.seed in everything
    assert "Round 8" in everything


def test_it_can_be_walked_to_the_end_and_keeps_its_secret_on_the_way(ann: Desk) -> None:
    match = played("mutiny", ann.owner)
    path: str | None = f"/table/{match.id}/replay?ply=0&seat=none&spoilers=off"
    ann.room.matches.show(match)
    for ply in range(match.ply + 1):
        assert path is not None
        page = ann.get(path).text
        assert ("region_result" in page and 'id="final-title"' in page) == (ply == match.ply)
        found = re.search(r'id="step-next"[^>]*href="([^"]+)"', page)
        path = found[1].replace("&amp;", "&") if found else None
        assert path is None or path.endswith("spoilers=off")
    assert path is None
    assert 'id="step-back"' in page
    assert f"ply={match.ply - 1}&amp;seat=none&amp;spoilers=off" in page


def test_a_move_that_is_none_does_not_say_how_many_there_are(ann: Desk) -> None:
    match = played("meuterer", ann.owner)
    ann.room.matches.show(match)
    answer = ann.get(f"/table/{match.id}/replay?ply={match.ply + 1}&seat=all&spoilers=off", **JSON)
    assert (answer.status_code, error_of(answer)) == (404, "There is no such move in this match.")


def test_a_switch_that_is_none_is_refused(ann: Desk) -> None:
    match = played("meuterer", ann.owner)
    ann.room.matches.show(match)
    answer = ann.get(f"/table/{match.id}/replay?spoilers=perhaps", **JSON)
    assert (answer.status_code, error_of(answer)) == (400, "“spoilers” has to be “on” or “off”.")
