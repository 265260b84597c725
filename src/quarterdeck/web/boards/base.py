"""The interface of a game's board for the pages.

The frame of every page is shared: masthead, messages, prompt bar, log, deal, replay bar and dialogs. A
board's package has a folder `templates`, where NAME is known as ``GAME/NAME``, and a folder `static` with
style sheets, served as ``/static/GAME/NAME``. The templates:

``table.html``      extends the shared ``table.html``: its blocks ``board``, ``results``, ``legend``, ``keys``
``acts.html``       the legal actions, inside the prompt's form
``cover.html``      the game's picture on the first page
``sprite.svg``      its icons, besides those of all pages
``aim.html``        a picture of how one wins; without it, the plain board's
``overview.html``   a drawing of the table, with the numbers of the things in the game's `Primer`; without it,
                    the plain board's
``NAME.html``       for each piece of the board's own regions
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar
from weakref import WeakKeyDictionary

from quarterdeck.i18n import _, decimal, ngettext
from quarterdeck.kernel.sentences import listed, option_words
from quarterdeck.tables.match.timeline import Timeline
from quarterdeck.tables.match.transcript import Chapter
from quarterdeck.web.boards.account import Account, TurningPoint, by_scores, largest
from quarterdeck.web.boards.cues import Cue, Heard, Stage
from quarterdeck.web.boards.ending import SeatPlace, headline, ranked
from quarterdeck.web.boards.things import Thing

__all__ = [
    "Board",
    "Choice",
    "Context",
    "Cover",
    "Field",
    "Make",
    "Pick",
    "Piece",
    "Plan",
    "Region",
    "SeatFigure",
    "names",
    "of_chapter",
    "offer",
    "reads",
    "seat_data",
    "seat_pieces",
    "whole",
]

T = TypeVar("T")
P = ParamSpec("P")

Context = Mapping[str, Any]


def of_chapter(make: Callable[Concatenate[Chapter, P], T]) -> Callable[Concatenate[Chapter, P], T]:
    """Cache a function of a chapter for as long as the chapter exists. Its other arguments must always be the
    same for the same chapter.
    """
    cached: WeakKeyDictionary[Chapter, T] = WeakKeyDictionary()

    def cached_make(chapter: Chapter, /, *args: P.args, **kwargs: P.kwargs) -> T:
        value = cached.get(chapter)
        if value is None:
            value = cached[chapter] = make(chapter, *args, **kwargs)
        return value

    return cached_make


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


class Cover(NamedTuple):
    """A game's cover: its icon, what it is about, and the label of the button that starts a default table
    against bots.
    """

    emblem: str
    about: str
    button: str


class SeatFigure(NamedTuple):
    """A number that a seat's short line shows on small screens: an icon of the sprite, or "", what is written
    beside it, and what it means. `tally`: the name of the figure, where points and the like that arrive count
    up (see `cues`). `small`: it stands in a second row, smaller, and its words say everything.
    """

    icon: str
    value: str
    words: str
    tally: str = ""
    small: bool = False


Make = Callable[[dict[str, Any]], dict[str, Any]]


class Piece(NamedTuple):
    """A piece of a region: its template and the plain data it depends on. `make` computes the template's
    variables from that data alone, so the piece is rendered only when the data change. If the piece is a
    single element, `id` is its id: it can then be replaced alone.
    """

    template: str
    given: dict[str, Any]
    make: Make
    id: str = ""


# A part of a table's page, updated as a whole and built from pieces.
Region = Callable[[Context], Sequence[Piece]]


def whole(template: str, given: Callable[[Context], dict[str, Any]], make: Make) -> Region:
    """A region of a single piece; `given` selects its data from a page's context."""
    return lambda context: (Piece(template, given(context), make),)


def seat_pieces(context: Context, given: Callable[[Context, int], dict[str, Any]], make: Make) -> list[Piece]:
    """A piece ``seat`` for each seat, clockwise from the one to the left of the viewer's; `given` selects its
    data by the seat's number.
    """
    count, me = len(context["names"]), context["me"]
    first = 0 if me is None else me + 1
    seats = [(first + at) % count for at in range(count)]
    return [Piece("seat", given(context, seat), make, f"seat-{seat}") for seat in seats]


def seat_data(context: Context, index: int) -> dict[str, Any]:
    """What every panel of a seat says of it."""
    view = context["view"]
    return {
        "seat": view["seats"][index],
        "index": index,
        "name": context["names"][index],
        "bot": context["kinds"][index] == "bot",
        "me": index == context["me"],
        "acting": index in view["to_act"],
        "winner": index in view["winners"],
    }


def reads(view: str, page: str) -> Callable[[Context], dict[str, Any]]:
    """A function that selects a piece's data from a page's context: these keys of the view (`view`), and
    these other keys of the context (`page`), each list separated by spaces.
    """
    of_view, of_page = view.split(), page.split()

    def given(context: Context) -> dict[str, Any]:
        seen = context["view"]
        return {"view": {key: seen[key] for key in of_view}, **{key: context[key] for key in of_page}}

    return given


class Plan(NamedTuple):
    """A move that a seat may plan ahead of its turn: its action's text, the button's label, and the sentence
    shown once it is planned.
    """

    action: str
    label: str
    said: str


class Board(Protocol):
    """One game in the browser. `Context` is a page's context; see `table.markup`.

    A board of a game inherits from it, and defines what has no default here.
    """

    @property
    def regions(self) -> Mapping[str, Region]:
        """The game's own regions of a table; region NAME has the element id ``region_NAME``."""

    @property
    def styles(self) -> tuple[str, ...]:
        """The table's style sheets in order, as paths within static/."""

    @property
    def art(self) -> tuple[str, ...]:
        """The style sheets that its icons need outside a table, as paths within static/: by default none."""
        return ()

    @property
    def companions(self) -> Sequence[str]:
        """A default name for each seat."""

    @property
    def filters(self) -> Mapping[str, Callable[..., str]]:
        """Filters for its templates."""
        return {}

    @property
    def tools(self) -> Mapping[str, object]:
        """Other names that its templates use."""
        return {}

    def cover(self) -> Cover:
        """The game's cover."""

    def fields(self) -> tuple[Field, ...]:
        """The options in the new-table form, including ``players``."""

    def details(self, options: Mapping[str, Any]) -> list[str]:
        """A table's settings, in a few words each: by default the number of players."""
        return [option_words("players", options["players"])]

    def facts_context(self, chapters: Sequence[Chapter], players: int) -> dict[str, Any]:
        """Further keys of a page's context, computed from the facts: by default none."""
        return {}

    def acts(self, context: Context) -> dict[str, Any]:
        """The variables of ``acts.html`` besides the context, among them ``steps``, the phases of the phase
        bar: ``[{"label", "state": "done" | "now" | "next", "thing"}, …]``; `thing` is the id of the phase's
        explanation.
        """

    def figures(self, view: Mapping[str, Any], seat: int) -> Iterable[SeatFigure]:
        """What counts most of a seat, for its short line on small screens: at most four
        figures, and small ones for what lies before it; by default none.
        """
        return ()

    def cue(self, heard: Heard, at: int) -> Cue | None:
        """How the page stages the sentence for the fact number `at` of those that a viewer has heard: by
        default not at all.
        """
        return None

    def staging(self, options: Mapping[str, Any]) -> Stage:
        """How the page stages the facts of a match with these options: by default as `cue` says."""
        return self.cue

    def prompt(self, context: Context) -> str:
        """A sentence that says whose turn it is and what to decide."""

    def things(self, view: Mapping[str, Any]) -> Sequence[Thing]:
        """Explanations of each kind of card, place and phase in this view's game; template elements refer to
        them by ``data-thing``. By default there are none.
        """
        return ()

    def plans(self, context: Context) -> Sequence[Plan]:
        """The moves that the page's viewer, who is not to act, can plan ahead: by default none."""
        return ()

    def progress(self, number: int, last: int | None) -> str:
        """A match's progress, for lists: round `number`, out of `last` if known."""
        if last is None:
            return _("Round {round}").format(round=number)
        return _("Round {round} of {rounds}").format(round=number, rounds=last)

    def mark(self, chapter: Chapter) -> tuple[str, str]:
        """The kind and number of a chapter, for navigation: ("Round", "3")."""
        return _("Round"), str(chapter.number)

    # The end of a match. `context` is that of its last page, in which nothing is secret any more.

    def places(self, context: Context, timeline: Timeline) -> Sequence[SeatPlace]:
        """The seats in the order of their places: by default the winners, then the others by their scores."""
        return ranked(context["view"]["winners"], timeline.scores[-1])

    def amount(self, count: int) -> str:
        """A number of what places are counted in, in words: by default points."""
        return ngettext("{count} point", "{count} points", count).format(count=decimal(count))

    def headline(self, context: Context, places: Sequence[SeatPlace]) -> str:
        """One sentence without a full stop: how the match ended for the page's viewer."""
        return headline(places, context["names"], context["me"], self.amount)

    def verdict(self, context: Context) -> str:
        """A sentence below the headline that says what the result follows from; by default none."""
        return ""

    def source_label(self, source: str) -> str:
        """The label of a source of points, by the id that `account` gives it: by default "Points"."""
        return _("Points")

    def account(self, timeline: Timeline) -> Account | None:
        """What each seat's points came from, None if there is nothing to show: by default how the scores
        changed.
        """
        return by_scores(timeline, self.mark)

    def turning_points(self, timeline: Timeline, account: Account | None) -> Sequence[TurningPoint]:
        """The moments that may have decided the match: by default every gain."""
        return largest(timeline, account)


@dataclass(frozen=True)
class Choice:
    """A button: its action's text, its label, its effect in one line, and why it is not possible, if so.
    `advised`: a lesson recommends it. `points`: the place on the board that its effect names, which is framed
    while the button is pointed at or focused.
    """

    action: str
    label: str
    effect: str
    key: int | None
    why: str
    advised: bool = False
    points: str = ""

    @property
    def slug(self) -> str:
        """The action's text as an element id."""
        return self.action.replace(" / ", "-and-").replace(" ", "-")


def offer(
    context: Context, action: str, keys: Iterator[int], label: str, effect: str, order: str, why: str = ""
) -> Choice:
    """A button for an action: with the next key if it is legal, with the reason if it is not. `order` is the
    rule that says who is to act; `why` is the default reason.
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


def over_line(context: Context) -> str:
    """The prompt's sentence for a match that is over."""
    winners = context["view"]["winners"]
    if not winners:
        return _("The game is over. Nobody has won.")
    return _("The game is over. Winner: {names}.").format(
        names=listed(context["names"][seat] for seat in winners)
    )


def asked_line(context: Context, question: str) -> str:
    """The prompt's sentence for this question: to whoever is to act, that it is their turn."""
    mine = context["me"] is not None and context["me"] in context["view"]["to_act"]
    return _("Your turn. {question}").format(question=question) if mine else question


def names(context: Context, seats: Sequence[int]) -> str:
    """The names of these seats, in one line."""
    return _(", ").join(context["names"][seat] for seat in seats)
