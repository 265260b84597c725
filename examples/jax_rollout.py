"""Plays many matches from inside a compiled JAX function: python jax_rollout.py [--lanes 1024]"""

import argparse

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

import quarterdeck


def main(lanes, steps):
    env = quarterdeck.lab.vector("mutiny", lanes, seed=1, players=3)
    shown = ("legal", "observation", "seat", "rewards", "ended")

    def step(actions):
        # The next step overwrites these arrays, and JAX may look at them later: copy them.
        out = env.step(np.asarray(actions))
        return tuple(getattr(out, name).copy() for name in shown)

    shapes = tuple(jax.ShapeDtypeStruct(one.shape, one.dtype) for one in (getattr(env.out, n) for n in shown))

    @jax.jit
    def rollout(weights, key, legal, observation):
        def play(carry, key):
            legal, observation = carry
            logits = jnp.where(legal, observation @ weights, -jnp.inf)
            actions = jax.random.categorical(key, logits).astype(jnp.int32)
            # A step changes the lanes, so unlike a pure function it has to be called once and in order.
            legal, observation, _seat, rewards, ended = io_callback(step, shapes, actions, ordered=True)
            return (legal, observation), (rewards.sum(0), ended.sum())

        _, (won, ended) = jax.lax.scan(play, (legal, observation), jax.random.split(key, steps))
        return won.sum(0), ended.sum()

    key = jax.random.key(0)
    weights = 0.01 * jax.random.normal(key, (env.game.features, env.game.spec.actions))
    won, ended = rollout(weights, key, env.out.legal.copy(), env.out.observation.copy())
    shares = ", ".join(f"{share:.1%}" for share in won / ended)
    print(f"{lanes} lanes, {steps} steps: {ended} matches, won by the seats {shares}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lanes", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=100)
    try:
        main(**vars(parser.parse_args()))
    except quarterdeck.QuarterdeckError as error:
        parser.error(str(error))
