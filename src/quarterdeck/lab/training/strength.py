"""How strong a network is without search, in compiled matches against rules of thumb or another network."""

from __future__ import annotations

import numpy as np

from quarterdeck.bots.search.net import Net, no_net
from quarterdeck.kernel.random import siphash
from quarterdeck.lab.arena.interval import Estimate, share
from quarterdeck.lab.compiled_bots.matches import DEAL, BotMatches, matches, play_on, shown
from quarterdeck.lab.compiled_bots.players import FIRST, HEURISTICS, SECOND, bots_for
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.play import Game
from quarterdeck.play.position import dice


def strength(
    game: Game,
    net: Net,
    deals: int,
    seed: str,
    other: Net | None = None,
    sharpness: tuple[float, float] = (1.0, 1.0),
) -> Estimate:
    """The share of the matches that the network wins, with its 95% interval.

    In all other seats are rule-of-thumb players, or the `other` network. The network plays each deal once in
    each seat. `sharpness` are the powers to which the policies of the network and the other one are raised:
    with 1 actions are drawn from the policy as trained, with more the best actions are drawn more often.
    """
    seats = game.players
    count = deals * seats
    number, seat = np.arange(count), np.arange(count) % seats
    batch, results = matches(game, count), shown(game, count)
    batch.who[:] = HEURISTICS if other is None else SECOND
    batch.who[number, seat] = FIRST
    _set_keys(batch, seats, seed)
    bots = bots_for(game, (net, no_net() if other is None else other), sharpness)
    play_on(0, count, np.full(count, DEAL, np.int32), batch, results, bots, ply_limit(game, None))
    shares = results.rewards[number, seat].reshape(deals, seats)
    estimate = share(shares.sum(1), np.full(deals, float(seats)))
    assert estimate is not None
    return estimate


def _set_keys(batch: BotMatches, seats: int, seed: str) -> None:
    """Give `seats` matches in a row the same deal, and each match random choices of its own."""
    first, second = map(int, dice(seed).key)
    for number in range(len(batch.ply)):
        of_deal = 3 * (number // seats)
        batch.deal_key[number] = siphash(first, second, of_deal), siphash(first, second, of_deal + 1)
        batch.dice[number].key[0] = siphash(first, second, 3 * number + 2)
