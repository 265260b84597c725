"""The contested rules of Meuterer, with their readings; the game is played by the first one."""

from __future__ import annotations

from quarterdeck.i18n import N_
from quarterdeck.kernel.contested import Contested, Reading

CONTESTED = (
    Contested(
        "ME-2",
        N_("The Captain's card in “manual”"),
        (
            Reading(
                N_("five roles"),
                N_("The five action cards are those of the five roles, without the Captain."),
            ),
            Reading(
                N_("a card for the Captain"),
                N_("The source of “manual” counts five action cards, and lists the Captain and five roles."),
                N_("If the Captain were one of the five, one of the other roles would be missing."),
            ),
        ),
    ),
    Contested(
        "ME-67",
        N_("The Merchant in “manual”"),
        (
            Reading(
                N_("among those with the most"),
                N_("A Merchant scores 2 points for a kind only if nobody has shown more cards of it."),
            ),
            Reading(
                N_("any kind sold"),
                N_(
                    "Read literally, the Merchant scores 2 points for each kind with at least one card shown."
                ),
                N_("One card of a kind would be as good for the Merchant as all of them."),
            ),
        ),
    ),
)
