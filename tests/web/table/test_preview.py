"""What a link shows where it is sent: the game, its players, the result once there is one, no more."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from quarterdeck.play import Game, Record
from quarterdeck.settings import Settings
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.web.boards.ending import headline, ranked
from quarterdeck.web.table.picture import HEIGHT, WIDTH
from quarterdeck.web.table.preview import preview_of
from tests.tables.tables import kinds, play, played
from tests.web.desk import JSON, Desk, desk, error_of

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def meta(page: str) -> dict[str, str]:
    """The page's preview, by property."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page)
    return {name: html.unescape(text) for name, text in found}


def shown(ann: Desk, match: Match) -> Match:
    ann.room.matches.show(match)
    return match


def test_a_finished_match_shows_game_players_and_result(ann: Desk) -> None:
    match = shown(ann, played(10_000))
    told = meta(ann.get(f"/table/{match.id}").text)
    said = headline(ranked(match.position.winners, match.position.scores), match.names, None, points)
    assert told["og:title"] == f"Meuterer: {said}"
    assert all(name in told["og:description"] for name in match.names)
    assert told["og:url"] == f"http://localhost/table/{match.id}"
    assert told["og:image"] == f"http://localhost/table/{match.id}/preview.png?lang=en"
    assert (told["og:image:width"], told["og:image:height"]) == (str(WIDTH), str(HEIGHT))
    assert told["twitter:card"] == "summary_large_image"


def points(count: int) -> str:
    return f"{count} points" if count != 1 else "1 point"


def test_a_running_match_shows_game_and_players_only(ann: Desk) -> None:
    early, late = shown(ann, played(3)), played(90)
    told = meta(ann.get(f"/table/{early.id}").text)
    assert told["og:title"] == "Meuterer: The game is going on"
    assert preview_of(early, early.isolated_names) == preview_of(late, late.isolated_names)
    assert [(one.place, one.figure) for one in preview_of(late, late.isolated_names).players] == [
        ("", "")
    ] * 4


def test_a_table_with_free_seats_shows_who_is_there(ann: Desk) -> None:
    made = Record(Game("mutiny", players=3), seed="free", names=["Ann", "Ben", "Cleo"])
    match = ann.enter(made, [HUMAN, VACANT, HUMAN], Terms())
    told = meta(ann.get(f"/table/{match.id}").text)
    assert told["og:title"] == "Mutiny!: A place at the table is free"
    assert told["og:description"].startswith("Ann and Cleo. ")


def test_without_spoilers_the_preview_is_the_same_at_any_time(ann: Desk) -> None:
    over, running = played(10_000), played(20)
    assert preview_of(over, over.isolated_names, spoilers=False) == preview_of(
        running, running.isolated_names, spoilers=False
    )
    shown(ann, over)
    told = meta(ann.get(f"/table/{over.id}/replay?ply=5&seat=all&spoilers=off").text)
    assert told["og:image"].endswith("/preview.png?lang=en&spoilers=off")
    assert told["og:url"].endswith("/replay?ply=5&seat=all&spoilers=off")
    assert "won" not in told["og:title"]


def test_the_address_is_the_public_one(tmp_path: Path) -> None:
    settings = Settings(host="127.0.0.1", address="https://club.example.org/quarterdeck")
    with desk(tmp_path, settings=settings) as ann:
        match = shown(ann, played(10_000))
        told = meta(ann.get(f"/quarterdeck/table/{match.id}").text)
    assert told["og:image"].startswith(f"https://club.example.org/quarterdeck/table/{match.id}/preview.png")


def test_the_picture_is_a_png_that_can_be_kept_once_the_match_is_over(ann: Desk) -> None:
    match = shown(ann, played(10_000))
    answer = ann.get(f"/table/{match.id}/preview.png?lang=de")
    assert answer.content.startswith(SIGNATURE)
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "public, max-age=3600"
    assert "set-cookie" not in answer.headers
    again = ann.get(f"/table/{match.id}/preview.png?lang=de", **{"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert ann.get(f"/table/{match.id}/preview.png?spoilers=off").headers["cache-control"] == "no-cache"


def test_a_running_match_s_picture_is_asked_for_again(ann: Desk) -> None:
    match = shown(ann, played(12))
    before = ann.get(f"/table/{match.id}/preview.png")
    assert before.headers["cache-control"] == "no-cache"
    seat = match.position.to_act[0]
    play(match, seat, match.version, match.position.legal(seat)[0])
    assert ann.get(f"/table/{match.id}/preview.png").content == before.content


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("lang=xx", "“lang” has to be one of en, de, fr."),
        ("spoilers=perhaps", "“spoilers” has to be “on” or “off”."),
    ],
)
def test_what_is_none_is_refused(ann: Desk, asked: str, sentence: str) -> None:
    match = shown(ann, played(12))
    answer = ann.get(f"/table/{match.id}/preview.png?{asked}", **JSON)
    assert (answer.status_code, error_of(answer)) == (400, sentence)


def test_no_table_no_picture(ann: Desk) -> None:
    assert ann.get("/table/abcdefghij/preview.png", **JSON).status_code == 404


def test_each_game_says_how_it_ended() -> None:
    for game, players in (("cartagena", 3), ("mutiny", 5), ("meuterer", 3)):
        names = ["Ann", "Ben", "Cleo", "Dan", "Eve"][:players]
        match = Match.fresh(
            Record(Game(game, players=players), seed="x", names=names), kinds(1, players), "o"
        )
        while not match.over:
            seat = match.position.to_act[0]
            play(match, seat, match.version, match.position.legal(seat)[-1])
        found = preview_of(match, names)
        assert re.search(r"won|shared the win", found.sentence)
        assert {one.name for one in found.players} == set(names)
