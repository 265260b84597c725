"""How much searches by rollouts improve the network's choices: the chance to win that a choice gains.

`python -m benchmarks.improvement`. Networks with their shares squared play matches of four. Some of their
decisions, those of a single seat, are made again by each search. Where its choice is not the network's best
action, both are played on to the end in the same worlds by the network. Such a comparison tells searches
apart with far fewer games than a tournament, but it takes all others for networks.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

import quarterdeck
from benchmarks.effort import Effort, parse_effort
from quarterdeck.bots.network import NetworkPolicy
from quarterdeck.bots.search import RolloutSearch
from quarterdeck.bots.search.playing_on import TO_THE_END, played_on
from quarterdeck.bots.search.policy import policy_of
from quarterdeck.bots.search.weights import own_net
from quarterdeck.play import Action, Game, View

DECISIONS, EACH_MATCH = 300, 6
# The worlds in which a choice is judged.
WORLDS: Final = 4_000
SEARCHES: Final[Mapping[str, RolloutSearch]] = {
    "100 rollouts of 16 choices": RolloutSearch(simulations=100),
    "6,000 rollouts of 16 choices": RolloutSearch(simulations=6_000),
    "3,000 rollouts of 40 choices": RolloutSearch(simulations=3_000, depth=40),
    "1,500 rollouts to the end": RolloutSearch(simulations=1_500, depth=TO_THE_END),
}


@dataclass
class Choices:
    """A search's choices in all decisions: what each gains over the network's best action, in shares of the
    win, and the seconds that they took together.
    """

    gains: list[float] = field(default_factory=list)
    seconds: float = 0.0

    def line(self, above: Choices) -> str:
        """The figures: ms for a move, the share of choices that are not the network's, and in thousandths of
        a win what a choice gains over the network's and over the search `above`, with 95% intervals.
        """
        count, gains = len(self.gains), np.array(self.gains)
        over = gains - above.gains
        return (
            f"{1e3 * self.seconds / count:8.0f}{np.mean(gains != 0):10.0%}"
            f"{1e3 * gains.mean():12.2f} ±{margin(gains):5.2f}{1e3 * over.mean():12.2f} ±{margin(over):5.2f}"
        )


def margin(gains: NDArray[np.float64]) -> float:
    """Half the 95% interval of a mean, in thousandths."""
    return float(1960 * gains.std() / len(gains) ** 0.5)


def decisions(game: Game) -> Iterator[View]:
    """Views of a single seat with a choice, some of each match of networks."""
    dice = random.Random(1)
    for seed in range(1_000_000):
        found, position = [], game.start(seed=seed)
        bots = [NetworkPolicy(f"{seed}/{seat}", sharpness=2.0) for seat in range(game.players)]
        while not position.over:
            seat = position.to_act[0]
            view = position.view(seat)
            if len(position.to_act) == 1 and len(view.legal()) > 1:
                found.append(view)
            position = position.play(seat, bots[seat].choose(view))
        yield from dice.sample(found, min(EACH_MATCH, len(found)))


def judge(view: View, best: Action, chosen: Sequence[Action], worlds: int) -> list[float]:
    """What each of these actions gains over the network's `best` one, in shares of the win."""
    others = sorted({one.id for one in chosen} - {best.id})
    if not others:
        return [0.0] * len(chosen)
    actions = [best, *(view.game.actions[one] for one in others)]
    shares = played_on(view, actions, worlds, "judge")[:, :, view.seat].mean(0)
    gains = dict(zip([best.id, *others], (shares - shares[0]).tolist(), strict=True))
    return [gains[one.id] for one in chosen]


def compare(game: Game, effort: Effort) -> dict[str, Choices]:
    """The choices of all searches in the same decisions."""
    net, found = own_net(game.id), {name: Choices() for name in SEARCHES}
    views = list(islice(decisions(game), effort.count(DECISIONS)))
    # The first search waits for the compiler.
    next(iter(SEARCHES.values())).choose(views[0])
    for view in views:
        best = view.legal()[int(np.argmax(policy_of(view, net)))]
        chosen = []
        for name, search in SEARCHES.items():
            began = time.perf_counter()
            chosen.append(search.choose(view))
            found[name].seconds += time.perf_counter() - began
        gains = judge(view, best, chosen, effort.count(WORLDS))
        for choices, gain in zip(found.values(), gains, strict=True):
            choices.gains.append(gain)
    return found


def print_figures(game: Game, effort: Effort) -> None:
    """Print a line for each search."""
    title = f"{game.title}, {game.players} players"
    print(f"{title:36}{'ms':>8}{'others':>10}{'gain, ‰':>19}{'over above, ‰':>19}")
    found = compare(game, effort)
    above = next(iter(found.values()))
    for name, choices in found.items():
        print(f"{name:36}{choices.line(above)}", flush=True)
        above = choices


def main(given: Sequence[str] | None = None) -> None:
    """Run a command line."""
    effort = parse_effort("benchmarks.improvement", __doc__, 1, given)
    for name in effort.names:
        game = quarterdeck.game(name, players=4)
        game.warm()
        print_figures(game, effort)


if __name__ == "__main__":
    main()
