"""Keeps what goes wrong while the application begins or ends: Starlette would hand its whole traceback on as
text, in which messages with SQL, paths and secrets could not be told from the rest.
"""

from __future__ import annotations

import logging

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Lifespan"]

log = logging.getLogger(__name__)


class Lifespan:
    """Middleware that takes the text from failures of the application's beginning and end. What failed at the
    beginning is kept in `failure`, and what failed at the end is logged.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.failure: Exception | None = None
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return
        began = False

        async def send_without_text(message: Message) -> None:
            nonlocal began
            began = began or message["type"] == "lifespan.startup.complete"
            await send({"type": message["type"]})

        try:
            await self._app(scope, receive, send_without_text)
        except Exception as error:
            if began:
                log.exception("The server has not ended well")
            else:
                self.failure = error
            raise
