"""Compiled code in files that no other process can mix up with others.

Numba numbers the files of a function in the order in which its signatures are compiled, and an index says
which is whose. Two processes that save at the same moment take the same number, and the index then says of
the code of one game that it is another's. Here every signature has an index and a file of its own, named by
it and by the rules of the game whose record is among its arguments: a game that is installed or changed makes
no other be compiled again. docs/decisions/0019-no-two-signatures-share-a-file.md.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["HEURISTICS", "add_game", "keep_apart"]

# The folder of a game's package with the rules that its bots think with.
HEURISTICS = "heuristics"

# By record type, as NumPy has it, the folder of its game's package.
_GAMES: list[tuple[Any, Path]] = []


def add_game(dtype: Any, state: type) -> None:
    """Name what is compiled for records of this type by the sources beside the class `state`, too."""
    _GAMES.append((dtype, Path(str(sys.modules[state.__module__].__file__)).resolve().parent))


@cache
def _digest(folder: Path) -> str:
    """The hash of a game's rules: the files of its package, and of its folders of rules and heuristics."""
    digest = hashlib.sha256()
    sources = [folder.glob("*.py"), (folder / "rules").rglob("*.py"), (folder / HEURISTICS).rglob("*.py")]
    for source in sorted(source for found in sources for source in found):
        digest.update(source.relative_to(folder).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _records(kind: Any) -> Iterator[Any]:
    """The types of records within a type of Numba's: a record, an array of some, a tuple of such."""
    import numba

    if isinstance(kind, numba.types.Record):
        yield kind
    elif isinstance(kind, numba.types.Array):
        yield from _records(kind.dtype)
    for part in getattr(kind, "types", ()):
        yield from _records(part)


def _games_of(signature: Any) -> list[str]:
    """The hashes of the games whose records are among the arguments of a signature."""
    import numba

    found = {record for kind in getattr(signature, "args", signature) for record in _records(kind)}
    return sorted({_digest(folder) for dtype, folder in _GAMES if numba.from_dtype(dtype) in found})


def keep_apart(dispatcher: Any) -> Any:
    """Have a function of Numba's that is to be cached, and has not been compiled yet, kept so; returns it."""
    # With NUMBA_DISABLE_JIT it is no function of Numba's, but the plain one.
    if hasattr(dispatcher, "_cache"):
        dispatcher._cache._cache_file = _Apart(dispatcher._cache)
    return dispatcher


class _Apart:
    """What Numba asks for the code of a signature, and hands it to: all that it knows as a key."""

    def __init__(self, cache: Any) -> None:
        self._one = type(cache._cache_file)
        self._folder: str = cache.cache_path
        self._name: str = cache._impl.filename_base
        self._stamp = cache._impl.locator.get_source_stamp()

    def load(self, key: tuple[Any, ...]) -> Any:
        """The code of this signature, None if there is none."""
        return self._file(key).load(key)

    def save(self, key: tuple[Any, ...], code: Any) -> None:
        """Keep the code of this signature. OSError."""
        self._file(key).save(key, code)

    def _file(self, key: tuple[Any, ...]) -> Any:
        import numba

        # What was compiled from other sources or by another Numba is no longer ours, either.
        known = repr((numba.__version__, self._stamp, key, _games_of(key[0]))).encode()
        name = f"{self._name}.{hashlib.sha256(known).hexdigest()[:16]}"
        return self._one(cache_path=self._folder, filename_base=name, source_stamp=self._stamp)
