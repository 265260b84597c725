"""Invariants of every position of a match, by game, for `benchmarks.million`.

The functions are generic over the record's type, like the verbs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from benchmarks.counting import cartagena, meuterer, mutiny
from quarterdeck.games.cartagena.state import State as Cartagena
from quarterdeck.games.meuterer.state import State as Meuterer
from quarterdeck.games.mutiny.state import State as Mutiny
from quarterdeck.kernel.jit import rule, when_loaded
from quarterdeck.kernel.record import dtype_of


@rule
def none(_s: Any) -> int:
    """For a game in which nobody negotiates."""
    return 0


@dataclass(frozen=True)
class Counting:
    """A game's invariant checks.

    The functions are `@rule` functions with the signatures of their namesakes below; `faults` are the
    descriptions of `find_fault`'s numbers.
    """

    faults: tuple[str, ...]
    find_fault: Callable[..., int]
    is_whole: Callable[..., bool]
    negotiation: Callable[..., int] = none
    longest: Callable[..., int] = none


COUNTING = {
    dtype_of(Meuterer): Counting(meuterer.FAULTS, meuterer.find_fault, meuterer.is_whole),
    dtype_of(Cartagena): Counting(cartagena.FAULTS, cartagena.find_fault, cartagena.is_whole),
    dtype_of(Mutiny): Counting(
        mutiny.FAULTS, mutiny.find_fault, mutiny.is_whole, mutiny.negotiation, mutiny.longest
    ),
}


def find_fault(s: Any, made: Any, dealt: bool) -> int:
    """The number of a position's first fault, 0 if there is none.

    `made` is the match's template, with every card in its pile. `dealt`: the position comes from
    `determinize`.
    """
    return COUNTING[s.dtype].find_fault(s, made, dealt)


def is_whole(s: Any) -> bool:
    """Whether a position holds no unknown."""
    return COUNTING[s.dtype].is_whole(s)


def negotiation(s: Any) -> int:
    """A number for the negotiation that is going on, different from those before it; 0: there is none."""
    return COUNTING[s.dtype].negotiation(s)


def longest(s: Any) -> int:
    """The most moves that a negotiation of this match may take."""
    return COUNTING[s.dtype].longest(s)


def sources() -> int:
    """A hash of these files, so that code compiled from them is recompiled after a change."""
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    return int(digest.hexdigest()[:15], 16)


def _bind() -> None:
    import numba
    from numba.extending import overload

    def choose(name: str) -> Callable[..., Any]:
        def bound(s: Any, *_rest: Any) -> Callable[..., Any] | None:
            for dtype, counting in COUNTING.items():
                if s == numba.from_dtype(dtype):
                    return cast(Callable[..., Any], getattr(counting, name))
            return None

        return bound

    for generic in (find_fault, is_whole, negotiation, longest):
        overload(cast(Callable[..., object], generic), strict=False)(choose(generic.__name__))


when_loaded(_bind)
