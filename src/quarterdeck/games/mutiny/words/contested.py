"""The contested rules of Mutiny!, with their readings."""

from __future__ import annotations

from quarterdeck.i18n import N_
from quarterdeck.kernel.contested import Contested, Reading

CONTESTED = (
    Contested(
        "MU-21",
        N_("Tied for the First Mate"),
        (
            Reading(
                N_("new lookout"),
                N_("Whoever takes the spyglass as First Mate decides who has the secondary ability."),
            ),
            Reading(
                N_("one decision"),
                N_("The lookout who breaks the tie decides both abilities. Only then the spyglass moves."),
                N_("With three or more tied, the new lookout can neither pick nor be paid for it."),
            ),
        ),
        option="first_mate_tie",
    ),
    Contested(
        "MU-50",
        N_("The winning cutlass"),
        (
            Reading(
                N_("after the course"),
                N_("All effects of a destination are carried out before somebody can win."),
            ),
            Reading(
                N_("at once"),
                N_("Whoever gets the winning cutlass from an effect wins before the next effect."),
                N_("A later effect of the same destination can't take the victory away again."),
            ),
        ),
        option="victory",
    ),
)
