"""Every route on its good days."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from quarterdeck.play import Record
from quarterdeck.tables.live.notifier import Notifier
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.web.app import create_app
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.handlers.history import EXAMPLE
from quarterdeck.web.table.screen import Screens
from tests.tables.tables import NEVER, kinds, play, played, record, room_at
from tests.web.desk import JSON, KEY, Desk, another, words


def test_the_first_page_offers_a_game_with_one_click(ann: Desk) -> None:
    answer = ann.post("/tables", {"quick": "meuterer"})
    assert answer.status_code == 303
    page = ann.get(answer.headers["location"])
    assert page.status_code == 200
    assert 'data-seat="0"' in page.text
    assert "sha256:" in page.text
    assert answer.headers["location"] in ann.get("/").text


def test_the_first_page_shows_the_form_of_the_game_that_is_asked_for(ann: Desk) -> None:
    for game in BOARDS:
        assert f'name="game" value="{game}"' in ann.get(f"/?game={game}").text
    answer = ann.get("/?game=chess")
    assert answer.status_code == 404
    assert "There is no game “chess”" in answer.text


def test_a_table_is_set_as_the_form_says(ann: Desk) -> None:
    form = {"players": "3", "rules": "manual", "pirates": "double", "kind1": "human", "kind2": "random"}
    answer = ann.post("/tables", {**form, "name0": "Ann", "name1": "Ben", "name2": "<b>Cleo</b>"}, **JSON)
    assert answer.status_code == 200
    match = ann.on_loop(ann.room.get, answer.json()["table"])
    assert match.game.options == {"players": 3, "rules": "manual", "pirates": "double"}
    assert match.row.kinds == ["human", "human", "random"]
    home = ann.get("/").text
    assert "&lt;b&gt;Cleo" in home
    assert "<b>Cleo" not in home


def test_a_form_leads_back_to_the_table_and_json_to_a_version(ann: Desk) -> None:
    match = ann.table()
    answer = ann.act(match, 0, 0, "offer 2")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{match.id}")
    answer = ann.act(match, 0, 1, match.position.legal(0)[0].text, json=True)
    assert answer.json() == {"ok": True, "version": 2}
    body = {"csrf": ann.csrf, "seat": 0, "version": 1, "action": match.record.moves[1][1].text}
    answer = ann.client.post(f"/table/{match.id}/act", json=body, headers=JSON)
    assert answer.json() == {"ok": True, "version": 2}


def test_the_log_tells_what_happened_with_its_rule(ann: Desk) -> None:
    match = ann.table()
    ann.act(match, 0, 0, "offer 2")
    text = words(ann.get(f"/table/{match.id}").text)
    assert "You offer the First Mate 2 points. ME-20" in text
    assert "Ann offers the First Mate 2 points. ME-20" in words(another(ann).get(f"/table/{match.id}").text)


def test_live_messages_carry_only_what_changed(ann: Desk) -> None:
    match = ann.table()
    with ann.listening(match, "0", 0) as socket:
        ann.act(match, 0, 0, "offer 2")
        news = socket.receive_json()
    assert news["version"] == 1
    assert news["say"] == ["You offer the First Mate 2 points."]
    assert "region_prompt" in news["regions"]
    assert "region_result" not in news["regions"]
    assert "You offer the First Mate 2 points." in news["more"]["region_log_1"]
    assert "Meuterer" in news["title"]


def test_a_round_that_is_over_is_not_sent_again() -> None:
    match, screens = Match.fresh(record("log"), kinds(1), owner=""), Screens()
    screen, current = screens.current(match, 0), 1
    while not match.over:
        seat = match.position.to_act[0]
        play(match, seat, match.version, match.position.legal(seat)[0])
        before, last = screen, current
        screen, current = screens.current(match, 0), match.position.view(0).to_json()["round"]
        logs = {region for region in screen.regions("", before) if region.startswith("region_log")}
        # Nobody hears which action card somebody took.
        assert logs in (set(), {f"region_log_{last}", f"region_log_{current}"})
    assert current == 8
    assert all(screen.regions("")[f"region_log_{number}"] for number in range(1, 9))


def test_a_page_that_was_away_gets_everything_at_once(ann: Desk) -> None:
    match = ann.table()
    ann.act(match, 0, 0, "offer 2")
    with ann.listening(match, "0", 0) as socket:
        news = socket.receive_json()
    assert (news["version"], news["say"], len(news["regions"])) == (1, [], 9)


def test_a_page_of_another_point_of_view_is_sent_away(ann: Desk) -> None:
    match = ann.table()
    for browser, seat in ((another(ann), "0"), (ann, ""), (ann, "1")):
        with browser.listening(match, seat, 0) as socket:
            assert socket.receive_json() == {"go": f"/table/{match.id}"}


def finished(ann: Desk) -> str:
    """A finished match of Ann's against three bots."""
    match = played(10_000)
    ended = ann.enter(record("seven"), match.row.kinds)
    ended.become(Match(ended.row, match.entries))
    return f"/table/{ended.id}"


def test_a_finished_match_gives_its_file_and_its_seed(ann: Desk) -> None:
    table = finished(ann)
    answer = another(ann).get(f"{table}/match.qd")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].startswith("attachment")
    verdict = Record.loads(answer.text).verify()
    assert verdict.over
    assert verdict.commitment in ann.get(table).text
    assert "The seed was" in ann.get(table).text


def test_a_page_leads_to_the_match_file_once_the_match_is_over(ann: Desk) -> None:
    running = ann.table()
    assert "match.qd" not in ann.get(f"/table/{running.id}").text
    table = finished(ann)
    # Where the deal is explained.
    assert ann.get(table).text.count(f'href="{table}/match.qd" download') == 1


def test_a_finished_match_is_replayed_from_every_seat_and_open(ann: Desk) -> None:
    table = finished(ann)
    other = another(ann)
    for seat in ("0", "3", "none", "all"):
        page = other.get(f"{table}/replay?ply=11&seat={seat}")
        assert page.status_code == 200
        assert "Move 11 of" in page.text
    opened = other.get(f"{table}/replay?ply=11&seat=all").text
    assert opened.count('data-good="') > other.get(f"{table}/replay?ply=11&seat=none").text.count(
        'data-good="'
    )


def test_a_running_match_is_replayed_from_ones_own_seat(ann: Desk) -> None:
    match = ann.table()
    ann.act(match, 0, 0, "offer 2")
    page = ann.get(f"/table/{match.id}/replay?ply=1")
    assert "You offer the First Mate 2 points." in page.text
    assert 'name="action"' not in page.text


def test_the_example_round_is_there_for_everybody(ann: Desk) -> None:
    assert ann.get("/example").headers["location"] == f"/table/{EXAMPLE}/replay"
    assert ann.post("/example", {}).status_code == 303
    assert ann.get(f"/table/{EXAMPLE}").headers["location"] == f"/table/{EXAMPLE}/replay"
    page = ann.get(f"/table/{EXAMPLE}/replay?ply=21").text
    scores = re.findall(r'class="score"[^>]*><span class="unseen">Points: </span><b[^>]*>(−?\d+)</b>', page)
    names = re.findall(r'id="seat-\d-name">(\w+)<', page)
    assert dict(zip(names, scores, strict=True)) == {
        "Bernhard": "2",
        "Steffi": "5",
        "Florian": "4",
        "Carmen": "4",
    }
    assert Record.loads(ann.get(f"/table/{EXAMPLE}/match.qd").text).position.scores == (2, 5, 4, 4)


def test_the_rules_are_there_number_by_number(ann: Desk) -> None:
    page = ann.get("/rules/meuterer").text
    assert all(f'id="{rule}"' in page for rule in ("ME-1", "ME-66", "ME-83"))


def test_the_server_says_that_it_is_there(ann: Desk) -> None:
    assert ann.get("/healthz").json() == {"ok": True}


def test_pages_are_not_kept_and_carry_the_safety_headers(ann: Desk) -> None:
    headers = ann.get("/").headers
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]


def test_a_new_browser_gets_a_cookie_that_no_script_reads(ann: Desk) -> None:
    ann.client.cookies.clear()
    cookie = ann.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    token = re.match(r"[^=]+=[^;]+;", cookie)
    assert token
    assert ann.get("/").headers["set-cookie"].startswith(token[0])


def test_a_link_on_another_site_does_not_replace_the_cookie(ann: Desk) -> None:
    ann.client.cookies.clear()
    assert "set-cookie" not in ann.get("/", **{"sec-fetch-site": "cross-site"}).headers


def test_static_files_are_asked_about_or_kept_for_good(ann: Desk) -> None:
    answer = ann.get("/static/table.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    tag = answer.headers["etag"]
    assert ann.get("/static/table.js", **{"if-none-match": tag}).status_code == 304
    asked = re.findall(r'(?:href|src)="(/static/[^"]+)"', ann.get("/").text)
    assert len(asked) >= 4
    assert all("immutable" in ann.get(path).headers["cache-control"] for path in asked)


def test_a_part_that_cannot_be_closed_keeps_no_other_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = []
    close = Room.close

    async def fails(_notifier: Notifier) -> None:
        raise OSError("no way to close it")

    async def closes(room: Room) -> None:
        await close(room)
        closed.append(room)

    monkeypatch.setattr(Notifier, "close", fails)
    monkeypatch.setattr(Room, "close", closes)
    room = room_at(tmp_path, NEVER)
    with pytest.raises(OSError, match="no way"), TestClient(create_app(room, KEY)):
        pass
    assert closed == [room]
