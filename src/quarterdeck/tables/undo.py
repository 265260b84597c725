"""When a move may be taken back: if nothing hidden came out by it, and nobody has acted since."""

from __future__ import annotations

from quarterdeck.errors import IllegalAction
from quarterdeck.play import Position
from quarterdeck.tables.match import Match
from quarterdeck.words import _

__all__ = ["may_take_back"]

# Worlds dealt from what the mover knew in which the move is tried again. What came out is missed only if all
# of them happen to agree on it.
WORLDS = 24


def may_take_back(match: Match, seat: int) -> str | None:
    """None if a seat may take its last move back, otherwise a sentence that says why not."""
    if not match.terms.take_back:
        return _("Moves can't be taken back at this table.")
    if match.over or match.closed:
        return _("This match has ended.")
    last = next((entry for entry in reversed(match.entries) if entry.kind in ("move", "back")), None)
    if last is None or last.kind != "move" or last.seat != seat or not match.ply:
        return _("Only your own move can be taken back, and only until somebody else acts.")
    if last.data["by"] != "player":
        return _("Only a move that you made yourself can be taken back.")
    if tells_something(match.positions[-2], match.positions[-1], seat, last.data["action"]):
        return _("Your move has laid something open, so it can't be taken back.")
    return None


def tells_something(before: Position, after: Position, seat: int, action: str) -> bool:
    """Whether a move told its seat what it could not work out before, or another seat something."""
    if any(event.audience not in (None, seat) for event in after.events):
        return True
    known, seen = before.view(seat), after.view(seat)
    for world in range(WORLDS):
        try:
            if known.sample(world).play(seat, action).view(seat) != seen:
                return True
        except IllegalAction:
            return True
    return False
