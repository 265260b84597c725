"""Friends: whom one has played with, if both agree; asked to a table by name, never against one's will."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quarterdeck.settings import Settings
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store import friends
from quarterdeck.tables.store.friends import MOST_ASKED
from quarterdeck.tables.store.schema import invitations
from quarterdeck.web.notices.tickets import Tickets
from tests.tables.tables import record, until
from tests.web.authenticator import enter, make
from tests.web.desk import JSON, KEY, Desk, another, desk, error_of, words
from tests.web.sinks import MailServer
from tests.web.test_me import ANN, MAIL, confirm

OPEN = {"players": "4", "kind1": "open", "kind2": "open", "kind3": "random", "name0": "Ann"}


def play(one: Desk, other: Desk) -> Match:
    """A running table of these two."""
    made = record()
    match = one.enter(made, [HUMAN, VACANT, "random", "random"])
    one.on_loop(one.room.execute, match, commands.sit(other.owner, 1, "The other"))
    return match


def agree(browser: Desk, name: str, **form: str) -> None:
    assert browser.post("/friends", {"friends": "on", "name": name, **form}).status_code == 303


def waiting(browser: Desk) -> Match:
    """A new table with open seats."""
    answer = browser.post("/tables", OPEN, **JSON)
    match = browser.on_loop(browser.room.get, answer.json()["table"])
    assert isinstance(match, Match)
    return match


def ids(page: str) -> list[str]:
    """The friends on a page."""
    return re.findall(r'name="friend" value="([^"]+)"', page)


@pytest.fixture
def two(ann: Desk, ben: Desk) -> tuple[Desk, Desk]:
    """Ann and Ben, who have played with each other and agree."""
    play(ann, ben)
    agree(ann, "Ann")
    agree(ben, "Ben")
    return ann, ben


def test_only_who_agrees_is_a_friend_and_only_of_who_agrees(ann: Desk, ben: Desk) -> None:
    play(ann, ben)
    agree(ben, "Ben")
    assert "Whom you can ask" not in words(ann.get("/friends").text)
    assert ids(ann.get("/friends").text) == []
    assert ann.on_loop(ann.room.ask, friends.of_owner, ann.owner) == []
    agree(ann, "Ann")
    page = ann.get("/friends").text
    assert len(ids(page)) == 1
    assert "Ben 1 game together" in words(page)
    ben.post("/friends", {})
    assert "nobody has agreed to be asked" in words(ann.get("/friends").text)


def test_who_has_never_played_with_one_is_no_friend(ann: Desk, ben: Desk) -> None:
    agree(ann, "Ann")
    agree(ben, "Ben")
    cleo = another(ann)
    agree(cleo, "Cleo")
    play(ann, ben)
    assert len(ids(ann.get("/friends").text)) == 1
    assert ids(cleo.get("/friends").text) == []


def test_tables_that_wait_or_were_closed_make_no_friends(ann: Desk, ben: Desk) -> None:
    agree(ann, "Ann")
    agree(ben, "Ben")
    match = waiting(ann)
    ann.on_loop(ann.room.execute, match, commands.sit(ben.owner, 1, "Ben"))
    assert ids(ann.get("/friends").text) == []
    ann.on_loop(ann.room.execute, match, commands.close(ann.owner))
    assert ids(ann.get("/friends").text) == []


def test_when_somebody_was_here_is_told_in_days_and_only_if_they_allow_it(two: tuple[Desk, Desk]) -> None:
    ann, ben = two
    assert "here today" not in words(ann.get("/friends").text)
    agree(ben, "Ben", shows="on")
    assert "1 game together, here today" in words(ann.get("/friends").text)
    ben.post("/friends", {"shows": "on"})
    known = ann.on_loop(ann.room.guest, ben.owner)
    assert (known.friends, known.shows) == (False, False)


def test_a_friend_is_asked_by_name_sees_it_and_takes_a_seat(two: tuple[Desk, Desk]) -> None:
    ann, ben = two
    match = waiting(ann)
    page = ann.get(f"/table/{match.id}").text
    assert 'aria-label="Ask Ben to this table"' in page
    assert ann.post(f"/table/{match.id}/invite", {"friend": ids(page)[0]}).status_code == 303
    assert "Ben asked" in words(ann.get(f"/table/{match.id}").text)
    home = ben.get("/").text
    assert "Ann asks you to a table" in words(home)
    assert f'href="/table/{match.id}"' in home
    ben.post(f"/table/{match.id}/sit", {"seat": 1, "name": "Ben"})
    assert "asks you to a table" not in words(ben.get("/").text)


def test_an_invitation_is_declined_without_a_word(two: tuple[Desk, Desk]) -> None:
    ann, ben = two
    match = waiting(ann)
    friend = ids(ann.get(f"/table/{match.id}").text)[0]
    ann.post(f"/table/{match.id}/invite", {"friend": friend})
    assert ben.post(f"/table/{match.id}/decline", {}).status_code == 303
    assert "asks you to a table" not in words(ben.get("/").text)
    # Who has said no is not asked there again.
    ann.post(f"/table/{match.id}/invite", {"friend": friend})
    assert "asks you to a table" not in words(ben.get("/").text)
    # Somebody else's invitation stays.
    match = waiting(ann)
    ann.post(f"/table/{match.id}/invite", {"friend": friend})
    another(ann).post(f"/table/{match.id}/decline", {})
    assert "asks you to a table" in words(ben.get("/").text)
    ann.on_loop(ann.room.execute, match, commands.close(ann.owner))
    assert "asks you to a table" not in words(ben.get("/").text)


def test_who_is_hidden_neither_asks_nor_is_asked_and_is_not_told(two: tuple[Desk, Desk]) -> None:
    ann, ben = two
    match = waiting(ann)
    friend = ids(ann.get(f"/table/{match.id}").text)[0]
    ann.post(f"/table/{match.id}/invite", {"friend": friend})
    ben.post("/friends/hide", {"friend": ids(ben.get("/friends").text)[0]})
    assert "asks you to a table" not in words(ben.get("/").text)
    assert "Ann" in words(ben.get("/friends").text)
    for browser in (ann, ben):
        assert "Hide" not in re.findall(r">(\w+)</button>", browser.get("/friends").text)
    answer = ann.post(f"/table/{match.id}/invite", {"friend": friend}, **JSON)
    assert (answer.status_code, error_of(answer)) == (404, "This person is not among your friends here.")
    ben.post("/friends/show", {"friend": ids(ben.get("/friends").text)[0]})
    assert "Ben" in words(ann.get("/friends").text)


def test_who_hides_somebody_in_two_tabs_is_led_back_from_both(two: tuple[Desk, Desk]) -> None:
    ann, ben = two
    friend = ids(ann.get("/friends").text)[0]
    for path in ("hide", "hide", "show", "show"):
        answer = ann.post(f"/friends/{path}", {"friend": friend})
        assert (answer.status_code, answer.headers["location"]) == (303, "/friends")
        assert ("Hidden" in words(ann.get("/friends").text)) == (path == "hide")
    assert ben.post("/friends/hide", {"friend": friend}).status_code == 404


def test_an_id_is_of_use_to_its_reader_alone(two: tuple[Desk, Desk]) -> None:
    ann, ben = two
    cleo = another(ann)
    play(cleo, ben)
    agree(cleo, "Cleo")
    anns, cleos = (ids(one.get("/friends").text) for one in (ann, cleo))
    assert len({*anns, *cleos}) == 2
    match = waiting(cleo)
    assert cleo.post(f"/table/{match.id}/invite", {"friend": anns[0]}, **JSON).status_code == 404
    for page in (ann.get("/friends").text, ann.get(f"/table/{match.id}").text, ben.get("/").text):
        for one in (ann, ben, cleo):
            assert one.owner not in page


def test_only_who_sits_at_a_waiting_table_asks_to_it(two: tuple[Desk, Desk]) -> None:
    ann, ben = two
    match, friend = waiting(another(ann)), ids(ann.get("/friends").text)[0]
    assert "Ask a friend" not in words(ann.get(f"/table/{match.id}").text)
    answer = ann.post(f"/table/{match.id}/invite", {"friend": friend}, **JSON)
    assert (answer.status_code, "Only those who sit at this table" in error_of(answer)) == (403, True)
    answer = ann.post(f"/table/{play(ann, ben).id}/invite", {"friend": friend}, **JSON)
    assert (answer.status_code, "no longer waits" in error_of(answer)) == (403, True)
    own = waiting(ann)
    ann.on_loop(ann.room.execute, own, commands.sit(ben.owner, 1, "Ben"))
    assert "Ask a friend" not in words(ann.get(f"/table/{own.id}").text)
    answer = ann.post(f"/table/{own.id}/invite", {"friend": friend}, **JSON)
    assert (answer.status_code, "sits at this table already" in error_of(answer)) == (403, True)
    for bad in ("", "x", "ä" * 500):
        assert ann.post(f"/table/{waiting(ann).id}/invite", {"friend": bad}, **JSON).status_code == 404


def test_so_many_are_asked_and_no_more(two: tuple[Desk, Desk]) -> None:
    ann, _ben = two
    match = waiting(ann)
    ann.on_loop(fill, ann, match)
    answer = ann.post(f"/table/{match.id}/invite", {"friend": ids(ann.get("/friends").text)[0]}, **JSON)
    assert (answer.status_code, "which is the most" in error_of(answer)) == (403, True)


async def fill(browser: Desk, match: Match) -> None:
    """Ask as many others as can be asked."""
    rows = [
        {"table_id": match.id, "owner": f"other {one}", "sender": browser.owner, "at": one}
        for one in range(MOST_ASKED)
    ]
    await browser.room.change(lambda db: db.execute(invitations.insert(), rows))


def test_a_name_is_needed_to_be_asked(ann: Desk) -> None:
    for name in ("", "\n", "x" * 99):
        answer = ann.post("/friends", {"friends": "on", "name": name})
        assert answer.status_code == 400
        assert 'role="alert"' in answer.text
    assert ann.on_loop(ann.room.guest, ann.owner) is None


def test_who_is_forgotten_is_nobody_s_friend(two: tuple[Desk, Desk]) -> None:
    ann, ben = two
    match = waiting(ann)
    ann.post(f"/table/{match.id}/invite", {"friend": ids(ann.get("/friends").text)[0]})
    ann.post("/me/forget", {})
    assert "asks you to a table" not in words(ben.get("/").text)
    assert ids(ben.get("/friends").text) == []


def test_who_was_hidden_and_has_themselves_forgotten_stays_hidden(two: tuple[Desk, Desk]) -> None:
    ann, ben = two
    match, friend = waiting(ann), ids(ann.get("/friends").text)[0]
    ben.post("/friends/hide", {"friend": ids(ben.get("/friends").text)[0]})
    ann.post("/me/forget", {})
    assert "Somebody" in words(ben.get("/friends").text)
    agree(ann, "Ann")
    assert ids(ann.get("/friends").text) == []
    assert ann.post(f"/table/{match.id}/invite", {"friend": friend}).status_code == 404
    assert "asks you to a table" not in words(ben.get("/").text)
    ben.post("/me/forget", {})
    agree(ben, "Ben")
    assert ids(ann.get("/friends").text) == [friend]


def test_what_is_stored_is_told(two: tuple[Desk, Desk]) -> None:
    ann, _ben = two
    ann.post("/friends/hide", {"friend": ids(ann.get("/friends").text)[0]})
    page = words(ann.get("/me").text)
    assert "Friends may ask you; 1 hidden" in page
    ann.post("/me/forget", {})
    assert "Nothing yet." in words(ann.get("/me").text)


def test_a_friend_stays_one_in_another_browser(two: tuple[Desk, Desk]) -> None:
    ann, ben = two
    phone = another(ann)
    enter(phone, make(ben))
    match = waiting(ann)
    ann.post(f"/table/{match.id}/invite", {"friend": ids(ann.get("/friends").text)[0]})
    assert "Ann asks you to a table" in words(phone.get("/").text)


@pytest.mark.parametrize("path", ["/friends", "/friends/hide", "/friends/show"])
def test_every_form_needs_its_token(two: tuple[Desk, Desk], path: str) -> None:
    ann, _ben = two
    form = {"csrf": "", "friend": ids(ann.get("/friends").text)[0]}
    assert ann.post(path, form).status_code == 403
    match = waiting(ann)
    for what in ("invite", "decline"):
        assert ann.post(f"/table/{match.id}/{what}", form).status_code == 403


def test_who_wants_notices_gets_one(tmp_path: Path, server: MailServer) -> None:
    settings = Settings(**{"mail_host": "127.0.0.1", "mail_port": server.port, **MAIL})
    with desk(tmp_path, settings=settings) as ben:
        confirm(ben, server)
        ann = another(ben)
        play(ann, ben)
        agree(ben, "Ben")
        match = waiting(ann)
        agree(ann, "Ann.example.org")
        friend = ids(ann.get("/friends").text)[0]
        ann.post(f"/table/{match.id}/invite", {"friend": friend})
        ann.on_loop(until, lambda: len(server.emails) == 2)
        email = server.emails[-1]
        assert email["To"] == ANN
        assert email["Subject"] == "Ann example org asks you to Meuterer"
        assert f"http://localhost/table/{match.id}" in email.get_content()
        known = ben.on_loop(ben.room.guest, ben.owner)
        assert Tickets(KEY).stop(str(known.code)) in email.get_content()
        # Asked twice, told once.
        ann.post(f"/table/{match.id}/invite", {"friend": friend})
        ben.post("/me/notices", {"on": "off"})
        other = waiting(ann)
        ann.post(f"/table/{other.id}/invite", {"friend": friend})
        assert [one.table for one in ben.on_loop(ben.room.ask, friends.open_to, ben.owner)] == [
            other.id,
            match.id,
        ]
        assert len(server.emails) == 2
