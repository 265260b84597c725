"""The rules of Mutiny!, numbered, in our own words: what help, log, errors and the docs page cite."""

from __future__ import annotations

from quarterdeck.games.mutiny.words.rules_of_the_crew import CREW, GAINS
from quarterdeck.games.mutiny.words.rules_of_the_turn import (
    BIDDING,
    END,
    RESOLUTION,
    RETRIEVAL,
    SET_UP,
    SIZES,
)
from quarterdeck.i18n import N_
from quarterdeck.kernel.rulebook import Rulebook, Section

RULEBOOK = Rulebook(
    Section(N_("The set-up"), SET_UP),
    Section(N_("A turn: the bidding"), BIDDING),
    Section(N_("A turn: the resolution"), RESOLUTION),
    Section(N_("The crew"), CREW),
    Section(N_("Gains and losses"), GAINS),
    Section(N_("A turn: the retrieval"), RETRIEVAL),
    Section(N_("The end of the game"), END),
    Section(N_("Smaller games"), SIZES),
    unknown=N_("Mutiny! has no rule MU-{number}: the nearest are {first} and {second}."),
    unreadable=N_("“{name}” is not the number of a rule: write it like MU-27."),
)
