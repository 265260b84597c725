"""Signed links in e-mails, which work without the cookie of the requesting browser."""

from __future__ import annotations

import hashlib
from typing import Final

from itsdangerous import BadSignature, SignatureExpired, Signer, TimestampSigner

from quarterdeck.i18n import _
from quarterdeck.web.errors import Refused

__all__ = ["Tickets"]

# Seconds until an address confirmation expires.
CONFIRMED_WITHIN: Final = 3 * 24 * 3600


class Tickets:
    """Tickets signed with the server's key. They contain a guest's code, which does not identify the
    person.
    """

    def __init__(self, key: str) -> None:
        self._confirm_signer = TimestampSigner(key, salt="quarterdeck confirm")
        self._stop_signer = Signer(key, salt="quarterdeck stop")

    def confirm(self, code: str, email: str) -> str:
        """A ticket that proves access to this e-mail address."""
        return self._confirm_signer.sign(f"{code}.{_digest(email)}").decode()

    def stop(self, code: str) -> str:
        """A ticket that ends the e-mails to a guest; it never expires."""
        return self._stop_signer.sign(code).decode()

    def read_confirm(self, ticket: str) -> tuple[str, str]:
        """The code in a ticket, and the digest of the address, for `agrees`. Raises Refused."""
        try:
            code, _dot, digest = (
                self._confirm_signer.unsign(ticket, CONFIRMED_WITHIN).decode().rpartition(".")
            )
        except SignatureExpired:
            raise Refused(_("This link is too old: ask for another one on your page."), 403) from None
        except (BadSignature, UnicodeError):
            raise _bad_link() from None
        return code, digest

    def read_stop(self, ticket: str) -> str:
        """The code in a ticket. Raises Refused."""
        try:
            return self._stop_signer.unsign(ticket).decode()
        except (BadSignature, UnicodeError):
            raise _bad_link() from None

    def agrees(self, digest: str, email: str | None) -> bool:
        """Whether the digest is that of this address."""
        return email is not None and digest == _digest(email)


def _digest(email: str) -> str:
    return hashlib.sha256(f"quarterdeck address\n{email}".encode()).hexdigest()[:32]


def _bad_link() -> Refused:
    return Refused(_("This link is not one of ours, or not complete: copy all of it from the e-mail."), 403)
