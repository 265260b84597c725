"""The logbook: what each finished match comes to for who has played it, and what all of them add up to."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest

from quarterdeck.play import GAMES
from quarterdeck.tables.entry import now
from quarterdeck.tables.live.bookkeeper import Bookkeeper
from quarterdeck.tables.match import commands, voting
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.timeline import timeline_of
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store.results import Booking, Result, Swing
from quarterdeck.tables.store.rows import BRANCH, LESSON
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.pages.logbook import COURSE, logbook, own_result
from quarterdeck.web.table.booking import booking_of
from tests.tables.store.test_results import result
from tests.tables.tables import record
from tests.web.desk import Desk, another, words
from tests.web.table.test_finale import SEATS, over, told
from tests.web.test_games import played


def booked(browser: Desk) -> None:
    browser.on_loop(Bookkeeper(browser.room, booking_of).book_finished)


# -- one match


@pytest.mark.parametrize(("game", "players"), SEATS)
def test_a_result_says_what_the_page_of_the_end_says(game: str, players: int) -> None:
    match = over(game, players)
    (found,) = booking_of(match).results
    page = told(match, 0)
    mine = next(row for row in page["rows"] if row["me"])
    account = BOARDS[game].account(timeline_of(match))
    assert account is not None
    assert found.place == (mine["place"] or 0)
    assert found.won == (0 in match.position.winners)
    assert account.starts[0] + sum(found.sources.values()) == account.total(0)
    assert BOARDS[game].amount(account.total(0)) == mine["total"]
    gains = [gain.amount for gain in account.gains if gain.seat == 0]
    assert (found.best.amount if found.best else 0) == max([0, *gains])
    assert (found.dearest.amount if found.dearest else 0) == min([0, *gains])
    assert (found.opponents, found.how, found.players) == ("bots", "played", players)


def test_every_source_of_points_has_a_name() -> None:
    for game, players in SEATS:
        for seed in ("a", "b"):
            account = BOARDS[game].account(timeline_of(over(game, players, seed)))
            assert account is not None
            for source in account.sources:
                assert BOARDS[game].source_label(source.id) == source.label


def test_who_shares_a_browser_has_no_results() -> None:
    assert booking_of(over("meuterer", 3, humans=2)).results == []


@pytest.mark.parametrize("relation", [LESSON, BRANCH])
def test_lessons_and_branches_have_no_results(relation: str) -> None:
    match = over("meuterer", 3)
    prelude = [[0, "offer 2"]] if relation == BRANCH else []
    match.row = replace(match.row, relation=relation, prelude=prelude)
    assert booking_of(match) == Booking()


def test_a_match_ended_by_agreement_has_no_place() -> None:
    match = Match.fresh(record(), [HUMAN, VACANT, "random", "random"], "o")
    commands.sit("p", 1, "Ben")(match, now())
    asked = voting.ask("o", "draw")(match, now())
    voting.agree("p", asked)(match, now())
    both = booking_of(match).results
    assert [(one.holder, one.how, one.place, one.won, one.score) for one in both] == [
        ("o", "draw", 0, False, None),
        ("p", "draw", 0, False, None),
    ]
    assert {one.opponents for one in both} == {"both"}
    assert logbook(both) == {"games": 0}


# -- many


def games(*places: int, game: str = "meuterer", players: int = 4, **changes: Any) -> list[Result]:
    """Games that ended with these places."""
    return [
        result(f"t{at}", game=game, players=players, place=place, won=place == 1, ended_at=at, **changes)
        for at, place in enumerate(places)
    ]


def test_what_games_add_up_to() -> None:
    found = logbook(games(1, 1, 1, 2, 4, 1, 1))
    assert found["games"] == 7
    assert (found["total"]["won"], found["total"]["share"], found["total"]["fair"]) == (5, 71.4, 25.0)
    assert found["total"]["place"] == "1.6"
    assert "2 games won in a row just now. Your longest streak: 3 games won in a row." in found["streaks"]
    assert [one["height"] for one in found["course"]] == [1.0, 1.0, 1.0, 0.67, 0.0, 1.0, 1.0]


def test_a_shared_win_counts_for_a_part() -> None:
    total = logbook(games(1, 1, winners=2, players=2))["total"]
    assert (total["won"], total["share"], total["fair"]) == (2, 50.0, 50.0)


def test_only_the_newest_games_are_drawn() -> None:
    found = logbook(games(*[1] * COURSE, 3))
    assert len(found["course"]) == COURSE
    assert found["course"][-1]["place"] == 3


def test_games_are_compared_where_they_differ() -> None:
    mixed = [*games(1, 2), *games(3, game="mutiny", players=5, opponents="people", sources={"tile": -2})]
    groups = {group["title"]: group["lines"] for group in logbook(mixed)["groups"]}
    assert [(line["label"], line["games"]) for line in groups["Game"]] == [("Meuterer", 2), ("Mutiny!", 1)]
    assert [line["label"] for line in groups["Players"]] == ["4 players", "5 players"]
    assert [line["label"] for line in groups["Opponents"]] == ["Against bots", "Against people"]
    french = games(1, options={"players": 4, "rules": "french", "pirates": "off"})
    (rules,) = logbook([*games(1), *french, *mixed[2:]], "meuterer")["groups"]
    assert rules["title"] == "Rules"
    assert [line["games"] for line in rules["lines"]] == [1, 1]


def test_points_are_told_by_source_and_the_largest_swings_with_their_replay() -> None:
    two = games(1, sources={"islands": 4, "offers": -2}, dearest=Swing(7, -2, "offers"))
    two += games(2, sources={"islands": 2, "of an earlier version": 1}, best=Swing(3, 9, "islands"))
    found = logbook(two)
    (meuterer,) = found["sources"]
    assert [(bar["label"], bar["mean"], bar["width"]) for bar in meuterer["bars"]] == [
        ("Docking as Captain", "3.0", 100.0),
        ("of an earlier version", "0.5", 16.7),
        ("First Mate and offers", "−1.0", 33.3),
    ]
    assert [(one["words"], one["ply"]) for one in found["swings"]] == [
        ("9 points: Docking as Captain", 3),
        ("2 points: First Mate and offers", 7),
    ]


def test_a_place_without_a_score_is_told_alone() -> None:
    assert own_result(result()) == "place 1 of 4, 31 points"
    assert own_result(result(score=None)) == "place 1 of 4"
    assert own_result(result(place=0)) == ""


# -- the page


def test_the_page_of_ones_games_has_the_logbook_of_finished_ones_only(ann: Desk) -> None:
    assert 'class="sheet logbook"' not in ann.get("/games").text
    match = played(ann)
    played(ann, "mutiny")
    ann.table()
    booked(ann)
    page = words(ann.get("/games").text)
    assert "2 games," in page
    assert "place " in page
    only = ann.get("/games?game=meuterer").text
    assert "1 game" in words(only)
    assert f"/table/{match.id}/replay?ply=" in only


def test_each_browser_sees_its_own_logbook(ann: Desk) -> None:
    ben = another(ann)
    played(ann, other=ben)
    played(ann)
    booked(ann)
    assert "2 games," in words(ann.get("/games").text)
    assert "1 game" in words(ben.get("/games").text)
    assert 'class="sheet logbook"' not in another(ann).get("/games").text


def test_the_logbook_can_be_taken_along(ann: Desk) -> None:
    assert json.loads(ann.get("/games/logbook.json").text) == []
    assert ann.get("/games/logbook.csv").text.startswith("table,game,ended,")
    assert list(csv.DictReader(io.StringIO(ann.get("/games/logbook.csv").text))) == []
    match = played(ann)
    booked(ann)
    answer = ann.get("/games/logbook.json")
    (told_json,) = json.loads(answer.text)
    assert answer.headers["content-disposition"] == 'attachment; filename="logbook.json"'
    assert (told_json["table"], told_json["game"], told_json["how"]) == (match.id, "meuterer", "played")
    assert ann.owner not in answer.text
    (row,) = csv.DictReader(io.StringIO(ann.get("/games/logbook.csv").text))
    assert (row["table"], row["place"]) == (match.id, str(told_json["place"]))
    assert json.loads(row["sources"]) == told_json["sources"]


def test_forgetting_deletes_the_logbook(ann: Desk) -> None:
    played(ann)
    booked(ann)
    assert ann.post("/me/forget", {}).status_code == 303
    booked(ann)
    assert 'class="sheet logbook"' not in ann.get("/games").text
    assert json.loads(ann.get("/games/logbook.json").text) == []


def test_every_game_can_have_a_logbook() -> None:
    for game in GAMES:
        assert logbook(games(1, game=game, sources={}))["games"] == 1
