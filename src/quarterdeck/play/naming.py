"""Naming files without overwriting: two processes that want the same name at once get different ones."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["named", "named_like"]


def named(draft: Path, path: Path) -> None:
    """Give a file this name only if it is free (renaming would replace an existing file).

    The old name may stay beside it. Raises FileExistsError if the name is taken; OSError.
    """
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        # Not every file system has hard links.
        path.touch(exist_ok=False)
        try:
            draft.replace(path)
        except OSError:
            path.unlink()
            raise


def named_like(draft: Path, path: Path) -> Path:
    """Give a file or a folder this name, or the first free one like it: "games-2.qd".

    Returns the name. Raises OSError.
    """
    name, number = path, 1
    while not _claim_name(draft, name):
        number += 1
        name = path.with_stem(f"{path.stem}-{number}")
    return name


def _claim_name(draft: Path, name: Path) -> bool:
    """Give the file or folder this name if it is free; return whether it was. Raises OSError."""
    try:
        if not draft.is_dir():
            named(draft, name)
        elif os.path.lexists(name):
            return False
        else:
            # If another process takes the name at this moment, `rename` replaces at most an empty folder.
            draft.rename(name)
    except OSError:
        if os.path.lexists(name):
            return False
        raise
    return True
