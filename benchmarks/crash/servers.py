"""The servers under test: real ones, each with its own port, on one data folder or database."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks.crash.ledger import LetDown
from benchmarks.load.servers import child_ids
from benchmarks.ports import HOST, held
from benchmarks.unlimited import UNLIMITED

__all__ = ["Servers", "servers"]

# Seconds in which a killed process has ended.
PATIENCE = 60


class Servers:
    """A server for each of these ports; `addresses` are their URLs while they live."""

    def __init__(
        self, nursery: asyncio.subprocess.Process, folder: Path, database: str | None, ports: Sequence[int]
    ) -> None:
        self._nursery = nursery
        self._lock = asyncio.Lock()
        # Lives are too short for compiling to pay off.
        self._options = {"data": str(folder), "compiled": "off"}
        self._process_files = {
            "env": {**os.environ, **UNLIMITED},
            "in": str(folder),
            "out": os.devnull,
            "err": str(folder / "log"),
        }
        if database:
            self._options["database"] = database
        self._ports = ports
        self._pids: dict[int, int] = {}
        self.addresses = [f"{HOST}:{port}" for port in ports]
        self.database = database or f"sqlite:///{folder / 'quarterdeck.sqlite3'}"

    async def start(self, number: int) -> None:
        """Start a life of this server."""
        options = {**self._options, "port": self._ports[number]}
        answer = await self._send_command({"start": options, **self._process_files})
        self._pids[number] = answer["pid"]

    async def kill(self, number: int) -> None:
        """Kill this server with SIGKILL. Raises LetDown if it had ended by itself."""
        pid = self._pids.pop(number)
        os.kill(pid, signal.SIGKILL)
        ended = (await self._send_command({"wait": pid, "seconds": PATIENCE}))["ended"]
        if ended != -signal.SIGKILL:
            raise LetDown(f"server {number} had ended by itself, with {ended}")

    def kill_workers(self, number: int) -> int:
        """Kill the workers of this server; returns their number."""
        killed = 0
        for thread in Path(f"/proc/{self._pids[number]}/task").iterdir():
            for pid in map(int, child_ids(thread)):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    killed += 1
        return killed

    async def _send_command(self, command: Mapping[str, Any]) -> dict[str, Any]:
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        async with self._lock:
            self._nursery.stdin.write(json.dumps(command).encode() + b"\n")
            answer = await self._nursery.stdout.readline()
        if not answer:
            raise LetDown("the process that starts servers has ended")
        read: dict[str, Any] = json.loads(answer)
        return read


@asynccontextmanager
async def servers(folder: Path, database: str | None, count: int) -> AsyncIterator[Servers]:
    """A context with servers, none of them started yet. Their log is the file `log` in the folder."""
    nursery = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "benchmarks.fork_server",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    with ExitStack() as ports:
        try:
            yield Servers(nursery, folder, database, [ports.enter_context(held()) for _ in range(count)])
        finally:
            # This ends all servers, too.
            nursery.kill()
            await nursery.wait()
