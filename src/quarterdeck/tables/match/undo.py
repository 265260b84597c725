"""When a move may be taken back: if nothing hidden came out by it, and nobody has acted since."""

from __future__ import annotations

from quarterdeck.errors import IllegalAction
from quarterdeck.i18n import _
from quarterdeck.play import Position
from quarterdeck.tables.match.match import Match

__all__ = ["may_ask", "may_take_back"]

# Worlds dealt from what the mover knew in which the move is tried again. What came out is missed only if all
# of them happen to agree on it.
WORLDS = 24
# So many are enough to see that a move at once dealt its seat a card.
GLANCE = 4


def may_take_back(match: Match, seat: int) -> str | None:
    """None if a seat may take its last move back, otherwise a sentence that says why not."""
    if refusal := _plain_refusal(match, seat):
        return refusal
    if tells_something(match.positions[-2], match.positions[-1], seat, match.record.moves[-1][1].text):
        return _("Your move has laid something open, so it can't be taken back.")
    return None


def may_ask(match: Match, seat: int) -> bool:
    """Whether a seat may ask for its last move back, as far as a glance tells: that nothing came out by it
    takes too long to work out for every move that is shown. What was told to the seat alone is looked at.
    """
    if _plain_refusal(match, seat) is not None or _told_others(match.position, seat):
        return False
    if all(event.audience is None for event in match.position.events):
        return True
    before, after = match.positions[-2:]
    return not tells_something(before, after, seat, match.record.moves[-1][1].text, GLANCE)


def _plain_refusal(match: Match, seat: int) -> str | None:
    if not match.terms.take_back:
        return _("Moves can't be taken back at this table.")
    if match.taught:
        return _("In a lesson go a step back instead.")
    if match.over or match.closed:
        return _("This match has ended.")
    # After a pause, too: whoever agrees to one knows where the match stands.
    last = next((entry for entry in reversed(match.entries) if entry.kind in ("move", "back", "pause")), None)
    if last is None or last.kind != "move" or last.seat != seat or not match.ply:
        return _("Only your own move can be taken back, and only until somebody else acts.")
    if last.data["by"] != "player":
        return _("Only a move that you made yourself can be taken back.")
    return None


def _told_others(after: Position, seat: int) -> bool:
    return any(event.audience not in (None, seat) for event in after.events)


def tells_something(before: Position, after: Position, seat: int, action: str, worlds: int = WORLDS) -> bool:
    """Whether a move told its seat what it could not work out before, or another seat something; by as many
    worlds as are tried.
    """
    if _told_others(after, seat):
        return True
    known, seen = before.view(seat), after.view(seat)
    for world in range(worlds):
        try:
            if known.sample(world).play(seat, action).view(seat) != seen:
                return True
        except IllegalAction:
            return True
    return False
