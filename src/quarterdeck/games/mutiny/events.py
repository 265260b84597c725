"""The facts a match of Mutiny! tells, each with the rule it comes from and the meaning of its numbers."""

from __future__ import annotations

from enum import IntEnum


class Event(IntEnum):
    """Kinds of facts; `FIELDS` names their numbers."""

    TURN_BEGAN = 0
    TILE_TURNED = 1
    RESHUFFLED = 2
    CALLED = 3
    BID_CLOSED = 4
    BID_MADE = 5
    BID_SHOWN = 6
    RESOLVED = 7
    NO_BRIBE = 8
    TIED = 9
    OFFER_CLOSED = 10
    OFFER_MADE = 11
    OFFER_SHOWN = 12
    PICKED = 13
    DEAL = 14
    PRIMARY = 15
    SECONDARY = 16
    GAINED = 17
    LOST = 18
    SPARED = 19
    MOVED = 20
    STAYED = 21
    SPYGLASS = 22
    SET_COURSE = 23
    CONTROLS = 24
    MISSED = 25
    LOST_DOUBLOON = 26
    RETRIEVED = 27
    RUM_DRUNK = 28
    GAME_OVER = 29
    WON = 30
    DRAWN = 31
    OFFERED = 32
    WITHDRAWN = 33
    PASSED = 34
    ASKED = 35
    WAITED = 36
    STRUCK = 37


# Per kind: its text name, its rule, and the names of its numbers. These names become text names: `crew`,
# `resource`, `rank`, `destination`, `token` (doubloon, rum), `place` (a crew member, or "unplayed" for NONE).
# `way` becomes `from` and `to`, crew members; `seats`, a bit mask, becomes a text "0 2 3". All others stay
# numbers, also the seats `player` and `payer`; a `target` becomes `for` or `but`, a seat, or `first` and
# `second`, seats; a `tile` counts from 0. With several rules the last number
# chooses: the first if it is 0.
FIELDS: dict[Event, tuple[str, str, tuple[str, ...]]] = {
    Event.TURN_BEGAN: ("turn_began", "MU-10", ("turn",)),  # seat: the lookout
    Event.TILE_TURNED: ("tile_turned", "MU-41", ("tile",)),  # no seat
    Event.RESHUFFLED: ("reshuffled", "MU-3", ()),  # no seat
    Event.CALLED: ("called", "MU-10", ("crew",)),  # seat: the lookout
    Event.BID_CLOSED: ("bid_closed", "MU-10", ()),
    Event.BID_MADE: ("bid_made", "MU-10", ("doubloons", "rum")),  # private
    Event.BID_SHOWN: ("bid_shown", "MU-10", ("crew", "doubloons", "rum")),
    Event.RESOLVED: ("resolved", "MU-20", ("crew",)),  # no seat: its turn has come
    Event.NO_BRIBE: ("no_bribe", "MU-22", ("crew",)),  # no seat: nobody has its ability
    Event.TIED: ("tied", "MU-21", ("crew", "rank", "seats")),  # seat: the lookout
    Event.OFFER_CLOSED: ("offer_closed", "MU-23", ()),
    Event.OFFER_MADE: ("offer_made", "MU-23", ("rum", "player")),  # private; 0 rum: none
    Event.OFFER_SHOWN: ("offer_shown", "MU-23", ("rum", "player")),  # 0 rum: none
    Event.PICKED: ("picked", "MU-21", ("player", "crew", "rank")),  # seat: the lookout
    Event.DEAL: ("deal", "MU-23", ("payer", "rum")),  # seat: the lookout, who is paid
    Event.PRIMARY: ("primary", "MU-20", ("crew",)),  # the seat has this ability
    Event.SECONDARY: ("secondary", "MU-20", ("crew",)),
    Event.GAINED: ("gained", "MU-30|MU-25|MU-26|MU-27|MU-28", ("resource", "amount", "why")),
    Event.LOST: ("lost", "MU-31", ("resource", "amount")),
    Event.SPARED: ("spared", "MU-30|MU-31|MU-32", ("resource", "why")),  # nothing left to gain (0) or lose
    Event.MOVED: ("moved", "MU-24", ("player", "token", "way")),  # whose token
    Event.STAYED: ("stayed", "MU-24", ()),
    Event.SPYGLASS: ("spyglass", "MU-28", ()),
    Event.SET_COURSE: ("set_course", "MU-27", ("destination",)),
    Event.CONTROLS: ("controls", "MU-27", ("crew",)),  # the seat that an effect will concern
    Event.MISSED: ("missed", "MU-27", ("crew",)),  # no seat: nobody has a bribe there
    Event.LOST_DOUBLOON: ("lost_doubloon", "MU-32", ("place",)),
    Event.RETRIEVED: ("retrieved", "MU-40", ("crew",)),
    Event.RUM_DRUNK: ("rum_drunk", "MU-41", ("rum",)),  # no seat
    Event.GAME_OVER: ("game_over", "MU-50", ()),  # no seat
    Event.WON: ("won", "MU-50", ("cutlasses", "rum")),
    Event.DRAWN: ("drawn", "MU-50", ("cutlasses", "rum")),  # each seat that shares the first place
    Event.OFFERED: ("offered", "MU-23", ("rum", "target")),  # openly; an earlier offer of the seat is gone
    Event.WITHDRAWN: ("withdrawn", "MU-23", ()),
    Event.PASSED: ("passed", "MU-23", ()),
    Event.ASKED: ("asked", "MU-23", ("rum", "player")),  # seat: the lookout, who names a price
    Event.WAITED: ("waited", "MU-23", ()),  # seat: the lookout
    Event.STRUCK: ("struck", "MU-23", ("payer", "rum", "target")),  # seat: the lookout, who is paid
}
