"""Stamps differ where games would."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from quarterdeck.lab import stamp
from quarterdeck.lab.stamp import bots_digest, code_stamp


def game_in(folder: Path, monkeypatch: pytest.MonkeyPatch, **sources: str) -> Any:
    """A game whose package is this folder, with these sources beside its record: by name, without “.py”."""
    for name, text in {"state": "", **sources}.items():
        file = folder / f"{name.replace('__', '/')}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    module = ModuleType(f"game_in_{folder.name}")
    module.__file__ = str(folder / "state.py")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    state = type("State", (), {"__module__": module.__name__})
    return SimpleNamespace(spec=SimpleNamespace(state=state, network=None))


def test_a_games_rules_and_rules_of_thumb_are_in_the_digest_of_its_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = [
        {},
        {"rules": "A = 1"},
        {"rules": "A = 2"},
        {"heuristics__judge": "A = 1"},
        {"board__page": "A = 1"},
    ]
    games = [game_in(tmp_path / str(at), monkeypatch, **each) for at, each in enumerate(sources)]
    digests = [bots_digest(game, {}) for game in games]
    assert len(set(digests)) == 4
    # How a game looks decides no move.
    assert digests[0] == digests[-1]


def test_the_rules_of_all_games_of_quarterdeck_are_in_its_stamp(monkeypatch: pytest.MonkeyPatch) -> None:
    before, asked = code_stamp(), list[str]()

    def changed(folder: Path) -> str:
        asked.append(folder.name)
        return "other"

    monkeypatch.setattr(stamp, "rules_digest", changed)
    code_stamp.cache_clear()
    try:
        assert code_stamp() != before
    finally:
        code_stamp.cache_clear()
    assert asked == ["cartagena", "meuterer", "mutiny"]
