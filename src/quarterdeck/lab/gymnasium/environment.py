"""A match as one seat plays it, with bots in the others, as a Gymnasium environment."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from math import inf
from typing import Any, TypeVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from quarterdeck.bots import Bot, bot
from quarterdeck.errors import GameOptionError, IllegalAction
from quarterdeck.i18n import _, short
from quarterdeck.lab.env_common import Mask, action_mask, any_action, bound, one_of, play, win_shares
from quarterdeck.play import Game, Position, View
from quarterdeck.play.checks import seat_number

Numbers = NDArray[np.float32]
Info = dict[str, Any]
Choice = TypeVar("Choice", str, str | None)

RENDER_MODES = (None, "ansi", "human")
ON_ILLEGAL = ("lose", "error")


class Environment(gymnasium.Env[Numbers, np.int64]):
    """See `quarterdeck.lab.gymnasium.make`. `position` is the match's position, secrets included; `seat` the
    learner's in this match.
    """

    def __init__(
        self,
        game: Game,
        opponents: str | Sequence[str],
        seat: int | None,
        illegal: str,
        render_mode: str | None,
        max_plies: int,
    ) -> None:
        self.metadata = {"render_modes": [mode for mode in RENDER_MODES if mode], "render_fps": 1}
        self.game = game
        self.opponents = _opponents(game, opponents)
        self.fixed_seat = None if seat is None else seat_number(seat, game.players)
        self.illegal = _one_of("illegal", illegal, ON_ILLEGAL)
        self.render_mode = _one_of("render_mode", render_mode, RENDER_MODES)
        game.warm()
        most = bound(game)
        self.observation_space = spaces.Box(-most, most, (game.features,), np.float32)
        self.action_space = spaces.Discrete(game.spec.actions)
        self.seat = self.fixed_seat or 0
        self.position: Position | None = None
        self.max_plies = max_plies
        self.plies = 0
        self._lost = self._truncated = False
        self._bots: dict[int, Bot] = {}

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Numbers, Info]:
        """Deal a new match and play it up to the seat's first decision: with a seed always the same one."""
        super().reset(seed=seed)
        self._lost = self._truncated = False
        self.plies = 0
        match = int(self.np_random.integers(2**63))
        seats = self.game.players
        drawn = int(self.np_random.integers(seats))
        self.seat = drawn if self.fixed_seat is None else self.fixed_seat
        others = [(self.seat + step) % seats for step in range(1, seats)]
        self._bots = {
            other: bot(name, f"{match}/{other}") for other, name in zip(others, self.opponents, strict=True)
        }
        # Whatever the limit, the seat has one decision: a reset can't say that a match has ended.
        self._go_on(self.game.start(seed=match), inf)
        return self._view.observation(), self._info()

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, Info]:
        """Play an action, then the others up to the seat's next decision or the end of the match."""
        if self._lost or self._dealt.over or self._truncated:
            raise gymnasium.error.ResetNeeded(_("Call reset() before anything else: it deals the match."))
        try:
            after = play(self._dealt, self.seat, action)
        except IllegalAction as error:
            if self.illegal == "error":
                raise
            self._lost = True
            return self._view.observation(), 0.0, True, False, {**self._info(), "illegal": str(error)}
        self.plies += 1
        self._go_on(after, self.max_plies)
        self._truncated = self.plies >= self.max_plies and not self._dealt.over
        share = win_shares(self._dealt)[self.seat]
        return self._view.observation(), share, self._dealt.over, self._truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done now, by action id: bool [actions]; anything when the match has ended."""
        return self._mask().astype(bool)

    def _mask(self) -> Mask:
        ended = self._lost or self._truncated
        return any_action(self.game) if ended else action_mask(self._view)

    def render(self) -> str | None:
        """The page that the seat sees; in mode “human” it is written to the standard output."""
        if self.render_mode is None:
            return None
        page = str(self._view)
        if self.render_mode == "ansi":
            return page
        sys.stdout.write(page + "\n")
        return None

    def _go_on(self, position: Position, most: float) -> None:
        # Who decides at the same time as the learner does so after it, and does not see what it has chosen.
        while self.seat not in position.to_act and not position.over and self.plies < most:
            other = position.to_act[0]
            position = position.play(other, self._bots[other].choose(position.view(other)))
            self.plies += 1
        self.position = position
        if self.render_mode == "human":
            self.render()

    def _info(self) -> Info:
        info: Info = {"action_mask": self._mask(), "seat": self.seat}
        if self._dealt.over or self._truncated:
            info["points"] = self._dealt.scores
        return info

    @property
    def _view(self) -> View:
        return self._dealt.view(self.seat)

    @property
    def _dealt(self) -> Position:
        if self.position is None:
            raise gymnasium.error.ResetNeeded(_("Call reset() before anything else: it deals the match."))
        return self.position


def _opponents(game: Game, names: str | Sequence[str]) -> tuple[str, ...]:
    others = game.players - 1
    if not isinstance(names, Iterable):
        sentence = _("opponents is the name of a bot, or a list of one for each other seat, not {value}.")
        raise GameOptionError(sentence.format(value=short(names)))
    chosen = (names,) * others if isinstance(names, str) else tuple(names)
    if len(chosen) != others:
        sentence = _("{game} with {players} players needs {others} opponents, not {count}.")
        raise GameOptionError(
            sentence.format(game=game.title, players=game.players, others=others, count=len(chosen))
        )
    for name in chosen:
        bot(name)
    return chosen


def _one_of(name: str, value: Choice, choices: Sequence[Choice]) -> Choice:
    if not one_of(value, choices):
        sentence = _("{name} can't be {value}; it is one of {choices}.")
        known = ", ".join(map(repr, choices))
        raise GameOptionError(sentence.format(name=name, value=short(value), choices=known))
    return value
