"""Bots that search play at the terminal with compiled rules."""

from __future__ import annotations

import pytest

from quarterdeck.cli import match
from quarterdeck.cli.parser import build
from quarterdeck.play import Game


@pytest.mark.parametrize(("name", "times"), [("captain", 1), ("mate", 0), ("rule-of-thumb", 0)])
def test_the_rules_are_compiled_before_a_bot_searches(
    monkeypatch: pytest.MonkeyPatch, name: str, times: int
) -> None:
    compiled: list[Game] = []
    monkeypatch.setattr(match, "compile_one", compiled.append)
    company = match.gather(build().parse_args(["play", "mutiny", "--bots", name]))
    assert compiled == [company.record.game] * times
