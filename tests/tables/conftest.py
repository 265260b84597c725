"""Tests of rooms run on asyncio's event loop."""

import pytest


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
