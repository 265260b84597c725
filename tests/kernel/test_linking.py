"""Rules are compiled into entry points, and have no machine code of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quarterdeck.bots.search import net
from quarterdeck.errors import GameError
from quarterdeck.games.meuterer import goods
from quarterdeck.kernel import jit, piles
from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.lab.compiled_bots import players


@pytest.fixture
def compiling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile, with an empty cache."""
    monkeypatch.delenv("QUARTERDECK_INTERPRET", raising=False)
    monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path))
    jit.load()


def total_of(called: Callable[[int], int]) -> Callable[[Any], int]:
    """An entry point that sums what this rule gives for each number."""

    def total(numbers: Any) -> int:
        found = 0
        for number in numbers:
            found += called(number)
        return found

    return compiled(total)


def quarters_of(monkeypatch: pytest.MonkeyPatch, inlined: bool) -> Callable[[Any], int]:
    """An entry point that calls a rule, which calls another one; they refuse odd numbers."""
    monkeypatch.setattr(jit, "_is_inlined", lambda _source: inlined)

    def half_of(number: int) -> int:
        if number % 2 == 1:
            raise ValueError("odd")
        return number // 2

    rule(half_of)

    def quarter_of(number: int) -> int:
        return half_of(half_of(number))

    rule(quarter_of)

    return total_of(quarter_of)


@pytest.mark.usefixtures("compiling")
@pytest.mark.parametrize("inlined", [True, False])
def test_an_entry_point_becomes_machine_code_and_its_rules_do_not(
    monkeypatch: pytest.MonkeyPatch, inlined: bool
) -> None:
    from numba.core import codegen

    names: list[str] = []
    finalize: Any = codegen.JITCodeLibrary._finalize_final_module

    def noted(library: Any) -> None:
        names.append(library.name)
        finalize(library)

    monkeypatch.setattr(codegen.JITCodeLibrary, "_finalize_final_module", noted)
    entry = quarters_of(monkeypatch, inlined)
    assert entry(np.array([4, 8], np.int64)) == 3
    assert any("total" in name for name in names)
    assert not any(rule in name for name in [*names] for rule in ("half_of", "quarter_of", "rule"))
    # Errors of rules arrive, too.
    with pytest.raises(ValueError, match="odd"):
        entry(np.array([4, 6], np.int64))


@pytest.mark.usefixtures("compiling")
def test_rules_are_optimized_twice_where_they_are_inlined_and_once_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba.core import codegen

    passes: Counter[str] = Counter()
    manager: Any = codegen.CPUCodegen._module_pass_manager

    def counted(self: Any, **options: Any) -> Any:
        passes[options.get("cost", "full")] += 1
        return manager(self, **options)

    monkeypatch.setattr(codegen.CPUCodegen, "_module_pass_manager", counted)

    def asked(inlined: bool) -> Counter[str]:
        monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path / str(inlined)))
        passes.clear()
        quarters_of(monkeypatch, inlined)(np.array([4], np.int64))
        return passes.copy()

    inlined, called = asked(True), asked(False)
    assert inlined["cheap"] == inlined["full"] >= 3
    # Of the two rules.
    assert called["cheap"] == called["full"] + 2


@pytest.mark.usefixtures("compiling")
@pytest.mark.parametrize("counted", [True, False])
def test_rules_that_count_references_may_make_arrays_for_those_that_do_not(
    monkeypatch: pytest.MonkeyPatch, counted: bool
) -> None:
    def doubled(number: int) -> int:
        pair = np.full(2, number)
        return int(pair.sum())

    monkeypatch.setattr(jit, "_is_counted", lambda _source: counted)
    rule(doubled)

    def quadrupled(number: int) -> int:
        return doubled(doubled(number))

    monkeypatch.setattr(jit, "_is_counted", lambda _source: False)
    rule(quadrupled)

    entry = total_of(quadrupled)
    if counted:
        assert entry(np.array([4, 6], np.int64)) == 40
    else:
        with pytest.raises(GameError):
            entry(np.array([4, 6], np.int64))


def test_only_rules_of_games_count_references() -> None:
    assert jit._is_counted(Path(goods.__file__))
    assert jit._is_counted(Path(__file__))
    for module in (piles, net, players):
        assert module.__file__
        assert not jit._is_counted(Path(module.__file__))
