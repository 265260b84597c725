"""The page of a match's end: one's place, what decided it, and where everybody's points came from."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from quarterdeck.i18n import ngettext
from quarterdeck.play import Game, Record
from quarterdeck.tables.entry import now
from quarterdeck.tables.match import commands, voting
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.account import by_scores
from quarterdeck.web.boards.ending import SeatPlace, headline, ranked
from quarterdeck.web.boards.plain import PlainBoard
from quarterdeck.web.table.finale import MOMENTS, finale
from quarterdeck.web.table.markup import frame
from quarterdeck.web.table.screen import draw, table_page
from tests.tables.tables import kinds, play
from tests.web.desk import Desk, words

NAMES = ("Ann", "Ben", "Carmen", "Dan", "Eve", "Flo")
SEATS = [("meuterer", 3), ("meuterer", 4), ("cartagena", 2), ("cartagena", 3), ("cartagena", 4)]
SEATS += [("mutiny", players) for players in (2, 3, 4, 5)]


def points(count: int) -> str:
    return ngettext("{count} point", "{count} points", count).format(count=count)


def over(game: str, players: int, seed: str = "x", humans: int = 1, owner: str = "o") -> Match:
    """A match that random players have played to its end."""
    made = Record(Game(game, players=players), seed=seed, names=list(NAMES[:players]))
    match = Match.fresh(made, kinds(humans, players), owner)
    dice = random.Random(seed)
    while not match.over:
        seat = dice.choice(match.position.to_act)
        play(match, seat, match.version, dice.choice(match.position.legal(seat)))
    return match


def told(match: Match, viewer: int | None) -> dict[str, Any]:
    sight = look(match, viewer)
    board = BOARDS[match.game.id]
    page = {
        "title": sight.title,
        "table_id": match.id,
        "view": sight.view,
        "names": sight.names,
        "me": sight.you,
        "why": sight.why,
        "timeline": sight.timeline,
        "ended": sight.ended,
        **board.facts_context(sight.chapters, len(sight.names)),
    }
    return finale(frame(page))


@pytest.mark.parametrize(
    ("winners", "figures", "me", "sentence"),
    [
        ([2], (25, 20, 28, 9), 0, "You came second, 3 points behind Carmen"),
        ([2], (25, 20, 28, 9), 1, "You came third, 8 points behind Carmen"),
        ([2], (25, 20, 28, 9), 3, "You came fourth, 19 points behind Carmen"),
        ([2], (27, 20, 28, 9), 0, "You came second, 1 point behind Carmen"),
        ([2], (25, 20, 28, 9), 2, "You won, 3 points ahead of Ann"),
        ([2], (25, 25, 28, 9), 2, "You won, 3 points ahead of Ann and Ben"),
        ([2], (25, 25, 28, 9), 1, "You came second, 3 points behind Carmen"),
        ([0, 2], (28, 20, 28, 9), 2, "You shared the win with Ann"),
        ([0, 1, 2], (28, 28, 28, 9), 0, "You shared the win with Ben and Carmen"),
        ([0, 2], (28, 20, 28, 9), 1, "You came third, 8 points behind Ann and Carmen"),
        ([2], (25, 20, 28, 9), None, "Carmen won, 3 points ahead of Ann"),
        ([0, 2], (28, 20, 28, 9), None, "Ann and Carmen shared the win"),
        ([2], (0, 0, 0, 0), None, "Carmen won"),
        ([2], (0, 0, 0, 0), 0, "You came second, behind Carmen: the tie went to others"),
        ([0], (5, 4, 3, 2, 1, 0), 4, "You came fifth, 4 points behind Ann"),
        ([0], (5, 4, 3, 2, 1, 0), 5, "You came in place 6, 5 points behind Ann"),
        ([], (5, 4), 0, "You came second, 3 points behind Carmen"),
    ],
)
def test_the_headline_says_the_place_first(
    winners: list[int], figures: tuple[int, ...], me: int | None, sentence: str
) -> None:
    if not winners:
        assert headline([SeatPlace(0, 0, 5), SeatPlace(1, 0, 4)], NAMES, me, points) == "Nobody won"
        return
    assert headline(ranked(winners, figures), NAMES, me, points) == sentence


def test_a_tie_break_is_named() -> None:
    places = [SeatPlace(1, 1, 9, "more rum"), SeatPlace(0, 2, 9, "as many cutlasses, less rum")]
    assert headline(places, NAMES, 0, points) == "You came second, behind Ben: as many cutlasses, less rum"
    assert headline(places, NAMES, 1, points) == "You won, ahead of Ann: more rum"
    assert headline(places, NAMES, None, points) == "Ben won, ahead of Ann: more rum"


@pytest.mark.parametrize(("game", "players"), SEATS)
def test_every_point_has_a_source_and_a_part(game: str, players: int) -> None:
    for seed in "abc":
        match = over(game, players, seed)
        timeline = look(match, None).timeline
        assert timeline is not None
        account = BOARDS[game].account(timeline)
        assert account is not None
        assert tuple(account.total(seat) for seat in range(players)) == match.position.scores
        assert {gain.source for gain in account.gains} <= {source.id for source in account.sources}
        assert all(gain.chapter < len(account.parts) for gain in account.gains)


@pytest.mark.parametrize(("game", "players"), SEATS)
def test_it_tells_the_result_once_three_moments_and_all_numbers(game: str, players: int) -> None:
    match = over(game, players)
    for viewer in (0, None):
        page = table_page(match, viewer, "token")
        known = told(match, viewer)
        shown = page.split('id="region_finale">')[1].split("</article>")[0]
        assert words(page.partition("<body")[2]).count(known["headline"].replace("\u2068", "")) == 1
        assert len(known["review"]["moments"]) == MOMENTS
        for one in known["review"]["moments"]:
            assert f'href="/table/{match.id}/replay?ply={one["ply"]}"' in shown
        for row in known["rows"]:
            assert row["total"] in words(shown)
            assert [cell["total"] for cell in row["cells"]] == [
                column.total for column in row["track"].columns
            ]


def test_the_page_of_a_running_match_has_none_of_it() -> None:
    match = Match.fresh(Record(Game("meuterer"), seed="x", names=list(NAMES[:4])), kinds(1), "o")
    assert 'id="region_finale"></div>' in table_page(match, 0, "token")
    assert draw(look(match, 0)).regions("token")["region_finale"] == ""


def test_a_live_page_gets_it_with_the_last_move(ann: Desk) -> None:
    match = over("mutiny", 2, owner=ann.owner)
    last = match.entries[-1]
    before = Match(match.row, match.entries[:-1])
    first = draw(look(before, 0))
    update = draw(look(match, 0), first).regions("token", first)
    assert last.kind == "move"
    assert 'id="finale-title"' in update["region_finale"]
    assert "Look at it again" in update["region_prompt"]


@pytest.mark.parametrize(
    ("how", "sentence"),
    [("draw", "The match ended in a draw by agreement"), ("abandon", "The match was abandoned")],
)
def test_an_agreed_end_names_nobody(how: str, sentence: str) -> None:
    made = Record(Game("meuterer"), seed="x", names=list(NAMES[:4]))
    match = Match.fresh(made, [HUMAN, VACANT, "random", "random"], "me")
    commands.sit("you", 1, "Ben")(match, now())
    for _move in range(40):
        seat = match.position.to_act[0]
        play(match, seat, match.version, match.position.legal(seat)[0])
    voting.ask("me", how)(match, now())
    voting.agree("you", match.version)(match, now())
    assert match.ended
    known = told(match, 0)
    assert known["headline"] == sentence
    assert [row["place"] for row in known["rows"]] == [0, 0, 0, 0]
    page = words(table_page(match, 0, "token"))
    assert sentence in page
    assert "What stood out" in page
    assert "What decided it" not in page


@pytest.mark.parametrize("game", ["meuterer", "mutiny"])
def test_where_nobody_has_got_anything_nothing_is_said_to_come_from_anywhere(game: str) -> None:
    match = Match.fresh(Record(Game(game), seed="x", names=list(NAMES[:4])), kinds(1), "me")
    voting.ask("me", "abandon")(match, now())
    assert match.ended
    page = draw(look(match, 0)).regions("token")["region_finale"]
    assert ("Where it came from" in page, 'class="sources"' in page) == (False, False)
    assert '<h3 id="account-title">The players</h3>' in page
    assert page.count('class="who"') == 4


def test_the_moments_come_from_different_parts_in_the_order_of_moves() -> None:
    for seed in "abcd":
        for one in (told(over("meuterer", 4, seed), 0), told(over("mutiny", 5, seed), None)):
            moments = one["review"]["moments"]
            assert [moment["ply"] for moment in moments] == sorted(moment["ply"] for moment in moments)
            assert len({moment["part"] for moment in moments}) == MOMENTS


def test_CA_69_who_stood_with_the_losers_reads_who_won_and_with_whom() -> None:
    found = set()
    for seed in map(str, range(40)):
        match = over("cartagena", 3, seed)
        if not match.position.winners:
            continue
        for seat in range(3):
            said = told(match, seat)["headline"]
            found.add(re.sub(r"Ann|Ben|Carmen", "X", said).split(" X")[0])
        if len(found) > 3:
            break
    assert any(said.startswith("You stood with the losing side:") for said in found)
    assert any(said.startswith("You won") for said in found)


REASONS = {
    "took no side": ("You took no side: ", "You took no side, so your gold does not count."),
    "ran out of combat cards": (
        "You ran out of combat cards: ",
        "You had no combat card left for a duel: you were out, and your gold does not count.",
    ),
    "stood for the losing side": ("You stood with the losing side: ", "so your gold does not count."),
}


def test_CA_66_CA_69_the_headline_and_the_verdict_say_why_one_has_lost() -> None:
    found = set()
    for seed in map(str, range(30)):
        match = over("cartagena", 3, seed)
        for seat in range(3):
            known = told(match, seat)
            (own,) = [row for row in known["rows"] if row["me"]]
            reason = next((reason for reason in REASONS if reason in own["notes"]), "")
            headline_begins, verdict_ends = REASONS.get(reason, ("", ""))
            assert known["verdict"].endswith(verdict_ends)
            assert ("your gold" in known["verdict"]) == bool(reason)
            if match.position.winners:
                assert known["headline"].startswith(headline_begins)
                found.add(reason)
        if len(found) > len(REASONS):
            break
    assert {"ran out of combat cards", "stood for the losing side"} <= found
    assert "your gold" not in told(match, None)["verdict"]


def test_ones_own_row_of_the_end_is_marked() -> None:
    page = draw(look(over("meuterer", 3), 1)).regions("token")["region_finale"]
    (own,) = re.findall(r'<li class="me">.*?</li>', page, re.DOTALL)
    assert '<bdi>Ben</bdi></b> <small class="own">you</small>' in own
    assert page.count('class="own"') == 1


def test_ME_70_the_last_round_says_why_the_ship_stays() -> None:
    match = over("meuterer", 4)
    chapter = look(match, 0).chapters[-1]
    (line,) = [line for line in chapter.lines if "last round" in line.text]
    assert (line.text, line.rule) == (
        "That was the last round: the ship stays where it lies, and the game is over.",
        "ME-70",
    )


def test_a_game_without_words_of_its_own_shows_how_its_scores_changed() -> None:
    match = over("meuterer", 4)
    timeline = look(match, None).timeline
    assert timeline is not None
    board = PlainBoard(match.game.spec)
    account = board.account(timeline)
    assert account is not None
    assert [source.label for source in account.sources] == ["Points"]
    assert tuple(account.total(seat) for seat in range(4)) == match.position.scores
    assert [part.title for part in account.parts] == [f"Round {number}" for number in range(1, 9)]
    assert board.places({"view": look(match, None).view}, timeline)[0].place == 1


def test_a_game_whose_scores_say_nothing_before_the_end_has_no_drawing() -> None:
    timeline = look(over("meuterer", 4), None).timeline
    assert timeline is not None
    ends = replace(timeline, positions=(timeline.positions[0], timeline.positions[-1]))
    assert by_scores(ends, BOARDS["meuterer"].mark) is None
