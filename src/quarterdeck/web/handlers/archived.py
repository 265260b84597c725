"""The page of a finished match whose rules version this program no longer has: its moves, as stored.

Nothing is replayed, since under other rules the same moves would be another game. An unfinished match is not
shown at all: without its rules, nobody can tell which of its entries are secret.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from quarterdeck.i18n import _
from quarterdeck.play import find, versions
from quarterdeck.play.record import MatchHead, match_text
from quarterdeck.tables.errors import RulesVersionGone
from quarterdeck.tables.match.log import sealed
from quarterdeck.tables.store.export import course
from quarterdeck.tables.store.rows import StoredTable, damaged
from quarterdeck.text_safety import isolated
from quarterdeck.web.answers import wants_json
from quarterdeck.web.context import AppContext, browser_of
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates

__all__ = ["kept_file", "kept_page"]


async def kept_page(app: AppContext, request: Request, error: RulesVersionGone) -> Response:
    """The page of such a match. Re-raises the error if it is not over; Outdated if it is damaged."""
    stored = await _finished_match(app, request, error)
    names = [isolated(seat.name) for seat in stored.summary.seats]
    standing = stored.summary.standing
    sentence = _("This match was played by version {found} of the rules; this program plays version {known}.")
    return HTMLResponse(
        templates.render(
            "kept.html",
            {
                "csrf": browser_of(request).csrf,
                "title": find(stored.row.game).title,
                "sentence": sentence.format(
                    found=stored.row.rules_version, known=versions(stored.row.game)[0]
                ),
                "ended": standing.get("ended", ""),
                "winners": [names[seat] for seat in standing["winners"]],
                "scores": list(zip(names, standing.get("scores") or [], strict=False)),
                "moves": [(names[seat], action) for seat, action in _standing_moves(stored)],
                "file": url(f"/table/{stored.row.id}/match.qd"),
            },
        )
    )


async def kept_file(app: AppContext, request: Request, error: RulesVersionGone) -> tuple[str, str]:
    """The name and text of its match file. Re-raises the error if it is not over."""
    stored = await _finished_match(app, request, error)
    row, names = stored.row, [seat.name for seat in stored.summary.seats]
    head = MatchHead(row.game, row.rules_version, row.options, row.components, row.setup)
    standing = stored.summary.standing
    scores, ended = standing.get("scores"), standing.get("ended", "")
    text = match_text(head, names, row.seed, _standing_moves(stored), None if ended else scores, ended)
    return f"{row.game}-{row.id}.qd", text


async def _finished_match(app: AppContext, request: Request, error: RulesVersionGone) -> StoredTable:
    stored = await app.room.stored(request.path_params["id"])
    closed = sealed(stored.row, any(entry.kind == "unseal" for entry in stored.entries))
    if stored.summary.state != "over" or closed or wants_json(request):
        raise error
    return stored


def _standing_moves(stored: StoredTable) -> list[tuple[int, str]]:
    """Seat and text of every standing move, including those before the first entry."""
    try:
        moves = course(stored).moves
    except (LookupError, TypeError):
        raise damaged() from None
    before = [(seat, action) for seat, action in stored.row.prelude]
    return before + [(seat, action) for seat, action, _by in moves]
