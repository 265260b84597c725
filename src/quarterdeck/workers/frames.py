"""Messages on a stream: the length in four bytes, then JSON."""

from __future__ import annotations

import asyncio
import json
import struct
from typing import Any, BinaryIO, Final

__all__ = ["LENGTH", "BrokenStream", "Buffer", "packed", "read", "read_async", "unpacked"]

LENGTH: Final = struct.Struct("!I")
# The most bytes of a message: a view has some 2,000.
MOST: Final = 1 << 24


class BrokenStream(Exception):
    """A stream ended in the middle of a message, or carried something that is no message."""


def packed(message: Any) -> bytes:
    """A message as bytes."""
    body = json.dumps(message).encode()
    return LENGTH.pack(len(body)) + body


def unpacked(body: bytes) -> Any:
    """The message of these bytes, without their length. Raises BrokenStream."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise BrokenStream("what came is no message") from None


def read(stream: BinaryIO) -> Any:
    """The next message of a stream, waiting for it. Raises BrokenStream."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise BrokenStream
    return unpacked(stream.read(_read_length(head, MOST)))


async def read_async(stream: asyncio.StreamReader, most: int = MOST) -> Any:
    """The next message of a stream, of at most `most` bytes. Raises BrokenStream."""
    try:
        head = await stream.readexactly(LENGTH.size)
        return unpacked(await stream.readexactly(_read_length(head, most)))
    except (asyncio.IncompleteReadError, OSError):
        raise BrokenStream("it has hung up") from None


class Buffer:
    """Takes the bytes of a stream as they come, and gives whole messages."""

    def __init__(self) -> None:
        self._bytes = b""

    def add(self, data: bytes) -> list[Any]:
        """The messages that are whole with these bytes. Raises BrokenStream."""
        self._bytes += data
        messages = []
        while len(self._bytes) >= LENGTH.size:
            end = LENGTH.size + _read_length(self._bytes[: LENGTH.size], MOST)
            if len(self._bytes) < end:
                break
            messages.append(unpacked(self._bytes[LENGTH.size : end]))
            self._bytes = self._bytes[end:]
        return messages


def _read_length(head: bytes, most: int) -> int:
    """The length of a message's body. Raises BrokenStream if it is more than `most` bytes."""
    (length,) = LENGTH.unpack(head)
    if length > most:
        raise BrokenStream("its message is too long")
    return int(length)
