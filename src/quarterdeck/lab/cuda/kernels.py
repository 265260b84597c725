"""CUDA kernels for random games and steps of lanes, compiled from the same functions as on the CPU.

Each thread plays a game or steps a lane. Its records are aligned (`kernel.record.aligned`), because a device
reads numbers only at multiples of their size. This module needs numba-cuda: import it after `target.load`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from quarterdeck.kernel.batch import SPARE, random_game
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import aligned
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.kernel.verbs import scores
from quarterdeck.lab.cuda import target
from quarterdeck.lab.lanes.keys import schedule
from quarterdeck.lab.lanes.play import advance, first_illegal
from quarterdeck.lab.lanes.work import Scratch

cuda: Any = import_module("numba.cuda")

# Threads per block.
BLOCK = 64
# Register limit per thread for steps of lanes: they use up to 126, and spill with 64. Other kernels need
# fewer.
REGISTERS = 128
# The alignment of a thread's own records.
ALIGNMENT = 16


def launch(kernel: Any, threads: int) -> Any:
    """Launch configuration of a kernel for this many threads."""
    with warnings.catch_warnings():
        # Suppress the warning that few threads leave the device idle.
        warnings.filterwarnings("ignore", category=cuda.core.errors.NumbaPerformanceWarning)
        return kernel[max(1, -(-threads // BLOCK)), BLOCK]


def slate_of(spec: GameSpec) -> Any:
    """The dtype of a `kernel.batch.Slate` with only the room that a game needs."""
    return np.dtype((np.record, [("ids", np.int16, (spec.actions + SPARE,))]))


@cache
def playing(spec: GameSpec) -> Any:
    """A game's kernel of random games: thread i plays game `first + i` as `kernel.batch.playouts` does.

    Inputs: the template and the master key (aligned records [1]) and `first`. Outputs: scores, int16 [games,
    seats], and moves played, int32 [games].
    """
    state, dice, most = aligned(spec.state), aligned(Dice), spec.actions + SPARE
    alignment = None if target.simulating() else ALIGNMENT

    def play(template: Any, master: Any, first: Any, out: Any, moves: Any) -> None:
        i = cuda.grid(1)
        if i < len(out):
            games = cuda.local.array(1, state, alignment)
            chooser = cuda.local.array(1, dice, alignment)
            ids = cuda.local.array(most, np.int16)
            games[0] = template[0]
            # With None for news, the code for facts is not compiled.
            moves[i] = random_game(games[0], master[0], first + i, chooser[0], ids, None)
            scores(games[0], out[i])

    return _compile_kernel(play)


class DeviceScratch(NamedTuple):
    """What of `lanes.work.Scratch` is in device memory: a row for each lane, thus for each thread.

    `text` uint8 [n, bytes] is the text that is hashed for a match's key. `sight` [n] are aligned records for
    views, and `words` uint64 [n, words] is the same memory.
    """

    text: Any
    sight: Any
    words: Any


@cache
def stepping(spec: GameSpec, listens: bool) -> Any:
    """A game's kernel of steps: thread i does for lane i what `lanes.play.advance` does for many.

    It takes the same arguments, except that a `DeviceScratch` takes the place of `Scratch`. If the kernel
    `listens`, `news` are aligned records [n]. Otherwise they are [1] and unused, and the code for facts is
    not compiled.
    """
    step = cuda.jit(device=True)(advance)
    written, words = slate_of(spec), len(schedule())
    alignment = None if target.simulating() else ALIGNMENT

    def advance_lanes(begin: Any, end: Any, setting: Any, kept: Any, out: Any, rows: Any, news: Any) -> None:
        i = begin + cuda.grid(1)
        if i < end:
            slate = cuda.local.array(1, written, alignment)
            room = cuda.local.array(words, np.int64)
            scratch = Scratch(rows.text[i], room, slate, rows.sight[i : i + 1], rows.words[i])
            step(i, i + 1, setting, kept, out, scratch, news[i : i + 1] if listens else None)

    return _compile_kernel(advance_lanes, REGISTERS)


@cache
def accepting(spec: GameSpec) -> Any:
    """A game's kernel that converts actions of any integer dtype to int32 [n], and checks them.

    Values that are out of range become −1. `wrong[0]` must be n before the launch; afterwards it is the first
    lane with an illegal action, or still n if all are legal.
    """
    illegal = cuda.jit(device=True)(first_illegal.interpreted)
    written = slate_of(spec)
    alignment = None if target.simulating() else ALIGNMENT

    def accept(given: Any, actions: Any, sampled: Any, lanes: Any, states: Any, wrong: Any) -> None:
        i = cuda.grid(1)
        if i < len(actions):
            slate = cuda.local.array(1, written, alignment)
            actions[i] = -1
            if 0 <= given[i] < 1 << 16:
                actions[i] = given[i]
            if illegal(actions, sampled, lanes, states, slate, i, i + 1) >= 0:
                cuda.atomic.min(wrong, 0, i)

    return _compile_kernel(accept)


def _compile_kernel(function: Callable[..., None], registers: int | None = None) -> Any:
    # The simulator has no registers to limit.
    options = {} if target.simulating() else {"max_registers": registers}
    return cuda.jit(function, **options)
