"""Rules are compiled into entry points, and have no machine code of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quarterdeck.kernel import branchless
from quarterdeck.kernel.jit import compiled, interpreted, rule
from quarterdeck.kernel.linking import rule_options

pytestmark = pytest.mark.skipif(interpreted(), reason="nothing is compiled")


@rule
def half_of(number: int) -> int:
    """A rule that is not inlined, as its file is none of a game; it refuses odd numbers."""
    if branchless.where(number % 2 == 1, 1, 0):
        raise ValueError("odd")
    return number // 2


@rule
def quarter_of(number: int) -> int:
    """A rule that calls another rule."""
    return half_of(half_of(number))


@compiled
def quarters(numbers: Any) -> int:
    """An entry point."""
    total = 0
    for number in numbers:
        total += quarter_of(number)
    return total


def added(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the libraries that machine code is made of from now on."""
    from numba.core import codegen

    names: list[str] = []
    finalize: Any = codegen.JITCodeLibrary._finalize_final_module

    def noted(library: Any) -> None:
        names.append(library.name)
        finalize(library)

    monkeypatch.setattr(codegen.JITCodeLibrary, "_finalize_final_module", noted)
    return names


def test_an_entry_point_becomes_machine_code_and_its_rules_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path))
    names = added(monkeypatch)
    assert quarters(np.array([4, 8], np.int64)) == 3
    assert "quarters" in names
    assert not {"half_of", "quarter_of", "where", "rule"} & set(names)
    # Errors of rules arrive, too.
    with pytest.raises(ValueError, match="odd"):
        quarters(np.array([4, 6], np.int64))


def test_rules_that_are_not_inlined_are_optimized_once() -> None:
    from numba.core import compiler

    inlined, called = rule_options(True), rule_options(False)
    assert inlined["forceinline"]
    assert not called["forceinline"]
    assert inlined["pipeline_class"] is not called["pipeline_class"]
    assert issubclass(called["pipeline_class"], compiler.Compiler)
    # Each kind has one class: Numba caches by it.
    assert rule_options(True) == inlined
