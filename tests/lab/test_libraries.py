"""Learning libraries take our environments as they are: their own checks, and whole matches with masks."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from quarterdeck.lab.gymnasium import make, make_vec
from quarterdeck.lab.pettingzoo import env, parallel_env

# Imported in the tests alone: each library takes seconds and a hundred megabytes.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module", params=["cartagena", "meuterer", "mutiny"])
def game(request: pytest.FixtureRequest) -> str:
    """The name of a game."""
    return str(request.param)


def test_stable_baselines3_checks_an_environment_without_a_warning(game: str) -> None:
    from stable_baselines3.common.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(game, opponents="random"))


def test_torchrl_checks_the_specs_of_both_kinds(game: str) -> None:
    from torchrl.envs import GymWrapper, PettingZooWrapper, check_env_specs

    check_env_specs(GymWrapper(make(game, opponents="random")))
    check_env_specs(PettingZooWrapper(env(game, max_plies=50), use_mask=True))


def test_torchrl_plays_a_match_with_masks(game: str) -> None:
    from torchrl.envs import PettingZooWrapper

    table = PettingZooWrapper(parallel_env(game), use_mask=True)
    played = table.rollout(2000, auto_reset=True)
    assert played["next", "done"][-1].all()
    assert played["next", "seat", "reward"].sum() in (0, 1)


def test_torchrl_steps_matches_side_by_side(game: str) -> None:
    from torchrl.envs import GymWrapper

    many = make_vec(game, 4, opponents="random", autoreset_mode=AutoresetMode.SAME_STEP)
    # An action that is drawn without a mask may end a match, and the next one begins.
    assert GymWrapper(many).rollout(3, break_when_any_done=False).batch_size == (4, 3)


def test_tianshou_plays_a_match_with_masks(game: str) -> None:
    from tianshou.env import PettingZooEnv

    table = PettingZooEnv(env(game))
    seen, _info = table.reset(seed=1)
    over = truncated = False
    while not (over or truncated):
        seen, shares, over, truncated, _info = table.step(int(np.flatnonzero(seen["mask"])[-1]))
    assert sum(shares) in (0, 1)


def test_supersuit_wraps_and_joins_matches(game: str) -> None:
    import supersuit

    together = supersuit.dtype_v0(parallel_env(game, masks="info"), np.float16)
    matches = supersuit.pettingzoo_env_to_vec_env_v1(supersuit.flatten_v0(together))
    many = supersuit.concat_vec_envs_v1(matches, 2, base_class="gymnasium")
    seen, infos = many.reset(seed=1)
    assert seen.dtype == np.float16
    ended = 0
    while ended < 2:
        actions = [int(np.flatnonzero(info["action_mask"])[-1]) for info in infos]
        seen, _shares, over, truncated, infos = many.step(np.array(actions))
        ended += int((over | truncated).any())
