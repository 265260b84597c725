"""Property tests run compiled: Hypothesis tries hundreds of positions."""

from __future__ import annotations

import pytest

from tests.conformance.settings import warm


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    warm()
