"""Compile time without and with a cache, the time of the first thousand games, and of a server's first page,
each in a new process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import urllib.request

from benchmarks import ports
from benchmarks.effort import Effort

TIMES = 3

FIRST_GAMES = "import quarterdeck; quarterdeck.game('{name}').playouts(1000)"


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


def first_page(data: str) -> float:
    """Wall-clock seconds from the command to the first page of a server with this data folder."""
    with ports.held() as port:
        line = [sys.executable, "-m", "quarterdeck", "--no-browser", "--port", str(port), "--data", data]
        start = time.perf_counter()
        server = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            server.stdout.readline()
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
                answer.read()
            return time.perf_counter() - start
        finally:
            server.terminate()
            server.wait()


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
    with tempfile.TemporaryDirectory() as data:
        found["first page of a new server"] = first_page(data)
        found["first page of a server with data"] = min(first_page(data) for _ in range(times))
    return found
