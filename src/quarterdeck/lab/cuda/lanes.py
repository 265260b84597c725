"""Lanes on a device: `quarterdeck.lab.vector(…, device="cuda")` makes them."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import GameOptionError
from quarterdeck.kernel.events import CAPACITY, News
from quarterdeck.kernel.record import aligned, dtype_of, zeros
from quarterdeck.lab.cuda import target
from quarterdeck.lab.cuda.arrays import fetched, gathered, rows, sent, spread
from quarterdeck.lab.lanes import Lanes, buffers, checks
from quarterdeck.lab.lanes.buffers import Kept, Step
from quarterdeck.lab.lanes.keys import paper
from quarterdeck.lab.lanes.play import Lane
from quarterdeck.play.position import dice
from quarterdeck.words import _


class DeviceLanes(Lanes):
    """Lanes whose matches and arrays are in a CUDA device's memory and stay there.

    What `out` holds and `sample` gives are numba-cuda's device arrays, with `__cuda_array_interface__`, of
    the same dtypes, shapes and contents as those of `Lanes`; actions may lie there or here. All is done in
    the default stream.
    """

    def _allocate(self) -> None:
        self._cuda = target.required()
        from quarterdeck.lab.cuda import kernels

        try:
            kept = buffers.kept(self.game, self.n, self._records, self._entries)
            out = buffers.step(self.game, self.n, self._observations, self._entries)
            self._kept = Kept._make(map(self._sent, kept))._replace(
                states=self._sent(np.zeros(self.n, aligned(self.game.spec.state))),
                lanes=self._sent(np.zeros(self.n, aligned(Lane))),
            )
            self._out = Step._make(map(self._sent, out))
            self._chosen = self._sent(np.zeros(self.n, np.int32))
            self._wrong = self._sent(np.zeros(1, np.int32))
        except Exception as error:
            if not isinstance(error, MemoryError) and "OUT_OF_MEMORY" not in str(error):
                raise
            sentence = _("There is no memory for {n} lanes; try fewer.")
            raise GameOptionError(sentence.format(n=self.n)) from None
        self._take = kernels.launch(kernels.accepting(self.game.spec), self.n)
        self._step = kernels.launch(kernels.stepping(self.game.spec), self.n)
        self._step_one = kernels.launch(kernels.stepping(self.game.spec), 1)

    def sample(self) -> Any:
        out = self._cuda.device_array(self.n, np.int32)
        out.copy_to_device(self._kept.choice)
        return out

    def _sent(self, array: NDArray[Any]) -> Any:
        return sent(self._cuda, array)

    def _desk(self) -> tuple[Any, ...]:
        """What each thread works on."""
        kind = aligned(self.game.spec.state)
        sight = self._sent(np.zeros(self.n, kind))
        news = np.zeros(self.n if self._entries else 1, aligned(News))
        news["capacity"] = CAPACITY if self._entries else 0
        texts = self._sent(np.tile(paper(self.seed), (self.n, 1)))
        words = sight.view(np.uint64).reshape(self.n, kind.itemsize // 8)
        return texts, sight, words, self._sent(news)

    def _bytes(self, table: Any) -> bytes:
        return fetched(table).tobytes()

    def _filled(self, like: Any, content: bytes) -> Any:
        return self._sent(buffers.filled(fetched(like), content))

    def _choose(self, where: slice, actions: NDArray[np.int32]) -> None:
        chosen: Any = self._chosen
        chosen[where].copy_to_device(actions)

    def _accept(self, actions: Any) -> None:
        given, kept = self._given(actions), self._kept
        self._wrong.copy_to_device(np.array([self.n], np.int32))
        self._take(given, self._chosen, kept.choice, kept.lanes, kept.states, self._wrong)
        wrong = int(fetched(self._wrong)[0])
        if wrong < self.n:
            raise checks.illegal(self.position(wrong), wrong, fetched(given)[wrong])

    def _given(self, actions: Any) -> Any:
        """Actions in the device's memory: integers [n]."""
        if getattr(actions, "__cuda_ndarray__", False):
            given = actions
        elif hasattr(actions, "__cuda_array_interface__"):
            given = self._cuda.as_cuda_array(actions)
        else:
            return self._sent(checks.actions(actions, self.n))
        if given.dtype.kind not in "iu" or tuple(given.shape) != (self.n,):
            raise checks.unfit(self.n, f"{given.dtype} {tuple(given.shape)}")
        return given

    def _state(self, at: int) -> Any:
        return gathered(self.game.spec.state, fetched(self._kept.states[at : at + 1]))[0]

    def _lane(self, at: int) -> Any:
        return gathered(Lane, fetched(self._kept.lanes[at : at + 1]))[0]

    def _moves(self, at: int, which: int) -> NDArray[np.int16]:
        found: NDArray[np.int16] = fetched(self._kept.moves[at : at + 1])[0, which]
        return found

    def _put(self, at: int, state: bytes) -> None:
        one = spread(self.game.spec.state, np.frombuffer(state, dtype_of(self.game.spec.state)))
        place: Any = self._kept.states[at : at + 1]
        place.copy_to_device(one)

    def _advance(self, begin: int, end: int) -> None:
        step = self._step if end - begin > 1 else self._step_one
        step(begin, end, *self._work)

    def _clear(self) -> None:
        legal: Any = self._out.legal
        legal.copy_to_device(np.zeros(legal.shape, np.bool_))

    def _bind(self, kept: Kept) -> None:
        game, out = self.game, self._out
        template = zeros(game.spec.state, 1)
        template[0] = game.spec.template(game.options, game.table)
        template[0].key = dice(self.seed).key
        start = self._sent(spread(game.spec.state, template))
        legal = rows(self._cuda, cast(Any, out.legal).view(np.uint8))
        work = (
            *(self._chosen, kept.states, kept.lanes, start, self._sent(self._start), self._sent(self._looks)),
            *(kept.choice, out.seat, legal, rows(self._cuda, out.observation)),
            *(out.rewards, out.scores, out.ended, out.information, out.digest),
            *(kept.moves, kept.dealt, kept.log, kept.told),
            *self._desk(),
        )
        self._kept, self._work = kept, work

    def _longest(self) -> int:
        return int(fetched(self._kept.lanes)["ply"].max())

    def _wider(self, moves: Any) -> Any:
        return self._sent(super()._wider(fetched(moves)))
