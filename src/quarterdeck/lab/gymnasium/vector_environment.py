"""Many matches at once, in each of which one seat learns and compiled bots play the others."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from quarterdeck.bots.warming import cores
from quarterdeck.errors import GameOptionError, IllegalAction
from quarterdeck.i18n import _, short
from quarterdeck.kernel.events import no_facts
from quarterdeck.kernel.jit import interpreted
from quarterdeck.lab.compiled_bots.matches import DEAL, WAIT, matches, play_on, shown
from quarterdeck.lab.compiled_bots.opponents import compiled_opponents
from quarterdeck.lab.compiled_bots.players import bots_for
from quarterdeck.lab.env_common import any_action, bound, play, ply_limit
from quarterdeck.lab.gymnasium.settings import ON_ILLEGAL, Info, chosen_of, opponents_of
from quarterdeck.lab.lanes import checks
from quarterdeck.lab.lanes.buffers import aligned
from quarterdeck.lab.lanes.keys import seed_of
from quarterdeck.play import Game, Position
from quarterdeck.play.checks import number, seat_number
from quarterdeck.play.game import deal_key

Numbers = NDArray[np.float32]
Flags = NDArray[np.bool_]
Step = tuple[Numbers, NDArray[np.float64], Flags, Flags, Info]

# The fewest matches for which a thread of its own pays.
LEAST = 128


class VectorOptions(NamedTuple):
    """The options of `quarterdeck.lab.gymnasium.make_vec`, which describes them."""

    opponents: str | Sequence[str]
    seat: int | None
    illegal: str
    autoreset_mode: AutoresetMode | str
    max_plies: int | None
    threads: int | None
    copy: bool


class VectorEnvironment(VectorEnv[Numbers, NDArray[np.integer[Any]], NDArray[Any]]):
    """See `quarterdeck.lab.gymnasium.make_vec`. `seed` is the text that all deals are made from."""

    # Gymnasium up to 1.2 closes an environment, too, whose options were refused.
    _pool: ThreadPoolExecutor | None = None

    def __init__(self, game: Game, num_envs: int, options: VectorOptions) -> None:
        self.game = game
        self.num_envs = n = number("num_envs", num_envs, 1, checks.MOST_LANES)
        self.opponents = opponents_of(game, options.opponents)
        self.fixed_seat = None if options.seat is None else seat_number(options.seat, game.players)
        self.illegal = chosen_of("illegal", options.illegal, ON_ILLEGAL)
        self.autoreset_mode = _autoreset_mode(options.autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.max_plies = ply_limit(game, options.max_plies)
        self.copy = checks.switch("copy", options.copy)
        most = bound(game)
        self.single_observation_space = spaces.Box(-most, most, (game.features,), np.float32)
        self.single_action_space = spaces.Discrete(game.spec.actions)
        self.seed: str | None = None
        self._compiled = compiled_opponents(game, self.opponents)
        asked = number("threads", cores() if options.threads is None else options.threads, 1)
        self._threads = 1 if interpreted() else min(asked, max(1, n // LEAST))
        self._allocate()
        self._match = np.full(n, -1)
        self._over = np.ones(n, np.bool_)

    def _allocate(self) -> None:
        n, game = self.num_envs, self.game
        try:
            self.observation_space = batch_space(self.single_observation_space, n)
            self.action_space = batch_space(self.single_action_space, n)
            self._seen = aligned((n, game.features), np.float32)
            self._mask = aligned((n, game.spec.actions), np.int8)
            self._kept = matches(game, n)
        except MemoryError:
            sentence = _("There is no memory for {n} lanes; try fewer.")
            raise GameOptionError(sentence.format(n=n)) from None
        self._shown = shown(game, n, self._seen, self._mask)
        self._bots = [
            bots_for(game, self._compiled.nets, self._compiled.sharpness) for _ in range(self._threads)
        ]
        if self._threads > 1:
            self._pool = ThreadPoolExecutor(self._threads)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Numbers, Info]:
        """Deal new matches, those of `options["reset_mask"]` (bool [n]) or all, and play up to the learners'
        first decisions. With a seed all begin anew with match 0 of each lane. GameOptionError.
        """
        mask = (options or {}).get("reset_mask")
        which = np.ones(self.num_envs, np.bool_) if mask is None else self._reset_mask(mask)
        if seed is not None:
            if mask is not None:
                raise GameOptionError(_("A seed begins all matches anew: leave out reset_mask, or the seed."))
            super().reset(seed=number("seed", seed, 0))
            self.seed = str(number("seed", seed, 0))
            self._match[:] = -1
        elif self.seed is None:
            self._need_deal(mask is None)
            self.seed = str(self.np_random.integers(2**63))
        self._deal(which)
        return self._observations(), self._info()

    def step(self, actions: Any) -> Step:
        """Play an action in each match, then the bots up to the learner's next decision or the end.

        ActionTextError for a wrong shape or dtype, or an unknown id, and IllegalAction with
        `illegal="error"`, leave all matches as they were.
        """
        self._need_deal(self.seed is not None)
        if self.autoreset_mode is AutoresetMode.DISABLED and self._over.any():
            sentence = _("Match {number} is over: deal its next one by reset(options={example}).")
            example = '{"reset_mask": …}'
            raise gymnasium.error.ResetNeeded(sentence.format(number=self._over.argmax(), example=example))
        chosen, illegal = self._checked(actions)
        lost = np.isin(np.arange(self.num_envs), list(illegal))
        chosen[lost] = WAIT
        chosen[self._over] = DEAL
        self._next_match(self._over)
        self._play_on(chosen)
        self._mask[lost] = 1
        rewards = self._shown.rewards[np.arange(self.num_envs), self._kept.learner]
        terminated, truncated = self._shown.ended | lost, self._shown.truncated.copy()
        self._over = terminated | truncated
        ends = self._ends(terminated & ~lost | truncated, illegal)
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._over.any():
            ends = self._final(ends)
            self._deal(self._over.copy())
        return self._observations(), rewards, terminated, truncated, {**self._info(), **ends}

    def position(self, lane: int) -> Position:
        """The position of a match, secrets included, as an independent value."""
        at = checks.lane(lane, self.num_envs)
        self._need_deal(self.seed is not None)
        return Position(self.game, self._kept.states[at], no_facts())

    def seed_of(self, lane: int) -> str:
        """The seed of a lane's present match: `game.start(seed=…)` deals the same."""
        at = checks.lane(lane, self.num_envs)
        self._need_deal(self.seed is not None)
        return seed_of(str(self.seed), at, int(self._match[at]))

    @property
    def seats(self) -> NDArray[np.int64]:
        """The learner's seat in each match."""
        return self._kept.learner.astype(np.int64)

    def close_extras(self, **_kwargs: Any) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _deal(self, which: Flags) -> None:
        self._next_match(which)
        self._play_on(np.where(which, DEAL, WAIT))
        self._over[which] = False

    def _next_match(self, which: Flags) -> None:
        """Set the keys and seats of the next match in these lanes."""
        players = self.game.players
        kept = self._kept
        keys = np.asarray(kept.dice)["key"]
        for lane in np.flatnonzero(which).tolist():
            self._match[lane] += 1
            text = self.seed_of(lane)
            digest = hashlib.sha256(f"quarterdeck opponents\n{text}".encode()).digest()
            drawn, *key = np.frombuffer(digest, "<u8")[:3].tolist()
            kept.deal_key[lane], keys[lane] = deal_key(text), key
            seat = drawn % players if self.fixed_seat is None else self.fixed_seat
            kept.learner[lane] = seat
            for step, kind in enumerate(self._compiled.kinds, start=1):
                kept.who[lane, (seat + step) % players] = kind

    def _play_on(self, chosen: NDArray[Any]) -> None:
        actions = chosen.astype(np.int32)
        given = actions, self._kept, self._shown
        if self._pool is None:
            play_on(0, self.num_envs, *given, self._bots[0], self.max_plies)
            return
        edges = np.linspace(0, self.num_envs, self._threads + 1).astype(int).tolist()
        parts = [
            self._pool.submit(play_on, begin, end, *given, bots, self.max_plies)
            for begin, end, bots in zip(edges, edges[1:], self._bots, strict=False)
        ]
        for part in parts:
            part.result()

    def _checked(self, actions: Any) -> tuple[NDArray[np.int64], dict[int, str]]:
        """The actions as int64 [n], and by lane why one is illegal. Those of matches that are over count for
        nothing.
        """
        found = np.asarray(actions) if isinstance(actions, np.ndarray | Sequence) else None
        if found is None or found.dtype.kind not in "iu" or found.shape != (self.num_envs,):
            what = short(actions) if found is None else f"{found.dtype} {found.shape}"
            raise checks.unfit(self.num_envs, what)
        known = (found >= 0) & (found < self.game.spec.actions)
        chosen = np.where(known, found, 0).astype(np.int64)
        legal = known & (self._mask[np.arange(self.num_envs), chosen] == 1)
        wrong = np.flatnonzero(~(legal | self._over)).tolist()
        return chosen, {lane: self._why_not(lane, int(found[lane])) for lane in wrong}

    def _why_not(self, lane: int, action: int) -> str:
        """Why an action is illegal; with `illegal="error"` it is raised, as is ActionTextError."""
        try:
            play(self.position(lane), int(self._kept.learner[lane]), action)
        except IllegalAction as error:
            if self.illegal == "lose":
                return str(error)
            sentence = _("In match {number}: {why}").format(number=lane, why=error.sentence)
            raise IllegalAction(sentence, *error.args[1:]) from None
        raise AssertionError("a mask is made of the rules")

    def _observations(self) -> Numbers:
        return self._seen.copy() if self.copy else self._seen

    def _info(self) -> Info:
        every = np.ones(self.num_envs, np.bool_)
        mask = self._mask.copy() if self.copy else self._mask.view()
        mask.flags.writeable = self.copy
        return {"action_mask": mask, "_action_mask": every, "seat": self.seats, "_seat": every}

    def _ends(self, finished: Flags, illegal: Mapping[int, str]) -> Info:
        """What is said of matches that have just ended."""
        found: Info = {}
        if finished.any():
            found |= {"points": self._shown.scores.copy(), "_points": finished}
        if illegal:
            why, there = np.full(self.num_envs, None, object), np.zeros(self.num_envs, np.bool_)
            why[list(illegal)], there[list(illegal)] = list(illegal.values()), True
            found |= {"illegal": why, "_illegal": there}
        return found

    def _final(self, ends: Info) -> Info:
        """The same with the last observations, before the lanes' next matches are dealt."""
        over = self._over.copy()
        seen = np.full(self.num_envs, None, object)
        for lane in np.flatnonzero(over):
            seen[lane] = self._seen[lane].copy()
        mask = np.broadcast_to(any_action(self.game), self._mask.shape)
        info = {"action_mask": mask, "_action_mask": over, "seat": self.seats, "_seat": over, **ends}
        return {"final_obs": seen, "_final_obs": over, "final_info": info, "_final_info": over}

    def _reset_mask(self, mask: Any) -> Flags:
        fits = isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (self.num_envs,)
        if not fits or not mask.any():
            sentence = _("reset_mask is a bool array of shape ({n},) with at least one True, not {value}.")
            raise GameOptionError(sentence.format(n=self.num_envs, value=short(mask)))
        found: Flags = mask.copy()
        return found

    def _need_deal(self, dealt: bool) -> None:
        if not dealt:
            raise gymnasium.error.ResetNeeded(_("Call reset() before anything else: it deals the match."))


def _autoreset_mode(mode: object) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        sentence = _("autoreset_mode is one of gymnasium.vector.AutoresetMode, not {value}.")
        raise GameOptionError(sentence.format(value=short(mode))) from None
