"""The seam between plain Python rules and compiled ones.

`@rule` marks a function of the rules. It stays a plain Python function, so calling it from Python
interprets it: a debugger steps through it, coverage sees it, and a server that only ever needs a few moves
a second never imports Numba. `@compiled` marks an entry point: its first call imports Numba and compiles it
with every rule it reaches. Numba's disk cache does not notice that a *called* function in another file
changed, so the cache lives in a folder named by a hash of all sources of the kernel and of every other folder
that has a function which the entry point reaches by name. Rules of a game are reached by the type of its
record: `kernel.caching` names the files by their sources.
"""

from __future__ import annotations

import dis
import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import update_wrapper
from pathlib import Path
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar, cast

import numpy as np
import platformdirs

from quarterdeck.errors import GameError
from quarterdeck.kernel.caching import HEURISTICS, keep_apart
from quarterdeck.kernel.numba_overload import Overload, overload
from quarterdeck.kernel.rule_faults import is_ours, why_not_compiled

P = ParamSpec("P")
T = TypeVar("T")

KERNEL = Path(__file__).resolve().parent
# Files of rules that a match needs once.
SELDOM = {"dealing", "setup", "template"}

_lock = threading.RLock()
_waiting: list[Callable[[], None]] = []
# A rule, what is compiled in its place, and what is where it becomes a part of whatever calls it.
_rules: list[tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]] = []
_targets: list[tuple[Overload, bool]] = []
_numba: Any = None
_aside: int | None = None


def interpreted() -> bool:
    """Whether QUARTERDECK_INTERPRET=1 asks that nothing be compiled."""
    return os.environ.get("QUARTERDECK_INTERPRET", "") not in ("", "0")


def loaded() -> bool:
    """Whether the compiler has been loaded in this process, by `load` or the first call of an entry point;
    for all other threads only when one that compiles `aside` has done so.
    """
    return _numba is not None and _aside in (None, threading.get_ident())


@contextmanager
def aside() -> Iterator[None]:
    """Load and compile in this thread while the others go on without."""
    global _aside
    _aside = threading.get_ident()
    try:
        yield
    finally:
        _aside = None


def cache_folder(homes: Iterable[Path] = ()) -> Path:
    """Where compiled code is kept: a folder named by the hash of the sources it was compiled from, those of
    the kernel and these folders.
    """
    digest = hashlib.sha256()
    for folder in (KERNEL, *sorted(home for home in homes if not home.is_relative_to(KERNEL))):
        for source in sorted(folder.rglob("*.py")):
            digest.update(source.relative_to(folder.parent).as_posix().encode())
            digest.update(source.read_bytes())
    base = os.environ.get("QUARTERDECK_CACHE") or platformdirs.user_cache_dir("quarterdeck")
    return Path(base) / "compiled" / digest.hexdigest()[:16]


def load() -> Any:
    """Import Numba and make every rule known to it.

    Returns the numba module.
    """
    global _numba
    with _lock:
        if _numba is None:
            import numba

            _numba = numba
            bind_rules(overload, inlining=True)
            while _waiting:
                _waiting.pop(0)()
    return _numba


def when_loaded(act: Callable[[], None]) -> None:
    """Do `act` now if Numba is here, else as soon as it is loaded."""
    with _lock:
        if _numba is None:
            _waiting.append(act)
        else:
            act()


def rule(
    function: Callable[P, T],
    compiled_as: Callable[..., Any] | None = None,
    inlined_as: Callable[..., Any] | None = None,
) -> Callable[P, T]:
    """Mark a function that may be compiled into whatever entry point reaches it.

    `compiled_as` names another function to compile in its place, where 64-bit words wrap and Python's
    integers do not; `inlined_as` one for `inlining` targets alone, which is faster on a processor.
    """
    implementation = compiled_as or function
    known = function, implementation, inlined_as or implementation
    with _lock:
        _rules.append(known)
        for target, inlining in _targets:
            _bind(target, inlining, *known)
    return function


def rules() -> list[Callable[..., Any]]:
    """Every function with the mark that belongs to a game."""
    with _lock:
        functions = [function for function, _, _ in _rules]
    return [one for one in functions if not is_ours(one)]


def bind_rules(target: Overload, inlining: bool = False) -> None:
    """Make every rule, those still to come as well, known to a target of Numba's by its `overload`; with
    `inlining`, what the kernel and the games play with becomes a part of whatever calls it. There calls take
    a tenth to a fifth of a random move; elsewhere it would take the compiler three times as long.
    """
    with _lock:
        _targets.append((target, inlining))
        for known in _rules:
            _bind(target, inlining, *known)


def _bind(
    target: Overload,
    inlining: bool,
    function: Callable[..., Any],
    called: Callable[..., Any],
    inlined_as: Callable[..., Any],
) -> None:
    implementation = inlined_as if inlining else called
    home = Path(function.__code__.co_filename).resolve()
    options = {"jit_options": {"forceinline": True}}
    inlined = inlining and _is_inlined(home)
    target(function, strict=False, **(options if inlined else {}))(lambda *args: implementation)


class compiled(Generic[P, T]):
    """An entry point.

    Compiled with all it reaches on its first call, interpreted if the environment asks for that.
    """

    def __init__(self, function: Callable[P, T]) -> None:
        self.interpreted = function
        self._compiled: Callable[P, T] | None = None
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        if self._compiled is None:
            if interpreted():
                return self.interpreted(*args, **kwargs)
            with _lock:
                # Two threads may have come here at once; what is compiled is compiled for both.
                if self._compiled is None:
                    self._compiled = _compile(self.interpreted)
        try:
            return self._compiled(*args, **kwargs)
        except _numba.core.errors.NumbaError as error:
            # Compiled on the first call with records of a game; its rules are those outside the kernel.
            raise GameError(why_not_compiled(error, rules())) from None

    def as_called(self, *args: P.args, **kwargs: P.kwargs) -> Callable[P, T]:
        """Call it; returns what does the same for arguments of the very same types without asking for these
        types, which takes Numba some microseconds for every array of records. Nothing notices others.
        """
        self(*args, **kwargs)
        if self._compiled is None:
            return self
        found = cast(Any, self._compiled).get_overload(tuple(map(_numba.typeof, args)))
        return cast(Callable[P, T], found)


def homes(function: Callable[..., Any]) -> set[Path]:
    """The folders of a function's source and of all that it calls by name, but for those of the kernel."""
    found, waiting, known = set(), [function], {function}
    while waiting:
        one = waiting.pop()
        home = Path(one.__code__.co_filename).resolve().parent
        if home.is_relative_to(KERNEL):
            continue
        found.add(home)
        loads = [step.argval for step in dis.get_instructions(one) if step.opname == "LOAD_GLOBAL"]
        called = [one.__globals__.get(name) for name in loads]
        new = {other for other in called if isinstance(other, FunctionType)} - known
        known |= new
        waiting += new
    return found


def _is_inlined(source: Path) -> bool:
    """Whether rules of this file become a part of what calls them: those that the kernel and the games play
    with, not those that bots think with (decision 15).
    """
    root = KERNEL.parent
    room = source.relative_to(root).parts[0] if source.is_relative_to(root) else "games"
    return source.stem not in SELDOM and source.parent.name != HEURISTICS and room in ("kernel", "games")


def keep_with(homes: Iterable[Path] = ()) -> None:
    """Have what is cached next, the compiler being loaded, kept in `cache_folder(homes)`. Numba asks for the
    folder once for each function: whoever hands one over says where it goes.
    """
    vars(_numba.config)["CACHE_DIR"] = str(cache_folder(homes))


def _compile(function: Callable[P, T]) -> Callable[P, T]:
    numba = load()
    keep_with(homes(function))
    dispatcher = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return cast(Callable[P, T], keep_apart(dispatcher))


def _int64(x: Any) -> Any:
    return np.int64(x)


def signed(x: int) -> int:
    """An unsigned field as a signed number: compiled arithmetic that mixes the two turns to floats."""
    return int(x)


rule(signed, compiled_as=_int64)
