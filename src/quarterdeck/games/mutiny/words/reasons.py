"""Why an action is illegal: for every reason its rule and one sentence."""

from __future__ import annotations

from quarterdeck.games.mutiny.words.names import counted, crew_phrase, phase_name, tokens
from quarterdeck.i18n import N_
from quarterdeck.kernel.sentences import Data, Reason, Reasons, Values, named

# The rule of the decision in each phase.
PHASE_RULES = {
    "bid": "MU-10",
    "offer": "MU-23",
    "pick": "MU-21",
    "move": "MU-24",
    "course": "MU-27",
    "lose": "MU-32",
    "retrieve": "MU-40",
}


_REASONS: dict[str, Reason] = {
    "game_over": Reason("MU-50", N_("The game is over: nothing more is played.")),
    "not_your_turn": Reason("MU-20", N_("It is not your turn: another player has to act first.")),
    "wrong_phase": Reason(
        "MU-20",
        N_("This belongs to “{phase}”; what is asked now is “{current}”: choose an action of that."),
    ),
    "already_bid": Reason("MU-10", N_("Your bid for this crew member is made: wait until all are shown.")),
    "nothing_to_bid": Reason(
        "MU-10", N_("You have nothing unplayed to bid: for this crew member your bid is nothing.")
    ),
    "too_high_a_bid": Reason("MU-10", N_("You have {tokens} unplayed: bid no more than that.")),
    "lookout_asked": Reason("MU-23", N_("You are the lookout: the offers are made to you.")),
    "already_offered": Reason("MU-23", N_("You have settled on your offer: it stays.")),
    "no_rum_to_offer": Reason("MU-23", N_("You have no unplayed rum to offer.")),
    "too_high_an_offer": Reason("MU-23", N_("You have {rum} unplayed: offer no more than that.")),
    "open_deals": Reason(
        "MU-23", N_("At this table offers lie open: make one, withdraw yours, or pass (“pass”).")
    ),
    "take_first": Reason(
        "MU-23", N_("First take the offers that you want, “take {payer}”, and then pick without a payer.")
    ),
    "closed_offers": Reason(
        "MU-23", N_("At this table offers are closed: each is made once, for the pick of one player.")
    ),
    "nothing_to_withdraw": Reason("MU-23", N_("You have no offer on the table to withdraw.")),
    "same_offer": Reason("MU-23", N_("This is your offer already: pass to leave it as it is.")),
    "too_few_tied": Reason(
        "MU-23", N_("Only two can be picked: instead of “not {seat}” name the one who is to be picked.")
    ),
    "no_second_rank": Reason(
        "MU-23",
        N_("Only where three or more are tied for the highest bribe does this lookout sell both abilities."),
    ),
    "not_tied_first": Reason(
        "MU-23", N_("Seat {seat} can't be second: only who is tied for the highest bribe can.")
    ),
    "nothing_to_take": Reason(
        "MU-23", N_("No offer of seat {payer} lies on the table: take one that is there, or pick.")
    ),
    "bound": Reason("MU-23", N_("The offer of seat {payer} goes against a deal that you have taken.")),
    "last_round": Reason("MU-23", N_("The talks are over: take offers that are there, or pick.")),
    "nothing_changed": Reason(
        "MU-23", N_("In this round no offer has changed: name a price, take an offer, or pick.")
    ),
    "too_high_a_price": Reason("MU-23", N_("Nobody else has more than {rum} unplayed: ask no more.")),
    "no_such_seat": Reason("MU-21", N_("There is no seat {seat} at this table: seats are 0 to {last}.")),
    "not_tied": Reason("MU-21", N_("Seat {seat} is not among those who are tied: only they can be picked.")),
    "ruled_out": Reason(
        "MU-23",
        N_("A deal that was taken rules out seat {seat}: only the others who are tied can still be picked."),
    ),
    "no_such_offer": Reason(
        "MU-23", N_("Seat {payer} offers nothing for seat {seat}: take an offer that was made, or none.")
    ),
    "not_your_token": Reason(
        "MU-24", N_("With the secondary ability of the Deck Hand you move a token of your own.")
    ),
    "no_doubloon_there": Reason("MU-24", N_("No doubloon of seat {seat} lies on {crew}.")),
    "no_rum_there": Reason("MU-24", N_("No rum of seat {seat} lies on {crew}.")),
    "none_of_yours": Reason("MU-32", N_("No doubloon of yours lies on {crew}.")),
    "nothing_unplayed": Reason(
        "MU-32", N_("You have no unplayed doubloon: lose one that lies on a crew member.")
    ),
}


def _placeholder_values(values: Data) -> Values:
    """The values of the placeholders: crew members, phases and tokens in words, everything else as it is."""
    words = named(values, {"crew": crew_phrase, "phase": phase_name, "current": phase_name})
    if "rum" in values:
        words["rum"] = counted("rum", int(values["rum"]))
        words["tokens"] = tokens(int(values.get("doubloons", 0)), int(values["rum"]))
    return words


# Values, by code: wrong_phase `phase` (the action's) and `current`; too_high_a_bid `doubloons` and `rum` of
# the seat, too_high_an_offer `rum`; no_such_seat `seat` and `last`; not_tied, ruled_out, not_tied_first and
# too_few_tied `seat`, nothing_to_take, take_first and bound `payer`, no_such_offer both; too_high_a_price
# `rum`; no_doubloon_there, no_rum_there `seat` and `crew`; none_of_yours `crew`.
reason = Reasons(_REASONS, _placeholder_values, PHASE_RULES)
