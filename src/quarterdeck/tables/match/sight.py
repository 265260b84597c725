"""The only way to look at a match: `Sight`, what one viewer may know of it.

Pages, live messages, logs, replays and errors are made from a `Sight`. It is made from
`position.view(viewer)`: the blanked record and the facts told to that viewer. Only in a match that is open to
all does it contain everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache, partial
from typing import Any

from quarterdeck.errors import IllegalAction, QuarterdeckError
from quarterdeck.i18n import _, ngettext
from quarterdeck.kernel.record import plain_fields
from quarterdeck.kernel.spec import Json
from quarterdeck.lessons import Guide
from quarterdeck.play import Event, Position, View
from quarterdeck.play.record import ending_sentence
from quarterdeck.tables.errors import NotAllowed, NotFound
from quarterdeck.tables.match.log import Rematch
from quarterdeck.tables.match.match import Match, Viewer
from quarterdeck.tables.match.timeline import Timeline, timeline_of
from quarterdeck.tables.match.transcript import Chapter, Transcript, transcript_of
from quarterdeck.tables.match.undo import may_ask
from quarterdeck.tables.store.rows import BRANCH

__all__ = ["Chapter", "Sight", "WhyNot", "check_admitted", "check_may_look", "look"]


class WhyNot(Mapping[str, str]):
    """Action text → why that action is not possible now; computed from the view on access."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._state: Any = None

    def __getitem__(self, action: str) -> str:
        seat, game = self._view.seat, self._view.game
        if seat is None:
            raise KeyError(action)
        try:
            wanted = game.action(action).id
        except QuarterdeckError:
            raise KeyError(action) from None
        # `View.why_not` on a record that is faster to read: a page asks for many actions at once.
        if self._state is None:
            self._state = plain_fields(self._view.state)
        rule, sentence = game.spec.why_not(self._state, seat, wanted, game.table)
        return _refusal_sentence(rule, sentence)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class StandsStill(Mapping[str, str]):
    """The reason why nothing is possible in a match that is paused or was ended before its rules did."""

    def __init__(self, ended: str) -> None:
        self._ended = ended

    def __getitem__(self, action: str) -> str:
        return ending_sentence(self._ended) if self._ended else _("The match is paused: let it go on first.")

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@lru_cache(4_000)
def _refusal_sentence(rule: str, sentence: str) -> str:
    return str(IllegalAction(sentence, rule, -1, ""))


@dataclass(frozen=True)
class Sight:
    """What one viewer knows of a match after `ply` of its moves.

    `own` counts the entries that only the viewer's seat knows; versions do not count them.
    `view` is the view's JSON; `chapters` the known facts in chapters; `said` their sentences so far and
    `heard` the fact behind each, None for a remark. `latest`: the sentences about the last move, as the index
    of the first one and the index after the last one. `last` makes the sentence of that move.
    `seed` is None until the match is over and open.
    `ended`: how the match was ended at this point, other than by its rules: "draw" or "abandoned", else "";
    `paused`: whether it is paused at this point.
    `branch`: how many of the moves were copied from the match that this one branches off from, None if it is
    no branch. `rematch`: the table of the rematch.
    `coach`: whether players to act may ask the coach; `rated`: whether the match counts for ratings.
    `components`: the component table as plain data, None for the game's own.
    `day`: the day whose voyage this is, if any; `sealed`: nobody sees more than their own view before it
    ends, or its round of a regatta. `regatta`: the regatta that it belongs to, if any.
    `prepared`: the table was set up for a lesson; `guide` is the text for its pupil.
    `timeline`: the whole course of a match that is over and open, None before and in replays.
    For the viewer's own seat: `plan` is its planned move, `away` whether a bot plays for it, `undo` whether
    it may ask to take its last move back.
    """

    table: str
    viewer: Viewer
    ply: int
    version: int
    own: int
    title: str
    view: Json
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    said: tuple[str, ...]
    heard: tuple[Event | None, ...]
    latest: tuple[int, int]
    last: Callable[[], str]
    why: Mapping[str, str]
    over: bool
    ended: str
    paused: bool
    open: bool
    commitment: str
    seed: str | None
    branch: int | None
    rematch: Rematch | None
    coach: bool
    rated: bool = False
    components: Json | None = None
    day: date | None = None
    regatta: str | None = None
    sealed: bool = False
    prepared: bool = False
    guide: Guide | None = None
    timeline: Timeline | None = None
    plan: str = ""
    away: bool = False
    undo: bool = False

    @property
    def you(self) -> int | None:
        """The seat that is called "you", if any."""
        return self.viewer if isinstance(self.viewer, int) else None

    @property
    def move(self) -> str:
        """The text of the last move, as the viewer knows it; "" before the first."""
        return self.last()


def check_may_look(match: Match, seat: int | None, viewer: Viewer) -> None:
    """Check that a browser with this seat open may see a viewer's sight. Raises NotFound, NotAllowed."""
    if isinstance(viewer, int) and not 0 <= viewer < match.game.players:
        raise NotFound(_("There is no such seat at this table."))
    if not match.open and viewer not in (None, seat):
        raise NotAllowed(
            _("While the match goes on you see it from your own seat; the others open when it is over.")
        )


def check_admitted(match: Match, owner: str | None) -> None:
    """Check that a browser or program may come to this table: to a sealed one only its own player may. Raises
    NotAllowed.
    """
    if match.sealed and not match.seats_of(owner):
        raise _sealed_error(match)


def _sealed_error(match: Match) -> NotAllowed:
    """The error for those who may not look at a sealed table yet; it says when they may."""
    if match.day is None:
        return NotAllowed(
            _("Other tables play the same cards: this one is open to all when the round is over.")
        )
    return NotAllowed(
        _("This is somebody's voyage of the day: it is open to all when the day is over, at midnight (UTC).")
    )


def look(match: Match, viewer: Viewer, ply: int | None = None) -> Sight:
    """What a viewer knows after `ply` moves, by default after all. Raises NotFound if there are fewer moves.

    Raises NotAllowed for a seat whose match has not begun: otherwise one could take free seats in turn and
    see all hands. Raises NotAllowed at a sealed table for everybody without a seat there.
    """
    at = match.ply if ply is None else ply
    _check_look(match, viewer, at)
    position = match.positions[at]
    is_latest = at == match.ply
    own_seat = viewer if isinstance(viewer, int) and is_latest else None
    view, why = _view_of(position, viewer)
    transcript = transcript_of(match, viewer)
    if is_latest and (match.ended or match.paused):
        # The rules alone would let it continue.
        view, why = {**view, "to_act": [], "legal": []}, StandsStill(match.ended)
    return Sight(
        table=match.id,
        viewer=viewer,
        ply=at,
        version=match.version,
        own=match.own(own_seat),
        title=match.game.title,
        view=view,
        names=transcript.names,
        kinds=tuple("bot" if seat.played_by_bot else "human" for seat in match.seats),
        chapters=transcript.until(at),
        said=tuple(transcript.said),
        heard=tuple(transcript.heard),
        latest=transcript.span(at),
        last=partial(_move_sentence, match, transcript, at),
        why=why,
        over=match.over,
        ended=match.ended if is_latest else "",
        paused=match.paused and is_latest,
        open=match.open,
        commitment=match.record.commitment,
        seed=match.record.seed if match.open else None,
        branch=len(match.row.prelude) if match.row.relation == BRANCH else None,
        # Anybody with the table's address can sit down there.
        rematch=match.rematch if match.row.public or isinstance(viewer, int) else None,
        coach=match.terms.coach,
        rated=match.terms.rated,
        components=match.row.components,
        day=match.day,
        regatta=match.regatta,
        sealed=match.sealed,
        prepared=match.lesson is not None,
        guide=_guide_for(match, own_seat),
        timeline=timeline_of(match) if match.over and match.open and ply is None else None,
        plan="" if own_seat is None else match.seats[own_seat].plan,
        away=own_seat is not None and match.seats[own_seat].away,
        undo=own_seat is not None and may_ask(match, own_seat),
    )


def _view_of(position: Position, viewer: Viewer) -> tuple[Json, Mapping[str, str]]:
    """A position's JSON as the viewer sees it, and why its other actions are illegal."""
    if isinstance(viewer, str):
        return {**position.to_json(), "seat": None, "legal": []}, {}
    view = position.view(viewer)
    return view.to_json(), WhyNot(view)


def _check_look(match: Match, viewer: Viewer, ply: int) -> None:
    """Check that a viewer may look at a match after `ply` moves. Raises NotAllowed, NotFound."""
    if match.sealed and not isinstance(viewer, int):
        raise _sealed_error(match)
    if not 0 <= ply <= match.ply:
        sentence = ngettext("This match has {count} move.", "This match has {count} moves.", match.ply)
        raise NotFound(sentence.format(count=match.ply))
    if isinstance(viewer, str) and not match.open:
        raise NotAllowed(_("The cards are laid open when the match is over."))
    if isinstance(viewer, int) and not match.begun:
        raise NotAllowed(_("Nobody looks at a hand before the match has begun: some seats are still open."))


def _guide_for(match: Match, seat: int | None) -> Guide | None:
    """The text of a lesson for its pupil; None for every other seat and match."""
    if match.lesson is None or seat != match.lesson.seat:
        return None
    return match.lesson.guide(match.at, match.position.view(seat), match.isolated_names)


def _move_sentence(match: Match, transcript: Transcript, ply: int) -> str:
    """The sentence about the move that led to a ply: what it was, if the viewer knows it, else only that it
    was made. "" for ply 0.
    """
    if not ply:
        return ""
    seat, action = match.record.moves[ply - 1]
    spec, events = match.game.spec, transcript.told[ply]
    if events and events[0].seat == seat:
        return events[0].sentence(transcript.names, transcript.you)
    if spec.public_text(action.id) == action.text:
        return _("{name}: {action}").format(name=transcript.names[seat], action=action.sentence())
    return match.positions[ply - 1].view(None).prompt(list(transcript.names))
