"""The tests of the rules run interpreted, whatever other tests have loaded: easy to debug, and to mutate."""

import pytest


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUARTERDECK_INTERPRET", "1")
