"""Where a data set is written: what its name says, and that it is there as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from typing import Protocol

from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab.data import parquet
from quarterdeck.lab.data.head import Head, unwritable
from quarterdeck.lab.data.matches import Matches
from quarterdeck.lab.data.texts import SUFFIX, Texts
from quarterdeck.words import _

TABLE = ".parquet"


class Writer(Protocol):
    """What takes matches and puts them in a file or in files. OSError from both."""

    def add(self, matches: Matches) -> None:
        """Write these."""

    def close(self) -> None:
        """Write what is left."""


def check(path: Path) -> None:
    """Before a match is played for it: whether a data set can be put there. QuarterdeckError."""
    if path.suffix not in ("", TABLE, SUFFIX):
        sentence = _(
            "{path}: a data set is a file that ends in {table} or {matches}, or a folder without an ending."
        )
        raise QuarterdeckError(sentence.format(path=path, table=TABLE, matches=SUFFIX))
    if path.suffix == TABLE:
        parquet.check()
    if path.exists():
        raise QuarterdeckError(_("{path} exists already: name another file.").format(path=path))
    if not path.parent.is_dir():
        sentence = _("There is no folder {folder} to put {file} in.")
        raise QuarterdeckError(sentence.format(folder=path.parent, file=path.name))


@contextmanager
def writing(path: Path, head: Head) -> Iterator[Writer]:
    """Take matches; the file or folder has its name when all are in it, and nothing is left if they are not.

    QuarterdeckError if it can't be written.
    """
    check(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        writer = _writer(path.suffix, part, head)
        try:
            yield writer
        finally:
            writer.close()
        part.replace(path)
    except OSError as error:
        raise unwritable(path, error) from None
    finally:
        with suppress(OSError):
            rmtree(part) if part.is_dir() else part.unlink(missing_ok=True)


def _writer(suffix: str, part: Path, head: Head) -> Writer:
    if suffix == TABLE:
        return parquet.Table(part, head)
    return Texts(part, head, folder=not suffix)
