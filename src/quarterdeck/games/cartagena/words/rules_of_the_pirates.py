"""The rules of Cartagena on the thirteen pirates."""

from __future__ import annotations

from quarterdeck.i18n import N_
from quarterdeck.kernel.rulebook import Rule

PIRATES = (
    Rule(
        "CA-40",
        N_("Captain Valverde"),
        N_("You get the top gold card, which stays face down before you, and a coin."),
    ),
    Rule(
        "CA-41",
        N_("Ramon Diaz"),
        N_(
            "You look at the top gold card and at the top combat card, and keep the one you want. The other "
            "goes face down under its pile."
        ),
        decision=N_("If one of the two piles is empty, you get the card of the other without being asked."),
    ),
    Rule("CA-42", N_("Crackpott"), N_("You get the top two combat cards.")),
    Rule(
        "CA-43",
        N_("Tembo"),
        N_("You look at the top two combat cards and keep one. The other goes under the pile."),
        decision=N_("If only one is left, you get it without being asked."),
    ),
    Rule(
        "CA-44",
        N_("Wessel-Jan"),
        N_(
            "You may put up to three of your combat cards under the pile, one by one in the order you like, "
            "and then draw as many from the top. An empty pile is no obstacle: you draw what you have put "
            "there."
        ),
    ),
    Rule(
        "CA-45",
        N_("Dean Nero"),
        N_(
            "You may sell up to three combat cards for a coin each, or buy up to three for a coin each, but "
            "not both. What a card is worth makes no difference. Sold cards go under the pile, spent coins "
            "to the supply; gold cards are not for trade."
        ),
        decision=N_(
            "Each trade is carried out before you think about the next, and only those are possible for "
            "which there is a coin in the supply, or a card in the pile."
        ),
    ),
    Rule(
        "CA-46",
        N_("Pang"),
        N_("You get the top combat card, or a coin: as you like."),
        decision=N_("One of the two you take. If there is only one of them, you get it without being asked."),
    ),
    Rule(
        "CA-47",
        N_("Chang Ye"),
        N_(
            "You may steal a coin, no gold card, from another player of your choice who has one. If you "
            "steal none, all see that."
        ),
    ),
    Rule(
        "CA-48",
        N_("Satè"),
        N_(
            "You get a coin. But a turn in which a player could have used Satè and did not, by knocking on "
            "or by using another open pirate, puts a further coin on the card, for whoever uses it after "
            "all. Coins on the card are offered and not yet paid: they still belong to the supply (CA-29)."
        ),
        decision=N_(
            "It is one coin a turn, if the supply has one that does not lie on the card yet. Where nothing "
            "else is left, other payments come from the coins on the card. At the end of the round the offer "
            "ends."
        ),
    ),
    Rule(
        "CA-49",
        N_("Bijoux"),
        N_(
            "You choose the side that you stand for: one of your conviction cards goes halfway under the "
            "board, face down. If one of them lies there already, you may exchange it, only seem to, or "
            "leave it untouched. All see whether you have touched it."
        ),
    ),
    Rule(
        "CA-50",
        N_("Ojo"),
        N_(
            "Without a side you choose one, as with Bijoux (CA-49). With one, you may look at the conviction "
            "card that another player has placed. All see whether you look, and at whose."
        ),
    ),
    Rule(
        "CA-51",
        N_("Cambivalute"),
        N_(
            "You look at two of the sailors on deck and place them on the next free pair of spaces, from A "
            "to E: one stands for Captain Valverde and the other for Ramon Diaz, as you decide. With all "
            "five pairs placed, you may look at one of them instead, and then may swap its two sailors. If "
            "you look at none, all see that, and what they know of the pairs stays true."
        ),
        decision=N_("Nobody else sees whether you have swapped the two."),
    ),
    Rule("CA-52", N_("The Ghost"), N_("Nothing at all (CA-25).")),
)
