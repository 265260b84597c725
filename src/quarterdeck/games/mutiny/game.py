"""The specification (`GameSpec`) of Mutiny!, with its house rules and the earlier version of its rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from quarterdeck.games.mutiny import (
    actions,
    arrange,
    canonical,
    chart,
    describe,
    knowledge,
    observe,
    plain,
    rules,
    setup,
    table,
    why,
)
from quarterdeck.games.mutiny.codes import ACTIONS
from quarterdeck.games.mutiny.state import Reading, State
from quarterdeck.games.mutiny.template import template
from quarterdeck.games.mutiny.words import actions as action_words
from quarterdeck.games.mutiny.words import events as event_words
from quarterdeck.games.mutiny.words import names, overview
from quarterdeck.games.mutiny.words.contested import CONTESTED
from quarterdeck.games.mutiny.words.rules import RULEBOOK
from quarterdeck.kernel.contested import flags
from quarterdeck.kernel.option import Option
from quarterdeck.kernel.spec import GameSpec, Options
from quarterdeck.kernel.verbs import Verbs

VERBS = Verbs.of(setup, rules, knowledge, observe, canonical)


PLAYERS = Option("players", (4, 3, 2, 5))
DEALS = Option("deals", ("open", "closed"))
HOUSE_RULES = (
    Option("first_mate_tie", ("new lookout", "one decision"), rule="MU-21"),
    Option("victory", ("after the course", "at once"), rule="MU-50"),
)
READINGS = {
    ("deals", "closed"): Reading.CLOSED_OFFERS,
    ("first_mate_tie", "one decision"): Reading.FIRST_MATE_AFTER_BOTH,
    ("victory", "at once"): Reading.VICTORY_AT_ONCE,
}
# What version 1 played without an option for it.
IN_VERSION_1: Options = {"deals": "closed", "first_mate_tie": "new lookout", "victory": "after the course"}


def make_template(options: Options, components: table.ComponentTable) -> State:
    """A record with these options, ready for the deal."""
    return template(options["players"], components, flags(options, READINGS))


def template_of_version_1(options: Options, components: table.ComponentTable) -> State:
    """A record that plays by version 1 of the rules."""
    s = make_template({**options, **IN_VERSION_1}, components)
    s.readings |= 1 << Reading.ONE_PAYMENT
    return s


_PRESENT = GameSpec(
    id="mutiny",
    title="Mutiny!",
    rules_version=2,
    state=State,
    verbs=VERBS,
    options=(PLAYERS, DEALS, *HOUSE_RULES),
    contested=CONTESTED,
    actions=ACTIONS,
    max_plies=6000,
    blocks=observe.BLOCKS,
    action_text=actions.text,
    action_id=actions.parse,
    components=table.COMPONENTS,
    template=make_template,
    arrange=arrange.arrange,
    describe=describe.describe,
    progress=describe.progress,
    fact=describe.fact,
    why_not=why.why_not,
    public_text=actions.public_text,
    event_sentence=event_words.sentence,
    chapter=event_words.chapter,
    retold=event_words.RETOLD,
    action_sentence=action_words.sentence,
    prompt=action_words.prompt,
    option_words=names.option_words,
    rulebook=RULEBOOK,
    primer=overview.PRIMER,
    text=plain.text,
    draw=chart.draw,
    rank=3,
    bot_shares={"random": 0.002, "deckhand": 0.041, "mate": 0.315, "captain": 0.685, "admiral": 0.685},
    network=Path(__file__).parent / "network.npz",
    network_sharpness=1.7,
    heuristics="quarterdeck.games.mutiny.heuristics:judge",
    board="quarterdeck.games.mutiny.board:BOARD",
    terminal="quarterdeck.games.mutiny.terminal:BOARD",
    prospects="quarterdeck.games.mutiny.prospects:PROSPECTS",
    puzzles="quarterdeck.games.mutiny.puzzles:PUZZLES",
    lessons="quarterdeck.games.mutiny.lessons:LESSONS",
    statistics="quarterdeck.games.mutiny.statistics:STATISTICS",
)
VERSION_1 = replace(
    _PRESENT, rules_version=1, options=(PLAYERS,), contested=(), template=template_of_version_1
)


def _spec_of_options(options: Options) -> GameSpec:
    """MU-23: open offers are no secrets."""
    return OPEN if options["deals"] == "open" else GAME


GAME = replace(_PRESENT, earlier=(VERSION_1,), under=_spec_of_options)
OPEN = replace(GAME, public_text=actions.open_text)
