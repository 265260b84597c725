"""Checks a `GameSpec` for frequent mistakes of authors: each is one sentence that names the field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import Any

from quarterdeck.errors import GameError
from quarterdeck.i18n import _, short
from quarterdeck.kernel.batch import MOST_ACTIONS, MOST_PLIES
from quarterdeck.kernel.encode import Block
from quarterdeck.kernel.primer import Primer
from quarterdeck.kernel.record import dtype_of
from quarterdeck.kernel.rulebook import Rulebook
from quarterdeck.kernel.sentences import Reason
from quarterdeck.kernel.verbs import Verbs

__all__ = ["check_fields"]

# By type, the fields of a `GameSpec` whose values are checked.
TYPES: Mapping[Any, str] = {
    str: "title about heuristics board terminal lessons statistics prospects puzzles",
    int: "rules_version actions max_plies",
    Sequence: "blocks",
    type: "state",
    Verbs: "verbs",
    Rulebook: "rulebook",
    Mapping: "facts refusals bot_shares",
    Callable: "template describe action_text event_sentence prompt text draw",
}
# By type, the fields that may be None.
OPTIONAL: Mapping[Any, str] = {Primer: "primer", Path: "network"}
# By field, its highest value.
MOST: Mapping[str, int] = {"actions": MOST_ACTIONS, "max_plies": MOST_PLIES}
# What an author's functions are called with.
CALLED = {"template": ("options", "table"), "describe": ("state", "table"), "action_text": ("action",)}
# What every record has: the secret of the deal, and the random numbers drawn so far.
FIELDS = {"key": "key: Annotated[U64s, 2]", "counter": "counter: U16"}


def check_fields(spec: Any) -> None:
    """Check the types, blocks, facts, parameters and record of a `GameSpec`. Raises GameError."""
    for name, value, kind in _typed(spec):
        if not isinstance(value, kind):
            sentence = _("“{field}” of {game} has to be of the type {type}, not {value}.")
            words = {"field": name, "type": kind.__name__, "value": short(value)}
            raise GameError(sentence.format(game=spec.title, **words))
    for name, most in MOST.items():
        if not 1 <= (value := getattr(spec, name)) <= most:
            sentence = _("“{field}” of {game} is a whole number from 1 to {most}, not {value}.")
            raise GameError(sentence.format(field=name, game=spec.title, most=most, value=short(value)))
    for block in spec.blocks:
        slots: object = block.length if isinstance(block, Block) else None
        if not isinstance(slots, int) or slots < 1:
            sentence = _(
                "A block of {game} is a name, a number of slots from 1 on and a meaning, as in "
                'Block("paid", 3, "coins paid"), not {value}.'
            )
            raise GameError(sentence.format(game=spec.title, value=short(block)))
    for fact in spec.facts.values():
        if not (isinstance(fact, tuple) and [type(part) for part in fact] == [str, str, tuple]):
            sentence = _(
                "A fact of {game} is a name, a rule and a tuple of names of numbers, not {value}: write a "
                'single name with a comma, as in ("bid", "LD-3", ("count",)).'
            )
            raise GameError(sentence.format(game=spec.title, value=short(fact)))
    for name, parameters in CALLED.items():
        try:
            signature(getattr(spec, name)).bind(*parameters)
        except TypeError:
            sentence = _("“{field}” of {game} is called with other parameters than it has: write ({right}).")
            right = ", ".join(parameters)
            raise GameError(sentence.format(field=name, game=spec.title, right=right)) from None
    _check_record(spec.state)


def _typed(spec: Any) -> Iterator[tuple[str, object, Any]]:
    """The name, the value and the type of each field to check."""
    for kind, names in TYPES.items():
        for name in names.split():
            yield name, getattr(spec, name), kind
    for kind, names in OPTIONAL.items():
        for name in names.split():
            if (value := getattr(spec, name)) is not None:
                yield name, value, kind
    for phase, reason in spec.refusals.items():
        yield f"refusals[{phase!r}]", reason, Reason


def _check_record(state: type) -> None:
    try:
        names = dtype_of(state).names or ()
    except KeyError:
        sentence = _("The record {record} has no mark: put @record before it.")
        raise GameError(sentence.format(record=state.__name__)) from None
    for name, field in FIELDS.items():
        if name not in names:
            sentence = _("The record {record} lacks a field that all games have: write “{field}”.")
            raise GameError(sentence.format(record=state.__name__, field=field))
