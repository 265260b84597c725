"""A guest's own page: name, notices by e-mail, by web push and in a chat, stored data, and deletion."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.i18n import _, current
from quarterdeck.kernel.spec import Json
from quarterdeck.tables.live.notifier import Undelivered
from quarterdeck.tables.store import friends
from quarterdeck.tables.store.merging import MOST_PUSH
from quarterdeck.tables.store.puzzles import answers_of
from quarterdeck.tables.store.results import of_owner
from quarterdeck.tables.store.rows import Guest
from quarterdeck.web import forms
from quarterdeck.web.accounts.guests import new_guest, rename
from quarterdeck.web.answers import wants_json
from quarterdeck.web.context import AppContext, ErrorPage, Handlers, browser_of
from quarterdeck.web.errors import Refused
from quarterdeck.web.handlers import keys
from quarterdeck.web.handlers.keys import keys_of
from quarterdeck.web.limits import address_of
from quarterdeck.web.notices.email_carrier import EmailCarrier, email_address, mailbox
from quarterdeck.web.notices.outbound import NotPublic
from quarterdeck.web.notices.push import Push, read_subscription
from quarterdeck.web.notices.tickets import Tickets
from quarterdeck.web.notices.webhooks import WebhookCarrier, channel_of, read_mention, read_webhook
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates
from quarterdeck.web.rendering.dates import iso_day

__all__ = ["Carriers", "routes"]

Change = Callable[[Guest], Guest]


class Carriers(NamedTuple):
    """The carriers of notices that the host has set up."""

    email: EmailCarrier | None
    push: Push | None
    webhooks: WebhookCarrier | None


def routes(app: AppContext, key: str, tickets: Tickets, carriers: Carriers) -> list[Route]:
    """The routes of the guest's page and its forms; `key` signs what concerns passkeys."""
    me = _Me(app, tickets, carriers)
    changes: dict[str, Callable[[dict[str, str]], Change]] = {
        "notices": me.notices,
        "mail/remove": me.remove_email,
        "push": me.add_browser,
        "push/remove": me.remove_browser,
        "webhook/remove": me.remove_webhook,
    }
    return [
        Route("/me", me.page),
        Route("/me/name", me.name, methods=["POST"]),
        Route("/me/mail", me.email, methods=["POST"]),
        Route("/me/webhook", me.webhook, methods=["POST"]),
        Route("/me/forget", me.forget, methods=["POST"]),
        *(Route(f"/me/{name}", me.changing(change), methods=["POST"]) for name, change in changes.items()),
        Route("/me/confirm", me.ask_confirm),
        Route("/me/confirm", me.confirm, methods=["POST"]),
        Route("/me/stop", me.ask_stop),
        Route("/me/stop", me.stop, methods=["POST"]),
        *keys.routes(app, key, me.refused_page),
    ]


class _Me(Handlers):
    def __init__(self, app: AppContext, tickets: Tickets, carriers: Carriers) -> None:
        super().__init__(app)
        self._tickets = tickets
        self._email, self._push, self._webhooks = carriers.email, carriers.push, carriers.webhooks

    # -- the page

    async def page(self, request: Request) -> Response:
        return HTMLResponse(await self._page({}, request))

    def refused_page(self, form: Mapping[str, str]) -> ErrorPage:
        """The page after a form was refused: it keeps what was typed."""
        return partial(self._page, form)

    async def _page(self, typed: Mapping[str, str], request: Request, error: str | None = None) -> str:
        browser = browser_of(request)
        guest = await self._app.room.guest(browser.owner)
        endpoints = [subscription.get("endpoint", "") for subscription in guest.push] if guest else []
        context: dict[str, Any] = {
            "csrf": browser.csrf,
            "error": error,
            "typed": typed,
            "guest": guest or new_guest(browser.owner),
            "known": guest is not None,
            "hidden": len(await self._app.room.ask(friends.hidden_by, browser.owner)),
            "puzzled": len(await self._app.room.ask(answers_of, browser.owner)),
            "logged": len(await self._app.room.ask(of_owner, browser.owner)),
            "sends_emails": self._email is not None,
            "push_key": self._push.public_key if self._push else None,
            "webhooks": self._webhooks is not None,
            "chat": urlsplit(guest.webhook).hostname if guest and guest.webhook else None,
            "chat_refused": guest is not None and guest.webhook == "",
            "endpoints": endpoints,
            "services": [urlsplit(endpoint).hostname for endpoint in endpoints],
            "day": iso_day,
            "came": next((way for way in ("in", "out") if request.query_params.get(way)), None),
            **await keys_of(self._app, browser),
        }
        return templates.render("me.html", context)

    def changing(self, read: Callable[[dict[str, str]], Change]) -> Callable[[Request], Awaitable[Response]]:
        """A handler that changes a guest as given by a form."""

        async def handle(request: Request) -> Response:
            form = await self._app.form(request)
            return await self._run_and_respond(request, form, self._change_guest(request, read, form))

        return handle

    async def _change_guest(
        self, request: Request, read: Callable[[dict[str, str]], Change], form: dict[str, str]
    ) -> None:
        owner, change, language = browser_of(request).owner, read(form), current()
        await self._app.room.change_guest(
            owner, lambda guest: replace(change(guest or new_guest(owner)), language=language)
        )

    async def _run_and_respond(
        self, request: Request, form: Mapping[str, str], doing: Awaitable[None]
    ) -> Response:
        """Do what a form asks for and show the page, with an error sentence if it fails."""

        async def done() -> Response:
            await doing
            return JSONResponse({"ok": True}) if wants_json(request) else RedirectResponse(url("/me"), 303)

        return await self.respond(request, self.refused_page(form), done())

    # -- changes: forms are checked before the guest's row is locked

    async def name(self, request: Request) -> Response:
        form = await self._app.form(request)
        return await self._run_and_respond(request, form, self._rename(request, form))

    async def _rename(self, request: Request, form: dict[str, str]) -> None:
        owner, language = browser_of(request).owner, current()
        await rename(
            self._app.room, owner, form.get("name", ""), lambda guest: replace(guest, language=language)
        )

    def notices(self, form: dict[str, str]) -> Change:
        return _with_notices if forms.on_or_off(form, "on") else lambda guest: replace(guest, since=None)

    def remove_email(self, _form: dict[str, str]) -> Change:
        return _without_email

    def add_browser(self, form: dict[str, str]) -> Change:
        if self._push is None:
            raise _not_set_up()
        added = read_subscription(form.get("subscription", ""))

        def change(guest: Guest) -> Guest:
            others = _other_subscriptions(guest, added["endpoint"])
            return _with_notices(replace(guest, push=[*others, added][-MOST_PUSH:]))

        return change

    def remove_browser(self, form: dict[str, str]) -> Change:
        return lambda guest: replace(guest, push=_other_subscriptions(guest, form.get("endpoint")))

    async def webhook(self, request: Request) -> Response:
        form = await self._app.form(request)
        return await self._run_and_respond(request, form, self._add_webhook(request, form))

    async def _add_webhook(self, request: Request, form: dict[str, str]) -> None:
        """Post a first message to a webhook, and store it if that arrives."""
        if self._webhooks is None:
            raise _not_set_up()
        webhook, mention = read_webhook(form.get("webhook", "")), read_mention(form.get("mention", ""))
        owner, language, code = browser_of(request).owner, current(), _new_code()
        self._app.limits.first_message(owner, channel_of(webhook), address_of(request))
        before = await self._app.room.change_guest(
            owner, lambda guest: replace(guest or new_guest(owner), language=language)
        )
        assert before is not None
        await self._greet(self._webhooks, webhook, mention)

        def change(guest: Guest | None) -> Guest | None:
            """A guest who was forgotten or changed their webhook meanwhile stays as they are."""
            if guest is None or (guest.created, guest.webhook) != (before.created, before.webhook):
                return None
            return _with_notices(replace(guest, webhook=webhook, mention=mention, code=guest.code or code))

        after = await self._app.room.change_guest(owner, change)
        if after is None or after.webhook != webhook:
            raise Refused(_("Your page has changed meanwhile: enter the webhook again."), 409)

    async def _greet(self, webhooks: WebhookCarrier, webhook: str, mention: str) -> None:
        """Post a first message. Raises Refused if it does not arrive."""
        try:
            await webhooks.greet(webhook, mention)
        except NotPublic:
            sentence = _(
                "This server posts to chats on the Internet only, not to addresses of a private network."
            )
            raise Refused(sentence, 400) from None
        except Undelivered as failed:
            if failed.lasting:
                raise Refused(_("Your chat takes no messages at that address: copy it again."), 400) from None
            raise Refused(
                _("Your chat can't be reached there just now: check the address, or try again later."), 503
            ) from None

    def remove_webhook(self, _form: dict[str, str]) -> Change:
        return lambda guest: replace(guest, webhook=None, mention="")

    async def email(self, request: Request) -> Response:
        form = await self._app.form(request)
        doing = self._request_confirmation(request, form.get("email", ""))
        return await self._run_and_respond(request, form, doing)

    async def _request_confirmation(self, request: Request, text: str) -> None:
        """Store an unconfirmed address, and send a confirmation request to it."""
        if self._email is None:
            raise _not_set_up()
        email = email_address(text)
        owner, language, code = browser_of(request).owner, current(), _new_code()
        self._app.limits.first_message(owner, mailbox(email), address_of(request))

        def change(guest: Guest | None) -> Guest:
            known = guest or new_guest(owner)
            return replace(known, pending=email, code=known.code or code, language=language)

        guest = await self._app.room.change_guest(owner, change)
        assert guest is not None
        try:
            await self._email.ask(guest.code or code, email)
        except Undelivered:
            raise Refused(
                _("No e-mail could be sent there just now: check the address, or try again later."), 503
            ) from None

    async def forget(self, request: Request) -> Response:
        form = await self._app.form(request)
        return await self._run_and_respond(request, form, self._forget(request))

    async def _forget(self, request: Request) -> None:
        # It searches many logs, and the store writes nothing else while it deletes.
        await self._app.limit(request, "key")
        await self._app.room.forget(browser_of(request).owner)

    # -- links in e-mails

    async def ask_confirm(self, request: Request) -> Response:
        """A page with a button: programs that scan e-mails follow links, too."""
        self._tickets.read_confirm(_ticket_text(request))
        return self._email_link_page(request, "confirm")

    async def confirm(self, request: Request) -> Response:
        code, digest = self._tickets.read_confirm(_ticket_text(request))

        def change(guest: Guest) -> Guest:
            if not self._tickets.agrees(digest, guest.pending):
                return guest
            return _with_notices(replace(guest, email=guest.pending, pending=None))

        guest = await self._change_guest_of(code, change)
        if guest is None or not self._tickets.agrees(digest, guest.email):
            raise Refused(
                _("This address no longer waits to be confirmed: enter it again on your page."), 403
            )
        return self._email_link_page(request, "confirmed")

    async def ask_stop(self, request: Request) -> Response:
        self._tickets.read_stop(_ticket_text(request))
        return self._email_link_page(request, "stop")

    async def stop(self, request: Request) -> Response:
        await self._change_guest_of(self._tickets.read_stop(_ticket_text(request)), _without_email)
        return self._email_link_page(request, "stopped")

    async def _change_guest_of(self, code: str, change: Change) -> Guest | None:
        """Change the guest with this code, if any; returns the guest afterwards."""
        found = await self._app.room.guest_of(code)
        if found is None:
            return None
        # A guest forgotten meanwhile stays forgotten; a new guest has another code.
        return await self._app.room.change_guest(
            found.owner, lambda guest: change(guest) if guest and guest.code == code else None
        )

    def _email_link_page(self, request: Request, what: str) -> Response:
        context = {"csrf": "", "what": what, "ticket": _ticket_text(request)}
        return HTMLResponse(templates.render("email_link.html", context))


def _with_notices(guest: Guest) -> Guest:
    """The guest with notices switched on; an earlier start time is kept."""
    return replace(guest, since=guest.since or int(time.time()), code=guest.code or _new_code())


def _without_email(guest: Guest) -> Guest:
    return replace(guest, email=None, pending=None)


def _other_subscriptions(guest: Guest, endpoint: str | None) -> list[Json]:
    """The subscriptions of a guest's other browsers."""
    return [one for one in guest.push if one.get("endpoint") != endpoint]


def _new_code() -> str:
    return secrets.token_urlsafe(16)


def _ticket_text(request: Request) -> str:
    return request.query_params.get("ticket", "")


def _not_set_up() -> Refused:
    return Refused(_("This server has not been set up for that."), 404)
