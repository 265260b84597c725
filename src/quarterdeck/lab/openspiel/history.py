"""A history: a match so far with its chance outcomes, as an immutable value behind OpenSpiel's states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from quarterdeck.kernel.events import no_facts
from quarterdeck.kernel.record import to_bytes
from quarterdeck.lab.openspiel.replay import NOBODY, THE_DEAL, Ply, PlyOutcome, Replay, replay_of
from quarterdeck.lab.openspiel.seat_memory import NOT_MINE, Memory, Seen, opened
from quarterdeck.play import Game, Position
from quarterdeck.play.position import SPECTATOR

RESAMPLED: Ply = (NOBODY, -2)


class History:
    """A match after a ply, or during one with open draws.

    `ply` is the last one, a seat and its action's id, or THE_DEAL; `draws` are its outcomes so far; `before`
    is the history before it, None before the deal. While a draw is open, `weights` are the relative
    probabilities of its results. Otherwise `weights` is empty, `record` and `told` are what the ply led to,
    `seat` is to act, the first of several, or NOBODY at the end, and `legal` are its actions' ids. Nobody
    writes to any of them.
    """

    __slots__ = (
        *("_memories", "_part", "_replay", "_seen", "before", "draws", "legal", "max_plies", "plies", "ply"),
        *("record", "seat", "told", "weights"),
    )

    def __init__(
        self, replay: Replay, max_plies: int, before: History | None, ply: Ply, draws: tuple[int, ...] = ()
    ) -> None:
        self._replay, self.max_plies = replay, max_plies
        self.before, self.ply, self.draws = before, ply, draws
        self.plies: int = 0 if before is None else before.plies
        self._settle(replay.run(b"" if before is None else before.record, ply, draws))

    def _settle(self, came: PlyOutcome) -> None:
        self.record, self.seat, self.legal, self.told, self.weights = came
        self._memories: dict[int, Memory] = {}
        self._seen: dict[int, Seen] = {}
        self._part = b""
        if self.weights:
            self.record = b"" if self.before is None else self.before.record
        elif self.before is not None:
            self.plies += 1
            if self.plies >= self.max_plies:
                self.seat, self.legal = NOBODY, []

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        mine, theirs = self._key(), other._key()
        return mine == theirs and self._path() == other._path()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.game, self.max_plies, self.plies, self.record, self.ply, self.draws

    def _path(self) -> list[tuple[Ply, tuple[int, ...]]]:
        return [(one.ply, one.draws) for one in self._line()]

    def _line(self) -> Iterator[History]:
        """The history after each ply, this one first."""
        one: History | None = self
        while one is not None:
            yield one
            one = one.before

    def __deepcopy__(self, _memo: object) -> History:
        # OpenSpiel deep-copies a state's attributes; an immutable value need not be copied.
        return self

    def __reduce__(self) -> tuple[Callable[..., History], tuple[object, ...]]:
        *later, start = self._line()
        path = [(one.ply, one.draws) for one in reversed(later)]
        if start.ply == THE_DEAL:
            return _again, (self.game, self.max_plies, path, start.draws)
        came = PlyOutcome(start.record, start.seat, start.legal, start.told, ())
        return _again, (self.game, self.max_plies, path, (), (start.plies, came, start._memories))

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self._replay.game

    @property
    def dealt(self) -> bool:
        """Whether the deal is complete."""
        return bool(self.record)

    @property
    def moves(self) -> list[str]:
        """Every ply and draw in words."""
        told: list[str] = []
        for one in reversed([*self._line()]):
            if one.ply == RESAMPLED:
                told.append(f"ply {one.plies}: resampled")
            elif one.ply != THE_DEAL:
                told.append(f"{one.ply[0]}: {self.game.actions[one.ply[1]]}")
            told += [f"drawn {result}" for result in one.draws]
        return told

    def seen(self, seat: int) -> Seen:
        """The last complete ply as a seat, or a SPECTATOR, saw it; of the deal as far as it has gone."""
        if self.weights and self.before is not None:
            return self.before.seen(seat)
        if seat not in self._seen:
            blank = self.game.steps.blank(self._shown(), seat, self.told)
            own = self.ply[1] if self.ply[0] == seat != NOBODY else NOT_MINE
            self._seen[seat] = Seen(own, blank[3], blank[0])
        return self._seen[seat]

    def _shown(self) -> bytes:
        """The record after the last complete ply, or of the deal as far as it has gone."""
        if not self.weights:
            return self.record
        if not self._part:
            # Compiled rules go on after an open draw; the record at the draw is asked for seldom.
            self._part = self._replay.run_slowly(b"", THE_DEAL, self.draws).record
        return self._part

    def known(self, seat: int, recalls: bool = True) -> Memory:
        """The memory of a seat, or of a SPECTATOR. With perfect recall it includes the seat's own action of a
        ply in progress.
        """
        if self.weights and self.before is not None:
            memory = self.before.known(seat)
            return memory.begun(self.ply[1]) if recalls and self.ply[0] == seat else memory
        waiting = []
        for one in self._line():
            if seat in one._memories:
                memory = one._memories[seat]
                break
            waiting.append(one)
        else:
            memory = Memory(seat)
        for one in reversed(waiting):
            memory = memory.add(one.seen(seat))
        self._memories[seat] = memory
        return memory

    @property
    def position(self) -> Position:
        """The position after the last complete ply."""
        return Position(self.game, opened(self.game, self.record)[0], no_facts())

    def play(self, seat: int, action: int) -> History:
        """The history after a legal action; its chance outcomes, if any, are still open."""
        return History(self._replay, self.max_plies, self, (seat, action))

    def draw(self, result: int) -> History:
        """The history after the next chance outcome."""
        return History(self._replay, self.max_plies, self.before, self.ply, (*self.draws, result))

    def resampled(self, seat: int, seed: str) -> History:
        """A history that this seat can't distinguish from this one, with unknowns sampled (`View.sample`).
        The other seats' memories begin here: their views contain what still matters.
        """
        state = self.position.view(seat).sample(seed).state
        state.key[0] = state.key[1] = 0
        state.counter = 0
        came = PlyOutcome(to_bytes(state), self.seat, self.legal, b"", ())
        made = _resampled(self._replay, self.max_plies, self.plies, came, {})
        for one in (SPECTATOR, *range(self.game.players)):
            kept = one in (seat, SPECTATOR)
            memory = self.known(one) if kept else Memory(one, self.plies).add(made.seen(one))
            made._remember(one, memory)
        return made

    def _remember(self, seat: int, memory: Memory) -> None:
        assert memory.last is not None
        self._memories[seat], self._seen[seat] = memory, memory.last


def _resampled(
    replay: Replay, max_plies: int, plies: int, came: PlyOutcome, memories: Mapping[int, Memory]
) -> History:
    """A history that begins after so many plies, with these memories."""
    made = History.__new__(History)
    made._replay, made.max_plies, made.plies = replay, max_plies, plies
    made.before, made.ply, made.draws = None, RESAMPLED, ()
    made._settle(came)
    for seat, memory in memories.items():
        made._remember(seat, memory)
    return made


def _again(
    game: Game,
    max_plies: int,
    path: Sequence[tuple[Ply, tuple[int, ...]]],
    dealt: tuple[int, ...],
    start: tuple[int, PlyOutcome, Mapping[int, Memory]] | None = None,
) -> History:
    """Unpickle a history: its plies after the draws of the deal, or after a resampled start."""
    replay = replay_of(game)
    if start is None:
        line = History(replay, max_plies, None, THE_DEAL, dealt)
    else:
        line = _resampled(replay, max_plies, *start)
    for ply, draws in path:
        line = History(replay, max_plies, line, ply, draws)
    return line


def deal(game: Game, max_plies: int) -> History:
    """A history before the deal, whose first chance outcome is open."""
    return History(replay_of(game), max_plies, None, THE_DEAL)
