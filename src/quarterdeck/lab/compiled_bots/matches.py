"""Many matches among compiled bots, with a learner in one seat of each, or without.

One compiled call plays the bots' moves in all matches, in each until its learner has to decide or it ends.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.batch import MOST_PLIES
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.encode import Numbers, slot
from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.kernel.random import Dice, quick_below
from quarterdeck.kernel.record import zeros
from quarterdeck.kernel.ring import first_seat
from quarterdeck.kernel.verbs import Ids, apply, blank, legal, observe, over, scores, setup, to_act, winners
from quarterdeck.lab.compiled_bots.players import RANDOM, Bots, choose
from quarterdeck.lab.compiled_bots.recording import Recording, apply_and_record, record_end
from quarterdeck.lab.lanes.buffers import aligned, aligned_records, rows
from quarterdeck.play import Game

# In place of a learner's action: leave the match alone, or deal a new one.
WAIT, DEAL = -1, -2
# In place of a learner's seat: bots have all seats.
NOBODY = -1

Integers = NDArray[np.int32]
Keys = NDArray[np.uint64]


class BotMatches(NamedTuple):
    """The state of n matches.

    Three are arrays of records: `template` [1] is copied and dealt for each match, `states` [n] are the
    positions, `dice` [n] the random numbers for the bots' choices. `deal_key` uint64 [n, 2] are the keys of
    the deals. `ply` int32 [n] counts the moves. `learner` int32 [n] is the learner's seat, or NOBODY. `who`
    int32 [n, seats] says how the other seats choose: RANDOM, HEURISTICS, FIRST or SECOND (`players`). The
    bots' moves are kept in `recording`, if there is one.
    """

    template: Any
    states: Any
    dice: Any
    deal_key: Keys
    ply: Integers
    learner: Integers
    who: Integers
    recording: Recording | None


class Shown(NamedTuple):
    """The output of a call for n matches.

    `observation`, rows of float32 [features], is what the learner sees. `mask`, rows of int8 [actions], is 1
    for its legal actions; for all actions if the match has ended. Without learners both have no rows.
    `rewards` float64 [n, seats] is each seat's share of the win, `scores` int16 [n, seats] its points; both
    are 0 before the match has ended. `ended` bool [n]: whether it ended by the rules; `truncated` bool [n]:
    whether by the limit of plies.
    """

    observation: Any
    mask: Any
    rewards: NDArray[np.float64]
    scores: NDArray[np.int16]
    ended: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


def matches(game: Game, n: int, recording: Recording | None = None) -> BotMatches:
    """Room for n matches, none of them dealt yet. They are recorded if there is a `recording`."""
    template = zeros(game.spec.state, 1)
    template[0] = game.spec.template(game.options, game.table)
    return BotMatches(
        template=template,
        states=aligned_records(game.spec.state, n),
        dice=zeros(Dice, n),
        deal_key=np.zeros((n, 2), np.uint64),
        ply=np.zeros(n, np.int32),
        learner=np.full(n, NOBODY, np.int32),
        who=np.zeros((n, game.players), np.int32),
        recording=recording,
    )


def shown(game: Game, n: int, observation: Numbers | None = None, mask: Any = None) -> Shown:
    """The arrays of results of n matches; `observation` float32 [n, features] and `mask` int8 [n, actions]
    are for learners.
    """
    seen = aligned((0, game.features), np.float32) if observation is None else observation
    flags = aligned((0, game.spec.actions), np.int8) if mask is None else mask
    return Shown(
        rows(seen),
        rows(flags),
        np.zeros((n, game.players)),
        np.zeros((n, game.players), np.int16),
        np.zeros(n, np.bool_),
        np.zeros(n, np.bool_),
    )


@compiled
def play_on(
    begin: int, end: int, actions: Integers, matches: BotMatches, shown: Shown, bots: Bots, most: int
) -> int:
    """Play on in matches `begin` to `end`, each to its learner's next decision or to its end.

    `actions` int32 [n] are the learners' actions, which must be legal, or WAIT or DEAL. If several seats may
    act at once, the learner is first, then the lowest seat. A match is truncated after `most` plies; nobody
    wins it. Only a match that is dealt with a learner always goes on to the learner's first decision. Returns
    the number of plies played.
    """
    plies = 0
    states, dice, seats, ply = matches.states, matches.dice, matches.learner, matches.ply
    for i in range(begin, end):
        action = int(actions[i])
        if action == WAIT:
            continue
        learner = int(seats[i])
        limit = most
        if action == DEAL:
            deal(i, matches)
            if learner != NOBODY:
                limit = MOST_PLIES
        else:
            apply(states[i], learner, action, None)
            ply[i] += 1
            plies += 1
        most_here, who = limit - ply[i], matches.who[i]
        played = bots_turn(states[i], dice[i], learner, most_here, who, bots, matches.recording)
        record_end(matches.recording, i)
        ply[i] += played
        plies += played
        done = over(states[i])
        cut = not done and ply[i] >= limit
        settle(i, done, cut, states[i], shown)
        if learner != NOBODY:
            show(i, learner, done or cut, states[i], shown, bots)
    return plies


@rule
def deal(i: int, matches: BotMatches) -> None:
    """Begin a match under its keys."""
    matches.states[i] = matches.template[0]
    s = matches.states[i]
    s.key[0] = matches.deal_key[i, 0]
    s.key[1] = matches.deal_key[i, 1]
    setup(s)
    matches.dice[i].counter = 0
    matches.ply[i] = 0


@rule
def bots_turn(
    s: Any, dice: Dice, learner: int, most: int, who: Integers, bots: Bots, recording: Recording | None
) -> int:
    """Play the bots' moves until the learner is to act, the match is over, or `most` plies are played.

    Returns the number of plies played.
    """
    ids = bots.slate[0].ids
    plies = 0
    while plies < most and not over(s):
        acting = to_act(s)
        if learner != NOBODY and has(acting, learner):
            break
        seat = first_seat(acting)
        count = legal(s, seat, ids)
        chosen = 0
        if count > 1:
            kind = int(who[seat])
            chosen = quick_below(dice, count) if kind == RANDOM else choose(s, seat, count, kind, bots, dice)
        apply_and_record(s, seat, ids[chosen], recording)
        plies += 1
    return plies


@rule
def settle(i: int, done: bool, cut: bool, s: Any, shown: Shown) -> None:
    """Write whether the match has ended, was truncated, and its rewards and scores."""
    rewards, points = shown.rewards, shown.scores
    shown.ended[i] = done
    shown.truncated[i] = cut
    won = winners(s) if done else 0
    sharing = 0
    for seat in range(rewards.shape[1]):
        sharing += (won >> seat) & 1
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = ((won >> seat) & 1) / max(sharing, 1)
        points[i, seat] = 0
    if done or cut:
        scores(s, points[i])


@rule
def show(i: int, seat: int, ended: bool, s: Any, shown: Shown, bots: Bots) -> None:
    """Write what the learner sees and may do."""
    bots.sight[0] = s
    blank(bots.sight[0], seat)
    observe(bots.sight[0], seat, shown.observation[i].row)
    flags = shown.mask[i].row
    flags[:] = np.int8(ended)
    if not ended:
        mark(flags, bots.slate[0].ids, legal(s, seat, bots.slate[0].ids))


@rule
def mark(flags: Any, ids: Ids, count: int) -> None:
    """Set the flags of these actions."""
    for one in range(count):
        flags[slot(ids[slot(one)])] = 1
