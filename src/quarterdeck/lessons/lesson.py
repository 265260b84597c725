"""What a lesson is: a prepared table, what everybody does there, and what the boatswain says to it.

A lesson is data. Its script is a line of items: what is read, what the pupil does, what the others do. How
far a table has come is one number, the items behind it: the moves made and the pages turned.
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
# What sentences have in braces beside the names of all seats, `n0`, …: from the JSON of the pupil's view.
Facts = Callable[[Json], Mapping[str, Any]]

# Said where a step has no words of its own for it.
MEANWHILE: Final = N_("Now the others. Keep an eye on the table.")
OTHERWISE: Final = N_("You may, but this lesson takes another course: do what is marked.")
FIRST_READ: Final = N_("One thing after the other: read on first.")
NOT_YET: Final = N_("Wait: it is not your turn yet.")


class Item(NamedTuple):
    """One item of a script: `seat` makes one of these `actions`; with none, the pupil reads on."""

    step: int
    seat: int
    actions: tuple[str, ...]


@dataclass(frozen=True)
class LessonStep:
    """One step: what is said, with the rules it follows from, and what the pupil `do`es, any of these
    actions, the first of them advised; without any the pupil reads on.

    `instead` has, by an action's text or its first word, why the lesson goes another way; `otherwise` is
    said of all others. `then` are the moves of the others that follow, `after` what is said meanwhile.
    All sentences are marked with `N_`.
    """

    say: str
    rules: tuple[str, ...]
    do: tuple[str, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = OTHERWISE
    then: tuple[Move, ...] = ()
    after: str = MEANWHILE


class Guide(NamedTuple):
    """What the boatswain says at a table, in the language in use.

    `at` counts the items behind it. `do` is the advised action, "" for none, `label` its words; `reads`:
    the pupil is to read on; `back`: there is a step to go back to; `ends`: this is the last step; `done`: it
    is behind the pupil, who plays on alone.
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
    """A lesson: the table it begins with, the seat of the pupil, and the steps, of which the last is read.

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
        made = []
        for number, step in enumerate(self.steps):
            made.append(Item(number, self.seat, step.do))
            made += [Item(number, seat, (action,)) for seat, action in step.then]
        return tuple(made)

    def record(self) -> Record:
        """The match at its beginning."""
        return Record(Game(self.game, **self.options), self.seed, self.names, self.setup)

    def stop(self, at: int) -> bool:
        """Whether an item is the pupil's: to be read or done."""
        return at < len(self.items) and self.items[at].seat == self.seat

    def before(self, at: int) -> int | None:
        """The pupil's last item before this one; None if there is none."""
        return next((one for one in reversed(range(min(at, len(self.items)))) if self.stop(one)), None)

    def turned(self, at: int) -> int:
        """How many of the first items are read; the others are moves."""
        return sum(not item.actions for item in self.items[:at])

    def refusal(self, at: int, action: str, view: View, names: Sequence[str]) -> str:
        """Why the lesson does not take this legal action of the pupil now; "" if it does."""
        if not self.stop(at):
            return _(NOT_YET)
        actions, step = self.items[at].actions, self.steps[self.items[at].step]
        if not actions:
            return _(FIRST_READ)
        if action in actions:
            return ""
        words = step.instead.get(action) or step.instead.get(action.split()[0]) or step.otherwise
        return self._filled(words, view, names)

    def guide(self, at: int, view: View, names: Sequence[str]) -> Guide:
        """What is said after so many items to the pupil, whose view this is."""
        count = len(self.steps)
        if at >= len(self.items):
            words = _("The lesson is behind you: now play as you like. The others are bots.")
            return Guide(self.id, self.game, at, count, count, words, (), done=True)
        number = self.items[at].step
        step = self.steps[number]
        begun = Guide(
            self.id, self.game, at, number + 1, count, "", step.rules, back=self.before(at) is not None
        )
        if not self.stop(at):
            return begun._replace(words=self._filled(step.after, view, names))
        said = begun._replace(words=self._filled(step.say, view, names))
        if not step.do:
            return said._replace(reads=True, ends=number + 1 == count)
        label = view.game.action(step.do[0]).sentence(list(names))
        return said._replace(do=step.do[0], label=label)

    def _filled(self, words: str, view: View, names: Sequence[str]) -> str:
        called = {f"n{seat}": name for seat, name in enumerate(names)}
        return _(words).format_map({**called, **self.facts(view.to_json())})


def others(
    moves: Sequence[Move], seat: int, steps: Sequence[LessonStep | tuple[LessonStep, int]]
) -> tuple[LessonStep, ...]:
    """Steps of a lesson that follows a match already known, seen from a seat: what it does and what the
    others do comes from `moves`. A step with a number is read, and so many moves of the others follow; the
    others are done, each the seat's next move, and followed by all moves up to the one after.
    """
    made, at = [], 0
    for entry in steps:
        step, count = entry if isinstance(entry, tuple) else (entry, None)
        if count is None:
            assert moves[at][0] == seat
            step = _with(step, do=(moves[at][1], *step.do))
            at += 1
            upto = next((one for one in range(at, len(moves)) if moves[one][0] == seat), len(moves))
        else:
            upto = at + count
        made.append(_with(step, then=tuple(moves[at:upto])))
        at = upto
    assert at == len(moves)
    return tuple(made)


def _with(step: LessonStep, **changed: Any) -> LessonStep:
    return LessonStep(**{**vars(step), **changed})
