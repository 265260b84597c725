"""Compile time cold and cached, and the cost of the first thousand games, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

FIRST_GAMES = "import quarterdeck; quarterdeck.game('meuterer').playouts(1000)"
FIRST_PAGE = "import quarterdeck.web.app"


def process(code: str, cache: str | None = None) -> float:
    """Wall seconds of a fresh Python process that runs `code`, with a compile cache of its own if asked."""
    environment = dict(os.environ)
    if cache is not None:
        environment["QUARTERDECK_CACHE"] = cache
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return time.perf_counter() - start


def figures() -> dict[str, float]:
    """Seconds by what was done."""
    with tempfile.TemporaryDirectory() as cache:
        cold = process(FIRST_GAMES, cache)
        cached = min(process(FIRST_GAMES, cache) for _ in range(3))
    return {
        "import quarterdeck": min(process("import quarterdeck") for _ in range(3)),
        "import and the first 1,000 games, compile cache empty": cold,
        "import and the first 1,000 games, compile cache filled": cached,
        "import of the web table (no compiler is loaded)": min(process(FIRST_PAGE) for _ in range(3)),
    }
