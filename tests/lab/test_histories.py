"""Lines of play: what was really drawn, decided draw by draw, leads through the same match."""

from __future__ import annotations

import quarterdeck
from quarterdeck.kernel.random import scale, siphash
from quarterdeck.kernel.record import to_bytes
from quarterdeck.lab.openspiel.history import History, deal
from quarterdeck.testing import random_match
from tests.conformance.settings import each_setting


def drawn(key: tuple[int, int], line: History, counter: int) -> History:
    """The line after all draws of its ply, as key and counter of a match really give them."""
    while line.weights:
        at = scale(siphash(*key, counter), sum(line.weights))
        counter += 1
        for result, weight in enumerate(line.weights):
            at -= weight
            if at < 0:
                line = line.draw(result)
                break
    return line


@each_setting
def test_what_the_key_of_a_match_gives_leads_through_the_same_match(game: quarterdeck.Game) -> None:
    position = game.start(seed=3)
    key = (int(position.state.key[0]), int(position.state.key[1]))
    line = drawn(key, deal(game, 1000), 0)
    for before, seat, action in random_match(game, 3):
        state = before.state
        state.key[:] = 0
        assert line.record == to_bytes(state)
        line = drawn(key, line.play(seat, action.id), int(state.counter))
        if line.plies == 60:
            break
    assert line.plies > 30


def test_a_draw_says_how_likely_its_results_are() -> None:
    line = deal(quarterdeck.game("mutiny", players=3), 100)
    assert line.weights == (1,) * 24
    assert line.draw(5).weights == (1, 1, 1)
    hands = deal(quarterdeck.game("meuterer", players=3), 100)
    for _island in range(11):
        hands = hands.draw(0)
    assert hands.weights == (1, 1, 1)
    cards = hands.draw(1).weights
    assert (len(cards), sum(cards)) == (7, 36)
    assert hands.draw(1).draw(2).weights == (*cards[:2], cards[2] - 1, *cards[3:])


def test_lines_are_values() -> None:
    start = deal(quarterdeck.game("mutiny"), 100)
    assert start.draw(3) == start.draw(3) != start.draw(4)
    assert not start.dealt
    assert start.draw(3).draw(1).dealt
