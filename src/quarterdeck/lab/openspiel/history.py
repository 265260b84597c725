"""A history: a match so far with its chance outcomes, as an immutable value behind OpenSpiel's states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.kernel import verbs
from quarterdeck.kernel.batch import fast_apply, fast_legal, fast_to_act, no_ids
from quarterdeck.kernel.events import Facts, blank_news, facts, no_facts
from quarterdeck.kernel.random import chosen
from quarterdeck.kernel.record import cell, to_bytes
from quarterdeck.lab.openspiel.seat_memory import NOT_MINE, Memory, opened
from quarterdeck.play import Game, Position
from quarterdeck.play.position import SPECTATOR

NOBODY = -1
DEAL = (NOBODY, NOT_MINE)


class Undecided(Exception):
    """A chance outcome is not decided yet: `weights` are the relative probabilities of the results."""

    def __init__(self, weights: Sequence[int]) -> None:
        super().__init__(f"a draw of {len(weights)} results is not decided")
        self.weights = tuple(weights)


@dataclass(frozen=True)
class History:
    """A match so far: `record` is the position after the last complete ply, empty before the deal.

    During a ply with undecided chance, `ply` is its seat and action (DEAL: the deal), `draws` the outcomes so
    far and `weights` the weights of the next one. Otherwise `weights` is empty, and `seat` is to act, the
    first of several, or NOBODY at the end. `memories` are the seats', `everybody` is a spectator's. `moves`
    is a readable history.
    """

    game: Game
    max_plies: int
    memories: tuple[Memory, ...]
    everybody: Memory
    record: bytes = b""
    plies: int = 0
    ply: tuple[int, int] = DEAL
    draws: tuple[int, ...] = ()
    weights: tuple[int, ...] = ()
    seat: int = NOBODY
    moves: tuple[str, ...] = field(default=(), compare=False)

    def __deepcopy__(self, _memo: object) -> History:
        # OpenSpiel deep-copies a state's attributes; an immutable value need not be copied.
        return self

    @property
    def dealt(self) -> bool:
        """Whether the deal is complete."""
        return bool(self.record)

    def known(self, seat: int, recalls: bool) -> Memory:
        """A seat's memory; with perfect recall it includes the seat's own action of a ply in progress."""
        memory = self.memories[seat]
        acted = bool(self.weights) and self.ply != DEAL and self.ply[0] == seat
        return memory.begun(self.ply[1]) if acted and recalls else memory

    @property
    def position(self) -> Position:
        """The position after the last complete ply."""
        return Position(self.game, opened(self.game, self.record)[0], no_facts())

    def legal(self, seat: int) -> list[int]:
        """The ids of the actions that this seat may take, ascending."""
        ids = no_ids()
        legal: list[int] = ids[: fast_legal(opened(self.game, self.record), seat, ids)].tolist()
        return legal

    def play(self, seat: int, action: int) -> History:
        """The history after a legal action; its chance outcomes, if any, are still open."""
        told = f"{seat}: {self.game.actions[action]}"
        begun = replace(self, ply=(seat, action), moves=(*self.moves, told))
        after, news = opened(self.game, self.record), cell(blank_news())
        drawn = int(after[0].counter)
        fast_apply(after, seat, action, news)
        if int(after[0].counter) == drawn:
            return begun._end(after[0], facts(news[0]))
        return begun._go_on(())

    def draw(self, result: int) -> History:
        """The history after the next chance outcome."""
        return replace(self, moves=(*self.moves, f"drawn {result}"))._go_on((*self.draws, result))

    def _go_on(self, draws: tuple[int, ...]) -> History:
        """Replay the ply with these outcomes, interpreted, as far as they go."""
        news = blank_news()
        try:
            with chosen(_in_order(draws)):
                if self.ply == DEAL:
                    state = self.game.spec.template(self.game.options, self.game.table)
                    verbs.setup(state)
                else:
                    state = opened(self.game, self.record)[0]
                    verbs.apply(state, *self.ply, news)
        except Undecided as open_draw:
            line = replace(self, draws=draws, weights=open_draw.weights)
            return line._show(to_bytes(state), no_facts()) if self.ply == DEAL else line
        return self._end(state, facts(news))

    def _end(self, state: Any, told: Facts) -> History:
        record = to_bytes(state)
        shown = self._show(record, told)
        plies = self.plies + (self.ply != DEAL)
        line = History(self.game, self.max_plies, shown.memories, shown.everybody, record, plies)
        acting = fast_to_act(opened(self.game, record)) if plies < line.max_plies else 0
        return replace(line, seat=(acting & -acting).bit_length() - 1, moves=self.moves)

    def _show(self, record: bytes, told: Facts) -> History:
        """Add what the ply shows to all; during the deal this is repeated for each draw."""
        seat, action = self.ply
        before = unseen(self.game) if self.ply == DEAL else (*self.memories, self.everybody)
        *memories, everybody = (
            one.add(self.game, record, told, action if one.seat == seat else NOT_MINE) for one in before
        )
        return replace(self, memories=tuple(memories), everybody=everybody)

    def resampled(self, seat: int, seed: str) -> History:
        """A history that this seat can't distinguish from this one, with unknowns sampled (`View.sample`).
        The other seats' memories begin here: their views contain what still matters.
        """
        state = self.position.view(seat).sample(seed).state
        state.key[0] = state.key[1] = 0
        state.counter = 0
        record = to_bytes(state)
        memories = tuple(
            one if one.seat == seat else Memory(one.seat, self.plies).add(self.game, record, no_facts())
            for one in self.memories
        )
        return replace(self, memories=memories, record=record, moves=(f"ply {self.plies}: resampled",))


def _in_order(draws: Iterable[int]) -> Callable[[Sequence[int]], int]:
    """Repeats the previous outcomes in order; Undecided at the first new one."""
    results = iter(draws)

    def decide(weights: Sequence[int]) -> int:
        for result in results:
            return result
        raise Undecided(weights)

    return decide


def unseen(game: Game) -> tuple[Memory, ...]:
    """All seats' and the spectator's memories before the deal."""
    return *(Memory(seat) for seat in range(game.players)), Memory(SPECTATOR)


def deal(game: Game, max_plies: int) -> History:
    """A history before the deal, whose first chance outcome is open."""
    *memories, everybody = unseen(game)
    return History(game, max_plies, tuple(memories), everybody)._go_on(())
