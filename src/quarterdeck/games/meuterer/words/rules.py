"""The rules of Meuterer, numbered, in our own words: what help, log, errors and the docs page cite."""

from __future__ import annotations

from quarterdeck.games.meuterer.words.rules_of_the_round import ACTIONS, GOODS, MUTINY, OFFER, POINTS
from quarterdeck.games.meuterer.words.rules_of_the_table import BOX, PIRATES, SAILING, SET_UP, SIZES
from quarterdeck.i18n import N_
from quarterdeck.kernel.rulebook import Rulebook, Section

RULEBOOK = Rulebook(
    Section(N_("What is in the box"), BOX),
    Section(N_("Set-up"), SET_UP),
    Section(N_("Phase 1: the offer"), OFFER),
    Section(N_("Phase 2: goods and actions"), GOODS),
    Section(N_("Phase 3: the actions turn up"), ACTIONS),
    Section(N_("Phase 4: mutiny"), MUTINY),
    Section(N_("Phase 5: points"), POINTS),
    Section(N_("Phases 6 to 10: the ship sails"), SAILING),
    Section(N_("Pirates, if they are in play"), PIRATES),
    Section(N_("Smaller games"), SIZES),
    unknown=N_("Meuterer has no rule ME-{number}: the nearest are {first} and {second}."),
    unreadable=N_("“{name}” is not the number of a rule: write it like ME-66."),
)
