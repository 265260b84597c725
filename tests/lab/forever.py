"""`python -m tests.lab.forever FOLDER`: two processes at games that never end and heed nothing. Each puts a
file with its number in the folder.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import quarterdeck
from quarterdeck.lab.interrupts import Ended, ending
from quarterdeck.lab.pool import played

MEUTERER = quarterdeck.game("meuterer")


@dataclass
class Forever:
    folder: Path
    chunks: int = 2

    def compile(self) -> None:
        """Nothing."""

    def rehearse(self) -> None:
        """Nothing."""

    def play(self, number: int, stopped: Callable[[], bool]) -> int:
        (self.folder / str(os.getpid())).touch()
        while True:
            time.sleep(0.01)


def main() -> int:
    try:
        with ending():
            list(played(Forever(Path(sys.argv[1])), jobs=2))
    except Ended as end:
        return 128 + end.number
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
