"""Why an action is illegal: for every reason its rule and one sentence."""

from __future__ import annotations

from quarterdeck.games.cartagena.words.names import combat_phrase, phase_name, pirate_phrase
from quarterdeck.i18n import N_, _
from quarterdeck.kernel.sentences import Data, Reason, Reasons, Values, Words, named

# The rule of the decision in each phase; `rob` in a duel has CA-65, see `why`.
PHASE_RULES = {
    "cabins": "CA-22",
    "diaz": "CA-41",
    "tembo": "CA-43",
    "swap": "CA-44",
    "trade": "CA-45",
    "pang": "CA-46",
    "rob": "CA-47",
    "side": "CA-49",
    "spy": "CA-50",
    "sailors": "CA-51",
    "inspect": "CA-51",
    "handle": "CA-51",
    "duel": "CA-63",
}


_REASONS: dict[str, Reason] = {
    "game_over": Reason("CA-69", N_("The game is over: nothing more is played.")),
    "not_your_turn": Reason("CA-21", N_("It is not your turn: another player has to act first.")),
    "wrong_phase": Reason(
        "CA-21",
        N_("This belongs to “{phase}”; what is asked now is “{current}”: choose an action of that."),
    ),
    "door_closed": Reason(
        "CA-22",
        N_("No open door has {pirate} behind it: visit a pirate whose door is open, or knock at the next."),
    ),
    "passed_by": Reason(
        "CA-23",
        N_("You have knocked since and can't go back to {pirate}: visit {open}, or knock again."),
    ),
    "already_used": Reason(
        "CA-26", N_("Somebody has visited {pirate} in this round: choose another pirate.")
    ),
    "in_lifeboat": Reason("CA-28", N_("In the lifeboat lies {pirate}, seasick and out of play.")),
    "no_closed_door": Reason("CA-24", N_("Every door is open: visit one of the pirates that are left.")),
    "not_looked_at": Reason("CA-43", N_("You do not look at {card}: keep one of the two that you look at.")),
    "not_in_hand": Reason("CA-44", N_("You do not hold {card}: choose a combat card that you hold.")),
    "one_way": Reason(
        "CA-45", N_("One visit to Dean Nero goes one way: you have {done}, so you can't {wanted}.")
    ),
    "no_coin_for_sale": Reason("CA-45", N_("The supply has no coin to pay for your card.")),
    "no_coin": Reason("CA-45", N_("You have no coin to buy a combat card with.")),
    "no_card_to_buy": Reason("CA-45", N_("The pile has no combat card to sell to you.")),
    "no_such_seat": Reason("CA-21", N_("There is no seat {seat} at this table: seats are 0 to {last}.")),
    "no_such_pair": Reason("CA-51", N_("There is no pair {pair} at this table: pairs are A to {last}.")),
    "yourself": Reason("CA-47", N_("Choose another player: not yourself.")),
    "nothing_to_steal": Reason("CA-47", N_("There is no coin to steal from seat {seat}.")),
    "out_of_reach": Reason(
        "CA-60", N_("The coins of seat {seat}, who is out of the mutiny, are out of everyone's reach.")
    ),
    "nothing_to_spy": Reason(
        "CA-50", N_("No conviction lies before seat {seat}: that player has no side yet.")
    ),
    "already_laid": Reason("CA-63", N_("You have laid your card for this round: it stays.")),
    "left_duel": Reason("CA-64", N_("You have played your mascot and are done with this duel.")),
    "left_out": Reason("CA-60", N_("You have taken no side: you take no part in the mutiny.")),
    "out_of_cards": Reason("CA-66", N_("You are out: you had no combat card for the first round of a duel.")),
    "mascot_at_once": Reason(
        "CA-66", N_("You are out: you let your mascot out in the first round of a duel.")
    ),
    "not_declined": Reason("CA-47", N_("Here you have to choose: this can't be left alone.")),
    "mascot_too_early": Reason(
        "CA-66", N_("The mascot waits for the second round of a duel: lay one of your combat cards.")
    ),
}


def _placeholder_values(values: Data) -> Values:
    """The values of the placeholders: pirates, cards and phases by name, everything else as it is."""
    words = named(values, _NAMES)
    if "direction" in values:
        sold = values["direction"] == "sell"
        words["done"], words["wanted"] = (_("sold"), _("buy")) if sold else (_("bought"), _("sell"))
    return words


_NAMES: Words = {
    "pirate": pirate_phrase,
    "open": pirate_phrase,
    "card": combat_phrase,
    "phase": phase_name,
    "current": phase_name,
}

# Values, by code: wrong_phase `phase` (the action's) and `current`; door_closed, already_used, in_lifeboat
# `pirate`, passed_by also `open`; not_looked_at, not_in_hand `card`; one_way `direction`, the one taken;
# no_such_seat `seat` and `last`, no_such_pair `pair` and `last`; nothing_to_steal, out_of_reach and
# nothing_to_spy `seat`.
reason = Reasons(_REASONS, _placeholder_values, PHASE_RULES)
