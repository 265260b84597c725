"""Interrupts an environment at each line of its code, to see what is left."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

# Generators of seeds, and parts that never change.
CHANCE = {"_generator", "_np_random", "_np_random_seed"}
ASIDE = CHANCE | {"observation_space", "action_space", "_agents", "_seat_agents"}


def check_each_line(table: Any, act: Callable[[Any], object], *modules: ModuleType) -> None:
    """Do it to copies of the table, each with Ctrl+C before another line of these modules' folders.

    Each copy must be left as the table was, or as it is after all of it.
    """
    folders = {Path(str(module.__file__)).parent for module in modules}
    after = deepcopy(table)
    act(after)
    count = 0
    while True:
        cut = deepcopy(table)
        if not _is_interrupted(act, cut, folders, count):
            break
        assert _state(cut) in (_state(table), _state(after)), f"interrupted before line {count}"
        count += 1
    assert _state(cut) == _state(after) != _state(table)
    assert count > 10


def _state(table: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(table).items() if name not in ASIDE}


def _is_interrupted(act: Callable[[Any], object], table: Any, folders: set[Path], count: int) -> bool:
    left = count

    def trace(frame: FrameType, event: str, _given: object) -> Any:
        nonlocal left
        if Path(frame.f_code.co_filename).parent not in folders:
            return None
        if event == "line":
            left -= 1
            if left < 0:
                signal.raise_signal(signal.SIGINT)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act(table)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False
