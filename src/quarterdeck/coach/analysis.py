"""The analysis of a match, ply by ply, from one perspective.

Each figure is made of one view only, so it reveals nobody's cards: a seat's analysis of that seat's views,
a spectator's of the public view. With open cards each seat's line and decisions come from its own view at
that time, so nobody is blamed for what they could not know.

A station depends on no later move: later plies don't change earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from quarterdeck.bots.search import Candidate, Outlook, TreeSearch
from quarterdeck.coach.advice import choice_json, ranked
from quarterdeck.coach.comparison import compared
from quarterdeck.coach.player import hurried, strong
from quarterdeck.errors import SeatError
from quarterdeck.i18n import _
from quarterdeck.play import Action, Game, Position, Record

__all__ = ["OPEN", "Analysis", "Decision", "Perspective", "Station", "analyse", "stations"]

OPEN: Final = "all"

# So many times quicker is what nobody has to decide.
GLANCE: Final = 8
# A seat; None: a spectator; "all": each seat for itself.
Perspective = int | None | Literal["all"]
Move = tuple[int, Action]


@dataclass(frozen=True)
class Station:
    """The estimates after this many moves.

    `wins` is each seat's chance to win, `nobody` that nobody does: they sum to 1 but with open cards, where
    each seat's chance is as that seat sees it and `nobody` is their mean. `choices`: what each seat to act
    can do, as `Advice` has it, for the seats whose views are known. `decision`: what the last move was chosen
    from, if that is known.
    """

    ply: int
    wins: tuple[float, ...]
    nobody: float
    choices: Mapping[int, tuple[Candidate, ...]]
    decision: Decision | None


@dataclass(frozen=True)
class Decision:
    """Move `ply`, counted from 1: what its seat did, and what it could have done, the best first."""

    ply: int
    seat: int
    played: Action
    choices: tuple[Candidate, ...]

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

    `moves` are the moves between them; whoever shows one to its perspective asks `move_text`.
    """

    game: Game
    perspective: Perspective
    moves: Sequence[Move]
    stations: Sequence[Station]

    def until(self, ply: int) -> Analysis:
        """The analysis up to this ply, without a trace of later moves."""
        return Analysis(self.game, self.perspective, self.moves[:ply], self.stations[: ply + 1])

    def decisions(self) -> Iterator[Decision]:
        """All decisions that the perspective knows of, in the order of moves."""
        return (one.decision for one in self.stations if one.decision is not None)

    def move_text(self, ply: int) -> str:
        """Move `ply` as text, without the secrets that the perspective could not know."""
        seat, action = self.moves[ply - 1]
        if self.perspective in (OPEN, seat):
            return action.text
        return self.game.spec.public_text(action.id)

    def to_json(self) -> dict[str, Any]:
        """As plain data: docs/coach.md describes it."""
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
    perspective: Perspective = None,
    player: TreeSearch | None = None,
    told: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Analyse a match so far, from a perspective.

    `player` thinks about each decision, and for part of that time about all else; with a number of
    simulations the same match gives the same analysis. `told` hears after each ply how many of how many are
    done. SeatError if there is no such seat.
    """
    if isinstance(perspective, int) and not 0 <= perspective < record.game.players:
        sentence = _("There is no seat {seat} at this table; seats are 0 to {last}.")
        raise SeatError(sentence.format(seat=perspective, last=record.game.players - 1))
    moves, found = tuple(record.moves), list[Station]()
    player = player or strong()
    for station in stations(record.positions(), moves, perspective, player):
        found.append(station)
        if told is not None:
            told(len(found), len(moves) + 1)
    return Analysis(record.game, perspective, moves, tuple(found))


def stations(
    positions: Iterable[Position],
    moves: Sequence[Move],
    perspective: Perspective,
    player: TreeSearch,
    first: int = 0,
) -> Iterator[Station]:
    """A station for each position of a match, as they are thought about: from the deal on, or from the one
    after `first` of the `moves`, of whose last one nothing is said then.
    """
    before: tuple[Position, Mapping[int, tuple[Candidate, ...]]] | None = None
    for ply, position in enumerate(positions, first):
        decision = None
        if before is not None:
            seat, played = moves[ply - 1]
            choices = before[1].get(seat, ())
            if len(choices) > 1:
                fair = compared(before[0].view(seat), choices, played, player)
                decision = Decision(ply, seat, played, fair)
        station = _station(ply, position, perspective, player, decision)
        before = position, station.choices
        yield station


def _station(
    ply: int, position: Position, perspective: Perspective, player: TreeSearch, decision: Decision | None
) -> Station:
    seats = range(position.game.players)
    if perspective == OPEN:
        seen = {seat: _outlook(position, seat, player) for seat in seats}
        wins = tuple(seen[seat].wins[seat] for seat in seats)
        nobody = sum(outlook.nobody for outlook in seen.values()) / len(seen)
    else:
        assert not isinstance(perspective, str)
        only = _outlook(position, perspective, player)
        seen = {} if perspective is None else {perspective: only}
        wins, nobody = only.wins, only.nobody
    choices = {seat: ranked(outlook.choices) for seat, outlook in seen.items() if outlook.choices}
    return Station(ply, wins, nobody, choices, decision)


def _outlook(position: Position, seat: int | None, player: TreeSearch) -> Outlook:
    """The estimates for a position, from the seat's view only."""
    view = position.view(seat)
    decides = seat in view.to_act and len(view.legal()) > 1
    return (player if decides else hurried(player, GLANCE)).outlook(view)
