"""Who one is in several browsers: passkeys, recovery codes, signing in and out, and joining two guests."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from itsdangerous import BadData, SignatureExpired, URLSafeTimedSerializer
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.i18n import _
from quarterdeck.tables.entry import now
from quarterdeck.tables.store import keys, merging
from quarterdeck.tables.store.keys import Passkey, Recovery
from quarterdeck.tables.store.merging import SignInAsPerson
from quarterdeck.text_safety import legible
from quarterdeck.web.accounts.browser import Browser, by_https
from quarterdeck.web.accounts.guests import name_of
from quarterdeck.web.accounts.passkeys import ASKED_SECONDS, UNKNOWN, Passkeys, Site, site_of
from quarterdeck.web.accounts.recovery import grouped, new_code, read_code
from quarterdeck.web.context import AppContext, ErrorPage, Handlers, browser_of
from quarterdeck.web.errors import Refused
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates
from quarterdeck.web.rendering.dates import iso_day

__all__ = ["keys_of", "routes"]

# Seconds to decide what becomes of a browser's belongings when it signs in.
DECIDED_WITHIN: Final = 900
LONGEST_NAME: Final = 40

# The guest's page after a form was refused, of the form's fields.
RefusedPage = Callable[[Mapping[str, str]], ErrorPage]


def routes(app: AppContext, key: str, refused_page: RefusedPage) -> list[Route]:
    """The routes of a guest's keys; `key` signs questions and tickets."""
    handlers = _KeyHandlers(app, key, refused_page)
    return [
        Route("/me/passkey/new", handlers.ask_to_make, methods=["POST"]),
        Route("/me/passkey", handlers.make, methods=["POST"]),
        Route("/me/passkey/remove", handlers.remove, methods=["POST"]),
        Route("/me/passkey/ask", handlers.ask_to_sign_in, methods=["POST"]),
        Route("/me/enter", handlers.enter, methods=["POST"]),
        Route("/me/code", handlers.code, methods=["POST"]),
        Route("/me/recover", handlers.recover, methods=["POST"]),
        Route("/me/join", handlers.ask_how, methods=["GET"]),
        Route("/me/join", handlers.join, methods=["POST"]),
        Route("/me/leave", handlers.leave, methods=["POST"]),
        Route("/me/leave/others", handlers.leave_others, methods=["POST"]),
    ]


async def keys_of(app: AppContext, browser: Browser) -> dict[str, Any]:
    """The part of the context of a guest's page about passkeys, codes and browsers."""
    room, owner = app.room, browser.owner
    codes = await room.ask(keys.codes, owner)
    passkeys = await room.ask(keys.of_owner, owner)
    unused = [code for code in codes if code.used is None]
    signed = await room.ask(keys.sign_in_of, browser.hash)
    return {
        "passkeys": passkeys,
        "code": unused[-1] if unused else None,
        "spent": codes[-1] if codes and not unused else None,
        "browsers": await room.ask(keys.others, owner, browser.hash),
        "signed": signed,
        # A guest who signs out without one of these could never come back.
        "comes_back": bool(passkeys or unused or (signed and not signed.merged)),
    }


class _KeyHandlers(Handlers):
    def __init__(self, app: AppContext, key: str, refused_page: RefusedPage) -> None:
        super().__init__(app)
        self._passkeys = Passkeys(key)
        self._tickets = URLSafeTimedSerializer(key, salt="quarterdeck join")
        self._refused_page = refused_page

    async def _read_form(self, request: Request) -> tuple[Browser, dict[str, str]]:
        """The browser, and the fields of its form. Each form is counted. Raises Refused, TooOften."""
        form = await self._app.form(request)
        await self._app.limit(request, "key")
        return browser_of(request), form

    def _site(self, request: Request) -> Site:
        return site_of(request, self._app.address(request))

    # -- passkeys: scripts ask these, and get JSON

    async def ask_to_make(self, request: Request) -> Response:
        browser, _form = await self._read_form(request)
        known = await self._app.room.ask(keys.of_owner, browser.owner)
        name = await name_of(self._app.room, browser.owner) or _("Guest")
        return JSONResponse(
            await asyncio.to_thread(self._passkeys.to_make, self._site(request), browser, name, known)
        )

    async def make(self, request: Request) -> Response:
        browser, form = await self._read_form(request)
        name = _read_key_name(form.get("name", ""))
        site, asked, text = self._site(request), form.get("asked", ""), form.get("answer", "")
        made = await asyncio.to_thread(self._passkeys.read_new, site, browser, asked, text)
        await self._spend_question(made.question)
        at = int(time.time())
        await self._app.room.change(keys.add, made.passkey._replace(name=name or iso_day(at), made=at))
        return JSONResponse({"ok": True, "go": url("/me#me-keys")})

    async def ask_to_sign_in(self, request: Request) -> Response:
        browser, _form = await self._read_form(request)
        return JSONResponse(await asyncio.to_thread(self._passkeys.to_sign_in, self._site(request), browser))

    async def enter(self, request: Request) -> Response:
        browser, form = await self._read_form(request)
        site, text = self._site(request), form.get("answer", "")
        question, id_ = await asyncio.to_thread(
            self._passkeys.question_of, site, browser, form.get("asked", ""), text
        )
        await self._spend_question(question)
        known = await self._app.room.ask(keys.find, id_)
        if known is None:
            raise Refused(_(UNKNOWN), 403)
        signs = await asyncio.to_thread(self._passkeys.check_signature, site, question, text, known)
        await self._app.room.change(keys.mark, known.id, signs, int(time.time()))
        return JSONResponse({"ok": True, "go": await self._sign_in(browser, known)})

    async def _spend_question(self, question: str) -> None:
        at = int(time.time())
        await self._app.room.change(keys.spend, f"passkey {question}", at, at + 2 * ASKED_SECONDS)

    async def remove(self, request: Request) -> Response:
        browser, form = await self._read_form(request)
        await self._app.room.change(keys.remove, browser.owner, form.get("id", ""))
        return RedirectResponse(url("/me#me-keys"), 303)

    # -- recovery codes: plain forms

    async def code(self, request: Request) -> Response:
        browser, _form = await self._read_form(request)
        code, at = new_code(), int(time.time())
        await self._app.room.change(keys.new_code, browser.owner, keys.hash_of(code), at)
        context = {
            "csrf": browser.csrf,
            "code": grouped(code),
            "name": await name_of(self._app.room, browser.owner),
            "day": iso_day(at),
            "where": f"{self._app.address(request)}/me",
        }
        return HTMLResponse(templates.render("code.html", context))

    async def recover(self, request: Request) -> Response:
        browser, form = await self._read_form(request)
        doing = self._recover(browser, form.get("code", ""))
        return await self.respond(request, self._refused_page(form), doing)

    async def _recover(self, browser: Browser, typed: str) -> Response:
        id_ = keys.hash_of(read_code(typed))
        code = await self._app.room.ask(keys.code_of, id_)
        if code is None:
            raise Refused(
                _("This recovery code is not known here: perhaps a newer one has replaced it."), 403
            )
        if code.used is not None:
            raise Refused(_("This recovery code has been used before: each works only once."), 403)
        if code.owner == browser.owner:
            raise Refused(_("This code is yours, and here you are known already: keep it."), 409)
        return RedirectResponse(await self._sign_in(browser, code), 303)

    # -- signing in

    async def _sign_in(self, browser: Browser, proof: Passkey | Recovery) -> str:
        """Sign a browser in as the owner of this key; returns the address to go on at. If the browser has
        belongings, that page asks first what becomes of them. Raises Refused.
        """
        if proof.owner == browser.owner:
            return url("/me#me-keys")
        if browser.hash != browser.owner:
            # What is here is all of another person's: a browser that forgot to sign out can't give it away.
            raise Refused(_("Here somebody is signed in already: sign out first, then sign in again."), 409)
        has = await self._app.room.ask(merging.belongings, browser.owner)
        once = secrets.token_urlsafe(16)
        if has.any:
            # No hash by which seats are held gets into an address.
            way = "code" if isinstance(proof, Recovery) else "passkey"
            ticket = self._tickets.dumps([once, self._browser_mark(browser), way, proof.id])
            return url(f"/me/join?ticket={ticket}")
        await self._join_guests(_joining_of(browser, proof, once), merge=True)
        return url("/me?in=yes#me-keys")

    def _browser_mark(self, browser: Browser) -> str:
        """A text that stands for this browser and its present owner."""
        return self._app.keyring.friend(browser.hash, browser.owner)

    async def _join_guests(self, joining: SignInAsPerson, merge: bool) -> None:
        room = self._app.room
        touched = await room.ask(merging.touched, joining.browser) if merge else None
        tables = await room.change(merging.join, joining, touched, now())
        await room.people.read()
        if tables:
            await room.peers.catch_up(*tables)

    async def ask_how(self, request: Request) -> Response:
        joining = await self._read_ticket(request, request.query_params.get("ticket", ""))
        room, browser = self._app.room, browser_of(request)
        context = {
            "csrf": browser.csrf,
            "ticket": request.query_params["ticket"],
            "here": await room.ask(merging.belongings, joining.browser),
            "there": await room.ask(merging.belongings, joining.person),
        }
        return HTMLResponse(templates.render("join_guests.html", context))

    async def join(self, request: Request) -> Response:
        _browser, form = await self._read_form(request)
        return await self.respond(request, self._refused_page(form), self._join_as_chosen(request, form))

    async def _join_as_chosen(self, request: Request, form: dict[str, str]) -> Response:
        joining, how = await self._read_ticket(request, form.get("ticket", "")), form.get("how", "")
        if how not in ("together", "apart"):
            raise Refused(_("“how” has to be “together” or “apart”."), 400)
        await self._join_guests(joining, merge=how == "together")
        return RedirectResponse(url("/me?in=yes#me-keys"), 303)

    async def _read_ticket(self, request: Request, text: str) -> SignInAsPerson:
        """The ticket of this browser that leads to another person. Raises Refused."""
        browser = browser_of(request)
        try:
            once, mark, way, id_ = self._tickets.loads(text, max_age=DECIDED_WITHIN)
        except SignatureExpired:
            raise Refused(_("That was too long ago: sign in again."), 410) from None
        except BadData:
            once, mark, way, id_ = "", "", "", ""
        if mark == self._browser_mark(browser):
            find = keys.code_of if way == "code" else keys.find
            proof: Passkey | Recovery | None = await self._app.room.ask(find, id_)
            if proof is not None:
                return _joining_of(browser, proof, once)
        raise Refused(_("This link no longer works in this browser: sign in again."), 403)

    # -- signing out

    async def leave(self, request: Request) -> Response:
        """Sign this browser out. It belongs to its earlier owner again, or to somebody new."""
        browser, form = await self._read_form(request)
        anyway = form.get("anyway") == "yes"
        doing = self._leave(request, browser, anyway)
        return await self.respond(request, self._refused_page(form), doing)

    async def _leave(self, request: Request, browser: Browser, anyway: bool) -> Response:
        """Sign a browser out; `anyway`: even if its owner has no key to come back with. The browser in which
        they began needs one in any case. Raises Refused.
        """
        room = self._app.room
        own_keys = await keys_of(self._app, browser)
        if not own_keys["comes_back"] and not (anyway and own_keys["signed"]):
            raise Refused(
                _("Make a passkey or a recovery code first: without one you could never come back."), 409
            )
        if own_keys["signed"]:
            await room.change(keys.sign_out, browser.owner, browser.hash)
            await room.people.read()
        answer = RedirectResponse(url("/me?out=yes#me-keys"), 303)
        if own_keys["signed"] is None or own_keys["signed"].merged:
            keyring = self._app.keyring
            answer.headers["set-cookie"] = keyring.cookie(keyring.fresh(), by_https(request.scope))
        return answer

    async def leave_others(self, request: Request) -> Response:
        browser, _form = await self._read_form(request)
        await self._app.room.change(keys.sign_out, browser.owner, browser.hash, rest=True)
        await self._app.room.people.read()
        return RedirectResponse(url("/me#me-keys"), 303)


def _joining_of(browser: Browser, proof: Passkey | Recovery, once: str) -> SignInAsPerson:
    until = int(time.time()) + DECIDED_WITHIN
    code = proof.id if isinstance(proof, Recovery) else ""
    return SignInAsPerson(browser.hash, proof.owner, f"join {once}", until, code)


def _read_key_name(typed: str) -> str:
    """The name of a passkey, on one line. Raises Refused."""
    name = " ".join(typed.split())
    if name and not (len(name) <= LONGEST_NAME and legible(name)):
        sentence = _("The name of a passkey has up to {most} printable characters.")
        raise Refused(sentence.format(most=LONGEST_NAME), 400)
    return name
