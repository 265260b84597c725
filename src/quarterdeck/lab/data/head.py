"""The metadata of a data set: the game, the bots and the seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from quarterdeck.errors import QuarterdeckError, RecordError, in_file, system_words
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.lab.arena.seating import Seating
from quarterdeck.play import Game, find, versions
from quarterdeck.play.record import NAME_LENGTH, check_names

FORMAT = "quarterdeck matches 1"


@dataclass(frozen=True)
class Head:
    """A game with its options and table, the bots by seat, and the seed of the series. Raises RecordError if
    match files can't hold them: each seat needs a named bot.
    """

    game: Game
    bots: Seating
    seed: str

    def __post_init__(self) -> None:
        """Checked before anything is written."""
        check_names(self.names, self.game.players)

    def dumps(self) -> str:
        """As JSON text; docs/data-sets.md has its keys."""
        return json.dumps(
            {
                "format": FORMAT,
                "game": self.game.id,
                "rules_version": self.game.spec.rules_version,
                "options": dict(self.game.options),
                "table": self.game.spec.table_json(self.game.table),
                "bots": list(self.bots),
                "seed": self.seed,
            },
            ensure_ascii=False,
        )

    @property
    def names(self) -> list[str]:
        """The bots as player names of a match file, by seat."""
        return [bot[:NAME_LENGTH].strip() for bot in self.bots]

    @classmethod
    def loads(cls, text: str | bytes, path: Path) -> Head:
        """Parse the JSON. Raises RecordError for another format, other rules or damage."""
        try:
            fields = json.loads(text)
            if fields["format"] != FORMAT:
                sentence = _("{path} has the format “{found}”; this program reads “{known}”.")
                raise RecordError(sentence.format(path=path, found=str(fields["format"])[:40], known=FORMAT))
            game = _game_of_head(fields, path)
            bots, seed = tuple(map(str, fields["bots"])), str(fields["seed"])
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise damaged(path) from None
        with named(path):
            return cls(game, bots, seed)


def _game_of_head(fields: Json, path: Path) -> Game:
    """The game of a head. Raises RecordError; any other error means that values have the wrong types."""
    version, table = fields["rules_version"], fields["table"]
    # `Game` takes a path for a table, too, but reading a data set must not open other files.
    if not isinstance(version, int) or not isinstance(table, dict | None):
        raise damaged(path)
    with named(path):
        playable = versions(fields["game"])
    if version not in playable:
        sentence = _(
            "{path}: its matches were played by version {found} of the rules; this program plays version "
            "{known}."
        )
        raise RecordError(sentence.format(path=path, found=str(version)[:20], known=playable[0]))
    with named(path):
        return Game(find(fields["game"], version), table=table, **fields["options"])


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Turn errors in a data set's content into a RecordError that names the data set."""
    try:
        yield
    except QuarterdeckError as error:
        raise RecordError(in_file(path, None, error.sentence)) from None


def damaged(path: Path) -> RecordError:
    """The error for a damaged data set."""
    return RecordError(_("{path} is damaged: make it again, or copy it anew.").format(path=path))


def unreadable(path: Path, error: OSError | ValueError) -> RecordError:
    """The error for a file that can't be read, or an impossible name."""
    return RecordError(_("{path} can't be read ({reason}).").format(path=path, reason=system_words(error)))
