"""A file under a name that nothing has: whoever else wants the name at the same moment gets another."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["named"]


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
