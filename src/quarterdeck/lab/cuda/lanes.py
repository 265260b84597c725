"""Lanes on a device: `quarterdeck.lab.vector(…, device="cuda")` makes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from quarterdeck.i18n import _
from quarterdeck.kernel.events import CAPACITY, News
from quarterdeck.kernel.record import aligned, dtype_of, zeros
from quarterdeck.lab.cuda import target
from quarterdeck.lab.cuda.arrays import fetched, gathered, rows, sent, spread
from quarterdeck.lab.lanes import Lanes, buffers, checks
from quarterdeck.lab.lanes.buffers import TimeStep
from quarterdeck.lab.lanes.keys import paper
from quarterdeck.lab.lanes.play import Lane
from quarterdeck.lab.lanes.work import Kept, Outputs, Setting
from quarterdeck.play.position import dice

P = ParamSpec("P")
T = TypeVar("T")


def _within_memory(
    method: Callable[Concatenate[DeviceLanes, P], T],
) -> Callable[Concatenate[DeviceLanes, P], T]:
    """Decorator for methods that allocate device memory: GameOptionError if none is left."""

    @wraps(method)
    def within(self: DeviceLanes, /, *args: P.args, **kwargs: P.kwargs) -> T:
        sentence = _("There is no memory for {n} lanes; try fewer.")
        with target.within_memory(sentence.format(n=self.n)):
            return method(self, *args, **kwargs)

    return within


class DeviceLanes(Lanes):
    """Lanes with matches and arrays in a CUDA device's memory.

    `out` and `sample` give numba-cuda's device arrays, with `__cuda_array_interface__`, of the same dtypes,
    shapes and contents as in `Lanes`. Actions may be on the device or the host. Everything runs in the
    default stream, and `step` returns before the device has finished.
    """

    @_within_memory
    def _allocate(self) -> None:
        self._cuda = target.required()
        from quarterdeck.lab.cuda import kernels

        kept = buffers.kept(self.game, self.n, self._records, self._entries)
        out = buffers.step(self.game, self.n, self._observations, self._entries)
        self._kept = Kept._make(map(self._sent, kept))._replace(
            states=self._sent(np.zeros(self.n, aligned(self.game.spec.state))),
            lanes=self._sent(np.zeros(self.n, aligned(Lane))),
        )
        self._out = TimeStep._make(map(self._sent, out))
        self._wrong = self._sent(np.zeros(1, np.int32))
        self._sight, self._news = self._sights(), self._listeners()
        self._texts: tuple[str | None, Any] = None, None
        stepping = kernels.stepping(self.game.spec, self._entries > 0)
        self._take = kernels.launch(kernels.accepting(self.game.spec), self.n)
        self._step = kernels.launch(stepping, self.n)
        self._step_one = kernels.launch(stepping, 1)

    @_within_memory
    def sample(self) -> Any:
        out = self._cuda.device_array(self.n, np.int32)
        out.copy_to_device(self._kept.choice)
        return out

    def _sent(self, array: NDArray[Any]) -> Any:
        return sent(self._cuda, array)

    def _sights(self) -> Any:
        """Each thread's record for views."""
        return self._sent(np.zeros(self.n, aligned(self.game.spec.state)))

    def _listeners(self) -> Any:
        """Each thread's record of facts; a single one if nobody asks for them."""
        news = np.zeros(self.n if self._entries else 1, aligned(News))
        news["capacity"] = CAPACITY
        return self._sent(news)

    def _papers(self) -> Any:
        """Each thread's text with the seed's head, written once per seed: uint8 [n, bytes]."""
        if self._texts[0] != self.seed:
            self._texts = self.seed, self._sent(np.tile(paper(self.seed), (self.n, 1)))
        return self._texts[1]

    def _bytes(self, table: Any) -> bytes:
        return fetched(table).tobytes()

    @_within_memory
    def _filled(self, like: Any, content: bytes) -> Any:
        return self._sent(buffers.filled(fetched(like), content))

    def _choose(self, where: slice, actions: NDArray[np.int32]) -> None:
        chosen: Any = self._kept.chosen
        chosen[where].copy_to_device(actions)

    @_within_memory
    def _accept(self, actions: Any) -> None:
        given, kept = self._given(actions), self._kept
        self._wrong.copy_to_device(np.array([self.n], np.int32))
        self._take(given, kept.chosen, kept.choice, kept.lanes, kept.states, self._wrong)
        wrong = int(fetched(self._wrong)[0])
        if wrong < self.n:
            # An out-of-range action from the host was sent as −1.
            asked = fetched(given) if _there(actions) else np.asarray(actions)
            raise checks.illegal(self.position(wrong), wrong, asked[wrong])

    def _given(self, actions: Any) -> Any:
        """Actions as integers [n] in device memory."""
        if not _there(actions):
            return self._sent(checks.actions(actions, self.n))
        own = getattr(actions, "__cuda_ndarray__", False)
        given = actions if own else self._cuda.as_cuda_array(actions)
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

    @_within_memory
    def _advance(self, begin: int, end: int) -> None:
        step = self._step if end - begin > 1 else self._step_one
        step(begin, end, *self._work)

    def _clear(self) -> None:
        legal: Any = self._out.legal
        legal.copy_to_device(np.zeros(legal.shape, np.bool_))

    @_within_memory
    def _bind(self, kept: Kept) -> None:
        from quarterdeck.lab.cuda import kernels

        game, out = self.game, self._out
        template = zeros(game.spec.state, 1)
        template[0] = game.spec.template(game.options, game.table)
        template[0].key = dice(self.seed).key
        start = self._sent(spread(game.spec.state, template))
        seats = self.n * game.players
        outputs = Outputs(
            seat=out.seat,
            mask=rows(self._cuda, cast(Any, out.legal).view(np.uint8)),
            seen=rows(self._cuda, out.observation),
            rewards=out.rewards.reshape(seats),
            points=out.scores.reshape(seats),
            ended=out.ended,
            truncated=out.truncated,
            state=out.information,
            digest=out.digest,
        )
        setting = Setting(start, self._sent(self._start), self._sent(self._looks), self.max_plies)
        words = self._sight.view(np.uint64).reshape(self.n, -1)
        desks = kernels.Desks(self._papers(), self._sight, words)
        work = setting, kept, outputs, desks, self._news
        self._kept, self._work = kept, work

    def _longest(self) -> int:
        return int(fetched(self._kept.lanes)["ply"].max())

    @_within_memory
    def _wider(self, moves: Any) -> Any:
        return self._sent(super()._wider(fetched(moves)))


def _there(actions: Any) -> bool:
    """Whether actions are already in device memory, as numba-cuda's or another library's array."""
    return getattr(actions, "__cuda_ndarray__", False) or hasattr(actions, "__cuda_array_interface__")
