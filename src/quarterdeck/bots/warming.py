"""The rules of all games, and the bots that play by them, compiled while something else goes on:
`python -m quarterdeck.bots.warming` fills the cache in a process of its own, where minutes of compiling hold
nobody up, and a thread takes it over.
"""

from __future__ import annotations

import asyncio
import os
import sys

from quarterdeck.bots.heuristics import RuleOfThumb
from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.player import LEAST
from quarterdeck.kernel import jit
from quarterdeck.play import GAMES, Game

__all__ = ["compile_all", "compile_one", "warm_beside"]


def compile_all() -> None:
    """Compile what single matches of all games and their bots use, or take it from the cache."""
    for id_ in GAMES:
        compile_one(Game(id_))


def compile_one(game: Game) -> None:
    """The same for one game."""
    game.warm()
    position = game.start(seed=0)
    view = position.view(position.to_act[0])
    RuleOfThumb().choose(view)
    TreeSearch(simulations=LEAST).consider(view)


async def warm_beside() -> bool:
    """Have the rules compiled in this process, too, while its event loop goes on; whether they are then.

    Until then, and where it fails, matches are played with interpreted rules.
    """
    if jit.interpreted():
        return False
    nowhere = asyncio.subprocess.DEVNULL
    # In a session of its own, so that Ctrl+C in the terminal reaches this process alone.
    filling = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__),
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        start_new_session=True,
    )
    try:
        failed = await filling.wait()
    except asyncio.CancelledError:
        filling.kill()
        await filling.wait()
        raise
    if failed:
        return False
    await asyncio.to_thread(_take_over)
    return True


def _take_over() -> None:
    with jit.aside():
        compile_all()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        # What people wait for comes first.
        os.nice(19)
    compile_all()
