"""The conformance suite runs compiled: it plays thousands of positions."""

from __future__ import annotations

import pytest

from quarterdeck.kernel import jit
from tests.conformance.settings import warm


@pytest.fixture(scope="session")
def _warm() -> None:
    warm()


@pytest.fixture(autouse=True)
def compiled(_warm: None) -> None:
    assert jit.loaded() or jit.interpreted()
