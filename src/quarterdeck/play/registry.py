"""The installed games: each package with an entry point in `quarterdeck.games` provides one.

An entry point names a `kernel.spec.GameSpec`. The packages are loaded when a game is first asked for.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from quarterdeck.errors import GameError, GameOptionError, place_of
from quarterdeck.i18n import _, short
from quarterdeck.kernel.spec import GameSpec

__all__ = ["GAMES", "GROUP", "Faces", "GameFault", "fault_of_game", "find", "versions"]

GROUP = "quarterdeck.games"

T = TypeVar("T")


class Games(Mapping[str, GameSpec]):
    """Every installed game by its id, ordered by `GameSpec.rank`, then by id.

    A package that can't be loaded is left out; `find` says why.
    """

    def __init__(self) -> None:
        # By the game's id, why its package can't be loaded.
        self.broken: dict[str, str] = {}

    @cached_property
    def _specs(self) -> dict[str, GameSpec]:
        specs: dict[str, GameSpec] = {}
        for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
            try:
                spec = _load_spec(entry)
            except GameError as error:
                self.broken[entry.name] = str(error).rstrip(".")
            except Exception as error:
                self.broken[entry.name] = f"{type(error).__name__}: {error} ({place_of(error)})"
            else:
                if spec is not specs.setdefault(spec.id, spec):
                    self.broken[spec.id] = _("two packages bring a game of this id: uninstall one")
        for id_ in specs.keys() & self.broken.keys():
            del specs[id_]
        return dict(sorted(specs.items(), key=lambda item: (item[1].rank, item[0])))

    def __getitem__(self, id_: str) -> GameSpec:
        return self._specs[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(self._specs)

    def __len__(self) -> int:
        return len(self._specs)

    def why_broken(self, id_: str) -> str | None:
        """Why the package of this game can't be loaded; None if it can, or if there is no such package."""
        return self.broken.get(id_) if id_ not in self._specs else None


def _load_spec(entry: EntryPoint) -> GameSpec:
    """The game that an entry point names. Raises GameError if it names something else or another id."""
    spec = entry.load()
    if not isinstance(spec, GameSpec):
        sentence = _("its entry point names “{value}”, which is no GameSpec but of the type {type}")
        raise GameError(sentence.format(value=entry.value, type=type(spec).__name__))
    if spec.id != entry.name:
        sentence = _("its entry point is called “{entry}” and the game “{id}”: give both one name")
        raise GameError(sentence.format(entry=entry.name, id=spec.id))
    return spec


GAMES = Games()


class Faces(Mapping[str, T], Generic[T]):
    """One face of every installed game, such as its board, by the game's id.

    `default` makes the face of a game without one. A face is imported when it is first asked for.
    """

    def __init__(self, name: str, default: Callable[[GameSpec], T]) -> None:
        self._name = name
        self._default = default
        self._faces: dict[str, T] = {}

    def __getitem__(self, id_: str) -> T:
        if id_ not in self._faces:
            spec = GAMES[id_]
            face: T | None = spec.face(self._name)
            self._faces[id_] = self._default(spec) if face is None else face
        return self._faces[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


def find(name: object, rules_version: int | None = None) -> GameSpec:
    """The game with this id, with this version of its rules, by default the newest.

    Raises GameOptionError if there is none.
    """
    found = GAMES.get(name) if isinstance(name, str) else None
    if found is None:
        if isinstance(name, str) and (why := GAMES.why_broken(name)):
            sentence = _("The package of the game “{name}” can't be loaded: {why}.")
            raise GameOptionError(sentence.format(name=name, why=why))
        if not GAMES:
            raise GameOptionError(
                _("No game is installed: “pip install” Quarterdeck, which registers its games.")
            )
        sentence = _("There is no game “{name}”; there are {games}.")
        raise GameOptionError(sentence.format(name=short(name, str), games=", ".join(GAMES)))
    if rules_version is None or rules_version == found.rules_version:
        return found
    for earlier in found.earlier:
        if earlier.rules_version == rules_version:
            return earlier
    sentence = _("This match was played by version {found} of the rules; this program plays version {known}.")
    raise GameOptionError(sentence.format(found=rules_version, known=found.rules_version))


def versions(name: object) -> tuple[int, ...]:
    """The playable versions of a game's rules, the newest first. Raises GameOptionError."""
    newest = find(name)
    return (
        newest.rules_version,
        *sorted((earlier.rules_version for earlier in newest.earlier), reverse=True),
    )


class GameFault(NamedTuple):
    """Where a game of another package raised an error: its title, its function, and "game.py:12"."""

    title: str
    function: str
    place: str


def fault_of_game(error: BaseException) -> GameFault | None:
    """The last function of another package's game on the way to an error; None if it met none."""
    packages = {spec.state.__module__.partition(".")[0]: spec.title for spec in GAMES.values()}
    packages.pop("quarterdeck", None)
    found = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        package = str(frame.f_globals.get("__name__")).partition(".")[0]
        if package in packages:
            code = frame.f_code
            function = code.co_qualname.partition(".<locals>")[0]
            found = GameFault(packages[package], function, f"{Path(code.co_filename).name}:{line}")
    return found
