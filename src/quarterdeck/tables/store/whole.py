"""Writes a new file so that its name appears only when it is whole."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from quarterdeck.play.naming import named

__all__ = ["whole_file"]


@contextmanager
def whole_file(path: Path, mode: int = 0o666) -> Iterator[IO[bytes]]:
    """A new file to fill within the block. It is a hidden draft until the block ends well and its content is
    on the disk; otherwise nothing is left. `mode`: its permissions, less the umask. FileExistsError if the
    name is taken, at the beginning or at the end; OSError.
    """
    if os.path.lexists(path):
        raise FileExistsError(path)
    draft = path.with_name(f".quarterdeck-{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        named(draft, path)
    finally:
        draft.unlink(missing_ok=True)
