"""Decisions a second of a learner in Gymnasium's vector environments, by bots and threads, and the same in
single environments that Gymnasium steps one after the other.

`python -m benchmarks.learners`. Only steps are timed, not the learner, who plays at random.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import gymnasium
import numpy as np

from benchmarks import playouts
from benchmarks.effort import Effort, parse_effort
from benchmarks.vector import Measure, in_turns
from quarterdeck.lab.gymnasium import make_vec
from quarterdeck.lab.versioned import environment_id
from quarterdeck.play import Game

MATCHES, ONE_BY_ONE = 1024, 8
WARM_UP = 10
SECONDS = 1.0


def decisions(table: Any, seconds: float) -> float:
    """Decisions a second of all matches together, over this many seconds of steps; before that a few steps,
    so that the matches are in all phases.
    """
    chance = np.random.default_rng(1)
    _seen, info = table.reset(seed=1)
    steps, spent = -WARM_UP, 0.0
    while spent < seconds:
        # The legal action that is first in a random order.
        order = chance.permutation(info["action_mask"].shape[1])
        actions = order[info["action_mask"][:, order].argmax(1)]
        before = time.perf_counter()
        *_told, info = table.step(actions)
        steps += 1
        spent += time.perf_counter() - before if steps > 0 else 0.0
    return steps * int(table.num_envs) / spent


def measures(game: Game, effort: Effort) -> dict[str, Measure]:
    """The measurements of a game, by what is printed."""
    seconds = effort.seconds(SECONDS)
    found: dict[str, Measure] = {}
    for bots in ("random", "rule-of-thumb", "mate"):
        for threads, copy in ((1, True), (1, False), (2, False)):
            name = f"{game.id}, {bots}, threads={threads}, copy={copy}"
            table = make_vec(game, MATCHES, opponents=bots, threads=threads, copy=copy)
            found[name] = partial(decisions, table, seconds)
        single = gymnasium.make_vec(
            environment_id(game.id), ONE_BY_ONE, vectorization_mode="sync", game=game, opponents=bots
        )
        found[f"{game.id}, {bots}, single environments"] = partial(decisions, single, seconds)
    return found


def main(given: Sequence[str] | None = None) -> None:
    """Run a command line."""
    effort = parse_effort("benchmarks.learners", __doc__, 3, given)
    print(f"{'A learner’s decisions a second':58}")
    for game in playouts.first_of_each(effort.names):
        for name, figure in in_turns(measures(game, effort), effort.rounds).items():
            print(f"{name:58}{figure:14,.0f}", flush=True)


if __name__ == "__main__":
    main()
