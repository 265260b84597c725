"""What a data set says of all its matches at once: the game, who played it, and from which seed."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from quarterdeck.errors import QuarterdeckError, RecordError
from quarterdeck.lab.arena.seating import Seating
from quarterdeck.play import Game, find, versions
from quarterdeck.words import _

FORMAT = "quarterdeck matches 1"


@dataclass(frozen=True)
class Head:
    """A game with its options and table, the bots by seat, and the seed of the series."""

    game: Game
    bots: Seating
    seed: str

    def dumps(self) -> str:
        """As JSON text; docs/research.md has its keys."""
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

    @classmethod
    def loads(cls, text: str | bytes, path: Path) -> Head:
        """Read it again. RecordError if it is of another format or of other rules, or was changed."""
        try:
            found = json.loads(text)
            form, bots, seed = found["format"], tuple(map(str, found["bots"])), str(found["seed"])
            if form != FORMAT:
                sentence = _("{path} has the format “{found}”; this program reads “{known}”.")
                raise RecordError(sentence.format(path=path, found=str(form)[:40], known=FORMAT))
            version, known = found["rules_version"], versions(found["game"])
            spec = find(found["game"], version if version in known else None)
            # Never a path: a data set opens no other file.
            if not isinstance(found["table"], dict | None):
                raise damaged(path)
            game = Game(spec, table=found["table"], **found["options"])
        except QuarterdeckError:
            raise
        except (ValueError, KeyError, TypeError, AttributeError):
            raise damaged(path) from None
        if version not in known:
            sentence = _(
                "{path}: its matches were played by version {found} of the rules; this program plays version "
                "{known}."
            )
            raise RecordError(sentence.format(path=path, found=str(version)[:20], known=known[0]))
        return cls(game, bots, seed)


def damaged(path: Path) -> RecordError:
    """The error of a data set that is ours, but not as it was written."""
    return RecordError(_("{path} is damaged: make it again, or copy it anew.").format(path=path))


def unwritable(path: Path, error: OSError) -> QuarterdeckError:
    """The error of a file that the disk does not take."""
    sentence = _("{path} can't be written ({reason}): name another file.")
    return QuarterdeckError(sentence.format(path=path, reason=error.strerror or type(error).__name__))


def unreadable(path: Path, error: OSError) -> RecordError:
    """The error of a file that the disk does not give."""
    # PyArrow puts more into `strerror` than the reason.
    reason = os.strerror(error.errno) if error.errno else type(error).__name__
    return RecordError(_("{path} can't be read ({reason}).").format(path=path, reason=reason))
