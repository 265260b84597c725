from __future__ import annotations

from collections import Counter

import pytest

import quarterdeck
from quarterdeck.lab.balance import Balance, Share, Spread, play_balances
from quarterdeck.lab.games import Played, play_games, series_of
from quarterdeck.lab.statistics import Figure, Note, Topic


def played(
    begins: int,
    *winners: int,
    rounds: int = 8,
    notes: Counter[Note] | None = None,
    of_seats: Counter[tuple[int, Note]] | None = None,
) -> Played:
    """A game of three players, where the winners have 9 points and the others 5."""
    scores = tuple(9 if seat in winners else 5 for seat in range(3))
    return Played(0, begins, winners, scores, rounds, 100, notes or Counter(), of_seats or Counter())


def balance(*games: Played) -> Balance:
    return Balance(quarterdeck.game("meuterer", players=3), games)


def test_places_count_from_the_seat_that_begins() -> None:
    found = balance(played(2, 2), played(2, 0), played(1, 2), played(0, 0))
    assert [share.part for share in found.places] == [2, 2, 0]


def test_a_shared_win_counts_in_parts_and_a_game_that_nobody_won_not_at_all() -> None:
    found = balance(played(0, 0, 1), played(0, 0, 1, 2), played(0), played(0, 2))
    assert [share.part for share in found.places] == pytest.approx([5 / 6, 5 / 6, 4 / 3])
    assert {share.games for share in found.places} == {3}
    assert sum(share.value for share in found.places) == pytest.approx(1)
    assert found.fair == pytest.approx(1 / 3)
    assert (found.nobody.part, found.nobody.games) == (1, 4)
    assert (found.shared.part, found.shared.games) == (2, 4)


def test_lengths_and_scores_are_spread_over_all_games() -> None:
    found = balance(played(0, 0, rounds=6), played(0, 1, rounds=10))
    assert found.rounds == Spread(8, 2, 6, 10)
    assert found.plies == Spread(100, 0, 100, 100)
    assert found.scores.mean == pytest.approx((9 + 5 + 5) / 3)
    assert found.winning_scores == Spread(9, 0, 9, 9)
    assert balance(played(0)).winning_scores is None


def test_notes_are_shares_of_games_and_means_of_times() -> None:
    twice = Counter({("used", "pang"): 2})
    found = balance(played(0, 0, notes=twice), played(0, 0), played(0, 0, notes=twice), played(0, 0))
    assert found.share("used", "pang") == Share(2, 4)
    assert found.mean("used", "pang") == 1
    assert found.mean("used", "ojo") == 0


def test_notes_are_told_a_round_too() -> None:
    five = Counter({("ties", "deal"): 5})
    found = balance(played(0, 0, rounds=6, notes=five), played(0, 0, rounds=4))
    assert found.mean_of_round("ties", "deal") == 0.5


def test_notes_of_the_winners_seat_are_counted_and_shared_wins_in_parts() -> None:
    note = ("abilities", "cook primary")
    one = played(0, 1, of_seats=Counter({(1, note): 3, (0, note): 1}))
    shared = played(0, 0, 2, of_seats=Counter({(2, note): 2}))
    nobodys = played(0, of_seats=Counter({(2, note): 7}))
    assert balance(one, shared, nobodys).won(*note) == Share(4, 6)
    assert balance(one).won("abilities", "cook secondary") == Share(0, 0)


@pytest.mark.parametrize(
    ("figure", "told"),
    [(Figure.SHARE, Share(1, 2)), (Figure.GAME, 1.5), (Figure.ROUND, 0.25), (Figure.WON, Share(2, 3))],
)
def test_a_topic_tells_the_figure_it_asks_for(figure: Figure, told: Share | float) -> None:
    note = ("used", "pang")
    one = played(0, 0, rounds=4, notes=Counter({note: 3}), of_seats=Counter({(0, note): 2, (1, note): 1}))
    topic = Topic("used", "Pirates", figure, ("pang",), str.title)
    assert balance(one, played(0, 0)).figure(topic, "pang") == told


def test_intervals_are_wilsons() -> None:
    # By hand from the formula in Wilson 1927 for 50 of 200, at 95%.
    assert Share(50, 200).interval == pytest.approx((0.1951, 0.3143), abs=1e-4)
    assert Share(0, 10).interval == pytest.approx((0, 0.2775), abs=1e-4)
    assert Share(0, 0).interval == (0, 1)
    assert Share(0, 0).value == 0


def test_balances_add_up_to_that_of_all_games() -> None:
    game = quarterdeck.game("mutiny", players=3)
    parts = list(play_balances(series_of(game, "random", 5, seed="s")))
    assert [part.count for part in parts] == [1] * 5
    together = Balance(game)
    for part in parts:
        together.add_all(part)
    whole = Balance(game, play_games(game, "random", 5, seed="s"))
    assert vars(together) == vars(whole)
    assert whole.count == 5
    assert whole.won("abilities", "gunner primary").games > 0
