"""Data sets as match files (docs/match-files.md): a folder with one file each, or one file with all of them
concatenated.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from quarterdeck.errors import RecordError, in_file
from quarterdeck.i18n import _
from quarterdeck.lab.data.head import Head, unreadable
from quarterdeck.lab.data.matches import Matches
from quarterdeck.play import Record
from quarterdeck.play.record import HEADER

SUFFIX = ".qd"


def records(head: Head, matches: Matches) -> Iterator[Record]:
    """The matches as records, replayed. Raises IllegalAction or IndexError for an invalid move."""
    begin = 0
    for seed, end in zip(matches.seeds, matches.ends.tolist(), strict=True):
        record = Record(head.game, seed, head.names)
        moves = zip(matches.seats[begin:end].tolist(), matches.actions[begin:end].tolist(), strict=True)
        for seat, action in moves:
            if action < 0:
                # Negative numbers would count from the end.
                raise IndexError(action)
            record.append(seat, head.game.actions[action])
        yield record
        begin = end


class Texts:
    """Match files being written, into a folder or into one file."""

    def __init__(self, path: Path, head: Head, folder: bool) -> None:
        self._head, self._path, self._folder = head, path, folder
        if folder:
            path.mkdir()
        self._file = None if folder else path.open("x", encoding="utf-8")

    def add(self, matches: Matches) -> None:
        """Write these matches. Raises OSError."""
        for number, record in zip(matches.number.tolist(), records(self._head, matches), strict=True):
            if self._file:
                self._file.write(record.dumps())
            else:
                (self._path / f"{number:08}{SUFFIX}").write_text(record.dumps(), encoding="utf-8")

    def close(self) -> None:
        """Write what is left. Raises OSError."""
        if self._file:
            self._file.close()

    def drop(self) -> None:
        """Abandon the file."""
        with suppress(OSError):
            self.close()


def read(path: Path) -> Iterator[Record]:
    """Yield every match of a folder, in the order of file names, or of a file. Raises RecordError."""
    try:
        files = sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    if not files:
        raise RecordError(
            _("There are no match files (*{suffix}) in {path}.").format(suffix=SUFFIX, path=path)
        )
    for file in files:
        for line, text in _split_texts(file):
            if not text and file == path:
                # An empty file is a data set of no matches, but in a folder it is a lost match.
                return
            try:
                yield Record.loads(text)
            except RecordError as error:
                where = line + error.line if error.line is not None else line + 1
                raise RecordError(in_file(file, where, error.sentence)) from None


def _split_texts(file: Path) -> Iterator[tuple[int, str]]:
    """The match files within a file, each with the number of lines before it."""
    first_line, lines = 0, list[str]()
    try:
        with file.open(encoding="utf-8-sig") as text:
            for number, line in enumerate(text):
                if lines and line.strip() == HEADER:
                    yield first_line, "".join(lines)
                    first_line, lines = number, []
                lines.append(line)
    except UnicodeDecodeError:
        raise RecordError(_("{path} is not UTF-8 text, so it is no match file.").format(path=file)) from None
    except (OSError, ValueError) as error:
        raise unreadable(file, error) from None
    yield first_line, "".join(lines)
