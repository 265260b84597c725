from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.data.sets import MEUTERER, at_random, write


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve random matches as Parquet."""
    return write(tmp_path_factory.mktemp("sets") / "games.parquet", at_random(MEUTERER, 12))
