"""Learns with RLlib's PPO: python rllib_ppo.py mutiny [--players 2] [--runners 2]

Its policy plays one seat, bots the others, and only legal actions are drawn. It needs
pip install "quarterdeck[gymnasium]" "ray[rllib]" torch.
"""

import argparse

import gymnasium
import ray
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import quarterdeck
from quarterdeck.lab.gymnasium import make


class Masked(gymnasium.Wrapper):
    """The mask beside the observation, where RLlib's module looks for it."""

    def __init__(self, table):
        super().__init__(table)
        mask = spaces.Box(0, 1, (table.action_space.n,), "float32")
        self.observation_space = spaces.Dict({"action_mask": mask, "observations": table.observation_space})

    def reset(self, *, seed=None, options=None):
        seen, info = self.env.reset(seed=seed, options=options)
        return self.with_mask(seen, info), {}

    def step(self, action):
        seen, share, over, truncated, info = self.env.step(action)
        return self.with_mask(seen, info), share, over, truncated, {}

    def with_mask(self, seen, info):
        return {"action_mask": info["action_mask"].astype("float32"), "observations": seen}


def main(game, players, opponents, iterations, batch, runners, units):
    game = quarterdeck.game(game, players=players)
    # Without an address Ray would join a cluster that happens to run on this machine.
    ray.init(address="local", log_to_driver=False)
    register_env("quarterdeck", lambda _config: Masked(make(game, opponents=opponents)))
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"head_fcnet_hiddens": [units], "fcnet_hiddens": [units]},
    )
    config = (
        PPOConfig()
        .environment("quarterdeck")
        .env_runners(num_env_runners=runners)
        .rl_module(rl_module_spec=module)
        .training(gamma=1.0, lr=1e-3, entropy_coeff=0.02, num_epochs=4)
        .training(train_batch_size_per_learner=batch, minibatch_size=min(128, batch))
        .debugging(seed=1, log_level="ERROR")
    )
    agent = config.build_algo()
    for iteration in range(1, iterations + 1):
        # The mean over the latest hundred matches; NaN if none has ended yet.
        won = agent.train()["env_runners"].get("episode_return_mean", float("nan"))
        print(f"{iteration * batch} decisions: {won:.0%} of the latest matches won", flush=True)
    agent.stop()
    ray.shutdown()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="mutiny")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--batch", type=int, default=2000, help="decisions of each iteration")
    parser.add_argument("--runners", type=int, default=0, help="processes that play; 0: this one")
    parser.add_argument("--units", type=int, default=128)
    try:
        main(**vars(parser.parse_args()))
    except quarterdeck.QuarterdeckError as error:
        parser.error(str(error))
