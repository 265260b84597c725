"""The voyage of the day: its page, and a result to share. Words, no markup."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from quarterdeck.bots import TITLES
from quarterdeck.bots.levels import SKILLS
from quarterdeck.i18n import _, decimal, ngettext, percent
from quarterdeck.kernel.generic import capitalized
from quarterdeck.kernel.record import to_bytes
from quarterdeck.play import Action, find
from quarterdeck.tables.daily import FIRST, DailyDeal, today
from quarterdeck.tables.ladder import BOT
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.daily import FinishedVoyage, PointsTotal
from quarterdeck.tables.store.rows import TableState
from quarterdeck.text_safety import isolated
from quarterdeck.web.boards import BOARDS, details
from quarterdeck.web.boards.base import Context
from quarterdeck.web.forms import companions
from quarterdeck.web.paths import origin, url
from quarterdeck.web.rendering import templates
from quarterdeck.web.rendering.dates import dated, month_words
from quarterdeck.web.table.preview import Preview

__all__ = [
    "FirstDifference",
    "daily",
    "first_difference",
    "month_of",
    "result_preview",
    "table_rows",
    "voyage_names",
    "week_of",
]

# A page shows the first TOP rows of a table, and AROUND rows before and after the viewer's own.
TOP, AROUND = 10, 2


class FirstDifference(NamedTuple):
    """The first decision that a bot made otherwise in the same seat: the ply, the action that was played,
    and the bot's.
    """

    ply: int
    played: Action
    other: Action


def first_difference(mine: Match, other: Match, seat: int) -> FirstDifference | None:
    """The first decision that differs between two voyages of a day; None if there is none. None also if the
    seat's views differ before it: the other action could then tell something that the seat can't know.
    """
    pairs = zip(_decisions(mine, seat), _decisions(other, seat), strict=False)
    for (own_ply, own_action), (other_ply, other_action) in pairs:
        own_view, other_view = (
            to_bytes(match.positions[match.began(seat, ply - 1)].view(seat).state)
            for match, ply in ((mine, own_ply), (other, other_ply))
        )
        if own_view != other_view:
            return None
        if own_action != other_action:
            return FirstDifference(own_ply, own_action, other_action)
    return None


def _decisions(match: Match, seat: int) -> list[tuple[int, Action]]:
    moves = enumerate(match.record.moves, 1)
    return [(ply, action) for ply, (mover, action) in moves if mover == seat]


def voyage_names(deal: DailyDeal, own: str) -> list[str]:
    """The names at a voyage's table by seat; `own` is that of its player, "" for the default."""
    names = companions(deal.game.id, own)[: deal.game.players]
    return [*names[1 : deal.seat + 1], names[0], *names[deal.seat + 1 :]]


def daily(context: Context) -> str:
    """The page.

    Reads ``deal``; ``mine``: the viewer's voyage (`TableState`) or None; ``counts``: whether it can be
    compared; ``standings``: everybody's results (`FinishedVoyage`), and ``me``, the viewer's hash;
    ``differences``: (bot, `FirstDifference` or None), …; ``seed``: once it is public; ``week`` and
    ``month``: `PointsTotal`s; ``joined``: whether the viewer is named; ``coach``: the coach's results
    (HTML) or ""; ``name``, ``csrf`` and ``error``.
    """
    deal: DailyDeal = context["deal"]
    mine: TableState | None = context["mine"]
    done = mine is not None and mine.state == "over"
    rows = context["standings"]
    own = next((voyage for voyage in rows if voyage.holder == context["me"]), None)
    shown, others = done or deal.over, deal.game.players - 1
    return templates.render(
        "daily.html",
        {
            **context,
            "wanted": deal.game.id,
            "known": [(game, find(game).title) for game in BOARDS],
            "title": deal.game.title,
            "details": details(deal.game.id, deal.game.options),
            "day": deal.day.isoformat(),
            "dated": dated(deal.day),
            "over": deal.over,
            "this_week": week_of(deal.day) == week_of(today()),
            "before": (deal.day - timedelta(days=1)).isoformat() if deal.day > FIRST else "",
            "after": (deal.day + timedelta(days=1)).isoformat() if deal.day < today() else "",
            "seat": deal.seat + 1,
            "opponents": ngettext("{count} “mate” bot", "{count} “mate” bots", others).format(count=others),
            "waiting": len([voyage for voyage in rows if voyage.holder.startswith(BOT)]) < len(SKILLS),
            "commitment": deal.commitment,
            "done": done,
            "own": None if own is None else _own_result(own, rows),
            "rows": [row for row, _voyage in table_rows(rows, context["me"], deal.over)] if shown else [],
            "sailed": sum(not voyage.holder.startswith(BOT) for voyage in rows),
            "differences": [_difference_row(bot, found, mine) for bot, found in context["differences"]],
            "line": "" if own is None else share_line(deal, own),
            "result": "" if own is None else capitalized(_result_sentence(deal, own, compared=False)),
            "week": _total_rows(context["week"], context["me"]),
            "month": _total_rows(context["month"], context["me"]),
            "months": month_words(deal.day),
        },
    )


def week_of(day: date) -> tuple[date, date]:
    """The Monday and the Sunday of a day's week."""
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6)


def month_of(day: date) -> tuple[date, date]:
    """The first and the last day of a day's month."""
    first = day.replace(day=1)
    return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def _own_result(own: FinishedVoyage, rows: Sequence[FinishedVoyage]) -> dict[str, Any]:
    """One's own result."""
    return {
        "place": own.place,
        "score": own.score,
        "beaten": "" if own.points is None else percent(own.points / 100),
        "others": len(rows) - 1,
        "rank": 1 + sum(_has_more_points(voyage, own) for voyage in rows),
    }


def _has_more_points(voyage: FinishedVoyage, other: FinishedVoyage) -> bool:
    return (voyage.points or 0) > (other.points or 0)


def table_rows(
    rows: Sequence[FinishedVoyage], me: str, over: bool, whole: bool = False
) -> list[tuple[dict[str, Any], FinishedVoyage]]:
    """The rows of a table of voyages, each with its voyage: all (`whole`), or those that a page shows: the
    first, those around the viewer's own, and the bots'. A row names its table only if that may be watched:
    when the day is `over`, for bots, for people who are named, and for the viewer.
    """
    own_number = next((number for number, voyage in enumerate(rows) if voyage.holder == me), -1)
    own = rows[own_number] if own_number >= 0 else None
    shown = []
    for number, voyage in enumerate(rows):
        bot = voyage.holder.startswith(BOT)
        if number >= TOP and abs(number - own_number) > AROUND and not (bot or whole):
            continue
        mine = voyage.holder == me
        row = {
            "rank": 1 + sum(_has_more_points(other, voyage) for other in rows),
            "name": _sailor_name(voyage, bot),
            "bot": bot,
            "me": mine,
            "place": voyage.place,
            "score": voyage.score,
            "difference": _difference(voyage, own),
            "points": "" if voyage.points is None else decimal(voyage.points),
            "table": voyage.table if over and (bot or voyage.name or mine) else "",
        }
        shown.append((row, voyage))
    return shown


def _sailor_name(voyage: FinishedVoyage, bot: bool) -> str:
    if bot:
        return capitalized(_(TITLES[voyage.holder.removeprefix(BOT)]))
    return isolated(voyage.name) if voyage.name else _("a guest")


def _difference(voyage: FinishedVoyage, own: FinishedVoyage | None) -> str:
    """How many points more or fewer than one's own, with a sign."""
    if own is None or own.score is None or voyage.score is None or voyage is own:
        return ""
    more = voyage.score - own.score
    return f"+{more}" if more > 0 else f"−{-more}" if more < 0 else "±0"


def _difference_row(bot: str, found: FirstDifference | None, mine: TableState | None) -> dict[str, Any]:
    """A bot, and its first decision that differs from the viewer's."""
    row = {"bot": capitalized(_(TITLES[bot])), "ply": None, "words": "", "address": ""}
    if found is None or mine is None:
        return row
    words = _("You: “{played}”; the bot: “{other}”.")
    return {
        **row,
        "ply": found.ply,
        "words": words.format(played=found.played.sentence(), other=found.other.sentence()),
        "address": url(f"/table/{mine.table}/replay?ply={found.ply - 1}"),
    }


def _total_rows(totals: Sequence[PointsTotal], me: str) -> list[dict[str, Any]]:
    """The rows of a week or a month: the first of those who are named, and the viewer."""
    shown = [total for total in totals if total.name or total.holder == me]
    return [
        {
            "rank": 1 + sum(other.points > total.points for other in totals),
            "name": isolated(total.name) if total.name else _("you"),
            "me": total.holder == me,
            "points": decimal(total.points),
            "voyages": total.voyages,
        }
        for number, total in enumerate(shown)
        if number < TOP or total.holder == me
    ]


def share_line(deal: DailyDeal, own: FinishedVoyage) -> str:
    """A result as a line of text, which tells nothing of the cards."""
    result = _result_sentence(deal, own)
    words = _("Voyage of the day, {game}, {date}: {result}")
    line = words.format(game=deal.game.title, date=dated(deal.day), result=result)
    return f"{line} {origin()}/daily?game={deal.game.id}&day={deal.day.isoformat()}"


def _place_and_score(deal: DailyDeal, own: FinishedVoyage) -> str:
    """Place and score."""
    place = _("place {place} of {players}").format(place=own.place or "–", players=deal.game.players)
    if own.score is None:
        return place
    return _("{place}, {score}").format(place=place, score=BOARDS[deal.game.id].amount(own.score))


def _result_sentence(deal: DailyDeal, own: FinishedVoyage, compared: bool = True) -> str:
    """Place and score in one sentence; `compared`: points, too, once there are any."""
    if own.points is None or not compared:
        return _("{sentence}.").format(sentence=_place_and_score(deal, own))
    sentence = _("{placed}, better than {share} of the others.")
    return sentence.format(placed=_place_and_score(deal, own), share=percent(own.points / 100))


def result_preview(deal: DailyDeal, own: FinishedVoyage) -> Preview:
    """What the picture of a result shows."""
    about = (_("Voyage of the day"), dated(deal.day))
    return Preview(deal.game.title, about, capitalized(_result_sentence(deal, own)), ())
