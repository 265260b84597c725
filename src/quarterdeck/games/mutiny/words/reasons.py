"""Why an action is illegal: for every reason the rule that says so and one sentence."""

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
    "no_such_seat": Reason("MU-21", N_("There is no seat {seat} at this table: seats are 0 to {last}.")),
    "not_tied": Reason("MU-21", N_("Seat {seat} is not among those who are tied: only they can be picked.")),
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


def _in_words(values: Data) -> Values:
    """The placeholders' values: crew members, phases and tokens in words, everything else as it is."""
    words = named(values, {"crew": crew_phrase, "phase": phase_name, "current": phase_name})
    if "rum" in values:
        words["rum"] = counted("rum", int(values["rum"]))
        words["tokens"] = tokens(int(values.get("doubloons", 0)), int(values["rum"]))
    return words


# Values, by code: wrong_phase `phase` (the action's) and `current`; too_high_a_bid `doubloons` and `rum`,
# those that the seat has, too_high_an_offer `rum`; no_such_seat `seat` and `last`; not_tied `seat`,
# no_such_offer also `payer`; no_doubloon_there, no_rum_there `seat` and `crew`; none_of_yours `crew`.
reason = Reasons(_REASONS, _in_words, PHASE_RULES)
