"""A policy to read in a minute: a linear layer, the mask of legal actions, softmax, policy gradients."""

import numpy as np


class Policy:
    def __init__(self, features, actions, seed=0, rate=0.01):
        self.weights = np.zeros((features, actions), np.float32)
        self.mean, self.square, self.updates = np.zeros_like(self.weights), np.zeros_like(self.weights), 0
        self.chooser, self.rate, self.seen = np.random.default_rng(seed), rate, []

    def probabilities(self, observations, masks):
        logits = np.where(masks, observations @ self.weights, -np.inf)
        likely = np.exp(logits - logits.max(axis=-1, keepdims=True))
        return likely / likely.sum(axis=-1, keepdims=True)

    def choose(self, observation, mask):
        """An action, and the decision as it is to be learned from."""
        likely = self.probabilities(observation, mask)
        action = int(self.chooser.choice(len(likely), p=likely / likely.sum(dtype=np.float64)))
        return action, (observation, mask.astype(bool), action)

    def learn(self, decisions, advantages):
        """One step of REINFORCE, by Adam: what went better than expected becomes likelier."""
        observations, masks, actions = (np.array(column) for column in zip(*decisions, strict=True))
        slope = -self.probabilities(observations, masks)
        slope[np.arange(len(actions)), actions] += 1
        slope *= np.array(advantages, np.float32)[:, None] / len(actions)
        gradient = observations.T @ slope.astype(np.float32)
        self.updates += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.updates), self.square / (1 - 0.999**self.updates)
        self.weights += self.rate * mean / (np.sqrt(square) + 1e-8)
