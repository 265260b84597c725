"""Learns Meuterer from itself, in all seats, by PettingZoo: python train_pettingzoo.py [--matches 1000]"""

import argparse

import numpy as np
from policy import Policy

import quarterdeck
from quarterdeck.lab.pettingzoo import env

BATCH = 10  # matches to a step of learning
TEST = 200  # matches against random players


def play(table, policies, seed=None):
    """Every decision of a match with its agent, and each agent's share of the win."""
    table.reset(seed=seed)
    decisions, shares = [], dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, share, over, truncated, _info = table.last()
        shares[agent] += share
        action = None
        if not (over or truncated):
            action, decision = policies[agent].choose(seen["observation"], seen["action_mask"])
            decisions.append((agent, decision))
        table.step(action)
    return decisions, shares


def main(matches, players):
    table = env("meuterer", players=players)
    agents = table.possible_agents
    features, actions = table.game.features, table.game.spec.actions
    learner, random = Policy(features, actions, rate=0.003), Policy(features, actions, seed=1)
    batch = []
    for number in range(1, matches + 1):
        decisions, shares = play(table, dict.fromkeys(agents, learner), seed=number)
        batch += [(decision, shares[agent] - 1 / players) for agent, decision in decisions]
        if number % BATCH == 0:
            learner.learn(*zip(*batch, strict=True))
            batch = []
        if number % max(1, matches // 5) == 0:
            seats = {agent: learner if agent == agents[0] else random for agent in agents}
            tests = range(min(TEST, matches))
            won = np.mean([play(table, seats, seed=10**6 + test)[1][agents[0]] for test in tests])
            print(f"{number} matches: wins {won:.0%} against random players, who would win {1 / players:.0%}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--players", type=int, default=3)
    try:
        main(**vars(parser.parse_args()))
    except quarterdeck.QuarterdeckError as error:
        parser.error(str(error))
