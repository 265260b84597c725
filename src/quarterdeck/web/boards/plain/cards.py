"""Set pieces of games without a board of their own: a card for each fact."""

from __future__ import annotations

from quarterdeck.i18n import _
from quarterdeck.web.boards.cues import WINNERS, Cue, Heard, Lay, Scene, StorySummary, rule_title, victory

__all__ = ["cue"]

SCENE = "fact"
CARD = "plain-cards"
# The most facts that a summary repeats.
MOST = 3


def cue(heard: Heard, at: int) -> Cue | None:
    """The cue of the fact number `at`: its card says which rule it follows from and whose it is. The page
    stays as it was until the last fact. A fact that opens a part of the log ends the one before.
    """
    event = heard[at]
    if event is None:
        return None
    if event.kind in WINNERS:
        return victory(heard, at)
    turns = at == len(heard) - 1
    if at and event.spec.chapter(event.kind, event.data) is not None and (facts := _last_facts(heard, at)):
        return Cue(turns=turns, ends=_("Go on"), summary=StorySummary(_("What has happened"), facts=facts))
    lit = (f"seat-{event.seat}",) if event.seat >= 0 else ()
    lays = (Lay(0, event.seat, CARD),) if event.seat >= 0 else ()
    return Cue(scene=Scene(SCENE, rule_title(event), lays=lays), lit=lit, sound="card", turns=turns)


def _last_facts(heard: Heard, at: int) -> tuple[int, ...]:
    """The last facts of the part of the log that ends before number `at`."""
    found = list[int]()
    for number in range(at - 1, -1, -1):
        event = heard[number]
        if event is None or event.audience is not None:
            continue
        if len(found) == MOST or event.spec.chapter(event.kind, event.data) is not None:
            break
        found.append(number)
    return tuple(reversed(found))
