"""The tests of the rules run interpreted, whatever other tests have loaded: easy to debug, and to mutate."""

import pytest

from quarterdeck.kernel import jit


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "loaded", lambda: False)
