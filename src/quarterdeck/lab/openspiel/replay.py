"""Plies with given chance outcomes: run by compiled rules, or by interpreted ones where those can't."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from quarterdeck.kernel import jit, verbs
from quarterdeck.kernel.batch import DEAL, PLAY, READ, fast_script, no_ids
from quarterdeck.kernel.events import blank_news, facts
from quarterdeck.kernel.random import chosen
from quarterdeck.kernel.record import dtype_of, field_cache, to_bytes
from quarterdeck.kernel.script import MOST_DRAWS, MOST_RESULTS, scripted
from quarterdeck.play import Game
from quarterdeck.play.steps import FACT, ID, SEATS, StepRoom

__all__ = ["NOBODY", "THE_DEAL", "Ply", "PlyOutcome", "Replay", "replay_of"]

NOBODY = -1
KEPT = 64  # games
NUMBER = 2  # bytes of a number in a script
HEAD = struct.Struct("=3h")  # how many outcomes a script has, draws so far, weights of the open draw

Ply = tuple[int, int]  # a seat and its action's id
THE_DEAL: Ply = (NOBODY, -1)


class PlyOutcome(NamedTuple):
    """The result of a ply.

    `record` are the bytes of the record, `seat` is the first seat to act then, NOBODY at the end, and `legal`
    are the ids of its legal actions, ascending. `told` are the facts. `weights` are those of the first draw
    that is not decided yet. If there is such a draw, the other fields mean nothing.
    """

    record: bytes
    seat: int
    legal: list[int]
    told: bytes
    weights: tuple[int, ...]


class Replay:
    """Runs plies of a game, from a record's bytes and the outcomes of the first draws."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._template = to_bytes(game.spec.template(game.options, game.table))
        self._dtype = dtype_of(game.spec.state)
        self._script = None if jit.interpreted() else _Script(game)

    def run(self, record: bytes, ply: Ply, draws: Sequence[int] = ()) -> PlyOutcome:
        """Run a ply with these outcomes. For THE_DEAL, `record` does not matter."""
        record = self._template if ply == THE_DEAL else record
        if self._script is not None and len(draws) <= MOST_DRAWS:
            found = self._script.run(record, ply, draws)
            if len(found.weights) <= MOST_RESULTS:
                return found
        return self.run_slowly(record, ply, draws)

    def run_slowly(self, record: bytes, ply: Ply, draws: Sequence[int] = ()) -> PlyOutcome:
        """Run a ply by interpreted rules. The record is as the open draw finds it, if there is one."""
        state = np.ndarray(1, self._dtype, bytearray(self._template if ply == THE_DEAL else record))[0]
        news = blank_news()
        try:
            with chosen(_in_order(draws)):
                if ply == THE_DEAL:
                    verbs.setup(field_cache(state))
                else:
                    verbs.apply(field_cache(state), *ply, field_cache(news))
        except Undecided as draw:
            return PlyOutcome(to_bytes(state), NOBODY, [], b"", draw.weights)
        acting, ids = SEATS[verbs.to_act(state)], no_ids()
        found = verbs.legal(state, acting[0], ids) if acting else 0
        seat = acting[0] if acting else NOBODY
        return PlyOutcome(to_bytes(state), seat, ids[:found].tolist(), facts(news).tobytes(), ())


@lru_cache(KEPT)
def replay_of(game: Game) -> Replay:
    """The replay of a game."""
    return Replay(game)


class Undecided(Exception):
    """A chance outcome is not decided yet: `weights` are the relative probabilities of the results."""

    def __init__(self, weights: Sequence[int]) -> None:
        super().__init__(f"a draw of {len(weights)} results is not decided")
        self.weights = tuple(weights)


def _in_order(draws: Iterable[int]) -> Callable[[Sequence[int]], int]:
    """Repeats the previous outcomes in order; Undecided at the first new one."""
    results = iter(draws)

    def decide(weights: Sequence[int]) -> int:
        for result in results:
            return result
        raise Undecided(weights)

    return decide


class _Script:
    """The compiled steps of a game's records with a script (`kernel.script`)."""

    def __init__(self, game: Game) -> None:
        dtype = scripted(game.spec.state)
        fields: Any = dtype.fields
        self._outcomes, self._head, self._weights = (
            int(fields[name][1]) for name in (jit.SCRIPT, "script_given", "script_weights")
        )
        self._room = StepRoom(dtype)
        one, raw, news, _told, slate, _ids = self._room.mine
        record = game.start(seed=0).known
        self._length = len(record)
        raw[: self._length] = record
        self._step = fast_script.as_called(one, READ, NOBODY, 0, news, slate)

    def run(self, record: bytes, ply: Ply, draws: Sequence[int]) -> PlyOutcome:
        one, raw, news, facts, slate, ids = self._room.mine
        given, at = len(draws), self._outcomes
        raw[: self._length] = record
        raw[self._head : self._head + HEAD.size] = HEAD.pack(given, 0, 0)
        raw[at : at + NUMBER * given] = struct.pack(f"={given}h", *draws)
        step = DEAL if ply == THE_DEAL else PLAY
        acting, found, told, results = self._step(one, step, *ply, news, slate)
        if results:
            few = min(results, MOST_RESULTS)
            weights = struct.unpack_from(f"={few}h", raw, self._weights)
            return PlyOutcome(b"", NOBODY, [], b"", weights + (0,) * (results - few))
        legal = _numbers(ids[: found * ID].tobytes())
        seat = SEATS[acting][0] if acting else NOBODY
        return PlyOutcome(raw[: self._length].tobytes(), seat, legal, facts[: told * FACT].tobytes(), ())


@lru_cache(1 << 13)
def _numbers(ids: bytes) -> list[int]:
    numbers: list[int] = np.frombuffer(ids, np.int64).tolist()
    return numbers
