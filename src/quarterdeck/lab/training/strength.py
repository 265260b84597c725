"""How strong a network is without search, in compiled matches against rules of thumb or another network."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.heuristics.judge import judge, take
from quarterdeck.bots.search.net import Net, look, no_net, rate_actions, sample
from quarterdeck.kernel.batch import MAX_LEGAL, no_ids
from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.events import News
from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.kernel.random import Dice, siphash
from quarterdeck.kernel.record import zeros
from quarterdeck.kernel.ring import first_seat
from quarterdeck.kernel.verbs import Ids, apply, blank, legal, observe, over, setup, to_act, winners
from quarterdeck.lab.arena.interval import Estimate, share
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.play import Game
from quarterdeck.play.position import dice

# Who chooses for a seat.
LEARNER, NETWORK, HEURISTICS = range(3)


class Space(NamedTuple):
    """A match's arrays: `states` is a record array of three (the template, the match, a seat's view); `dice`
    of two (the key of all deals, and the source of choices).
    """

    states: Any
    dice: Any
    ids: Ids
    news: Any
    seen: Numbers
    prior: Numbers
    worth: NDArray[np.float64]


class Player(NamedTuple):
    """A network that plays, room for its two layers, and the power to which its policy is raised."""

    net: Net
    lower: Numbers
    upper: Numbers
    sharpness: float


def strength(
    game: Game,
    net: Net,
    deals: int,
    seed: str,
    other: Net | None = None,
    sharpness: tuple[float, float] = (1.0, 1.0),
) -> Estimate:
    """The share of the matches that the network wins against rule-of-thumb players in all other seats, or
    another network in them, with its 95 % interval. Each deal is played once from each seat.

    `sharpness` are the powers to which the network's and the other's policy are raised: 1 draws from them as
    trained, more prefers their best actions.
    """
    seats = game.players
    players = np.full((deals * seats, seats), HEURISTICS if other is None else NETWORK)
    players[np.arange(len(players)), np.arange(len(players)) % seats] = LEARNER
    won = np.zeros(len(players))
    rival = no_net() if other is None else other
    one, two = (_player(which, power) for which, power in zip((net, rival), sharpness, strict=True))
    play(_space(game, seed), one, two, players, ply_limit(game, None), won)
    found = share(won.reshape(deals, seats).sum(1), np.full(deals, float(seats)))
    assert found is not None
    return found


def _space(game: Game, seed: str) -> Space:
    states, rolls = zeros(game.spec.state, 3), zeros(Dice, 2)
    states[0] = game.spec.template(game.options, game.table)
    rolls[0] = dice(seed)
    seen, prior = np.zeros(game.features, np.float32), np.zeros(MAX_LEGAL, np.float32)
    return Space(states, rolls, no_ids(), zeros(News, 1), seen, prior, np.zeros(MAX_LEGAL))


def _player(net: Net, sharpness: float) -> Player:
    lower, upper = (np.zeros(len(net.second), np.float32) for _ in range(2))
    return Player(net, lower, upper, float(sharpness))


@compiled
def play(
    space: Space,
    learner: Player,
    other: Player,
    players: NDArray[np.int64],
    most: int,
    won: NDArray[np.float64],
) -> int:
    """Play one match for each row of `players` [matches, seats]; as many in a row as there are seats have the
    same deal. Writes the learner's share of each win to `won` [matches]; returns the total number of moves.
    A match is truncated after `most` plies, won by nobody.
    """
    moves = 0
    key = space.dice[0].key
    for match in range(len(players)):
        space.states[1] = space.states[0]
        s = space.states[1]
        deal = match // players.shape[1]
        s.key[0] = siphash(key[0], key[1], 3 * deal)
        s.key[1] = siphash(key[0], key[1], 3 * deal + 1)
        space.dice[1].key[0] = siphash(key[0], key[1], 3 * match + 2)
        space.dice[1].counter = 0
        setup(s)
        last = moves + most
        while moves < last and not over(s):
            seat = first_seat(to_act(s))
            count = legal(s, seat, space.ids)
            chosen = 0
            if count > 1:
                space.states[2] = space.states[1]
                blank(space.states[2], seat)
                who = players[match, seat]
                if who == HEURISTICS:
                    judge(space.states[2], seat, space.ids, count, space.worth, space.dice[1])
                    chosen = take(space.worth, count, space.dice[1])
                else:
                    chosen = choose(space, learner if who == LEARNER else other, seat, count)
            apply(s, seat, space.ids[chosen], space.news[0])
            moves += 1
        won[match] = learners_share(winners(s), players[match])
    return moves


@rule
def choose(space: Space, player: Player, seat: int, count: int) -> int:
    """Index of a legal action, drawn from the player's policy."""
    observe(space.states[2], seat, space.seen)
    look(player.net, space.seen, player.lower, player.upper)
    rate_actions(player.net, player.upper, space.ids, count, space.prior)
    if player.sharpness != 1:
        for one in range(count):
            space.prior[one] **= player.sharpness
    return sample(space.prior, count, space.dice[1])


@rule
def learners_share(won: int, players: NDArray[np.int64]) -> float:
    """The learner's share of the win; `won` is the mask of the winners, 0 in a truncated match."""
    number = 0
    mine = 0
    for seat in range(len(players)):
        number += (won >> seat) & 1
        mine += ((won >> seat) & 1) * int(players[seat] == LEARNER)
    return mine / max(number, 1)
