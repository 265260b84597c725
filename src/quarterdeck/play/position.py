"""Positions and views: values, cheap to copy, without any I/O."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import ActionTextError, GameError, IllegalAction, SeatError
from quarterdeck.i18n import _
from quarterdeck.kernel import batch, jit, verbs
from quarterdeck.kernel.events import ALL, Facts, blank_news, facts, heard
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import cell, copy, field_cache, new, reading, to_bytes
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.play.action import Action, Event
from quarterdeck.play.checks import seat_number, seed_text

SPECTATOR = -1
_NEWS = blank_news()

T = TypeVar("T")


def _call(verb: jit.compiled[..., T], *given: Any) -> T:
    """Call the compiled verb if the compiler is loaded, otherwise the interpreted one on field caches."""
    if jit.loaded():
        return verb(*given)
    return verb.interpreted(*map(_with_field_cache, given))


def _with_field_cache(given: Any) -> Any:
    """In place of a cell one with a field cache of its record; anything else as it is."""
    return (field_cache(given[0]),) if isinstance(given, np.ndarray) and given.dtype.names else given


def dice(seed: int | str) -> Dice:
    """A source of random numbers from a seed. Raises GameOptionError."""
    made = new(Dice)
    text = f"quarterdeck dice\n{seed_text(seed)}"
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).digest()
    made.key[0] = int.from_bytes(digest[:8], "little")
    made.key[1] = int.from_bytes(digest[8:16], "little")
    return made


class GameLike(Protocol):
    """What positions need of a game; see `Game`."""

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


class _Situation:
    """The common part of positions and views: a read-only record of a game."""

    def __init__(self, game: GameLike, state: Any, told: Facts) -> None:
        self.game = game
        self._cell = cell(state)
        self._state = self._cell[0]
        self._facts = told
        self._legal_by_seat: dict[int, tuple[Action, ...]] = {}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self) or not isinstance(other, _Situation):
            return NotImplemented
        return self.game == other.game and to_bytes(self._state) == to_bytes(other._state)

    def __hash__(self) -> int:
        return hash(to_bytes(self._state))

    @property
    def state(self) -> Any:
        """A copy of the flat record."""
        return copy(self._state)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.to_act

    @cached_property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now, ascending; empty once the match is over."""
        acting = _call(batch.fast_to_act, self._cell)
        return tuple(seat for seat in range(self.game.players) if (acting >> seat) & 1)

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points so far."""
        out = np.zeros(self.game.players, np.int16)
        verbs.scores(self._state, out)
        return tuple(int(points) for points in out)

    @property
    def progress(self) -> tuple[int, int | None]:
        """The present round (or turn), and the number of rounds, if it is known."""
        return self.game.spec.progress(self._state)

    @property
    def opening(self) -> str:
        """The title of the first part of the log in a match that begins here."""
        number, _last = self.progress
        return self.game.spec.chapter("", {"round": number, "turn": number}) or ""

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats once the match is over; empty before."""
        won = verbs.winners(self._state)
        return tuple(seat for seat in range(self.game.players) if (won >> seat) & 1)

    def _legal(self, seat: int) -> tuple[Action, ...]:
        known = self._legal_by_seat.get(seat)
        if known is None:
            ids = batch.no_ids()
            count = _call(batch.fast_legal, self._cell, seat, ids)
            actions = self.game.actions
            listed = ids[:count].tolist()
            try:
                known = tuple([actions[action] for action in listed])
            except IndexError:
                sentence = _("In {game} “legal” lists the action {id} for seat {seat}: ids are 0 to {last}.")
                given = {"game": self.game.title, "seat": seat, "last": len(actions) - 1}
                raise GameError(sentence.format(id=max(listed), **given)) from None
            self._legal_by_seat[seat] = known
        return known

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The facts of the last transition; in a view only those that its seat may know."""
        return tuple(self._event(row) for row in self._facts.tolist())

    @property
    def told(self) -> bytes:
        """The same facts as bytes, which are equal exactly if the facts are."""
        return self._facts.tobytes()

    @property
    def known(self) -> bytes:
        """The flat record as bytes, which are equal exactly if the records are."""
        return to_bytes(self._state)

    def _event(self, row: list[int]) -> Event:
        fact = self.game.spec.fact(row, self.game.table)
        audience = None if row[1] == ALL else row[1]
        return Event(fact.kind, fact.rule, row[2], fact.data, audience, self.game.spec)

    def _action(self, action: Action | str) -> Action:
        """An action of this game from an action or a text. Raises ActionTextError if there is none."""
        return self.game.action(action.text if isinstance(action, Action) else action)

    def _body(self) -> dict[str, Any]:
        """The JSON of the game's record, with defaults for the keys that all games must have."""
        told = self.game.spec.describe(reading(self._state), self.game.table)
        usual = {
            "phase": "over" if self.over else "play",
            "to_act": list(self.to_act),
            "winners": list(self.winners),
            **({} if "seats" in told else {"seats": [{"score": score} for score in self.scores]}),
        }
        missing = {key: value for key, value in usual.items() if key not in told}
        return {"game": self.game.id, "options": dict(self.game.options), **told, **missing}

    def _seat(self, seat: int) -> int:
        return seat_number(seat, self.game.players)


class Position(_Situation):
    """A position of a match: everything, secrets included. A value: `play` returns the next one.

    A `View` is what a seat or a spectator may see of it.
    """

    def __repr__(self) -> str:
        return f"<{self.game.title} position, to act {self.to_act}, scores {self.scores}>"

    def __str__(self) -> str:
        return self.game.text(self.to_json())

    def _repr_svg_(self) -> str:
        return self.game.spec.draw(self.to_json())

    @cached_property
    def confided(self) -> frozenset[int]:
        """The seats with a private fact in the last transition."""
        return frozenset(self._facts[:, 1].tolist()) - {ALL}

    def legal(self, seat: int | None = None) -> tuple[Action, ...]:
        """The legal actions of a seat (by default the first that may act), in the order of their ids."""
        if seat is None:
            return self._legal(self.to_act[0]) if self.to_act else ()
        return self._legal(self._seat(seat))

    def play(self, seat: int, action: Action | str) -> Position:
        """The position after this action.

        Raises IllegalAction, which cites the rule, or ActionTextError for an unknown action.
        """
        seat, chosen = self._seat(seat), self._action(action)
        if all(chosen is not action for action in self.legal(seat)):
            rule, sentence = self.game.spec.why_not(self.view(seat).state, seat, chosen.id, self.game.table)
            raise IllegalAction(sentence, rule, seat, chosen.text)
        after, news = cell(self._state), cell(_NEWS)
        _call(batch.fast_apply, after, seat, chosen.id, news)
        return Position(self.game, after[0], facts(news[0]))

    def view(self, seat: int | None) -> View:
        """What a seat knows; None: what a spectator knows."""
        number = SPECTATOR if seat is None else self._seat(seat)
        seen = cell(self._state)
        _call(batch.fast_blank, seen, number)
        return View(self.game, seen[0], self._told_to(number), number)

    def heard(self, seat: int | None) -> tuple[Event, ...]:
        """The facts of the last transition that a seat, or a spectator, may know: the events of its view."""
        number = SPECTATOR if seat is None else self._seat(seat)
        return tuple(map(self._event, self._told_to(number).tolist()))

    def _told_to(self, number: int) -> Facts:
        # Most transitions tell everybody the same, and NumPy takes long for a few rows.
        return heard(self._facts, number) if self.confided else self._facts

    def to_json(self) -> dict[str, Any]:
        """Everything, as plain data; docs/json describes it field by field."""
        legal = [action.text for action in self.legal()]
        return {"format": "quarterdeck-position 1", **self._body(), "legal": legal}


class View(_Situation):
    """What one seat, or a spectator, knows of a position.

    Its record is blanked; bots and pages get nothing else.
    """

    def __init__(self, game: GameLike, state: Any, told: Facts, number: int) -> None:
        super().__init__(game, state, told)
        self._number = number

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) is True and isinstance(other, View) and self._number == other._number

    __hash__ = _Situation.__hash__

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<{self.game.title} as {who} sees it, to act {self.to_act}, scores {self.scores}>"

    def __str__(self) -> str:
        return self.game.text(self.to_json())

    def _repr_svg_(self) -> str:
        return self.game.spec.draw(self.to_json())

    @property
    def seat(self) -> int | None:
        """The viewer's seat; None: a spectator."""
        return None if self._number == SPECTATOR else self._number

    def legal(self) -> tuple[Action, ...]:
        """The legal actions of this seat; none for a spectator."""
        return () if self.seat is None else self._legal(self.seat)

    def possible(self, seat: int) -> tuple[Action, ...]:
        """Every action of a seat that may be legal as far as this view can tell."""
        return self._legal(self._seat(seat))

    def why_not(self, action: Action | str) -> tuple[str, str]:
        """The rule id and the sentence why an action of this seat, or a spectator, is illegal.

        Raises ActionTextError for a legal or unknown action.
        """
        chosen = self._action(action)
        if chosen in self.legal():
            raise ActionTextError(_("“{action}” is legal here: nothing forbids it.").format(action=chosen))
        return self.game.spec.why_not(self._state, self._number, chosen.id, self.game.table)

    def prompt(self, names: list[str]) -> str:
        """The present question and who has to answer it, in one sentence."""
        return self.game.spec.prompt(self.to_json(), names)

    def observation(self) -> NDArray[np.float32]:
        """This seat's observation for a network: float32 [game.features], numbers of about −1 to 1.

        Seats are counted clockwise from this one; docs/observations.md describes each number. Raises
        SeatError for a spectator's view.
        """
        if self.seat is None:
            raise SeatError(_("A spectator has no seat to observe from; take a seat's view."))
        out = np.zeros(self.game.features, np.float32)
        _call(batch.fast_observe, self._cell, self._number, out)
        return out

    def sample(self, seed: int | str = 0) -> Position:
        """A determinization: a position dealt at random, consistent with what this seat knows.

        Its view of it equals this one, and has the same facts.
        """
        dealt = cell(self._state)
        _call(batch.fast_determinize, dealt, self._number, cell(dice(seed)))
        return Position(self.game, dealt[0], self._facts)

    def to_json(self) -> dict[str, Any]:
        """The view as plain data; docs/json describes it field by field."""
        legal = [action.text for action in self.legal()]
        return {"format": "quarterdeck-view 1", "seat": self.seat, **self._body(), "legal": legal}
