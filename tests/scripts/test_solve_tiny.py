"""The curves of CFR+."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.lab import exact
from scripts import solve_tiny
from scripts.solve_tiny import solve, write


def test_more_passes_come_nearer_to_an_equilibrium(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_tiny, "PASSES", (1, 16))
    write(tmp_path / "curve.csv", solve(exact.grow(exact.tiny("cartagena"))))
    head, first, last = (tmp_path / "curve.csv").read_text().splitlines()
    assert head == "decisions,exploitability"
    assert first == "11824,0.37037"
    decisions, found = last.split(",")
    assert int(decisions) == 16 * 11824
    # Its aim is the share of the win: with stakes returned where nobody wins it stops at 0.04.
    assert float(found) < 0.1


def test_an_unknown_game_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        solve_tiny.main(["chess"])
    assert "There is no game “chess”" in capsys.readouterr().err
