"""The coach's results in words."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.coach.analysis import Analysis
from quarterdeck.coach.moments import Moment
from quarterdeck.i18n import _, percent
from quarterdeck.play import Position

__all__ = ["part_titles", "tell", "whole_percent", "whole_percents"]


def whole_percent(win: float | None) -> str:
    """A chance or a share, from 0 to 1, in whole per cents; a dash where it is not known."""
    return percent(win) if win is not None else "–"


def whole_percents(wins: Sequence[float], nobody: float) -> tuple[list[str], str]:
    """The chances of all seats, and the chance that nobody wins, in whole per cents that sum to 100.

    The given chances sum to 1. Each is rounded down; then those that lost most are raised by 1 until the sum
    is right.
    """
    exact = [100 * one for one in (*wins, nobody)]
    whole = [int(one) for one in exact]
    by_loss = sorted(range(len(exact)), key=lambda at: whole[at] - exact[at])
    for at in by_loss[: 100 - sum(whole)]:
        whole[at] += 1
    percentages = [percent(one / 100) for one in whole]
    return percentages[:-1], percentages[-1]


def tell(moment: Moment, analysis: Analysis, names: Sequence[str]) -> str:
    """One sentence about a moment."""
    name, before, after = names[moment.seat], whole_percent(moment.before), whole_percent(moment.after)
    decision = analysis.stations[moment.ply].decision
    if moment.kind == "loss" and decision is not None:
        sentence = _("{name} chose “{played}”: {after} instead of {before} with “{best}”.")
        loss = sentence.format(
            name=name,
            played=decision.played.sentence(names),
            after=after,
            before=before,
            best=decision.best.action.sentence(names),
        )
        return f"{loss} {decision.reason.sentence(names)}" if decision.reason else loss
    if moment.after > moment.before:
        return _("{name}’s chance rose from {before} to {after}.").format(
            name=name, before=before, after=after
        )
    return _("{name}’s chance fell from {before} to {after}.").format(name=name, before=before, after=after)


def part_titles(positions: Sequence[Position]) -> list[str]:
    """For each position of a match, the title of its part, such as the round."""
    spec = positions[0].game.spec
    title, titles = positions[0].opening, []
    for position in positions:
        for event in position.heard(None):
            title = spec.chapter(event.kind, event.data) or title
        titles.append(title)
    return titles
