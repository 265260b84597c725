"""Many matches at once as arrays: `quarterdeck.lab.vector` makes one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.batch import slate
from quarterdeck.kernel.encode import Block
from quarterdeck.kernel.events import no_facts
from quarterdeck.kernel.jit import interpreted
from quarterdeck.kernel.record import to_bytes, zeros
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.lab.lanes import buffers, checks
from quarterdeck.lab.lanes.buffers import TimeStep
from quarterdeck.lab.lanes.keys import schedule, seed_of
from quarterdeck.lab.lanes.memory import blocks, public_ids
from quarterdeck.lab.lanes.play import BEGIN, LOOK, SEAT, first_illegal
from quarterdeck.lab.lanes.thread_pool import LANES_A_THREAD, ThreadPool
from quarterdeck.lab.lanes.work import Kept, Setting, Work
from quarterdeck.own_process import cores
from quarterdeck.play import Game, Position, Record
from quarterdeck.play.checks import number as whole
from quarterdeck.play.game import fresh_seed
from quarterdeck.play.position import dice


class LaneOptions(NamedTuple):
    """The options of `quarterdeck.lab.vector`, which describes them."""

    seed: int | str | None = 0
    observations: bool = True
    information: int = 0
    records: bool = False
    max_plies: int | None = None
    threads: int | None = None


class Lanes:
    """n matches of a game in parallel. When a match ends, the next one of its lane begins at once.

    In the step in which a match ends (same-step reset), `ended`, `truncated`, `rewards` and `scores` belong
    to that match; everything else belongs to the first decision of the next one. Not thread-safe.
    """

    def __init__(self, game: Game, n: int, options: LaneOptions) -> None:
        self.game = game
        self.max_plies = ply_limit(game, options.max_plies)
        self.n = whole("n", n, 1, checks.MOST_LANES)
        self.threads = whole("threads", cores() if options.threads is None else options.threads, 1)
        self._entries = whole("information", options.information, 0, checks.MOST_ENTRIES)
        self._observations = checks.switch("observations", options.observations) or self._entries > 0
        self._records = checks.switch("records", options.records)
        self._public_ids = public_ids(game.spec)
        self._start = schedule()
        self._allocate()
        self.reset(fresh_seed() if options.seed is None else options.seed)

    def __repr__(self) -> str:
        return f"<{self.n} lanes of {self.game!r}, seed {self.seed!r}>"

    def __copy__(self) -> Lanes:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Lanes:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Lanes], tuple[Any, ...]]:
        options = LaneOptions(
            self.seed, self._observations, self._entries, self._records, self.max_plies, self.threads
        )
        tables = [self._table_bytes(table) for table in (*self._kept, *self._out)]
        return revived, (type(self), self.game, self.n, options, tables, {*self._placed})

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The layout of an information state."""
        return blocks(self.game.spec, self.game.features, self._entries)

    @property
    def nbytes(self) -> int:
        """Total memory of all lanes in bytes."""
        return sum(table.nbytes for table in (*self._kept, *self._out))

    def reset(self, seed: int | str | None = None) -> TimeStep:
        """Restart with match 0 of each lane, under a new seed or the previous one."""
        if seed is not None:
            self.seed = checks.seed(seed)
        self._placed: set[tuple[int, int]] = set()
        # The number of steps for which the room for moves is certainly sufficient. It stays 0 if this reset
        # is interrupted: then the previous matches may go on, and their plies have to be counted.
        self._plies_left = 0
        self._bind_arrays(self._kept)
        self._clear_masks()
        self._set_chosen(slice(None), np.full(self.n, BEGIN, np.int32))
        self._advance_lanes(0, self.n)
        self._plies_left = self._kept.moves.shape[2]
        return self._out

    @property
    def out(self) -> TimeStep:
        """The output of the last step; the same arrays at every step."""
        return self._out

    def step(self, actions: Any) -> TimeStep:
        """Play one action in each lane: an integer array [n] of ids, each for the lane's seat to act.

        All or nothing: Raises ActionTextError for a wrong shape or dtype, or an unknown id; IllegalAction for
        an illegal action. The error names the first such lane, and nothing is played.
        """
        self._accept_actions(actions)
        if self._records:
            self._grow_moves()
        self._advance_lanes(0, self.n)
        return self._out

    def sample(self) -> NDArray[np.int32]:
        """A uniformly random legal action for each lane: a new array, int32 [n].

        It depends on the seed, the lane and the lane's number of steps, so repeated calls return the same.
        """
        return self._kept.sampled.copy()

    def position(self, lane: int) -> Position:
        """The position of a lane, secrets included, as an independent value."""
        return Position(self.game, self._state_at(checks.lane(lane, self.n)), no_facts())

    def place(self, lane: int, position: Position) -> TimeStep:
        """Continue a lane from this unfinished position of a match. Raises GameOptionError.

        Its information states keep what the lane's seats were told before. Plies are counted from this
        position. The lane's match then has no record, and `sample` draws anew in this lane.
        """
        index = checks.lane(lane, self.n)
        checks.fits(position, self.game)
        if self._records:
            self._placed.add((index, self.match(index)))
        self._write_state(index, to_bytes(position.state))
        self._set_chosen(slice(index, index + 1), np.array([LOOK], np.int32))
        self._advance_lanes(index, index + 1)
        return self._out

    def match(self, lane: int) -> int:
        """The number of a lane's current match, from 0."""
        return int(self._lane_at(checks.lane(lane, self.n)).match)

    def seed_of(self, lane: int, match: int | None = None) -> str:
        """The seed of a lane's match, by default the current one: `game.start(seed=…)` deals the same."""
        index = checks.lane(lane, self.n)
        number = self.match(index) if match is None else whole("match", match, 0, checks.MOST_MATCH)
        return seed_of(self.seed, index, number)

    def record(self, lane: int, match: int | None = None) -> Record:
        """A match file of a lane's match: the current one so far (default), or the complete previous one.

        Raises RecordError for other matches, for lanes with a placed position, and without `records=True`.
        """
        index = checks.lane(lane, self.n)
        present = self.match(index)
        number = present if match is None else whole("match", match, 0)
        checks.recorded(self._records, (index, number) in self._placed, number, present)
        lane_state = self._lane_at(index)
        plies = int(lane_state.ply if number == present else lane_state.before)
        record = Record(self.game, self.seed_of(index, number))
        for move in self._moves_at(index, number & 1)[:plies].tolist():
            record.append(move // SEAT, self.game.actions[move % SEAT])
        return record

    def copy(self) -> Lanes:
        """An independent copy of all matches."""
        rebuild, arguments = self.__reduce__()
        return rebuild(*arguments)

    def _allocate(self) -> None:
        """Allocate the arrays. Raises GameOptionError if memory is short."""
        with checks.memory_for(self.n):
            self._kept = buffers.kept(self.game, self.n, self._records, self._entries)
            self._out = buffers.step(self.game, self.n, self._observations, self._entries)

    def _take_over(self, tables: Sequence[bytes], placed: set[tuple[int, int]]) -> None:
        """Adopt the state of other lanes by copying their arrays."""
        kept = Kept._make(map(self._filled_like, self._kept, tables))
        self._out = TimeStep._make(map(self._filled_like, self._out, tables[len(kept) :]))
        self._placed, self._plies_left = placed, 0
        self._bind_arrays(kept)

    def _table_bytes(self, table: Any) -> bytes:
        """A copy of an array's bytes in the host's memory."""
        return bytes(table.tobytes())

    def _filled_like(self, like: Any, content: bytes) -> Any:
        """A new array with this content, of the shape and dtype of another one."""
        return buffers.filled(like, content)

    def _set_chosen(self, lanes: slice, actions: NDArray[np.int32]) -> None:
        """Set the next actions of these lanes; BEGIN and LOOK are among the possible ones."""
        self._kept.chosen[lanes] = actions

    def _accept_actions(self, actions: Any) -> None:
        """Make these the next actions of all lanes, if all are legal; see `step`."""
        self._kept.chosen[:] = checks.actions(actions, self.n)
        lane = int(self._first_illegal(*self._check_arguments))
        if lane >= 0:
            raise checks.illegal_action_error(self.position(lane), lane, np.asarray(actions)[lane])

    def _state_at(self, index: int) -> Any:
        return self._kept.states[index]

    def _lane_at(self, index: int) -> Any:
        return self._kept.lanes[index]

    def _moves_at(self, index: int, which: int) -> NDArray[np.int16]:
        moves: NDArray[np.int16] = self._kept.moves[index, which]
        return moves

    def _write_state(self, index: int, state: bytes) -> None:
        """Replace a lane's position."""
        table = np.asarray(self._kept.states).view(np.uint8).reshape(self.n, -1)
        table[index] = np.frombuffer(state, np.uint8)

    def _advance_lanes(self, begin: int, end: int) -> None:
        """Play the chosen actions in these lanes."""
        self._threads.advance(begin, end)

    def _clear_masks(self) -> None:
        """Clear the masks of legal actions; a step only clears what the step before has set."""
        self._out.legal[...] = False

    def _bind_arrays(self, kept: Kept) -> None:
        """Build the arguments of compiled code with these arrays. If that fails, nothing has changed."""
        game, out = self.game, buffers.outputs(self._out)
        template = zeros(game.spec.state, 1)
        template[0] = game.spec.template(game.options, game.table)
        template[0].key = dice(self.seed).key
        setting = Setting(template, self._start, self._public_ids, self.max_plies)
        threads = 1 if interpreted() else min(self.threads, max(1, self.n // LANES_A_THREAD))
        works: list[Work] = []
        for _thread in range(threads):
            news = buffers.listener() if self._entries else None
            works.append((setting, kept, out, buffers.scratch(game, self.seed), news))
        arguments = (kept.chosen, kept.sampled, kept.lanes, kept.states, slate(), 0, self.n)
        bound = first_illegal.as_called(*arguments), ThreadPool(works)
        self._kept, self._check_arguments, (self._first_illegal, self._threads) = kept, arguments, bound

    def _grow_moves(self) -> None:
        """Make sure that the next step's moves have room; called before each step.

        Only if the room may be full, look for the longest match, and double the room if it fills more than
        half of it.
        """
        self._plies_left -= 1
        if self._plies_left > 0:
            return
        longest = self._longest_match()
        if 2 * longest > self._kept.moves.shape[2]:
            self._bind_arrays(self._kept._replace(moves=self._widened_moves(self._kept.moves)))
        self._plies_left = self._kept.moves.shape[2] - longest

    def _longest_match(self) -> int:
        """The most plies of a current match."""
        return int(np.asarray(self._kept.lanes)["ply"].max())

    def _widened_moves(self, moves: Any) -> Any:
        """A copy of the moves with twice the room for plies."""
        return np.concatenate([moves, np.zeros_like(moves)], axis=2)


def revived(
    kind: type[Lanes],
    game: Game,
    n: int,
    options: LaneOptions,
    tables: Sequence[bytes],
    placed: set[tuple[int, int]],
) -> Lanes:
    """Copied or unpickled lanes, at the same point of the same matches."""
    lanes = kind(game, n, options)
    lanes._take_over(tables, placed)
    return lanes
