"""What keeps rules from being compiled is looked for where it can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quarterdeck.kernel.rule_faults import rule_faults, why_not_compiled

LISTED = """
MANY = [1, 2]


def listed(x):
    return MANY[x]
"""


def rule_in(folder: str) -> Callable[[int], int]:
    """A rule that reads a list, as if it were written in this folder."""
    names: dict[str, Any] = {"__name__": folder}
    exec(compile(LISTED, f"/{folder}/rules.py", "exec"), names)
    listed: Callable[[int], int] = names["listed"]
    return listed


def plain(x: int) -> int:
    return x


def test_only_what_is_compiled_is_looked_at() -> None:
    interpreted = rule_in("one")
    assert [*rule_faults({interpreted: plain})] == []
    (told,) = rule_faults({plain: interpreted})
    assert told == "The rule “listed” (rules.py:5) uses MANY, which is a list: write a tuple."


def test_a_fault_of_another_game_is_not_the_reason() -> None:
    error = ValueError("Unknown attribute 'captain'\n\nFile \"/two/rules.py\", line 6:")
    told = why_not_compiled(error, {rule_in("one"): rule_in("one"), plain: plain})
    assert "uses MANY" in told
    two = compile("def sail(s):\n    return s.captain", "/two/rules.py", "exec")
    names: dict[str, Any] = {"__name__": "two"}
    exec(two, names)
    told = why_not_compiled(error, {rule_in("one"): rule_in("one"), names["sail"]: names["sail"]})
    assert told == "The rule “sail” can't be compiled at rules.py:6: Unknown attribute 'captain'."
