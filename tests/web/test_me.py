"""A guest's own page: an address that is confirmed before anything is sent there, and being forgotten."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from itsdangerous import TimestampSigner
from pydantic import SecretStr

from quarterdeck.settings import Settings
from quarterdeck.tables.entry import now
from quarterdeck.tables.live import notifier
from quarterdeck.tables.live.notifier import Notifier
from quarterdeck.tables.match.notices import WAIT
from quarterdeck.tables.store.rows import Guest
from quarterdeck.web.notices.email_carrier import EmailCarrier
from quarterdeck.web.notices.push import make_keys
from quarterdeck.web.notices.tickets import Tickets
from tests.tables.tables import NEVER, send_once, until
from tests.web.desk import JSON, KEY, Desk, another, desk, error_of, words
from tests.web.notices.test_push import settings as push_settings
from tests.web.notices.test_push import subscription
from tests.web.sinks import MailServer

ANN = "ann@example.org"
MAIL: dict[str, Any] = {"mail_sender": "table@example.org", "address": "http://localhost", "mail_tls": "none"}


@contextmanager
def at(path: Path, server: MailServer | None = None, **more: Any) -> Iterator[Desk]:
    mail = {"mail_host": "127.0.0.1", "mail_port": server.port, **MAIL} if server else {}
    with desk(path, settings=Settings(**{**mail, **more})) as browser:
        yield browser


@pytest.fixture
def ann(tmp_path: Path, server: MailServer) -> Iterator[Desk]:
    with at(tmp_path, server) as browser:
        yield browser


def guest(browser: Desk) -> Guest | None:
    found = browser.on_loop(browser.room.guest, browser.owner)
    assert found is None or isinstance(found, Guest)
    return found


def link(server: MailServer) -> str:
    """The path of the link in the newest e-mail."""
    found = re.search(r"http://localhost(/me/\S+)", server.emails[-1].get_content())
    assert found
    return found[1]


def confirm(browser: Desk, server: MailServer) -> None:
    browser.post("/me/mail", {"email": ANN})
    assert browser.client.post(link(server)).status_code == 200


def test_an_address_is_confirmed_before_it_counts(ann: Desk, server: MailServer) -> None:
    assert ann.post("/me/mail", {"email": ANN}).status_code == 303
    known = guest(ann)
    assert known is not None
    assert (known.email, known.pending, known.since) == (None, ANN, None)
    assert server.recipients == [ANN]
    assert "An e-mail is on its way to ann@example.org" in words(ann.get("/me").text)
    looked_at = another(ann).get(link(server))
    assert looked_at.status_code == 200
    assert "Is this address yours?" in words(looked_at.text)
    assert guest(ann) == known
    assert another(ann).client.post(link(server)).status_code == 200
    known = guest(ann)
    assert known is not None
    assert (known.email, known.pending) == (ANN, None)
    assert known.since is not None
    assert another(ann).client.post(link(server)).status_code == 200
    assert len(server.emails) == 1


def test_the_letter_with_the_question_says_who_asks_and_of_whom_nothing(
    ann: Desk, server: MailServer
) -> None:
    ann.post("/me/name", {"name": "Ann the Bold"})
    ann.post("/me/mail", {"email": ANN})
    assert "Bold" not in server.raw[0].decode()
    assert ann.owner not in server.raw[0].decode()


def test_links_hold_no_hash_of_a_browser(ann: Desk, server: MailServer) -> None:
    confirm(ann, server)
    known = guest(ann)
    assert known is not None
    assert known.code is not None
    assert ann.owner not in link(server) + Tickets(KEY).stop(known.code)


@pytest.mark.parametrize("where", ["/me/confirm", "/me/stop"])
def test_tickets_of_others_are_refused(ann: Desk, server: MailServer, where: str) -> None:
    confirm(ann, server)
    before = guest(ann)
    assert before is not None
    other = Tickets("o" * 64)
    tickets = [
        "",
        "x",
        "ä",
        "%00",
        other.stop(str(before.code)),
        other.confirm(str(before.code), ANN),
        {"/me/stop": Tickets(KEY).confirm(str(before.code), ANN)}.get(where, Tickets(KEY).stop("x")),
    ]
    for ticket in tickets:
        for ask in (ann.client.get, ann.client.post):
            answer = ask(where, params={"ticket": ticket}, headers=JSON)
            assert answer.status_code == 403
            assert "link" in error_of(answer)
    assert guest(ann) == before


def test_a_ticket_grows_old(ann: Desk, server: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ann.post("/me/mail", {"email": ANN})
    real = TimestampSigner.get_timestamp
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: real(self) + 3 * 24 * 3600 + 60)
    answer = ann.client.post(link(server), headers=JSON)
    assert answer.status_code == 403
    assert "too old" in error_of(answer)
    known = guest(ann)
    assert known is not None
    assert known.email is None


def test_a_ticket_for_an_address_that_was_changed_is_void(ann: Desk, server: MailServer) -> None:
    ann.post("/me/mail", {"email": "old@example.org"})
    old = link(server)
    ann.post("/me/mail", {"email": ANN})
    assert ann.client.post(old, headers=JSON).status_code == 403
    known = guest(ann)
    assert known is not None
    assert (known.email, known.pending) == (None, ANN)


def test_a_ticket_of_somebody_who_is_forgotten_is_void(ann: Desk, server: MailServer) -> None:
    ann.post("/me/mail", {"email": ANN})
    ann.post("/me/forget", {})
    assert ann.client.post(link(server), headers=JSON).status_code == 403
    assert guest(ann) is None


def test_nobody_is_flooded_with_questions(ann: Desk, server: MailServer) -> None:
    for _ in range(5):
        assert ann.post("/me/mail", {"email": ANN}).status_code == 303
    assert another(ann).post("/me/mail", {"email": ANN.upper()}, **JSON).status_code == 429
    assert len(server.emails) == 5


def test_one_guest_has_five_strangers_asked_a_day(ann: Desk, server: MailServer) -> None:
    asked = [ann.post("/me/mail", {"email": f"stranger{one}@example.org"}, **JSON) for one in range(6)]
    assert [answer.status_code for answer in asked] == [200] * 5 + [429]
    assert len(server.emails) == 5
    assert another(ann).post("/me/mail", {"email": ANN}, **JSON).status_code == 200


@pytest.mark.parametrize("tagged", ["ann+{}@example.org", "ANN+{}@Example.org"])
def test_tagged_addresses_are_one_mailbox(ann: Desk, server: MailServer, tagged: str) -> None:
    asked = [another(ann).post("/me/mail", {"email": tagged.format(number)}, **JSON) for number in range(7)]
    assert [answer.status_code for answer in asked] == [200] * 5 + [429] * 2
    assert another(ann).post("/me/mail", {"email": ANN}, **JSON).status_code == 429
    assert another(ann).post("/me/mail", {"email": f"x{ANN}"}, **JSON).status_code == 200
    assert len(server.emails) == 6
    assert server.emails[0]["To"] == tagged.format(0)


def test_what_is_no_address_is_said_on_the_page(ann: Desk, server: MailServer) -> None:
    answer = ann.post("/me/mail", {"email": "ann@example.org\r\nBcc: ben@example.org"})
    assert answer.status_code == 400
    assert "That is no e-mail address" in words(answer.text)
    assert 'role="alert"' in answer.text
    assert guest(ann) is None
    assert server.emails == []


def test_a_mail_server_that_fails_is_told_to_who_asks(ann: Desk, server: MailServer) -> None:
    server.refusals = {"RCPT": ["550 no"]}
    answer = ann.post("/me/mail", {"email": ANN}, **JSON)
    assert answer.status_code == 503
    assert "No e-mail could be sent" in error_of(answer)


def test_one_click_ends_the_letters_without_a_cookie(ann: Desk, server: MailServer) -> None:
    confirm(ann, server)
    known = guest(ann)
    assert known is not None
    stop = f"/me/stop?ticket={Tickets(KEY).stop(str(known.code))}"
    assert "No more e-mails?" in words(another(ann).get(stop).text)
    assert guest(ann) == known
    answer = another(ann).client.post(stop, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert guest(ann) == replace(known, email=None)
    assert another(ann).client.post(stop).status_code == 200


def test_notices_are_switched_off_and_on(ann: Desk, server: MailServer) -> None:
    confirm(ann, server)
    ann.post("/me/notices", {"on": "off"})
    known = guest(ann)
    assert known is not None
    assert known.since is None
    assert "Notices are off." in words(ann.get("/me").text)
    ann.post("/me/notices", {"on": "on"})
    known = guest(ann)
    assert known is not None
    assert known.since is not None


def test_a_name_is_kept_and_a_wrong_one_is_not(ann: Desk) -> None:
    ann.post("/me/name", {"name": " Ann <the> Bold "})
    known = guest(ann)
    assert known is not None
    assert known.name == "Ann <the> Bold"
    assert 'value="Ann &lt;the&gt; Bold"' in ann.get("/me").text
    assert ann.post("/me/name", {"name": "\n"}).status_code == 400
    assert guest(ann) == known


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/me/name", {"name": "Annabel of the very many names, all of them hers"}),
        ("/me/mail", {"email": "ann@example"}),
        ("/me/recover", {"code": "ABCD-1234-ABCD-1234-ABC"}),
        ("/me/webhook", {"webhook": "http://chat.example.org/hook", "mention": "@ann"}),
        ("/friends", {"friends": "on", "shows": "on", "name": "Ann" * 20}),
        ("/ladder/join", {"game": "meuterer", "name": "Ann" * 20}),
    ],
)
def test_a_refused_form_keeps_what_was_typed(
    tmp_path: Path, server: MailServer, path: str, form: dict[str, str]
) -> None:
    with at(tmp_path, server, webhooks=True) as ann:
        answer = ann.post(path, form)
    assert answer.status_code == 400
    for field, typed in form.items():
        (tag, *_rest) = re.findall(rf'<input [^>]*name="{field}"[^>]*>', answer.text.partition("<main")[2])
        assert f'value="{typed}"' in tag
        assert ("checked" in tag) == ("checkbox" in tag)


def test_everything_that_is_known_is_on_the_page_and_can_be_deleted(
    tmp_path: Path, server: MailServer
) -> None:
    pushes = push_settings().model_dump(include={"push_public_key", "push_private_key", "push_contact"})
    with at(tmp_path, server, **pushes) as ann:
        confirm(ann, server)
        ann.post("/me/name", {"name": "Ann"})
        answer = ann.post("/me/push", {"subscription": json.dumps(subscription())}, **JSON)
        assert answer.status_code == 200
        page = words(ann.get("/me").text)
        for told in ("Ann", ANN, "push.example.org"):
            assert told in page
        assert ann.owner not in ann.get("/me").text
        ann.post("/me/forget", {})
        assert guest(ann) is None
        assert "Nothing yet." in words(ann.get("/me").text)


def test_nobody_sees_another_s_page(ann: Desk, server: MailServer) -> None:
    confirm(ann, server)
    assert ANN not in another(ann).get("/me").text


def test_browsers_come_and_go(tmp_path: Path) -> None:
    pushes = push_settings().model_dump(include={"push_public_key", "push_private_key", "push_contact"})
    with at(tmp_path, **pushes) as ann:
        for number in range(10):
            one = subscription(f"https://push.example.org/{number}")
            ann.post("/me/push", {"subscription": json.dumps(one)})
        known = guest(ann)
        assert known is not None
        assert [one["endpoint"][-1] for one in known.push] == list("23456789")
        assert known.since is not None
        ann.post("/me/push/remove", {"endpoint": "https://push.example.org/5"})
        known = guest(ann)
        assert known is not None
        assert [one["endpoint"][-1] for one in known.push] == list("2346789")
        assert ann.post("/me/push", {"subscription": "{}"}, **JSON).status_code == 400


def test_what_the_host_has_not_set_up_is_said_and_not_done(tmp_path: Path) -> None:
    with at(tmp_path) as ann:
        page = words(ann.get("/me").text)
        assert "This server sends no e-mails" in page
        assert "This server sends no notices to browsers" in page
        assert "push.js" not in ann.get("/me").text
        for where, form in (("/me/mail", {"email": ANN}), ("/me/push", {"subscription": "{}"})):
            answer = ann.post(where, form, **JSON)
            assert answer.status_code == 404
            assert error_of(answer) == "This server has not been set up for that."
        assert guest(ann) is None


@pytest.mark.parametrize("form", [{}, {"on": ""}, {"on": "yes"}])
def test_a_switch_that_is_neither_on_nor_off_changes_nothing(ann: Desk, form: dict[str, str]) -> None:
    ann.post("/me/notices", {"on": "on"})
    before = guest(ann)
    answer = ann.post("/me/notices", form, **JSON)
    assert (answer.status_code, error_of(answer)) == (400, "“on” has to be “on” or “off”.")
    assert guest(ann) == before


@pytest.mark.parametrize(
    "path",
    [
        "/me/name",
        "/me/notices",
        "/me/mail",
        "/me/mail/remove",
        "/me/push",
        "/me/push/remove",
        "/me/webhook",
        "/me/webhook/remove",
        "/me/forget",
    ],
)
def test_every_form_needs_its_token(ann: Desk, path: str) -> None:
    ann.post("/me/name", {"name": "Ann"})
    before = guest(ann)
    assert ann.post(path, {"csrf": "", "on": "on", "name": "Eve", "email": ANN}).status_code == 403
    assert guest(ann) == before


def test_the_worker_may_open_every_page_and_load_nothing_from_elsewhere(ann: Desk) -> None:
    answer = ann.get("/sw.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-cache"


def test_the_first_page_leads_to_one_s_own(ann: Desk) -> None:
    assert 'href="/me"' in ann.get("/").text


def test_with_a_page_open_nobody_is_written_to_and_with_none_once(
    tmp_path: Path, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Else the server's own notifier might carry it first.
    monkeypatch.setattr(notifier, "ROUND", NEVER)
    with at(tmp_path, server) as ann:
        confirm(ann, server)
        ahead = {"ms": 0}
        monkeypatch.setattr(notifier, "now", lambda: now() + ahead["ms"])
        carrier = EmailCarrier(Settings(mail_host="127.0.0.1", mail_port=server.port, **MAIL), Tickets(KEY))
        looking = ann.on_loop(Notifier, ann.room, [carrier])
        match = ann.table()
        ahead["ms"] = 2 * WAIT
        with ann.listening(match, "0", match.version):
            ann.on_loop(until, lambda: ann.room.presence.present(match.id, ann.owner))
            ann.on_loop(send_once, looking)
        assert len(server.emails) == 1
        for rounds in (2, 4, 30):
            ahead["ms"] = rounds * 2 * WAIT
            ann.on_loop(send_once, looking)
        ann.on_loop(looking.close)
        known = guest(ann)
        assert known is not None
        stop = Tickets(KEY).stop(str(known.code))
        assert [email.get_content().splitlines() for email in server.emails[1:]] == [
            [
                "Ann, it is your turn.",
                "",
                f"http://localhost/table/{match.id}",
                "",
                "-- ",
                "You get this because you wanted it at http://localhost. No more e-mails, with one click:",
                f"http://localhost/me/stop?ticket={stop}",
            ]
        ]


def test_keys_fit_the_settings() -> None:
    keys = make_keys()
    Settings(
        push_public_key=keys.public,
        push_private_key=SecretStr(keys.private),
        push_contact="mailto:a@b.example",
    )
