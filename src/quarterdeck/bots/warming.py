"""Compiles the rules of games and their bots: `python -m quarterdeck.bots.warming PARENT GAMES` fills the
cache of compiled code in a process of its own, for others to load. It ends when its parent, the process with
the number PARENT, does.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Final

from quarterdeck.bots.heuristics import RuleOfThumb
from quarterdeck.bots.search import search_for
from quarterdeck.bots.search.player import LEAST
from quarterdeck.kernel import jit
from quarterdeck.own_process import cores, end_with_parent, lower_priority, memory
from quarterdeck.play import GAMES, Game

__all__ = [
    "compile_all",
    "compile_one",
    "fill_cache",
    "take_over",
]

# Compiling a game takes up to 0.7 GB. For each that is compiled at a time the computer has this many bytes.
ROOM: Final = 2 << 30


def compile_all() -> None:
    """Compile what single matches of all games and their bots need, or load it from the cache."""
    for id_ in GAMES:
        compile_one(Game(id_))


def compile_one(game: Game) -> None:
    """Compile or load one game."""
    game.warm()
    position = game.start(seed=0)
    view = position.view(position.to_act[0])
    RuleOfThumb().choose(view)
    search_for(game.id)(simulations=LEAST).consider(view)


async def fill_cache() -> bool:
    """Fill the cache in subprocesses, without blocking the event loop; returns whether this worked.

    Several games are compiled at a time, each in a process of its own, if there is memory for them. One core
    stays free for other work.
    """
    together = min(cores() - 1, memory() // ROOM)
    if together < 2:
        return await _compile_in_subprocess(*GAMES)
    failed = await _compile_apart(together)
    # There may have been less memory than the computer has, as in a container.
    return not failed or await _compile_in_subprocess(*failed)


async def _compile_apart(together: int) -> list[str]:
    """Compile each game in a subprocess of its own, so many at a time; returns the games that failed."""
    free = asyncio.Semaphore(together)

    async def fill(game: str) -> bool:
        async with free:
            return await _compile_in_subprocess(game)

    async with asyncio.TaskGroup() as group:
        filled = {game: group.create_task(fill(game)) for game in GAMES}
    return [game for game, task in filled.items() if not task.result()]


async def _compile_in_subprocess(*games: str) -> bool:
    """Compile these games, one after the other; returns whether this worked."""
    nowhere = asyncio.subprocess.DEVNULL
    try:
        # In a session of its own, so that Ctrl+C in the terminal reaches only this process.
        filling = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", __name__, str(os.getpid()), *games),
            stdin=nowhere,
            stdout=nowhere,
            stderr=nowhere,
            start_new_session=True,
        )
    except OSError:
        return False
    try:
        return await filling.wait() == 0
    except asyncio.CancelledError:
        filling.kill()
        await filling.wait()
        raise


def take_over() -> None:
    """Load all compiled code in this thread. Until that is done the other threads use interpreted rules."""
    with jit.aside():
        compile_all()


if __name__ == "__main__":
    parent, *names = sys.argv[1:]
    end_with_parent(int(parent))
    lower_priority()
    for name in names:
        compile_one(Game(name))
