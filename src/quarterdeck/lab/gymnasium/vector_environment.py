"""Many matches at once, in each of which one seat learns and compiled bots play the others."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from quarterdeck.errors import GameOptionError, IllegalAction
from quarterdeck.i18n import _, short
from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.events import no_facts
from quarterdeck.kernel.jit import interpreted
from quarterdeck.lab.compiled_bots.matches import DEAL, WAIT, matches, play_on, shown
from quarterdeck.lab.compiled_bots.opponents import compiled_opponents
from quarterdeck.lab.compiled_bots.players import bots_for
from quarterdeck.lab.env_common import any_action, bound, play, ply_limit
from quarterdeck.lab.gymnasium.settings import ON_ILLEGAL, Info, chosen_of, one_for_each_seat
from quarterdeck.lab.gymnasium.threads import LaneThreads
from quarterdeck.lab.interrupts import undisturbed
from quarterdeck.lab.lanes import checks
from quarterdeck.lab.lanes.buffers import aligned
from quarterdeck.lab.lanes.keys import seed_of
from quarterdeck.lab.lanes.thread_pool import LANES_A_THREAD
from quarterdeck.own_process import cores
from quarterdeck.play import Game, Position
from quarterdeck.play.checks import number, seat_number
from quarterdeck.play.game import deal_key

Flags = NDArray[np.bool_]
Step = tuple[Numbers, NDArray[np.float64], Flags, Flags, Info]

# Attributes that `_allocate` makes. Copies make them anew: some are views of others.
ALLOCATED = {"_observation_rows", "_mask_rows", "_matches", "_results", "_compiled_bots", "_bots", "_play"}


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

    # Gymnasium up to 1.2 also closes an environment whose options `__init__` has refused.
    _threads = LaneThreads(1)

    def __init__(self, game: Game, num_envs: int, options: VectorOptions) -> None:
        self.game = game
        self.num_envs = n = number("num_envs", num_envs, 1, checks.MOST_LANES)
        self.opponents = one_for_each_seat(game, options.opponents)
        self.fixed_seat = None if options.seat is None else seat_number(options.seat, game.players)
        self.illegal = chosen_of("illegal", options.illegal, ON_ILLEGAL)
        self.autoreset_mode = _parse_autoreset_mode(options.autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.max_plies = ply_limit(game, options.max_plies)
        self.copy = checks.switch("copy", options.copy)
        limit = bound(game)
        self.single_observation_space = spaces.Box(-limit, limit, (game.features,), np.float32)
        self.single_action_space = spaces.Discrete(game.spec.actions)
        self.seed: str | None = None
        wanted_threads = number("threads", cores() if options.threads is None else options.threads, 1)
        self._threads = LaneThreads(1 if interpreted() else min(wanted_threads, max(1, n // LANES_A_THREAD)))
        with checks.memory_for(n):
            self.observation_space = batch_space(self.single_observation_space, n)
            self.action_space = batch_space(self.single_action_space, n)
        self._allocate()
        self._match_numbers = np.full(n, -1)
        self._is_over = np.ones(n, np.bool_)

    def _allocate(self) -> None:
        n, game = self.num_envs, self.game
        self._compiled_bots = compiled_opponents(game, self.opponents)
        with checks.memory_for(n):
            self._observation_rows = aligned((n, game.features), np.float32)
            self._mask_rows = aligned((n, game.spec.actions), np.int8)
            self._matches = matches(game, n)
            self._results = shown(game, n, self._observation_rows, self._mask_rows)
        nets, sharpness = self._compiled_bots.nets, self._compiled_bots.sharpness
        self._bots = [bots_for(game, nets, sharpness) for _thread in range(self._threads.count)]
        # Compiled here, and not in the first reset, which can't be interrupted.
        part = 0, 0, np.full(n, WAIT, np.int32), self._matches, self._results, self._bots[0], self.max_plies
        self._play = play_on.as_called(*part)

    def __copy__(self) -> VectorEnvironment:
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name not in ALLOCATED}
        return {**state, "contents": [table.tobytes() for table in self._tables()]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        contents = vars(self).pop("contents")
        self._allocate()
        for table, content in zip(self._tables(), contents, strict=True):
            table[:] = np.frombuffer(content, table.dtype).reshape(table.shape)

    def _tables(self) -> list[NDArray[Any]]:
        """The allocated arrays that tell the state of the matches, and what was shown last."""
        batch, results = self._matches, self._results
        positions = [batch.states, batch.dice, batch.deal_key, batch.ply, batch.learner, batch.who]
        ends = [results.rewards, results.scores, results.ended, results.truncated]
        return [self._observation_rows, self._mask_rows, *positions, *ends]

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Numbers, Info]:
        """Deal new matches, those of `options["reset_mask"]` (bool [n]) or all, and play up to the learners'
        first decisions. With a seed all begin anew with match 0 of each lane. Raises GameOptionError. An
        interrupt is kept until all is done.
        """
        if options is not None and not isinstance(options, Mapping):
            sentence = _("reset takes a mapping of options, such as reset_mask, not {value}.")
            raise GameOptionError(sentence.format(value=short(options)))
        if unknown := set(options or ()) - {"reset_mask"}:
            sentence = _("reset has no option {name}: it has reset_mask.")
            raise GameOptionError(sentence.format(name=short(min(unknown, key=str))))
        mask = (options or {}).get("reset_mask")
        lanes = np.ones(self.num_envs, np.bool_) if mask is None else self._check_reset_mask(mask)
        if seed is not None:
            if mask is not None:
                raise GameOptionError(_("A seed begins all matches anew: leave out reset_mask, or the seed."))
            seed = number("seed", seed, 0)
        elif self.seed is None:
            self._require_deal(mask is None)
        with undisturbed():
            if seed is not None:
                super().reset(seed=seed)
                self._match_numbers[:] = -1
            if seed is not None or self.seed is None:
                self.seed = str(self.np_random.integers(2**63) if seed is None else seed)
            self._deal_lanes(lanes)
            return self._observation_batch(), self._info()

    def step(self, actions: Any) -> Step:
        """Play an action in each match, then the bots up to the learner's next decision or the end.

        ActionTextError for a wrong shape or dtype, or an unknown id, and IllegalAction with
        `illegal="error"`, leave all matches as they were. ResetNeeded before the first reset and, in mode
        DISABLED, while a match is over. An interrupt is kept until all is played.
        """
        self._require_deal(self.seed is not None)
        if self.autoreset_mode is AutoresetMode.DISABLED and self._is_over.any():
            sentence = _("Match {number} is over: deal its next one by reset(options={example}).")
            example = '{"reset_mask": …}'
            raise gymnasium.error.ResetNeeded(sentence.format(number=self._is_over.argmax(), example=example))
        chosen, illegal = self._check_actions(actions)
        with undisturbed():
            return self._play_actions(chosen, illegal)

    def _play_actions(self, chosen: NDArray[np.int64], illegal: Mapping[int, str]) -> Step:
        """The rest of a step, from `_check_actions` on."""
        lost = np.isin(np.arange(self.num_envs), list(illegal))
        chosen[lost] = WAIT
        chosen[self._is_over] = DEAL
        self._prepare_next_matches(self._is_over)
        self._run_lanes(chosen)
        self._mask_rows[lost] = 1
        rewards = self._results.rewards[np.arange(self.num_envs), self._matches.learner]
        terminated, truncated = self._results.ended | lost, self._results.truncated.copy()
        self._is_over = terminated | truncated
        ends = self._end_info(terminated & ~lost | truncated, illegal)
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._is_over.any():
            ends = self._final_info(ends)
            self._deal_lanes(self._is_over.copy())
        return self._observation_batch(), rewards, terminated, truncated, {**self._info(), **ends}

    def position(self, lane: int) -> Position:
        """The position of a match, secrets included, as an independent value."""
        index = checks.lane(lane, self.num_envs)
        self._require_deal(self.seed is not None)
        return Position(self.game, self._matches.states[index], no_facts())

    def seed_of(self, lane: int) -> str:
        """The seed of a lane's present match: `game.start(seed=…)` deals the same."""
        index = checks.lane(lane, self.num_envs)
        self._require_deal(self.seed is not None)
        return seed_of(str(self.seed), index, int(self._match_numbers[index]))

    @property
    def seats(self) -> NDArray[np.int64]:
        """The learner's seat in each match: a new array, int64 [n]."""
        return self._matches.learner.astype(np.int64)

    def close_extras(self, **_kwargs: Any) -> None:
        """End the threads."""
        self._threads.close()

    def _deal_lanes(self, lanes: Flags) -> None:
        """Deal the next match in these lanes (bool [n]) and play up to the learners' first decisions."""
        self._prepare_next_matches(lanes)
        self._run_lanes(np.where(lanes, DEAL, WAIT))
        self._is_over[lanes] = False

    def _prepare_next_matches(self, lanes: Flags) -> None:
        """Set the keys, the learner's seat and the bots of the next match in these lanes (bool [n])."""
        players = self.game.players
        batch = self._matches
        keys = np.asarray(batch.dice)["key"]
        for lane in np.flatnonzero(lanes).tolist():
            self._match_numbers[lane] += 1
            seed = self.seed_of(lane)
            digest = hashlib.sha256(f"quarterdeck opponents\n{seed}".encode()).digest()
            random_number, *key = np.frombuffer(digest, "<u8")[:3].tolist()
            batch.deal_key[lane], keys[lane] = deal_key(seed), key
            seat = random_number % players if self.fixed_seat is None else self.fixed_seat
            batch.learner[lane] = seat
            for step, kind in enumerate(self._compiled_bots.kinds, start=1):
                batch.who[lane, (seat + step) % players] = kind

    def _run_lanes(self, chosen: NDArray[Any]) -> None:
        """Play these actions, WAIT and DEAL among them, and then the bots, in all lanes."""
        actions, bots = chosen.astype(np.int32), self._bots[: self._threads.count]
        edges = np.linspace(0, self.num_envs, len(bots) + 1).astype(int).tolist()
        parts = [
            (begin, end, actions, self._matches, self._results, own, self.max_plies)
            for begin, end, own in zip(edges, edges[1:], bots, strict=False)
        ]
        self._threads.run(self._play, parts)

    def _check_actions(self, actions: Any) -> tuple[NDArray[np.int64], dict[int, str]]:
        """The actions as int64 [n], and by lane the reason why its action is illegal.

        Actions in matches that are over are ignored.
        """
        array = checks.as_array(actions) if isinstance(actions, np.ndarray | Sequence) else None
        if array is None or array.dtype.kind not in "iu" or array.shape != (self.num_envs,):
            raise checks.actions_error(self.num_envs, checks.description(actions, array))
        in_range = (array >= 0) & (array < self.game.spec.actions)
        chosen = np.where(in_range, array, 0).astype(np.int64)
        legal = in_range & (self._mask_rows[np.arange(self.num_envs), chosen] == 1)
        illegal_lanes = np.flatnonzero(~(legal | self._is_over)).tolist()
        return chosen, {lane: self._refusal_sentence(lane, int(array[lane])) for lane in illegal_lanes}

    def _refusal_sentence(self, lane: int, action: int) -> str:
        """The sentence why an action is illegal. With `illegal="error"` it raises IllegalAction instead;
        ActionTextError for an unknown id.
        """
        try:
            play(self.position(lane), int(self._matches.learner[lane]), action)
        except IllegalAction as error:
            if self.illegal == "lose":
                return str(error)
            sentence = _("In match {number}: {why}").format(number=lane, why=error.sentence)
            raise IllegalAction(sentence, *error.args[1:]) from None
        raise AssertionError("a mask is made of the rules")

    def _observation_batch(self) -> Numbers:
        return self._observation_rows.copy() if self.copy else self._observation_rows

    def _info(self) -> Info:
        all_lanes = np.ones(self.num_envs, np.bool_)
        mask = self._mask_rows.copy() if self.copy else self._mask_rows.view()
        mask.flags.writeable = self.copy
        return {"action_mask": mask, "_action_mask": all_lanes, "seat": self.seats, "_seat": all_lanes}

    def _end_info(self, finished: Flags, illegal: Mapping[int, str]) -> Info:
        """The part of `info` about matches that have just ended: points, and reasons for illegal actions."""
        info: Info = {}
        if finished.any():
            info |= {"points": self._results.scores.copy(), "_points": finished}
        if illegal:
            reasons, is_illegal = np.full(self.num_envs, None, object), np.zeros(self.num_envs, np.bool_)
            reasons[list(illegal)], is_illegal[list(illegal)] = list(illegal.values()), True
            info |= {"illegal": reasons, "_illegal": is_illegal}
        return info

    def _final_info(self, ends: Info) -> Info:
        """The last observations and infos of matches that have ended, for SAME_STEP.

        Call it before the lanes' next matches are dealt. `ends` is from `_end_info`.
        """
        is_over = self._is_over.copy()
        observations = np.full(self.num_envs, None, object)
        for lane in np.flatnonzero(is_over):
            observations[lane] = self._observation_rows[lane].copy()
        mask = np.broadcast_to(any_action(self.game), self._mask_rows.shape)
        info = {"action_mask": mask, "_action_mask": is_over, "seat": self.seats, "_seat": is_over, **ends}
        return {
            "final_obs": observations,
            "_final_obs": is_over,
            "final_info": info,
            "_final_info": is_over,
        }

    def _check_reset_mask(self, mask: Any) -> Flags:
        fits = isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (self.num_envs,)
        if not fits or not mask.any():
            sentence = _("reset_mask is a bool array of shape ({n},) with at least one True, not {value}.")
            raise GameOptionError(sentence.format(n=self.num_envs, value=short(mask)))
        lanes: Flags = mask.copy()
        return lanes

    def _require_deal(self, dealt: bool) -> None:
        """Raise ResetNeeded unless matches have been dealt."""
        if not dealt:
            raise gymnasium.error.ResetNeeded(_("Call reset() before anything else: it deals the match."))


def _parse_autoreset_mode(mode: object) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        sentence = _("autoreset_mode is one of gymnasium.vector.AutoresetMode, not {value}.")
        raise GameOptionError(sentence.format(value=short(mode))) from None
