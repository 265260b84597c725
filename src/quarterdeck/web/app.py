"""The server's application: its addresses, and what is around them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from quarterdeck.errors import QuarterdeckError
from quarterdeck.settings import Settings
from quarterdeck.tables.notifier import Notifier
from quarterdeck.tables.room import Room
from quarterdeck.web.answers import on_error, on_http_error, on_refusal, on_store_failure
from quarterdeck.web.api.app import api_routes
from quarterdeck.web.browser import Keyring
from quarterdeck.web.desk import Desk
from quarterdeck.web.guard import Guard
from quarterdeck.web.handlers import (
    about,
    coach,
    company,
    devices,
    games,
    history,
    home,
    languages,
    lessons,
    lobby,
    me,
    table,
    waiting,
)
from quarterdeck.web.health import Figures, health_routes
from quarterdeck.web.paths import Rooted, check_root
from quarterdeck.web.post import Post
from quarterdeck.web.push import Push
from quarterdeck.web.tickets import Tickets

__all__ = ["create_app"]


def create_app(
    room: Room, key: str, settings: Settings | None = None, figures: Figures | None = None
) -> ASGIApp:
    """The server's application. `key` signs cookies; `figures` are told at /metrics if it is wanted."""
    settings = settings or Settings()
    keyring = Keyring(key)
    desk = Desk(room, keyring, settings)
    tickets = Tickets(key)
    post = Post(settings, tickets) if settings.mail_host else None
    push = Push(settings) if settings.push_public_key else None
    notifier = Notifier(room, [carrier for carrier in (post, push) if carrier])

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        room.matches.show(history.example_match())
        room.resume()
        notifier.start()
        yield
        await notifier.close()
        await desk.coach.close()
        await room.close()

    app = Starlette(
        routes=[
            *home.routes(desk),
            *lobby.routes(desk),
            *waiting.routes(desk),
            *devices.routes(desk),
            *table.routes(desk),
            *company.routes(desk),
            *history.routes(desk),
            *coach.routes(desk),
            *lessons.routes(desk),
            *games.routes(desk, key),
            *me.routes(desk, tickets, post, push),
            *about.routes(),
            *languages.routes(desk),
            *health_routes(room.store.ping, figures, settings),
            *api_routes(desk, key),
        ],
        exception_handlers={
            QuarterdeckError: on_refusal,
            SQLAlchemyError: on_store_failure,
            HTTPException: on_http_error,
            Exception: on_error,
        },
        lifespan=lifespan,
    )
    check_root(settings.root, app.routes)
    return Rooted(Guard(app, keyring, settings, desk.limits), settings.root)
