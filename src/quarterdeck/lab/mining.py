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
from quarterdeck.bots.search.playing_on import played_on, world_seed
from quarterdeck.bots.search.policy import policy_of
from quarterdeck.bots.search.weights import has_net, own_net
from quarterdeck.coach.foresight import foresee
from quarterdeck.coach.puzzle import PUZZLE_FACES, Holding, Proof, Puzzle, Rival, name_of
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab.arena.interval import NORMAL
from quarterdeck.lab.seeds import deal_seed, seat_seed
from quarterdeck.play import Action, Game, Position, View
from quarterdeck.play.checks import is_finite, number
from quarterdeck.play.game import played_game

__all__ = ["Effort", "distinct", "level_of", "mined", "rival_of", "varied"]

# The bot that plays the matches: one that makes mistakes, so that positions are of many kinds.
PLAYER: Final = "mate"
# Fewer choices than this are no puzzle.
CHOICES: Final = 3
# The most puzzles from one match.
FROM_A_MATCH: Final = 4
# The best COMPARED choices are played to the end in all worlds. The others of the best SHOWN are played in
# FEWER worlds at most, only to show their chances.
COMPARED: Final = 4
SHOWN, FEWER = 12, 120
# A bot finds an answer if it does so in most of TRIES tries.
TRIES: Final = 5
CAPTAIN: Final = "captain"
# The number of worlds whose holdings can explain an answer; the share of them in which a holding is neither
# nearly sure nor nearly impossible; and how many holdings are kept.
LOOKED_INTO: Final = 200
DOUBTFUL: Final = (0.08, 0.92)
KEPT: Final = 3
# What a rival loses at least.
LEAST_COST: Final = 0.02
# Worlds in which `foresee` compares the answer with the next best choice.
FORESEEN: Final = 64
# A standard error is not estimated lower than this: few rewards may be alike by luck.
LEAST_ERROR: Final = 0.02
# Two holdings whose means differ by no more than this count as true in the same worlds.
ALIKE: Final = 0.001


@dataclass(frozen=True)
class Effort:
    """How much is spent on a puzzle, and what it must reach.

    - `glance`, `proof`: the simulations of the quick and of the thorough search.
    - `worlds`: in how many worlds the best choices are played to the end.
    - `gap`: how much more of the win the answer must have than any other choice, in both searches and in the
      worlds.
    - `margin`: the least lower bound of the gap's 95% interval in the worlds.
    - `every`: one decision in `every` is searched, drawn at random, because a match has many similar ones.
    - `level`: easier puzzles are left out.

    Raises GameOptionError for impossible numbers.
    """

    glance: int = 320
    proof: int = 6_400
    worlds: int = 500
    gap: float = 0.08
    margin: float = 0.03
    every: int = 3
    level: int = 1

    def __post_init__(self) -> None:
        # An interval needs two worlds.
        for name, least in {"glance": 1, "proof": 1, "worlds": 2, "every": 1, "level": 1}.items():
            object.__setattr__(self, name, number(name, getattr(self, name), least))
        for name in ("gap", "margin"):
            given: object = getattr(self, name)
            if not (is_finite(given) and given >= 0):
                sentence = _("“{name}” is a number from 0 on, not {value}.")
                raise GameOptionError(sentence.format(name=name, value=short(given)))


def mined(
    game: Game, games: int, seed: int | str = 0, effort: Effort | None = None, first: int = 0
) -> Iterator[tuple[int, Puzzle | None]]:
    """Mine the matches `first` to `first + games - 1` of a seed.

    Yields a pair for each puzzle, its match's number and the puzzle, and at the end of each match its number
    and None. The number of players changes from match to match. Match i depends only on the seed and on i.
    Raises GameOptionError for a game without a network, by which matches are played to their ends, for one
    with a component table of one's own, of which a puzzle's file would say nothing, and for invalid numbers.
    """
    played_game(game)
    games, first = number("games", games, 0), number("first", first, 0)
    if not has_net(game.id):
        sentence = _("{game} has no network to play matches to their ends by: train one first.")
        raise GameOptionError(sentence.format(game=game.title))
    if game.spec.table_json(game.table) is not None:
        sentence = _(
            "Puzzles are made with the component table that comes with {game}, not with another one."
        )
        raise GameOptionError(sentence.format(game=game.title))
    option = game.spec.option("players")
    players = [int(choice) for choice in option.choices] if option else [game.players]
    for match in range(first, first + games):
        table = Game(game.spec, **{**game.options, "players": players[match % len(players)]})
        for puzzle in _puzzles_of_match(table, seed, match, effort or Effort()):
            yield match, puzzle
        yield match, None


def _puzzles_of_match(game: Game, seed: int | str, number: int, effort: Effort) -> Iterator[Puzzle]:
    situations_used: set[tuple[str, int]] = set()
    for view in _decisions(game, seed, number, effort.every):
        theme = PUZZLE_FACES[game.id].theme(view.to_json())
        # At most one puzzle of each kind in a round: the next decision of this kind is nearly the same.
        situation = theme, view.progress[0]
        if len(situations_used) == FROM_A_MATCH:
            return
        if situation in situations_used:
            continue
        puzzle = _prove_puzzle(view, theme, effort)
        if puzzle is not None:
            situations_used.add(situation)
            yield puzzle


def _decisions(game: Game, seed: int | str, number: int, every: int) -> Iterator[View]:
    """Some of the decisions of a match, drawn at random, each as the view of the seat that decides.

    Decisions that several seats make at the same time are left out.
    """
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


def _prove_puzzle(view: View, theme: str, effort: Effort) -> Puzzle | None:
    """The puzzle of a view; None if no choice is clearly best.

    All seeds are made from the view: the match's seed would deal what the seat can't know.
    """
    seed = name_of(view)
    searched = _search_twice(view, seed, effort)
    if searched is None:
        return None
    level, choices = searched
    shortlist, others = choices[:COMPARED], choices[COMPARED:SHOWN]
    rewards = played_on(view, shortlist, effort.worlds, f"{seed} worlds")
    wins = rewards[:, :, view.seat or 0]
    gap, interval, order = _compare_choices(wins)
    if order[0] != 0 or gap < effort.gap or interval[0] < effort.margin:
        return None
    answer, other = shortlist[0], shortlist[order[1]]
    rest = played_on(view, others, min(effort.worlds, FEWER), f"{seed} worlds")
    means = rest[:, :, view.seat or 0].mean(0)
    chances = {shortlist[index].text: float(wins[:, index].mean()) for index in order}
    best_first = np.argsort(-means, kind="stable").tolist()
    chances |= {others[index].text: float(means[index]) for index in best_first}
    worlds = [
        view.sample(world_seed(f"{seed} worlds", number)) for number in range(min(effort.worlds, LOOKED_INTO))
    ]
    return Puzzle(
        view,
        answer,
        theme,
        level,
        Proof(gap, interval, effort.worlds, effort.proof),
        chances,
        _cited_rules(worlds[0], answer, view),
        foresee(view, answer, other, seed, worlds=FORESEEN),
        rival_of(view, rewards[:, [0, order[1]]]),
        _decisive_holdings(view, worlds, wins[:, 0] - wins[:, order[1]]),
    )


def _search_twice(view: View, seed: str, effort: Effort) -> tuple[int, list[Action]] | None:
    """How hard the puzzle is, and its choices, best first. None if it is too easy, or if a quick and a
    thorough search do not both find the same choice clearly best.
    """
    glance = _clearly_best(view, f"{seed} glance", effort.glance, effort.gap)
    if glance is None:
        return None
    level = level_of(view, glance[0])
    if level < effort.level:
        return None
    proof = _clearly_best(view, f"{seed} proof", effort.proof, effort.gap)
    return (level, proof) if proof is not None and proof[0] == glance[0] else None


def _clearly_best(view: View, seed: str, simulations: int, gap: float) -> list[Action] | None:
    """The choices of a search, best first; None if the first is not clearly better than the second."""
    considered = RolloutSearch(seed, simulations).consider(view)
    valued = [choice for choice in considered if choice.win is not None]
    best = sorted(valued, key=lambda choice: (-(choice.win or 0), choice.action.id))
    if len(best) < 2 or (best[0].win or 0) - (best[1].win or 0) < gap:
        return None
    return [choice.action for choice in best]


def _compare_choices(wins: NDArray[np.float64]) -> tuple[float, tuple[float, float], list[int]]:
    """The mean difference of wins [worlds, choices] between the first choice and the best other one, its 95 %
    interval, and the choices' indices, best first.
    """
    order = np.argsort(-wins.mean(0), kind="stable").tolist()
    runner_up = next(index for index in order if index != 0)
    differences = wins[:, 0] - wins[:, runner_up]
    gap, error = float(differences.mean()), float(differences.std(ddof=1)) / math.sqrt(len(wins))
    return gap, (gap - NORMAL * error, gap + NORMAL * error), order


def level_of(view: View, answer: Action) -> int:
    """How hard it is to find the answer.

    1: both the rule-of-thumb bot and the network without search find it; 2: one of them does; 3: neither, but
    the bot `CAPTAIN` does; 4: none of the three.
    """
    likeliest = view.legal()[int(np.argmax(policy_of(view, own_net(view.game.id))))]
    thumbs = [RuleOfThumb(number).choose(view) for number in range(TRIES)]
    easily = (likeliest == answer) + (2 * thumbs.count(answer) > TRIES)
    if easily:
        return 3 - easily
    captains = [bot(CAPTAIN, number).choose(view) for number in range(TRIES)]
    return 3 if 2 * captains.count(answer) > TRIES else 4


def _cited_rules(world: Position, answer: Action, view: View) -> tuple[str, ...]:
    """The ids of the rules that the answer follows.

    They are the rules of the facts about the seat itself that the answer leads to; if there are none, of all
    facts. If there are no facts at all, as after a closed bid, it is the rule that forbids the same action
    afterwards, if any.
    """
    after = world.play(view.seat or 0, answer).view(view.seat)
    own = [event for event in after.events if event.seat == view.seat]
    rules = tuple(dict.fromkeys(event.rule for event in own or after.events))
    return rules if rules or answer in after.legal() else (after.why_not(answer)[0],)


def rival_of(view: View, rewards: NDArray[np.float64]) -> Rival | None:
    """The other seat that the answer costs most; None if it costs nobody LEAST_COST.

    `rewards` float64 [worlds, 2, seats + 1] are those of `played_on`: after the answer, and after the next
    best choice.
    """
    answer, other = rewards.mean(0)[:, :-1].tolist()
    costs = [(second - first, seat) for seat, (first, second) in enumerate(zip(answer, other, strict=True))]
    cost, seat = max((cost, seat) for cost, seat in costs if seat != view.seat)
    return Rival(seat, answer[seat], other[seat]) if cost >= LEAST_COST else None


def _decisive_holdings(
    view: View, worlds: Sequence[Position], differences: NDArray[np.float64]
) -> tuple[Holding, ...]:
    """The unknown holdings of others that make most difference to how much the answer gains."""
    face, seat = PUZZLE_FACES[view.game.id], view.seat or 0
    keys_by_world = [set(face.holdings(world.to_json(), seat)) for world in worlds]
    count = Counter(key for keys in keys_by_world for key in keys)
    holdings: list[tuple[float, Holding]] = []
    for key in sorted(count):
        share = count[key] / len(worlds)
        if not DOUBTFUL[0] <= share <= DOUBTFUL[1]:
            continue
        holds = np.array([key in keys for keys in keys_by_world])
        gains = differences[: len(worlds)]
        true, false = float(gains[holds].mean()), float(gains[~holds].mean())
        clearness = abs(true - false) / _error_of_difference(gains[holds], gains[~holds])
        holdings.append((clearness, Holding(key, share, true, false)))
    return distinct([holding for _clear, holding in sorted(holdings, key=lambda pair: -pair[0])])[:KEPT]


def distinct(holdings: Sequence[Holding]) -> tuple[Holding, ...]:
    """The holdings without those that say the same as an earlier one, or the opposite of it.

    For example, a player is on one of two sides: “on the first” and “not on the second” say the same.
    """
    chosen: list[Holding] = []
    for holding in holdings:
        means = [mean for other in chosen for mean in (other.true, other.false)]
        if all(abs(holding.true - mean) > ALIKE for mean in means):
            chosen.append(holding)
    return tuple(chosen)


def _error_of_difference(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """The standard error of the difference between two means."""
    return max(math.sqrt(first.var() / len(first) + second.var() / len(second)), LEAST_ERROR)


def varied(puzzles: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """At most `most` of the puzzles, as varied as possible, sorted by theme, level and name.

    Each theme and level in turn gives one puzzle, that with the clearest answer, until there are enough. Of
    puzzles with the same name the last one counts.
    """
    kinds: dict[tuple[str, int], list[Puzzle]] = {}
    for puzzle in {each.name: each for each in puzzles}.values():
        kinds.setdefault((puzzle.theme, puzzle.level), []).append(puzzle)
    for puzzles_alike in kinds.values():
        puzzles_alike.sort(key=lambda puzzle: (puzzle.proof.interval[0], puzzle.name))
    chosen: list[Puzzle] = []
    while any(kinds.values()) and len(chosen) < most:
        for kind in sorted(kinds):
            if kinds[kind] and len(chosen) < most:
                chosen.append(kinds[kind].pop())
    return sorted(chosen, key=lambda puzzle: (puzzle.theme, puzzle.level, puzzle.name))
