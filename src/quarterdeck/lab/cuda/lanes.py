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
from quarterdeck.lab.cuda.arrays import aligned_copy, fetched, packed_copy, rows, sent
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
    """A decorator for methods that allocate device memory: they raise GameOptionError if none is left."""

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
        self._kept = Kept._make(map(self._to_device, kept))._replace(
            states=self._to_device(np.zeros(self.n, aligned(self.game.spec.state))),
            lanes=self._to_device(np.zeros(self.n, aligned(Lane))),
        )
        self._out = TimeStep._make(map(self._to_device, out))
        self._illegal_lane = self._to_device(np.zeros(1, np.int32))
        self._view_records, self._fact_records = self._make_view_records(), self._make_fact_records()
        self._cached_texts: tuple[str | None, Any] = None, None
        stepping = kernels.stepping(self.game.spec, self._entries > 0)
        self._accept_kernel = kernels.launch(kernels.accepting(self.game.spec), self.n)
        self._step_kernel = kernels.launch(stepping, self.n)
        self._step_one_kernel = kernels.launch(stepping, 1)

    @_within_memory
    def sample(self) -> Any:
        """See `Lanes.sample`: a new device array, int32 [n]."""
        out = self._cuda.device_array(self.n, np.int32)
        out.copy_to_device(self._kept.sampled)
        return out

    def _to_device(self, array: NDArray[Any]) -> Any:
        return sent(self._cuda, array)

    def _make_view_records(self) -> Any:
        """A record for views for each thread of the device."""
        return self._to_device(np.zeros(self.n, aligned(self.game.spec.state)))

    def _make_fact_records(self) -> Any:
        """A record of facts for each thread; a single one if no information states are kept."""
        news = np.zeros(self.n if self._entries else 1, aligned(News))
        news["capacity"] = CAPACITY
        return self._to_device(news)

    def _seed_texts(self) -> Any:
        """Each thread's text to be hashed, with the seed's head: uint8 [n, bytes]. Made once for a seed."""
        if self._cached_texts[0] != self.seed:
            self._cached_texts = self.seed, self._to_device(np.tile(paper(self.seed), (self.n, 1)))
        return self._cached_texts[1]

    def _table_bytes(self, table: Any) -> bytes:
        return fetched(table).tobytes()

    @_within_memory
    def _filled_like(self, like: Any, content: bytes) -> Any:
        return self._to_device(buffers.filled(fetched(like), content))

    def _set_chosen(self, lanes: slice, actions: NDArray[np.int32]) -> None:
        chosen: Any = self._kept.chosen
        chosen[lanes].copy_to_device(actions)

    @_within_memory
    def _accept_actions(self, actions: Any) -> None:
        sent_actions, kept = self._actions_on_device(actions), self._kept
        self._illegal_lane.copy_to_device(np.array([self.n], np.int32))
        self._accept_kernel(
            sent_actions, kept.chosen, kept.sampled, kept.lanes, kept.states, self._illegal_lane
        )
        lane = int(fetched(self._illegal_lane)[0])
        if lane < self.n:
            # An out-of-range action from the host was sent as −1.
            host_actions = fetched(sent_actions) if _is_on_device(actions) else np.asarray(actions)
            raise checks.illegal_action_error(self.position(lane), lane, host_actions[lane])

    def _actions_on_device(self, actions: Any) -> Any:
        """Actions as integers [n] in device memory."""
        if not _is_on_device(actions):
            return self._to_device(checks.actions(actions, self.n))
        is_numba = getattr(actions, "__cuda_ndarray__", False)
        array = actions if is_numba else self._cuda.as_cuda_array(actions)
        if array.dtype.kind not in "iu" or tuple(array.shape) != (self.n,):
            raise checks.actions_error(self.n, f"{array.dtype} {tuple(array.shape)}")
        return array

    def _state_at(self, index: int) -> Any:
        return packed_copy(self.game.spec.state, fetched(self._kept.states[index : index + 1]))[0]

    def _lane_at(self, index: int) -> Any:
        return packed_copy(Lane, fetched(self._kept.lanes[index : index + 1]))[0]

    def _moves_at(self, index: int, which: int) -> NDArray[np.int16]:
        moves: NDArray[np.int16] = fetched(self._kept.moves[index : index + 1])[0, which]
        return moves

    def _write_state(self, index: int, state: bytes) -> None:
        record = aligned_copy(self.game.spec.state, np.frombuffer(state, dtype_of(self.game.spec.state)))
        row: Any = self._kept.states[index : index + 1]
        row.copy_to_device(record)

    @_within_memory
    def _advance_lanes(self, begin: int, end: int) -> None:
        step = self._step_kernel if end - begin > 1 else self._step_one_kernel
        step(begin, end, *self._step_arguments)

    def _clear_masks(self) -> None:
        legal: Any = self._out.legal
        legal.copy_to_device(np.zeros(legal.shape, np.bool_))

    @_within_memory
    def _bind_arrays(self, kept: Kept) -> None:
        from quarterdeck.lab.cuda import kernels

        game, out = self.game, self._out
        template = zeros(game.spec.state, 1)
        template[0] = game.spec.template(game.options, game.table)
        template[0].key = dice(self.seed).key
        start = self._to_device(aligned_copy(game.spec.state, template))
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
        setting = Setting(
            start, self._to_device(self._start), self._to_device(self._public_ids), self.max_plies
        )
        words = self._view_records.view(np.uint64).reshape(self.n, -1)
        scratch = kernels.DeviceScratch(self._seed_texts(), self._view_records, words)
        arguments = setting, kept, outputs, scratch, self._fact_records
        self._kept, self._step_arguments = kept, arguments

    def _longest_match(self) -> int:
        return int(fetched(self._kept.lanes)["ply"].max())

    @_within_memory
    def _widened_moves(self, moves: Any) -> Any:
        return self._to_device(super()._widened_moves(fetched(moves)))


def _is_on_device(actions: Any) -> bool:
    """Whether actions are already in device memory, as numba-cuda's or another library's array."""
    return getattr(actions, "__cuda_ndarray__", False) or hasattr(actions, "__cuda_array_interface__")
