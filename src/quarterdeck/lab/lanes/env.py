"""Many matches at once as arrays: `quarterdeck.lab.vector` makes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _
from quarterdeck.kernel.batch import slate
from quarterdeck.kernel.encode import Block
from quarterdeck.kernel.events import no_facts
from quarterdeck.kernel.jit import interpreted
from quarterdeck.kernel.record import to_bytes, zeros
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.lab.lanes import buffers, checks
from quarterdeck.lab.lanes.buffers import Kept, TimeStep, rows
from quarterdeck.lab.lanes.keys import schedule, seed_of
from quarterdeck.lab.lanes.memory import as_seen, blocks
from quarterdeck.lab.lanes.play import BEGIN, LOOK, SEAT, first_illegal
from quarterdeck.lab.lanes.thread_pool import LEAST, ThreadPool
from quarterdeck.lab.series import cores
from quarterdeck.play import Game, Position, Record
from quarterdeck.play.checks import number as whole
from quarterdeck.play.game import fresh_seed
from quarterdeck.play.position import dice


class Lanes:
    """n matches of a game side by side, each followed by the next one of its lane as soon as it ends.

    In the step in which a match ends (same-step reset), `ended`, `truncated`, `rewards` and `scores` are of
    that match, and everything else is of the first decision of the next one, dealt already. Not to be stepped
    by two threads at a time.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seed: int | str | None = 0,
        observations: bool = True,
        information: int = 0,
        records: bool = False,
        max_plies: int | None = None,
        threads: int | None = None,
    ) -> None:
        self.game = game
        self.max_plies = ply_limit(game, max_plies)
        self.n = whole("n", n, 1, checks.MOST_LANES)
        self.threads = whole("threads", cores() if threads is None else threads, 1)
        self._entries = whole("information", information, 0, checks.MOST_ENTRIES)
        self._observations = checks.switch("observations", observations) or self._entries > 0
        self._records = checks.switch("records", records)
        self._looks = as_seen(game.spec)
        self._start = schedule()
        self._allocate()
        self.reset(fresh_seed() if seed is None else seed)

    def __repr__(self) -> str:
        return f"<{self.n} lanes of {self.game!r}, seed {self.seed!r}>"

    def __copy__(self) -> Lanes:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Lanes:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Lanes], tuple[Any, ...]]:
        settings = {
            "seed": self.seed,
            "observations": self._observations,
            "information": self._entries,
            "records": self._records,
            "max_plies": self.max_plies,
            "threads": self.threads,
        }
        tables = [self._bytes(one) for one in (*self._kept, *self._out)]
        return revived, (type(self), self.game, self.n, settings, tables, {*self._placed})

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What the slots of an information state are."""
        return blocks(self.game.spec, self.game.features, self._entries)

    @property
    def nbytes(self) -> int:
        """Bytes of memory of all lanes together."""
        return sum(one.nbytes for one in (*self._kept, *self._out))

    def reset(self, seed: int | str | None = None) -> TimeStep:
        """Begin anew with match 0 of each lane, under this seed or the one before."""
        if seed is not None:
            self.seed = checks.seed(seed)
        self._placed: set[tuple[int, int]] = set()
        # Until all matches have begun: whoever interrupts this may go on with longer ones.
        self._room = 0
        self._bind(self._kept)
        self._clear()
        self._choose(slice(None), np.full(self.n, BEGIN, np.int32))
        self._advance(0, self.n)
        self._room = self._kept.moves.shape[2]
        return self._out

    @property
    def out(self) -> TimeStep:
        """What the last step gave; the arrays are the same ones at every step."""
        return self._out

    def step(self, actions: Any) -> TimeStep:
        """Play one action in each lane, an integer array [n] of ids, each for the seat to act there.

        All or nothing: ActionTextError for another shape or dtype, and for an id that is no action,
        IllegalAction for one that is not legal; they name the first such lane, and nothing has been played.
        """
        self._accept(actions)
        if self._records:
            self._make_room()
        self._advance(0, self.n)
        return self._out

    def sample(self) -> NDArray[np.int32]:
        """One random legal action for each lane, all as likely: an array of its own, int32 [n].

        It depends on the seed, the lane and the steps that it has taken: asked twice, it is the same.
        """
        return self._kept.choice.copy()

    def position(self, lane: int) -> Position:
        """The whole position of a lane, secrets included, as a value of its own."""
        return Position(self.game, self._state(checks.lane(lane, self.n)), no_facts())

    def place(self, lane: int, position: Position) -> TimeStep:
        """Go on in a lane from this position of a match that is not over. GameOptionError.

        What its seats were told before stays told; plies are counted from here. The match in this lane has no
        record then, and `sample` picks anew there.
        """
        at = checks.lane(lane, self.n)
        checks.fits(position, self.game)
        if self._records:
            self._placed.add((at, self.match(at)))
        self._put(at, to_bytes(position.state))
        self._choose(slice(at, at + 1), np.array([LOOK], np.int32))
        self._advance(at, at + 1)
        return self._out

    def match(self, lane: int) -> int:
        """The number of the match that a lane is in, from 0."""
        return int(self._lane(checks.lane(lane, self.n)).match)

    def seed_of(self, lane: int, match: int | None = None) -> str:
        """The seed of a lane's match, by default the present one: `game.start(seed=…)` deals the same."""
        at = checks.lane(lane, self.n)
        number = self.match(at) if match is None else whole("match", match, 0, checks.MOST_MATCH)
        return seed_of(self.seed, at, number)

    def record(self, lane: int, match: int | None = None) -> Record:
        """A lane's match so far, by default the present one, as a match file; or the one before it, whole.

        RecordError for others, for lanes with a position that was placed, and without `records=True`.
        """
        at = checks.lane(lane, self.n)
        present = self.match(at)
        number = present if match is None else whole("match", match, 0)
        checks.recorded(self._records, (at, number) in self._placed, number, present)
        row = self._lane(at)
        plies = int(row.ply if number == present else row.before)
        record = Record(self.game, self.seed_of(at, number))
        for move in self._moves(at, number & 1)[:plies].tolist():
            record.append(move // SEAT, self.game.actions[move % SEAT])
        return record

    def copy(self) -> Lanes:
        """The same matches once more, to be played on by themselves."""
        make, given = self.__reduce__()
        return make(*given)

    def _allocate(self) -> None:
        """The arrays, or GameOptionError."""
        try:
            self._kept = buffers.kept(self.game, self.n, self._records, self._entries)
            self._out = buffers.step(self.game, self.n, self._observations, self._entries)
            self._chosen = np.zeros(self.n, np.int32)
        except MemoryError:
            sentence = _("There is no memory for {n} lanes; try fewer.")
            raise GameOptionError(sentence.format(n=self.n)) from None

    def _take_over(self, tables: Sequence[bytes], placed: set[tuple[int, int]]) -> None:
        """Go on where other lanes are, all of whose tables these are."""
        kept = Kept._make(map(self._filled, self._kept, tables))
        self._out = TimeStep._make(map(self._filled, self._out, tables[len(kept) :]))
        self._placed, self._room = placed, 0
        self._bind(kept)

    def _bytes(self, table: Any) -> bytes:
        return bytes(table.tobytes())

    def _filled(self, like: Any, content: bytes) -> Any:
        """A table of its own with this content."""
        return buffers.filled(like, content)

    def _choose(self, where: slice, actions: NDArray[np.int32]) -> None:
        """What these lanes do next."""
        self._chosen[where] = actions

    def _accept(self, actions: Any) -> None:
        """Have all lanes do this next, if it is legal; see `step`."""
        self._chosen[:] = checks.actions(actions, self.n)
        wrong = int(self._first_illegal(self._chosen, *self._asked))
        if wrong >= 0:
            raise checks.illegal(self.position(wrong), wrong, np.asarray(actions)[wrong])

    def _state(self, at: int) -> Any:
        return self._kept.states[at]

    def _lane(self, at: int) -> Any:
        return self._kept.lanes[at]

    def _moves(self, at: int, which: int) -> NDArray[np.int16]:
        moves: NDArray[np.int16] = self._kept.moves[at, which]
        return moves

    def _put(self, at: int, state: bytes) -> None:
        """Another position in a lane."""
        table = np.asarray(self._kept.states).view(np.uint8).reshape(self.n, -1)
        table[at] = np.frombuffer(state, np.uint8)

    def _advance(self, begin: int, end: int) -> None:
        """Do in these lanes what was chosen."""
        self._threads.advance(begin, end)

    def _clear(self) -> None:
        """Take back all that may be in masks; steps take back what they put there."""
        self._out.legal[...] = False

    def _bind(self, kept: Kept) -> None:
        """What compiled code takes, in its order: with these tables from now on, all or nothing."""
        game, out = self.game, self._out
        template = zeros(game.spec.state, 1)
        template[0] = game.spec.template(game.options, game.table)
        template[0].key = dice(self.seed).key
        asked: Any = (kept.choice, kept.lanes, kept.states, slate(), 0, self.n)
        tables: Any = (
            *(self._chosen, kept.states, kept.lanes, template, self._start, self._looks),
            *(self.max_plies, kept.choice, out.seat, rows(out.legal.view(np.uint8)), rows(out.observation)),
            *(out.rewards.reshape(-1), out.scores.reshape(-1), out.ended, out.truncated),
            *(out.information, out.digest),
            *(kept.moves, kept.dealt, kept.log, kept.told),
        )
        threads = 1 if interpreted() else min(self.threads, max(1, self.n // LEAST))
        bound = (
            first_illegal.as_called(self._chosen, *asked),
            ThreadPool(
                [(*tables, *buffers.scratch(game, self.seed, self._entries)) for _thread in range(threads)]
            ),
        )
        self._kept, self._asked, (self._first_illegal, self._threads) = kept, asked, bound

    def _make_room(self) -> None:
        """No match outgrows the moves that are kept of it."""
        self._room -= 1
        if self._room > 0:
            return
        longest = self._longest()
        if 2 * longest > self._kept.moves.shape[2]:
            self._bind(self._kept._replace(moves=self._wider(self._kept.moves)))
        self._room = self._kept.moves.shape[2] - longest

    def _longest(self) -> int:
        """The most plies of a match so far."""
        return int(np.asarray(self._kept.lanes)["ply"].max())

    def _wider(self, moves: Any) -> Any:
        """Twice the room for moves."""
        return np.concatenate([moves, np.zeros_like(moves)], axis=2)


def revived(
    kind: type[Lanes],
    game: Game,
    n: int,
    settings: Mapping[str, Any],
    tables: Sequence[bytes],
    placed: set[tuple[int, int]],
) -> Lanes:
    """Lanes that were copied or pickled, at the same place of the same matches."""
    lanes = kind(game, n, **settings)
    lanes._take_over(tables, placed)
    return lanes
