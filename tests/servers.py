"""A real server in a process of its own: on a port and with a data folder that outlive it."""

from __future__ import annotations

import atexit
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import httpx2

from benchmarks.ports import held

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
# Elsewhere processes don't end with the one that began them.
FORKS = sys.platform.startswith("linux")
START = """
import sys
from quarterdeck.settings import read
from quarterdeck.web.serving.serve import serve
sys.exit(serve(read(dict(option.split("=", 1) for option in sys.argv[1:])), open_browser=False))
"""


class Server:
    """A running server with these options; `address` is where it said that it is.

    It is forked from a process that has imported everything; with `before`, it is a new Python that runs this
    first.
    """

    def __init__(
        self, data: Path, pause: float = 0, port: int = 0, before: str | None = None, **more: str
    ) -> None:
        self.port = port
        # Matches of tests are too short for compiling to be worth it.
        options = {"data": data, "pause": pause, "port": port, "compiled": "off", **more}
        told = {name: str(value) for name, value in options.items()}
        self.process = Forked(told) if before is None and FORKS else _new(before or "", told)
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
            return self.process.communicate(timeout=60)[1]
        except subprocess.TimeoutExpired:
            self.kill()
            raise


def _environment() -> dict[str, str]:
    # Whether rules are compiled is said in a server's options, and by nothing else.
    known = {name: value for name, value in os.environ.items() if name != "QUARTERDECK_INTERPRET"}
    return {**known, "PYTHONPATH": os.pathsep.join((str(SOURCE), str(ROOT))), "PYTHONWARNINGS": "error"}


def _new(before: str, options: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", before + START, *(f"{name}={value}" for name, value in options.items())],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=_environment(),
    )


class Forked:
    """A server in a process forked by `benchmarks.fork_server`: what `Server` needs of `subprocess.Popen`."""

    def __init__(self, options: dict[str, str]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            out, err = Path(folder) / "out", Path(folder) / "err"
            os.mkfifo(out)
            err.touch()
            place = {"env": _environment(), "in": str(Path.cwd()), "out": str(out), "err": str(err)}
            self.pid = int(_asked({"start": options, **place})["pid"])
            self.stdout, self._stderr = out.open(), err.open()
        self.returncode: int | None = None
        self._said: tuple[str, str] | None = None

    def poll(self) -> int | None:
        """Its exit code, None as long as it runs."""
        return self._ended(0)

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float = 600) -> tuple[str, str]:
        """Wait for its end; returns what it has written since to stdout, and all to stderr."""
        if self._ended(timeout) is None:
            raise subprocess.TimeoutExpired("server", timeout)
        if self._said is None:
            with self.stdout, self._stderr:
                self._said = self.stdout.read(), self._stderr.read()
        return self._said

    def _ended(self, seconds: float) -> int | None:
        if self.returncode is None:
            self.returncode = _asked({"wait": self.pid, "seconds": seconds})["ended"]
        return self.returncode


def _asked(command: dict[str, Any]) -> dict[str, Any]:
    """The answer of the process that forks servers."""
    nursery = _nursery()
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    nursery.stdin.write(json.dumps(command) + "\n")
    nursery.stdin.flush()
    answer: dict[str, Any] = json.loads(nursery.stdout.readline())
    return answer


@cache
def _nursery() -> subprocess.Popen[str]:
    """The process that forks this process's servers, and ends with it."""
    command = [sys.executable, "-m", "benchmarks.fork_server"]
    begun = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=_environment()
    )
    atexit.register(begun.__exit__, None, None, None)
    return begun


@contextmanager
def running(data: Path, pause: float = 0, before: str | None = None, **more: str) -> Iterator[Server]:
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
