"""The facts a match of Meuterer tells, each with the rule it comes from and the meaning of its numbers."""

from __future__ import annotations

from enum import IntEnum


class Event(IntEnum):
    """Kinds of facts; `FIELDS` names their numbers."""

    ROUND_BEGAN = 0
    OFFERED = 1
    SHOWED = 2
    LEFT = 3
    CHOSE = 4
    CAPTAIN_BOUND = 5
    PIRATES_SAILED = 6
    PLUNDERED = 7
    REVEALED = 8
    MUTINEER_BOUND = 9
    FOUGHT = 10
    MUTINY_WON = 11
    MUTINY_LOST = 12
    DOCKED = 13
    MATE_REWARDED = 14
    OFFER_PAID = 15
    CABIN_BOY_REWARDED = 16
    BECAME_CAPTAIN = 17
    SOLD = 18
    TRADE_POINTS = 19
    KIND_POINTS = 20
    SAILED = 21
    RESHUFFLED = 22
    DREW = 23
    DREW_GOOD = 24
    LOADER_DREW = 25
    GAVE_BACK = 26
    GAVE_BACK_GOOD = 27
    GAME_OVER = 28
    WON = 29


# Per kind: its text name, its rule, and the names of its numbers. A name of a thing (island, good, role)
# turns its number into that thing's text name. With two rules, the number `other` chooses: the second if it
# is 1. In the news, `tied` and `other` of trade points are one number.
FIELDS: dict[Event, tuple[str, str, tuple[str, ...]]] = {
    Event.ROUND_BEGAN: ("round_began", "ME-20", ("round",)),
    Event.OFFERED: ("offered", "ME-20", ("points",)),
    Event.SHOWED: ("showed", "ME-30", ("good",)),
    Event.LEFT: ("left", "ME-32", ("cards",)),
    Event.CHOSE: ("chose", "ME-34", ("role",)),
    Event.CAPTAIN_BOUND: ("captain_bound", "ME-33", ("island",)),
    Event.PIRATES_SAILED: ("pirates_sailed", "ME-80", ("from", "to")),
    Event.PLUNDERED: ("plundered", "ME-81", ()),
    Event.REVEALED: ("revealed", "ME-40", ("role",)),
    Event.MUTINEER_BOUND: ("mutineer_bound", "ME-40", ("island",)),
    Event.FOUGHT: ("fought", "ME-51|ME-52", ("count", "other")),
    Event.MUTINY_WON: ("mutiny_won", "ME-55", ("for", "against")),
    Event.MUTINY_LOST: ("mutiny_lost", "ME-55", ("for", "against")),
    Event.DOCKED: ("docked", "ME-60|ME-61", ("island", "points", "other")),
    Event.MATE_REWARDED: ("mate_rewarded", "ME-60", ("points", "offer")),
    Event.OFFER_PAID: ("offer_paid", "ME-60", ("points",)),
    Event.CABIN_BOY_REWARDED: ("cabin_boy_rewarded", "ME-61", ("points",)),
    Event.BECAME_CAPTAIN: ("became_captain", "ME-61", ()),
    Event.SOLD: ("sold", "ME-63", ("island", "good", "count")),
    Event.TRADE_POINTS: ("trade_points", "ME-65|ME-66", ("island", "points", "tied", "other")),
    Event.KIND_POINTS: ("kind_points", "ME-67", ("good", "points", "tied")),
    Event.SAILED: ("sailed", "ME-71", ("from", "to")),
    Event.RESHUFFLED: ("reshuffled", "ME-73", ()),
    Event.DREW: ("drew", "ME-73", ("count",)),
    Event.DREW_GOOD: ("drew_good", "ME-73", ("good",)),
    Event.LOADER_DREW: ("loader_drew", "ME-74", ("count",)),
    Event.GAVE_BACK: ("gave_back", "ME-74", ()),
    Event.GAVE_BACK_GOOD: ("gave_back_good", "ME-74", ("good",)),
    Event.GAME_OVER: ("game_over", "ME-70", ()),
    Event.WON: ("won", "ME-70", ("points",)),
}
