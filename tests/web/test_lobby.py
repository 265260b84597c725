"""The form for a table with friends, and where one finds tables: the lobby and the first page."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest

from quarterdeck.play import find
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import PRESETS, Terms
from quarterdeck.web.boards import BOARDS
from tests.web.desk import JSON, Desk, another, error_of, words

OPEN = {"players": "4", "kind1": "open", "kind2": "open", "kind3": "random", "name0": "Ann"}


def made(browser: Desk, form: dict[str, str]) -> Match:
    answer = browser.post("/tables", form, **JSON)
    assert answer.status_code == 200, answer.text
    match = browser.on_loop(browser.room.get, answer.json()["table"])
    assert isinstance(match, Match)
    return match


@pytest.mark.parametrize("game", BOARDS)
def test_one_click_sets_a_table_for_friends(ann: Desk, game: str) -> None:
    assert f'<button class="button with-friends" name="friends" value="{game}"' in ann.get("/").text
    match = made(ann, {"friends": game})
    kinds = [seat.kind for seat in match.seats]
    assert kinds == ["human", *["open"] * (match.game.players - 1)]
    assert (match.begun, match.row.public, match.terms) == (False, False, Terms())


def test_an_open_seat_is_asked_for_no_name_and_takes_none_from_a_friend(ann: Desk) -> None:
    match = made(ann, {**OPEN, "name1": "Ann"})
    assert match.names[:3] == ["Ann", "Bot 2", "Bot 3"]
    friend = another(ann)
    answer = friend.post(f"/table/{match.id}/sit", {"seat": 1, "name": BOARDS["meuterer"].companions[2]})
    assert answer.status_code == 303


def test_a_guest_with_a_companions_name_changes_places_with_it(ann: Desk) -> None:
    names = BOARDS["meuterer"].companions
    assert made(ann, {"name0": names[1], "name1": "Bo"}).names[:2] == [names[1], "Bo"]
    assert made(ann, {"quick": "meuterer"}).names == [names[1], names[0], *names[2:]]


def test_a_strangers_name_is_asked_for_and_not_invented(ann: Desk) -> None:
    page = ann.get("/").text
    assert "What shall we call you at the table?" in page
    assert re.search(r'name="name0"[^>]*value=""', page)
    for form in ({"quick": "mutiny"}, {"game": "meuterer"}, {"quick": "mutiny", "name": " "}):
        assert made(ann, form).names[0] == "Guest"
    assert "What shall we call you at the table?" in ann.get("/").text
    assert made(ann, {"quick": "mutiny", "name": "Ann"}).names[0] == "Ann"
    page = ann.get("/").text
    assert "What shall we call you at the table?" not in page
    assert re.search(r'name="name0"[^>]*value="Ann"', page)
    made(ann, {"game": "meuterer", "name0": "Anna"})
    assert made(ann, {"quick": "mutiny"}).names[0] == "Anna"


def test_a_host_without_a_name_is_asked_for_it_where_friends_come_to(ann: Desk) -> None:
    match = made(ann, {"friends": "mutiny"})
    assert '<details class="rename" data-key="rename" open>' in ann.get(f"/table/{match.id}").text
    ann.post(f"/table/{match.id}/rename", {"seat": 0, "name": "Ann"})
    assert '<details class="rename" data-key="rename">' in ann.get(f"/table/{match.id}").text


def test_a_name_that_nobody_can_have_is_refused_in_one_sentence_and_kept(ann: Desk) -> None:
    page = ann.post("/tables", {"quick": "mutiny", "name": "x" * 41, "players-mutiny": "5"})
    assert page.status_code == 400
    assert 'role="alert"' in page.text
    assert f'value="{"x" * 41}"' in page.text
    assert 'name="players-mutiny" value="5" checked' in page.text


@pytest.mark.parametrize("game", BOARDS)
def test_a_quick_offer_has_the_number_of_players_and_the_level_of_the_bots(ann: Desk, game: str) -> None:
    page = ann.get("/").text
    choices = next(option.choices for option in find(game).options if option.name == "players")
    for players in choices:
        assert f'name="players-{game}" value="{players}"' in page
        form = {
            "quick": game,
            f"players-{game}": str(players),
            f"bots-{game}": "captain",
            "bots-mutiny!": "x",
        }
        match = made(ann, form)
        assert [seat.kind for seat in match.seats] == ["human", *["captain"] * (int(players) - 1)]
    for level in ("deckhand", "mate", "captain"):
        assert f'name="bots-{game}" value="{level}"' in page
    friends = made(ann, {"friends": game, f"players-{game}": str(choices[-1]), f"bots-{game}": "captain"})
    assert [seat.kind for seat in friends.seats] == ["human", *["open"] * (int(choices[-1]) - 1)]
    assert error_of(ann.post("/tables", {"quick": game, f"bots-{game}": "human"}, **JSON)).startswith(
        "Nobody"
    )
    assert error_of(ann.post("/tables", {"quick": game, f"players-{game}": "9"}, **JSON)).endswith(".")


def test_whoever_returns_sees_whose_turn_it_is_before_the_covers(ann: Desk) -> None:
    assert "Where you left off" not in ann.get("/").text
    match = ann.table()
    top = words(ann.get("/").text.partition('class="covers"')[0])
    assert "Meuterer Round 1 of 8 Your turn" in top
    while 0 in match.to_act:
        ann.act(match, 0, match.version, match.position.legal(0)[0].text)
    acting = match.names[match.to_act[0]]
    assert f"{acting} to act" in words(ann.get("/").text.partition('class="covers"')[0])


def test_a_lesson_in_progress_is_offered_until_it_is_done(ann: Desk) -> None:
    assert 'class="offers first-time"' in ann.get("/").text
    table = ann.post("/learn", {"game": "cartagena"}).headers["location"]
    top = ann.get("/").text.partition('class="covers"')[0]
    assert "Go on with your lesson of Cartagena" in top
    assert f'href="{table}"' in top
    assert "first-time" not in top


@pytest.mark.parametrize("clock", PRESETS)
def test_the_form_offers_every_clock_and_sets_it(ann: Desk, clock: str) -> None:
    assert f'<option value="{clock}"' in ann.get("/").text
    match = made(ann, {**OPEN, "clock": clock, "timeout": "seat", "take_back": "off", "talk": "off"})
    wanted = PRESETS[clock]
    assert (match.terms.clock, match.terms.per_move, match.terms.days) == (
        wanted.clock,
        wanted.per_move,
        wanted.days,
    )
    assert (match.terms.timeout, match.terms.take_back, match.terms.talk) == ("seat", False, False)


def test_a_box_that_is_not_ticked_says_off(ann: Desk) -> None:
    body = "&".join(
        [f"csrf={ann.csrf}", "take_back=off", "talk=off", "talk=on", *(f"{k}={v}" for k, v in OPEN.items())]
    )
    answer = ann.client.post(
        "/tables", content=body, headers={"content-type": "application/x-www-form-urlencoded", **JSON}
    )
    match = ann.on_loop(ann.room.get, answer.json()["table"])
    assert (match.terms.take_back, match.terms.talk) == (False, True)


@pytest.mark.parametrize(
    "wrong", [{"clock": "sundial"}, {"timeout": "never"}, {"talk": "maybe"}, {"clock": "slow", "days": "99"}]
)
def test_terms_that_no_table_has_are_one_sentence_on_the_form_as_it_was(
    ann: Desk, wrong: dict[str, str]
) -> None:
    page = ann.post("/tables", {**OPEN, "public": "on", **wrong})
    assert page.status_code == 400
    assert 'role="alert"' in page.text
    assert '<details class="terms" open>' in page.text
    assert '<option value="on" selected>' in page.text
    assert re.search(r'id="kind1".*?<option value="open" selected>', page.text, re.DOTALL)
    assert error_of(ann.post("/tables", {**OPEN, **wrong}, **JSON)).endswith(".")
    assert "None yet" in ann.get("/").text


def test_a_public_table_is_in_the_lobby_until_it_is_full_and_then_to_be_watched(ann: Desk) -> None:
    ben = another(ann)
    assert "Nobody is waiting for company" in words(ben.get("/lobby").text)
    match = made(ann, {**OPEN, "public": "on", "clock": "slow-3"})
    for path in ("/lobby", "/"):
        text = words(ben.get(path).text)
        assert "Meuterer Ann, 1 bot · 2 seats are free" in text
        assert "3 days a move" in text
        assert "Take a seat" in text
    assert "Back to your seat" in words(ann.get("/lobby").text)
    # On her own first page it stands on top and among her games, not among the open tables.
    assert ann.get("/").text.count(f"/table/{match.id}") == 2
    assert "waiting for players" in words(ann.get("/").text)
    ann.post(f"/table/{match.id}/fill", {})
    lobby = words(ben.get("/lobby").text)
    assert "Nobody is waiting for company" in lobby
    assert "Ann, 3 bots · Round 1 of 8" in lobby
    assert "Watch" in lobby
    assert 'data-seat=""' in ben.get(f"/table/{match.id}").text


def test_a_table_by_link_only_and_a_closed_one_are_not_listed(ann: Desk) -> None:
    hidden = made(ann, OPEN)
    closed = made(ann, {**OPEN, "public": "on"})
    ann.post(f"/table/{closed.id}/close", {})
    ben = another(ann)
    for path in ("/lobby", "/"):
        assert hidden.id not in ben.get(path).text
        assert closed.id not in ben.get(path).text
    assert hidden.id in ann.get("/").text
    assert "2 seats are free" in words(ann.get("/").text)


def test_the_lobby_tells_names_as_text_and_no_secrets(ann: Desk) -> None:
    match = made(ann, {**OPEN, "public": "on", "name0": "<i>Ann</i>"})
    html = another(ann).get("/lobby").text
    assert "&lt;i&gt;Ann&lt;/i&gt;" in html
    assert "<i>Ann" not in html
    assert ann.owner not in html
    assert match.record.seed not in html


def test_the_first_page_shows_only_the_newest_open_tables(ann: Desk) -> None:
    tables = [made(ann, {**OPEN, "public": "on"}).id for _ in range(5)]
    ben = another(ann)
    shown = [table for table in tables if table in ben.get("/").text]
    assert shown == tables[2:]
    assert all(table in ben.get("/lobby").text for table in tables)


def days_ago(browser: Desk, match: Match, days: int) -> None:
    """Let nothing have happened at a table for so many days."""
    past = (match.row.created - days * 86_400) * 1000
    path = browser.room.store.database.engine.url.database
    with closing(sqlite3.connect(str(path))) as db:
        db.execute("UPDATE tables SET touched = ? WHERE id = ?", (past, match.id))
        db.commit()


@pytest.mark.parametrize(("days", "waits", "runs"), [(13, True, True), (15, False, True), (36, False, False)])
def test_old_tables_leave_the_lobby_and_nothing_else(ann: Desk, days: int, waits: bool, runs: bool) -> None:
    waiting = made(ann, {**OPEN, "public": "on"})
    running = made(ann, {**OPEN, "public": "on"})
    ann.post(f"/table/{running.id}/fill", {})
    watcher = another(ann)
    for match in (waiting, running):
        assert match.id in watcher.get("/lobby").text
        days_ago(ann, match, days)
    lobby, own = watcher.get("/lobby").text, ann.get("/games").text
    assert (waiting.id in lobby, running.id in lobby) == (waits, runs)
    assert (waiting.id in watcher.get("/").text) == waits
    assert waiting.id in own
    assert running.id in own


def test_a_table_comes_back_to_the_lobby_when_it_is_touched(ann: Desk) -> None:
    watcher = another(ann)
    match = made(ann, {**OPEN, "public": "on"})
    days_ago(ann, match, 60)
    watcher.get(f"/table/{match.id}")
    assert match.id not in watcher.get("/lobby").text
    watcher.post(f"/table/{match.id}/sit", {"seat": 1, "name": "Ben"})
    assert match.id in watcher.get("/lobby").text


def test_a_table_comes_back_to_the_lobby_when_its_maker_looks_at_it(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = another(ann)
    match = made(ann, {**OPEN, "public": "on"})
    days_ago(ann, match, 60)
    # What is in memory was touched a moment ago.
    monkeypatch.setattr("quarterdeck.tables.live.attendance.FRESH", -1)
    watcher.get(f"/table/{match.id}")
    assert match.id not in watcher.get("/lobby").text
    ann.get(f"/table/{match.id}")
    assert match.id in watcher.get("/lobby").text


@pytest.mark.parametrize(
    ("form", "coach"),
    [
        ({"quick": "mutiny"}, True),
        ({"friends": "mutiny"}, False),
        ({"game": "mutiny", "coach": ""}, True),
        ({"game": "mutiny", "coach": "off"}, False),
        ({"game": "mutiny", "coach": "", "kind1": "open"}, False),
        ({"game": "mutiny", "coach": "", "kind1": "human"}, False),
        ({"game": "mutiny", "coach": "", "kind0": "random"}, False),
        ({"game": "mutiny", "coach": "on", "kind1": "open"}, True),
    ],
)
def test_the_coach_may_be_asked_by_default_where_all_others_are_bots(
    ann: Desk, form: dict[str, str], coach: bool
) -> None:
    assert made(ann, form).terms.coach is coach
