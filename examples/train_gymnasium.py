"""Learns to beat random players at Mutiny!, by Gymnasium: python train_gymnasium.py [--matches 2000]"""

import argparse

from policy import Policy

import quarterdeck
from quarterdeck.lab.gymnasium import make

BATCH = 20  # matches to a step of learning


def play(table, policy):
    """The decisions of a match, and the learner's share of the win."""
    decisions, over, truncated = [], False, False
    observation, info = table.reset()
    while not (over or truncated):
        action, decision = policy.choose(observation, info["action_mask"])
        decisions.append(decision)
        observation, share, over, truncated, info = table.step(action)
    return decisions, share


def main(matches, players):
    table = make("mutiny", players=players, opponents="random")
    table.reset(seed=1)
    policy = Policy(table.observation_space.shape[0], table.action_space.n, rate=0.003)
    won, batch = [], []
    for number in range(1, matches + 1):
        decisions, share = play(table, policy)
        won.append(share)
        batch += [(decision, share - 1 / players) for decision in decisions]
        if number % BATCH == 0:
            policy.learn(*zip(*batch, strict=True))
            batch = []
        if number % max(1, matches // 10) == 0:
            lately = won[-max(1, matches // 10) :]
            print(f"{number} matches: {sum(lately) / len(lately):.0%} of the latest won")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--players", type=int, default=2)
    try:
        main(**vars(parser.parse_args()))
    except quarterdeck.QuarterdeckError as error:
        parser.error(str(error))
