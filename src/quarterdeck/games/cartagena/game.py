"""The specification (`GameSpec`) of Cartagena: Die Meuterei, and the earlier version of its rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from quarterdeck.games.cartagena import (
    actions,
    arrange,
    canonical,
    chart,
    dealing,
    describe,
    knowledge,
    observation,
    observe,
    options,
    plain,
    rules,
    setup,
    table,
    why,
)
from quarterdeck.games.cartagena.codes import ACTIONS
from quarterdeck.games.cartagena.state import State
from quarterdeck.games.cartagena.words import actions as action_words
from quarterdeck.games.cartagena.words import events as event_words
from quarterdeck.games.cartagena.words import overview
from quarterdeck.games.cartagena.words.contested import CONTESTED
from quarterdeck.games.cartagena.words.rules import RULEBOOK
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.kernel.verbs import Verbs

VERBS = Verbs.of(setup, rules, knowledge, dealing, observe, canonical)


_PRESENT = GameSpec(
    id="cartagena",
    title="Cartagena: Die Meuterei",
    rules_version=2,
    state=State,
    verbs=VERBS,
    options=(options.PLAYERS, *options.HOUSE_RULES),
    contested=CONTESTED,
    check_options=options.check_options,
    actions=ACTIONS,
    max_plies=4000,
    blocks=observation.BLOCKS,
    action_text=actions.text,
    action_id=actions.parse,
    components=table.COMPONENTS,
    template=options.make_template,
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
    rulebook=RULEBOOK,
    primer=overview.PRIMER,
    text=plain.text,
    draw=chart.draw,
    rank=2,
    bot_shares={"random": 0.003, "deckhand": 0.062, "mate": 0.255, "captain": 0.284, "admiral": 0.3},
    network=Path(__file__).parent / "network.npz",
    heuristics="quarterdeck.games.cartagena.heuristics:judge",
    board="quarterdeck.games.cartagena.board:BOARD",
    terminal="quarterdeck.games.cartagena.terminal:BOARD",
    prospects="quarterdeck.games.cartagena.prospects:PROSPECTS",
    puzzles="quarterdeck.games.cartagena.puzzles:PUZZLES",
    lessons="quarterdeck.games.cartagena.lessons:LESSONS",
    statistics="quarterdeck.games.cartagena.statistics:STATISTICS",
)
VERSION_1 = replace(
    _PRESENT,
    rules_version=1,
    options=(options.PLAYERS,),
    contested=(),
    template=options.template_of_version_1,
)
GAME = replace(_PRESENT, earlier=(VERSION_1,))
