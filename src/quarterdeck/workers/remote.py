"""Workers of other machines: `WorkerHost` lends those of this one, `RemoteHost` borrows those of another.

Both sides prove that they have the same version and know the same key, by an HMAC over random numbers of
both. What follows is neither encrypted nor protected against change: machines that don't share a private
network need a tunnel.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
import socket
from contextlib import suppress
from typing import Any, Final

from quarterdeck import __version__
from quarterdeck.bots.stand_in import NotLegal
from quarterdeck.errors import stack_of
from quarterdeck.workers import frames
from quarterdeck.workers.frames import BrokenStream
from quarterdeck.workers.process import LOADING, result
from quarterdeck.workers.runner import Failed, NoAnswer, TaskRunner, Unavailable, Urgency, WorkerTask

__all__ = ["RemoteHost", "RemoteWorker", "WorkerHost"]

# Seconds for connecting and for the proofs; seconds that a task may wait there in addition to its own time.
GREETING: Final = 5.0
WAITING: Final = 60.0
# The most bytes of a message before the proofs, and the most connections that have not proven anything yet.
BRIEF: Final = 1_000
UNPROVEN: Final = 16


def _proof(key: str, side: str, *numbers: str) -> str:
    """What only a side that knows the key can say, for this version and these random numbers."""
    words = "\n".join((f"quarterdeck worker 1 {side} {__version__}", *numbers))
    return hmac.new(key.encode(), words.encode(), hashlib.sha256).hexdigest()


log = logging.getLogger(__name__)


class WorkerHost:
    """Does tasks for servers that know the key, with these workers, of which there are `size`."""

    def __init__(self, workers: TaskRunner, size: int, key: str) -> None:
        self._workers = workers
        self._size = size
        self._key = key
        # Oldest first.
        self._unproven: list[asyncio.Task[Any]] = []
        self._serving: set[asyncio.Task[Any]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection until it ends."""
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        try:
            if await self._admit(task, reader, writer):
                while True:
                    writer.write(frames.packed(await self._answer_message(await frames.read_async(reader))))
                    await writer.drain()
        except (BrokenStream, OSError, KeyError, TypeError, ValueError):
            pass
        except asyncio.CancelledError:
            # By `close`: for a stream's handler that is no error.
            pass
        finally:
            self._serving.discard(task)
            with suppress(OSError):
                writer.close()

    async def close(self) -> None:
        """End all connections."""
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def _admit(
        self, task: asyncio.Task[Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Whether the connection of this task may be served: its server proves in time that it knows the key.
        If too many have proven nothing yet, the oldest one is dropped: a server needs only a moment.
        """
        if len(self._unproven) >= UNPROVEN:
            self._unproven.pop(0).cancel()
        self._unproven.append(task)
        try:
            async with asyncio.timeout(GREETING):
                return await self._check_server(reader, writer)
        finally:
            if task in self._unproven:
                self._unproven.remove(task)

    async def _check_server(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Whether a server proves that it knows the key."""
        theirs, ours = str((await frames.read_async(reader, BRIEF))["number"]), secrets.token_hex(32)
        greeting = {"number": ours, "workers": self._size, "ready": self._workers.ready}
        writer.write(frames.packed({**greeting, "proof": _proof(self._key, "host", theirs, ours)}))
        proof = str((await frames.read_async(reader, BRIEF))["proof"])
        proven = hmac.compare_digest(proof.encode(), _proof(self._key, "server", theirs, ours).encode())
        if not proven:
            log.warning("A server was refused that does not know worker_key")
        return proven

    async def _answer_message(self, request: Any) -> Any:
        """The message that answers a request of a server."""
        task = WorkerTask(request["name"], request["body"], float(request["seconds"]), request["game"])
        try:
            return {"answer": await self._workers.run(task, Urgency(request["urgency"]))}
        except NoAnswer as silent:
            return {"no_answer": silent.where}
        except Unavailable as reason:
            return {"unavailable": str(reason)}
        except Failed as failed:
            illegal = isinstance(failed.__cause__, NotLegal)
            return {"not_legal": True} if illegal else {"error": str(failed) or stack_of(failed)}


class RemoteWorker:
    """A connection to the workers of another machine; see `Worker`. `size` is how many it has; `ready`
    whether they find compiled rules.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, greeting: Any) -> None:
        self.spent = False
        self.size = max(1, int(greeting["workers"]))
        self.ready = bool(greeting["ready"])
        self._reader = reader
        self._writer = writer

    async def answer(self, task: WorkerTask, urgency: Urgency) -> Any:
        """See `Worker.answer`."""
        if task.game and not self.ready:
            raise OSError("its rules are not compiled")
        self._writer.write(frames.packed({**task._asdict(), "urgency": urgency}))
        try:
            async with asyncio.timeout(task.seconds + LOADING + WAITING):
                message = await frames.read_async(self._reader)
        except BaseException as error:
            # Also if the task was cancelled: otherwise the next task would get its answer.
            self.spent = True
            if isinstance(error, TimeoutError):
                raise BrokenStream("it does not answer") from None
            raise
        if "no_answer" in message:
            raise NoAnswer(message["no_answer"])
        if "unavailable" in message:
            raise OSError(message["unavailable"])
        return result(message)

    async def end(self) -> None:
        """Close the connection."""
        self.spent = True
        with suppress(OSError):
            self._writer.close()


class RemoteHost:
    """Another machine that lends its workers, at this address, to those who know the key."""

    def __init__(self, host: str, port: int, key: str) -> None:
        self.name = f"{host}:{port}"
        self._address = host, port
        self._key = key

    async def connect(self) -> RemoteWorker:
        """Connect to one of its workers. Raises OSError, also if it has another key or version."""
        writer = None
        try:
            async with asyncio.timeout(GREETING):
                reader, writer = await asyncio.open_connection(*self._address)
                return await self._shake_hands(reader, writer)
        except (BrokenStream, KeyError, TypeError, ValueError, TimeoutError, OSError) as error:
            if writer is not None:
                writer.close()
            if isinstance(error, OSError) and not isinstance(error, TimeoutError):
                raise
            raise OSError("it does not answer as workers do") from error

    async def _shake_hands(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> RemoteWorker:
        """The worker behind a connection, after both sides have proven that they know the key."""
        # So that the connection ends if the other machine vanishes.
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        ours = secrets.token_hex(32)
        writer.write(frames.packed({"number": ours}))
        greeting = await frames.read_async(reader, BRIEF)
        theirs = str(greeting["number"])
        writer.write(frames.packed({"proof": _proof(self._key, "server", ours, theirs)}))
        expected = _proof(self._key, "host", ours, theirs)
        if not hmac.compare_digest(str(greeting["proof"]).encode(), expected.encode()):
            raise OSError("it has another worker_key or version")
        return RemoteWorker(reader, writer, greeting)
