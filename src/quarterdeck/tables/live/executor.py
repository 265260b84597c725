"""Runs calls of the store in threads, so that the event loop never waits for the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Final, TypeVar

from quarterdeck.tables.store.store import Store

__all__ = ["StoreExecutor"]

READERS: Final = 4

T = TypeVar("T")


class StoreExecutor:
    """One store with its threads: several for reading, one for writing."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._writer = ThreadPoolExecutor(1, "quarterdeck-write")
        self._readers = ThreadPoolExecutor(READERS, "quarterdeck-read")

    def read(self, function: Callable[..., T], *values: object) -> asyncio.Future[T]:
        """Run a reading function of the store; several run in parallel."""
        return _submit(self._readers, function, *values)

    def write(self, function: Callable[..., T], *values: object) -> asyncio.Future[T]:
        """Run a writing function of the store; they run one at a time, in call order."""
        return _submit(self._writer, function, *values)

    def close(self) -> None:
        """Wait for running calls, which need their connections, then close the store."""
        self._writer.shutdown()
        self._readers.shutdown()
        self.store.close()


def _submit(pool: ThreadPoolExecutor, function: Callable[..., T], *values: object) -> asyncio.Future[T]:
    # Run in the caller's context, so that errors use the caller's language.
    call = partial(copy_context().run, function, *values)
    return asyncio.get_running_loop().run_in_executor(pool, call)
