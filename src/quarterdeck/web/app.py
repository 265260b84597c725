"""The server's application: its routes and middleware."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from quarterdeck.errors import QuarterdeckError
from quarterdeck.settings import Settings
from quarterdeck.tables.live.bookkeeper import Bookkeeper
from quarterdeck.tables.live.notifier import Notifier
from quarterdeck.tables.live.regatta import Organizer
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.store.engine import unusable
from quarterdeck.web.accounts.browser import Keyring
from quarterdeck.web.answers import on_error, on_http_error, on_refusal, on_store_failure
from quarterdeck.web.api.mount import api_routes
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.context import AppContext
from quarterdeck.web.friends import Friends
from quarterdeck.web.handlers import (
    about,
    coach,
    company,
    daily,
    devices,
    friends,
    games,
    history,
    home,
    host,
    installed,
    ladder,
    languages,
    lessons,
    lists,
    lobby,
    me,
    opening,
    preview,
    puzzles,
    regatta,
    table,
    waiting,
)
from quarterdeck.web.handlers.network import routes as network_routes
from quarterdeck.web.health import PrometheusMetrics, health_routes
from quarterdeck.web.middleware import Guard
from quarterdeck.web.network import Network
from quarterdeck.web.notices.email_carrier import EmailCarrier
from quarterdeck.web.notices.push import Push
from quarterdeck.web.notices.tickets import Tickets
from quarterdeck.web.notices.webhooks import WebhookCarrier
from quarterdeck.web.paths import PathPrefix, check_root
from quarterdeck.web.table.booking import booking_of, finishes_of

__all__ = ["create_app"]


class _Parts(NamedTuple):
    """What routes share besides the context, and what runs beside them."""

    tickets: Tickets
    email: EmailCarrier | None
    push: Push | None
    webhooks: WebhookCarrier | None
    organizer: Organizer
    bookkeeper: Bookkeeper
    notifier: Notifier
    friends: Friends


def create_app(
    room: Room,
    key: str,
    settings: Settings | None = None,
    metrics: PrometheusMetrics | None = None,
    network: Network | None = None,
    opened: Path | None = None,
) -> ASGIApp:
    """Create the server's application. `key` signs cookies; `metrics` are shown at /metrics if the settings
    enable it; `network` can let the network in; in `opened` several processes keep the files that somebody
    has opened.
    """
    settings = settings or Settings()
    network = network or Network(settings)
    daily_key = settings.daily_key.get_secret_value() if settings.daily_key else key
    app = AppContext(room, Keyring(key, room.people.of), settings, network)
    parts = _make_parts(app, key)
    served = Starlette(
        routes=[
            *_page_routes(app, parts, key, daily_key, opened),
            *health_routes(room.store.ping, metrics, settings),
            *api_routes(app, key, daily_key, parts.organizer, parts.friends),
        ],
        exception_handlers={
            QuarterdeckError: on_refusal,
            SQLAlchemyError: on_store_failure,
            HTTPException: on_http_error,
            Exception: on_error,
        },
        lifespan=lambda _served: _running(app, parts),
    )
    check_root(settings.root, served.routes)
    return PathPrefix(Guard(served, app.keyring, settings, app.limits, network), settings.root)


def _make_parts(app: AppContext, key: str) -> _Parts:
    tickets = Tickets(key)
    email = EmailCarrier(app.settings, tickets) if app.settings.mail_host else None
    push = Push(app.settings) if app.settings.push_public_key else None
    webhooks = WebhookCarrier(app.settings) if app.settings.webhooks else None
    organizer = Organizer(app.room, key, finishes_of, lambda game: BOARDS[game].companions)
    bookkeeper = Bookkeeper(app.room, booking_of, organizer.settle_or_log)
    notifier = Notifier(app.room, [carrier for carrier in (email, push, webhooks) if carrier])
    return _Parts(tickets, email, push, webhooks, organizer, bookkeeper, notifier, Friends(app, notifier))


def _page_routes(
    app: AppContext, parts: _Parts, key: str, daily_key: str, opened: Path | None
) -> list[BaseRoute]:
    """The routes of pages, forms and sockets."""
    return [
        *home.routes(app),
        *lobby.routes(app),
        *lists.routes(app),
        *network_routes(app),
        *host.routes(app),
        *waiting.routes(app),
        *devices.routes(app),
        *table.routes(app),
        *company.routes(app),
        *history.routes(app),
        *coach.routes(app),
        *opening.routes(app, opened),
        *preview.routes(app),
        *lessons.routes(app),
        *games.routes(app, key),
        *ladder.routes(app),
        *daily.routes(app, daily_key),
        *regatta.routes(app, parts.organizer),
        *friends.routes(app, parts.friends),
        *me.routes(app, key, parts.tickets, me.Carriers(parts.email, parts.push, parts.webhooks)),
        *puzzles.routes(app),
        *installed.routes(app),
        *about.routes(),
        *languages.routes(app),
    ]


@asynccontextmanager
async def _running(app: AppContext, parts: _Parts) -> AsyncIterator[None]:
    """Resume the matches, and run what runs beside the routes. All of it is closed in the end, even if the
    beginning fails or a part can't be closed. Raises QuarterdeckError if the database can't be used.
    """
    room = app.room
    async with AsyncExitStack() as ending:
        # The last one is closed first: the others still need the room then.
        for part in (room, app.coach, parts.bookkeeper, parts.notifier, app.network):
            ending.push_async_callback(part.close)
        try:
            room.matches.show(history.example_match())
            await room.people.read()
            room.resume()
            parts.notifier.start()
            parts.bookkeeper.start()
        except SQLAlchemyError as error:
            raise unusable(room.store.database.engine, error) from None
        yield
