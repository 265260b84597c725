"""What this process may use of the computer, and when it ends."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

__all__ = ["cores", "end_with_parent", "lower_priority", "memory"]

DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux


def cores() -> int:
    """The number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def memory() -> int:
    """The computer's memory in bytes; 0 if the system does not tell."""
    names = getattr(os, "sysconf_names", ())
    if "SC_PHYS_PAGES" not in names or "SC_PAGE_SIZE" not in names:
        return 0
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def lower_priority() -> None:
    """Give this process the lowest priority: what people wait for comes first."""
    if hasattr(os, "nice"):
        os.nice(19)
    # Linux shares the processor among sessions first, whatever their processes' priorities (man 7 sched).
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text("19")


def end_with_parent(parent: int, number: int = signal.SIGKILL) -> None:
    """Let the system send this process the signal `number` when its parent, the process with the id `parent`,
    ends. Only Linux can.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, number)
        if os.getppid() != parent:
            # It has died before this took effect.
            sys.exit()
