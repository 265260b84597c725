"""What all API handlers share: the tables, authentication, the requested seat, and error responses."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from quarterdeck.i18n import _
from quarterdeck.tables.errors import NotAllowed, NotFound
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import OPEN, Match, Viewer
from quarterdeck.tables.match.sight import check_admitted
from quarterdeck.tables.seats import HUMAN
from quarterdeck.web.api.models import Made
from quarterdeck.web.api.tokens import SECURED, Caller, Tokens
from quarterdeck.web.context import AppContext, viewer
from quarterdeck.web.errors import Refused
from quarterdeck.web.friends import Friends
from quarterdeck.web.limits import Kind

__all__ = ["Operations", "Service", "check_holder", "refusals", "table_router"]

WORDS = {
    400: "The request can't be read.",
    401: "The token is missing, or not one of this server's.",
    403: "That is not for this token to do or to know.",
    404: "There is no such table, seat or ply.",
    409: "The table has moved on, or can't go on.",
    413: "That is more than this server takes.",
    422: "The move is illegal, or a field is wrong.",
    429: "Too often; Retry-After says how many seconds to wait.",
    503: "It could not be stored or read just now: nothing was changed.",
}


def check_holder(match: Match, owner: str | None, seat: int) -> None:
    """Check that this token holds the seat. Raises NotFound, NotAllowed."""
    # Called for every message, and faster than `Match.seats_of`, which checks all seats.
    if seat >= len(match.seats):
        raise NotFound(_("There is no such seat at this table."))
    chair = match.seats[seat]
    if chair.kind != HUMAN or owner not in chair.holders:
        raise NotAllowed(_("This token does not hold that seat."))


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error responses of an operation, for the OpenAPI page."""
    always = (400, 403, 413, 421, 422, 429, 503)
    words = {**WORDS, 421: "The server does not answer under that name."}
    headers = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
    return {
        status: {
            # By name: FastAPI would examine a model anew for each response of each operation.
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
            "description": words[status],
            **({"headers": headers} if status == 429 else {}),
        }
        for status in sorted({*statuses, *always})
    }


def table_router(tag: str, under: str = "") -> APIRouter:
    """A router for the operations on one table, at its path or `under` it."""
    return APIRouter(
        prefix=f"/tables/{{id}}{under}",
        tags=[tag],
        responses=refusals(401, 404, 409),
        dependencies=SECURED,
    )


class Service:
    """The API's access to a room's tables."""

    def __init__(self, app: AppContext, tokens: Tokens, friends: Friends) -> None:
        self.app = app
        self.friends = friends
        self.room = app.room
        self.tokens = tokens

    async def match(self, id_: str, owner: str | None) -> Match:
        """The match at a table, for whoever has this token's hash; its players and maker count as present.
        Raises NotFound, NotAllowed, Outdated, StoreError.
        """
        # All ids match this, and some databases reject other characters of a path.
        if not (id_.isascii() and id_.isalnum()):
            raise NotFound(_("There is no such table here: the address may be incomplete."))
        match = await self.room.get(id_)
        check_admitted(match, owner)
        self.app.count_present(match, owner)
        return match

    def limit(self, kind: Kind, caller: Caller) -> None:
        """Count one more request of a kind. Raises TooOften."""
        self.app.limits.check(kind, caller.owner, caller.address)

    async def limit_new_table(self, caller: Caller) -> None:
        """Count one more table or regatta that a caller begins. Raises TooOften; NotAllowed if too many of
        their tables are unfinished.
        """
        self.limit("create", caller)
        if caller.owner is not None:
            await self.app.check_open(caller.owner)

    def admit(self, caller: Caller) -> tuple[str, str | None]:
        """The hash under which the caller gets a seat, and a new token if the caller had none."""
        if caller.owner is not None:
            return caller.owner, None
        token = self.tokens.fresh()
        return self.tokens.owner(token), token

    async def grant(self, match: Match, command: Command) -> Made:
        """Execute a command. Raises NotAllowed, StaleMove, IllegalAction, StoreError."""
        return Made(version=await self.room.execute(match, command))

    def viewer(self, match: Match, caller: Caller, asked: str | None) -> Viewer:
        """The viewer for a request: by default the token's seat, or else a spectator."""
        held = match.seats_of(caller.owner)
        if asked is None:
            if len(held) > 1:
                raise Refused(_("This token holds several seats: say which one by “seat”."), 422)
            return held[0] if held else None
        wanted = viewer(asked)
        if isinstance(wanted, int) and wanted >= match.game.players:
            raise NotFound(_("There is no such seat at this table."))
        if wanted is not None and wanted not in held and not match.open:
            if wanted == OPEN:
                raise NotAllowed(_("The cards are laid open when the match is over."))
            raise NotAllowed(_("This token does not hold that seat."))
        return wanted

    async def held(self, id_: str, owner: str | None, seat: int) -> Match:
        """As `match`, for an operation on a seat that this token has to hold: the commands' own sentences
        speak of browsers.
        """
        match = await self.match(id_, owner)
        check_holder(match, owner, seat)
        return match

    def own_seat(self, match: Match, caller: Caller, asked: str | None) -> int:
        """The token's seat that the request concerns. Raises Refused, NotAllowed, NotFound."""
        seat = self.viewer(match, caller, asked)
        if not isinstance(seat, int) or seat not in match.seats_of(caller.owner):
            raise NotAllowed(_("This takes a seat that the token holds."))
        return seat


class Operations:
    """The handlers of some operations, which share the service."""

    def __init__(self, service: Service) -> None:
        self._service = service
