"""Who the tests of the API are about: Ann's program, at a server of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.api.program import Program, program


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Program]:
    with program(tmp_path) as one:
        yield one
