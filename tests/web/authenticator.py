"""An authenticator in software: makes passkeys, and answers with them as a browser would."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from cbor2 import dumps
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

from tests.web.desk import JSON, Desk, error_of

__all__ = ["ORIGIN", "Authenticator", "ask", "enter", "make", "name_of", "raw", "refused"]

ORIGIN = "http://localhost"
# Flags of an authenticator's data: somebody was there, and was verified; a new key is in it.
THERE, NEW = 0x05, 0x40


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(words: str) -> bytes:
    return urlsafe_b64decode(words + "=" * (-len(words) % 4))


class Authenticator:
    """One passkey. `counts`: whether it says how often it has signed."""

    def __init__(self, host: str = "localhost", counts: bool = True) -> None:
        self.id = secrets.token_bytes(16)
        self.host = host
        self.counts = counts
        self.signs = 0
        self._key = generate_private_key(SECP256R1())

    def made(self, question: str, origin: str = ORIGIN) -> dict[str, Any]:
        """The answer to the question to make it."""
        point = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        data = self._data(THERE | NEW) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + dumps(key)
        attested = dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._said("webauthn.create", question, origin)
        return self._answer({"clientDataJSON": text(said), "attestationObject": text(attested)})

    def signed(self, question: str, origin: str = ORIGIN) -> dict[str, Any]:
        """The answer to a question that signs in."""
        self.signs += self.counts
        said, data = self._said("webauthn.get", question, origin), self._data(THERE)
        signature = self._key.sign(data + hashlib.sha256(said).digest(), ECDSA(SHA256()))
        response = {
            "clientDataJSON": text(said),
            "authenticatorData": text(data),
            "signature": text(signature),
        }
        return self._answer(response)

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.signs.to_bytes(4, "big")

    def _said(self, what: str, question: str, origin: str) -> bytes:
        return json.dumps({"type": what, "challenge": question, "origin": origin}).encode()

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}


def ask(desk: Desk, what: str = "ask", **headers: str) -> dict[str, Any]:
    """A question of the server: to "ask" is to sign in, "new" to make a passkey."""
    answer = desk.post(f"/me/passkey/{what}", {}, **JSON, **headers)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert isinstance(found, dict)
    return found


def make(desk: Desk, passkey: Authenticator | None = None, name: str = "") -> Authenticator:
    """A new passkey of a browser."""
    passkey = passkey or Authenticator()
    told = ask(desk, "new")
    answer = passkey.made(told["options"]["challenge"])
    form = {"asked": told["asked"], "answer": json.dumps(answer), "name": name}
    assert desk.post("/me/passkey", form, **JSON).json() == {"ok": True, "go": "/me#me-keys"}
    return passkey


def enter(desk: Desk, passkey: Authenticator) -> str:
    """Sign in; returns the address to which that leads."""
    told = ask(desk)
    answer = passkey.signed(told["options"]["challenge"])
    found = desk.post("/me/enter", {"asked": told["asked"], "answer": json.dumps(answer)}, **JSON)
    assert found.status_code == 200, found.text
    return str(found.json()["go"])


def name_of(desk: Desk) -> str:
    """As whom a browser is known: the name on its page."""
    found = re.search(r'id="name" name="name" value="([^"]*)"', desk.get("/me").text)
    assert found
    return found[1]


def refused(desk: Desk, told: dict[str, Any], answer: object, status: int, said: str) -> None:
    """An answer to a question is refused with these words, and the browser stays who it was."""
    before = name_of(desk)
    text = answer if isinstance(answer, str) else json.dumps(answer)
    found = desk.post("/me/enter", {"asked": told["asked"], "answer": text}, **JSON)
    assert (found.status_code, said in error_of(found)) == (status, True), found.text
    assert name_of(desk) == before
