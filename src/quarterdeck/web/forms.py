"""Parses what browsers send, within limits, into the types that the tables take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import orjson
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message

from quarterdeck.bots import BOTS
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _
from quarterdeck.play import Game, Record, check_company, find
from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms, TermsError
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT
from quarterdeck.text_safety import alike, legible, stacked
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.errors import Refused
from quarterdeck.web.limits import most_bytes

__all__ = [
    "Act",
    "TableForm",
    "act",
    "asked_game",
    "companions",
    "known_game",
    "message",
    "new_table",
    "read_file",
    "read_form",
    "spoilers",
    "talk",
    "whole_number",
]

MOST_FIELDS = 40
MOST_SAID = 300


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form (or of a JSON object) by name. Raises Refused if it is too big or malformed."""
    body = await _read_body(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json":
        return _parse_json(body)
    return (await _parse_form(request, body, files=0))[0]


async def read_file(request: Request, field: str) -> tuple[dict[str, str], bytes]:
    """The fields of a form, and the content of the file in one of them; b"" if none was chosen. Raises
    Refused.
    """
    fields, files = await _parse_form(request, await _read_body(request), files=1)
    return fields, files.get(field, b"")


async def _read_body(request: Request) -> bytes:
    body, most = b"", most_bytes(request.scope)
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise Refused(_("That is more than this server takes: {most} bytes.").format(most=most), 413)
    except ClientDisconnect:
        raise _unreadable() from None
    return body


async def _parse_form(request: Request, body: bytes, files: int) -> tuple[dict[str, str], dict[str, bytes]]:
    """The fields and the files of a form with at most so many files. Raises Refused."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    try:
        async with Request(request.scope, receive).form(max_files=files, max_fields=MOST_FIELDS) as form:
            fields = {name: value for name, value in form.items() if isinstance(value, str)}
            file_contents = {
                name: await file.read() for name, file in form.items() if isinstance(file, UploadFile)
            }
    except (HTTPException, UnicodeError, ValueError):
        raise _unreadable() from None
    return _check_storable(fields), file_contents


def message(text: str) -> dict[str, str]:
    """The fields of a WebSocket message by name. Raises Refused if it is malformed."""
    return _parse_json(text.encode("utf-8", "surrogatepass"))


def _parse_json(body: bytes) -> dict[str, str]:
    try:
        # JSON can contain unpaired surrogates, which no page or file can hold: then this raises.
        data = orjson.loads(body)
    except ValueError:
        raise _unreadable() from None
    if not isinstance(data, dict):
        raise _unreadable()
    return _check_storable(
        {name: str(value) for name, value in data.items() if isinstance(value, (str, int))}
    )


def _check_storable(fields: dict[str, str]) -> dict[str, str]:
    """The fields, checked for the NUL character, which some databases can't store. Raises Refused."""
    if any("\0" in text for field in fields.items() for text in field):
        raise _unreadable()
    return fields


def _unreadable() -> Refused:
    return Refused(_("This form can't be read: go back to the page and send it again."), 400)


class Act(NamedTuple):
    """A move as sent: its seat, the version that the sender saw, and the action's text."""

    seat: int
    version: int
    action: str


def act(form: Mapping[str, str]) -> Act:
    """The move in a form. Raises Refused if a field is missing or malformed."""
    action = form.get("action", "")
    if not action:
        raise Refused(_("This form names no action: choose one on the page."), 400)
    return Act(whole_number(form, "seat"), whole_number(form, "version"), action)


def talk(form: Mapping[str, str]) -> tuple[str, str]:
    """A chat message on one line, and its audience: "all" or "seats". Raises Refused."""
    text = " ".join(form.get("text", "").split())
    if not (1 <= len(text) <= MOST_SAID and legible(text) and not stacked(text)):
        raise Refused(_("A message has 1 to {most} printable characters.").format(most=MOST_SAID), 400)
    audience = form.get("audience") or "all"
    if audience not in ("all", "seats"):
        raise Refused(_("“audience” has to be “all” or “seats”."), 400)
    return text, audience


def whole_number(form: Mapping[str, str], field: str) -> int:
    """A field with a whole number from 0. Raises Refused if it is not one."""
    text = form.get(field, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise Refused(_("“{field}” has to be a whole number from 0 on.").format(field=field), 400)
    return int(text)


def spoilers(query: Mapping[str, str]) -> bool:
    """Whether a page may tell what comes later: the field `spoilers`, "on" by default. Raises Refused."""
    return on_or_off({"spoilers": "on", **query}, "spoilers")


def on_or_off(form: Mapping[str, str], field: str) -> bool:
    """A field that switches something. Raises Refused if it is neither."""
    text = form.get(field, "")
    if text not in ("on", "off"):
        raise Refused(_("“{field}” has to be “on” or “off”.").format(field=field), 400)
    return text == "on"


def known_game(name: str) -> str:
    """The id of a known game; the first one for an empty name. Raises GameOptionError."""
    if not name:
        return next(iter(BOARDS))
    spec = find(name)
    if spec.id not in BOARDS:
        raise GameOptionError(_("{game} can't be played in the browser yet.").format(game=spec.title))
    return spec.id


def asked_game(name: str) -> str:
    """The id of the game that an address asks for; the first one for an empty name. Raises NotFound."""
    if name and name not in BOARDS:
        raise NotFound(_("There is no such game here."))
    return name or next(iter(BOARDS))


class TableForm(NamedTuple):
    """A new table as requested by a form: the match, each seat's player, and the terms."""

    record: Record
    kinds: list[str]
    terms: Terms
    public: bool

    def match(self, owner: str) -> Match:
        """The match, made by the owner with this hash. Raises TermsError for a rated match on a shared
        screen, or with components of one's own.
        """
        game = self.record.game
        if self.terms.rated and game.spec.table_json(game.table) is not None:
            raise TermsError(_("A game with components of your own is not rated."))
        if self.terms.rated and self.kinds.count(HUMAN) > 1:
            raise TermsError(
                _("A game of several people on one screen is not rated: leave their seats open.")
            )
        return Match.fresh(self.record, self.kinds, owner, self.terms, self.public)


def new_table(form: Mapping[str, str], own: str = "", components: Any = None) -> TableForm:
    """Parse the new-table form; `own` is the sender's known name, if any. `components` is a component table
    of somebody's own as plain data; a form has its TOML text in ``table``. Raises GameOptionError,
    TableFileError, RecordError, TermsError or Refused if it is invalid.
    """
    if offered := form.get("quick") or form.get("friends"):
        game, kinds = _read_quick_offer(form, offered)
        fields: Mapping[str, str] = {}
        own = form.get("name", "").strip() or own
    else:
        fields = form
        spec = find(known_game(form.get("game", "")))
        options = {option.name: form[option.name] for option in spec.options if option.name in form}
        if form.get("table", "").strip():
            components = spec.parse_table(form["table"])
            if components.players and options.get("players", "") not in map(str, components.players):
                # The form offers the numbers of players of the game, and this table is for others.
                options["players"] = str(components.players[0])
        game = Game(spec.id, table=components, **options)
        _check_words(game)
        kinds = [form.get(f"kind{seat}", HUMAN if seat == 0 else SUBSTITUTE) for seat in range(game.players)]
    for kind in kinds:
        if kind not in (HUMAN, VACANT) and kind not in BOTS:
            raise _no_such_player(kind, [HUMAN, VACANT, *BOTS])
    names = _seat_names(game, kinds, fields, own)
    record = Record(game, names=check_company(names, game.players))
    if not fields.get("coach") and all(kind in BOTS for kind in kinds[1:]) and kinds[0] == HUMAN:
        # Alone among bots, a player may ask the coach.
        fields = {**fields, "coach": "on"}
    return TableForm(record, kinds, Terms.from_form(fields), fields.get("public", "") == "on")


def _check_words(game: Game) -> None:
    """Check the words in a component table of somebody's own, which stand on everybody's board. Raises
    Refused.
    """
    for text in _texts(game.spec.table_json(game.table)):
        if not legible(text) or stacked(text):
            raise Refused(_("A text in your table has characters that can't be shown."), 400)


def _texts(part: Any) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        yield from chain.from_iterable(map(_texts, part.values()))
    elif isinstance(part, (list, tuple)):
        yield from chain.from_iterable(map(_texts, part))


def _read_quick_offer(form: Mapping[str, str], offered: str) -> tuple[Game, list[str]]:
    """A table of a quick offer: its game, and each seat's player. The other seats are open if the form has
    ``friends``, or else have the bots of ``bots-GAME``; ``players-GAME`` is the number of players.
    """
    name = known_game(offered)
    players = form.get(f"players-{name}")
    game = Game(name) if players is None else Game(name, players=players)
    bots = form.get(f"bots-{name}", SUBSTITUTE)
    if bots not in BOTS:
        raise _no_such_player(bots, BOTS)
    return game, [HUMAN, *[VACANT if form.get("friends") else bots] * (game.players - 1)]


def _no_such_player(kind: str, known: Iterable[str]) -> GameOptionError:
    sentence = _("Nobody called “{kind}” can sit down; seats are for: {known}.")
    return GameOptionError(sentence.format(kind=kind[:40], known=", ".join(known)))


def _seat_names(game: Game, kinds: Sequence[str], form: Mapping[str, str], own: str) -> list[str]:
    """A name for each seat: as entered, or a default. An open seat has the name of the bot that may have to
    take it, which no friend is likely to choose.
    """
    defaults = companions(game.id, own)
    return [
        _("Bot {number}").format(number=seat + 1)
        if kind == VACANT
        else form.get(f"name{seat}", "").strip() or defaults[seat]
        for seat, kind in enumerate(kinds)
    ]


def companions(game: str, own: str = "") -> list[str]:
    """A default name for each seat of a game: for the first the player's own, or “Guest” while it is not
    known. If another default equals it, that one gives way to the first of the defaults.
    """
    names = list(BOARDS[game].companions)
    for seat, name in enumerate(names):
        if alike(name, own):
            names[seat] = names[0]
    return [own or _("Guest"), *names[1:]]
