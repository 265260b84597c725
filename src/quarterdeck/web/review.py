"""What the coach says of a match that is over: the moments that decided it, and the viewer's best
and costliest decision. It is made of the analysis with open cards: each figure is from what that
player could know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from markupsafe import Markup

from quarterdeck.coach import Analysis, Decision, Moment, moments
from quarterdeck.coach.moments import LEAST
from quarterdeck.coach.telling import chance, tell
from quarterdeck.i18n import _
from quarterdeck.play import Event
from quarterdeck.tables.match.match import OPEN, Match
from quarterdeck.tables.match.timeline import timeline_of
from quarterdeck.tables.match.transcript import Transcript, transcript_of
from quarterdeck.web import pages
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.coaching import Coach
from quarterdeck.web.finale import MOMENTS
from quarterdeck.web.paths import url

__all__ = ["review"]

# A best decision is one that a worse choice would have cost this much, at least.
MARGIN: Final = 0.03


def review(coach: Coach, match: Match, seat: int | None) -> Markup:
    """The review as HTML for who looks from this seat; empty while there is none."""
    run = coach.run(match, OPEN) if match.over and match.open else None
    if run is None or not run.done or run.moves != tuple(match.record.moves):
        return Markup("")
    transcript = transcript_of(match, OPEN if seat is None else seat)
    context = {
        "address": url(f"/table/{match.id}"),
        "review": {
            "moments": _moments(run.analysis, transcript, match),
            "own": [] if seat is None else _own(run.analysis, transcript, seat),
            "agreed": bool(match.ended),
            "by_coach": True,
        },
    }
    return Markup(pages.render("regions/review.html", context).strip())


def _moments(analysis: Analysis, transcript: Transcript, match: Match) -> list[dict[str, Any]]:
    """The largest changes of chances, in the order of moves."""
    board, timeline = BOARDS[match.game.id], timeline_of(match)
    turns = sorted(board.turns(timeline, board.account(timeline)), key=lambda one: one.weight)
    telling = {one.ply: one.events for one in turns}
    largest = sorted(moments(analysis), key=lambda one: (-one.size, one.ply))
    picked = {one.ply: one for one in reversed(largest)}
    few = sorted(picked.values(), key=lambda one: (-one.size, one.ply))[:MOMENTS]
    return [
        {**_where(transcript, one.ply), "words": _words(one, analysis, transcript, telling.get(one.ply, ()))}
        for one in sorted(few, key=lambda one: one.ply)
    ]


def _where(transcript: Transcript, ply: int) -> dict[str, Any]:
    """A move, and the part of the match in which it was chosen."""
    begun = [one for one in transcript.until(len(transcript.told) - 1) if one.ply < ply]
    return {"ply": ply, "part": begun[-1].title, "about": ""}


def _words(moment: Moment, analysis: Analysis, transcript: Transcript, telling: Sequence[Event]) -> str:
    """What happened, as far as it is no choice, and how it changed a chance. `telling` are the facts of the
    move that say most; without any the first one that all may know is told.
    """
    said = tell(moment, analysis, transcript.names)
    facts = telling or [event for event in transcript.told[moment.ply] if event.audience is None][:1]
    if moment.kind == "loss" or not facts:
        return said
    told = " ".join(event.sentence(transcript.names, transcript.you) for event in facts)
    return _("{fact} {chance}").format(fact=told, chance=said)


def _own(analysis: Analysis, transcript: Transcript, seat: int) -> list[dict[str, Any]]:
    """The best decision, and the one that cost most."""
    mine = [one for one in analysis.decisions() if one.seat == seat]
    best = max(mine, key=_margin, default=None)
    worst = max(mine, key=lambda one: one.loss, default=None)
    found = []
    if best is not None and _margin(best) >= MARGIN:
        words = _("“{played}”: {win}, against {other} with “{second}”.").format(
            played=best.played.sentence(transcript.names),
            win=chance(best.choice.win),
            other=chance(best.choices[1].win),
            second=best.choices[1].action.sentence(transcript.names),
        )
        found.append({"label": _("Your best decision"), **_where(transcript, best.ply), "words": words})
    if worst is not None and worst.loss >= LEAST:
        words = _("“{played}”: {after} instead of {before} with “{best}”.").format(
            played=worst.played.sentence(transcript.names),
            after=chance(worst.choice.win),
            before=chance(worst.best.win),
            best=worst.best.action.sentence(transcript.names),
        )
        found.append({"label": _("Your costliest decision"), **_where(transcript, worst.ply), "words": words})
    return found


def _margin(decision: Decision) -> float:
    """How much better the choice was than the next one, 0 if it was not the best."""
    second = decision.choices[1].win
    win = decision.choice.win
    if decision.played != decision.best.action or win is None or second is None:
        return 0.0
    return win - second
