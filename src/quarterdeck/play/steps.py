"""Single steps of a match on the bytes of its record: interpreted, or compiled once the compiler is loaded.

A compiled step takes a fraction of a microsecond, as long as Python takes to make two or three objects.
Therefore one call does everything that a move needs, and objects made for earlier moves are used again.
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

# The seats of each bit mask, ascending; the index is the mask.
SEATS = tuple(
    tuple(seat for seat in range(MOST_SEATS) if (mask >> seat) & 1) for mask in range(1 << MOST_SEATS)
)
# The most lists of legal actions that are kept for a game; random matches have some hundred different ones.
MOST_KEPT = 1 << 13
NEWS_HEAD = 4  # bytes before the facts in news
FACT = 2 * FACT_NUMBERS  # bytes of a fact
ID = 8  # bytes of an action's id


class LegalActions(NamedTuple):
    """Legal actions, in the order of their ids, and by id."""

    actions: tuple[Action, ...]
    by_id: dict[int, Action]


# The results of a step: the bytes of the new record; the seats that may act; the legal actions of the first
# of them (after BLANK and LOOK, of the step's seat), None if they are not listed yet; the bytes of the facts;
# and the bit mask of the seats that were told a fact in confidence.
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
    """The interpreted steps of a game. When the compiler is loaded, the next step replaces them by compiled
    ones.
    """

    def __init__(self, game: GameLike) -> None:
        self._game = game
        self._dtype = dtype_of(game.spec.state)

    def take(self, record: bytes, step: int, seat: int = -1, action: int = 0) -> Stepped:
        """Take a step (`kernel.batch`) from the record with these bytes, which stay as they are."""
        if jit.loaded():
            return self._switch_to_compiled().take(record, step, seat, action)
        state_cell, news = self._copy_cell(record), blank_news()
        fields = field_cache(state_cell[0])
        if step == PLAY:
            verbs.apply(fields, seat, action, field_cache(news))
        elif step == DEAL:
            verbs.setup(fields)
        told_facts, seats = facts(news), SEATS[verbs.to_act(fields)]
        return state_cell.tobytes(), seats, None, told_facts.tobytes(), confided(told_facts)

    def blank(self, record: bytes, seat: int, fact_bytes: bytes) -> Stepped:
        """Blank the record with these bytes and these facts for a seat, −1 for a spectator."""
        if jit.loaded():
            return self._switch_to_compiled().blank(record, seat, fact_bytes)
        state_cell = self._copy_cell(record)
        fields = field_cache(state_cell[0])
        verbs.blank(fields, seat)
        heard_facts = heard(np.frombuffer(fact_bytes, np.int16).reshape(-1, FACT_NUMBERS), seat)
        seats, confided_mask = SEATS[verbs.to_act(fields)], confided(heard_facts)
        return state_cell.tobytes(), seats, None, heard_facts.tobytes(), confided_mask

    def choices(self, record: bytes, seat: int) -> LegalActions:
        """The legal actions of a seat; GameError for an id that no action has."""
        if jit.loaded():
            return self._switch_to_compiled().choices(record, seat)
        ids = batch.no_ids()
        count = verbs.legal(field_cache(self._copy_cell(record)[0]), seat, ids)
        return _legal_actions_from(self._game, ids[:count].tobytes(), seat)

    def observe(self, record: bytes, seat: int) -> NDArray[np.float32]:
        """A new observation of a record blanked for a seat."""
        out = np.zeros(self._game.features, np.float32)
        if jit.loaded():
            batch.fast_observe(self._copy_cell(record), seat, out)
        else:
            verbs.observe(field_cache(self._copy_cell(record)[0]), seat, out)
        return out

    def determinize(self, record: bytes, seat: int, rolls: Dice) -> Any:
        """A new record, dealt from one blanked for a seat."""
        state_cell = self._copy_cell(record)
        if jit.loaded():
            batch.fast_determinize(state_cell, seat, cell(rolls))
        else:
            verbs.determinize(field_cache(state_cell[0]), seat, field_cache(rolls))
        return state_cell[0]

    def _copy_cell(self, record: bytes) -> Cell:
        """The record with these bytes in an array of its own, which may be changed."""
        return np.ndarray(1, self._dtype, bytearray(record))

    def _switch_to_compiled(self) -> CompiledSteps:
        """The compiled steps of these rules; they replace this object in the game."""
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
        state_cell, _record, news, _facts, slate, _ids = self._room.mine
        self._step = batch.fast_step.as_called(state_cell, LOOK, -1, 0, news, slate)
        self._choices_by_ids: dict[bytes, LegalActions] = {}

    def take(self, record: bytes, step: int, seat: int = -1, action: int = 0) -> Stepped:
        state_cell, record_view, news, fact_view, slate, id_view = self._room.mine
        record_view[:] = record
        acting, id_count, fact_count, confided_mask = self._step(state_cell, step, seat, action, news, slate)
        id_bytes, fact_bytes = id_view[: id_count * ID].tobytes(), fact_view[: fact_count * FACT].tobytes()
        choices = self._choices_by_ids.get(id_bytes)
        if choices is None:
            first = SEATS[acting][0] if acting and step < BLANK else seat
            choices = self._remember_choices(id_bytes, first)
        return record_view.tobytes(), SEATS[acting], choices, fact_bytes, confided_mask

    def blank(self, record: bytes, seat: int, fact_bytes: bytes) -> Stepped:
        self._room.mine[3][: len(fact_bytes)] = fact_bytes
        return self.take(record, BLANK, seat, len(fact_bytes) // FACT)

    def choices(self, record: bytes, seat: int) -> LegalActions:
        choices = self.take(record, LOOK, seat)[2]
        assert choices is not None
        return choices

    def _remember_choices(self, id_bytes: bytes, seat: int) -> LegalActions:
        if len(self._choices_by_ids) >= MOST_KEPT:
            self._choices_by_ids.clear()
        self._choices_by_ids[id_bytes] = _legal_actions_from(self._game, id_bytes, seat)
        return self._choices_by_ids[id_bytes]


_COMPILED: dict[tuple[type, str, int], CompiledSteps] = {}


class StepRoom(threading.local):
    """The memory of a thread's steps: a record, news and a slate, each as an array and as its bytes.

    `mine` are the record's array and bytes, the news' array and the bytes of its facts, and the slate's array
    and bytes. Writing to the bytes changes the array.
    """

    def __init__(self, dtype: np.dtype[Any]) -> None:
        state_cell, record_view = _with_bytes(np.zeros(1, dtype))
        news, news_view = _with_bytes(cell(blank_news()))
        slate, id_view = _with_bytes(np.zeros(1, dtype_of(batch.Slate)))
        self.mine = state_cell, record_view, news, news_view[NEWS_HEAD:], slate, id_view


def confided(facts: Facts) -> int:
    """The bit mask of the seats that were told one of these facts in confidence."""
    return sum(1 << audience for audience in {*facts[:, 1].tolist()} - {ALL})


def _with_bytes(original: Cell) -> tuple[Cell, memoryview]:
    """A copy of a cell, and a view of its bytes that can be written."""
    raw = bytearray(original.tobytes())
    return np.ndarray(1, original.dtype, raw), memoryview(raw)


def _legal_actions_from(game: GameLike, ids: bytes, seat: int) -> LegalActions:
    """The actions with these ids, 64-bit integers. Raises GameError for an id that no action has."""
    numbers = np.frombuffer(ids, np.int64).tolist()
    try:
        actions_by_id = game.actions
        actions = tuple([actions_by_id[action] for action in numbers])
    except IndexError:
        sentence = _("In {game} “legal” lists the action {id} for seat {seat}: ids are 0 to {last}.")
        details = {"game": game.title, "seat": seat, "last": len(game.actions) - 1}
        raise GameError(sentence.format(id=max(numbers), **details)) from None
    return LegalActions(actions, dict(zip(numbers, actions, strict=True)))
