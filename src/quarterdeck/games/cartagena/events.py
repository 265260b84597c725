"""The facts a match of Cartagena tells, each with the rule it comes from and the meaning of its numbers."""

from __future__ import annotations

from enum import IntEnum


class Event(IntEnum):
    """Kinds of facts; `FIELDS` names their numbers.

    Only one seat is told a fact whose name ends in _CARD or that is marked "private" there.
    """

    ROUND_BEGAN = 0
    STORMED = 1
    RETURNED = 2
    OPENED = 3
    USED = 4
    GHOST_MET = 5
    SATE_GREW = 6
    SATE_BACK = 7
    GOT_COINS = 8
    WENT_EMPTY = 9
    DREW_COMBAT = 10
    DREW_COMBAT_CARD = 11
    DREW_GOLD = 12
    DREW_GOLD_CARD = 13
    LOOKED_AT = 14
    LOOKED_AT_CARD = 15
    LOOKED_AT_GOLD_CARD = 16
    KEPT = 17
    KEPT_CARD = 18
    PUT_UNDER = 19
    PUT_UNDER_CARD = 20
    SOLD = 21
    SOLD_CARD = 22
    BOUGHT = 23
    ROBBED = 24
    SIDE_PLACED = 25
    SIDE_HANDLED = 26
    SIDE_CHOSEN = 27
    SPIED = 28
    SPIED_SIDE = 29
    SAILORS_TAKEN = 30
    SAILORS_SEEN = 31
    SAILORS_PLACED = 32
    SAILORS_SET = 33
    INSPECTED = 34
    PAIR_SEEN = 35
    PAIR_HANDLED = 36
    PAIR_SET = 37
    SAILED = 38
    STORM_MET = 39
    RAN_OUT = 40
    VOYAGE_ENDED = 41
    LEFT_OUT = 42
    DUEL_BEGAN = 43
    POSTED = 44
    POSTED_CARD = 45
    CARD_SHOWN = 46
    MASCOT_SHOWN = 47
    STRENGTH = 48
    OUT_OF_CARDS = 49
    COIN_GIVEN_BACK = 50
    MASCOT_PAID = 51
    DUEL_WON = 52
    MUTINY_WON = 53
    SIDE_SHOWN = 54
    GOLD_COUNTED = 55
    GAME_OVER = 56
    WON = 57
    NOBODY_WON = 58
    CAME_TO_NOTHING = 59
    DECLINED = 60
    MASCOT_AT_ONCE = 61


# In place of a rule: the rule of the pirate (CA-40 to CA-52). The fact's number `pirate`, otherwise the
# number after the named ones, says which.
BY_PIRATE = "pirate"


# Per kind: its text name, its rule, and the names of its numbers. These names become text names: `pirate`,
# `card` (combat card), `pile` (0 combat, 1 gold, 2 coins), `side`, `pair` (its letter); `player` is a seat
# and stays a number, like all others. With two rules the last number chooses: the second if it is 1.
FIELDS: dict[Event, tuple[str, str, tuple[str, ...]]] = {
    Event.ROUND_BEGAN: ("round_began", "CA-20", ("round",)),  # seat: the giver
    Event.STORMED: ("stormed", "CA-28", ("pirate",)),  # the one going into the lifeboat
    Event.RETURNED: ("returned", "CA-28", ("pirate",)),  # the one coming out of it
    Event.OPENED: ("opened", "CA-22", ("pirate", "closed")),  # closed: number of doors still closed
    Event.USED: ("used", "CA-21", ("pirate",)),
    Event.GHOST_MET: ("ghost_met", "CA-25", ()),
    Event.SATE_GREW: ("sate_grew", "CA-48", ("coins",)),  # coins now lying on the card
    Event.SATE_BACK: ("sate_back", "CA-48", ("coins",)),
    Event.GOT_COINS: ("got_coins", BY_PIRATE, ("coins", "pirate")),  # from the supply, by which pirate
    Event.WENT_EMPTY: ("went_empty", "CA-29", ("pile",)),  # too little left for the seat
    Event.DREW_COMBAT: ("drew_combat", BY_PIRATE, ("cards",)),
    Event.DREW_COMBAT_CARD: ("drew_combat_card", BY_PIRATE, ("card",)),  # private
    Event.DREW_GOLD: ("drew_gold", BY_PIRATE, ("cards",)),
    Event.DREW_GOLD_CARD: ("drew_gold_card", BY_PIRATE, ("value",)),  # private
    Event.LOOKED_AT: ("looked_at", "CA-41|CA-43", ("combat", "gold", "tembo")),  # how many of each
    Event.LOOKED_AT_CARD: ("looked_at_card", "CA-41|CA-43", ("card", "tembo")),  # private
    Event.LOOKED_AT_GOLD_CARD: ("looked_at_gold_card", "CA-41", ("value",)),  # private
    Event.KEPT: ("kept", "CA-41|CA-43", ("pile", "tembo")),  # the other looked-at card went under its pile
    Event.KEPT_CARD: ("kept_card", "CA-43", ("card",)),  # private; Tembo
    Event.PUT_UNDER: ("put_under", "CA-44", ()),  # one card from the hand; Wessel-Jan
    Event.PUT_UNDER_CARD: ("put_under_card", "CA-44", ("card",)),  # private
    Event.SOLD: ("sold", "CA-45", ()),  # a combat card for a coin
    Event.SOLD_CARD: ("sold_card", "CA-45", ("card",)),  # private
    Event.BOUGHT: ("bought", "CA-45", ()),  # a coin for a combat card
    Event.ROBBED: ("robbed", "CA-47|CA-65", ("player", "mascot")),
    Event.SIDE_PLACED: ("side_placed", "CA-49|CA-50", ("ojo",)),
    Event.SIDE_HANDLED: ("side_handled", "CA-49", ()),
    Event.SIDE_CHOSEN: ("side_chosen", "CA-49", ("side",)),  # private
    Event.SPIED: ("spied", "CA-50", ("player",)),
    Event.SPIED_SIDE: ("spied_side", "CA-50", ("player", "side")),  # private
    Event.SAILORS_TAKEN: ("sailors_taken", "CA-51", ("pair",)),
    Event.SAILORS_SEEN: ("sailors_seen", "CA-51", ("low", "high")),  # private
    Event.SAILORS_PLACED: ("sailors_placed", "CA-51", ("pair",)),
    Event.SAILORS_SET: ("sailors_set", "CA-51", ("pair", "valverde", "diaz")),  # private
    Event.INSPECTED: ("inspected", "CA-51", ("pair",)),
    Event.PAIR_SEEN: ("pair_seen", "CA-51", ("pair", "valverde", "diaz")),  # private
    Event.PAIR_HANDLED: ("pair_handled", "CA-51", ("pair",)),  # put back, swapped or not
    Event.PAIR_SET: ("pair_set", "CA-51", ("pair", "valverde", "diaz")),  # private
    Event.SAILED: ("sailed", "CA-27", ("spaces", "to")),  # no seat
    Event.STORM_MET: ("storm_met", "CA-28", ("space",)),  # no seat
    Event.RAN_OUT: ("ran_out", "CA-29", ("pile",)),  # no seat; at the moment it happens
    Event.VOYAGE_ENDED: ("voyage_ended", "CA-29", ("mutiny_space", "dry")),  # 1: reached; `Dry` bits
    Event.LEFT_OUT: ("left_out", "CA-60", ()),
    Event.DUEL_BEGAN: ("duel_began", "CA-62", ("pair", "valverde", "diaz")),  # no seat
    Event.POSTED: ("posted", "CA-63", ()),
    Event.POSTED_CARD: ("posted_card", "CA-63", ("card",)),  # private; card may be the mascot
    Event.CARD_SHOWN: ("card_shown", "CA-63", ("card",)),  # no seat
    Event.MASCOT_SHOWN: ("mascot_shown", "CA-64", ("round",)),
    Event.STRENGTH: ("strength", "CA-63", ("valverde", "diaz")),  # no seat; running totals
    Event.OUT_OF_CARDS: ("out_of_cards", "CA-66", ()),
    Event.COIN_GIVEN_BACK: ("coin_given_back", "CA-67", ()),
    Event.MASCOT_PAID: ("mascot_paid", "CA-65", ("coins",)),  # from the supply
    Event.DUEL_WON: ("duel_won", "CA-68", ("side", "valverde", "diaz")),  # no seat; side and totals
    Event.MUTINY_WON: ("mutiny_won", "CA-69", ("side",)),  # no seat
    Event.SIDE_SHOWN: ("side_shown", "CA-69", ("side",)),
    Event.GOLD_COUNTED: ("gold_counted", "CA-69", ("gold", "combat")),  # of those whose side has won
    Event.GAME_OVER: ("game_over", "CA-69", ()),  # no seat
    Event.WON: ("won", "CA-69", ("gold",)),
    Event.CAME_TO_NOTHING: ("came_to_nothing", BY_PIRATE, ("pirate",)),  # used, with nothing to do
    Event.DECLINED: ("declined", BY_PIRATE, ("pirate",)),  # used, and its action left alone
    Event.MASCOT_AT_ONCE: ("mascot_at_once", "CA-66", ()),  # in a first round, with combat cards in hand
    Event.NOBODY_WON: ("nobody_won", "CA-69|CA-60", ("none_left",)),  # no seat
}
