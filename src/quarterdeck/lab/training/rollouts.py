"""Compiled games of the learning network against rule-of-thumb players and earlier networks: the data for the
policy gradient.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.heuristics.judge import judge, judged, take
from quarterdeck.bots.search.net import Net, look, rate_actions, rate_seats, sample
from quarterdeck.kernel.batch import MAX_LEGAL, no_ids
from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.events import News
from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.kernel.random import Dice, siphash
from quarterdeck.kernel.record import zeros
from quarterdeck.kernel.ring import first_seat
from quarterdeck.kernel.verbs import Ids, apply, blank, legal, observe, over, scores, setup, to_act, winners
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.lab.training.decisions import TrainingSet, draw, seen_from
from quarterdeck.play import Game
from quarterdeck.play.position import dice

# In this share of the games the learner has every seat, in the others one or more.
ALONE = 0.3
# In this share of the others, rule-of-thumb players have the other seats, if their rules can be compiled.
TAUGHT = 0.75
# Who chooses for a seat.
EARLIER, LEARNER, TEACHER = range(3)
# Earlier networks' policies are raised to this power, which favours their best actions.
SHARP = 2
# Average room for decisions per seat and game, and for actions per decision.
DECISIONS, ACTIONS = 100, 16
DECAY = 0.95


class Space(NamedTuple):
    """A game's arrays: `states` is a record array of three (the template, the game, a seat's view); `dice` of
    two (the batch's key, and the source of choices).
    """

    states: Any
    dice: Any
    ids: Ids
    news: Any
    seen: Numbers
    lower: Numbers
    upper: Numbers
    prior: Numbers
    worth: NDArray[np.float64]
    wins: NDArray[np.float64]


class Notes(NamedTuple):
    """The learner's decisions: for each the observation, seat, game number, number of legal actions, the
    chosen one with its probability, and the estimated chance to win; `action` has all legal ones in sequence.
    Per game: `won` float64 [games, seats + 1] and `scores` int16 [games, seats]. `used`: the numbers of
    decisions, actions and truncated games.
    """

    seen: Numbers
    seat: NDArray[np.int64]
    game: NDArray[np.int64]
    options: NDArray[np.int64]
    chosen: NDArray[np.int64]
    chance: Numbers
    win: Numbers
    action: NDArray[np.int64]
    won: NDArray[np.float64]
    scores: NDArray[np.int16]
    used: NDArray[np.int64]


class Rollouts(NamedTuple):
    """The learner's decisions, with the probability float32 [n] of each choice and its advantage float32 [n].
    `wins` is the learner's win rate against earlier networks, `beaten` against rule-of-thumb players; 1 means
    equal strength, NaN no such games. `truncated` counts the games that reached the ply limit.
    """

    decisions: TrainingSet
    chance: Numbers
    better: Numbers
    wins: float
    beaten: float
    truncated: int


def roll(name: str, games: int, net: Net, other: Net, seed: str, max_plies: int | None = None) -> Rollouts:
    """Play this many games with the same random options, `net` among seats of `other`; determined by the
    seed.
    """
    chance = random.Random(seed)
    game = draw(name, chance)
    players = np.array([seats_of(game, chance) for _ in range(games)])
    notes = _notes(game, players)
    play(_desk(game, net, seed), notes, net, other, players, ply_limit(game, max_plies))
    return _told(notes, players, game.spec.most_players)


def seats_of(game: Game, chance: random.Random) -> list[int]:
    """Who chooses for each seat of each game."""
    seats = game.players
    number = seats if chance.random() < ALONE else chance.randint(1, seats - 1)
    mine = chance.sample(range(seats), number)
    other = TEACHER if judged(game.id) and chance.random() < TAUGHT else EARLIER
    return [LEARNER if seat in mine else other for seat in range(seats)]


def _desk(game: Game, net: Net, seed: str) -> Space:
    states, rolls, units = zeros(game.spec.state, 3), zeros(Dice, 2), len(net.second)
    states[0] = game.spec.template(game.options, game.table)
    rolls[0] = dice(seed)
    seen, lower, upper, prior = (
        np.zeros(size, np.float32) for size in (game.features, units, units, MAX_LEGAL)
    )
    return Space(
        states,
        rolls,
        no_ids(),
        zeros(News, 1),
        seen,
        lower,
        upper,
        prior,
        worth=np.zeros(MAX_LEGAL),
        wins=np.zeros(game.players + 1),
    )


def _notes(game: Game, players: NDArray[np.int64]) -> Notes:
    games, rows = len(players), int((players == LEARNER).sum()) * DECISIONS

    def whole(size: int) -> NDArray[np.int64]:
        return np.zeros(size, np.int64)

    return Notes(
        seen=np.zeros((rows, game.features), np.float32),
        seat=whole(rows),
        game=whole(rows),
        options=whole(rows),
        chosen=whole(rows),
        chance=np.zeros(rows, np.float32),
        win=np.zeros(rows, np.float32),
        action=whole(rows * ACTIONS),
        won=np.zeros((games, game.players + 1)),
        scores=np.zeros((games, game.players), np.int16),
        used=whole(3),
    )


@compiled
def play(space: Space, notes: Notes, net: Net, other: Net, players: NDArray[np.int64], most: int) -> int:
    """Play one game for each row of `players` [games, seats]; returns the total number of moves. Games are
    truncated after `most` plies; then nobody wins.
    """
    moves = 0
    key = space.dice[0].key
    for game in range(len(players)):
        space.states[1] = space.states[0]
        s = space.states[1]
        s.key[0] = siphash(key[0], key[1], 3 * game)
        s.key[1] = siphash(key[0], key[1], 3 * game + 1)
        space.dice[1].key[0] = siphash(key[0], key[1], 3 * game + 2)
        space.dice[1].counter = 0
        setup(s)
        last = moves + most
        while moves < last and not over(s):
            seat = first_seat(to_act(s))
            count = legal(s, seat, space.ids)
            chosen = 0
            if count > 1:
                who = players[game, seat]
                space.states[2] = space.states[1]
                blank(space.states[2], seat)
                if who == TEACHER:
                    judge(space.states[2], seat, space.ids, count, space.worth, space.dice[1])
                    chosen = take(space.worth, count, space.dice[1])
                else:
                    chosen = choose(space, net if who == LEARNER else other, seat, count, who == EARLIER)
                if who == LEARNER:
                    write_down(space, notes, net, game, seat, count, chosen)
            apply(s, seat, space.ids[chosen], space.news[0])
            moves += 1
        end(notes, s, game)
        if not over(s):
            notes.used[2] += 1
    return moves


@rule
def choose(space: Space, net: Net, seat: int, count: int, sharply: bool) -> int:
    """Sample a legal action from a network's policy; `space.prior` holds the probabilities."""
    observe(space.states[2], seat, space.seen)
    look(net, space.seen, space.lower, space.upper)
    rate_actions(net, space.upper, space.ids, count, space.prior)
    if sharply:
        for one in range(count):
            space.prior[one] **= SHARP
    return sample(space.prior, count, space.dice[1])


@rule
def write_down(space: Space, notes: Notes, net: Net, game: int, seat: int, count: int, chosen: int) -> None:
    """Record a decision, if there is room."""
    row, first = notes.used[0], notes.used[1]
    if row == len(notes.seat) or first + count > len(notes.action):
        return
    rate_seats(net, space.upper, seat, len(space.wins) - 1, space.wins)
    notes.seen[row] = space.seen
    notes.seat[row] = seat
    notes.game[row] = game
    notes.options[row] = count
    notes.chosen[row] = chosen
    notes.chance[row] = space.prior[chosen]
    notes.win[row] = space.wins[seat]
    notes.action[first : first + count] = space.ids[:count]
    notes.used[0] += 1
    notes.used[1] += count


@rule
def end(notes: Notes, s: Any, game: int) -> None:
    """Record a game's result."""
    scores(s, notes.scores[game])
    won = winners(s)
    seats = len(notes.scores[game])
    number = 0
    for seat in range(seats):
        number += (won >> seat) & 1
    for seat in range(seats):
        notes.won[game, seat] = ((won >> seat) & 1) / max(number, 1)
    notes.won[game, seats] = 0 if number else 1


def _told(notes: Notes, players: NDArray[np.int64], most: int) -> Rollouts:
    rows, actions, truncated = notes.used.tolist()
    game, seat = notes.game[:rows], notes.seat[:rows]
    won, ahead = seen_from(seat, notes.won[game], notes.scores[game].astype(float), most)
    decisions = TrainingSet(
        seen=notes.seen[:rows].astype(np.float16),
        first=np.concatenate([[0], np.cumsum(notes.options[:rows])]),
        action=notes.action[:actions].astype(np.int16),
        chosen=notes.chosen[:rows].astype(np.int16),
        won=won,
        scores=ahead,
    )
    better, (wins, beaten) = _better(notes, rows), (_wins(notes, players, who) for who in (EARLIER, TEACHER))
    return Rollouts(decisions, notes.chance[:rows], better, wins, beaten, truncated)


def _wins(notes: Notes, players: NDArray[np.int64], others: int) -> float:
    """The learner's win rate in these games; 1 means equal strength."""
    among = (players == others).any(1)
    won = notes.won[among, :-1][players[among] == LEARNER]
    return float(won.mean() * players.shape[1]) if len(won) else float("nan")


def _better(notes: Notes, rows: int) -> Numbers:
    """Generalized advantage estimates (Schulman et al. 2016), computed backwards over each seat's decisions
    in a game.
    """
    better = np.zeros(rows, np.float32)
    later: dict[tuple[int, int], tuple[float, float]] = {}
    told = zip(*(of[:rows].tolist() for of in (notes.game, notes.seat, notes.win)), strict=True)
    for row, (game, seat, win) in reversed(list(enumerate(told))):
        after, gain = later.get((game, seat), (float(notes.won[game, seat]), 0.0))
        better[row] = gain = after - win + DECAY * gain
        later[game, seat] = win, gain
    return better
