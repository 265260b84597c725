"""Of what two requests, at one server or at two, change of one guest at the same moment, nothing is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.settings import Settings
from quarterdeck.tables.store.rows import Guest
from quarterdeck.web.accounts.guests import remember
from quarterdeck.web.notices.tickets import Tickets
from tests.tables.stored import keep_guest
from tests.tables.tables import meanwhile
from tests.web.desk import JSON, KEY, Desk, desk
from tests.web.notices.test_push import settings, subscription
from tests.web.sinks import MailServer

MAIL, NEW = "ann@example.org", "new@example.org"
CODE = "anns-code"
ONE, OTHER, NEWEST = (subscription(f"https://push.example.org/{name}") for name in ("one", "other", "newest"))


@pytest.fixture
def ann(tmp_path: Path, server: MailServer) -> Iterator[Desk]:
    """A browser whose guest has a name, an address, another to be confirmed, and web push to one browser."""
    pushes = settings().model_dump(include={"push_public_key", "push_private_key", "push_contact"})
    mail: dict[str, Any] = {
        "mail_host": "127.0.0.1",
        "mail_port": server.port,
        "mail_tls": "none",
        "mail_sender": MAIL,
    }
    with desk(tmp_path, settings=Settings(address="http://localhost", **mail, **pushes)) as one:
        keep_guest(one.room.store, known(one))
        yield one


def known(ann: Desk) -> Guest:
    return Guest(ann.owner, "Ann", MAIL, False, [ONE], 1, 1, NEW, CODE, since=1, language="en")


def ticket(path: str) -> str:
    """The path with the ticket that it has in an e-mail, if it stands in any."""
    tickets = {"/me/confirm": Tickets(KEY).confirm(CODE, NEW), "/me/stop": Tickets(KEY).stop(CODE)}
    return f"{path}?ticket={tickets[path]}" if path in tickets else path


def guest(ann: Desk) -> Guest | None:
    return ann.room.store.guest(ann.owner)


@pytest.mark.parametrize(
    ("path", "form", "changed"),
    [
        ("/me/name", {"name": "Anna"}, {"name": "Anna"}),
        ("/me/notices", {"on": "off"}, {"since": None}),
        ("/me/mail", {"email": "newer@example.org"}, {"pending": "newer@example.org"}),
        ("/me/mail/remove", {}, {"email": None, "pending": None}),
        ("/me/push", {"subscription": json.dumps(NEWEST)}, {"push": [ONE, OTHER, NEWEST]}),
        ("/me/push/remove", {"endpoint": ONE["endpoint"]}, {"push": [OTHER]}),
        ("/me/confirm", {}, {"email": NEW, "pending": None}),
        ("/me/stop", {}, {"email": None, "pending": None}),
        ("/games/publish", {"publish": "on"}, {"publish": True}),
        ("/language", {"language": "de"}, {"language": "de"}),
    ],
)
def test_a_form_changes_what_it_is_about_and_nothing_else(
    ann: Desk, monkeypatch: pytest.MonkeyPatch, path: str, form: dict[str, str], changed: dict[str, Any]
) -> None:
    both = replace(known(ann), push=[ONE, OTHER])
    meanwhile(ann.room, monkeypatch, lambda: keep_guest(ann.room.store, both))
    assert ann.post(ticket(path), form).status_code in (200, 303)
    found = guest(ann)
    assert found is not None
    assert replace(found, seen=1) == replace(both, **changed)


def test_a_name_is_remembered_and_nothing_else_changed(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = replace(known(ann), email=None, pending=None)
    meanwhile(ann.room, monkeypatch, lambda: keep_guest(ann.room.store, stopped))
    ann.on_loop(remember, ann.room, ann.owner, "Anna")
    found = guest(ann)
    assert found is not None
    assert replace(found, seen=1) == replace(stopped, name="Anna")


@pytest.mark.parametrize(
    ("path", "form", "status"),
    [
        ("/me/confirm", {}, 403),
        ("/me/stop", {}, 200),
        ("/language", {"language": "de"}, 200),
    ],
)
def test_who_is_forgotten_meanwhile_stays_so(
    ann: Desk, monkeypatch: pytest.MonkeyPatch, path: str, form: dict[str, str], status: int
) -> None:
    meanwhile(ann.room, monkeypatch, lambda: ann.room.store.forget(ann.owner, []))
    assert ann.post(ticket(path), form, **JSON).status_code == status
    assert guest(ann) is None


def test_links_stay_good_where_two_letters_are_asked_for_at_the_same_moment(
    ann: Desk, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.room.store.forget(ann.owner, [])
    meanwhile(ann.room, monkeypatch, lambda: keep_guest(ann.room.store, known(ann)))
    assert ann.post("/me/mail", {"email": NEW}).status_code == 303
    assert guest(ann) == known(ann)
    (email,) = server.emails
    link = re.search(r"http://localhost(/me/\S+)", email.get_content())
    assert link
    for path in (link[1], ticket("/me/confirm")):
        assert ann.client.post(path).status_code == 200
