"""Seatings: a line-up names a bot for each seat, and each deal is played in several arrangements of it."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from itertools import permutations

from quarterdeck.bots import bot
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.play import Game
from quarterdeck.play.game import played_game

Seating = tuple[str, ...]
# Makes the seatings of a line-up.
Seated = Callable[[Seating], tuple[Seating, ...]]


def full_line(line: object, game: Game) -> Seating:
    """A line-up that a program gives, checked to name a bot for each seat of the game.

    Raises GameOptionError.
    """
    players = played_game(game).players
    names = tuple(line) if isinstance(line, Sequence) and not isinstance(line, str) else ()
    if len(names) != players or not all(isinstance(name, str) for name in names):
        sentence = _("A line-up names a bot for each of {players} seats, as {example}; {value} does not.")
        example = ("random",) * players
        raise GameOptionError(sentence.format(players=players, example=example, value=short(line)))
    return names


def line_up(bots: Sequence[str], players: int, own: Container[str] = ()) -> Seating:
    """A bot for each seat, as from `seat_all`.

    Raises GameOptionError, also unless at least two bots differ.
    """
    line = seat_all(bots, players, own)
    if len(set(bots)) < 2:
        sentence = _("An arena needs two bots that differ; “quarterdeck balance” plays one against itself.")
        raise GameOptionError(sentence)
    return line


def seat_all(bots: Sequence[str], players: int, own: Container[str] = ()) -> Seating:
    """A bot for each seat; the last one named takes the remaining seats. `own` are the names of custom bots.

    Raises GameOptionError for an unknown bot and for more bots than seats.
    """
    for name in bots:
        if name not in own:
            bot(name)
    if len(bots) > players:
        sentence = _("{bots} bots are too many for {players} seats: name fewer, or more --players.")
        raise GameOptionError(sentence.format(bots=len(bots), players=players))
    return (*bots, *[bots[-1]] * (players - len(bots)))


def rotations(line: Seating) -> tuple[Seating, ...]:
    """The distinct rotations of the line-up. In them each bot sits in each seat equally often."""
    return tuple(dict.fromkeys(line[-turn:] + line[:-turn] for turn in range(len(line))))


def arrangements(line: Seating) -> tuple[Seating, ...]:
    """The distinct orders of the line-up: 6 of two bots twice, 24 of four bots."""
    return tuple(dict.fromkeys(permutations(line)))


# The values of `--seating`.
SEATINGS: Mapping[str, Seated] = {
    "rotate": rotations,
    "all": arrangements,
}
