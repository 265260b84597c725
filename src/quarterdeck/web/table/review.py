"""What the coach says of a match that is over: the moments that decided it, and the viewer's best and
costliest decision.

It is made of the analysis with open cards, in which each figure comes from what that player could know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from markupsafe import Markup

from quarterdeck.coach import Analysis, Decision, Moment, moments
from quarterdeck.coach.moments import LEAST
from quarterdeck.coach.telling import tell, whole_percent
from quarterdeck.i18n import _
from quarterdeck.play import Event
from quarterdeck.tables.match.match import OPEN, Match
from quarterdeck.tables.match.timeline import timeline_of
from quarterdeck.tables.match.transcript import Transcript, transcript_of
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.coaching import Coach
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates
from quarterdeck.web.table.finale import MOMENTS

__all__ = ["review"]

# The best decision is shown if it was at least so much better than the next best choice.
MARGIN: Final = 0.03


def review(coach: Coach, match: Match, seat: int | None) -> Markup:
    """The review as HTML, seen from this seat or by a spectator; empty while there is none."""
    run = coach.run(match, OPEN) if match.over and match.open else None
    if run is None or not run.done or run.moves != tuple(match.record.moves):
        return Markup("")
    analysis = run.analysis_of(match)
    transcript = transcript_of(match, OPEN if seat is None else seat)
    context = {
        "address": url(f"/table/{match.id}"),
        "review": {
            "moments": _moment_rows(analysis, transcript, match),
            "own": [] if seat is None else _own_decisions(analysis, transcript, seat),
            "agreed": bool(match.ended),
            "by_coach": True,
        },
    }
    return Markup(templates.render("regions/review.html", context).strip())


def _moment_rows(analysis: Analysis, transcript: Transcript, match: Match) -> list[dict[str, Any]]:
    """The largest changes of chances, in the order of moves."""
    board, timeline = BOARDS[match.game.id], timeline_of(match)
    points = board.turning_points(timeline, board.account(timeline))
    facts_by_ply = {point.ply: point.events for point in sorted(points, key=lambda point: point.weight)}
    largest = sorted(moments(analysis), key=lambda moment: (-moment.size, moment.ply))
    largest_by_ply = {moment.ply: moment for moment in reversed(largest)}
    largest_few = sorted(largest_by_ply.values(), key=lambda moment: (-moment.size, moment.ply))[:MOMENTS]
    return [
        {
            **_place_of_move(transcript, moment.ply),
            "words": _moment_words(moment, analysis, transcript, facts_by_ply.get(moment.ply, ())),
        }
        for moment in sorted(largest_few, key=lambda moment: moment.ply)
    ]


def _place_of_move(transcript: Transcript, ply: int) -> dict[str, Any]:
    """A move, and the part of the match in which it was chosen."""
    chapters = [chapter for chapter in transcript.until(len(transcript.told) - 1) if chapter.ply < ply]
    return {"ply": ply, "part": chapters[-1].title, "about": ""}


def _moment_words(
    moment: Moment, analysis: Analysis, transcript: Transcript, telling_facts: Sequence[Event]
) -> str:
    """How a move changed a chance, and before it, unless it was a bad choice, what happened. `telling_facts`
    are the facts of the move that say most; without any the first public one is told.
    """
    chance_words = tell(moment, analysis, transcript.names)
    facts = telling_facts or [event for event in transcript.told[moment.ply] if event.audience is None][:1]
    if moment.kind == "loss" or not facts:
        return chance_words
    fact_words = " ".join(event.sentence(transcript.names, transcript.you) for event in facts)
    return _("{fact} {chance}").format(fact=fact_words, chance=chance_words)


def _own_decisions(analysis: Analysis, transcript: Transcript, seat: int) -> list[dict[str, Any]]:
    """The best decision, and the one that cost most."""
    decisions = [decision for decision in analysis.decisions() if decision.seat == seat]
    best = max(decisions, key=_margin, default=None)
    worst = max(decisions, key=lambda decision: decision.loss, default=None)
    rows = []
    if best is not None and _margin(best) >= MARGIN:
        words = _("“{played}”: {win}, against {other} with “{second}”.").format(
            played=best.played.sentence(transcript.names),
            win=whole_percent(best.choice.win),
            other=whole_percent(best.choices[1].win),
            second=best.choices[1].action.sentence(transcript.names),
        )
        rows.append(
            {"label": _("Your best decision"), **_place_of_move(transcript, best.ply), "words": words}
        )
    if worst is not None and worst.loss >= LEAST:
        words = _("“{played}”: {after} instead of {before} with “{best}”.").format(
            played=worst.played.sentence(transcript.names),
            after=whole_percent(worst.choice.win),
            before=whole_percent(worst.best.win),
            best=worst.best.action.sentence(transcript.names),
        )
        rows.append(
            {"label": _("Your costliest decision"), **_place_of_move(transcript, worst.ply), "words": words}
        )
    return rows


def _margin(decision: Decision) -> float:
    """How much better the choice was than the next one, 0 if it was not the best."""
    second = decision.choices[1].win
    win = decision.choice.win
    if decision.played != decision.best.action or win is None or second is None:
        return 0.0
    return win - second
