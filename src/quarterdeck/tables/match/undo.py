"""When a move may be taken back: if it revealed nothing hidden and nobody has acted since."""

from __future__ import annotations

from quarterdeck.errors import IllegalAction
from quarterdeck.i18n import _
from quarterdeck.play import Position
from quarterdeck.tables.match.match import Match

__all__ = ["may_ask", "refusal_of_undo"]

# Number of worlds, sampled from what the mover knew, in which the move is replayed. A revelation is missed
# only if all of them agree by chance.
WORLDS = 24
# Enough worlds to see that a move dealt its seat a card.
GLANCE = 4


def refusal_of_undo(match: Match, seat: int) -> str | None:
    """None if a seat may take its last move back, otherwise a sentence that says why not."""
    if refusal := _plain_refusal(match, seat):
        return refusal
    if tells_something(match.positions[-2], match.positions[-1], seat, match.record.moves[-1][1].text):
        return _("Your move has laid something open, so it can't be taken back.")
    return None


def may_ask(match: Match, seat: int) -> bool:
    """Whether to offer a seat to take its last move back. This is a quick check with few worlds, because the
    full check is too slow for every move shown.
    """
    if _plain_refusal(match, seat) is not None or _others_were_told(match.position, seat):
        return False
    if not match.position.confided:
        return True
    before, after = match.positions[-2:]
    return not tells_something(before, after, seat, match.record.moves[-1][1].text, GLANCE)


def _plain_refusal(match: Match, seat: int) -> str | None:
    """Why a seat may not take its last move back, whatever the move revealed; None if nothing forbids it."""
    if not match.terms.take_back:
        return _("Moves can't be taken back at this table.")
    if match.taught:
        return _("In a lesson go a step back instead.")
    if match.over or match.closed:
        return _("This match has ended.")
    # After a pause a move can't be taken back either: those who have agreed to it have seen the position.
    last = next((entry for entry in reversed(match.entries) if entry.kind in ("move", "back", "pause")), None)
    if last is None or last.kind != "move" or last.seat != seat or not match.ply:
        return _("Only your own move can be taken back, and only until somebody else acts.")
    if last.data["by"] != "player":
        return _("Only a move that you made yourself can be taken back.")
    return None


def _others_were_told(after: Position, seat: int) -> bool:
    """Whether the move that led to a position told a secret to other seats than the mover's."""
    return bool(after.confided - {seat})


def tells_something(before: Position, after: Position, seat: int, action: str, worlds: int = WORLDS) -> bool:
    """Whether a move told its own seat something it could not have known before, or told another seat
    anything. Checked by sampling worlds.
    """
    if _others_were_told(after, seat):
        return True
    known, seen = before.view(seat), after.view(seat)
    for world in range(worlds):
        try:
            if known.sample(world).play(seat, action).view(seat) != seen:
                return True
        except IllegalAction:
            return True
    return False
