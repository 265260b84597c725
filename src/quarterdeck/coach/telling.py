"""The coach's figures in words."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.coach.analysis import Analysis
from quarterdeck.coach.moments import Moment
from quarterdeck.i18n import _
from quarterdeck.play import Position

__all__ = ["chance", "parts", "tell"]


def chance(win: float | None) -> str:
    """A chance to win in per cent; a dash where it is not known."""
    return _("{number} %").format(number=round(100 * win)) if win is not None else "–"


def tell(moment: Moment, analysis: Analysis, names: Sequence[str]) -> str:
    """One sentence about a moment."""
    name, before, after = names[moment.seat], chance(moment.before), chance(moment.after)
    decision = analysis.stations[moment.ply].decision
    if moment.kind == "loss" and decision is not None:
        sentence = _("{name} chose “{played}”: {after} instead of {before} with “{best}”.")
        return sentence.format(
            name=name,
            played=decision.played.sentence(names),
            after=after,
            before=before,
            best=decision.best.action.sentence(names),
        )
    if moment.after > moment.before:
        return _("{name}’s chance rose from {before} to {after}.").format(
            name=name, before=before, after=after
        )
    return _("{name}’s chance fell from {before} to {after}.").format(name=name, before=before, after=after)


def parts(positions: Sequence[Position]) -> list[str]:
    """For each position of a match, the title of its part, such as the round."""
    spec = positions[0].game.spec
    title, found = positions[0].opening, []
    for position in positions:
        for event in position.view(None).events:
            title = spec.chapter(event.kind, event.data) or title
        found.append(title)
    return found
