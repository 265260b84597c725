"""Positions and views: values, cheap to copy, without any I/O."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import ActionTextError, GameError, IllegalAction, SeatError
from quarterdeck.i18n import _, short
from quarterdeck.kernel import verbs
from quarterdeck.kernel.events import ALL, FACT_NUMBERS, Facts, heard
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import dtype_of, new, plain_fields, to_bytes
from quarterdeck.play.action import Action, Event
from quarterdeck.play.checks import names_by_seat, seat_number, seed_text
from quarterdeck.play.steps import LOOK, PLAY, READ, SEATS, GameLike, LegalActions, Stepped, confided

SPECTATOR = -1
_new_object = object.__new__


def dice(seed: int | str) -> Dice:
    """A source of random numbers from a seed. Raises GameOptionError."""
    source = new(Dice)
    text = f"quarterdeck dice\n{seed_text(seed)}"
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).digest()
    source.key[0] = int.from_bytes(digest[:8], "little")
    source.key[1] = int.from_bytes(digest[8:16], "little")
    return source


def event_of(game: GameLike, row: list[int]) -> Event:
    """The event that a fact, six numbers, is in this game."""
    fact = game.spec.fact(row, game.table)
    audience = None if row[1] == ALL else row[1]
    return Event(fact.kind, fact.rule, row[2], fact.data, audience, game.spec)


class _Situation:
    """The common part of positions and views: the bytes of a record of a game, and what may be done there."""

    __slots__ = (
        "_choices",
        "_choices_by_seat",
        "_choices_seat",
        "_confided_mask",
        "_events",
        "_fact_bytes",
        "_record_bytes",
        "game",
        "to_act",
    )

    game: GameLike
    to_act: tuple[int, ...]
    """The seats that may act now, ascending; empty once the match is over."""
    _choices_seat: int  # the seat whose legal actions `_choices` holds, −1: there is none
    _choices: LegalActions | None  # None: not listed yet
    _choices_by_seat: dict[int, LegalActions] | None  # the other seats' legal actions that are listed so far
    _confided_mask: int  # the bit mask of the seats with a private fact in the last transition
    _events: tuple[Event, ...] | None  # None: not made from `_fact_bytes` yet

    def __init__(self, game: GameLike, state: Any, facts: Facts, choices_seat: int | None = None) -> None:
        record = to_bytes(state)
        if choices_seat is None:
            stepped = game.steps.take(record, READ)
        else:
            stepped = game.steps.take(record, LOOK, choices_seat)
        self._adopt_step(game, stepped, choices_seat)
        self._fact_bytes = facts.tobytes()
        self._confided_mask = confided(facts)

    def _adopt_step(self, game: GameLike, stepped: Stepped, choices_seat: int | None = None) -> None:
        """Take over the results of a step. Its legal actions are those of `choices_seat`; None: those of the
        first seat that may act.
        """
        self.game = game
        self._record_bytes, self.to_act, self._choices, self._fact_bytes, self._confided_mask = stepped
        if choices_seat is None:
            choices_seat = self.to_act[0] if self.to_act else SPECTATOR
        self._choices_seat = choices_seat
        self._choices_by_seat = self._events = None

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self) or not isinstance(other, _Situation):
            return NotImplemented
        return self._record_bytes == other._record_bytes and self.game == other.game

    def __hash__(self) -> int:
        return hash(self._record_bytes)

    @property
    def _state(self) -> Any:
        """The flat record, read-only."""
        return np.ndarray(1, dtype_of(self.game.spec.state), self._record_bytes)[0]

    @property
    def state(self) -> Any:
        """A copy of the flat record."""
        return np.ndarray(1, dtype_of(self.game.spec.state), bytearray(self._record_bytes))[0]

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
        winner_mask = verbs.winners(self._state)
        return tuple(seat for seat in range(self.game.players) if (winner_mask >> seat) & 1)

    def _choices_of(self, seat: int) -> LegalActions:
        if seat == self._choices_seat:
            if self._choices is None:
                self._choices = self.game.steps.choices(self._record_bytes, seat)
            return self._choices
        if self._choices_by_seat is None:
            self._choices_by_seat = {}
        if seat not in self._choices_by_seat:
            self._choices_by_seat[seat] = self.game.steps.choices(self._record_bytes, seat)
        return self._choices_by_seat[seat]

    @property
    def events(self) -> tuple[Event, ...]:
        """The facts of the last transition; in a view only those that its seat may know."""
        if self._events is None:
            self._events = self._events_of(self._facts)
        return self._events

    @property
    def told(self) -> bytes:
        """The facts of `events` as bytes, which are equal exactly if the facts are."""
        return self._fact_bytes

    @property
    def known(self) -> bytes:
        """The flat record as bytes, which are equal exactly if the records are."""
        return self._record_bytes

    @property
    def _facts(self) -> Facts:
        """The facts of `events` as numbers, read-only."""
        return np.frombuffer(self._fact_bytes, np.int16).reshape(-1, FACT_NUMBERS)

    def _events_of(self, facts: Facts) -> tuple[Event, ...]:
        return tuple([event_of(self.game, row) for row in facts.tolist()])

    def _own_action(self, action: Action | str) -> Action:
        """The game's own action for an action or a text. Raises ActionTextError if there is none."""
        return self.game.action(action.text if isinstance(action, Action) else action)

    def _record_json(self) -> dict[str, Any]:
        """The JSON of the game's record, with defaults for the keys that all games must have."""
        described: object = self.game.spec.describe(plain_fields(self._state), self.game.table)
        if not isinstance(described, dict):
            sentence = _("“describe” of {game} gives {value}: it has to return a dictionary, the JSON.")
            raise GameError(sentence.format(game=self.game.title, value=short(described)))
        defaults: dict[str, Callable[[], object]] = {
            "phase": lambda: "over" if self.over else "play",
            "to_act": lambda: list(self.to_act),
            "winners": lambda: list(self.winners),
            "seats": lambda: [{"score": score} for score in self.scores],
        }
        missing = {key: make() for key, make in defaults.items() if key not in described}
        return {"game": self.game.id, "options": dict(self.game.options), **described, **missing}

    def _valid_seat(self, seat: int) -> int:
        # Most callers give a plain int, which needs no further check; a bool has another class.
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
    def of(cls, game: GameLike, stepped: Stepped) -> Position:
        """The position that came of a step."""
        position = _new_object(cls)
        position._adopt_step(game, stepped)
        return position

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        return Position, (self.game, self.state, self._facts)

    @property
    def confided(self) -> frozenset[int]:
        """The seats with a private fact in the last transition."""
        return frozenset(SEATS[self._confided_mask])

    def legal(self, seat: int | None = None) -> tuple[Action, ...]:
        """The legal actions of a seat (by default the first that may act), in the order of their ids."""
        if seat is None:
            return (self._choices or self._choices_of(self._choices_seat)).actions if self.to_act else ()
        return self._choices_of(self._valid_seat(seat)).actions

    def play(self, seat: int, action: Action | str) -> Position:
        """The position after this action.

        Raises IllegalAction, which cites the rule, or ActionTextError for an unknown action.
        """
        # Nearly all moves are one of the actions that `legal` has listed for the first seat that may act.
        choices = self._choices if seat.__class__ is int and seat == self._choices_seat else None
        if choices is None or action.__class__ is not Action or choices.by_id.get(action.id) is not action:
            seat = self._valid_seat(seat)
            action = self._legal_action(seat, action)
        after = _new_object(Position)
        after._adopt_step(self.game, self.game.steps.take(self._record_bytes, PLAY, seat, action.id))
        return after

    def _legal_action(self, seat: int, action: Action | str) -> Action:
        """The game's own action for an action or a text, checked to be legal for the seat.

        Raises IllegalAction, ActionTextError.
        """
        chosen = self._own_action(action)
        if chosen.id not in self._choices_of(seat).by_id:
            rule, sentence = self.game.spec.why_not(self.view(seat).state, seat, chosen.id, self.game.table)
            raise IllegalAction(sentence, rule, seat, chosen.text)
        return chosen

    def view(self, seat: int | None) -> View:
        """What a seat knows; None: what a spectator knows."""
        viewer = SPECTATOR if seat is None else seat
        # The seat that is to act needs no check.
        if seat is not None and (seat.__class__ is not int or seat != self._choices_seat or seat < 0):
            viewer = self._valid_seat(seat)
        view = _new_object(View)
        blanked = self.game.steps.blank(self._record_bytes, viewer, self._fact_bytes)
        view._adopt_step(self.game, blanked, viewer)
        view._viewer = viewer
        return view

    def heard(self, seat: int | None) -> tuple[Event, ...]:
        """The facts of the last transition that a seat, or a spectator, may know: the events of its view."""
        viewer = SPECTATOR if seat is None else self._valid_seat(seat)
        # Most transitions tell everybody the same.
        return self._events_of(heard(self._facts, viewer)) if self._confided_mask else self.events

    def to_json(self) -> dict[str, Any]:
        """Everything, as plain data; docs/json describes it field by field."""
        legal = [action.text for action in self.legal()]
        return {"format": "quarterdeck-position 1", **self._record_json(), "legal": legal}


class View(_Situation):
    """What one seat, or a spectator, knows of a position.

    Secrets are blanked out of its record. Bots and pages are given views alone.
    """

    __slots__ = ("_viewer",)

    _viewer: int  # the viewer's seat, −1: a spectator

    def __init__(self, game: GameLike, state: Any, facts: Facts, viewer: int) -> None:
        super().__init__(game, state, facts, viewer)
        self._viewer = viewer

    def __reduce__(self) -> tuple[Callable[..., View], tuple[Any, ...]]:
        return View, (self.game, self.state, self._facts, self._viewer)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) is True and isinstance(other, View) and self._viewer == other._viewer

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
        return None if self._viewer == SPECTATOR else self._viewer

    def legal(self) -> tuple[Action, ...]:
        """The legal actions of this seat; none for a spectator."""
        return (self._choices or self._choices_of(self._viewer)).actions if self._viewer >= 0 else ()

    def possible(self, seat: int) -> tuple[Action, ...]:
        """Every action of a seat that may be legal as far as this view can tell."""
        return self._choices_of(self._valid_seat(seat)).actions

    def why_not(self, action: Action | str) -> tuple[str, str]:
        """The rule id and the sentence why an action of this seat, or a spectator, is illegal.

        Raises ActionTextError for a legal or unknown action.
        """
        chosen = self._own_action(action)
        if chosen in self.legal():
            raise ActionTextError(_("“{action}” is legal here: nothing forbids it.").format(action=chosen))
        return self.game.spec.why_not(self._state, self._viewer, chosen.id, self.game.table)

    def prompt(self, names: Sequence[str]) -> str:
        """The present question and who has to answer it, in one sentence, with the players' names by seat.
        Raises GameOptionError for too few names, or too many.
        """
        return self.game.spec.prompt(self.to_json(), names_by_seat(names, self.game.players))

    def observation(self) -> NDArray[np.float32]:
        """This seat's observation for a network: float32 [game.features], numbers of about −1 to 1.

        Seats are counted clockwise from this one; docs/observations.md describes each number. Raises
        SeatError for a spectator's view.
        """
        if self.seat is None:
            raise SeatError(_("A spectator has no seat to observe from; take a seat's view."))
        return self.game.steps.observe(self._record_bytes, self._viewer)

    def sample(self, seed: int | str = 0) -> Position:
        """A determinization: a position dealt at random, consistent with what this seat knows.

        This seat's view of that position equals this view, and has the same facts.
        """
        state = self.game.steps.determinize(self._record_bytes, self._viewer, dice(seed))
        return Position(self.game, state, self._facts)

    def to_json(self) -> dict[str, Any]:
        """The view as plain data; docs/json describes it field by field."""
        legal = [action.text for action in self.legal()]
        return {"format": "quarterdeck-view 1", "seat": self.seat, **self._record_json(), "legal": legal}
