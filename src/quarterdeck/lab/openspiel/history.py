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
        *("_memories", "_record_in_deal", "_replay", "_seen", "before", "draws", "legal", "max_plies"),
        *("plies", "ply", "record", "seat", "told", "weights"),
    )

    def __init__(
        self, replay: Replay, max_plies: int, before: History | None, ply: Ply, draws: tuple[int, ...] = ()
    ) -> None:
        self._replay, self.max_plies = replay, max_plies
        self.before, self.ply, self.draws = before, ply, draws
        self.plies: int = 0 if before is None else before.plies
        self._adopt_outcome(replay.run(b"" if before is None else before.record, ply, draws))

    def _adopt_outcome(self, outcome: PlyOutcome) -> None:
        """Take over the outcome of the ply, and count it unless a draw is open."""
        self.record, self.seat, self.legal, self.told, self.weights = outcome
        self._memories: dict[int, Memory] = {}
        self._seen: dict[int, Seen] = {}
        self._record_in_deal = b""
        if self.weights:
            self.record = b"" if self.before is None else self.before.record
        elif self.before is not None:
            self.plies += 1
            if self.plies >= self.max_plies:
                self.seat, self.legal = NOBODY, []

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        mine, theirs = self._comparison_key(), other._comparison_key()
        return mine == theirs and self._plies_and_draws() == other._plies_and_draws()

    def __hash__(self) -> int:
        return hash(self._comparison_key())

    def _comparison_key(self) -> tuple[object, ...]:
        return self.game, self.max_plies, self.plies, self.record, self.ply, self.draws

    def _plies_and_draws(self) -> list[tuple[Ply, tuple[int, ...]]]:
        return [(history.ply, history.draws) for history in self._newest_first()]

    def _newest_first(self) -> Iterator[History]:
        """This history, and those before it, back to the deal or to where it was resampled."""
        history: History | None = self
        while history is not None:
            yield history
            history = history.before

    def __deepcopy__(self, _memo: object) -> History:
        # OpenSpiel deep-copies a state's attributes; an immutable value need not be copied.
        return self

    def __reduce__(self) -> tuple[Callable[..., History], tuple[object, ...]]:
        *later, start = self._newest_first()
        path = [(history.ply, history.draws) for history in reversed(later)]
        if start.ply == THE_DEAL:
            return _again, (self.game, self.max_plies, path, start.draws)
        outcome = PlyOutcome(start.record, start.seat, start.legal, start.told, ())
        return _again, (self.game, self.max_plies, path, (), (start.plies, outcome, start._memories))

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
        lines: list[str] = []
        for history in reversed([*self._newest_first()]):
            if history.ply == RESAMPLED:
                lines.append(f"ply {history.plies}: resampled")
            elif history.ply != THE_DEAL:
                lines.append(f"{history.ply[0]}: {self.game.actions[history.ply[1]]}")
            lines += [f"drawn {result}" for result in history.draws]
        return lines

    def seen(self, seat: int) -> Seen:
        """The last complete ply as a seat, or a SPECTATOR, saw it; of the deal as far as it has gone."""
        if self.weights and self.before is not None:
            return self.before.seen(seat)
        if seat not in self._seen:
            blank = self.game.steps.blank(self._visible_record(), seat, self.told)
            own = self.ply[1] if self.ply[0] == seat != NOBODY else NOT_MINE
            self._seen[seat] = Seen(own, blank[3], blank[0])
        return self._seen[seat]

    def _visible_record(self) -> bytes:
        """The record after the last complete ply, or of the deal as far as it has gone."""
        if not self.weights:
            return self.record
        if not self._record_in_deal:
            # Compiled rules go on after an open draw; the record at the draw is asked for seldom.
            self._record_in_deal = self._replay.run_slowly(b"", THE_DEAL, self.draws).record
        return self._record_in_deal

    def known(self, seat: int, recalls: bool = True) -> Memory:
        """The memory of a seat, or of a SPECTATOR. With perfect recall it includes the seat's own action of a
        ply in progress.
        """
        if self.weights and self.before is not None:
            memory = self.before.known(seat)
            return memory.begun(self.ply[1]) if recalls and self.ply[0] == seat else memory
        pending = []
        for history in self._newest_first():
            if seat in history._memories:
                memory = history._memories[seat]
                break
            pending.append(history)
        else:
            memory = Memory(seat)
        for history in reversed(pending):
            memory = memory.add(history.seen(seat))
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
        sampled = self.position.view(seat).sample(seed)
        # The seat to act may have other actions now: its hand may be another one.
        legal = [] if self.seat == NOBODY else sorted(action.id for action in sampled.legal(self.seat))
        state = sampled.state
        state.key[0] = state.key[1] = 0
        state.counter = 0
        outcome = PlyOutcome(to_bytes(state), self.seat, legal, b"", ())
        history = _start_after_sampling(self._replay, self.max_plies, self.plies, outcome, {})
        for viewer in (SPECTATOR, *range(self.game.players)):
            keeps_memory = viewer in (seat, SPECTATOR)
            memory = (
                self.known(viewer) if keeps_memory else Memory(viewer, self.plies).add(history.seen(viewer))
            )
            history._set_memory(viewer, memory)
        return history

    def _set_memory(self, seat: int, memory: Memory) -> None:
        assert memory.last is not None
        self._memories[seat], self._seen[seat] = memory, memory.last


def _start_after_sampling(
    replay: Replay, max_plies: int, plies: int, outcome: PlyOutcome, memories: Mapping[int, Memory]
) -> History:
    """A history that begins with a sampled position, after `plies` plies and with these memories by seat."""
    history = History.__new__(History)
    history._replay, history.max_plies, history.plies = replay, max_plies, plies
    history.before, history.ply, history.draws = None, RESAMPLED, ()
    history._adopt_outcome(outcome)
    for seat, memory in memories.items():
        history._set_memory(seat, memory)
    return history


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
        history = History(replay, max_plies, None, THE_DEAL, dealt)
    else:
        history = _start_after_sampling(replay, max_plies, *start)
    for ply, draws in path:
        history = History(replay, max_plies, history, ply, draws)
    return history


def deal(game: Game, max_plies: int) -> History:
    """A history before the deal, whose first chance outcome is open."""
    return History(replay_of(game), max_plies, None, THE_DEAL)
