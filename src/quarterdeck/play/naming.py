"""A file under a name that nothing has: whoever else wants the name at the same moment gets another."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["named", "named_like"]


def named(draft: Path, path: Path) -> None:
    """Give a file this name, beside its own or in place of it: renamed, it would replace what has the name.
    FileExistsError if something has it; OSError.
    """
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        # Not every disk has links.
        path.touch(exist_ok=False)
        try:
            draft.replace(path)
        except OSError:
            path.unlink()
            raise


def named_like(draft: Path, path: Path) -> Path:
    """Give a file or a folder this name, or else the first like it that is free: "games-2.qd". Returns the
    name. OSError.
    """
    name, number = path, 1
    while not _free(draft, name):
        number += 1
        name = path.with_stem(f"{path.stem}-{number}")
    return name


def _free(draft: Path, name: Path) -> bool:
    """Give it a name, unless something has it; returns whether it was free. OSError."""
    try:
        if not draft.is_dir():
            named(draft, name)
        elif os.path.lexists(name):
            return False
        else:
            # Should the name be taken only now: no system replaces more than an empty folder by a folder.
            draft.rename(name)
    except OSError:
        if os.path.lexists(name):
            return False
        raise
    return True
