"""Tokens by which programs act for a seat: made and signed here; the store keeps only a hash."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Security
from fastapi.security import HTTPBearer
from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from quarterdeck.i18n import _
from quarterdeck.tables.seats import owner_hash
from quarterdeck.web.errors import Refused
from quarterdeck.web.limits import address_of

__all__ = ["SECURED", "AnyCaller", "Caller", "TokenOwner", "Tokens", "caller_of"]

PREFIX = "qd_"
MOST_CHARACTERS = 200


class Tokens:
    """Makes and verifies tokens.

    Tokens are signed. So nobody can use a self-made token, which others could guess, nor a browser's cookie,
    which would expose the seats that a shared screen hides.
    """

    def __init__(self, key: str) -> None:
        self._signer = Signer(key, salt="quarterdeck token")

    def fresh(self) -> str:
        """A new token."""
        return self._signer.sign(PREFIX + secrets.token_urlsafe(32)).decode()

    def owner(self, token: str) -> str:
        """The hash under which a token holds seats. Raises Refused if the token is not ours."""
        try:
            if len(token) > MOST_CHARACTERS or not token.startswith(PREFIX):
                raise BadSignature("")
            self._signer.unsign(token)
        except (BadSignature, UnicodeError):
            raise Refused(_("This token is not one of this server's."), 401) from None
        return owner_hash(token)


@dataclass(frozen=True)
class Caller:
    """The sender of a request: the token's hash, None without a token, and the network address."""

    owner: str | None
    address: str


def caller_of(connection: HTTPConnection, tokens: Tokens) -> Caller:
    """The caller of a request or WebSocket. Raises Refused if the token is invalid."""
    header = connection.headers.get("authorization")
    owner = None
    if header is not None:
        scheme, _space, token = header.partition(" ")
        if scheme.lower() != "bearer":
            raise Refused(_("A token is sent as “Authorization: Bearer TOKEN”."), 401)
        owner = tokens.owner(token.strip())
    return Caller(owner, address_of(connection))


def _read_caller(connection: HTTPConnection) -> Caller:
    """The caller of a request. Raises Refused."""
    tokens = connection.app.state.tokens
    assert isinstance(tokens, Tokens)
    return caller_of(connection, tokens)


def _require_owner(caller: AnyCaller) -> str:
    """The hash of the caller's token. Refused without one."""
    if caller.owner is None:
        raise Refused(_("This takes a seat's token: send it as “Authorization: Bearer TOKEN”."), 401)
    return caller.owner


# Only for the OpenAPI page: `caller_of` reads and checks the header itself.
_SCHEME = Security(HTTPBearer(auto_error=False, description="The token of one seat or of several."))

# The sender of a request, with or without a token; the hash of the token of one who has to have it.
AnyCaller = Annotated[Caller, Depends(_read_caller)]
TokenOwner = Annotated[str, Depends(_require_owner)]
SECURED = [_SCHEME]
