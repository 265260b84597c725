"""The voyage of the day: its page, and a result to share. Words, no markup."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from quarterdeck.bots import TITLES
from quarterdeck.bots.levels import SKILLS
from quarterdeck.i18n import N_, _, decimal, ngettext
from quarterdeck.kernel.generic import capitalized
from quarterdeck.kernel.record import to_bytes
from quarterdeck.play import Action, find
from quarterdeck.tables.daily import FIRST, DailyDeal, today
from quarterdeck.tables.ladder import BOT
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.daily import Begun, Sailed, Total
from quarterdeck.text_safety import isolated
from quarterdeck.web import pages
from quarterdeck.web.boards import BOARDS, details
from quarterdeck.web.boards.base import Context
from quarterdeck.web.forms import companions
from quarterdeck.web.paths import origin, url
from quarterdeck.web.preview import Preview

__all__ = [
    "Parting",
    "crew",
    "daily",
    "dated",
    "month_of",
    "parting",
    "result_preview",
    "table_rows",
    "week_of",
]

MONTHS: Final = (
    *(N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June")),
    *(N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December")),
)
# Rows of a table before one's own, and around it.
TOP, AROUND = 10, 2


class Parting(NamedTuple):
    """The first decision that a bot made otherwise in the same seat: the ply, the action that was played,
    and the bot's.
    """

    ply: int
    played: Action
    other: Action


def parting(mine: Match, other: Match, seat: int) -> Parting | None:
    """Where two voyages of a day part; None if they don't, or if the seat did not know the same in both,
    which could tell something that it can't know.
    """
    for (ply, played), (then, chosen) in zip(_decisions(mine, seat), _decisions(other, seat), strict=False):
        known = [
            to_bytes(match.positions[match.began(seat, at - 1)].view(seat).state)
            for match, at in ((mine, ply), (other, then))
        ]
        if known[0] != known[1]:
            return None
        if played != chosen:
            return Parting(ply, played, chosen)
    return None


def _decisions(match: Match, seat: int) -> list[tuple[int, Action]]:
    moves = enumerate(match.record.moves, 1)
    return [(ply, action) for ply, (mover, action) in moves if mover == seat]


def crew(deal: DailyDeal, own: str) -> list[str]:
    """The names at a voyage's table by seat, for whoever is called so."""
    names = companions(deal.game.id, own)[: deal.game.players]
    return [*names[1 : deal.seat + 1], names[0], *names[deal.seat + 1 :]]


def daily(context: Context) -> str:
    """The page.

    Reads ``deal``; ``mine``: the viewer's voyage (`Begun`) or None; ``counts``: whether it can be compared;
    ``standings``: everybody's results (`Sailed`), and ``me``, the viewer's hash; ``partings``: (bot,
    `Parting` or None), …; ``seed``: once it is public; ``week`` and ``month``: `Total`s; ``joined``:
    whether the viewer is named; ``coach``: the coach's results (HTML) or ""; ``name``, ``csrf`` and
    ``error``.
    """
    deal: DailyDeal = context["deal"]
    mine: Begun | None = context["mine"]
    done = mine is not None and mine.state == "over"
    rows = context["standings"]
    own = next((one for one in rows if one.holder == context["me"]), None)
    shown, others = done or deal.over, deal.game.players - 1
    return pages.render(
        "daily.html",
        {
            **context,
            "wanted": deal.game.id,
            "known": [(one, find(one).title) for one in BOARDS],
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
            "waiting": len([one for one in rows if one.holder.startswith(BOT)]) < len(SKILLS),
            "commitment": deal.commitment,
            "done": done,
            "own": None if own is None else _told(own, rows),
            "rows": [row for row, _one in table_rows(rows, context["me"], deal.over)] if shown else [],
            "sailed": sum(not one.holder.startswith(BOT) for one in rows),
            "partings": [_parted(bot, one, mine) for bot, one in context["partings"]],
            "line": "" if own is None else share_line(deal, own),
            "result": "" if own is None else capitalized(_sentence(deal, own, compared=False)),
            "week": _totals(context["week"], context["me"]),
            "month": _totals(context["month"], context["me"]),
            "months": dated(deal.day, whole=False),
        },
    )


def dated(day: date, whole: bool = True) -> str:
    """A date in words; or only its month."""
    month = _(MONTHS[day.month - 1])
    if not whole:
        return _("{month} {year}").format(month=month, year=day.year)
    return _("{month} {day}, {year}").format(day=day.day, month=month, year=day.year)


def week_of(day: date) -> tuple[date, date]:
    """The Monday and the Sunday of a day's week."""
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6)


def month_of(day: date) -> tuple[date, date]:
    """The first and the last day of a day's month."""
    first = day.replace(day=1)
    return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def _told(own: Sailed, rows: Sequence[Sailed]) -> dict[str, Any]:
    """One's own result."""
    return {
        "place": own.place,
        "score": own.score,
        "points": "" if own.points is None else decimal(own.points),
        "others": len(rows) - 1,
        "rank": 1 + sum(_better(one, own) for one in rows),
    }


def _better(one: Sailed, other: Sailed) -> bool:
    return (one.points or 0) > (other.points or 0)


def table_rows(
    rows: Sequence[Sailed], me: str, over: bool, whole: bool = False
) -> list[tuple[dict[str, Any], Sailed]]:
    """The rows of a table, `whole` or what a page shows: the first, those around the viewer's own, and the
    bots. When the day is over, voyages of bots and of people who are named can be watched.
    """
    at = next((number for number, one in enumerate(rows) if one.holder == me), -1)
    own = rows[at] if at >= 0 else None
    found = []
    for number, one in enumerate(rows):
        bot = one.holder.startswith(BOT)
        if number >= TOP and abs(number - at) > AROUND and not (bot or whole):
            continue
        mine = one.holder == me
        told = {
            "rank": 1 + sum(_better(other, one) for other in rows),
            "name": _called(one, bot),
            "bot": bot,
            "me": mine,
            "place": one.place,
            "score": one.score,
            "difference": _difference(one, own),
            "points": "" if one.points is None else decimal(one.points),
            "table": one.table if over and (bot or one.name or mine) else "",
        }
        found.append((told, one))
    return found


def _called(one: Sailed, bot: bool) -> str:
    if bot:
        return capitalized(_(TITLES[one.holder.removeprefix(BOT)]))
    return isolated(one.name) if one.name else _("a guest")


def _difference(one: Sailed, own: Sailed | None) -> str:
    """How many points more or fewer than one's own, with a sign."""
    if own is None or own.score is None or one.score is None or one is own:
        return ""
    more = one.score - own.score
    return f"+{more}" if more > 0 else f"−{-more}" if more < 0 else "±0"


def _parted(bot: str, one: Parting | None, mine: Begun | None) -> dict[str, Any]:
    """Where the viewer's way parted from a bot's."""
    told = {"bot": capitalized(_(TITLES[bot])), "ply": None, "words": "", "address": ""}
    if one is None or mine is None:
        return told
    words = _("You: “{played}”; the bot: “{other}”.")
    return {
        **told,
        "ply": one.ply,
        "words": words.format(played=one.played.sentence(), other=one.other.sentence()),
        "address": url(f"/table/{mine.table}/replay?ply={one.ply - 1}"),
    }


def _totals(found: Sequence[Total], me: str) -> list[dict[str, Any]]:
    """The rows of a week or a month: the first of those who are named, and the viewer."""
    known = [one for one in found if one.name or one.holder == me]
    return [
        {
            "rank": 1 + sum(other.points > one.points for other in found),
            "name": isolated(one.name) if one.name else _("you"),
            "me": one.holder == me,
            "points": decimal(one.points),
            "voyages": one.voyages,
        }
        for number, one in enumerate(known)
        if number < TOP or one.holder == me
    ]


def share_line(deal: DailyDeal, own: Sailed) -> str:
    """A result as a line of text, which tells nothing of the cards."""
    told = _sentence(deal, own)
    words = _("Voyage of the day, {game}, {date}: {result}")
    line = words.format(game=deal.game.title, date=dated(deal.day), result=told)
    return f"{line} {origin()}/daily?game={deal.game.id}&day={deal.day.isoformat()}"


def _placed(deal: DailyDeal, own: Sailed) -> str:
    """Place and score."""
    place = _("place {place} of {players}").format(place=own.place or "–", players=deal.game.players)
    if own.score is None:
        return place
    return _("{place}, {score}").format(place=place, score=BOARDS[deal.game.id].amount(own.score))


def _sentence(deal: DailyDeal, own: Sailed, compared: bool = True) -> str:
    """Place and score in one sentence; `compared`: points, too, once there are any."""
    if own.points is None or not compared:
        return _("{sentence}.").format(sentence=_placed(deal, own))
    sentence = _("{placed}, better than {share}\N{NO-BREAK SPACE}% of the others.")
    return sentence.format(placed=_placed(deal, own), share=decimal(own.points))


def result_preview(deal: DailyDeal, own: Sailed) -> Preview:
    """What the picture of a result shows."""
    about = (_("Voyage of the day"), dated(deal.day))
    return Preview(deal.game.title, about, capitalized(_sentence(deal, own)), ())
