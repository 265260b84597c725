"""Server processes, each pinned to its core, and Linux's figures about them."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

__all__ = ["NotStarted", "Server", "child_ids", "cores"]

START = 90.0
STOP = 10.0
# Before exec, so that all its threads run on these cores; and the process ends with us (PR_SET_PDEATHSIG).
LAUNCH = """
import ctypes, os, signal, sys
os.sched_setaffinity(0, map(int, sys.argv[1].split(",")))
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
os.execvp(sys.argv[2], sys.argv[2:])
"""


class NotStarted(Exception):
    """A server did not print its address."""


def cores(servers: int) -> tuple[list[set[int]], set[int]]:
    """The cores for each server and for the load: one per server if there are enough, and all others for the
    load.
    """
    known = sorted(os.sched_getaffinity(0))
    if len(known) > servers:
        return [{core} for core in known[:servers]], set(known[servers:])
    return [{known[number % len(known)]} for number in range(servers)], set(known)


class Server:
    """A process that prints its address, http://host:port, on a line of its output. Raises NotStarted."""

    def __init__(
        self, command: Sequence[str], on: set[int], folder: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH, ",".join(map(str, on)), *command],
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            stdin=subprocess.DEVNULL,
            cwd=folder,
            env={**os.environ, **(environment or {})},
        )
        try:
            self.host, self.port = self._read_address()
        except BaseException:
            self.stop()
            raise

    def _read_address(self) -> tuple[str, int]:
        assert self._process.stdout is not None
        ready, _writing, _failing = select.select([self._process.stdout], [], [], START)
        line = self._process.stdout.readline().decode() if ready else ""
        for word in line.split():
            if word.startswith("http://"):
                host, _colon, port = word[len("http://") :].rstrip("/").rpartition(":")
                return host, int(port)
        raise NotStarted(f"The server did not start: {self.complaints() or line or 'it said nothing'}.")

    @property
    def number(self) -> int:
        """Its process id."""
        return self._process.pid

    def complaints(self) -> str:
        """The last line of its stderr."""
        self._complaints.seek(0)
        lines = self._complaints.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""

    def memory(self) -> int:
        """Memory of the process and its children, in bytes; what they share is counted once."""
        return sum(_proportional_memory(number) for number in self._process_ids())

    def busy(self) -> tuple[float, float]:
        """CPU time of the server's processes so far, and of its workers that run now, in seconds."""
        workers = {number for number in self._process_ids() if _is_worker(number)}
        return sum(map(_cpu_seconds, {*self._process_ids()} - workers)), sum(map(_cpu_seconds, workers))

    def _process_ids(self) -> list[int]:
        numbers = [self.number]
        for number in numbers:
            for thread in Path(f"/proc/{number}/task").iterdir():
                numbers.extend(map(int, child_ids(thread)))
        return numbers

    def stop(self) -> None:
        """Terminate it, and kill it if it does not end."""
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(STOP)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._complaints.close()


def child_ids(thread: Path) -> list[str]:
    """The child processes of a thread; none if it has ended since it was listed."""
    try:
        return (thread / "children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def _proportional_memory(number: int) -> int:
    """A process's share of the memory that it has mapped: the kernel's Pss."""
    for line in Path(f"/proc/{number}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def _is_worker(number: int) -> bool:
    return b"quarterdeck.workers" in Path(f"/proc/{number}/cmdline").read_bytes()


def _cpu_seconds(number: int) -> float:
    fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
