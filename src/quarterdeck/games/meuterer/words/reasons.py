"""Why an action is illegal: for every reason its rule and one sentence."""

from __future__ import annotations

from quarterdeck.games.meuterer.words.names import buys_name, card_name, good_count, phase_name, role_phrase
from quarterdeck.i18n import N_, ngettext
from quarterdeck.kernel.sentences import Data, Reason, Reasons, Values, Words, named

# The rule that allows an action, by the phase in which it is played.
PHASE_RULES = {"offer": "ME-20", "show": "ME-30", "mutiny": "ME-51", "sell": "ME-64", "return": "ME-74"}


_REASONS: dict[str, Reason] = {
    "not_your_turn": Reason("ME-30", N_("It is not your turn: another player has to act first.")),
    "game_over": Reason("ME-70", N_("The game is over: nothing more is played.")),
    "wrong_phase": Reason(
        "ME-30",
        N_(
            "This belongs to the phase “{phase}”; the phase now is “{current}”: choose an action of that one."
        ),
    ),
    "not_in_hand": Reason("ME-30", N_("You do not hold {card}: show a card that you hold, or leave.")),
    "no_card": Reason("ME-31", N_("Your hand is empty: all you can do is leave.")),
    "role_taken": Reason("ME-34", N_("The action cards no longer include {role}: take one that is left.")),
    "captain_takes_no_role": Reason("ME-2", N_("The Captain takes no action card: leave without one.")),
    "must_take_role": Reason("ME-34", N_("Only the Captain leaves without an action card: take one.")),
    "leave_first": Reason(
        "ME-34", N_("Leave first: only who has left looks at the action cards and takes one.")
    ),
    "has_left": Reason("ME-32", N_("You have left and show nothing more: take one of the action cards.")),
    "has_passed": Reason(
        "ME-51", N_("You have had your say in this mutiny: what you played, or passed, is final.")
    ),
    "not_captain": Reason("ME-20", N_("Only the Captain makes the offer to the First Mate.")),
    "too_many_conflicts": Reason(
        "ME-51",
        lambda held: ngettext(
            "You hold only {held} conflict card and can't play {count}.",
            "You hold only {held} conflict cards and can't play {count}.",
            held,
        ),
        by="held",
    ),
    "too_many_conflicts, none held": Reason(
        "ME-51", N_("You hold no conflict card: the only thing to play is none.")
    ),
    "one_conflict_a_turn": Reason(
        "ME-52", N_("This rule set has one conflict card a turn: play one, or none and be done.")
    ),
    "not_involved": Reason(
        "ME-50",
        N_(
            "Only the Captain, the First Mate, the Mutineer and the Cabin Boy play conflict cards in a "
            "mutiny."
        ),
    ),
    "sale_not_shown": Reason(
        "ME-64",
        N_("You have shown {shown_goods} and can't sell {goods}: each shown card is sold once at most."),
    ),
    "sale_not_shown, none shown": Reason(
        "ME-64", N_("You have not shown {card}: only cards shown among the goods are sold.")
    ),
    "sale_wrong_kind": Reason("ME-63", N_("{island} buys only {buys}: nothing else can be sold there.")),
    "sale_wrong_kind, nobody buys it": Reason(
        "ME-63",
        N_("Nobody buys {card}: {island} takes any one kind of goods, but conflicts and pirates are none."),
    ),
    "sale_holds_back": Reason(
        "ME-64", N_("No card is held back that an active island would still take from you: sell it too.")
    ),
    "no_island_astern": Reason(
        "ME-62", N_("The ship has not moved, so only its own island is active: sell there alone.")
    ),
    "not_just_drawn": Reason(
        "ME-74", N_("You have not just drawn {card}: the Loader gives back only cards drawn this time.")
    ),
    "no_selling_choice_in_manual": Reason(
        "ME-67", N_("This rule set sells at no island: every kind that you have shown scores by itself.")
    ),
}


def _reason_variant(code: str, values: Data) -> str:
    match code:
        case "too_many_conflicts" if not values["held"]:
            return "too_many_conflicts, none held"
        case "sale_not_shown" if not values["shown"]:
            return "sale_not_shown, none shown"
        case "sale_wrong_kind" if values["buys"] == "any":
            return "sale_wrong_kind, nobody buys it"
    return code


_NAMES: Words = {"role": role_phrase, "buys": buys_name, "phase": phase_name, "current": phase_name}


def _placeholder_values(values: Data) -> Values:
    """The values of the placeholders: goods, roles and phases by name, everything else as it is."""
    words = named(values, _NAMES)
    if "good" in values:
        good = str(values["good"])
        words["card"] = card_name(good)
        words["goods"] = good_count(good, int(values.get("count", 1)))
        words["shown_goods"] = good_count(good, int(values.get("shown", 1)))
    return words


# Values, by code: wrong_phase `phase` (the action's) and `current`; not_in_hand, not_just_drawn `good`;
# role_taken `role`; too_many_conflicts `held`, `count`; sale_not_shown `good`, `count`, `shown`;
# sale_wrong_kind `good`, `island`, `buys`; not_your_turn optionally `phase`, the current one, to cite its
# rule.
reason = Reasons(_REASONS, _placeholder_values, PHASE_RULES, _reason_variant)
