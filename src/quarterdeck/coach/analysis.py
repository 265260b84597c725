"""The analysis of a match, ply by ply, from one perspective.

Each estimate is made from one view, so it reveals nobody's cards: from the seat's own view in the analysis of
a seat, from the public view in that of a spectator. With open cards each seat's line and decisions come from
its own view at that time, so nobody is blamed for what they could not know.

An analysis has a `Station` for each ply: the estimates for the position there. A station depends on earlier
moves only, so later moves never change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from quarterdeck.bots.search import Candidate, Outlook
from quarterdeck.coach.advice import choice_json, ranked
from quarterdeck.coach.comparison import compared
from quarterdeck.coach.foresight import Difference, foresee
from quarterdeck.coach.player import Searcher, searcher, with_budget_divided
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.play import Action, Game, Position, Record, View
from quarterdeck.play.checks import number, seat_number
from quarterdeck.play.viewer import OPEN, Viewer

__all__ = [
    "MISTAKE",
    "OPEN",
    "Analysis",
    "Before",
    "Decision",
    "Move",
    "Station",
    "Viewer",
    "analyse",
    "decision_before",
    "station",
    "stations",
    "views_of",
]

# Losses below this are within the noise between two searches.
MISTAKE: Final = 0.05
# Positions without a decision of the perspective get a search that is faster by this factor.
GLANCE: Final = 8
Move = tuple[int, Action]


@dataclass(frozen=True)
class Station:
    """The estimates for the position after `ply` moves.

    `wins` is each seat's chance to win, `nobody` the chance that nobody does. They sum to 1, except with open
    cards: then each seat's chance is its own estimate, and `nobody` is the mean. `choices`: the options of
    each seat to act, as in `Advice`, for the seats whose views are known. `decision`: the options for the
    last move, if known.
    """

    ply: int
    wins: tuple[float, ...]
    nobody: float
    choices: Mapping[int, tuple[Candidate, ...]]
    decision: Decision | None


@dataclass(frozen=True)
class Decision:
    """The decision at move `ply`, counted from 1: what its seat did, and its options, best first.

    If the move was a mistake, `reason` says why the best option is better; None if no reason is clear.
    """

    ply: int
    seat: int
    played: Action
    choices: tuple[Candidate, ...]
    reason: Difference | None = None

    @property
    def best(self) -> Candidate:
        """The action that a strong player would have taken."""
        return self.choices[0]

    @property
    def choice(self) -> Candidate:
        """The choice that was played."""
        return next(one for one in self.choices if one.action == self.played)

    @property
    def loss(self) -> float:
        """The chance with the best choice less that with the choice played; 0 if unknown."""
        win = self.choice.win
        return 0.0 if win is None or self.best.win is None else max(0.0, self.best.win - win)


@dataclass(frozen=True)
class Analysis:
    """A match from a perspective: a station for each analysed ply, from the deal on.

    `moves` are the moves between them; use `move_text` to show one, since it hides secrets.
    """

    game: Game
    perspective: Viewer
    moves: Sequence[Move]
    stations: Sequence[Station]

    def until(self, ply: int) -> Analysis:
        """The analysis up to this ply, without a trace of later moves. Raises GameOptionError if there is no
        such ply.
        """
        ply = number("ply", ply, 0, len(self.moves))
        return Analysis(self.game, self.perspective, self.moves[:ply], self.stations[: ply + 1])

    def decisions(self) -> Iterator[Decision]:
        """All decisions that the perspective knows, in the order of moves."""
        return (one.decision for one in self.stations if one.decision is not None)

    def move_text(self, ply: int) -> str:
        """Move `ply`, counted from 1, as text, without the secrets that the perspective could not know.
        Raises GameOptionError if there is no such move.
        """
        ply = number("ply", ply, 1, len(self.moves))
        seat, action = self.moves[ply - 1]
        if self.perspective in (OPEN, seat):
            return action.text
        return self.game.spec.public_text(action.id)

    def to_json(self) -> dict[str, Any]:
        """As plain data, described in docs/coach.md."""
        return {
            "format": "quarterdeck-analysis 1",
            "game": self.game.id,
            "options": dict(self.game.options),
            "perspective": self.perspective,
            "moves": [[seat, self.move_text(ply)] for ply, (seat, _action) in enumerate(self.moves, 1)],
            "stations": [
                {"ply": one.ply, "wins": list(one.wins), "nobody": one.nobody} for one in self.stations
            ],
            "decisions": [_decision_json(one) for one in self.decisions()],
        }


def _decision_json(one: Decision) -> dict[str, Any]:
    return {
        "ply": one.ply,
        "seat": one.seat,
        "played": one.played.text,
        "loss": one.loss,
        "choices": [choice_json(choice) for choice in one.choices],
    }


def analyse(
    record: Record,
    perspective: Viewer = None,
    player: Searcher | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Analyse a match so far, from a perspective.

    `player` thinks about each decision, and for part of that time about every other position; with a fixed
    number of simulations the same match gives the same analysis. `progress` is called after each ply with the
    plies done and their total. Raises SeatError if there is no such seat, GameOptionError for anything but a
    record and a player that `strong` makes, or a search.
    """
    if not isinstance(record, Record):
        sentence = _("The coach analyses a match, as quarterdeck.Record.load(path) gives it, not {value}.")
        raise GameOptionError(sentence.format(value=short(record)))
    player = searcher(player)
    if perspective is not None and not (isinstance(perspective, str) and perspective == OPEN):
        perspective = seat_number(perspective, record.game.players)
    moves, analysed = tuple(record.moves), list[Station]()
    for found in stations(record.positions(), moves, perspective, player):
        analysed.append(found)
        if progress is not None:
            progress(len(analysed), len(moves) + 1)
    return Analysis(record.game, perspective, moves, tuple(analysed))


class Before(NamedTuple):
    """The decision that led to a position: its seat, what that played, its view then, and its options."""

    seat: int
    played: Action
    view: View
    choices: tuple[Candidate, ...]


def stations(
    positions: Iterable[Position],
    moves: Sequence[Move],
    perspective: Viewer,
    player: Searcher,
) -> Iterator[Station]:
    """Yield a station for each position of a match, from the deal on, as soon as it is analysed."""
    last: tuple[Position, Station] | None = None
    for ply, position in enumerate(positions):
        before = decision_before(*last, moves) if last else None
        analysed = station(ply, views_of(position, perspective), before, perspective, player)
        last = position, analysed
        yield analysed


def views_of(position: Position, perspective: Viewer) -> dict[int | None, View]:
    """The views that the analysis of a position needs, by seat: the perspective's, or with open cards all."""
    seats = range(position.game.players) if perspective == OPEN else (perspective,)
    return {seat: position.view(seat) for seat in seats}


def decision_before(position: Position, found: Station, moves: Sequence[Move]) -> Before | None:
    """The decision that followed a position with this station; None if nothing is known of it, or if there
    was no choice.
    """
    seat, played = moves[found.ply]
    choices = found.choices.get(seat, ())
    return Before(seat, played, position.view(seat), choices) if len(choices) > 1 else None


def station(
    ply: int,
    views: Mapping[int | None, View],
    before: Before | None,
    perspective: Viewer,
    player: Searcher,
) -> Station:
    """The estimates for one position, made of its `views_of` and of the decision before it."""
    seen = {seat: _outlook_of(view, player) for seat, view in views.items()}
    if perspective == OPEN:
        wins = tuple(outlook.wins[seat] for seat, outlook in seen.items() if seat is not None)
        nobody = sum(outlook.nobody for outlook in seen.values()) / len(seen)
    else:
        assert not isinstance(perspective, str)
        wins, nobody = seen[perspective].wins, seen[perspective].nobody
    choices = {
        seat: ranked(outlook.choices)
        for seat, outlook in seen.items()
        if seat is not None and outlook.choices
    }
    return Station(ply, wins, nobody, choices, before and _explained_decision(ply, before, player))


def _explained_decision(ply: int, before: Before, player: Searcher) -> Decision:
    """The decision at move `ply`, with the reason if it is a mistake."""
    fair = compared(before.view, before.choices, before.played, player)
    decision = Decision(ply, before.seat, before.played, fair)
    if decision.loss < MISTAKE:
        return decision
    reason = foresee(before.view, decision.best.action, decision.played, player.seed)
    return replace(decision, reason=reason)


def _outlook_of(view: View, player: Searcher) -> Outlook:
    """The estimates of a view."""
    decides = view.seat in view.to_act and len(view.legal()) > 1
    return (player if decides else with_budget_divided(player, GLANCE)).outlook(view)
