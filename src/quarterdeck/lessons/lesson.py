"""A lesson: a prepared table, a script for all seats, and the boatswain's words.

A lesson is data. Its script is a list of items: texts to read, the pupil's moves, the others' moves. A
table's progress is one number, the items done: moves made plus pages turned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from quarterdeck.i18n import N_, _
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Game, Record, View

__all__ = ["Facts", "Guide", "Item", "Lesson", "LessonStep", "Move", "others"]

Move = tuple[int, str]
# Placeholders in sentences, besides the seats' names `n0`, …: computed from the JSON of the pupil's view.
Facts = Callable[[Json], Mapping[str, Any]]

# Default sentences for steps without their own.
MEANWHILE: Final = N_("Now the others. Keep an eye on the table.")
OTHERWISE: Final = N_("You may, but this lesson takes another course: do what is marked.")
FIRST_READ: Final = N_("One thing after the other: read on first.")
NOT_YET: Final = N_("Wait: it is not your turn yet.")


class Item(NamedTuple):
    """One item of a script: `seat` makes one of these `actions`; if there are none, the pupil reads on."""

    step: int
    seat: int
    actions: tuple[str, ...]


@dataclass(frozen=True)
class LessonStep:
    """One step: the text to say, with the rules behind it, and what the pupil `do`es: any of these actions,
    of which the first is advised. If there are none, the pupil reads on.

    `instead` maps an action's text or its first word to the reason why the lesson rejects it; `otherwise` is
    the reason for all others. `then` are the others' moves that follow, `after` is said meanwhile. All
    sentences are marked with `N_`.
    """

    say: str
    rules: tuple[str, ...]
    do: tuple[str, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = OTHERWISE
    then: tuple[Move, ...] = ()
    after: str = MEANWHILE


class Guide(NamedTuple):
    """The boatswain's current words at a table, in the current language.

    `at` counts the items done. `do` is the advised action, "" for none, `label` its words. `reads`: the pupil
    has to read on. `back`: there is an earlier step. `ends`: this is the last step. `done`: the lesson is
    over, and the pupil plays on freely.
    """

    lesson: str
    game: str
    at: int
    step: int
    steps: int
    words: str
    rules: tuple[str, ...]
    do: str = ""
    label: str = ""
    reads: bool = False
    back: bool = False
    ends: bool = False
    done: bool = False


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson: its initial table, the pupil's seat, and the steps, of which the last is a text to read.
    `title` and `about` are marked sentences for lists.
    """

    id: str
    game: str
    title: str
    about: str
    options: Mapping[str, Any]
    setup: Json
    seed: str
    names: tuple[str, ...]
    seat: int
    facts: Facts
    steps: tuple[LessonStep, ...]

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The script."""
        script = []
        for number, step in enumerate(self.steps):
            script.append(Item(number, self.seat, step.do))
            script += [Item(number, seat, (action,)) for seat, action in step.then]
        return tuple(script)

    def record(self) -> Record:
        """The initial match record."""
        return Record(Game(self.game, **self.options), self.seed, self.names, self.setup)

    def stop(self, at: int) -> bool:
        """Whether an item is the pupil's, to read or to do."""
        return at < len(self.items) and self.items[at].seat == self.seat

    def before(self, at: int) -> int | None:
        """The pupil's last item before this one; None if there is none."""
        return next((one for one in reversed(range(min(at, len(self.items)))) if self.stop(one)), None)

    def turned(self, at: int) -> int:
        """How many of the first `at` items are texts to read."""
        return sum(not item.actions for item in self.items[:at])

    def refusal(self, at: int, action: str, view: View, names: Sequence[str]) -> str:
        """Why the lesson rejects this legal action of the pupil now; "" if it accepts it."""
        if not self.stop(at):
            return _(NOT_YET)
        actions, step = self.items[at].actions, self.steps[self.items[at].step]
        if not actions:
            return _(FIRST_READ)
        if action in actions:
            return ""
        words = step.instead.get(action) or step.instead.get(action.split()[0]) or step.otherwise
        return self._fill_in(words, view, names)

    def guide(self, at: int, view: View, names: Sequence[str]) -> Guide:
        """The guide for the pupil, whose view this is, after this many items."""
        count = len(self.steps)
        if at >= len(self.items):
            words = _("The lesson is behind you: now play as you like. The others are bots.")
            return Guide(self.id, self.game, at, count, count, words, (), done=True)
        number = self.items[at].step
        step = self.steps[number]
        guide_of_step = Guide(
            self.id, self.game, at, number + 1, count, "", step.rules, back=self.before(at) is not None
        )
        if not self.stop(at):
            return guide_of_step._replace(words=self._fill_in(step.after, view, names))
        spoken = guide_of_step._replace(words=self._fill_in(step.say, view, names))
        if not step.do:
            return spoken._replace(reads=True, ends=number + 1 == count)
        label = view.game.action(step.do[0]).sentence(list(names))
        return spoken._replace(do=step.do[0], label=label)

    def _fill_in(self, words: str, view: View, names: Sequence[str]) -> str:
        """Translate a marked sentence and fill in the names and the facts."""
        players = {f"n{seat}": name for seat, name in enumerate(names)}
        return _(words).format_map({**players, **self.facts(view.to_json())})


def others(
    moves: Sequence[Move], seat: int, steps: Sequence[LessonStep | tuple[LessonStep, int]]
) -> tuple[LessonStep, ...]:
    """Build lesson steps that follow a known match from a seat's perspective; the actions come from `moves`.

    A step paired with a number is to read, and is followed by that many moves of the others. Any other step
    takes the seat's next move, and is followed by the moves of the others up to the seat's next one.
    """
    steps_made, at = [], 0
    for entry in steps:
        step, count = entry if isinstance(entry, tuple) else (entry, None)
        if count is None:
            assert moves[at][0] == seat
            step = _with_fields(step, do=(moves[at][1], *step.do))
            at += 1
            upto = next((one for one in range(at, len(moves)) if moves[one][0] == seat), len(moves))
        else:
            upto = at + count
        steps_made.append(_with_fields(step, then=tuple(moves[at:upto])))
        at = upto
    assert at == len(moves)
    return tuple(steps_made)


def _with_fields(step: LessonStep, **changed: Any) -> LessonStep:
    return LessonStep(**{**vars(step), **changed})
