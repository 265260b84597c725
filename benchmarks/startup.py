"""Compile time cold and cached, and the cost of the first thousand games, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from quarterdeck.play import GAMES

FIRST_GAMES = "import quarterdeck; quarterdeck.game('{name}').playouts(1000)"
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
    found = {"import quarterdeck": min(process("import quarterdeck") for _ in range(3))}
    for name in GAMES:
        first = FIRST_GAMES.format(name=name)
        with tempfile.TemporaryDirectory() as cache:
            found[f"1,000 games of {name}, compile cache empty"] = process(first, cache)
            filled = min(process(first, cache) for _ in range(3))
        found[f"1,000 games of {name}, compile cache filled"] = filled
    return {
        **found,
        "import of the web table (no compiler is loaded)": min(process(FIRST_PAGE) for _ in range(3)),
    }
