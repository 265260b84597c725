"""The rules of Cartagena, numbered, in our own words: what help, log, errors and the docs page cite."""

from __future__ import annotations

from quarterdeck.games.cartagena.words.rules_of_the_mutiny import DUELS, END, MUTINY, SIZES
from quarterdeck.games.cartagena.words.rules_of_the_pirates import PIRATES
from quarterdeck.games.cartagena.words.rules_of_the_voyage import BOX, ROUNDS, SET_UP
from quarterdeck.i18n import N_
from quarterdeck.kernel.rulebook import Rulebook, Section

RULEBOOK = Rulebook(
    Section(N_("What is in the box"), BOX),
    Section(N_("Set-up"), SET_UP),
    Section(N_("The voyage: a round"), ROUNDS),
    Section(N_("The voyage: the pirates"), PIRATES),
    Section(N_("The mutiny: who takes part"), MUTINY),
    Section(N_("The mutiny: duels"), DUELS),
    Section(N_("The end of the game"), END),
    Section(N_("Smaller games"), SIZES),
    unknown=N_("Cartagena has no rule CA-{number}: the nearest are {first} and {second}."),
    unreadable=N_("“{name}” is not the number of a rule: write it like CA-48."),
)
