"""A process that has imported everything a server needs and forks servers on demand, so a server costs only
its own startup. It reads commands from its input, a JSON object on each line, and answers:

    {"start": {"port": 8754, …}, "env": {…}, "in": …, "out": …, "err": …}
                                    a server's options, its environment, its working folder, and the files to
                                    which it writes; answered by {"pid": 123}
    {"wait": 123, "seconds": 5}     answered by {"ended": 0}, its exit code, or by {"ended": null}
"""

from __future__ import annotations

import gc
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from quarterdeck.own_process import end_with_parent
from quarterdeck.play import GAMES, Game
from quarterdeck.settings import read
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.store.store import Store
from quarterdeck.web.app import create_app
from quarterdeck.web.serving.serve import serve

# Seconds between two looks at whether a server has ended.
LOOK = 0.005


def main() -> int:
    """Execute commands until the input ends; servers end with this process. Returns the exit code, in a
    server's process the server's.
    """
    end_with_parent(os.getppid())
    _warm_up()
    for line in sys.stdin:
        command = json.loads(line)
        if "start" in command:
            own_pid, pid = os.getpid(), os.fork()
            if pid == 0:
                _become_server(command, own_pid)
                return serve(read(command["start"]), open_browser=False)
            answer: dict[str, int | None] = {"pid": pid}
        else:
            answer = {"ended": _wait_for_end(command["wait"], command["seconds"])}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    return 0


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
    # Keep the servers' garbage collectors away from what exists now: looking at it would copy its memory.
    gc.collect()
    gc.freeze()


def _become_server(command: dict[str, Any], parent: int) -> None:
    """Give a forked process the environment, the folder and the files of a server."""
    end_with_parent(parent)
    os.environ.clear()
    os.environ.update(command["env"])
    os.chdir(command["in"])
    # Open the output last: a reader at its other end then knows that the other files are open, too.
    for standard, name in ((0, os.devnull), (2, command["err"]), (1, command["out"])):
        file = os.open(name, os.O_RDONLY if standard == 0 else os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.dup2(file, standard)
        os.close(file)


def _wait_for_end(pid: int, seconds: float) -> int | None:
    """How a process ended; None if it has not after so many seconds."""
    deadline = time.monotonic() + seconds
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= deadline:
            return None
        time.sleep(LOOK)


if __name__ == "__main__":
    sys.exit(main())
