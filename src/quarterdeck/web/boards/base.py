"""What the pages need of a game's board.

The frame of every page is shared: masthead, messages, prompt bar, log, deal, replay bar and dialogs. A board
fills it from the folder `templates` of its package, where pages find NAME as ``GAME/NAME``, with style sheets
from the folder `static`, which are served as ``/static/GAME/NAME``:

``table.html``      extends the shared ``table.html``: its blocks ``board``, ``results``, ``legend``, ``keys``
``acts.html``       what may be done, inside the prompt's form
``standings.html``  what stands in its place when the match is over
``cover.html``      its picture on the first page
``sprite.svg``      its icons, beside those that all pages have
``NAME.html``       for each piece of the board's own regions
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar
from weakref import WeakKeyDictionary

from quarterdeck.i18n import _
from quarterdeck.tables.match.transcript import Chapter
from quarterdeck.web.boards.things import Thing

__all__ = [
    "Board",
    "Choice",
    "Context",
    "Field",
    "Invitation",
    "Make",
    "Pick",
    "Piece",
    "Plan",
    "Region",
    "names",
    "of_chapter",
    "offer",
    "reads",
    "rounds",
    "whole",
]

T = TypeVar("T")
P = ParamSpec("P")

Context = Mapping[str, Any]


def of_chapter(make: Callable[Concatenate[Chapter, P], T]) -> Callable[Concatenate[Chapter, P], T]:
    """What is made of a chapter is made once and kept as long as the chapter is. Whatever else it is made of
    has to be the same for a chapter each time.
    """
    made: WeakKeyDictionary[Chapter, T] = WeakKeyDictionary()

    def kept(chapter: Chapter, /, *given: P.args, **named: P.kwargs) -> T:
        found = made.get(chapter)
        if found is None:
            found = made[chapter] = make(chapter, *given, **named)
        return found

    return kept


class Pick(NamedTuple):
    """A value of an option on the form that sets a table: its label and what it means."""

    value: str
    label: str
    words: str


class Field(NamedTuple):
    """An option on the form that sets a table. The first of its values is the default."""

    name: str
    legend: str
    picks: tuple[Pick, ...]


class Invitation(NamedTuple):
    """A game's cover: its icon, a line about it, and the words on the button that starts a table with its
    defaults against bots.
    """

    emblem: str
    about: str
    button: str


Make = Callable[[dict[str, Any]], dict[str, Any]]


class Piece(NamedTuple):
    """A piece of a region: its template, and what it is made of, as plain data. `make` prepares these, and
    these alone, for the template, which is rendered again only when they differ. `id` is that of its element,
    if it is but one: it is put in place of the one before, and the rest of the region stays as it is.
    """

    template: str
    given: dict[str, Any]
    make: Make
    id: str = ""


# A part of a table's page that is updated as a whole, put together from pieces that are made of a context.
Region = Callable[[Context], Sequence[Piece]]


def whole(template: str, given: Callable[[Context], dict[str, Any]], make: Make) -> Region:
    """A region in one piece; `given` takes from a page's context what it is made of."""
    return lambda context: (Piece(template, given(context), make),)


def reads(view: str, page: str) -> Callable[[Context], dict[str, Any]]:
    """What a piece is made of: keys of the view, and other keys of the context."""

    of_view, of_page = view.split(), page.split()

    def given(context: Context) -> dict[str, Any]:
        seen = context["view"]
        return {"view": {key: seen[key] for key in of_view}, **{key: context[key] for key in of_page}}

    return given


class Plan(NamedTuple):
    """A move that a seat may ask for ahead of its turn: its action's text, the words on the button, and the
    sentence that stands there once it is asked for.
    """

    action: str
    label: str
    said: str


class Board(Protocol):
    """One game in the browser. `Context` is a page's context; see `pages`."""

    @property
    def regions(self) -> Mapping[str, Region]:
        """The regions of a table that are this game's own; the element of region NAME has the id
        ``region_NAME``.
        """

    @property
    def styles(self) -> tuple[str, ...]:
        """The style sheets of its table, in their order, as paths within static/."""

    @property
    def companions(self) -> Sequence[str]:
        """A name to begin with for each seat."""

    @property
    def filters(self) -> Mapping[str, Callable[..., str]]:
        """Words for its templates."""

    @property
    def tools(self) -> Mapping[str, object]:
        """What else its templates call by name."""

    def invitation(self) -> Invitation:
        """What stands on the game's cover."""

    def fields(self) -> tuple[Field, ...]:
        """Its options, for the form that sets a table; among them ``players``."""

    def details(self, options: Mapping[str, Any]) -> list[str]:
        """How a table of it is set, in a few words each."""

    def told(self, chapters: Sequence[Chapter], players: int) -> dict[str, Any]:
        """What its pages show of the facts, beside the log: further keys of a context."""

    def acts(self, context: Context) -> dict[str, Any]:
        """All that ``acts.html`` and ``standings.html`` read beside the context; among it ``steps``, the
        stations of the phase bar: ``[{"label", "state": "done" | "now" | "next", "thing"}, …]``; `thing` is
        the id of the one that explains it.
        """

    def prompt(self, context: Context) -> str:
        """The sentence that says whose turn it is and for what."""

    def things(self, view: Mapping[str, Any]) -> Sequence[Thing]:
        """Each kind of card, place and phase that there is in this view's game, explained; elements of its
        templates name them in ``data-thing``.
        """

    def plans(self, context: Context) -> Sequence[Plan]:
        """What its reader, who is not to act, may want to be done as soon as it can be."""

    def progress(self, number: int, last: int | None) -> str:
        """How far a match has come, for lists: round `number`, of as many as `last` where that is known."""

    def mark(self, chapter: Chapter) -> tuple[str, str]:
        """What kind of chapter this is and which one, to jump there: ("Round", "3")."""


@dataclass(frozen=True)
class Choice:
    """One button: its action's text, its words, its one-line effect, and why it can't be taken, if so.
    `advised`: a lesson says to take it.
    """

    action: str
    label: str
    effect: str
    key: int | None
    why: str
    advised: bool = False

    @property
    def slug(self) -> str:
        """The action's text, fit for an id."""
        return self.action.replace(" / ", "-and-").replace(" ", "-")


def offer(
    context: Context, action: str, keys: Iterator[int], label: str, effect: str, order: str, why: str = ""
) -> Choice:
    """An action as a button: with the next key if it is legal, with the reason if it is not. `order` is the
    rule that says who is to act; `why` stands in where nobody else gives a reason.
    """
    acting = context["view"]["to_act"]
    legal = action in context["view"]["legal"] and context["me"] in acting
    effect = context.get("hints", {}).get(action) or effect
    if legal:
        return Choice(action, label, effect, next(keys, None), "", action in context.get("advised", ()))
    if context["me"] not in acting:
        why = _("Not yet: {name} is to act ({rule}).").format(name=names(context, acting), rule=order)
    reason = context.get("why", {}).get(action) or why or _("It is not possible now.")
    return Choice(action, label, effect, None, reason)


def names(context: Context, seats: Sequence[int]) -> str:
    """The names of these seats, in one line."""
    return _(", ").join(context["names"][seat] for seat in seats)


def rounds(number: int, last: int | None) -> str:
    """A match's progress, of games that count rounds."""
    if last is None:
        return _("Round {round}").format(round=number)
    return _("Round {round} of {rounds}").format(round=number, rounds=last)
