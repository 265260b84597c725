"""Workers of other machines: `WorkerHost` lends those of this one, `connect` borrows those of another.

Both sides prove that they have the same version and know the same key, by an HMAC over random numbers of
both. What follows is not encrypted: machines that don't share a private network need a tunnel.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
from contextlib import suppress
from typing import Any, Final

from quarterdeck import __version__
from quarterdeck.bots.stand_in import NotLegal
from quarterdeck.workers import frames
from quarterdeck.workers.frames import Torn
from quarterdeck.workers.process import result
from quarterdeck.workers.runner import Failed, NoAnswer, TaskRunner, Urgency, WorkerTask
from quarterdeck.workers.tasks import BOTS

__all__ = ["RemoteWorker", "WorkerHost", "connect"]

# Seconds for connecting and for the proofs; seconds that a task may wait there beside its own time.
GREETING: Final = 5.0
WAITING: Final = 60.0

log = logging.getLogger(__name__)


def _proof(key: str, side: str, *numbers: str) -> str:
    words = "\n".join((f"quarterdeck worker 1 {side} {__version__}", *numbers))
    return hmac.new(key.encode(), words.encode(), hashlib.sha256).hexdigest()


class WorkerHost:
    """Does tasks for servers that know the key, with these workers."""

    def __init__(self, workers: TaskRunner, key: str) -> None:
        self._workers = workers
        self._key = key

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection until it ends."""
        try:
            async with asyncio.timeout(GREETING):
                known = await self._greet(reader, writer)
            while known:
                writer.write(frames.packed(await self._answer(await frames.read_async(reader))))
                await writer.drain()
            log.warning("A server was refused that does not know the key")
        except (Torn, OSError, TimeoutError, KeyError, TypeError, ValueError):
            pass
        finally:
            with suppress(OSError):
                writer.close()

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        theirs, ours = str((await frames.read_async(reader))["number"]), secrets.token_hex(32)
        writer.write(frames.packed({"number": ours, "proof": _proof(self._key, "host", theirs, ours)}))
        proof = str((await frames.read_async(reader))["proof"])
        return hmac.compare_digest(proof, _proof(self._key, "server", theirs, ours))

    async def _answer(self, asked: Any) -> Any:
        name, body = asked["name"], asked["body"]
        if name == "choose":
            # Bots are ours, whatever a server names.
            body = {**body, "maker": BOTS}
        task = WorkerTask(name, body, float(asked["seconds"]), asked["game"])
        try:
            return {"answer": await self._workers.run(task, Urgency(asked["urgency"]))}
        except NoAnswer as silent:
            return {"no_answer": silent.where}
        except Failed as failed:
            illegal = isinstance(failed.__cause__, NotLegal)
            return {"not_legal": True} if illegal else {"error": str(failed) or repr(failed.__cause__)}


class RemoteWorker:
    """A connection to the workers of another machine; see `Worker`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.spent = False
        self._reader = reader
        self._writer = writer

    async def answer(self, task: WorkerTask, urgency: Urgency) -> Any:
        """See `Worker.answer`."""
        # Until it has answered, even if whoever asked has gone: else the next one would get this answer.
        self.spent = True
        self._writer.write(frames.packed({**task._asdict(), "urgency": urgency}))
        try:
            message = await asyncio.wait_for(frames.read_async(self._reader), task.seconds + WAITING)
        except TimeoutError:
            raise NoAnswer("another machine") from None
        self.spent = False
        if "no_answer" in message:
            raise NoAnswer(message["no_answer"])
        return result(message)

    async def end(self) -> None:
        """Close the connection."""
        self.spent = True
        with suppress(OSError):
            self._writer.close()


async def connect(host: str, port: int, key: str) -> RemoteWorker:
    """Connect to the workers of another machine. OSError, also if they have another key or version."""
    try:
        async with asyncio.timeout(GREETING):
            reader, writer = await asyncio.open_connection(host, port)
            ours = secrets.token_hex(32)
            writer.write(frames.packed({"number": ours}))
            told = await frames.read_async(reader)
            if not hmac.compare_digest(str(told["proof"]), _proof(key, "host", ours, str(told["number"]))):
                writer.close()
                raise OSError("it has another key or version")
            writer.write(frames.packed({"proof": _proof(key, "server", ours, str(told["number"]))}))
            return RemoteWorker(reader, writer)
    except (Torn, KeyError, TypeError, TimeoutError) as error:
        raise OSError("it does not answer as workers do") from error
