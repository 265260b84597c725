"""Many random games on a device."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quarterdeck.i18n import _
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import zeros
from quarterdeck.lab.cuda import target
from quarterdeck.lab.cuda.arrays import aligned_copy, sent
from quarterdeck.lab.env_common import game_of
from quarterdeck.play import Game
from quarterdeck.play.checks import batch_of, room_for
from quarterdeck.play.position import dice

# Games per launch: enough to fill any device. Their results need 12 to 16 bytes each.
AT_ONCE = 1 << 22


def playouts(
    game: Game | str, count: int, seed: int | str = 0, first: int = 0, **options: str | int
) -> tuple[NDArray[np.int16], int]:
    """Play `count` random games on the CUDA device: the same games as `Game.playouts`.

    Returns the scores, int16 [count, players], and the total number of moves. Game i depends only on the seed
    and `first + i`. `game` is a Game, or the id of one with its `options`. Raises GameOptionError;
    QuarterdeckError without a device or without numba-cuda.
    """
    chosen = game_of(game, options)
    count, first = batch_of(count, first)
    cuda = target.required()
    from quarterdeck.lab.cuda import kernels

    template, master = zeros(chosen.spec.state, 1), zeros(Dice, 1)
    template[0], master[0] = chosen.spec.template(chosen.options, chosen.table), dice(seed)
    start = sent(cuda, aligned_copy(chosen.spec.state, template))
    key = sent(cuda, aligned_copy(Dice, master))
    scores = room_for(count, chosen.players)
    moves_in_all = 0
    for begin in range(0, count, AT_ONCE):
        part = min(AT_ONCE, count - begin)
        with target.within_memory(_("The device has no memory left to play random games in.")):
            out = cuda.device_array((part, chosen.players), np.int16)
            moves = cuda.device_array(part, np.int32)
            kernels.launch(kernels.playing(chosen.spec), part)(start, key, first + begin, out, moves)
        out.copy_to_host(scores[begin : begin + part])
        moves_in_all += int(moves.copy_to_host().sum(dtype=np.int64))
    return scores, moves_in_all
