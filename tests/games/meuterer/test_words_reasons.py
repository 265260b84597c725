"""Why not: every reason of Meuterer's cites its rule, in a sentence that is filled in."""

from __future__ import annotations

import pytest

from quarterdeck.games.meuterer.words import reasons

# For every code: the values that its sentence takes, and the rule with the sentence.
REASONS: list[tuple[str, dict[str, int | str], str]] = [
    ("not_your_turn", {}, "ME-30: It is not your turn: another player has to act first."),
    ("not_your_turn", {"phase": "mutiny"}, "ME-51: It is not your turn: another player has to act first."),
    ("not_your_turn", {"rule": "ME-52"}, "ME-52: It is not your turn: another player has to act first."),
    ("game_over", {}, "ME-70: The game is over: nothing more is played."),
    (
        "wrong_phase",
        {"phase": "offer", "current": "sell"},
        "ME-20: This belongs to the phase “Offer”; the phase now is “Selling”: choose an action of that one.",
    ),
    (
        "not_in_hand",
        {"good": "wine"},
        "ME-30: You do not hold a wine card: show a card that you hold, or leave.",
    ),
    ("no_card", {}, "ME-31: Your hand is empty: all you can do is leave."),
    (
        "role_taken",
        {"role": "merchant"},
        "ME-34: The action cards no longer include the Merchant: take one that is left.",
    ),
    ("captain_takes_no_role", {}, "ME-2: The Captain takes no action card: leave without one."),
    (
        "must_take_role",
        {},
        "ME-34: Only the Captain leaves without an action card: take one.",
    ),
    ("leave_first", {}, "ME-34: Leave first: only who has left looks at the action cards and takes one."),
    ("has_left", {}, "ME-32: You have left and show nothing more: take one of the action cards."),
    ("has_passed", {}, "ME-51: You have had your say in this mutiny: what you played, or passed, is final."),
    ("not_captain", {}, "ME-20: Only the Captain makes the offer to the First Mate."),
    (
        "too_many_conflicts",
        {"held": 0, "count": 1},
        "ME-51: You hold no conflict card: the only thing to play is none.",
    ),
    ("too_many_conflicts", {"held": 1, "count": 2}, "ME-51: You hold only 1 conflict card and can't play 2."),
    (
        "too_many_conflicts",
        {"held": 2, "count": 3},
        "ME-51: You hold only 2 conflict cards and can't play 3.",
    ),
    (
        "one_conflict_a_turn",
        {},
        "ME-52: This rule set has one conflict card a turn: play one, or none and be done.",
    ),
    (
        "not_involved",
        {},
        "ME-50: Only the Captain, the First Mate, the Mutineer and the Cabin Boy play conflict cards in a "
        "mutiny.",
    ),
    (
        "sale_not_shown",
        {"good": "ruby", "count": 2, "shown": 1},
        "ME-64: You have shown 1 ruby and can't sell 2 rubies: each shown card is sold once at most.",
    ),
    (
        "sale_not_shown",
        {"good": "salt", "count": 2, "shown": 0},
        "ME-64: You have not shown a salt card: only cards shown among the goods are sold.",
    ),
    (
        "sale_wrong_kind",
        {"good": "salt", "island": "Eisfelsen", "buys": "ruby"},
        "ME-63: Eisfelsen buys only rubies: nothing else can be sold there.",
    ),
    (
        "sale_wrong_kind",
        {"good": "conflict", "island": "Hochland", "buys": "any"},
        "ME-63: Nobody buys a conflict card: Hochland takes any one kind of goods, but conflicts and "
        "pirates are none.",
    ),
    (
        "sale_holds_back",
        {},
        "ME-64: No card is held back that an active island would still take from you: sell it too.",
    ),
    (
        "no_island_astern",
        {},
        "ME-62: The ship has not moved, so only its own island is active: sell there alone.",
    ),
    (
        "not_just_drawn",
        {"good": "grain"},
        "ME-74: You have not just drawn a grain card: the Loader gives back only cards drawn this time.",
    ),
    (
        "no_selling_choice_in_manual",
        {},
        "ME-67: This rule set sells at no island: every kind that you have shown scores by itself.",
    ),
]


@pytest.mark.parametrize(("code", "values", "told"), REASONS)
def test_a_reason_cites_its_rule(code: str, values: dict[str, int | str], told: str) -> None:
    rule, sentence = told.split(": ", 1)
    assert reasons.reason(code, **values) == (rule, sentence)
