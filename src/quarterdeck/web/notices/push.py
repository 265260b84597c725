"""Notices by web push: encrypted for one browser (RFC 8291), signed with the host's VAPID key (RFC 8292), and
sent to the push service that the browser has named.

Needs the package cryptography, which the extra `push` installs.
"""

from __future__ import annotations

import asyncio
import base64
import importlib
import json
import os
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.settings import Settings
from quarterdeck.tables.live.notifier import Notification, Undelivered
from quarterdeck.tables.store.rows import Guest
from quarterdeck.tables.tags import tag
from quarterdeck.web.errors import Refused
from quarterdeck.web.notices import wording
from quarterdeck.web.notices.outbound import is_https, post

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

__all__ = ["Keys", "Push", "encrypt", "make_keys", "read_subscription"]

# Lifetimes in seconds: of an undelivered notice at the push service, and of a signature.
KEPT: Final = 24 * 3600
SIGNED: Final = 12 * 3600
RECORD: Final = 4096


class Keys(NamedTuple):
    """A pair of VAPID keys in base64url."""

    public: str
    private: str


class Push:
    """Carries notices by web push. Needs settings with the push keys. Raises QuarterdeckError if the keys do
    not match, or if the package is missing.
    """

    name = "web push"

    def __init__(self, settings: Settings) -> None:
        assert settings.push_public_key is not None
        assert settings.push_private_key is not None
        assert settings.push_contact is not None
        self.public_key = settings.push_public_key
        self._private_key = _read_private_key(settings.push_private_key.get_secret_value())
        self._contact = settings.push_contact
        self._root = settings.root
        self._senders = ThreadPoolExecutor(4, "quarterdeck-push")
        if _to_base64url(_public_point(self._private_key)) != self.public_key:
            raise QuarterdeckError(
                _("push_public_key and push_private_key are no pair: make one with “quarterdeck push-keys”.")
            )

    def addresses(self, guest: Guest) -> list[str]:
        """The subscriptions of a guest's browsers."""
        return [json.dumps(one, sort_keys=True) for one in guest.push]

    def without(self, guest: Guest, address: str) -> Guest:
        """The guest without this subscription."""
        return replace(guest, push=[one for one in guest.push if json.dumps(one, sort_keys=True) != address])

    async def carry(self, notification: Notification, address: str) -> None:
        """Send a notice. Raises Undelivered."""
        title, text, path = wording.notice(notification)
        words = {"title": title, "text": text, "path": self._root + path}
        await asyncio.get_running_loop().run_in_executor(
            self._senders, self._send, json.loads(address), words, tag(notification.table)
        )

    def _send(self, subscription: Json, words: Json, topic: str) -> None:
        endpoint, keys = subscription["endpoint"], subscription["keys"]
        try:
            body = encrypt(
                json.dumps(words).encode(), _from_base64url(keys["p256dh"]), _from_base64url(keys["auth"])
            )
        except ValueError:
            raise Undelivered("the browser has given no key", gone=True) from None
        headers = {
            "Authorization": f"vapid t={self._vapid_token(urlsplit(endpoint).netloc)}, k={self.public_key}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            # A newer notice about the same table replaces one not yet shown.
            "Topic": topic,
        }
        post(endpoint, headers, body)

    def _vapid_token(self, host: str) -> str:
        """A JSON Web Token that identifies the sender to this service."""
        from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        claims = {"aud": f"https://{host}", "exp": int(time.time()) + SIGNED, "sub": self._contact}
        parts = [
            _to_base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
        ]
        content = ".".join(parts)
        numbers = decode_dss_signature(self._private_key.sign(content.encode(), ECDSA(SHA256())))
        return f"{content}.{_to_base64url(b''.join(number.to_bytes(32, 'big') for number in numbers))}"

    def close(self) -> None:
        """Stop sending."""
        self._senders.shutdown(wait=False, cancel_futures=True)


def make_keys() -> Keys:
    """A new pair of VAPID keys. Raises QuarterdeckError if the package is missing."""
    _require_cryptography()
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

    private = generate_private_key(SECP256R1())
    return Keys(
        _to_base64url(_public_point(private)),
        _to_base64url(private.private_numbers().private_value.to_bytes(32, "big")),
    )


def read_subscription(text: str) -> Json:
    """Parse a browser's push subscription. Raises Refused if it is invalid."""
    try:
        parsed = json.loads(text)
        endpoint, keys = parsed["endpoint"], parsed["keys"]
        subscription = {"endpoint": endpoint, "keys": {"p256dh": keys["p256dh"], "auth": keys["auth"]}}
        valid = (
            is_https(endpoint)
            and _from_base64url(keys["p256dh"])[:1] == b"\x04"
            and [len(_from_base64url(keys[name])) for name in ("p256dh", "auth")] == [65, 16]
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        valid = False
    if not valid:
        raise Refused(_("This browser's subscription can't be read: try again, or use another browser."), 400)
    return subscription


def encrypt(
    text: bytes,
    public: bytes,
    secret: bytes,
    private: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypt a message for the browser with this public key and authentication secret (RFC 8291). Private
    key and salt are random unless given. Raises ValueError if the key is not on the curve.
    """
    from cryptography.hazmat.primitives.asymmetric.ec import (
        ECDH,
        SECP256R1,
        EllipticCurvePublicKey,
        generate_private_key,
    )
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    private = private or generate_private_key(SECP256R1())
    salt = salt or os.urandom(16)
    own = _public_point(private)
    shared = private.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), public))
    key = _derive_key(secret, shared, b"WebPush: info\0" + public + own, 32)
    content = _derive_key(salt, key, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(salt, key, b"Content-Encoding: nonce\0", 12)
    # A single record, marked as the last one.
    sealed = AESGCM(content).encrypt(nonce, text + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + len(own).to_bytes(1, "big") + own + sealed


def _derive_key(salt: bytes, key: bytes, purpose: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, salt, purpose).derive(key)


def _read_private_key(text: str) -> EllipticCurvePrivateKey:
    _require_cryptography()
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key

    try:
        return derive_private_key(int.from_bytes(_from_base64url(text), "big"), SECP256R1())
    except ValueError:
        raise QuarterdeckError(
            _("push_private_key is no key: make one with “quarterdeck push-keys”.")
        ) from None


def _public_point(private: EllipticCurvePrivateKey) -> bytes:
    """A private key's public key, as an uncompressed point."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _require_cryptography() -> None:
    try:
        importlib.import_module("cryptography")
    except ImportError:
        command = f"{sys.executable} -m pip install cryptography"
        sentence = _("Notices by web push need a package that is not installed: run “{command}”.")
        raise QuarterdeckError(sentence.format(command=command)) from None


def _to_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _from_base64url(text: Any) -> bytes:
    """Decode base64url. Raises ValueError."""
    if not isinstance(text, str) or not re.fullmatch(r"[\w-]+", text, re.ASCII):
        raise ValueError
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
