"""A process that has imported everything a server needs and forks servers on demand, so a life costs only the
server's own startup. It reads commands from its input, a JSON object on each line, and answers:

    {"start": {"port": 8754, …}}    the options of a server; answered by {"pid": 123}
    {"kill": 123}                   SIGKILL; answered by {"ended": -9} once it is gone, or by how it had ended
"""

from __future__ import annotations

import ctypes
import json
import os
import random
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from quarterdeck.play import GAMES, Game
from quarterdeck.settings import read
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.store.store import Store
from quarterdeck.web.app import create_app
from quarterdeck.web.serve import serve

PR_SET_PDEATHSIG = 1


def main(log: Path) -> None:
    """Execute commands until the input ends; servers write to this log, and end with this process."""
    _end_with_parent()
    _warm_up()
    for line in sys.stdin:
        command = json.loads(line)
        answer = (
            {"pid": _start(command["start"], log)}
            if "start" in command
            else {"ended": _kill(command["kill"])}
        )
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _warm_up() -> None:
    """Import what servers import lazily, and fill library caches."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "warm.sqlite3")
        create_app(Room(store), "k" * 64)
        store.close()
    for game in GAMES:
        position = Game(game).start(seed="warm")
        dice = random.Random(game)
        while not position.over:
            seat = position.to_act[0]
            position = position.play(seat, dice.choice(position.view(seat).legal()))


def _start(options: dict[str, Any], log: Path) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 70
    try:
        _end_with_parent()
        nothing, out = os.open(os.devnull, os.O_RDWR), os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        for standard, file in ((0, nothing), (1, nothing), (2, out)):
            os.dup2(file, standard)
        code = serve(read(options), open_browser=False)
    finally:
        os._exit(code)


def _kill(pid: int) -> int:
    os.kill(pid, signal.SIGKILL)
    _pid, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
