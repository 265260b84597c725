"""Positions and views: values, cheap to copy, without any I/O."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import ActionTextError, IllegalAction, SeatError
from quarterdeck.i18n import _
from quarterdeck.kernel import verbs
from quarterdeck.kernel.events import ALL, FACT_NUMBERS, Facts, heard
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import dtype_of, new, reading, to_bytes
from quarterdeck.play.action import Action, Event
from quarterdeck.play.checks import seat_number, seed_text
from quarterdeck.play.steps import LOOK, PLAY, READ, SEATS, GameLike, LegalActions, Stepped, confided

SPECTATOR = -1
_new = object.__new__


def dice(seed: int | str) -> Dice:
    """A source of random numbers from a seed. Raises GameOptionError."""
    made = new(Dice)
    text = f"quarterdeck dice\n{seed_text(seed)}"
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).digest()
    made.key[0] = int.from_bytes(digest[:8], "little")
    made.key[1] = int.from_bytes(digest[8:16], "little")
    return made


def event_of(game: GameLike, row: list[int]) -> Event:
    """The event that a fact, six numbers, is in this game."""
    fact = game.spec.fact(row, game.table)
    audience = None if row[1] == ALL else row[1]
    return Event(fact.kind, fact.rule, row[2], fact.data, audience, game.spec)


class _Situation:
    """The common part of positions and views: the bytes of a record of a game, and what may be done there."""

    __slots__ = ("_asked", "_choices", "_confided", "_events", "_known", "_others", "_told", "game", "to_act")

    game: GameLike
    to_act: tuple[int, ...]
    """The seats that may act now, ascending; empty once the match is over."""
    _asked: int  # the seat whose choices are kept, −1 if there is none
    _choices: LegalActions | None  # None: not listed yet
    _others: dict[int, LegalActions] | None  # the other seats' choices, as far as they are listed
    _confided: int  # the bit mask of the seats with a private fact among the told ones
    _events: tuple[Event, ...] | None

    def __init__(self, game: GameLike, state: Any, told: Facts, asked: int | None = None) -> None:
        known = to_bytes(state)
        taken = game.steps.take(known, READ) if asked is None else game.steps.take(known, LOOK, asked)
        self._settle(game, taken, asked)
        self._told = told.tobytes()
        self._confided = confided(told)

    def _settle(self, game: GameLike, taken: Stepped, asked: int | None = None) -> None:
        """Take over what came of a step; `asked` is the seat whose choices these are, None: the first."""
        self.game = game
        self._known, self.to_act, self._choices, self._told, self._confided = taken
        self._asked = asked if asked is not None else self.to_act[0] if self.to_act else SPECTATOR
        self._others = self._events = None

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self) or not isinstance(other, _Situation):
            return NotImplemented
        return self._known == other._known and self.game == other.game

    def __hash__(self) -> int:
        return hash(self._known)

    @property
    def _state(self) -> Any:
        """The flat record, read-only."""
        return np.ndarray(1, dtype_of(self.game.spec.state), self._known)[0]

    @property
    def state(self) -> Any:
        """A copy of the flat record."""
        return np.ndarray(1, dtype_of(self.game.spec.state), bytearray(self._known))[0]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.to_act

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

    def _choices_of(self, seat: int) -> LegalActions:
        if seat == self._asked:
            if self._choices is None:
                self._choices = self.game.steps.choices(self._known, seat)
            return self._choices
        if self._others is None:
            self._others = {}
        if seat not in self._others:
            self._others[seat] = self.game.steps.choices(self._known, seat)
        return self._others[seat]

    @property
    def events(self) -> tuple[Event, ...]:
        """The facts of the last transition; in a view only those that its seat may know."""
        if self._events is None:
            self._events = self._events_of(self._facts)
        return self._events

    @property
    def told(self) -> bytes:
        """The same facts as bytes, which are equal exactly if the facts are."""
        return self._told

    @property
    def known(self) -> bytes:
        """The flat record as bytes, which are equal exactly if the records are."""
        return self._known

    @property
    def _facts(self) -> Facts:
        """The same facts as numbers, read-only."""
        return np.frombuffer(self._told, np.int16).reshape(-1, FACT_NUMBERS)

    def _events_of(self, told: Facts) -> tuple[Event, ...]:
        return tuple([event_of(self.game, row) for row in told.tolist()])

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
        # What most callers give needs no check; a bool has a class of its own.
        if seat.__class__ is int and 0 <= seat < self.game.players:
            return seat
        return seat_number(seat, self.game.players)


class Position(_Situation):
    """A position of a match: everything, secrets included. A value: `play` returns the next one.

    A `View` is what a seat or a spectator may see of it.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{self.game.title} position, to act {self.to_act}, scores {self.scores}>"

    def __str__(self) -> str:
        return self.game.text(self.to_json())

    def _repr_svg_(self) -> str:
        return self.game.spec.draw(self.to_json())

    @classmethod
    def of(cls, game: GameLike, taken: Stepped) -> Position:
        """The position that came of a step."""
        made = _new(cls)
        made._settle(game, taken)
        return made

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        return Position, (self.game, self.state, self._facts)

    @property
    def confided(self) -> frozenset[int]:
        """The seats with a private fact in the last transition."""
        return frozenset(SEATS[self._confided])

    def legal(self, seat: int | None = None) -> tuple[Action, ...]:
        """The legal actions of a seat (by default the first that may act), in the order of their ids."""
        if seat is None:
            return (self._choices or self._choices_of(self._asked)).actions if self.to_act else ()
        return self._choices_of(self._seat(seat)).actions

    def play(self, seat: int, action: Action | str) -> Position:
        """The position after this action.

        Raises IllegalAction, which cites the rule, or ActionTextError for an unknown action.
        """
        # Nearly all moves are one of the actions that `legal` has listed for the first seat that may act.
        choices = self._choices if seat.__class__ is int and seat == self._asked else None
        if choices is None or action.__class__ is not Action or choices.by_id.get(action.id) is not action:
            seat = self._seat(seat)
            action = self._legal_action(seat, action)
        after = _new(Position)
        after._settle(self.game, self.game.steps.take(self._known, PLAY, seat, action.id))
        return after

    def _legal_action(self, seat: int, action: Action | str) -> Action:
        """The game's own action for an action or a text. Raises IllegalAction, ActionTextError."""
        chosen = self._action(action)
        if chosen.id not in self._choices_of(seat).by_id:
            rule, sentence = self.game.spec.why_not(self.view(seat).state, seat, chosen.id, self.game.table)
            raise IllegalAction(sentence, rule, seat, chosen.text)
        return chosen

    def view(self, seat: int | None) -> View:
        """What a seat knows; None: what a spectator knows."""
        number = SPECTATOR if seat is None else seat
        # The seat that is to act needs no check.
        if seat is not None and (seat.__class__ is not int or seat != self._asked or seat < 0):
            number = self._seat(seat)
        seen = _new(View)
        seen._settle(self.game, self.game.steps.blank(self._known, number, self._told), number)
        seen._number = number
        return seen

    def heard(self, seat: int | None) -> tuple[Event, ...]:
        """The facts of the last transition that a seat, or a spectator, may know: the events of its view."""
        number = SPECTATOR if seat is None else self._seat(seat)
        # Most transitions tell everybody the same.
        return self._events_of(heard(self._facts, number)) if self._confided else self.events

    def to_json(self) -> dict[str, Any]:
        """Everything, as plain data; docs/json describes it field by field."""
        legal = [action.text for action in self.legal()]
        return {"format": "quarterdeck-position 1", **self._body(), "legal": legal}


class View(_Situation):
    """What one seat, or a spectator, knows of a position.

    Its record is blanked; bots and pages get nothing else.
    """

    __slots__ = ("_number",)

    _number: int  # the viewer's seat, −1: a spectator

    def __init__(self, game: GameLike, state: Any, told: Facts, number: int) -> None:
        super().__init__(game, state, told, number)
        self._number = number

    def __reduce__(self) -> tuple[Callable[..., View], tuple[Any, ...]]:
        return View, (self.game, self.state, self._facts, self._number)

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
        return (self._choices or self._choices_of(self._number)).actions if self._number >= 0 else ()

    def possible(self, seat: int) -> tuple[Action, ...]:
        """Every action of a seat that may be legal as far as this view can tell."""
        return self._choices_of(self._seat(seat)).actions

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
        return self.game.steps.observe(self._known, self._number)

    def sample(self, seed: int | str = 0) -> Position:
        """A determinization: a position dealt at random, consistent with what this seat knows.

        Its view of it equals this one, and has the same facts.
        """
        dealt = self.game.steps.determinize(self._known, self._number, dice(seed))
        return Position(self.game, dealt, self._facts)

    def to_json(self) -> dict[str, Any]:
        """The view as plain data; docs/json describes it field by field."""
        legal = [action.text for action in self.legal()]
        return {"format": "quarterdeck-view 1", "seat": self.seat, **self._body(), "legal": legal}
