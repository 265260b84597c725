"""Letting the network in, and the page that says what it means. Only the host can, at this very computer."""

from __future__ import annotations

import re
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.web import forms
from quarterdeck.web.answers import refused_page
from quarterdeck.web.context import AppContext, Handlers, browser_of
from quarterdeck.web.errors import Refused
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates
from quarterdeck.web.table.waiting import qr_code

__all__ = ["routes"]

# Where the button's form may lead back to, below /table/.
BACK: Final = re.compile(r"\w{1,40}(/devices)?")


def routes(app: AppContext) -> list[Route]:
    """The routes of the page and of its buttons."""
    network = _Network(app)
    return [Route("/network", network.page), Route("/network", network.change, methods=["POST"])]


class _Network(Handlers):
    async def page(self, request: Request) -> Response:
        return HTMLResponse(self._page(request))

    def _page(self, request: Request, error: str | None = None) -> str:
        network = self._app.network
        context: dict[str, Any] = {
            "csrf": browser_of(request).csrf,
            "error": error,
            "network": self._app.network_for(request),
            "open": network.address,
            "qr": qr_code(f"{network.address}/") if network.address else None,
        }
        return templates.render("network.html", context)

    async def change(self, request: Request) -> Response:
        form = await self._app.form(request)
        if not self._app.network.from_host(request):
            raise Refused(_("Only whoever runs this server, at the computer itself, can do this."), 403)
        wanted, back = forms.on_or_off(form, "open"), form.get("back", "")
        try:
            await (self._app.network.open() if wanted else self._app.network.close())
        except Refused:
            raise
        except QuarterdeckError as error:
            return refused_page(self._page(request, str(error)), error)
        return RedirectResponse(url(f"/table/{back}" if BACK.fullmatch(back) else "/network"), 303)
