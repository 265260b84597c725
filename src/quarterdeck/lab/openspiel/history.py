"""A line of play: a match so far, draw by draw, as a value that states of OpenSpiel hold."""

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
    """A draw that nobody has decided: `weights` says how likely each result is, by its number."""

    def __init__(self, weights: Sequence[int]) -> None:
        super().__init__(f"a draw of {len(weights)} results is not decided")
        self.weights = tuple(weights)


@dataclass(frozen=True)
class History:
    """A match so far: `record` is the position after the last whole ply, empty before the deal.

    While draws of a ply are still to be made, `ply` is its seat and action (DEAL: the deal), `draws` the
    results so far and `weights` how likely each result of the next one is; else `weights` is empty, and
    `seat` decides, of several seats the first, or NOBODY any more. `memories` are the seats', `everybody` is
    a spectator's. `moves` tells it all for people.
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
        # OpenSpiel copies a state's attributes deeply; a value need not be.
        return self

    @property
    def dealt(self) -> bool:
        """Whether there is a position yet."""
        return bool(self.record)

    def known(self, seat: int, recalls: bool) -> Memory:
        """What a seat has seen; if it recalls what it did, also its action of a ply whose draws are still to
        be made.
        """
        memory = self.memories[seat]
        acted = bool(self.weights) and self.ply != DEAL and self.ply[0] == seat
        return memory.begun(self.ply[1]) if acted and recalls else memory

    @property
    def position(self) -> Position:
        """The position after the last whole ply."""
        return Position(self.game, opened(self.game, self.record)[0], no_facts())

    def legal(self, seat: int) -> list[int]:
        """The ids of the actions that this seat may take, ascending."""
        ids = no_ids()
        legal: list[int] = ids[: fast_legal(opened(self.game, self.record), seat, ids)].tolist()
        return legal

    def play(self, seat: int, action: int) -> History:
        """The line after a legal action; its draws, if there are any, are still to be made."""
        told = f"{seat}: {self.game.actions[action]}"
        begun = replace(self, ply=(seat, action), moves=(*self.moves, told))
        after, news = opened(self.game, self.record), cell(blank_news())
        drawn = int(after[0].counter)
        fast_apply(after, seat, action, news)
        if int(after[0].counter) == drawn:
            return begun._end(after[0], facts(news[0]))
        return begun._go_on(())

    def draw(self, result: int) -> History:
        """The line after the next draw gave this result."""
        return replace(self, moves=(*self.moves, f"drawn {result}"))._go_on((*self.draws, result))

    def _go_on(self, draws: tuple[int, ...]) -> History:
        """Play the ply with these draws, interpreted, as far as they go."""
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
        """This line with what the present ply shows to all; a deal again and again, as far as it has gone."""
        seat, action = self.ply
        before = unseen(self.game) if self.ply == DEAL else (*self.memories, self.everybody)
        *memories, everybody = (
            one.add(self.game, record, told, action if one.seat == seat else NOT_MINE) for one in before
        )
        return replace(self, memories=tuple(memories), everybody=everybody)

    def resampled(self, seat: int, seed: str) -> History:
        """A line that this seat can't tell from this one, its unknowns dealt at random (`View.sample`).

        What the others remember of it begins here: their views hold what still matters of what was before.
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
    """Decides each draw as it was decided before; Undecided at the first one beyond."""
    results = iter(draws)

    def decide(weights: Sequence[int]) -> int:
        for result in results:
            return result
        raise Undecided(weights)

    return decide


def unseen(game: Game) -> tuple[Memory, ...]:
    """The memories of all seats, and at the end a spectator's, before there is anything to see."""
    return *(Memory(seat) for seat in range(game.players)), Memory(SPECTATOR)


def deal(game: Game, max_plies: int) -> History:
    """A line before the deal, whose first draw is to be made."""
    *memories, everybody = unseen(game)
    return History(game, max_plies, tuple(memories), everybody)._go_on(())
