"""A server starts without the modules that it may not need, such as those of the API."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import quarterdeck

LATE = {"fastapi", "alembic", "numba", "fontTools"}


def test_the_server_starts_without_what_it_may_not_need() -> None:
    script = f"import sys, quarterdeck.web.serving.serve; print(sorted({LATE} & {{*sys.modules}}))"
    environment = os.environ | {"PYTHONPATH": str(Path(quarterdeck.__file__).parents[1])}
    line = [sys.executable, "-c", script]
    done = subprocess.run(line, capture_output=True, text=True, env=environment, timeout=60, check=True)
    assert done.stdout == "[]\n"
