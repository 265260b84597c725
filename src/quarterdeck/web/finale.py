"""The end of a match for its page: how it ended, what decided it, and where everybody's points came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

from quarterdeck.i18n import _, ngettext
from quarterdeck.play.record import told_end
from quarterdeck.tables.match.timeline import Timeline
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.account import Account, Gain, Turn
from quarterdeck.web.boards.base import Board, Context
from quarterdeck.web.boards.ending import SeatPlace
from quarterdeck.web.tally import Column, tracks

__all__ = ["MOMENTS", "ending", "finale"]

MOMENTS: Final = 3

_accounts: WeakKeyDictionary[Timeline, Account | None] = WeakKeyDictionary()


def ending(page: Context, places: Sequence[SeatPlace]) -> str:
    """How the match ended, in one sentence without a full stop; `places` are in their order."""
    if page["ended"]:
        return told_end(page["ended"]).rstrip(".")
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
    account = _account(board, timeline)
    places = [] if page["ended"] else board.places(page, timeline)
    return {
        "entry": _entry(page, timeline),
        "headline": ending(page, places),
        "verdict": "" if page["ended"] else board.verdict(page),
        "rows": _rows(page, board, places, account),
        "sources": [] if account is None else [source.label for source in account.sources],
        "parts": [] if account is None else [part._asdict() for part in account.parts],
        "wide": 0 if account is None else 24 * len(account.parts),
        "review": {
            "moments": _moments(page, board.turns(timeline, account)),
            "own": _own(page, account),
            "agreed": bool(page["ended"]),
            "by_coach": False,
        },
    }


def _entry(page: Context, timeline: Timeline) -> str:
    """The line above the headline, as in a log: the game and how long it took."""
    moves = ngettext("{count} move", "{count} moves", timeline.plies).format(count=timeline.plies)
    return _("{game}, {moves}").format(game=page["title"], moves=moves)


def _account(board: Board, timeline: Timeline) -> Account | None:
    if timeline not in _accounts:
        _accounts[timeline] = board.account(timeline)
    return _accounts[timeline]


def _rows(
    page: Context, board: Board, places: Sequence[SeatPlace], account: Account | None
) -> list[dict[str, Any]]:
    """The seats in the order of their places, with their tracks."""
    ranks = places or [SeatPlace(seat, 0, None) for seat in range(len(page["names"]))]
    drawn = None if account is None else tracks(account)
    rows = []
    for one in ranks:
        total = one.figure if account is None else account.total(one.seat)
        rows.append(
            {
                "seat": one.seat,
                "name": page["names"][one.seat],
                "me": one.seat == page["me"],
                "place": one.place,
                "notes": _(", ").join(note for note in (one.about, one.why) if note),
                "total": "" if total is None else board.amount(total),
                "track": None if drawn is None else drawn[one.seat],
                "cells": [] if drawn is None or account is None else _cells(drawn[one.seat].columns, account),
                "began": "" if account is None or not account.starts[one.seat] else account.starts[one.seat],
            }
        )
    return rows


def _cells(columns: Sequence[Column], account: Account) -> list[dict[str, Any]]:
    """The numbers of a track as text: the sum of each part, and its sources if there are several in all."""
    several = len(account.sources) > 1
    named = _("{source} {points}")
    return [
        {
            "total": column.total,
            "of": _(", ").join(
                named.format(source=account.sources[at].label, points=str(amount).replace("-", "−"))
                for at, amount in column.amounts
            )
            if several
            else "",
        }
        for column in columns
    ]


def _moments(page: Context, turns: Sequence[Turn]) -> list[dict[str, Any]]:
    """The heaviest turns, from different parts of the match if there are enough, in the order of moves."""
    # Of equal ones the later one decided more.
    heavy = sorted(turns, key=lambda one: (-one.weight, -one.ply))
    picked: list[Turn] = []
    for again in (False, True):
        for one in heavy:
            alike = [
                other
                for other in picked
                if other.ply == one.ply or (other.chapter == one.chapter and not again)
            ]
            if len(picked) < MOMENTS and not alike:
                picked.append(one)
    return [
        {
            "ply": one.ply,
            "part": page["timeline"].chapters[one.chapter].title,
            "words": " ".join(event.sentence(page["names"], page["me"]) for event in one.events),
            "about": one.about,
        }
        for one in sorted(picked, key=lambda one: one.ply)
    ]


def _own(page: Context, account: Account | None) -> list[dict[str, Any]]:
    """The viewer's largest gain and largest loss."""
    if account is None or page["me"] is None:
        return []
    mine = [gain for gain in account.gains if gain.seat == page["me"] and gain.event is not None]
    best = max(mine, key=lambda one: one.amount, default=None)
    worst = min(mine, key=lambda one: one.amount, default=None)
    found = []
    if best is not None and best.amount > 0:
        found.append(_told(page, _("Your richest haul"), best))
    if worst is not None and worst.amount < 0:
        found.append(_told(page, _("What you paid most for"), worst))
    return found


def _told(page: Context, label: str, gain: Gain) -> dict[str, Any]:
    words = gain.event.sentence(page["names"], page["me"]) if gain.event else ""
    return {
        "label": label,
        "ply": gain.ply,
        "part": page["timeline"].chapters[gain.chapter].title,
        "words": words,
        "about": gain.about,
    }
