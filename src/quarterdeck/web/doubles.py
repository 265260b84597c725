"""Forms that come twice, as a second click sends them without scripts: they make one thing."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final, Protocol, TypeVar

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request

from quarterdeck.tables.errors import NotFound, StoreError
from quarterdeck.tables.match.match import Match
from quarterdeck.web.context import AppContext, browser_of

__all__ = ["create_once", "make_once"]


class Created(Protocol):
    """What a form makes. `created` is in seconds since 1970."""

    @property
    def created(self) -> int: ...


T = TypeVar("T", bound=Created)

# Seconds within which a form that comes again is a double. Later somebody sends it on purpose, from a page to
# which the browser went back.
DOUBLE: Final = 30


async def create_once(app: AppContext, request: Request, form: Mapping[str, str], fresh: Match) -> Match:
    """Store the new match that a form asks for; see `make_once`. Raises TooOften, NotAllowed, StoreError."""
    return await make_once(app, request, form, lambda id_: app.room.create(fresh.under(id_)), app.room.get)


async def make_once(
    app: AppContext,
    request: Request,
    form: Mapping[str, str],
    make: Callable[[str], Awaitable[T]],
    find: Callable[[str], Awaitable[T]],
) -> T:
    """What a form makes under an id of its own; or, if it came a moment ago, what it made then.

    A form that is sent twice makes one thing, also at two servers of one database. A form without a text in
    its field ``once`` always makes another. `find` raises NotFound.
    """
    browser = browser_of(request)
    id_ = app.keyring.made_by(browser, form) if form.get("once") else app.keyring.made_by(browser)
    async with app.room.once:
        with suppress(NotFound):
            found = await find(id_)
            if time.time() - found.created < DOUBLE:
                return found
            id_ = app.keyring.made_by(browser)
        await app.limit(request, "create")
        try:
            return await make(id_)
        except (StoreError, SQLAlchemyError):
            # Another server may have got the form's double.
            with suppress(NotFound):
                return await find(id_)
            raise
