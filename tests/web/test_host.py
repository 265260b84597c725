"""The host's page: who gets there, and what they can do to tables, messages and people."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx2
import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from quarterdeck.lessons import COURSES
from quarterdeck.settings import Settings
from quarterdeck.tables.match import commands, voting
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.web.table.booking import booking_of
from tests.tables.tables import ann_first, kinds, record
from tests.web.desk import Desk, another, desk, words

TOKEN = "fifteen-men-on-the-chest"
ENDED = "The host of this server has ended the match without a result."


def basic(password: str, name: str = "host") -> dict[str, str]:
    return {"authorization": "Basic " + b64encode(f"{name}:{password}".encode()).decode()}


AUTHORIZED = basic(TOKEN)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Desk]:
    """A browser at a server whose host has a password."""
    with desk(tmp_path, settings=Settings(host="127.0.0.1", host_token=SecretStr(TOKEN))) as browser:
        yield browser


def do(host: Desk, what: str, match: Match, **fields: object) -> httpx2.Response:
    return host.post(f"/host/{what}", {"table": match.id, **fields}, **AUTHORIZED)


def holders(host: Desk, match: Match, seat: int) -> list[str]:
    """What the page calls those who hold a seat."""
    page = host.get(f"/host?table={match.id}", **AUTHORIZED).text
    found: list[str] = re.findall(
        rf'name="seat" value="{seat}"><input type="hidden" name="holder" value="(\w+)"', page
    )
    return found


def with_ben(host: Desk) -> tuple[Desk, Match]:
    """Another browser, and a match that both play."""
    ben, match = another(host), host.enter(record(ann_first()), [HUMAN, VACANT, "random", "random"])
    host.on_loop(host.room.execute, match, commands.sit(ben.owner, 1, "Ben"))
    return ben, match


# -- who gets there


@pytest.mark.parametrize(
    "header",
    [
        {},
        basic("wrong"),
        basic(""),
        basic(TOKEN.upper()),
        {"authorization": f"Bearer {TOKEN}"},
        {"authorization": "Basic !!!"},
        {"authorization": "Basic /w=="},
        {"authorization": "Basic"},
    ],
)
def test_without_the_password_nobody_gets_there(host: Desk, header: dict[str, str]) -> None:
    match = host.table()
    answers = [
        host.get("/host", **header),
        *(host.post(f"/host/{what}", {"table": match.id}, **header) for what in ("stop", "remove", "forget")),
    ]
    for answer in answers:
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"].startswith('Basic realm="Quarterdeck"')
        assert "Only the host gets here, by the password that is set as host_token." in unescape(answer.text)
    assert not match.over


@pytest.mark.parametrize("name", ["", "host", "anybody"])
def test_with_the_password_whatever_the_name(host: Desk, name: str) -> None:
    assert "For the host" in host.get("/host", **basic(TOKEN, name)).text


def test_wrong_passwords_are_in_the_log_and_none_of_them_is(
    host: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    host.get("/host")
    assert not caplog.messages
    host.get("/host", **basic("a wrong guess"))
    assert caplog.messages == ["Somebody sent a wrong password for the host's page"]


def test_without_one_only_this_computer_gets_there(ann: Desk) -> None:
    assert ann.get("/host").status_code == 403
    local = TestClient(ann.client.app, base_url="http://localhost", client=("127.0.0.1", 50000))
    local.portal = ann.client.portal
    assert local.get("/host").status_code == 200
    assert local.get("/host", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 403
    assert local.get("/host", headers={"host": "table.example.org"}).status_code == 421


@pytest.mark.parametrize(
    "settings",
    [
        Settings(host="0.0.0.0"),
        Settings(address="https://table.example.org"),
        Settings(hosts=("table.example.org", "localhost")),
    ],
)
def test_where_there_may_be_a_proxy_this_computer_is_not_enough(tmp_path: Path, settings: Settings) -> None:
    with desk(tmp_path, settings=settings) as browser:
        local = TestClient(browser.client.app, base_url="http://localhost", client=("127.0.0.1", 50000))
        local.portal = browser.client.portal
        assert local.get("/host").status_code == 403


def test_another_site_can_press_no_button(host: Desk) -> None:
    match = host.table()
    answer = host.post("/host/stop", {"table": match.id, "csrf": "forged"}, **AUTHORIZED)
    assert (answer.status_code, match.over) == (403, False)


# -- tables


def test_public_tables_are_listed_and_any_table_is_found_by_its_address(host: Desk) -> None:
    match = host.enter(record(ann_first()), [HUMAN, "random", "random", "random"])
    for named in (match.id, f"https://x.example/q/table/{match.id}/replay?ply=1", f" /table/{match.id}#log "):
        page = words(host.client.get("/host", params={"table": named}, headers=AUTHORIZED).text)
        assert "The match is being played." in page
    public = Match.fresh(record(ann_first()), [HUMAN, VACANT, "random", "random"], host.owner, None, True)
    host.on_loop(host.room.create, public)
    page = host.get("/host", **AUTHORIZED).text
    assert (f'href="/host?table={public.id}"' in page, match.id in page) == (True, False)


@pytest.mark.parametrize(
    ("named", "status", "sentence"),
    [
        ("nosuchtable", 404, "There is no such table here"),
        ("two words", 404, "Name a table by its address, or by the letters and digits at its end."),
        ("<b>", 404, "Name a table by its address, or by the letters and digits at its end."),
    ],
)
def test_an_unknown_table_is_one_sentence(host: Desk, named: str, status: int, sentence: str) -> None:
    answer = host.client.get("/host", params={"table": named}, headers=AUTHORIZED)
    assert answer.status_code == status
    (told,) = re.findall(r'role="alert">([^<]*)<', answer.text)
    assert sentence in unescape(told)


def test_a_match_that_the_host_ends_has_no_result_and_says_who_ended_it(host: Desk) -> None:
    ben, match = with_ben(host)
    assert do(host, "stop", match).headers["location"] == f"/host?table={match.id}&done=stop"
    assert (match.over, match.ended, match.to_act) == (True, "abandoned", ())
    assert ENDED in words(ben.get(f"/table/{match.id}").text)
    # Again is no error, and does nothing.
    number = match.number
    assert do(host, "stop", match).status_code == 303
    assert match.number == number
    page = words(host.get(f"/host?table={match.id}&done=stop", **AUTHORIZED).text)
    assert ("The match is ended." in page, "The match is over." in page, "Yes, end it" in page) == (
        True,
        True,
        False,
    )
    last = ben.get(f"/table/{match.id}/match.qd").text
    assert "abandoned" in last


def test_a_rated_match_that_the_host_ends_changes_no_rating(host: Desk) -> None:
    match = host.enter(record(ann_first()), kinds(1), Terms("slow", days=3, take_back=False, rated=True))
    given_up = host.enter(record(ann_first()), kinds(1), Terms("slow", days=3, take_back=False, rated=True))
    do(host, "stop", match)
    host.on_loop(host.room.execute, given_up, voting.ask(host.owner, "abandon"))
    assert (match.ended, given_up.ended) == ("abandoned", "abandoned")
    assert not booking_of(match).ranking
    assert booking_of(given_up).ranking


def test_a_table_that_waits_is_closed(host: Desk) -> None:
    match = host.enter(record(ann_first()), [HUMAN, VACANT, "random", "random"])
    assert "Close the table" in host.get(f"/host?table={match.id}", **AUTHORIZED).text
    assert do(host, "stop", match).headers["location"].endswith("&done=close")
    assert match.closed
    assert "It was closed before the match began." in words(host.get(f"/table/{match.id}").text)


def test_a_lesson_is_not_ended(host: Desk) -> None:
    address = host.post("/learn", {"game": "mutiny", "lesson": COURSES["mutiny"][0].id}).headers["location"]
    match = host.on_loop(host.room.get, address.rpartition("/")[2])
    answer = do(host, "stop", match)
    assert (answer.status_code, match.over) == (403, False)
    assert "Lessons, examples and tables of a regatta can" in answer.text


# -- talk and people


def test_a_deleted_message_is_gone_for_all(host: Desk) -> None:
    ben, match = with_ben(host)
    for text in ("Bilge rat", "Ahoy"):
        ben.post(f"/table/{match.id}/say", {"text": text, "audience": "all"})
    shown = host.get(f"/host?table={match.id}", **AUTHORIZED).text
    assert "Bilge rat" in shown
    assert do(host, "remove", match, message=1).headers["location"].endswith("done=remove")
    for page in (ben.get(f"/table/{match.id}").text, host.get(f"/host?table={match.id}", **AUTHORIZED).text):
        assert ("Bilge rat" in page, "Ahoy" in page) == (False, True)
    stored = [message.text for message in host.room.store.messages(match.id)]
    assert stored == ["", "Ahoy"]
    # One that is not there, or gone already, changes nothing.
    assert (
        do(host, "remove", match, message=1).status_code
        == do(host, "remove", match, message=9).status_code
        == 303
    )


def test_a_forgotten_person_keeps_the_seat_and_nothing_else(host: Desk) -> None:
    ben, match = with_ben(host)
    ben.post("/me/name", {"name": "Ben Gunn"})
    ben.post(f"/table/{match.id}/say", {"text": "Cheese", "audience": "all"})
    assert "Ben Gunn" in ben.get("/me").text
    (holder,) = holders(host, match, 1)
    assert do(host, "forget", match, seat=1, holder=holder).headers["location"].endswith("done=forget")
    assert "Ben Gunn" not in ben.get("/me").text
    assert [message.text for message in host.room.store.messages(match.id)] == [""]
    assert (match.seats_of(ben.owner), match.names[1]) == ((1,), "Ben")


def test_of_several_who_hold_a_seat_one_is_forgotten(host: Desk) -> None:
    ben, match = with_ben(host)
    friend = another(host)
    host.on_loop(host.room.execute, match, commands.hand(ben.owner, 1, friend.owner))
    for browser in (ben, friend):
        browser.post("/me/name", {"name": "Ben Gunn"})
    first, _second = holders(host, match, 1)
    do(host, "forget", match, seat=1, holder=first)
    assert sorted("Ben Gunn" in browser.get("/me").text for browser in (ben, friend)) == [False, True]


def test_who_took_the_seat_meanwhile_is_not_forgotten(host: Desk) -> None:
    ben, match = with_ben(host)
    ben.post("/me/name", {"name": "Ben Gunn"})
    (anns,) = holders(host, match, 0)
    answer = do(host, "forget", match, seat=1, holder=anns)
    assert answer.status_code == 404
    assert "That person no longer holds this seat: look again." in answer.text
    # The table is still there to look at.
    assert f'value="{match.id}"' in answer.text
    assert "Ben Gunn" in ben.get("/me").text


@pytest.mark.parametrize(
    ("what", "fields", "status", "sentence"),
    [
        ("forget", {"seat": 7}, 404, "There is no such seat at this table."),
        ("forget", {"seat": "-1"}, 400, "“seat” has to be a whole number from 0 on."),
        ("forget", {}, 400, "“seat” has to be a whole number from 0 on."),
        ("remove", {"message": "all"}, 400, "“message” has to be a whole number from 0 on."),
        ("remove", {"message": "9" * 30}, 400, "“message” has to be a whole number from 0 on."),
    ],
)
def test_bad_input_is_one_sentence(
    host: Desk, what: str, fields: dict[str, object], status: int, sentence: str
) -> None:
    answer = do(host, what, host.table(), **fields)
    assert (answer.status_code, sentence in unescape(answer.text)) == (status, True)
