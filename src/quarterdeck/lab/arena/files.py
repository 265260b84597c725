"""Writes the games of a tournament as match files."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from quarterdeck.errors import QuarterdeckError, system_words
from quarterdeck.i18n import _
from quarterdeck.lab.arena.match import Contest
from quarterdeck.play.checks import file_path
from quarterdeck.play.new_files import unwritable

# A hidden file in the folder of a running tournament.
CLAIM = ".quarterdeck-arena"


class MatchFolder:
    """A folder of match files, one per game: `4-players-deal-1-seating-2.qd`. Until it is closed, a hidden
    file locks out other tournaments.
    """

    def __init__(self, path: Path | str) -> None:
        """Create the folder, or use it if it is empty. Raises QuarterdeckError if it is not writable."""
        self._path = path = file_path(path)
        self._claim = path / CLAIM
        sentence = _("{path} has files in it already: name another folder.")
        not_empty = QuarterdeckError(sentence.format(path=path))
        self._created = False
        try:
            with suppress(FileExistsError):
                path.mkdir()
                self._created = True
            if any(path.iterdir()):
                raise not_empty
            try:
                self._claim.touch(exist_ok=False)
            except FileExistsError:
                raise not_empty from None
            # Another tournament may have used the folder in between.
            if list(path.iterdir()) != [self._claim]:
                self.close()
                raise not_empty
        except OSError as error:
            sentence = _("{path} can't be a folder of match files ({reason}): name another one.")
            raise QuarterdeckError(sentence.format(path=path, reason=system_words(error))) from None

    def add(self, match: Contest) -> None:
        """Write a game's match file. Raises QuarterdeckError if that fails."""
        players, deal, seating = len(match.bots), match.deal + 1, match.seating + 1
        path = self._path / f"{players}-players-deal-{deal}-seating-{seating}.qd"
        try:
            path.write_text(match.file, encoding="utf-8")
        except OSError as error:
            raise unwritable(path, error) from None

    def close(self) -> None:
        """Close the folder; remove it if it was created here and is empty."""
        with suppress(OSError):
            self._claim.unlink(missing_ok=True)
            if self._created:
                self._path.rmdir()
