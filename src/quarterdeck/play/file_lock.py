"""A lock on a file, by which one process keeps others out. The system lifts it when the process ends."""

from __future__ import annotations

import sys
from typing import IO

__all__ = ["lock_file"]


def lock_file(file: IO[str], wait: bool = False) -> None:
    """Lock a file while it is open. If another process has locked it, wait for that one, or without `wait`
    raise OSError: BlockingIOError, or on Windows PermissionError.
    """
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
