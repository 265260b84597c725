"""The verbs that every game implements, generic over the type of the record.

Code for all games (batch play, tree search) calls these. Interpreted, they look the game up by the record's
dtype; compiled, Numba binds the game's own function at compile time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import GameError
from quarterdeck.i18n import _, short
from quarterdeck.kernel.caching import add_game
from quarterdeck.kernel.events import News
from quarterdeck.kernel.jit import keep_with, rule, when_loaded
from quarterdeck.kernel.linking import COUNTED
from quarterdeck.kernel.numba_overload import Overload, overload
from quarterdeck.kernel.record import aligned, dtype_of

Ids = NDArray[np.int64]


@rule
def unchanged(s: Any, seat: int, action: int) -> int:
    """The canonical action of a game whose actions name no seats."""
    return action


@dataclass(frozen=True)
class Verbs:
    """A game's implementation of the verbs.

    Each is a `@rule` function with the signature of its namesake below; those with a default may be left out.
    """

    setup: Callable[..., None]
    to_act: Callable[..., int]
    legal: Callable[..., int]
    apply: Callable[..., None]
    blank: Callable[..., None]
    determinize: Callable[..., None]
    scores: Callable[..., None]
    over: Callable[..., bool]
    winners: Callable[..., int]
    observe: Callable[..., int]
    canonical: Callable[..., int] = unchanged

    @classmethod
    def of(cls, *modules: ModuleType) -> Verbs:
        """The functions in these modules that have the names of the verbs; the first of each name counts.

        Raises GameError for a verb without a default that none of the modules has, and for what is no module.
        """
        for module in modules:
            if not isinstance(module, ModuleType):
                sentence = _("“Verbs.of” takes modules, as in Verbs.of(rules, knowledge), not {value}.")
                raise GameError(sentence.format(value=short(module)))
        found = {}
        for one in fields(cls):
            having = [module for module in modules if hasattr(module, one.name)]
            if having:
                found[one.name] = getattr(having[0], one.name)
            elif one.default is MISSING:
                places = _(", ").join(module.__name__ for module in modules)
                sentence = _("A game needs a rule “{rule}”: write it in {places}, with the mark @rule.")
                raise GameError(sentence.format(rule=one.name, places=places))
        return cls(**found)


_VERBS: dict[Any, Verbs] = {}
_STATES: dict[Any, type] = {}
# A list, as a dictionary may lose dtypes: Numba may tell a packed and an aligned dtype apart that NumPy takes
# for equal.
_COMPILED: list[tuple[Any, Verbs]] = []


def verbs_of(s: Any) -> Verbs:
    """The game's implementation for this record's type. Raises TypeError if the type isn't registered."""
    try:
        return _VERBS[s.dtype]
    except KeyError:
        raise TypeError(f"no game plays on records of type {s.dtype}") from None


def setup(s: Any) -> None:
    """Deal a record whose options, component table and key are set."""
    verbs_of(s).setup(s)


def to_act(s: Any) -> int:
    """Bit mask of the seats that may act now; 0 when the match is over."""
    return verbs_of(s).to_act(s)


def legal(s: Any, seat: int, out: Ids) -> int:
    """Write the ids of the actions this seat may take to `out`, int64, ascending; return how many, at most
    `batch.MAX_LEGAL`.

    On a blanked record these are all actions that may be legal for all the viewer knows.
    """
    return verbs_of(s).legal(s, seat, out)


def apply(s: Any, seat: int, action: int, news: News | None) -> None:
    """Play a legal action, in place, up to the next decision. The caller must not pass an illegal one.

    With None for `news` no facts are reported.
    """
    verbs_of(s).apply(s, seat, action, news)


def blank(s: Any, seat: int) -> None:
    """Blank, in place: replace everything that the seat (−1: a spectator) can't know by "unknown"."""
    verbs_of(s).blank(s, seat)


def determinize(s: Any, seat: int, dice: Any) -> None:
    """Determinize, in place: deal what is unknown in a record blanked for `seat`, at random, but consistently
    with what the seat knows.
    """
    verbs_of(s).determinize(s, seat, dice)


def scores(s: Any, out: NDArray[np.int16]) -> None:
    """Write each seat's present score to `out`, int16 [seats]."""
    verbs_of(s).scores(s, out)


def over(s: Any) -> bool:
    """Whether the match has ended."""
    return verbs_of(s).over(s)


def winners(s: Any) -> int:
    """Bit mask of the seats that have won; 0: nobody, or nobody yet."""
    return verbs_of(s).winners(s)


def observe(s: Any, seat: int, out: NDArray[np.float32]) -> int:
    """Write the observation of a record blanked for `seat`, not a spectator, to `out`, float32 [features];
    return how many numbers.
    """
    return verbs_of(s).observe(s, seat, out)


def canonical(s: Any, seat: int, action: int) -> int:
    """The same action with seats counted clockwise from the seat that takes it, as in its observation.

    Seat 3's “pick 3” becomes “pick 0”. It reads only the number of seats from the record.
    """
    return verbs_of(s).canonical(s, seat, action)


_GENERIC = {
    "setup": setup,
    "to_act": to_act,
    "legal": legal,
    "apply": apply,
    "blank": blank,
    "determinize": determinize,
    "scores": scores,
    "over": over,
    "winners": winners,
    "observe": observe,
    "canonical": canonical,
}


def implement(state: type, verbs: Verbs) -> None:
    """Register a game's verbs for its record type, packed and aligned, interpreted and compiled.

    Raises GameError if another game's record has the same fields.
    """
    if _VERBS.get(dtype_of(state)) is verbs:
        return
    for dtype in (dtype_of(state), aligned(state)):
        other = _STATES.setdefault(dtype, state)
        if (other.__module__, other.__qualname__) != (state.__module__, state.__qualname__):
            one, two = (f"{state.__module__}.{state.__qualname__}" for state in (other, state))
            sentence = _("The records {one} and {two} have the same fields: rename a field of one.")
            raise GameError(sentence.format(one=one, two=two))
        _VERBS[dtype] = verbs
        _COMPILED.append((dtype, verbs))
        add_game(dtype, state)


def bind_verbs(target: Overload, **options: Any) -> None:
    """Register the verbs with a Numba target by its `overload`, called with these options."""
    import numba

    def choose(name: str) -> Callable[..., Any]:
        def bound(s: Any, *rest: Any) -> Callable[..., Any] | None:
            keep_with()
            for dtype, verbs in _COMPILED:
                if s == numba.from_dtype(dtype):
                    found: Callable[..., Any] = getattr(verbs, name)
                    return found
            return None

        return bound

    for name, generic in _GENERIC.items():
        target(generic, strict=False, **options)(choose(name))


def _bind() -> None:
    # Each verb has a cache of its own, so that entry points do not compile all rules again.
    bind_verbs(overload, jit_options={"cache": True, **COUNTED})


when_loaded(_bind)
