"""Web push: sealed for one browser, and signed."""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from pydantic import SecretStr

from quarterdeck.errors import QuarterdeckError
from quarterdeck.kernel.spec import Json
from quarterdeck.settings import Settings
from quarterdeck.tables.live.notifier import Notification, Undelivered
from quarterdeck.tables.store.rows import Guest
from quarterdeck.web.notices import push
from quarterdeck.web.notices.push import Push, encrypt, make_keys, read_subscription
from tests.web.sinks import PostedService, posted_service

# As long as ids are, so that no random key, signature or message holds it by chance.
TABLE = "kz7wq3nmx4"
TELLING = Notification("turn", TABLE, "Meuterer", "Ann", ("Ben",), "code")
AUTH = bytes(range(16))
BROWSER = ec.derive_private_key(12345, ec.SECP256R1())


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "==")


def subscription(endpoint: str = "https://push.example.org/one?two=3") -> Json:
    return {"endpoint": endpoint, "keys": {"p256dh": text(push._public_point(BROWSER)), "auth": text(AUTH)}}


def settings() -> Settings:
    keys = make_keys()
    return Settings(
        push_public_key=keys.public,
        push_private_key=SecretStr(keys.private),
        push_contact="mailto:host@example.org",
    )


@pytest.fixture
def service() -> Iterator[PostedService]:
    with posted_service() as running:
        yield running


def carry(address: Json, by: Settings | None = None) -> Push:
    """Send a notice to the service of this test, whatever the endpoint is called."""
    carrier = Push(by or settings())
    try:
        asyncio.run(carrier.carry(TELLING, json.dumps(address, sort_keys=True)))
    finally:
        carrier.close()
    return carrier


def opened(body: bytes) -> Json:
    """What the browser reads."""
    salt, own = body[:16], body[21:86]
    shared = BROWSER.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), own))
    key = push._derive_key(AUTH, shared, b"WebPush: info\0" + push._public_point(BROWSER) + own, 32)
    content = push._derive_key(salt, key, b"Content-Encoding: aes128gcm\0", 16)
    nonce = push._derive_key(salt, key, b"Content-Encoding: nonce\0", 12)
    plain = AESGCM(content).decrypt(nonce, body[86:], None)
    assert plain[-1:] == b"\x02"
    read: Json = json.loads(plain[:-1])
    return read


def test_a_message_is_sealed_as_in_the_example_of_the_standard() -> None:
    private = ec.derive_private_key(
        int.from_bytes(data("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    public = data("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    sealed = encrypt(
        b"When I grow up, I want to be a watermelon",
        public,
        data("BTBZMqHH6r4Tts7J_aSIgg"),
        private,
        data("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert text(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8"
        "wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_notice_leads_to_a_table_under_the_path_of_the_server(service: PostedService) -> None:
    carry(subscription(), settings().model_copy(update={"root_path": "/q"}))
    ((_path, _headers, body),) = service.got
    assert opened(body)["path"] == f"/q/table/{TABLE}"


def test_the_browser_and_nobody_else_can_read_a_notice(service: PostedService) -> None:
    carry(subscription())
    ((path, headers, body),) = service.got
    assert path == "/one?two=3"
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["ttl"] == "86400"
    assert len(headers["topic"]) <= 32
    assert opened(body) == {
        "title": "Your turn at Meuterer",
        "text": "Ann, it is your turn. At the table with you: Ben.",
        "path": f"/table/{TABLE}",
    }
    assert TABLE.encode() not in body
    assert TABLE not in str(headers)


def test_the_service_can_check_who_sends(service: PostedService) -> None:
    by = settings()
    carry(subscription(), by)
    authorization = service.got[0][1]["authorization"]
    scheme, token, key = authorization.replace(",", "").split(" ")
    assert (scheme, key) == ("vapid", f"k={by.push_public_key}")
    signed, _dot, signature = token.removeprefix("t=").rpartition(".")
    claims = json.loads(data(signed.split(".")[1]))
    assert claims["aud"] == "https://push.example.org"
    assert claims["sub"] == "mailto:host@example.org"
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(str(by.push_public_key)))
    numbers = data(signature)
    der = encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
    public.verify(der, signed.encode(), ec.ECDSA(SHA256()))


@pytest.mark.parametrize(
    ("status", "lasting", "gone"),
    [(404, True, True), (410, True, True), (400, True, False), (429, False, False), (500, False, False)],
)
def test_what_a_service_refuses(service: PostedService, status: int, lasting: bool, gone: bool) -> None:
    service.status = status
    with pytest.raises(Undelivered) as failed:
        carry(subscription())
    assert (failed.value.lasting, failed.value.gone) == (lasting, gone)
    assert "example" not in str(failed.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "7",
        "[" * 5000,
        json.dumps({"endpoint": "https://a.example/"}),
        json.dumps(subscription("http://push.example.org/")),
        json.dumps(subscription("https://push.example.org:8443/")),
        json.dumps(subscription("https://me@push.example.org/")),
        json.dumps(subscription("https://push.example.org/\r\nHost: other")),
        json.dumps(subscription("https:///one")),
        json.dumps(subscription("https://push.example.org/" + "x" * 1000)),
        json.dumps({**subscription(), "keys": {"p256dh": "AAAA", "auth": text(AUTH)}}),
        json.dumps({**subscription(), "keys": {"p256dh": text(b"\x04" + b"a" * 64), "auth": "AA"}}),
        json.dumps({**subscription(), "keys": {"p256dh": 7, "auth": text(AUTH)}}),
    ],
)
def test_what_is_no_subscription_is_refused(text: str) -> None:
    with pytest.raises(QuarterdeckError):
        read_subscription(text)


def test_of_a_subscription_only_what_is_needed_is_kept() -> None:
    told = {**subscription(), "expirationTime": None, "more": "x" * 5000}
    assert read_subscription(json.dumps(told)) == subscription()


@pytest.mark.usefixtures("service")
def test_a_key_that_is_no_point_costs_only_its_browser() -> None:
    broken = {**subscription(), "keys": {"p256dh": text(b"\x04" + b"a" * 64), "auth": text(AUTH)}}
    with pytest.raises(Undelivered) as failed:
        carry(broken)
    assert failed.value.gone


def test_a_browser_that_has_cancelled_is_forgotten() -> None:
    other = subscription("https://push.example.org/other")
    guest = Guest("ann", "", None, False, [subscription(), other], 0, 0)
    carrier = Push(settings())
    addresses = carrier.addresses(guest)
    assert carrier.without(guest, addresses[0]).push == [other]
    carrier.close()


def test_keys_that_are_no_pair_are_refused() -> None:
    keys = settings()
    mixed = keys.model_copy(update={"push_public_key": make_keys().public})
    with pytest.raises(QuarterdeckError, match="push-keys"):
        Push(mixed)


def test_without_the_package_a_sentence_tells_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = settings()
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(QuarterdeckError, match="-m pip install cryptography"):
        Push(keys)
    with pytest.raises(QuarterdeckError, match="-m pip install cryptography"):
        make_keys()
