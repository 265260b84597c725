"""Who sits where in a regatta, and what a finish is worth."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from quarterdeck.tables.regatta import FEWEST, MOST, Finish, RegattaError, check_rounds, pairings, points


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("entrants", [FEWEST, 6, 7, 13, MOST])
def test_everybody_sits_once_in_each_round(entrants: int, players: int) -> None:
    for seating in pairings("r", entrants, players, 3):
        assert sorted(one for table in seating for one in table if one >= 0) == list(range(entrants))
        assert all(len(table) == players for table in seating)
        people = [sum(one >= 0 for one in table) for table in seating]
        # Nobody sits with bots alone while others are many.
        assert max(people) - min(people) <= 1
        assert len(seating) == -(-entrants // players)


def test_few_meet_again_and_seats_come_round() -> None:
    rounds = pairings("r", 16, 4, 4)
    met = Counter(
        frozenset(pair) for seating in rounds for table in seating for pair in combinations(table, 2)
    )
    # Sixteen could play four rounds without meeting again; by chance half of all pairs would.
    assert sum(count - 1 for count in met.values()) <= 24
    seats = Counter((one, seat) for seating in rounds for table in seating for seat, one in enumerate(table))
    assert max(seats.values()) <= 3


def test_the_same_regatta_has_the_same_seatings() -> None:
    assert pairings("r", 7, 4, 3) == pairings("r", 7, 4, 3)
    assert pairings("r", 7, 4, 3) != pairings("s", 7, 4, 3)
    assert pairings("r", 7, 4, 2) == pairings("r", 7, 4, 3)[:2]


FIRST, SECOND, THIRD, NONE = Finish(1, 30), Finish(2, 20), Finish(3, 10), Finish(0, None)


def test_with_deals_of_their_own_players_are_compared_at_the_table() -> None:
    table = [FIRST, SECOND, THIRD, NONE]
    assert points([table, table[::-1]], duplicate=False) == [
        pytest.approx([100, 200 / 3, 100 / 3, 0]),
        pytest.approx([0, 100 / 3, 200 / 3, 100]),
    ]
    assert points([[FIRST, FIRST, NONE]], duplicate=False) == [[75, 75, 0]]


def test_with_the_same_deal_seats_are_compared_with_the_same_seat() -> None:
    tables = [[FIRST, SECOND], [SECOND, FIRST], [SECOND, Finish(2, 25)]]
    assert points(tables, duplicate=True) == [[100, 0], [25, 100], [25, 50]]
    # A single table has nobody to be compared with elsewhere.
    assert points([[FIRST, SECOND]], duplicate=True) == [[100, 0]]


def test_a_regatta_has_some_rounds() -> None:
    assert check_rounds(3) == 3
    for wrong in (0, 13):
        with pytest.raises(RegattaError, match="1 to 12 rounds"):
            check_rounds(wrong)
