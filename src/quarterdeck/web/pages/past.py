"""The pages about finished games: one's own, and the published ones."""

from __future__ import annotations

from typing import Any

from quarterdeck.i18n import _
from quarterdeck.play import find
from quarterdeck.tables.match.log import sealed
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store.results import Result
from quarterdeck.tables.store.rows import BRANCH, DAILY, DUPLICATE, REGATTA, SeatRow, Summary, TableRow
from quarterdeck.text_safety import isolated
from quarterdeck.web.boards import BOARDS, details
from quarterdeck.web.boards.base import Context
from quarterdeck.web.pages.lists import render, with_lists
from quarterdeck.web.pages.logbook import own_result
from quarterdeck.web.rendering import templates
from quarterdeck.web.rendering.dates import iso_day
from quarterdeck.web.table.company import time_for_turn

__all__ = ["export", "game_row", "games", "games_lists"]


def games(context: Context) -> str:
    """Somebody's games.

    Reads ``running`` and ``finished``: lists of items made by `game_row`; ``only``: the game that the list is
    limited to, or ""; ``logbook``: what the results add up to (`logbook.logbook`); ``older``: the last table
    of this page, if there is another one; ``first``: whether this is the first page; ``publish``: whether
    finished public games may be published; ``saved``: whether that has just been changed;
    ``none_waits``: whether somebody who wanted the next game came here; ``export``: whether this server
    publishes any.
    """
    known = [(game, find(game).title) for game in BOARDS]
    full_context = {**context, "sprites": list(BOARDS), "known": known}
    return templates.render("games.html", {**full_context, **with_lists(games_lists(context))})


def games_lists(context: Context) -> dict[str, str]:
    """The lists of somebody's games, of the same context."""
    return render(("under_way", "logbook", "finished"), context)


def export(context: Context) -> str:
    """The page about the export of published games."""
    return templates.render("export.html", context)


def game_row(
    row: TableRow, summary: Summary, owner: str, result: Result | None = None
) -> dict[str, Any] | None:
    """A table in a list of somebody's games, with their result if it is booked; None if it can't be shown
    here.
    """
    if row.game not in BOARDS:
        return None
    board = BOARDS[row.game]
    own = [seat for seat in summary.seats if owner in seat.holders]
    standing = summary.standing
    return {
        "id": row.id,
        "title": find(row.game).title,
        "emblem": board.cover().emblem,
        "details": details(row.game, row.options, row.components),
        "day": iso_day(row.created),
        "others": [_player_name(seat) for seat in summary.seats if seat not in own and seat.kind != VACANT],
        "open_seats": sum(seat.kind == VACANT for seat in summary.seats),
        "branch": len(row.prelude) if row.relation == BRANCH else None,
        "rematch": bool(own) and row.relation not in (BRANCH, DAILY, REGATTA, DUPLICATE),
        "won": any(seat.seat in standing["winners"] for seat in own),
        "result": _result_sentence(summary, own),
        "mine": own_result(result) if result else "",
        "state": summary.state,
        "turn": summary.awaits(owner),
        "left": time_for_turn(row.terms, summary, owner),
        "paused": bool(standing.get("paused")),
        # The lists don't know whether the round of a regatta is over; the replay's page does.
        "sealed": sealed(row, unsealed=False),
    }


def _player_name(seat: SeatRow) -> str:
    return (_("{name} (bot)") if seat.kind != HUMAN else "{name}").format(name=isolated(seat.name))


def _result_sentence(summary: Summary, own: list[SeatRow]) -> str:
    """Who has won; for a viewer with exactly one seat, whether it has won."""
    winners, ended = summary.standing["winners"], summary.standing.get("ended")
    if ended:
        return _("Ended in a draw") if ended == "draw" else _("Abandoned")
    if not winners:
        return _("Won by nobody")
    if len(own) == 1 and own[0].seat in winners:
        return _("You won") if len(winners) == 1 else _("You shared the win")
    names = _(", ").join(isolated(summary.seats[seat].name) for seat in winners)
    return _("Won by {names}").format(names=names)
