"""The server's application: its routes and middleware."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from quarterdeck.errors import QuarterdeckError
from quarterdeck.settings import Settings
from quarterdeck.tables.live.bookkeeper import Bookkeeper
from quarterdeck.tables.live.notifier import Notifier
from quarterdeck.tables.live.regatta import Organizer
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.store.engine import unusable
from quarterdeck.web.answers import on_error, on_http_error, on_refusal, on_store_failure
from quarterdeck.web.api.mount import api_routes
from quarterdeck.web.browser import Keyring
from quarterdeck.web.context import AppContext
from quarterdeck.web.forms import companions
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
from quarterdeck.web.health import Figures, health_routes
from quarterdeck.web.middleware import Guard
from quarterdeck.web.network import Network
from quarterdeck.web.paths import PathPrefix, check_root
from quarterdeck.web.post import EmailCarrier
from quarterdeck.web.push import Push
from quarterdeck.web.reckoning import booking_of, finishes_of
from quarterdeck.web.tickets import Tickets

__all__ = ["create_app"]


def create_app(
    room: Room,
    key: str,
    settings: Settings | None = None,
    figures: Figures | None = None,
    network: Network | None = None,
    opened: Path | None = None,
) -> ASGIApp:
    """Create the server's application. `key` signs cookies; `figures` are shown at /metrics if the settings
    enable it; `network` can let the network in; in `opened` several processes keep the files that somebody
    has opened.
    """
    settings = settings or Settings()
    network = network or Network(settings)
    daily_key = settings.daily_key.get_secret_value() if settings.daily_key else key
    keyring = Keyring(key, room.people.of)
    app = AppContext(room, keyring, settings, network)
    tickets = Tickets(key)
    post = EmailCarrier(settings, tickets) if settings.mail_host else None
    push = Push(settings) if settings.push_public_key else None
    organizer = Organizer(room, key, finishes_of, companions)
    bookkeeper = Bookkeeper(room, booking_of, organizer.settle)
    notifier = Notifier(room, [carrier for carrier in (post, push) if carrier])
    circle = Friends(app, notifier)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        try:
            room.matches.show(history.example_match())
            await room.people.read()
            room.resume()
            notifier.start()
            bookkeeper.start()
        except Exception as error:
            await room.close()
            if isinstance(error, SQLAlchemyError):
                raise unusable(room.store.database.engine, error) from None
            raise
        yield
        await network.close()
        await notifier.close()
        await bookkeeper.close()
        await app.coach.close()
        await room.close()

    served = Starlette(
        routes=[
            *home.routes(app),
            *lobby.routes(app),
            *lists.routes(app),
            *network_routes(app),
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
            *regatta.routes(app, organizer),
            *friends.routes(app, circle),
            *me.routes(app, key, tickets, post, push),
            *puzzles.routes(app),
            *installed.routes(app),
            *about.routes(),
            *languages.routes(app),
            *health_routes(room.store.ping, figures, settings),
            *api_routes(app, key, daily_key, organizer, circle),
        ],
        exception_handlers={
            QuarterdeckError: on_refusal,
            SQLAlchemyError: on_store_failure,
            HTTPException: on_http_error,
            Exception: on_error,
        },
        lifespan=lifespan,
    )
    check_root(settings.root, served.routes)
    return PathPrefix(Guard(served, keyring, settings, app.limits, network), settings.root)
