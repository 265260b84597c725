"""Cartagena: Die Meuterei as the rooms above see it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quarterdeck.errors import TableFileError
from quarterdeck.games.cartagena import (
    actions,
    arrange,
    chart,
    dealing,
    describe,
    knowledge,
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
from quarterdeck.games.cartagena.words import names
from quarterdeck.games.cartagena.words import rules as rule_words
from quarterdeck.games.cartagena.words.numbered import Rule
from quarterdeck.kernel.sizes import TINY
from quarterdeck.kernel.spec import GameSpec, Json, Option, Options, RuleSection, RuleText
from quarterdeck.kernel.verbs import Verbs, implement
from quarterdeck.words import _

VERBS = Verbs(
    setup=setup.setup,
    to_act=rules.to_act,
    legal=rules.legal,
    apply=rules.apply,
    blank=knowledge.blank,
    determinize=dealing.determinize,
    scores=rules.scores,
    over=rules.over,
    winners=rules.winners,
    observe=observe.observe,
)
implement(State, VERBS)


def read_table(source: Any) -> table.Table:
    """A table from a path, from plain data, the standard one for None, the tiny one for its name.

    TableFileError.
    """
    if source is None:
        return table.standard()
    if isinstance(source, str) and source == TINY:
        return table.tiny()
    if isinstance(source, table.Table):
        return source
    if isinstance(source, Mapping):
        return table.from_json(source)
    if isinstance(source, (str, Path)):
        return table.load(source)
    raise TableFileError(_("A table is a TOML file's path, or its content as a mapping."), "table")


def table_json(components: table.Table) -> Json | None:
    """The table as plain data; None for the standard one."""
    return None if components == table.standard() else components.to_json()


def make_template(options: Options, components: table.Table) -> State:
    """A record with these options, ready to be dealt."""
    return template(options["players"], components)


def _rule(one: Rule) -> RuleText:
    return RuleText(one.id, one.title, one.text, one.decision)


def rule_sections() -> tuple[RuleSection, ...]:
    """All numbered rules, in the order of the rulebook."""
    return tuple(
        RuleSection(one.title, tuple(_rule(rule_words.RULES[id_]) for id_ in one.ids))
        for one in rule_words.SECTIONS
    )


def find_rule(name: str) -> RuleText:
    """The rule of this id. QuarterdeckError names the nearest ones if there is none."""
    return _rule(rule_words.rule(name))


GAME = GameSpec(
    id="cartagena",
    title="Cartagena: Die Meuterei",
    rules_version=1,
    state=State,
    options=(Option("players", tuple(sorted(table.STARTS, reverse=True))),),
    actions=ACTIONS,
    max_plies=4000,
    blocks=observe.BLOCKS,
    action_text=actions.text,
    action_id=actions.parse,
    read_table=read_table,
    table_json=table_json,
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
    rule_sections=rule_sections,
    find_rule=find_rule,
    option_words=names.option_words,
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
