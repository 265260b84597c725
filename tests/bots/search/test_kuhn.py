"""On a game whose best play is known the search finds it: nobody gains much by exploiting what it does."""

from __future__ import annotations

from functools import cache

import pytest

from quarterdeck.bots.search.net import no_net
from quarterdeck.bots.search.player import AVERAGING, EXPLORATION, root, workspace
from quarterdeck.bots.search.simulate import Parameters, search
from quarterdeck.bots.search.tree import grow
from quarterdeck.kernel.record import new
from tests.bots.search.kuhn import BETTED, CARDS, NOTHING, PASSED, PASSED_BETTED, UNKNOWN, Kuhn, over, won

# Chance to bet by card and what was said.
Play = dict[tuple[int, int], float]

SPEAKS = {NOTHING: 0, PASSED: 1, BETTED: 1, PASSED_BETTED: 0}
FIRST, SECOND = (NOTHING, PASSED_BETTED), (PASSED, BETTED)
VALUE = -1 / 18


def unknown(said: int) -> Kuhn:
    """What a spectator sees."""
    s = new(Kuhn)
    s.said = said
    s.card[:] = UNKNOWN
    return s


@cache
def solved(averaging: float, seed: int) -> Play:
    """How a search that sees no card plays for both seats, on the average."""
    tree, space = grow(64), workspace(unknown(NOTHING), 2, 2, no_net(), seed)
    search(tree, space, no_net(), Parameters(EXPLORATION, averaging, 0.0, False), -1, 2, 200_000)
    play = {}
    for said, seat in SPEAKS.items():
        for card in range(CARDS):
            s = unknown(said)
            s.card[seat] = card
            tries, _ = root(tree, workspace(s, 2, 2, no_net(), 0), seat)
            play[card, said] = tries[1] / tries.sum()
    return play


def value(first: Play, second: Play) -> float:
    """Chips that the first seat wins a game."""

    def go(s: Kuhn) -> float:
        if over(s):
            return won(s)
        seat, said = SPEAKS[int(s.said)], int(s.said)
        bet = (first, second)[seat][int(s.card[seat]), said]
        told = []
        for word in (0, 1):
            s.said = 2 * said + word
            told.append(go(s))
        s.said = said
        return (1 - bet) * told[0] + bet * told[1]

    total = 0.0
    for card in range(CARDS):
        for other in range(CARDS):
            if card != other:
                s = unknown(NOTHING)
                s.card[0], s.card[1] = card, other
                total += go(s) / (CARDS * (CARDS - 1))
    return total


def answers(speaks: tuple[int, int]) -> list[Play]:
    """Every way to play one seat without chance."""
    places = [(card, said) for card in range(CARDS) for said in speaks]
    return [{at: float(mask >> one & 1) for one, at in enumerate(places)} for mask in range(1 << len(places))]


def exploitability(play: Play) -> float:
    """Chips a game that both seats together gain by the best answers to this play; 0 at an equilibrium."""
    best_first = max(value(answer, play) for answer in answers(FIRST))
    best_second = min(value(play, answer) for answer in answers(SECOND))
    return best_first - best_second


def evenly(chance: float) -> Play:
    """Betting with this chance everywhere."""
    return {(card, said): chance for card in range(CARDS) for said in SPEAKS}


def test_exploitability_is_0_in_an_equilibrium_and_positive_elsewhere() -> None:
    # Kuhn's: never bet the middle card first; bluff with the lowest a third as often as one bets the highest.
    best = evenly(0)
    best |= {(0, NOTHING): 0.2, (2, NOTHING): 0.6, (1, PASSED_BETTED): 0.2 + 1 / 3, (2, PASSED_BETTED): 1}
    best |= {(0, PASSED): 1 / 3, (2, PASSED): 1, (1, BETTED): 1 / 3, (2, BETTED): 1}
    assert value(best, best) == pytest.approx(VALUE)
    assert exploitability(best) == pytest.approx(0, abs=1e-9)
    assert exploitability(evenly(0.5)) == pytest.approx(11 / 12)


@pytest.mark.parametrize("seed", range(3))
def test_the_search_comes_near_an_equilibrium(seed: int) -> None:
    play = solved(AVERAGING, seed)
    assert exploitability(play) < 0.05
    assert value(play, play) == pytest.approx(VALUE, abs=0.01)


@pytest.mark.parametrize("seed", range(3))
def test_without_the_average_strategy_the_search_stays_exploitable(seed: int) -> None:
    assert exploitability(solved(0.0, seed)) > 1.5 * exploitability(solved(AVERAGING, seed))
