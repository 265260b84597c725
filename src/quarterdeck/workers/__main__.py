"""A worker: reads tasks from its standard input and writes the answers to its standard output. Its
arguments are the number of the server's process, and the function that makes its bots, as MODULE:FUNCTION.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

from quarterdeck.bots.stand_in import NotLegal
from quarterdeck.errors import stack_of
from quarterdeck.own_process import end_with_parent, lower_priority
from quarterdeck.workers import frames
from quarterdeck.workers.tasks import BotMaker, answer


def main(server: int, maker: str) -> None:
    """Do tasks until the input ends."""
    # Whatever a bot prints must not get between the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _prepare_process(server)
    module, _colon, name = maker.partition(":")
    make_bot: BotMaker = getattr(import_module(module), name)
    with suppress(frames.BrokenStream, BrokenPipeError):
        while True:
            answers.write(frames.packed(_answer_message(frames.read(sys.stdin.buffer), make_bot)))
            answers.flush()


def _answer_message(task: Any, make_bot: BotMaker) -> Any:
    """The message that answers a task: its answer, that a bot chose an illegal action, or where the task
    failed. The server logs that, so it has no message of an error: a bot's may name cards.
    """
    try:
        return {"answer": answer(task["name"], task["body"], make_bot)}
    except NotLegal:
        return {"not_legal": True}
    except BaseException as error:
        # Catch everything: `sys.exit()` in a bot must not end the worker.
        return {"error": stack_of(error)}


def _prepare_process(server: int) -> None:
    """Set up this process: its signals, its priority, and that it ends with the server's process."""
    # Ctrl+C in the terminal is for the server.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.enable()
    if sys.platform != "win32":
        # On this signal it writes the stacks of all threads.
        faulthandler.register(signal.SIGUSR1)
    lower_priority()
    end_with_parent(server)
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
