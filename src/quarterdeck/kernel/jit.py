"""The boundary between plain Python rules and compiled ones.

`@rule` marks a function of the rules. It stays a plain Python function, so Python calls interpret it: a
debugger steps through it, coverage sees it, and a server that needs only a few moves a second never imports
Numba. `@compiled` marks an entry point: its first call imports Numba and compiles it with every rule that it
reaches.

Numba's disk cache does not notice a change of a *called* function in another file. Therefore the name of the
cache folder is a hash of sources: those of the kernel, and those of every other folder with a function that
the entry point calls by name. It calls a game's rules not by name, but by the type of the game's record;
`kernel.caching` puts a hash of their sources into the file names.
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
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar, cast

import numpy as np
import platformdirs

from quarterdeck.errors import GameError
from quarterdeck.kernel.caching import HEURISTICS, keep_apart
from quarterdeck.kernel.linking import entry_options, rule_options
from quarterdeck.kernel.numba_overload import Overload, overload
from quarterdeck.kernel.rule_faults import is_ours, why_not_compiled

P = ParamSpec("P")
T = TypeVar("T")

KERNEL = Path(__file__).resolve().parent
# Files (without .py) whose rules run once a match or at few decisions. They are not inlined: that would slow
# down all other rules.
SELDOM = {"deals", "dealing", "setup", "template"}
# The field of records whose random draws are decided beforehand (`kernel.script`).
SCRIPT = "script"


class _Rule(NamedTuple):
    """A rule, and what is compiled in its place: `called` on targets that call rules, `inlined` on targets
    that inline them, and `scripted`, if there is one, for records with a script.
    """

    function: Callable[..., Any]
    called: Callable[..., Any]
    inlined: Callable[..., Any]
    scripted: Callable[..., Any] | None


_lock = threading.RLock()
_waiting: list[Callable[[], None]] = []
_rules: list[_Rule] = []
_targets: list[tuple[Overload, bool]] = []
_numba: Any = None
_aside: int | None = None


def interpreted() -> bool:
    """Whether QUARTERDECK_INTERPRET=1 turns compilation off."""
    return os.environ.get("QUARTERDECK_INTERPRET", "") not in ("", "0")


def loaded() -> bool:
    """Whether this process has loaded the compiler, by `load` or the first call of an entry point.

    While a thread compiles `aside`, the answer is False for all other threads.
    """
    return _numba is not None and _aside in (None, threading.get_ident())


@contextmanager
def aside() -> Iterator[None]:
    """Load and compile in this thread while the other threads go on interpreting."""
    global _aside
    _aside = threading.get_ident()
    try:
        yield
    finally:
        _aside = None


def cache_folder(homes: Iterable[Path] = ()) -> Path:
    """The folder of compiled code, named by the hash of its sources: those of the kernel and of `homes`."""
    digest = hashlib.sha256()
    for folder in (KERNEL, *sorted(home for home in homes if not home.is_relative_to(KERNEL))):
        for source in sorted(folder.rglob("*.py")):
            digest.update(source.relative_to(folder.parent).as_posix().encode())
            digest.update(source.read_bytes())
    return cache_base() / "compiled" / digest.hexdigest()[:16]


def cache_base() -> Path:
    """The folder for all files that can be made again: QUARTERDECK_CACHE, or the user's cache folder."""
    return Path(os.environ.get("QUARTERDECK_CACHE") or platformdirs.user_cache_dir("quarterdeck"))


def load() -> Any:
    """Import Numba and register every rule with it.

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
    """Call `act` now if Numba is loaded, otherwise once it is."""
    with _lock:
        if _numba is None:
            _waiting.append(act)
        else:
            act()


def rule(
    function: Callable[P, T],
    compiled_as: Callable[..., Any] | None = None,
    inlined_as: Callable[..., Any] | None = None,
    scripted_as: Callable[..., Any] | None = None,
) -> Callable[P, T]:
    """Mark a function that may be compiled into any entry point that calls it.

    `compiled_as` is compiled in its place, for example because 64-bit words wrap around and Python's integers
    do not. `inlined_as` is a faster form for targets that inline rules (`bind_rules`), `scripted_as` is for
    records with a script.
    """
    called = compiled_as or function
    known = _Rule(function, called, inlined_as or called, scripted_as)
    with _lock:
        _rules.append(known)
        for target, inlining in _targets:
            _bind(target, inlining, known)
    return function


def rules() -> dict[Callable[..., Any], Callable[..., Any]]:
    """Every function marked with `@rule` that belongs to a game, with what is compiled in its place: mostly
    itself.
    """
    with _lock:
        known_rules = list(_rules)
    return {known.function: known.inlined for known in known_rules if not is_ours(known.function)}


def bind_rules(target: Overload, inlining: bool = False) -> None:
    """Register every rule, including rules that are marked later, with a Numba target by its `overload`.

    With `inlining`, which the CPU target uses, no rule has machine code of its own, and the rules of the
    kernel and of the games are inlined (`_is_inlined`). Calling these would take a tenth to a fifth of the
    time of a random move; inlining all others, too, would triple the time of compilation.
    """
    with _lock:
        _targets.append((target, inlining))
        for known in _rules:
            _bind(target, inlining, known)


def _bind(target: Overload, inlining: bool, known: _Rule) -> None:
    usual = known.inlined if inlining else known.called

    def implementation(*types: Any) -> Callable[..., Any]:
        if known.scripted and any(SCRIPT in getattr(kind, "fields", ()) for kind in types):
            return known.scripted
        return usual

    home = Path(known.function.__code__.co_filename).resolve()
    options = rule_options(inlined=_is_inlined(home), counted=_is_counted(home)) if inlining else {}
    target(known.function, strict=False, jit_options=options)(implementation)


class compiled(Generic[P, T]):
    """An entry point.

    Its first call compiles it with everything that it reaches; QUARTERDECK_INTERPRET=1 interprets it.
    """

    def __init__(self, function: Callable[P, T], **options: Any) -> None:
        self.interpreted = function
        self._compiled: Callable[P, T] | None = None
        self._options = options
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        if self._compiled is None:
            if interpreted():
                return self.interpreted(*args, **kwargs)
            with _lock:
                # Two threads may arrive here at once; only the first one compiles.
                if self._compiled is None:
                    self._compiled = _compile(self.interpreted, **self._options)
        try:
            return self._compiled(*args, **kwargs)
        except (_numba.core.errors.NumbaError, _numba.core.errors.UnsupportedBytecodeError) as error:
            # Numba compiles at the first call with a game's record, so the fault is in the rules of a game.
            raise GameError(why_not_compiled(error, rules())) from None

    def as_called(self, *args: P.args, **kwargs: P.kwargs) -> Callable[P, T]:
        """Call it, and return the compiled function for exactly these argument types.

        The returned function skips the check of the types, which takes Numba some microseconds for each array
        of records. It must not be called with other types: no error would be raised.
        """
        self(*args, **kwargs)
        # With NUMBA_DISABLE_JIT it is the plain function.
        if not hasattr(self._compiled, "get_overload"):
            return self
        found = cast(Any, self._compiled).get_overload(tuple(map(_numba.typeof, args)))
        return cast(Callable[P, T], found)


def homes(function: Callable[..., Any]) -> set[Path]:
    """The folders of a function's source and of everything it calls by name, without those of the kernel."""
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
    """Whether rules of this file are inlined: those of the kernel and of the games, in this package or not.

    Rules in SELDOM files and the bots' heuristics (decision 15) are not.
    """
    seldom = source.stem in SELDOM or source.parent.name == HEURISTICS
    return not seldom and _part_of(source) in ("kernel", "games")


def _is_counted(source: Path) -> bool:
    """Whether rules of this file count references to arrays. Rules of games do, as they may make arrays.

    All others only use those of their callers. Counting would take a tenth to a quarter of the time of a
    search or a compiled match.
    """
    return _part_of(source) == "games"


def _part_of(source: Path) -> str:
    """The part of this package that a file is in, such as "bots". A file elsewhere belongs to a game."""
    root = KERNEL.parent
    return source.relative_to(root).parts[0] if source.is_relative_to(root) else "games"


def keep_with(homes: Iterable[Path] = ()) -> None:
    """Let the next function that is cached use `cache_folder(homes)`. The compiler must be loaded.

    Numba asks for the folder once for each function, so call this before you give it a function.
    """
    vars(_numba.config)["CACHE_DIR"] = str(cache_folder(homes))


def compiled_loosely(function: Callable[P, T]) -> compiled[P, T]:
    """An entry point in whose own loops the compiler may reorder sums of floats, and so vectorize them.

    That is several times as fast, but different processors round differently.
    """
    return compiled(function, fastmath={"reassoc", "contract"})


def compiled_briefly(function: Callable[P, T]) -> compiled[P, T]:
    """An entry point that keeps the interpreter's lock, because it runs for less than a microsecond.

    Releasing the lock would take longer than that, and much longer if another thread takes it.
    """
    return compiled(function, nogil=False)


def _compile(function: Callable[P, T], **options: Any) -> Callable[P, T]:
    numba = load()
    keep_with(homes(function))
    options = {"error_model": "numpy", "nogil": True, **entry_options(), **options}
    dispatcher = numba.njit(cache=True, **options)(function)
    return cast(Callable[P, T], keep_apart(dispatcher))


def _int64(x: Any) -> Any:
    return np.int64(x)


def signed(x: int) -> int:
    """An unsigned field as a signed number: in compiled code a signed and an unsigned number give a float."""
    return int(x)


rule(signed, compiled_as=_int64)
