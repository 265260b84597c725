"""What programs show to act for a seat: a token, made and signed here, of which only a hash is kept."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Security
from fastapi.security import HTTPBearer
from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from quarterdeck.i18n import _
from quarterdeck.tables.live.presence import Presence
from quarterdeck.tables.seats import owner_hash
from quarterdeck.web.answers import Refused
from quarterdeck.web.limits import address_of

__all__ = ["SECURED", "Asking", "Caller", "Known", "Tokens", "caller_of"]

PREFIX = "qd_"
MOST_CHARACTERS = 200


class Tokens:
    """Makes tokens and knows them again.

    They are signed, so that nobody can hold a seat under a token of his own making, which others could guess,
    nor under a browser's: the seat that its screen hides would lie open.
    """

    def __init__(self, key: str) -> None:
        self._signer = Signer(key, salt="quarterdeck token")

    def fresh(self) -> str:
        """A new token."""
        return self._signer.sign(PREFIX + secrets.token_urlsafe(32)).decode()

    def owner(self, token: str) -> str:
        """The hash under which a token holds seats. Refused if it is not one of ours."""
        try:
            if len(token) > MOST_CHARACTERS or not token.startswith(PREFIX):
                raise BadSignature("")
            self._signer.unsign(token)
        except (BadSignature, UnicodeError):
            raise Refused(_("This token is not one of this server's."), 401) from None
        return owner_hash(token)


@dataclass(frozen=True)
class Caller:
    """Who asks: the hash of the token, None without one, and the network address."""

    owner: str | None
    address: str


def caller_of(connection: HTTPConnection, tokens: Tokens) -> Caller:
    """Who sends a request, or opens a socket. Refused for a token that is none."""
    given = connection.headers.get("authorization")
    owner = None
    if given is not None:
        scheme, _space, token = given.partition(" ")
        if scheme.lower() != "bearer":
            raise Refused(_("A token is sent as “Authorization: Bearer TOKEN”."), 401)
        owner = tokens.owner(token.strip())
    return Caller(owner, address_of(connection))


def _asking(connection: HTTPConnection) -> Caller:
    tokens = connection.app.state.tokens
    presence = connection.app.state.presence
    assert isinstance(tokens, Tokens)
    assert isinstance(presence, Presence)
    caller = caller_of(connection, tokens)
    # Whatever is asked at a table shows that its asker is there.
    if caller.owner is not None and (table := connection.path_params.get("id")):
        presence.touch(str(table), caller.owner)
    return caller


def _known(caller: Asking) -> str:
    if caller.owner is None:
        raise Refused(_("This takes a seat's token: send it as “Authorization: Bearer TOKEN”."), 401)
    return caller.owner


# For the OpenAPI page alone: `caller_of` reads the header, and refuses what is wrong with it.
_SCHEME = Security(HTTPBearer(auto_error=False, description="The token of one seat or of several."))

# Anybody; and somebody with a token, as the hash of it.
Asking = Annotated[Caller, Depends(_asking)]
Known = Annotated[str, Depends(_known)]
SECURED = [_SCHEME]
