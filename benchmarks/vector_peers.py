"""Random play in Pgx, compiled by JAX for this machine's cores, and in PettingZoo, in Python."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pgx as pgx_games
from numpy.typing import NDArray
from pettingzoo.classic import leduc_holdem_v4
from pgx.experimental.wrappers import auto_reset

SECONDS = 0.25
ready: Any = jax.block_until_ready
PGX: tuple[Any, ...] = ("leduc_holdem", "sparrow_mahjong")
PETTINGZOO: dict[str, Callable[[], Any]] = {"leduc_holdem_v4": leduc_holdem_v4.env}


def make_pgx(name: Any, n: int) -> tuple[Callable[..., Any], Any]:
    """A compiled step of n random matches with auto-reset, and their states."""
    env: Any = pgx_games.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def random_step(state: Any, key: Any) -> tuple[Any, Any]:
        key, chance, deal = jax.random.split(key, 3)
        weights = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(chance, weights, axis=1)
        return step(state, actions, jax.random.split(deal, n)), key

    compiled = jax.jit(random_step)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, n))
    now = compiled(state, key)
    return compiled, ready(now)


def pgx(made: tuple[Callable[..., Any], Any], n: int, seconds: float = SECONDS) -> float:
    """Steps per second, counted in matches."""
    step, now = made
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        now = ready(step(*now))
        steps += 1
    return steps * n / (time.perf_counter() - start)


def pettingzoo(env: Any, seconds: float = SECONDS) -> float:
    """Steps per second of successive single matches."""
    chance, steps, start = np.random.default_rng(1), 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        env.reset(seed=steps)
        for agent in env.agent_iter():
            observation, _reward, ended, cut, _info = env.last()
            if ended or cut:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(chance.random() * len(legal))]))
            steps += 1
            assert agent
    return steps / (time.perf_counter() - start)


def jax_shares(table: NDArray[np.float32]) -> bool:
    """Whether JAX takes an array through DLPack without a copy."""
    return bool(jax.dlpack.from_dlpack(table).unsafe_buffer_pointer() == table.ctypes.data)
