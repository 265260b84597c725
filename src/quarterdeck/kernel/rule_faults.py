"""What keeps rules from being compiled, told to the author of a game in one sentence that names the rule."""

from __future__ import annotations

import dis
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from quarterdeck.i18n import N_, _

__all__ = ["is_ours", "may_give_nothing", "rule_faults", "why_not_compiled"]

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
ROOT = Path(__file__).resolve().parents[1]
_REASONS = ("No implementation of", "Unknown attribute", "ntyped", "nsupported", "Cannot", "Invalid")
MOST_LETTERS = 160

# Functions with the mark `@rule`, each with what is compiled in its place: mostly itself.
Rules = Mapping[Callable[..., Any], Callable[..., Any]]


def is_ours(function: Callable[..., Any]) -> bool:
    """Whether a function belongs to Quarterdeck itself, not to a game."""
    source = _source(function)
    return source.is_relative_to(ROOT) and source.relative_to(ROOT).parts[0] != "games"


def rule_faults(rules: Rules) -> Iterator[str]:
    """What keeps these rules from being compiled: a sentence for each call of a function without the mark
    `@rule`, for each generator, comprehension or inner function, for each global that is changed, and for
    each that is a list, dict or set. Only what is compiled in a rule's place is looked at.
    """
    for function in rules.values():
        code = function.__code__
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                sentence = _("The rule {rule} has a {what}, which can't be compiled: write a loop instead.")
                what = _(_WHAT.get(inner.co_name, OTHER))
                yield sentence.format(rule=_named(function), what=what)
        yield from _wrong_globals(function)
        for called in _called(function):
            if called not in rules and _in_one_package(function, called) and not is_ours(called):
                sentence = _("{function} is called by the rule {rule} and has no mark: put @rule before it.")
                yield sentence.format(function=_named(called), rule=_named(function))


def _wrong_globals(function: Callable[..., Any]) -> Iterator[str]:
    for step in dis.get_instructions(function):
        if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
            sentence = _("The rule {rule} changes the global {name}: keep it in the record.")
            yield sentence.format(rule=_named(function), name=step.argval)
    for name, value in _loaded(function):
        if isinstance(value, (list, set, dict)):
            sentence = _("The rule {rule} uses {name}, which is a {kind}: write a tuple.")
            if isinstance(value, dict):
                sentence = _(
                    "The rule {rule} uses {name}, which is a dict: write a tuple, and read it by numbers."
                )
            yield sentence.format(rule=_named(function), name=name, kind=type(value).__name__)


def _in_one_package(one: Callable[..., Any], other: Callable[..., Any]) -> bool:
    """Whether both functions are of one package. Functions of others, such as NumPy's, need no mark."""
    return one.__module__.partition(".")[0] == other.__module__.partition(".")[0]


OTHER = N_("function of its own")
# By the name that Python gives to a code object: what it is, in words.
_WHAT = {
    "<genexpr>": N_("generator"),
    "<listcomp>": N_("list comprehension"),
    "<dictcomp>": N_("dict comprehension"),
    "<setcomp>": N_("set comprehension"),
}


def _named(function: Callable[..., Any]) -> str:
    code = function.__code__
    return f"“{code.co_name}” ({Path(code.co_filename).name}:{code.co_firstlineno})"


def _called(function: Callable[..., Any]) -> Iterator[FunctionType]:
    """The functions that a function calls by name: global ones, and those of a module (`module.name`)."""
    return (value for _name, value in _loaded(function) if isinstance(value, FunctionType))


def _loaded(function: Callable[..., Any]) -> Iterator[tuple[str, object]]:
    """Each global that a function loads, and each thing of a module (`module.name`), with its name."""
    found: object = None
    for step in dis.get_instructions(function):
        if step.opname == "LOAD_GLOBAL":
            found = function.__globals__.get(step.argval)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(found, ModuleType):
            found = getattr(found, step.argval, None)
        else:
            found = None
        if found is not None:
            yield step.argval, found


def may_give_nothing(function: Callable[..., Any]) -> bool:
    """Whether a function returns None somewhere, for example at its end without a `return`."""
    steps = list(dis.get_instructions(function))
    for before, step in pairwise([steps[0], *steps]):
        # Python 3.12 and 3.13 have a step of its own for constants.
        source = before if step.opname == "RETURN_VALUE" else step if step.opname == "RETURN_CONST" else None
        if source and source.opname in ("LOAD_CONST", "RETURN_CONST") and source.argval is None:
            return True
    return False


def why_not_compiled(error: Exception, rules: Rules) -> str:
    """Why rules could not be compiled, in one sentence that names the rule, and where: the first of the
    `rule_faults` in the folder that Numba names, else Numba's reason. Without such a folder all rules count.
    """
    said = _COLOURS.sub("", str(error))
    place = _PLACE.search(said)
    for sentence in rule_faults((place and _rules_beside(Path(place[1]), rules)) or rules):
        return sentence
    # Numba's message ends with the reason, followed by the place in the source.
    before = said[: place.start()] if place else said
    reasons = [line.strip() for line in before.splitlines() if any(word in line for word in _REASONS)]
    reason = (reasons[-1] if reasons else type(error).__name__)[:MOST_LETTERS].rstrip(".:")
    if place is None:
        return _("These rules can't be compiled: {reason}.").format(reason=reason)
    file, line = Path(place[1]), int(place[2])
    near = [one.__code__ for one in rules.values() if _source(one) == file.resolve()]
    names = [code.co_name for code in sorted(near, key=_first) if code.co_firstlineno <= line]
    sentence = _("The rule “{rule}” can't be compiled at {file}:{line}: {reason}.")
    return sentence.format(rule=names[-1] if names else "?", file=file.name, line=line, reason=reason)


def _rules_beside(file: Path, rules: Rules) -> Rules:
    """The rules in the folder of this file."""
    folder = file.resolve().parent
    return {rule: form for rule, form in rules.items() if _source(rule).parent == folder}


def _source(function: Callable[..., Any]) -> Path:
    return Path(function.__code__.co_filename).resolve()


def _first(code: CodeType) -> int:
    return code.co_firstlineno
