"""Compiled code in files that no other process can mix up with others.

Numba numbers the files of a function in the order in which its signatures are compiled, and an index says
which is whose. Two processes that save at the same moment take the same number, and the index then says of
the code of one game that it is another's. Here every signature has an index and a file of its own, named by
it: docs/decisions/0019-no-two-signatures-share-a-file.md.
"""

from __future__ import annotations

import hashlib
from typing import Any

__all__ = ["keep_apart"]


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
        known = repr((numba.__version__, self._stamp, key)).encode()
        name = f"{self._name}.{hashlib.sha256(known).hexdigest()[:16]}"
        return self._one(cache_path=self._folder, filename_base=name, source_stamp=self._stamp)
