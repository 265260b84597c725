"""The seam: plain Python until an entry point is called, and a cache that knows its sources."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.bots.search.net import forward
from quarterdeck.errors import GameError
from quarterdeck.games.meuterer import goods, setup
from quarterdeck.kernel import batch, jit, piles
from quarterdeck.kernel.events import blank_news
from quarterdeck.kernel.linking import rule_options
from quarterdeck.kernel.record import cell
from quarterdeck.lab.compiled_bots import matches

ROOT = Path(__file__).parents[2]

PLAY = """
import sys
import quarterdeck
position = quarterdeck.game("meuterer").start(seed=1)
for _ in range(30):
    position = position.play(position.to_act[0], position.legal()[0])
    position.view(0).sample().view(None).to_json()
"""
COMPILE = """
game = quarterdeck.game("meuterer")
game.warm()
scores, moves = game.playouts(1, seed=1)
print(scores.tolist(), moves)
"""
WITHOUT = "assert 'numba' not in sys.modules and 'llvmlite' not in sys.modules, 'the compiler was loaded'\n"
WITH = "assert 'numba' in sys.modules, 'the compiler was not loaded'\n"


def run(code: str, **environment: str) -> str:
    """What a fresh process prints."""
    known = {name: value for name, value in os.environ.items() if name != "QUARTERDECK_INTERPRET"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=known | {"PYTHONPATH": str(ROOT / "src")} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_and_playing_never_load_the_compiler() -> None:
    run("import quarterdeck, sys\n" + WITHOUT)
    run(PLAY + WITHOUT)


def test_interpreted_by_the_environment_nothing_loads_it_and_compiled_gives_the_same() -> None:
    interpreted = run(PLAY + COMPILE + WITHOUT, QUARTERDECK_INTERPRET="1")
    assert interpreted == run(PLAY + COMPILE + WITH)


@pytest.mark.parametrize(("value", "asked"), [("", False), ("0", False), ("1", True), ("yes", True)])
def test_the_environment_asks_for_it(monkeypatch: pytest.MonkeyPatch, value: str, asked: bool) -> None:
    monkeypatch.setenv("QUARTERDECK_INTERPRET", value)
    assert jit.interpreted() is asked
    monkeypatch.delenv("QUARTERDECK_INTERPRET")
    assert not jit.interpreted()


def test_an_entry_point_runs_interpreted_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    @jit.compiled
    def entry(x: int) -> int:
        """Its words."""
        seen.append(x)
        return x + 1

    monkeypatch.setenv("QUARTERDECK_INTERPRET", "1")
    assert entry(4) == 5
    assert seen == [4]
    assert entry.__doc__ == "Its words."


def test_bytecode_that_numba_does_not_know_is_a_fault_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    # The first fault of any game's rule would be told, also of those that other tests have marked.
    monkeypatch.setattr(jit, "rules", dict)
    jit.load()
    from numba.core.errors import UnsupportedBytecodeError

    def stores_a_global() -> None:
        raise UnsupportedBytecodeError("Use of unsupported opcode (STORE_GLOBAL) found")

    entry = jit.compiled(stores_a_global)
    entry._compiled = stores_a_global
    with pytest.raises(GameError, match="can't be compiled: Use of unsupported opcode"):
        entry()


def test_a_function_called_without_types_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = quarterdeck.game("mutiny", players=2)
    given = cell(game.start(seed=1).state), batch.READ, 0, 0, cell(blank_news()), batch.slate()
    step = batch.fast_step.as_called(*given)
    assert step is not batch.fast_step
    assert step(*given) == batch.fast_step.interpreted(*given)
    assert step(*given)[0] == 3
    monkeypatch.setattr(batch.fast_step, "_compiled", None)
    monkeypatch.setenv("QUARTERDECK_INTERPRET", "1")
    assert batch.fast_step.as_called(*given) is batch.fast_step


def test_a_rule_stays_the_plain_function_it_is() -> None:
    def plain(x: int) -> int:
        return x

    assert jit.rule(plain) is plain


def test_compiled_code_lies_in_a_folder_named_by_its_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "source" / "kernel").mkdir(parents=True)
    rules = tmp_path / "source" / "kernel" / "rules.py"
    rules.write_text("points = 1")
    monkeypatch.setattr(jit, "KERNEL", rules.parent)
    monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path / "cache"))
    first = jit.cache_folder()
    assert first.parent == tmp_path / "cache" / "compiled"
    assert jit.cache_folder() == first

    rules.write_text("points = 2")
    second = jit.cache_folder()
    assert second != first
    rules.rename(rules.with_name("law.py"))
    assert jit.cache_folder() not in (first, second)
    rules.with_name("law.py").rename(rules)
    assert jit.cache_folder() == second
    # What is compiled above the rules depends on its own folder as well, and the rules on none of those.
    search = tmp_path / "source" / "search"
    search.mkdir()
    empty = jit.cache_folder([search])
    (search / "tree.py").write_text("width = 1")
    assert jit.cache_folder([search]) not in (empty, second)
    assert jit.cache_folder() == jit.cache_folder([rules.parent]) == second


def test_what_is_compiled_depends_on_the_folders_of_all_that_it_calls() -> None:
    root = Path(jit.__file__).parent.parent
    assert jit.homes(batch.playouts.interpreted) == set()
    homes = {root / "lab" / "compiled_bots", root / "bots" / "search", root / "bots" / "heuristics"}
    assert jit.homes(matches.play_on.interpreted) == homes


def test_without_a_setting_it_is_in_the_cache_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUARTERDECK_CACHE", raising=False)
    assert "quarterdeck" in jit.cache_folder().parts


def test_a_target_of_numbas_learns_of_every_rule_those_still_to_come_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for kept in ("_rules", "_targets"):
        monkeypatch.setattr(jit, kept, list(getattr(jit, kept)))
    bound: dict[Callable[..., object], object] = {}

    def overload(
        function: Callable[..., object], strict: bool, jit_options: Mapping[str, object]
    ) -> Callable[[Callable[..., object]], None]:
        given[function] = jit_options
        return lambda choose: bound.update({function: choose()})

    given: dict[Callable[..., object], Mapping[str, object]] = {}
    jit.bind_rules(overload)
    assert bound[batch.random_move] is batch.random_move
    assert not any(given.values())

    def later() -> int:
        return 1

    def elsewhere() -> int:
        return 2

    jit.rule(later, compiled_as=elsewhere)
    assert bound[later] is elsewhere
    jit.rule(later, inlined_as=elsewhere)
    assert bound[later] is later
    jit.bind_rules(overload, inlining=True)
    assert bound[later] is elsewhere


def test_what_games_play_with_becomes_part_of_what_calls_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_targets", list(jit._targets))
    given: dict[Callable[..., object], Mapping[str, object]] = {}

    def overload(
        function: Callable[..., object], strict: bool, jit_options: Mapping[str, object]
    ) -> Callable[[Callable[..., object]], None]:
        given[function] = jit_options
        return lambda _choose: None

    jit.bind_rules(overload, inlining=True)
    assert given[goods.show] == rule_options(inlined=True, counted=True)
    assert given[piles.count] == rule_options(inlined=True, counted=False)
    assert given[setup.count_rows] == rule_options(inlined=False, counted=True)
    assert given[forward] == rule_options(inlined=False, counted=False)
