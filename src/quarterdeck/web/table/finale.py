"""The end of a match for its page: how it ended, what decided it, and where everybody's points came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

from quarterdeck.i18n import _, decimal, ngettext
from quarterdeck.play.record import ending_sentence
from quarterdeck.tables.match.timeline import Timeline
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.account import Account, Gain, TurningPoint
from quarterdeck.web.boards.base import Board, Context
from quarterdeck.web.boards.ending import SeatPlace
from quarterdeck.web.table.tally import Column, tracks

__all__ = ["MOMENTS", "ending", "finale"]

MOMENTS: Final = 3

_accounts_by_timeline: WeakKeyDictionary[Timeline, Account | None] = WeakKeyDictionary()


def ending(page: Context, places: Sequence[SeatPlace]) -> str:
    """How the match ended, in one sentence without a full stop; `places` are in their order."""
    if page["ended"]:
        return ending_sentence(page["ended"]).rstrip(".")
    return BOARDS[page["view"]["game"]].headline(page, places)


def finale(page: Context) -> dict[str, Any]:
    """The variables of ``regions/finale.html`` besides the page's.

    ``entry``: the game and its length. ``headline``, ``verdict``: how it ended, and what that follows from.
    ``rows``: the seats in the order of their places, with their tracks. ``sources``, ``parts``, ``wide``: the
    drawing's legend, columns and least width in pixels. ``review``: what decided the match, and the viewer's
    largest gain and loss, as far as facts tell.
    """
    board: Board = BOARDS[page["view"]["game"]]
    timeline: Timeline = page["timeline"]
    account = _cached_account(board, timeline)
    places = [] if page["ended"] else board.places(page, timeline)
    return {
        "entry": _entry_line(page, timeline),
        "headline": ending(page, places),
        "verdict": "" if page["ended"] else board.verdict(page),
        "rows": _seat_rows(page, board, places, account),
        "sources": [] if account is None else [source.label for source in account.sources],
        "parts": [] if account is None else [part._asdict() for part in account.parts],
        "wide": 0 if account is None else 24 * len(account.parts),
        "review": {
            "moments": _moment_rows(page, board.turning_points(timeline, account)),
            "own": _own_gains(page, account),
            "agreed": bool(page["ended"]),
            "by_coach": False,
        },
    }


def _entry_line(page: Context, timeline: Timeline) -> str:
    """The line above the headline, as in a log: the game and how long it took."""
    moves = ngettext("{count} move", "{count} moves", timeline.plies).format(count=timeline.plies)
    return _("{game}, {moves}").format(game=page["title"], moves=moves)


def _cached_account(board: Board, timeline: Timeline) -> Account | None:
    if timeline not in _accounts_by_timeline:
        _accounts_by_timeline[timeline] = board.account(timeline)
    return _accounts_by_timeline[timeline]


def _seat_rows(
    page: Context, board: Board, places: Sequence[SeatPlace], account: Account | None
) -> list[dict[str, Any]]:
    """The seats in the order of their places, with their tracks."""
    ranking = places or [SeatPlace(seat, 0, None) for seat in range(len(page["names"]))]
    all_tracks = None if account is None else tracks(account)
    rows = []
    for place in ranking:
        total = place.figure if account is None else account.total(place.seat)
        track = None if all_tracks is None else all_tracks[place.seat]
        rows.append(
            {
                "seat": place.seat,
                "name": page["names"][place.seat],
                "me": place.seat == page["me"],
                "place": place.place,
                "notes": _(", ").join(note for note in (place.about, place.why) if note),
                "total": "" if total is None else board.amount(total),
                "track": track,
                "cells": [] if track is None or account is None else _cells(track.columns, account),
                "began": "" if account is None else account.starts[place.seat] or "",
            }
        )
    return rows


def _cells(columns: Sequence[Column], account: Account) -> list[dict[str, Any]]:
    """The numbers of a track as text: the sum of each part, and its sources if there are several in all."""
    several = len(account.sources) > 1
    words = _("{source} {points}")
    return [
        {
            "total": column.total,
            "of": _(", ").join(
                words.format(source=account.sources[at].label, points=decimal(amount))
                for at, amount in column.amounts
            )
            if several
            else "",
        }
        for column in columns
    ]


def _moment_rows(page: Context, points: Sequence[TurningPoint]) -> list[dict[str, Any]]:
    """The heaviest turning points in the order of moves, from different parts of the match if there are
    enough.
    """
    # Of equal ones the later one decided more.
    by_weight = sorted(points, key=lambda point: (-point.weight, -point.ply))
    picked: list[TurningPoint] = []
    for repeat_chapters in (False, True):
        for point in by_weight:
            similar = [
                other
                for other in picked
                if other.ply == point.ply or (other.chapter == point.chapter and not repeat_chapters)
            ]
            if len(picked) < MOMENTS and not similar:
                picked.append(point)
    return [
        {
            "ply": point.ply,
            "part": page["timeline"].chapters[point.chapter].title,
            "words": " ".join(event.sentence(page["names"], page["me"]) for event in point.events),
            "about": point.about,
        }
        for point in sorted(picked, key=lambda point: point.ply)
    ]


def _own_gains(page: Context, account: Account | None) -> list[dict[str, Any]]:
    """The viewer's largest gain and largest loss."""
    if account is None or page["me"] is None:
        return []
    gains = [gain for gain in account.gains if gain.seat == page["me"] and gain.event is not None]
    best = max(gains, key=lambda gain: gain.amount, default=None)
    worst = min(gains, key=lambda gain: gain.amount, default=None)
    rows = []
    if best is not None and best.amount > 0:
        rows.append(_gain_row(page, _("Your richest haul"), best))
    if worst is not None and worst.amount < 0:
        rows.append(_gain_row(page, _("What you paid most for"), worst))
    return rows


def _gain_row(page: Context, label: str, gain: Gain) -> dict[str, Any]:
    words = gain.event.sentence(page["names"], page["me"]) if gain.event else ""
    return {
        "label": label,
        "ply": gain.ply,
        "part": page["timeline"].chapters[gain.chapter].title,
        "words": words,
        "about": gain.about,
    }
