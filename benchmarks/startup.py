"""Compile time without and with a cache, and the time of the first thousand games, each in a new process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from benchmarks.effort import Effort

TIMES = 3

FIRST_GAMES = "import quarterdeck; quarterdeck.game('{name}').playouts(1000)"
FIRST_PAGE = "import quarterdeck.web.app"


def process(code: str, cache: str | None = None) -> float:
    """Wall-clock seconds of a new Python process that runs `code`, optionally with a compile cache of its
    own.
    """
    environment = dict(os.environ)
    if cache is not None:
        environment["QUARTERDECK_CACHE"] = cache
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return time.perf_counter() - start


def figures(effort: Effort) -> dict[str, float]:
    """Seconds by phase. A reduced effort skips compiling without a cache."""
    times = effort.count(TIMES)
    found = {"import quarterdeck": min(process("import quarterdeck") for _ in range(times))}
    for name in effort.names if effort.whole else ():
        first = FIRST_GAMES.format(name=name)
        with tempfile.TemporaryDirectory() as cache:
            found[f"1,000 games of {name}, compile cache empty"] = process(first, cache)
            filled = min(process(first, cache) for _ in range(times))
        found[f"1,000 games of {name}, compile cache filled"] = filled
    return {
        **found,
        "import of the web table (no compiler is loaded)": min(process(FIRST_PAGE) for _ in range(times)),
    }
