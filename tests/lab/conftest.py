"""What tests of the lab share."""

from __future__ import annotations

import pytest

from quarterdeck.lab.compiled_bots.matches import play_on


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches of vector environments are interpreted, even if they are compiled already."""
    monkeypatch.setenv("QUARTERDECK_INTERPRET", "1")
    monkeypatch.setattr(play_on, "_compiled", None)
