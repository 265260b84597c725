"""Passkeys: the questions that a browser's passkeys answer, and the check of the answers (WebAuthn).

A question is random. It can be answered once, within five minutes, and only by the browser that has asked for
it. The database has public keys only, so nobody can sign in by what they read there.
"""

from __future__ import annotations

import hashlib
import ipaddress
import json
import re
import secrets
from collections.abc import Iterable
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from itsdangerous import BadData, SignatureExpired, URLSafeTimedSerializer
from starlette.requests import Request

from quarterdeck.i18n import N_, _
from quarterdeck.kernel.spec import Json
from quarterdeck.tables.store.keys import Passkey
from quarterdeck.web.accounts.browser import Browser, is_loopback, without_port
from quarterdeck.web.errors import Refused

__all__ = ["ASKED_SECONDS", "UNKNOWN", "NewPasskey", "Passkeys", "Site", "site_of"]

# Seconds until a question is too old to be answered.
ASKED_SECONDS: Final = 300
RANDOM_BYTES: Final = 32
LONGEST_ID: Final = 1400
ID: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)

_UNREADABLE: Final = N_("This passkey’s answer can’t be read: try again.")
_NOT_ASKED: Final = N_("This answer belongs to no question of this page: load the page and try again.")
_OTHER_SITE: Final = N_("This passkey belongs to another site: use one that you made here.")
_BAD_SIGNATURE: Final = N_("The signature of this passkey does not fit: try again, or use another one.")
UNKNOWN: Final = N_("This passkey is not known here, or was removed: use another one, or your recovery code.")


class Site(NamedTuple):
    """What passkeys belong to: the host's name, and the origin of its pages."""

    host: str
    origin: str


class NewPasskey(NamedTuple):
    """A checked answer: the passkey, and the question, which is not to be answered again."""

    passkey: Passkey
    question: str


def site_of(request: Request, address: str) -> Site:
    """The site of a request: its page's, which the middleware has compared with the host; or else that of our
    `address`. Raises Refused if browsers make no passkeys there.
    """
    scheme, _colon, rest = (request.headers.get("origin") or address).partition("://")
    netloc = without_port(scheme, rest.partition("/")[0]) if scheme in ("http", "https") else ""
    try:
        host = urlsplit(f"//{netloc}").hostname or ""
    except ValueError:
        # Such as a bracket that is never closed.
        host = ""
    if not host or _is_ip_address(host):
        raise Refused(
            _("Passkeys need a name: open this server at localhost or under its own name, not at a number."),
            409,
        )
    if scheme != "https" and not (is_loopback(host) or host.endswith(".localhost")):
        raise Refused(_("Passkeys need a page by https: this one came without."), 409)
    return Site(host, f"{scheme}://{netloc}")


def _is_ip_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class Passkeys:
    """Asks for passkeys' answers and checks them. `key` signs the questions, so that none has to be stored
    before it is answered.
    """

    def __init__(self, key: str) -> None:
        self._signer = URLSafeTimedSerializer(key, salt="quarterdeck passkey")

    # -- questions

    def to_make(self, site: Site, browser: Browser, name: str, known: Iterable[Passkey]) -> Json:
        """What a browser needs to make a passkey: `options`, and `asked`, to be sent back with the answer."""
        from webauthn import generate_registration_options
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
        )

        question = secrets.token_bytes(RANDOM_BYTES)
        options = generate_registration_options(
            rp_id=site.host,
            rp_name="Quarterdeck",
            user_id=hashlib.sha256(f"quarterdeck passkey\n{browser.owner}".encode()).digest(),
            user_name=name,
            user_display_name=name,
            challenge=question,
            timeout=ASKED_SECONDS * 1000,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=_from_base64url(key.id)) for key in known],
        )
        return self._signed_question("make", options, question, browser)

    def to_sign_in(self, site: Site, browser: Browser) -> Json:
        """What a browser needs to sign in by any passkey of this site."""
        from webauthn import generate_authentication_options

        question = secrets.token_bytes(RANDOM_BYTES)
        options = generate_authentication_options(
            rp_id=site.host, challenge=question, timeout=ASKED_SECONDS * 1000
        )
        return self._signed_question("sign in", options, question, browser)

    def _signed_question(self, purpose: str, options: Any, question: bytes, browser: Browser) -> Json:
        from webauthn import options_to_json

        asked = self._signer.dumps([purpose, _to_base64url(question), browser.csrf])
        return {"options": json.loads(options_to_json(options)), "asked": asked}

    # -- answers

    def read_new(self, site: Site, browser: Browser, asked: str, text: str) -> NewPasskey:
        """A new passkey, without its name and times. Raises Refused."""
        from webauthn import verify_registration_response

        question, answer = self._read_answer("make", site, browser, asked, text)
        verified = _verify(
            verify_registration_response,
            credential=answer,
            expected_challenge=_from_base64url(question),
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
        id_ = _to_base64url(verified.credential_id)
        if len(id_) > LONGEST_ID:
            raise Refused(_(_UNREADABLE), 400)
        key = _to_base64url(verified.credential_public_key)
        return NewPasskey(Passkey(id_, browser.owner, key, verified.sign_count, "", 0), question)

    def question_of(self, site: Site, browser: Browser, asked: str, text: str) -> tuple[str, str]:
        """The question of an answer that signs in, and the id of the passkey that gives it. Raises
        Refused.
        """
        question, answer = self._read_answer("sign in", site, browser, asked, text)
        id_ = answer.get("id")
        if not (isinstance(id_, str) and len(id_) <= LONGEST_ID and ID.fullmatch(id_)):
            raise Refused(_(_UNREADABLE), 400)
        return question, id_

    def check_signature(self, site: Site, question: str, text: str, known: Passkey) -> int:
        """Check that a known passkey has answered; returns how often it has signed. Raises Refused."""
        from webauthn import verify_authentication_response

        verified = _verify(
            verify_authentication_response,
            credential=json.loads(text),
            expected_challenge=_from_base64url(question),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=_from_base64url(known.key),
            credential_current_sign_count=known.signs,
        )
        return int(verified.new_sign_count)

    def _read_answer(
        self, purpose: str, site: Site, browser: Browser, asked: str, text: str
    ) -> tuple[str, Json]:
        """Check that an answer belongs to this browser and site and comes in time; returns its question, and
        the answer as it was sent. Raises Refused.
        """
        try:
            asked_purpose, question, token = self._signer.loads(asked, max_age=ASKED_SECONDS)
        except SignatureExpired:
            sentence = _("That took longer than {minutes} minutes: begin again.")
            raise Refused(sentence.format(minutes=ASKED_SECONDS // 60), 410) from None
        except BadData:
            raise Refused(_(_NOT_ASKED), 403) from None
        answer, client_data = _parse_answer(text)
        if (asked_purpose, token) != (purpose, browser.csrf) or client_data.get("challenge") != question:
            raise Refused(_(_NOT_ASKED), 403)
        if client_data.get("origin") != site.origin:
            raise Refused(_(_OTHER_SITE), 403)
        return question, answer


def _parse_answer(text: str) -> tuple[Json, Json]:
    """An answer, and the client data in it: what the browser says of its page. Raises Refused."""
    try:
        answer = json.loads(text)
        client_data = json.loads(_from_base64url(answer["response"]["clientDataJSON"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Refused(_(_UNREADABLE), 400) from None
    if not (isinstance(answer, dict) and isinstance(client_data, dict)):
        raise Refused(_(_UNREADABLE), 400)
    return answer, client_data


def _verify(verify: Any, **arguments: Any) -> Any:
    try:
        return verify(**arguments)
    except Exception:
        # The library parses what anybody may have sent, and can fail with errors that are not its own.
        raise Refused(_(_BAD_SIGNATURE), 403) from None


def _from_base64url(text: str) -> bytes:
    from webauthn import base64url_to_bytes

    return base64url_to_bytes(text)


def _to_base64url(raw: bytes) -> str:
    from webauthn.helpers import bytes_to_base64url

    return bytes_to_base64url(raw)
