"""Learns with Stable-Baselines3's MaskablePPO: python maskable_ppo.py mutiny [--players 2]

Its policy plays one seat of 64 compiled matches, bots the others. It needs
pip install "quarterdeck[gymnasium]" sb3-contrib. Then: quarterdeck evaluate maskable_ppo:Agent mutiny
"""

import argparse
from functools import cache

import numpy as np
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

import quarterdeck
from quarterdeck.lab.canonical import canonical_actions
from quarterdeck.lab.gymnasium import make_vec

FILE = "maskable_ppo.zip"


class Matches(VecEnv):
    """Matches side by side, as Stable-Baselines3 wants them."""

    render_mode = None

    def __init__(self, game, matches, opponents, seed=1):
        self.many = make_vec(game, matches, opponents=opponents, autoreset_mode=AutoresetMode.SAME_STEP)
        # Observations count seats from the learner's; so do the policy's actions (docs/observations.md).
        self.actual = canonical_actions(game).argsort(1)
        super().__init__(matches, self.many.single_observation_space, self.many.single_action_space)
        self.seed(seed)

    def reset(self):
        seen, self.info = self.many.reset(seed=self._seeds[0])
        self._reset_seeds()
        return seen

    def step_async(self, actions):
        self.actions = self.actual[self.info["seat"], actions]

    def step_wait(self):
        seen, rewards, over, cut, self.info = self.many.step(self.actions)
        told = [{} for _ in range(self.num_envs)]
        for lane in np.flatnonzero(over | cut):
            told[lane] = {
                "terminal_observation": self.info["final_obs"][lane],
                "TimeLimit.truncated": cut[lane],
            }
        return seen, rewards.astype(np.float32), over | cut, told

    def env_method(self, name, *_arguments, indices=None, **_named):
        assert name == "action_masks"
        masks = np.take_along_axis(self.info["action_mask"], self.actual[self.info["seat"]], 1)
        return list(masks[self._get_indices(indices)])

    def has_attr(self, name):
        return name == "action_masks"

    def get_attr(self, name, indices=None):
        return [getattr(self, name)] * len(list(self._get_indices(indices)))

    def set_attr(self, name, value, indices=None):
        raise AttributeError(name)

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * len(list(self._get_indices(indices)))

    def close(self):
        self.many.close()


def won(agent, table, measured):
    """The share of this many matches that the agent wins."""
    seen, shares = table.reset(), []
    while len(shares) < measured:
        actions, _state = agent.predict(seen, action_masks=np.stack(table.env_method("action_masks")))
        seen, rewards, over, _told = table.step(actions)
        shares.extend(rewards[over])
    return sum(shares) / len(shares)


class Agent:
    """The learned policy, for the arena and the protocol."""

    def choose(self, view):
        canonical = canonical_actions(view.game)[view.seat]
        legal = {canonical[action.id]: action for action in view.legal()}
        mask = np.zeros(len(canonical), bool)
        mask[list(legal)] = True
        action, _state = learned().predict(view.observation(), action_masks=mask, deterministic=True)
        return legal[int(action)]


@cache
def learned():
    return MaskablePPO.load(FILE, device="cpu")


def main(game, players, opponents, decisions, matches, measured, file):
    game = quarterdeck.game(game, players=players)
    # The only reward comes at the end of a match: gamma=1.0 does not discount it, and ent_coef rewards trying
    # other actions.
    agent = MaskablePPO(
        "MlpPolicy",
        Matches(game, matches, opponents),
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,
        ent_coef=0.02,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
        device="cpu",
    )
    before = won(agent, Matches(game, matches, opponents, seed=2), measured)
    agent.learn(decisions)
    after = won(agent, Matches(game, matches, opponents, seed=2), measured)
    agent.save(file)
    learned_from = f"{agent.num_timesteps} decisions"
    print(f"{learned_from}: {before:.0%} of the matches won before, {after:.0%} after; in {file}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="mutiny")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--decisions", type=int, default=200_000)
    parser.add_argument("--matches", type=int, default=64)
    parser.add_argument("--measured", type=int, default=1000, help="matches of each measurement")
    parser.add_argument("--file", default=FILE)
    try:
        main(**vars(parser.parse_args()))
    except quarterdeck.QuarterdeckError as error:
        parser.error(str(error))
