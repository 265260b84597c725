"""A puzzle: what a seat knows in a position in which one choice is clearly best, and how that was proven.

A puzzle is a view, so it holds nothing that its seat could not know. Not even the file of the puzzles can
reveal more. docs/puzzles.md describes the file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from quarterdeck.coach.foresight import Difference
from quarterdeck.errors import QuarterdeckError, RecordError, error_words
from quarterdeck.i18n import N_, _
from quarterdeck.kernel.events import no_facts
from quarterdeck.kernel.spec import GameSpec, Json
from quarterdeck.play import Action, Faces, Game, View, find
from quarterdeck.play.checks import seat_number

__all__ = [
    "LEVELS",
    "PUZZLE_FACES",
    "Holding",
    "Proof",
    "Puzzle",
    "PuzzleFace",
    "Rival",
    "name_in",
    "name_of",
]

# How hard a puzzle is, from 1 on, in words.
LEVELS: Final = (N_("easy"), N_("medium"), N_("hard"), N_("very hard"))
# The digits of a puzzle's name.
DIGITS: Final = 8


class Holding(NamedTuple):
    """Something that another seat may hold, by a key that the game's `PuzzleFace` puts into words.

    `share` is the share of the worlds in which the seat holds it. `true` and `false` are the answer's lead
    over the next best choice, in shares of the win: in these worlds, and in all others.
    """

    key: str
    share: float
    true: float
    false: float


class Rival(NamedTuple):
    """The seat that the answer costs most: its chances to win after the answer, and after the next best
    choice.
    """

    seat: int
    answer: float
    other: float


class Proof(NamedTuple):
    """How an answer was proven.

    `gap` is how much more of the win the seat gets by the answer than by the next best choice, and `interval`
    its 95% confidence interval, in this number of `worlds`, played to the end. A search with this number of
    `simulations` had found the same answer.
    """

    gap: float
    interval: tuple[float, float]
    worlds: int
    simulations: int


@dataclass(frozen=True)
class PuzzleFace:
    """What a game says of its puzzles.

    `file` holds them, if there are any. `theme` gives the theme of a view's JSON, and `theme_name` the name
    of a theme. `holdings` takes the JSON of a dealt position and the viewer's seat; it gives what the other
    seats hold, as keys. `told` puts such a key into words, with the players' names.
    """

    file: Path | None
    theme: Callable[[Json], str]
    theme_name: Callable[[str], str]
    holdings: Callable[[Json, int], Iterable[str]]
    told: Callable[[str, Sequence[str]], str]


@dataclass(frozen=True)
class Puzzle:
    """A view, its one clearly best choice, and why it is that.

    `chances` are the chances to win after the choices that were compared, best first. `level` counts from 1.
    `rules` are the ids of the rules that the answer follows. `reason`, `rival` and `holdings` explain it.
    """

    view: View
    answer: Action
    theme: str
    level: int
    proof: Proof
    chances: Mapping[str, float]
    rules: tuple[str, ...]
    reason: Difference | None
    rival: Rival | None
    holdings: tuple[Holding, ...]

    @cached_property
    def name(self) -> str:
        """The game's id and some digits that only this view has."""
        return name_of(self.view)

    @property
    def game(self) -> Game:
        """The game, with its options."""
        game = self.view.game
        assert isinstance(game, Game)
        return game

    @property
    def seat(self) -> int:
        """The seat that has to choose."""
        assert self.view.seat is not None
        return self.view.seat

    @property
    def other(self) -> Action:
        """The next best choice."""
        return self.game.action(list(self.chances)[1])

    def dumps(self) -> str:
        """The puzzle as one line of JSON."""
        view, reason = self.view, self.reason
        return json.dumps(
            {
                "name": self.name,
                "rules-version": self.game.spec.rules_version,
                "options": dict(self.game.options),
                "seat": self.seat,
                "view": _changed_fields(view),
                "theme": self.theme,
                "level": self.level,
                "answer": self.answer.text,
                "chances": {text: round(win, 3) for text, win in self.chances.items()},
                "gap": round(self.proof.gap, 3),
                "interval": [round(one, 3) for one in self.proof.interval],
                "worlds": self.proof.worlds,
                "simulations": self.proof.simulations,
                "rules": list(self.rules),
                "reason": reason
                and [reason.words, reason.amount, _rounded(reason.better), _rounded(reason.worse)],
                "rival": self.rival and [self.rival.seat, *map(_rounded, self.rival[1:])],
                "holdings": [[one.key, *(_rounded(part) for part in one[1:])] for one in self.holdings],
            },
            ensure_ascii=False,
        )

    @classmethod
    def loads(cls, game: str, line: str) -> Puzzle:
        """Read the line that `dumps` wrote of a puzzle of this game. Raises RecordError if that is not
        possible.
        """
        with _as_record_errors(game):
            return _puzzle_from_json(game, json.loads(line))


@contextmanager
def _as_record_errors(game: str) -> Iterator[None]:
    """Turn any error of a damaged line into a RecordError."""
    sentence = _("This is no puzzle of {game}: {why}")
    try:
        yield
    except QuarterdeckError as error:
        raise RecordError(sentence.format(game=game, why=error)) from None
    # The rules raise all kinds of errors on a record that no match leads to.
    except Exception as error:
        raise RecordError(sentence.format(game=game, why=f"{error_words(error)}.")) from None


def name_in(game: str, line: str) -> str:
    """The name in the line of a puzzle of this game. Raises RecordError if the line has none."""
    with _as_record_errors(game):
        return str(json.loads(line)["name"])


def name_of(view: View) -> str:
    """The name of a puzzle made of this view."""
    identity = f"{view.game.id} {view.seat} {json.dumps(_changed_fields(view))}".encode()
    return f"{view.game.id}-{hashlib.sha256(identity).hexdigest()[:DIGITS]}"


def _rounded(number: float) -> float:
    return round(number, 3)


def _puzzle_from_json(game_id: str, body: Json) -> Puzzle:
    game = Game(find(game_id, body["rules-version"]), **body["options"])
    seat = seat_number(body["seat"], game.players)
    view = View(game, _record_with(game, body["view"]), no_facts(), seat)
    answer, chances = game.action(body["answer"]), dict(body["chances"])
    low, high = body["interval"]
    reason = None
    if body["reason"]:
        words, amount, better, worse = body["reason"]
        reason = Difference(words, amount, better, worse, game.action(list(chances)[1]))
    if answer not in view.legal():
        raise RecordError(_("{action} is no choice here.").format(action=answer))
    return Puzzle(
        view,
        answer,
        body["theme"],
        body["level"],
        Proof(body["gap"], (low, high), body["worlds"], body["simulations"]),
        chances,
        tuple(body["rules"]),
        reason,
        Rival(*body["rival"]) if body["rival"] else None,
        tuple(Holding(*one) for one in body["holdings"]),
    )


def _changed_fields(view: View) -> dict[str, Any]:
    """The fields of a view's record that differ from those of the game's template."""
    state, blank = view.state, _blank_record(view)
    return {
        name: state[name].tolist()
        for name in state.dtype.names
        if not np.array_equal(state[name], blank[name])
    }


def _record_with(game: Game, fields: Mapping[str, Any]) -> Any:
    """The record with these fields; all others are those of the game's template."""
    state = game.spec.template(game.options, game.table)
    for name, value in fields.items():
        state[name] = np.array(value, state.dtype[name].base)
    return state


def _blank_record(view: View) -> Any:
    return view.game.spec.template(view.game.options, view.game.table)


def _default_face(spec: GameSpec) -> PuzzleFace:
    """The face of a game that has none of its own: no puzzles, and its phases as themes."""
    return PuzzleFace(
        None,
        lambda view: str(view["phase"]),
        lambda theme: theme.replace("_", " ").replace("-", " ").capitalize(),
        lambda _position, _seat: (),
        lambda key, _names: key,
    )


PUZZLE_FACES: Mapping[str, PuzzleFace] = Faces("puzzles", _default_face)
