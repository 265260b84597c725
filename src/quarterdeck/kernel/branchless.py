"""Choices without a branch, for rules that vectorised play runs on thousands of matches side by side.

Which way a branch goes in one match says nothing about the next match, so a processor mispredicts half of
such branches: docs/decisions/0018-what-no-processor-foresees-is-counted.md.
"""

from __future__ import annotations

from quarterdeck.kernel.jit import rule


@rule
def where(condition: bool, yes: int, no: int) -> int:
    """`yes` if the condition holds, else `no`; both are computed, as in `numpy.where`."""
    return no + int(condition) * (yes - no)


@rule
def only_if(condition: bool, value: int) -> int:
    """`value` if the condition holds, else 0."""
    return int(condition) * value
