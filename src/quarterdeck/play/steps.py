"""Single steps of a match on the bytes of its record: interpreted, or compiled once the compiler is loaded.

A compiled step takes a fraction of a microsecond, as long as Python takes to make two or three objects.
Therefore one call does everything that a move needs, and nothing is made anew that was made before.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import GameError
from quarterdeck.i18n import _
from quarterdeck.kernel import batch, jit, verbs
from quarterdeck.kernel.batch import BLANK, DEAL, LOOK, PLAY, READ
from quarterdeck.kernel.events import ALL, FACT_NUMBERS, Facts, blank_news, facts, heard
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import Cell, cell, dtype_of, field_cache
from quarterdeck.kernel.ring import MOST_SEATS
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.play.action import Action

__all__ = [
    "BLANK",
    "DEAL",
    "LOOK",
    "PLAY",
    "READ",
    "GameLike",
    "LegalActions",
    "StepRoom",
    "Stepped",
    "Steps",
    "confided",
]

# By bit mask the seats in it, ascending.
SEATS = tuple(
    tuple(seat for seat in range(MOST_SEATS) if (mask >> seat) & 1) for mask in range(1 << MOST_SEATS)
)
# So many lists of legal actions are kept for a game; random matches have some hundred different ones.
MOST_KEPT = 1 << 13
NEWS_HEAD = 4  # bytes before the facts in news
FACT = 2 * FACT_NUMBERS  # bytes of a fact
ID = 8  # bytes of an action's id


class LegalActions(NamedTuple):
    """Legal actions, in the order of their ids, and by id."""

    actions: tuple[Action, ...]
    by_id: dict[int, Action]


# What comes of a step: the record's bytes; the seats that may act; the choices of the first of them, or after
# BLANK and LOOK of the step's seat, None if nobody has listed them; the facts' bytes; and the bit mask of the
# seats that were told one in confidence.
Stepped = tuple[bytes, tuple[int, ...], "LegalActions | None", bytes, int]


class GameLike(Protocol):
    """What positions need of a game; see `Game`."""

    steps: Steps

    @property
    def spec(self) -> GameSpec: ...
    @property
    def options(self) -> Mapping[str, str | int]: ...
    @property
    def table(self) -> Any: ...
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def features(self) -> int: ...
    @property
    def actions(self) -> tuple[Action, ...]: ...
    def action(self, text: str) -> Action: ...
    def text(self, body: Any) -> str: ...
    def warm(self) -> None: ...


class Steps:
    """The interpreted steps of a game. Once the compiler is loaded it gives the game compiled ones."""

    def __init__(self, game: GameLike) -> None:
        self._game = game
        self._dtype = dtype_of(game.spec.state)

    def take(self, known: bytes, step: int, seat: int = -1, action: int = 0) -> Stepped:
        """Take a step (`kernel.batch`) from the record with these bytes."""
        if jit.loaded():
            return self._compiled().take(known, step, seat, action)
        one, news = self._cell(known), blank_news()
        quick = field_cache(one[0])
        if step == PLAY:
            verbs.apply(quick, seat, action, field_cache(news))
        elif step == DEAL:
            verbs.setup(quick)
        told = facts(news)
        return one.tobytes(), SEATS[verbs.to_act(quick)], None, told.tobytes(), confided(told)

    def blank(self, known: bytes, seat: int, told: bytes) -> Stepped:
        """Blank the record with these bytes and these facts for a seat, −1 for a spectator."""
        if jit.loaded():
            return self._compiled().blank(known, seat, told)
        one = self._cell(known)
        quick = field_cache(one[0])
        verbs.blank(quick, seat)
        known_facts = heard(np.frombuffer(told, np.int16).reshape(-1, FACT_NUMBERS), seat)
        acting, secrets = SEATS[verbs.to_act(quick)], confided(known_facts)
        return one.tobytes(), acting, None, known_facts.tobytes(), secrets

    def choices(self, known: bytes, seat: int) -> LegalActions:
        """The legal actions of a seat; GameError for an id that no action has."""
        if jit.loaded():
            return self._compiled().choices(known, seat)
        ids = batch.no_ids()
        state = self._cell(known)[0]
        return _listed(self._game, ids[: verbs.legal(field_cache(state), seat, ids)].tobytes(), seat)

    def observe(self, known: bytes, seat: int) -> NDArray[np.float32]:
        """A new observation of a record blanked for a seat."""
        out = np.zeros(self._game.features, np.float32)
        if jit.loaded():
            batch.fast_observe(self._cell(known), seat, out)
        else:
            verbs.observe(field_cache(self._cell(known)[0]), seat, out)
        return out

    def determinize(self, known: bytes, seat: int, rolls: Dice) -> Any:
        """A new record, dealt from one blanked for a seat."""
        dealt = self._cell(known)
        if jit.loaded():
            batch.fast_determinize(dealt, seat, cell(rolls))
        else:
            verbs.determinize(field_cache(dealt[0]), seat, field_cache(rolls))
        return dealt[0]

    def _cell(self, known: bytes) -> Cell:
        return np.ndarray(1, self._dtype, bytearray(known))

    def _compiled(self) -> CompiledSteps:
        spec = self._game.spec
        key = spec.state, spec.id, spec.rules_version
        if key not in _COMPILED:
            _COMPILED[key] = CompiledSteps(self._game)
        self._game.steps = _COMPILED[key]
        return _COMPILED[key]


class CompiledSteps(Steps):
    """The compiled steps of all games with the same rules."""

    def __init__(self, game: GameLike) -> None:
        super().__init__(game)
        self._room = StepRoom(self._dtype)
        one, _record, news, _facts, slate, _ids = self._room.mine
        self._step = batch.fast_step.as_called(one, LOOK, -1, 0, news, slate)
        self._known: dict[bytes, LegalActions] = {}

    def take(self, known: bytes, step: int, seat: int = -1, action: int = 0) -> Stepped:
        one, record, news, facts, slate, ids = self._room.mine
        record[:] = known
        acting, found, told, secrets = self._step(one, step, seat, action, news, slate)
        listed = ids[: found * ID].tobytes()
        choices = self._known.get(listed)
        if choices is None:
            choices = self._new(listed, SEATS[acting][0] if acting and step < BLANK else seat)
        return record.tobytes(), SEATS[acting], choices, facts[: told * FACT].tobytes(), secrets

    def blank(self, known: bytes, seat: int, told: bytes) -> Stepped:
        self._room.mine[3][: len(told)] = told
        return self.take(known, BLANK, seat, len(told) // FACT)

    def choices(self, known: bytes, seat: int) -> LegalActions:
        found = self.take(known, LOOK, seat)[2]
        assert found is not None
        return found

    def _new(self, listed: bytes, seat: int) -> LegalActions:
        if len(self._known) >= MOST_KEPT:
            self._known.clear()
        self._known[listed] = _listed(self._game, listed, seat)
        return self._known[listed]


_COMPILED: dict[tuple[type, str, int], CompiledSteps] = {}


class StepRoom(threading.local):
    """A thread's room for one step, as arrays and as their bytes: a record, news and a slate."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        one, record = _bytes_of(np.zeros(1, dtype))
        news, told = _bytes_of(cell(blank_news()))
        slate, ids = _bytes_of(np.zeros(1, dtype_of(batch.Slate)))
        self.mine = one, record, news, told[NEWS_HEAD:], slate, ids


def confided(told: Facts) -> int:
    """The bit mask of the seats that were told one of these facts in confidence."""
    return sum(1 << audience for audience in {*told[:, 1].tolist()} - {ALL})


def _bytes_of(one: Cell) -> tuple[Cell, memoryview]:
    """A copy of a cell, and its bytes, which can be written."""
    raw = bytearray(one.tobytes())
    return np.ndarray(1, one.dtype, raw), memoryview(raw)


def _listed(game: GameLike, ids: bytes, seat: int) -> LegalActions:
    """The actions with these ids, 64-bit integers. GameError for an id that no action has."""
    found = np.frombuffer(ids, np.int64).tolist()
    try:
        every = game.actions
        actions = tuple([every[action] for action in found])
    except IndexError:
        sentence = _("In {game} “legal” lists the action {id} for seat {seat}: ids are 0 to {last}.")
        given = {"game": game.title, "seat": seat, "last": len(game.actions) - 1}
        raise GameError(sentence.format(id=max(found), **given)) from None
    return LegalActions(actions, dict(zip(found, actions, strict=True)))
