"""Meuterer as the rooms above see it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quarterdeck.errors import TableFileError
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
from quarterdeck.games.meuterer.words import names
from quarterdeck.games.meuterer.words import rules as rule_words
from quarterdeck.games.meuterer.words.numbered import Rule
from quarterdeck.kernel.sizes import TINY
from quarterdeck.kernel.spec import Example, GameSpec, Json, Option, Options, RuleSection, RuleText
from quarterdeck.kernel.verbs import Verbs, implement
from quarterdeck.words import _

VERBS = Verbs(
    setup=setup.setup,
    to_act=rules.to_act,
    legal=rules.legal,
    apply=rules.apply,
    blank=knowledge.blank,
    determinize=knowledge.determinize,
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
    return template(options["players"], options["rules"], options["pirates"], components)


def public_text(action: int) -> str:
    """ME-34, ME-74: the role taken and the card given back are their seat's secret."""
    if LEAVE < action < CONFLICT:
        return "leave ?"
    return "return ?" if action >= RETURN else actions.text(action)


def prompt(view: Json, seat_names: Any) -> str:
    """What is asked now, of whom."""
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


def _rule(one: Rule) -> RuleText:
    everywhere = len(one.rule_sets) == len(RULE_SETS)
    sets = () if everywhere else tuple(names.rule_set_name(name) for name in one.rule_sets)
    return RuleText(one.id, one.title, one.text, one.decision, sets)


def rule_sections() -> tuple[RuleSection, ...]:
    """All numbered rules, in the order of the rulebook."""
    return tuple(
        RuleSection(one.title, tuple(_rule(rule_words.RULES[id_]) for id_ in one.ids))
        for one in rule_words.SECTIONS
    )


def find_rule(name: str) -> RuleText:
    """The rule of this id. QuarterdeckError names the nearest ones if there is none."""
    return _rule(rule_words.rule(name))


def option_words(name: str, value: str | int | None) -> str:
    """An option's label, or that of one of its values."""
    return names.option_name(name) if value is None else names.choice_name(name, value)


GAME = GameSpec(
    id="meuterer",
    title="Meuterer",
    rules_version=1,
    state=State,
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
    read_table=read_table,
    table_json=table_json,
    template=make_template,
    arrange=arrange.arrange,
    describe=describe.describe,
    progress=describe.progress,
    fact=describe.fact,
    why_not=why.why_not,
    public_text=public_text,
    event_sentence=event_words.sentence,
    chapter=event_words.chapter,
    action_sentence=action_words.sentence,
    prompt=prompt,
    rule_sections=rule_sections,
    find_rule=find_rule,
    option_words=option_words,
    text=plain.text,
    draw=chart.draw,
    rank=1,
    everything={"pirates": "on"},
    example=Example(example.NAMES, example.SETUP, example.MOVES),
    network=Path(__file__).parent / "network.npz",
    plays_on=True,
    heuristics="quarterdeck.games.meuterer.heuristics:judge",
    board="quarterdeck.games.meuterer.board:BOARD",
    terminal="quarterdeck.games.meuterer.terminal:BOARD",
    statistics="quarterdeck.lab.statistics:PLAIN",
    lessons="quarterdeck.games.meuterer.lessons:LESSONS",
)
