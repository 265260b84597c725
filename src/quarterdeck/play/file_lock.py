"""A lock on a file, by which one process keeps others out. The system lifts it when the process ends."""

from __future__ import annotations

import os
import sys
from typing import IO, Final

from quarterdeck.errors import QuarterdeckError

__all__ = ["keep_others_out", "lock_file"]

FAR: Final = 2**40


def lock_file(file: IO[str], wait: bool = False) -> None:
    """Lock a file while it is open. If another process has locked it, wait for that one, or without `wait`
    raise OSError: BlockingIOError, or on Windows PermissionError.
    """
    if sys.platform == "win32":
        import msvcrt

        # A byte far behind the end, because others can't read what is locked.
        at = os.lseek(file.fileno(), 0, os.SEEK_CUR)
        os.lseek(file.fileno(), FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file.fileno(), at, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


def keep_others_out(file: IO[str], locked: str) -> None:
    """Lock a file while it is open. Raises QuarterdeckError with the sentence `locked` if another process has
    locked it. On a network file system without locks it does nothing.
    """
    try:
        lock_file(file)
    except (BlockingIOError, PermissionError):
        raise QuarterdeckError(locked) from None
    except OSError:
        pass
