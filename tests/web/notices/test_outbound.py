"""Requests to addresses that guests have named go nowhere but to public ones, and end in time."""

from __future__ import annotations

import socket
import ssl

import pytest

from quarterdeck.tables.live.notifier import Undelivered
from quarterdeck.web.notices import outbound
from quarterdeck.web.notices.outbound import NotPublic, is_https, is_public, post
from tests.web.sinks import Dripping, plain_connection, posted_service

HOOK = "https://chat.example.org/hook?key=7"


def test_a_body_is_posted_with_its_headers_to_the_path_and_query() -> None:
    with posted_service() as service:
        post(HOOK, {"X-One": "two"}, b"three")
    ((path, headers, body),) = service.got
    assert (path, headers["x-one"], body) == ("/hook?key=7", "two", b"three")


def test_no_redirection_is_followed() -> None:
    with posted_service() as service:
        service.status = 307
        with pytest.raises(Undelivered):
            post(HOOK, {}, b"")
        assert len(service.got) == 1


@pytest.mark.parametrize(
    ("status", "lasting", "gone"),
    [(404, True, True), (410, True, True), (400, True, False), (429, False, False), (500, False, False)],
)
def test_what_a_service_refuses_is_lasting_unless_it_is_busy_or_broken(
    status: int, lasting: bool, gone: bool
) -> None:
    with posted_service() as service:
        service.status = status
        with pytest.raises(Undelivered) as failed:
            post(HOOK, {}, b"")
    assert (failed.value.lasting, failed.value.gone) == (lasting, gone)
    assert "example" not in str(failed.value)


def test_a_service_that_answers_byte_by_byte_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound, "PATIENCE", 0.3)
    with Dripping(b"HTTP/1.1 201 Created\r\nX-Slow: ", b"\r\n\r\n") as slow:
        monkeypatch.setattr(outbound, "connect", lambda _host, _patience: plain_connection(slow.address))
        with pytest.raises(Undelivered):
            post(HOOK, {}, b"")
    assert slow.cut


def test_a_service_that_shakes_hands_byte_by_byte_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", 443))]
    # The first bytes of a record of TLS with 16 kB.
    with Dripping(b"\x16\x03\x03\x40\x00", b"") as slow:
        plain = socket.create_connection(slow.address, 10)
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: found)
        monkeypatch.setattr(socket, "create_connection", lambda *_asked: plain)
        with pytest.raises(ssl.SSLError):
            outbound.connect("chat.example.org", 0.3)
    assert slow.cut


def looked_up(*addresses: str) -> list[tuple[object, ...]]:
    """What a lookup finds for a name with these addresses."""
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]


def test_a_name_with_one_private_address_is_not_public(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: looked_up("8.8.8.8", "10.0.0.1"))
    monkeypatch.setattr(socket, "create_connection", lambda *_asked: pytest.fail("it was called"))
    with pytest.raises(NotPublic):
        outbound.connect("chat.example.org", 1.0)


def test_the_address_that_was_checked_is_connected_to_and_its_certificate_is_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    here, there = socket.socketpair()

    def wrap(context: ssl.SSLContext, plain: socket.socket, server_hostname: str) -> socket.socket:
        asked.append((context.verify_mode, context.check_hostname, server_hostname))
        return plain

    def connect(address: object, _patience: float) -> socket.socket:
        asked.append(address)
        return here

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: looked_up("8.8.8.8"))
    monkeypatch.setattr(socket, "create_connection", connect)
    monkeypatch.setattr(ssl.SSLContext, "wrap_socket", wrap)
    with there:
        outbound.connect("chat.example.org", 1.0).close()
    assert asked == [("8.8.8.8", 443), (ssl.CERT_REQUIRED, True, "chat.example.org")]


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "10.0.0.1", "169.254.169.254", "[::1]", "0.0.0.0"]
)
def test_nothing_is_sent_to_addresses_within(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "create_connection", lambda *_asked: pytest.fail("it was called"))
    with pytest.raises(NotPublic):
        post(f"https://{host}/one", {}, b"")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "http://chat.example.org/",
        "https://chat.example.org:8443/",
        "https://chat.example.org:port/",
        "https://me@chat.example.org/",
        "https://chat.example.org/\r\nHost: other",
        "https://chat.example.org/ä",
        "https:///one",
        "https://[::1/",
        "https://chat.example.org/" + "x" * 1000,
        7,
    ],
)
def test_only_https_on_its_own_port_is_an_address_to_post_to(address: object) -> None:
    assert not is_https(address)
    assert is_https(HOOK)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::10.1.2.3",
        "::8.8.8.8",
        "fe80::1",
        "fec0::1",
        "fd00::1",
        "ff02::1",
        "2001:db8::1",
        "::ffff:10.1.2.3",
        "::ffff:8.8.8.8",
        "64:ff9b::10.1.2.3",
        "64:ff9b::127.0.0.1",
        "64:ff9b::169.254.169.254",
        "64:ff9b:1::8.8.8.8",
        "64:ff9b:1:ffff::1",
        "2002:0a01:0203::1",
        "2002:0808:0808::1",
        "2001:0:4136:e378:8000:63bf:f5fe:fdfc",
    ],
)
def test_no_notice_goes_to_an_address_that_is_not_public(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = [(family, socket.SOCK_STREAM, 6, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: found)
    monkeypatch.setattr(socket, "create_connection", lambda *_asked: pytest.fail("it was called"))
    with pytest.raises(NotPublic):
        outbound.connect("chat.example.org", 1.0)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::8.8.8.8"])
def test_public_addresses_are_public_behind_nat64_too(address: str) -> None:
    assert is_public(address)
