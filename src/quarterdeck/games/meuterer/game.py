"""The specification (`GameSpec`) of Meuterer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quarterdeck.games.meuterer import (
    actions,
    arrange,
    chart,
    describe,
    example,
    knowledge,
    observe,
    plain,
    rules,
    setup,
    table,
    why,
)
from quarterdeck.games.meuterer.codes import ACTIONS, CONFLICT, LEAVE, RETURN
from quarterdeck.games.meuterer.state import State
from quarterdeck.games.meuterer.template import PIRATES, ROUNDS, RULE_SETS, template
from quarterdeck.games.meuterer.words import actions as action_words
from quarterdeck.games.meuterer.words import events as event_words
from quarterdeck.games.meuterer.words import names, overview
from quarterdeck.games.meuterer.words.contested import CONTESTED
from quarterdeck.games.meuterer.words.rules import RULEBOOK
from quarterdeck.i18n import _
from quarterdeck.kernel.option import Option
from quarterdeck.kernel.spec import Example, GameSpec, Json, Options
from quarterdeck.kernel.verbs import Verbs

VERBS = Verbs.of(setup, rules, knowledge, observe)


def make_template(options: Options, components: table.ComponentTable) -> State:
    """A record with these options, ready for the deal."""
    return template(options["players"], options["rules"], options["pirates"], components)


def public_text(action: int) -> str:
    """ME-34, ME-74: an action's text without the taken role and the returned card, its seat's secrets."""
    if LEAVE < action < CONFLICT:
        return "leave ?"
    return "return ?" if action >= RETURN else actions.text(action)


def prompt(view: Json, seat_names: Any) -> str:
    """What is asked now, and whom."""
    if not view["to_act"]:
        return _("The game is over.")
    seat = view["to_act"][0]
    return action_words.prompt(
        view["phase"],
        seat == view["seat"],
        seat_names[seat],
        seat == view["captain"],
        view["seats"][seat]["left"],
    )


GAME = GameSpec(
    id="meuterer",
    title="Meuterer",
    rules_version=1,
    state=State,
    verbs=VERBS,
    options=(
        Option("players", tuple(sorted(ROUNDS, reverse=True))),
        Option("rules", RULE_SETS),
        Option("pirates", PIRATES),
    ),
    actions=ACTIONS,
    max_plies=3000,
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
    public_text=public_text,
    event_sentence=event_words.sentence,
    chapter=event_words.chapter,
    retold=event_words.RETOLD,
    action_sentence=action_words.sentence,
    prompt=prompt,
    rulebook=RULEBOOK,
    primer=overview.PRIMER,
    contested=CONTESTED,
    option_words=names.option_words,
    text=plain.text,
    draw=chart.draw,
    rank=1,
    bot_shares={"random": 0.001, "deckhand": 0.066, "mate": 0.28, "captain": 0.435, "admiral": 0.493},
    network_sharpness=1.4,
    everything={"pirates": "on"},
    example=Example(example.NAMES, example.SETUP, example.MOVES),
    network=Path(__file__).parent / "network.npz",
    heuristics="quarterdeck.games.meuterer.heuristics:judge",
    board="quarterdeck.games.meuterer.board:BOARD",
    terminal="quarterdeck.games.meuterer.terminal:BOARD",
    statistics="quarterdeck.lab.statistics:PLAIN",
    prospects="quarterdeck.games.meuterer.prospects:PROSPECTS",
    puzzles="quarterdeck.games.meuterer.puzzles:PUZZLES",
    lessons="quarterdeck.games.meuterer.lessons:LESSONS",
)
