"""Mines puzzles: positions of self-play in which one choice is clearly best, as far as its seat can know.

A quick search finds candidates. Each is proven twice: by a search of many times the simulations with another
seed, and by playing the best choices on to the end in the same worlds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots import bot
from quarterdeck.bots.base import chance
from quarterdeck.bots.heuristics import RuleOfThumb
from quarterdeck.bots.search import RolloutSearch
from quarterdeck.bots.search.instinct import instinct
from quarterdeck.bots.search.playing_on import played_on, world_seed
from quarterdeck.bots.search.weights import has_net, own_net
from quarterdeck.coach.foresight import foresee
from quarterdeck.coach.puzzle import PUZZLE_FACES, Holding, Proof, Puzzle, Rival, name_of
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _
from quarterdeck.lab.seeds import deal_seed, seat_seed
from quarterdeck.play import Action, Game, Position, View

__all__ = ["Effort", "distinct", "level_of", "mined", "rival_of", "varied"]

# The bot that plays the matches: one that makes mistakes, so that positions are of many kinds.
PLAYER: Final = "mate"
# Fewer choices than this are no puzzle.
CHOICES: Final = 3
# The most puzzles from one match.
FROM_A_MATCH: Final = 4
# How many of the best choices are played to the end.
COMPARED: Final = 4
# So many are shown with their chances, the others from fewer worlds.
SHOWN, FEWER = 12, 120
# A level of the search finds an answer if it does so in most of so many tries.
TRIES: Final = 5
CAPTAIN: Final = "captain"
# Worlds that the explanation looks into, and what it keeps of them: keys that are neither nearly sure nor
# nearly impossible.
LOOKED_INTO: Final = 200
DOUBTFUL: Final = (0.08, 0.92)
KEPT: Final = 3
# What a rival loses at least.
LEAST_COST: Final = 0.02
# Worlds in which it is looked for what may come of the answer.
FORESEEN: Final = 64
# Means of a few rewards that are all alike are not surer than this.
LEAST_ERROR: Final = 0.02
# Two keys with means as close as this speak of the same worlds.
ALIKE: Final = 0.001
# 95 % of a normal distribution lie within so many standard deviations.
NORMAL: Final = 1.96


@dataclass(frozen=True)
class Effort:
    """How much is spent: simulations of the first `glance` and of the `proof`, `worlds` played to the end.

    `gap` is how much more of the win the answer must have than any other choice, each time; `margin` is the
    least lower end of its interval. One in so many decisions is looked at (`every`), as one match has many
    that are alike. Easier ones than this `level` are left out.
    """

    glance: int = 320
    proof: int = 6_400
    worlds: int = 500
    gap: float = 0.08
    margin: float = 0.03
    every: int = 3
    level: int = 1


def mined(
    game: Game, games: int, seed: int | str = 0, effort: Effort | None = None, first: int = 0
) -> Iterator[tuple[int, Puzzle | None]]:
    """Yield the puzzles of so many matches, each with its match's number, and None after each match.

    The numbers of players take turns from match to match. Match i depends only on the seed and on i.
    GameOptionError for a game without a network, by which matches are played to their ends.
    """
    if not has_net(game.id):
        sentence = _("{game} has no network to play matches to their ends by: train one first.")
        raise GameOptionError(sentence.format(game=game.title))
    option = game.spec.option("players")
    players = [int(one) for one in option.choices] if option else [game.players]
    for number in range(first, first + games):
        table = Game(game.spec, **{**game.options, "players": players[number % len(players)]})
        for puzzle in _of_match(table, seed, number, effort or Effort()):
            yield number, puzzle
        yield number, None


def _of_match(game: Game, seed: int | str, number: int, effort: Effort) -> Iterator[Puzzle]:
    taken: set[tuple[str, int]] = set()
    for view in _decisions(game, seed, number, effort.every):
        theme = PUZZLE_FACES[game.id].theme(view.to_json())
        # One of a kind and a round: the next decision of this kind is nearly the same.
        situation = theme, view.progress[0]
        if len(taken) == FROM_A_MATCH:
            return
        if situation in taken:
            continue
        puzzle = _puzzle(view, theme, effort)
        if puzzle is not None:
            taken.add(situation)
            yield puzzle


def _decisions(game: Game, seed: int | str, number: int, every: int) -> Iterator[View]:
    """Some of the decisions of a match, each as its seat sees it, if nobody else chooses at that time."""
    position = game.start(seed=deal_seed(seed, number))
    players = [bot(PLAYER, seat_seed(seed, number, seat)) for seat in range(game.players)]
    for _ply in range(game.max_plies):
        if position.over:
            return
        seat = position.to_act[0]
        view = position.view(seat)
        alone = len(position.to_act) == 1 and len(view.legal()) >= CHOICES
        if alone and chance(seed, view, "looked at") * every < 1:
            yield view
        position = position.play(seat, players[seat].choose(view))


def _puzzle(view: View, theme: str, effort: Effort) -> Puzzle | None:
    """The puzzle of a view; None if no choice is clearly best. Its seeds follow from the view alone: that of
    the match would deal all that the seat can't know.
    """
    seed = name_of(view)
    found = _best(view, f"{seed} glance", effort.glance, effort.gap)
    if found is None:
        return None
    level = level_of(view, found[0])
    if level < effort.level:
        return None
    best = _best(view, f"{seed} proof", effort.proof, effort.gap)
    if best is None or best[0] != found[0]:
        return None
    shortlist, others = best[:COMPARED], best[COMPARED:SHOWN]
    rewards = played_on(view, shortlist, effort.worlds, f"{seed} worlds")
    wins = rewards[:, :, view.seat or 0]
    gap, interval, order = _compared(wins)
    if order[0] != 0 or gap < effort.gap or interval[0] < effort.margin:
        return None
    answer, other = shortlist[0], shortlist[order[1]]
    rest = played_on(view, others, min(effort.worlds, FEWER), f"{seed} worlds")
    means = rest[:, :, view.seat or 0].mean(0)
    chances = {shortlist[at].text: float(wins[:, at].mean()) for at in order}
    chances |= {others[at].text: float(means[at]) for at in np.argsort(-means, kind="stable").tolist()}
    looked_into = [
        view.sample(world_seed(f"{seed} worlds", one)) for one in range(min(effort.worlds, LOOKED_INTO))
    ]
    return Puzzle(
        view,
        answer,
        theme,
        level,
        Proof(gap, interval, effort.worlds, effort.proof),
        chances,
        _rules(looked_into[0], answer, view),
        foresee(view, answer, other, seed, worlds=FORESEEN),
        rival_of(view, rewards[:, [0, order[1]]]),
        _holdings(view, looked_into, wins[:, 0] - wins[:, order[1]]),
    )


def _best(view: View, seed: str, simulations: int, gap: float) -> list[Action] | None:
    """The choices of a search, best first; None if the first is not clearly better than the second."""
    tried = [one for one in RolloutSearch(seed, simulations).consider(view) if one.win is not None]
    best = sorted(tried, key=lambda one: (-(one.win or 0), one.action.id))
    if len(best) < 2 or (best[0].win or 0) - (best[1].win or 0) < gap:
        return None
    return [one.action for one in best]


def _compared(wins: NDArray[np.float64]) -> tuple[float, tuple[float, float], list[int]]:
    """The mean difference between the first choice and the next best one, its interval, and the order of the
    choices, best first.
    """
    order = np.argsort(-wins.mean(0), kind="stable").tolist()
    rest = next(at for at in order if at != 0)
    differences = wins[:, 0] - wins[:, rest]
    gap, spread = float(differences.mean()), float(differences.std(ddof=1)) / math.sqrt(len(wins))
    return gap, (gap - NORMAL * spread, gap + NORMAL * spread), order


def level_of(view: View, answer: Action) -> int:
    """How hard it is to find the answer, from 1 on: by rule of thumb and at first sight of the network; by
    one of them; by a captain's search; by none of these.
    """
    sight = view.legal()[int(np.argmax(instinct(view, own_net(view.game.id))))]
    thumbs = [RuleOfThumb(number).choose(view) for number in range(TRIES)]
    easily = (sight == answer) + (2 * thumbs.count(answer) > TRIES)
    if easily:
        return 3 - easily
    captains = [bot(CAPTAIN, number).choose(view) for number in range(TRIES)]
    return 3 if 2 * captains.count(answer) > TRIES else 4


def _rules(world: Position, answer: Action, view: View) -> tuple[str, ...]:
    """The rules of what its seat does with the answer; if that is no fact, of all that it brings about, and
    if nothing is told, such as of a closed bid, the rule by which the same can't be done once more.
    """
    after = world.play(view.seat or 0, answer).view(view.seat)
    own = [one for one in after.events if one.seat == view.seat]
    found = tuple(dict.fromkeys(one.rule for one in own or after.events))
    return found if found or answer in after.legal() else (after.why_not(answer)[0],)


def rival_of(view: View, rewards: NDArray[np.float64]) -> Rival | None:
    """Whom the answer costs most; `rewards` [worlds, 2, seats + 1] are those after the answer and after the
    next best choice. None if that is nobody's chance to win.
    """
    answer, other = rewards.mean(0)[:, :-1].tolist()
    costs = [(two - one, seat) for seat, (one, two) in enumerate(zip(answer, other, strict=True))]
    cost, seat = max((cost, seat) for cost, seat in costs if seat != view.seat)
    return Rival(seat, answer[seat], other[seat]) if cost >= LEAST_COST else None


def _holdings(
    view: View, worlds: Sequence[Position], differences: NDArray[np.float64]
) -> tuple[Holding, ...]:
    """What others may hold that matters most for the answer."""
    face, seat = PUZZLE_FACES[view.game.id], view.seat or 0
    held = [set(face.holdings(world.to_json(), seat)) for world in worlds]
    count = Counter(key for keys in held for key in keys)
    found: list[tuple[float, Holding]] = []
    for key in sorted(count):
        share = count[key] / len(worlds)
        if not DOUBTFUL[0] <= share <= DOUBTFUL[1]:
            continue
        here = np.array([key in keys for keys in held])
        seen = differences[: len(worlds)]
        true, false = float(seen[here].mean()), float(seen[~here].mean())
        clear = abs(true - false) / _error(seen[here], seen[~here])
        found.append((clear, Holding(key, share, true, false)))
    return distinct([one for _clear, one in sorted(found, key=lambda pair: -pair[0])])[:KEPT]


def distinct(holdings: Sequence[Holding]) -> tuple[Holding, ...]:
    """The holdings without those that say the same as an earlier one, or its opposite: of two sides, somebody
    is on the one or on the other.
    """
    kept: list[Holding] = []
    for one in holdings:
        means = [mean for other in kept for mean in (other.true, other.false)]
        if all(abs(one.true - mean) > ALIKE for mean in means):
            kept.append(one)
    return tuple(kept)


def _error(one: NDArray[np.float64], two: NDArray[np.float64]) -> float:
    """The standard error of the difference between two means."""
    return max(math.sqrt(one.var() / len(one) + two.var() / len(two)), LEAST_ERROR)


def varied(puzzles: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """The most varied choice of so many puzzles: one after the other of each theme and level, those with the
    clearest answer first; sorted by theme, level and name.
    """
    kinds: dict[tuple[str, int], list[Puzzle]] = {}
    for puzzle in {one.name: one for one in puzzles}.values():
        kinds.setdefault((puzzle.theme, puzzle.level), []).append(puzzle)
    for same in kinds.values():
        same.sort(key=lambda one: (one.proof.interval[0], one.name))
    chosen: list[Puzzle] = []
    while any(kinds.values()) and len(chosen) < most:
        for kind in sorted(kinds):
            if kinds[kind] and len(chosen) < most:
                chosen.append(kinds[kind].pop())
    return sorted(chosen, key=lambda one: (one.theme, one.level, one.name))
