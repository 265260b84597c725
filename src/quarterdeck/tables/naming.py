"""A seat taken under another name, before the match begins."""

from __future__ import annotations

from functools import partial

from quarterdeck.tables import wishes
from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.match import Match
from quarterdeck.tables.wishes import Wish
from quarterdeck.words import _

__all__ = ["rename"]


def rename(owner: str, seat: int, name: str) -> Wish:
    """Bear another name at the table: everybody who holds the seat still does."""
    return partial(_rename, owner, seat, name)


def _rename(owner: str, seat: int, name: str, draft: Match, at: int) -> int:
    draft.check_holder(owner, seat)
    if draft.begun:
        raise NotAllowed(_("The match has begun: names stay as they are."))
    if name.strip() == draft.names[seat]:
        return draft.version
    others = [holder for holder in draft.seats[seat].holders if holder != owner]
    # Tried apart: a name that somebody else has must not cost the seat.
    trial = draft.draft()
    wishes.leave(owner, seat)(trial, at)
    wishes.sit(owner, seat, name)(trial, at)
    for holder in others:
        wishes.hand(owner, seat, holder)(trial, at)
    draft.become(trial)
    return draft.version
