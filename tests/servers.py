"""A real server in a process of its own: on a port and with a data folder that outlive it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2

from benchmarks.ports import held

SOURCE = Path(__file__).parents[1] / "src"
START = """
import sys
from quarterdeck.settings import read
from quarterdeck.web.serve import serve
sys.exit(serve(read(dict(option.split("=", 1) for option in sys.argv[1:])), open_browser=False))
"""


class Server:
    """A running server with these options; `address` is where it said that it is. `before` is Python that is
    run in its process first.
    """

    def __init__(self, data: Path, pause: float = 0, port: int = 0, before: str = "", **more: str) -> None:
        self.port = port
        # Matches of tests are too short for compiling to be worth it.
        options = {"data": data, "pause": pause, "port": port, "compiled": "off", **more}
        # Whether rules are compiled is said above, and by nothing else.
        known = {name: value for name, value in os.environ.items() if name != "QUARTERDECK_INTERPRET"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", before + START, *(f"{name}={value}" for name, value in options.items())],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**known, "PYTHONPATH": str(SOURCE), "PYTHONWARNINGS": "error"},
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        self.address = next((word.rstrip("/") for word in said.split() if word.startswith("http")), "")

    def kill(self) -> None:
        """End it at once, as a crash or a power cut would."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> str:
        """Ask it to stop; returns what it wrote to stderr."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.communicate(timeout=15)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise


@contextmanager
def running(data: Path, pause: float = 0, before: str = "", **more: str) -> Iterator[Server]:
    """A server for a while; it has to start, to stop when asked, and to have nothing to complain about.

    If it is killed, its port is free for the next one, and for nobody else.
    """
    with held() as port:
        server = Server(data, pause, port, before, **more)
        try:
            assert server.address, "the server did not start: " + server.stop()
            yield server
        finally:
            complaints = "" if server.process.poll() is not None else server.stop()
    assert complaints == "", complaints


def csrf(client: httpx2.Client) -> str:
    """The token that a server's pages give to this browser, for its forms."""
    found = re.search(r'name="csrf" value="([^"]+)"', client.get("/").text)
    assert found
    return found[1]
