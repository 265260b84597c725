"""PPO by self-play in one file, in CleanRL's manner: `python examples/baselines/ppo.py mutiny --players 2`.

Thousands of matches are played side by side. One network decides for every seat, from what that seat knows,
and learns from all of its decisions by proximal policy optimization (Schulman et al. 2017) with generalized
advantage estimation along each seat's own decisions. Observations count seats from the viewer, and so do the
network's actions: they are canonical. The reward is the seat's share of the win. The entropy bonus is larger
than is usual for games without hidden information, as Rudolph et al. 2025 (arXiv 2502.08938) recommend.

It writes a network that `quarterdeck evaluate` takes, and a curve: decisions, seconds, the policy's entropy,
and how many of 100 matches one seat wins against rules of thumb in the others, with its 95% interval.
`quarterdeck.lab.training` is the larger program that made our bots' networks.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

import quarterdeck
from quarterdeck.bots.search.net import Net, make_net
from quarterdeck.bots.search.weights import write_net
from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab.canonical import canonical_actions
from quarterdeck.lab.lanes import Lanes
from quarterdeck.lab.training.run import real_number, share, whole_number, whole_number_or_zero
from quarterdeck.lab.training.strength import strength

WHOLES = {
    "decisions": ("to learn from, altogether", 10_000_000),
    "lanes": ("matches side by side", 1024),
    "steps": ("moves of each between two lessons", 64),
    "epochs": ("how often each window is gone through", 2),
    "batch": ("decisions in each step of the optimizer", 4096),
    "units": ("units in each of two layers", 256),
    "deals": ("deals of each measurement", 250),
}
REALS = {
    "rate": ("the learning rate, which falls to 0", 1e-3),
    "clip": ("how far a policy may move from the one that played", 0.2),
    "entropy": ("the weight of the entropy bonus", 0.02),
    "value": ("the weight of the value loss", 0.5),
    "max-norm": ("the limit on a gradient's norm", 0.5),
}


def arguments() -> argparse.Namespace:
    """The hyper-parameters."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="?", default="mutiny")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    for name, (words, whole) in WHOLES.items():
        parser.add_argument(f"--{name}", type=whole_number, default=whole, help=f"{words} ({whole})")
    words = "measurements, the last at the end; 0: none (10)"
    parser.add_argument("--measure", type=whole_number_or_zero, default=10, help=words)
    for name, (words, real) in REALS.items():
        parser.add_argument(f"--{name}", type=real_number, default=real, help=f"{words} ({real})")
    parser.add_argument("--gae-lambda", type=share, default=0.95)
    parser.add_argument("--folder", type=Path, default=Path("ppo"), help="for network.npz and curve.csv")
    return parser.parse_args()


class Agent(nn.Module):
    """Two layers of rectified units, a policy and a value."""

    def __init__(self, features: int, actions: int, units: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(features, units), nn.Linear(units, units)
        self.actor, self.critic = nn.Linear(units, actions), nn.Linear(units, 1)
        nn.init.zeros_(self.actor.weight)
        nn.init.zeros_(self.critic.weight)

    def forward(self, seen: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities [n, actions] of what is legal, and values [n]."""
        upper = self.second(self.first(seen).relu()).relu()
        logits = self.actor(upper).masked_fill(~legal, -1e9)
        return torch.log_softmax(logits, 1), self.critic(upper).squeeze(1)

    def net(self, game: quarterdeck.Game) -> Net:
        """The weights as our bots take them. Those also hold each seat's chance to win, here left at 0."""
        layers = {"first": self.first, "second": self.second, "act": self.actor}
        weights = {name: layer.weight.detach().numpy() for name, layer in layers.items()}
        biases = {f"{name}_bias": layer.bias.detach().numpy() for name, layer in layers.items()}
        # Below the heads our bots keep weights by input.
        weights |= {name: weights[name].T for name in ("first", "second")}
        win = np.zeros((game.spec.most_players + 1, len(self.second.bias)))
        return make_net(**weights, **biases, win=win, win_bias=win[:, 0])


class Window:
    """What happened in `steps` moves of all lanes: arrays and tensors [steps, lanes, …]."""

    def __init__(self, steps: int, env: Lanes) -> None:
        lanes, seats = env.out.rewards.shape
        # By seat, the action that a canonical one stands for.
        self.actual = canonical_actions(env.game).argsort(1)
        self.seen = torch.zeros(steps, *env.out.observation.shape)
        self.legal = torch.zeros(steps, *env.out.legal.shape, dtype=torch.bool)
        self.action = torch.zeros(steps, lanes, dtype=torch.int64)
        self.log_chance, self.value = torch.zeros(2, steps, lanes)
        self.seat = np.zeros((steps, lanes), np.int64)
        self.ended = np.zeros((steps, lanes), bool)
        self.rewards = np.zeros((steps, lanes, seats), np.float32)

    @torch.no_grad()
    def fill(self, agent: Agent, env: Lanes) -> Tensor:
        """Play on; returns the value of each lane's next decision, [lanes]."""
        for step in range(len(self.action)):
            self.seat[step] = env.out.seat
            self.seen[step], self.legal[step] = self.inputs(env)
            log_chances, self.value[step] = agent(self.seen[step], self.legal[step])
            # Adding Gumbel noise and taking the best draws from the policy.
            noise = torch.empty_like(log_chances).exponential_().log()
            self.action[step] = (log_chances - noise).argmax(1)
            self.log_chance[step] = log_chances.gather(1, self.action[step, :, None])[:, 0]
            env.step(self.actual[self.seat[step], self.action[step].numpy()])
            self.ended[step], self.rewards[step] = env.out.ended, env.out.rewards
        value: Tensor = agent(*self.inputs(env))[1]
        return value

    def inputs(self, env: Lanes) -> tuple[Tensor, Tensor]:
        """What each lane's seat sees, and which canonical actions are legal for it."""
        legal = np.take_along_axis(env.out.legal, self.actual[env.out.seat], 1)
        return torch.from_numpy(env.out.observation), torch.from_numpy(legal)

    def advantages(self, env: Lanes, last: Tensor, gae_lambda: float) -> tuple[Tensor, NDArray[np.bool_]]:
        """Generalized advantages, and which of them are known, both [steps, lanes].

        The advantage of a seat's last decision in a window is known if its match has ended or the seat is to
        act next. Rewards are not discounted, because matches are short.
        """
        steps, lanes, seats = self.rewards.shape
        rows, value = np.arange(lanes), self.value.numpy()
        # By seat, what follows its decision: the value of its next decision or, at the end, its reward.
        follows, carried = np.zeros((2, lanes, seats), np.float32)
        known = np.zeros((lanes, seats), bool)
        follows[rows, env.out.seat], known[rows, env.out.seat] = last.numpy(), True
        found, sure = np.zeros((steps, lanes), np.float32), np.zeros((steps, lanes), bool)
        for step in reversed(range(steps)):
            ended = self.ended[step]
            follows[ended], carried[ended], known[ended] = self.rewards[step, ended], 0, True
            seat = self.seat[step]
            sure[step] = known[rows, seat]
            found[step] = follows[rows, seat] - value[step] + gae_lambda * carried[rows, seat]
            found[step] *= sure[step]
            follows[rows, seat], carried[rows, seat], known[rows, seat] = value[step], found[step], True
        return torch.from_numpy(found), sure


def learn(
    agent: Agent,
    adam: torch.optim.Optimizer,
    window: Window,
    gain: Tensor,
    rows: Tensor,
    asked: argparse.Namespace,
) -> float:
    """Learn from the decisions in `rows`, in random batches; returns the policy's mean entropy in nats."""
    seen, legal, action, log_chance, value = (
        one.flatten(0, 1)
        for one in (window.seen, window.legal, window.action, window.log_chance, window.value)
    )
    gain = gain.flatten()
    returns = gain + value
    gain = (gain - gain[rows].mean()) / (gain[rows].std() + 1e-6)
    entropies = []
    for _ in range(asked.epochs):
        for batch in torch.split(rows[torch.randperm(len(rows))], asked.batch):
            log_chances, now = agent(seen[batch], legal[batch])
            ratio = (log_chances.gather(1, action[batch, None])[:, 0] - log_chance[batch]).exp()
            clipped = ratio.clamp(1 - asked.clip, 1 + asked.clip)
            policy_loss = -torch.min(ratio * gain[batch], clipped * gain[batch]).mean()
            value_loss = (now - returns[batch]).square().mean()
            entropy = -(log_chances.exp() * log_chances).sum(1).mean()
            adam.zero_grad(set_to_none=True)
            (policy_loss + asked.value * value_loss - asked.entropy * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), asked.max_norm)
            adam.step()
            entropies.append(entropy.detach().item())
    return sum(entropies) / len(entropies)


def main() -> None:
    """Train, measure and keep an agent."""
    asked = arguments()
    game = quarterdeck.game(asked.game, players=asked.players)
    torch.manual_seed(asked.seed)
    env = quarterdeck.lab.vector(game, asked.lanes, seed=f"ppo {asked.seed}")
    agent = Agent(game.features, len(game.actions), asked.units)
    adam = torch.optim.Adam(agent.parameters(), lr=asked.rate, eps=1e-5)
    window = Window(asked.steps, env)
    asked.folder.mkdir(parents=True, exist_ok=True)
    decisions, begun, measured = 0, time.perf_counter(), 0
    with (asked.folder / "curve.csv").open("w", newline="") as file:
        curve = csv.writer(file)
        curve.writerow(["decisions", "seconds", "entropy", "won", "low", "high"])
        while decisions < asked.decisions:
            adam.param_groups[0]["lr"] = asked.rate * (1 - decisions / asked.decisions)
            gain, sure = window.advantages(env, window.fill(agent, env), asked.gae_lambda)
            # Where only one action is legal, there is nothing to learn.
            rows = torch.from_numpy(np.flatnonzero(sure & (window.legal.sum(2) > 1).numpy()))
            entropy = learn(agent, adam, window, gain, rows, asked)
            decisions += len(rows)
            if decisions * asked.measure >= asked.decisions * (measured + 1):
                measured += 1
                won = strength(game, agent.net(game), asked.deals, f"measured {asked.seed}")
                percent = [round(100 * one, 1) for one in (won.value, won.low, won.high)]
                seconds = round(time.perf_counter() - begun)
                curve.writerow([decisions, seconds, round(entropy, 3), *percent])
                file.flush()
                print(f"{decisions:,} decisions, {seconds} s: {percent[0]} % won", flush=True)
    note = {"command": " ".join(sys.argv), "decisions": decisions, "seed": asked.seed}
    write_net(asked.folder / "network.npz", agent.net(game), game.id, note)


if __name__ == "__main__":
    try:
        main()
    except QuarterdeckError as error:
        sys.exit(str(error))
