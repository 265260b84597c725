"""New files: checked first, written as drafts, and named without overwriting anything.

Two processes that want the same name at once get different ones.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO

from quarterdeck.errors import QuarterdeckError, system_words
from quarterdeck.i18n import _

__all__ = ["check_new", "draft_name", "draft_of", "named", "named_like", "unwritable", "whole_file"]


def check_new(path: Path) -> None:
    """Check that a new file can be made there: its folder exists, and the name is free.

    Raises QuarterdeckError.
    """
    try:
        # Unlike `exists`, it also finds a link that leads nowhere.
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        if not path.parent.is_dir():
            sentence = _("There is no folder {folder} to put {file} in.")
            raise QuarterdeckError(sentence.format(folder=path.parent, file=path.name)) from None
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None
    else:
        raise QuarterdeckError(_("{path} exists already: name another file.").format(path=path))


def unwritable(path: Path, error: OSError | ValueError) -> QuarterdeckError:
    """The error for a file that can't be written, or an impossible name."""
    sentence = _("{path} can't be written ({reason}): name another file.")
    return QuarterdeckError(sentence.format(path=path, reason=system_words(error)))


def draft_name(path: Path) -> Path:
    """A hidden name beside a file that nothing has, and that is short enough whatever the file's name is."""
    return path.with_name(f".{path.name[:40]}.{token_hex(4)}.part")


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """The name of a draft to write within the block, and to name or to move in the end. What is left of it is
    removed.
    """
    draft = draft_name(path)
    try:
        yield draft
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


@contextmanager
def whole_file(path: Path, mode: int = 0o666) -> Iterator[IO[bytes]]:
    """A new file to fill within the block. It is a draft until the block ends well and its content is on the
    disk; otherwise nothing is left. `mode`: its permissions, less the umask. Raises FileExistsError if the
    name is taken, at the beginning or at the end; OSError.
    """
    if os.path.lexists(path):
        raise FileExistsError(path)
    with draft_of(path) as draft:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        named(draft, path)


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
