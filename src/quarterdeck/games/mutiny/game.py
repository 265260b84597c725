"""The specification (`GameSpec`) of Mutiny!."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.games.mutiny import (
    actions,
    arrange,
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
from quarterdeck.games.mutiny.state import State
from quarterdeck.games.mutiny.template import template
from quarterdeck.games.mutiny.words import actions as action_words
from quarterdeck.games.mutiny.words import events as event_words
from quarterdeck.games.mutiny.words.rules import RULEBOOK
from quarterdeck.kernel.spec import GameSpec, Option, Options
from quarterdeck.kernel.verbs import Verbs

VERBS = Verbs.of(setup, rules, knowledge, observe)


def make_template(options: Options, components: table.ComponentTable) -> State:
    """A record with these options, ready for the deal."""
    return template(options["players"], components)


GAME = GameSpec(
    id="mutiny",
    title="Mutiny!",
    rules_version=1,
    state=State,
    verbs=VERBS,
    options=(Option("players", (4, 3, 2, 5)),),
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
    action_sentence=action_words.sentence,
    prompt=action_words.prompt,
    rulebook=RULEBOOK,
    text=plain.text,
    draw=chart.draw,
    rank=3,
    network=Path(__file__).parent / "network.npz",
    plays_on=True,
    heuristics="quarterdeck.games.mutiny.heuristics:judge",
    board="quarterdeck.games.mutiny.board:BOARD",
    terminal="quarterdeck.games.mutiny.terminal:BOARD",
    lessons="quarterdeck.games.mutiny.lessons:LESSONS",
    statistics="quarterdeck.games.mutiny.statistics:STATISTICS",
)
