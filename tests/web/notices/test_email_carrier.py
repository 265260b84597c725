"""E-mails: what they say and what they do not, and what becomes of them where the mail server fails."""

from __future__ import annotations

import asyncio
import datetime
import ssl
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from benchmarks.ports import held
from quarterdeck.errors import QuarterdeckError
from quarterdeck.settings import Settings
from quarterdeck.tables.live.notifier import Notification, Undelivered
from quarterdeck.tables.match.notices import Kind
from quarterdeck.tables.store.rows import Guest
from quarterdeck.web.notices import wording
from quarterdeck.web.notices.email_carrier import EmailCarrier, email_address
from quarterdeck.web.notices.tickets import Tickets
from tests.web.sinks import MailServer, mail_server

KEY = "k" * 64
ANN = "ann@example.org"
TELLING = Notification("turn", "abc", "Meuterer", "Ann", ("Ben", "Cleo"), "code")


def settings(server: MailServer, **more: Any) -> Settings:
    given: dict[str, Any] = {
        "mail_host": "127.0.0.1",
        "mail_port": server.port,
        "mail_tls": "none",
        "mail_sender": "table@example.org",
        "address": "https://table.example.org",
    }
    return Settings(**{**given, **more})


def carry(server: MailServer, telling: Notification = TELLING, **more: object) -> None:
    carrier = EmailCarrier(settings(server, **more), Tickets(KEY))
    try:
        asyncio.run(carrier.carry(telling, ANN))
    finally:
        carrier.close()


@pytest.mark.parametrize(
    ("address", "more"),
    [
        ("https://club.example.org/q", {}),
        ("https://club.example.org", {"root_path": "/q"}),
    ],
)
def test_links_in_emails_hold_the_path_of_the_server(
    server: MailServer, address: str, more: dict[str, str]
) -> None:
    carry(server, TELLING, address=address, **more)
    (email,) = server.emails
    lines = email.get_content().splitlines()
    assert lines[2] == "https://club.example.org/q/table/abc"
    assert lines[-1].startswith("https://club.example.org/q/me/stop?ticket=")
    assert email["list-unsubscribe"].strip() == f"<{lines[-1]}>"


def test_an_email_says_whose_turn_it_is_and_nothing_more(server: MailServer) -> None:
    carry(server)
    (email,) = server.emails
    assert server.recipients == [ANN]
    assert email["subject"] == "Your turn at Meuterer"
    assert email["from"] == "Quarterdeck <table@example.org>"
    stop = f"https://table.example.org/me/stop?ticket={Tickets(KEY).stop('code')}"
    assert email.get_content().splitlines() == [
        "Ann, it is your turn. At the table with you: Ben, Cleo.",
        "",
        "https://table.example.org/table/abc",
        "",
        "-- ",
        "You get this because you wanted it at https://table.example.org. No more e-mails, with one click:",
        stop,
    ]


def test_mail_programs_can_end_the_emails_by_themselves(server: MailServer) -> None:
    carry(server)
    (email,) = server.emails
    stop = f"https://table.example.org/me/stop?ticket={Tickets(KEY).stop('code')}"
    assert email["list-unsubscribe"].replace(" ", "") == f"<{stop}>"
    assert email["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    assert email["auto-submitted"] == "auto-generated"
    assert email["message-id"].endswith("@table.example.org>")


@pytest.mark.parametrize(
    ("kind", "title", "sentence"),
    [
        ("begun", "Meuterer has begun", "Ann, everybody is there, and your table has begun."),
        (
            "late",
            "Your time at Meuterer runs out",
            "Ann, it is still your turn. When your time is over, a bot moves in your place.",
        ),
        (
            "lost",
            "A bot plays for you at Meuterer",
            "Ann, your time ran out: a bot has your seat until you are back.",
        ),
    ],
)
def test_other_news_have_words_of_their_own(kind: Kind, title: str, sentence: str) -> None:
    email = wording.notice(TELLING._replace(kind=kind, others=()))
    assert email == wording.EmailText(title, sentence, "/table/abc")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ann\r\nBcc: all@example.org", "Ann Bcc all example org"),
        ("https://evil.example/x", "https evil example x"),
        ("evil.example", "evil example"),
        ("<b>Ann</b>", "b Ann b"),
        ("Ann\u202eneB\u2066", "Ann neB"),
        ("Dörte-Anne O’Hara 2", "Dörte-Anne O’Hara 2"),
        ("💣", "?"),
        ("x" * 500, "x" * 40),
    ],
)
def test_names_are_names_and_nothing_else(server: MailServer, name: str, told: str) -> None:
    carry(server, TELLING._replace(name=name, others=(name,)))
    (email,) = server.emails
    assert email.get_content().splitlines()[0] == f"{told}, it is your turn. At the table with you: {told}."
    assert server.recipients == [ANN]
    assert email["bcc"] is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ann",
        "ann@",
        "@example.org",
        "ann@example",
        "ann@example.org\r\nBcc: ben@example.org",
        "ann@example.org, ben@example.org",
        "ann@example.org>",
        '"ann"@example.org',
        "ann@exa mple.org",
        "ann@127.0.0.1",
        "ann@-example.org",
        "a..b@example.org",
        "änn@example.org",
        "a" * 250 + "@example.org",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(QuarterdeckError, match=r"ann@example\.org"):
        email_address(text)


@pytest.mark.parametrize("text", [ANN, "a.b+c@sub.example.co.uk", "  Ann@Example.org "])
def test_what_is_an_address_is_taken_as_it_is(text: str) -> None:
    assert email_address(text) == text.strip()


@pytest.mark.parametrize(
    ("command", "answer", "lasting"),
    [
        ("RCPT", "550 ann@example.org is unknown here", True),
        ("RCPT", "451 ann@example.org comes too often", False),
        ("MAIL", "550 not for ann@example.org", False),
        ("EHLO", "421 closed", False),
    ],
)
def test_what_the_server_refuses_is_told_without_the_address(
    server: MailServer, command: str, answer: str, lasting: bool
) -> None:
    server.refusals = {command: [answer], "HELO": [answer]}
    with pytest.raises(Undelivered) as failed:
        carry(server)
    assert failed.value.lasting == lasting
    assert ANN not in str(failed.value)
    assert answer[:3] in str(failed.value)
    assert failed.value.__cause__ is None
    assert failed.value.__suppress_context__


def test_a_server_that_is_not_there_can_be_tried_again(server: MailServer) -> None:
    # A port that nobody else gets meanwhile.
    with held() as port, pytest.raises(Undelivered, match="can't be reached") as failed:
        carry(server, mail_port=port)
    assert not failed.value.lasting


@pytest.mark.parametrize("tls", ["starttls", "none"])
def test_who_has_a_name_and_a_password_signs_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tls: str
) -> None:
    trust, ours = _certificate(tmp_path)
    monkeypatch.setattr(ssl, "create_default_context", lambda: ours)
    with mail_server(trust) as server:
        carry(server, mail_host="localhost", mail_tls=tls, mail_user="table", mail_password="secret")
        assert len(server.emails) == 1
        assert [said for said in server.said if said.startswith("AUTH PLAIN")]
        assert ("STARTTLS" in server.said) == (tls == "starttls")


def test_a_server_that_nobody_vouches_for_gets_no_password_and_no_email(tmp_path: Path) -> None:
    trust, _ours = _certificate(tmp_path)
    with mail_server(trust) as server:
        with pytest.raises(Undelivered, match="can't be reached"):
            carry(
                server,
                mail_host="localhost",
                mail_tls="starttls",
                mail_user="table",
                mail_password="secret",
            )
        assert server.emails == []
        assert server.said[-1] == "STARTTLS"


def test_only_confirmed_addresses_are_written_to(server: MailServer) -> None:
    carrier = EmailCarrier(settings(server), Tickets(KEY))
    pending = Guest("ann", "", None, False, [], 0, 0, ANN, "code", 1)
    assert carrier.addresses(pending) == []
    confirmed = Guest("ann", "", ANN, False, [], 0, 0, None, "code", 1)
    assert carrier.addresses(confirmed) == [ANN]
    assert carrier.addresses(carrier.without(confirmed, ANN)) == []
    carrier.close()


def _certificate(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What a server called localhost shows, and what trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, SHA256())
    )
    path = folder / "server.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(made.public_bytes(Encoding.PEM) + secret)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(path)
    return server, ssl.create_default_context(cadata=made.public_bytes(Encoding.PEM).decode())
