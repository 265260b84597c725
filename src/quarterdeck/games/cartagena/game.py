"""The specification (`GameSpec`) of Cartagena: Die Meuterei."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.games.cartagena import (
    actions,
    arrange,
    chart,
    dealing,
    describe,
    knowledge,
    observation,
    observe,
    plain,
    rules,
    setup,
    table,
    why,
)
from quarterdeck.games.cartagena.codes import ACTIONS
from quarterdeck.games.cartagena.state import State
from quarterdeck.games.cartagena.template import template
from quarterdeck.games.cartagena.words import actions as action_words
from quarterdeck.games.cartagena.words import events as event_words
from quarterdeck.games.cartagena.words.rules import RULEBOOK
from quarterdeck.kernel.spec import GameSpec, Option, Options
from quarterdeck.kernel.verbs import Verbs

VERBS = Verbs.of(setup, rules, knowledge, dealing, observe)


def make_template(options: Options, components: table.ComponentTable) -> State:
    """A record with these options, ready for the deal."""
    return template(options["players"], components)


GAME = GameSpec(
    id="cartagena",
    title="Cartagena: Die Meuterei",
    rules_version=1,
    state=State,
    verbs=VERBS,
    options=(Option("players", tuple(sorted(table.STARTS, reverse=True))),),
    actions=ACTIONS,
    max_plies=4000,
    blocks=observation.BLOCKS,
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
    action_sentence=action_words.sentence,
    prompt=action_words.prompt,
    rulebook=RULEBOOK,
    text=plain.text,
    draw=chart.draw,
    rank=2,
    network=Path(__file__).parent / "network.npz",
    heuristics="quarterdeck.games.cartagena.heuristics:judge",
    board="quarterdeck.games.cartagena.board:BOARD",
    terminal="quarterdeck.games.cartagena.terminal:BOARD",
    lessons="quarterdeck.games.cartagena.lessons:LESSONS",
    statistics="quarterdeck.games.cartagena.statistics:STATISTICS",
)
