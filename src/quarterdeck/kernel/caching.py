"""Cache files for compiled code, separate for each signature.

Numba numbers the files of a function in the order in which its signatures are compiled, and an index maps
signatures to files. Two processes that save at the same moment take the same number, and the index then
assigns the code of one game to another. Here every signature has an index and a file of its own. Their name
contains a hash of the signature and of the rules of the game whose record is among its arguments, so
installing or changing a game recompiles no other one. docs/decisions/0019-no-two-signatures-share-a-file.md.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["HEURISTICS", "add_game", "folder_of", "keep_apart", "rules_digest"]

# The folder of a game's package with the bots' rules of thumb.
HEURISTICS = "heuristics"

# By NumPy record type, the folder of its game's package.
_GAMES: list[tuple[Any, Path]] = []


def add_game(dtype: Any, state: type) -> None:
    """Hash the sources beside the class `state` into the file names of code compiled for this record type."""
    _GAMES.append((dtype, folder_of(state)))


def folder_of(state: type) -> Path:
    """The folder of a game's package: that in which the class of its record is defined."""
    return Path(str(sys.modules[state.__module__].__file__)).resolve().parent


@cache
def rules_digest(folder: Path) -> str:
    """The hash of a game's rules: the sources in its package's own folder, `rules` and `heuristics`."""
    digest = hashlib.sha256()
    sources = [folder.glob("*.py"), (folder / "rules").rglob("*.py"), (folder / HEURISTICS).rglob("*.py")]
    for source in sorted(source for found in sources for source in found):
        digest.update(source.relative_to(folder).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _records(kind: Any) -> Iterator[Any]:
    """The record types in a Numba type: a record, an array of records, or a tuple of such types."""
    import numba

    if isinstance(kind, numba.types.Record):
        yield kind
    elif isinstance(kind, numba.types.Array):
        yield from _records(kind.dtype)
    for part in getattr(kind, "types", ()):
        yield from _records(part)


def _games_of(signature: Any) -> list[str]:
    """The hashes of the games with records among the arguments of a signature."""
    import numba

    found = {record for kind in getattr(signature, "args", signature) for record in _records(kind)}
    return sorted({rules_digest(folder) for dtype, folder in _GAMES if numba.from_dtype(dtype) in found})


def keep_apart(dispatcher: Any) -> Any:
    """Make a Numba function, not compiled yet, use a separate cache file for each signature; return it."""
    # With NUMBA_DISABLE_JIT it is the plain function, without a cache.
    if hasattr(dispatcher, "_cache"):
        dispatcher._cache._cache_file = _Apart(dispatcher._cache)
    return dispatcher


class _Apart:
    """A cache for Numba that stores each signature in a file of its own."""

    def __init__(self, cache: Any) -> None:
        self._one = type(cache._cache_file)
        self._folder: str = cache.cache_path
        self._name: str = cache._impl.filename_base
        self._stamp = cache._impl.locator.get_source_stamp()

    def load(self, key: tuple[Any, ...]) -> Any:
        """The code of this signature; None if there is none."""
        return self._file(key).load(key)

    def save(self, key: tuple[Any, ...], code: Any) -> None:
        """Store the code of this signature. Raises OSError."""
        self._file(key).save(key, code)

    def _file(self, key: tuple[Any, ...]) -> Any:
        import numba

        # Code compiled from other sources or by another Numba version has another key.
        known = repr((numba.__version__, self._stamp, key, _games_of(key[0]))).encode()
        name = f"{self._name}.{hashlib.sha256(known).hexdigest()[:16]}"
        return self._one(cache_path=self._folder, filename_base=name, source_stamp=self._stamp)
