"""The contested rules of Cartagena, with their readings."""

from __future__ import annotations

from quarterdeck.i18n import N_
from quarterdeck.kernel.contested import Contested, Reading

_SEATS = (N_("first seat"), N_("second seat"), N_("third seat"), N_("fourth seat"))

CONTESTED = (
    Contested(
        "CA-13",
        N_("The oldest player"),
        (
            Reading(N_("chance"), N_("Chance says who counts as the oldest.")),
            *(
                Reading(
                    seat,
                    N_("The table knows who is oldest: the player on this seat."),
                    N_("This player is the first giver, and the first to be paid where coins run short."),
                )
                for seat in _SEATS
            ),
        ),
        option="oldest",
    ),
    Contested(
        "CA-45",
        N_("Dean Nero’s trades"),
        (
            Reading(
                N_("one by one"),
                N_("Each trade is carried out before you think about the next, if the supply can pay it."),
            ),
            Reading(
                N_("all at once"),
                N_("You say how many you trade before you see any card that you get."),
                N_("You buy without having seen what the first coin brought."),
            ),
        ),
    ),
    Contested(
        "CA-46",
        N_("Pang’s gift"),
        (
            Reading(N_("one of the two"), N_("You take the card or the coin.")),
            Reading(
                N_("or nothing"),
                N_("You may also take neither."),
                N_("A supply that is about to run out can be left alone."),
            ),
        ),
    ),
    Contested(
        "CA-48",
        N_("Coins on Satè"),
        (
            Reading(
                N_("paid when taken"),
                N_("A coin on the card is offered, and belongs to the supply until somebody takes it."),
            ),
            Reading(
                N_("set aside"),
                N_("A coin leaves the supply when it is put on the card."),
                N_("Coins on the card can empty the supply, so that the voyage ends (CA-29)."),
            ),
        ),
        option="sate",
    ),
    Contested(
        "CA-65",
        N_("Opponents in the mutiny"),
        (
            Reading(
                N_("still in the game"),
                N_("Only players who are still in the game are robbed by mascots and give coins (CA-67)."),
            ),
            Reading(
                N_("all players"),
                N_("Those who are out are robbed by mascots, too, and give coins (CA-60, CA-67)."),
                N_("Their coins come back into the game."),
            ),
        ),
        option="duel_opponents",
    ),
    Contested(
        "CA-66",
        N_("Mascot in a first round"),
        (
            Reading(
                N_("without a card only"),
                N_("Whoever holds a combat card lays one in the first round of a duel."),
            ),
            Reading(
                N_("at the price of the game"),
                N_("Whoever holds combat cards may lay the mascot in the first round, too, and is out."),
                N_("A player can leave the game without helping any side."),
            ),
        ),
        option="mascot_in_first_round",
    ),
)
