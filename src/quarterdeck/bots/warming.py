"""Compiles the rules of all games and their bots: `python -m quarterdeck.bots.warming` fills the cache of
compiled code in a process of its own, for others to load. With the number of its parent it ends with that.
"""

from __future__ import annotations

import asyncio
import os
import sys

from quarterdeck.bots.heuristics import RuleOfThumb
from quarterdeck.bots.search import search_for
from quarterdeck.bots.search.player import LEAST
from quarterdeck.kernel import jit
from quarterdeck.own_process import end_with_parent, lower_priority
from quarterdeck.play import GAMES, Game

__all__ = [
    "compile_all",
    "compile_one",
    "fill_cache",
    "take_over",
]


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
    """Fill the cache in a subprocess, without blocking the event loop; returns whether this worked."""
    nowhere = asyncio.subprocess.DEVNULL
    # In a session of its own, so that Ctrl+C in the terminal reaches only this process.
    filling = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", __name__, str(os.getpid())),
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        start_new_session=True,
    )
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
    if sys.argv[1:]:
        end_with_parent(int(sys.argv[1]))
    lower_priority()
    compile_all()
