from __future__ import annotations

from math import inf, log10

import numpy as np
import pytest

import quarterdeck
from quarterdeck import GameOptionError
from quarterdeck.lab.arena.figures import Outcome
from quarterdeck.lab.arena.interval import Estimate, Float64s, mean, share, student
from quarterdeck.lab.arena.match import Contest
from quarterdeck.lab.arena.rating import ratings
from quarterdeck.lab.arena.tournament import Tournament

THREE = quarterdeck.game("meuterer", players=3)
ANN, BEN = "rule-of-thumb", "random"
BOTH = Tournament(THREE, (ANN, BEN, BEN), 10)


def deal(number: int, *winners: tuple[int, ...], scores: tuple[int, ...] = (5, 5, 5)) -> list[Contest]:
    """The three games of a deal, with the winning seats of each."""
    return [
        Contest(number, turn, BOTH.seatings[turn], seats, scores, 8, 100)
        for turn, seats in enumerate(winners)
    ]


def test_a_shared_win_counts_in_parts_and_a_game_that_nobody_won_not_at_all() -> None:
    # Seat 0, 1 and 2 in turn is the first bot's.
    outcome = Outcome(BOTH, [*deal(0, (0,), (0, 1), ()), *deal(1, (0, 1, 2), (1,), ())])
    first, second = outcome.standings
    assert first.wins is not None
    assert second.wins is not None
    assert first.wins.value == pytest.approx((1 + 1 / 2 + 1 / 3 + 1) / 4)
    assert second.wins.value == pytest.approx((1 / 2 + 2 / 3) / 4 / 2)
    assert (outcome.shared, outcome.nobody) == (2 / 6, 2 / 6)
    assert outcome.fair == pytest.approx(1 / 3)
    assert 0 <= second.wins.low < second.wins.value < second.wins.high <= 1 / 2


def test_the_figures_are_readable_text() -> None:
    told = str(Outcome(BOTH, [*deal(0, (0,), (0, 1), ()), *deal(1, (0, 1, 2), (1,), ())])).split("\n")
    assert told[0] == "Meuterer, 3 players: 2 deals, 6 games, seed “0”"
    assert told[1].startswith("rule-of-thumb: 70.8% (")
    assert told[1].endswith(" of the games won, a seat; rating 1000; score 5.00")
    assert len(told) == 3
    assert str(Outcome(BOTH, [])) == "Meuterer, 3 players: 0 deals, 0 games, seed “0”"
    nobody = str(Outcome(BOTH, deal(0, (), (), ())))
    assert "random: – of the games won, a seat; rating 1000; score 5.00" in nobody


def test_if_nobody_has_ever_won_there_is_no_share() -> None:
    assert [one.wins for one in Outcome(BOTH, deal(0, (), (), ())).standings] == [None, None]


def test_a_deal_of_which_a_game_is_missing_is_left_out() -> None:
    whole = deal(0, (0,), (0,), (0,))
    outcome = Outcome(BOTH, [*whole, *deal(1, (0,), (1,))])
    assert outcome.deals == 1
    assert list(outcome.matches) == whole


@pytest.mark.parametrize("figure", ["standings", "nobody", "shared", "truncated"])
def test_without_a_whole_deal_there_are_no_figures(figure: str) -> None:
    broken_off = Outcome(BOTH, deal(0, (0,), (0,)))
    assert broken_off.deals == 0
    with pytest.raises(
        GameOptionError, match=r"^Figures need a whole deal: a game in each of its seatings, 3 here"
    ):
        getattr(broken_off, figure)


def test_scores_are_a_mean_of_all_seats_of_a_bot() -> None:
    games = [*deal(0, (0,), (0,), (0,), scores=(9, 3, 6)), *deal(1, (0,), (0,), (0,), scores=(6, 3, 6))]
    first, second = Outcome(BOTH, games).standings
    assert (first.score.value, second.score.value) == (5.5, 5.5)
    games = deal(0, (0,), (0,), scores=(9, 3, 6)) + deal(0, (), (), (0,), scores=(1, 1, 4))[2:]
    first, second = Outcome(BOTH, games).standings
    assert first.score.value == pytest.approx((9 + 3 + 4) / 3)
    assert second.score.value == pytest.approx(26 / 6)


def test_winners_are_placed_first_and_the_others_by_their_scores() -> None:
    four = Contest(0, 0, ("a", "b", "c", "d"), (1,), (12, 7, 7, 12), 8, 100)
    ahead = [[four.beaten(seat, other) for other in range(4)] for seat in range(4)]
    assert ahead == [[0.5, 0, 1, 0.5], [1, 0.5, 1, 1], [0, 0, 0.5, 0], [0.5, 0, 1, 0.5]]
    shared = Contest(0, 0, ("a", "b", "c"), (0, 2), (9, 9, 4), 8, 100)
    assert shared.beaten(0, 2) == 0.5


def test_rule_of_thumb_is_rated_1000_where_it_plays_and_the_mean_where_not() -> None:
    ratings = [
        one.rating for one in Outcome(BOTH, [*deal(0, (0,), (0,), (0,)), *deal(1, (), (1,), ())]).standings
    ]
    assert ratings[0] == Estimate(1000, 1000, 1000)
    assert ratings[1].low < ratings[1].value < 1000
    alone = Tournament(THREE, ("random", "random", "random"), 1)
    assert Outcome(alone, [Contest(0, 0, alone.line, (0,), (5, 5, 5), 8, 100)]).anchor is None


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (10_000, 1.960)],
)
def test_students_t_is_that_of_the_tables(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, abs=0.001)


def test_the_interval_of_a_mean_is_students() -> None:
    # The data of W. S. Gosset's own first example: ten patients' additional sleep.
    sleep = np.array([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])
    found = mean(sleep)
    assert found.value == pytest.approx(2.33)
    assert [found.low, found.high] == pytest.approx([0.898, 3.762], abs=0.002)


def test_one_deal_tells_nothing_about_others() -> None:
    one = np.array([3.0])
    assert mean(one) == Estimate(3, -inf, inf)
    assert not mean(one).bounded
    assert share(one, np.array([4.0])) == Estimate(0.75, 0, 1)
    assert share(np.array([0.0]), np.array([0.0])) is None


def test_a_share_of_nothing_but_wins_or_losses_is_not_certain() -> None:
    all_of_twenty = share(np.full(20, 4.0), np.full(20, 4.0))
    none_of_twenty = share(np.zeros(20), np.full(20, 4.0))
    assert all_of_twenty is not None
    assert none_of_twenty is not None
    assert [all_of_twenty.low, none_of_twenty.high] == pytest.approx([0.820, 0.180], abs=0.001)
    assert (all_of_twenty.high, none_of_twenty.low) == (1, 0)


def made_up(dice: np.random.Generator, deals: int, games: int) -> Float64s:
    """How many of a deal's games are won, where luck of the deal's own makes all its games alike."""
    luck = dice.beta(1.5, 3.5, deals)
    return dice.binomial(games, luck).astype(float)


def test_intervals_cover_the_truth_19_times_out_of_20_though_games_of_a_deal_are_alike() -> None:
    dice = np.random.default_rng(7)
    wholes, truth = np.full(40, 4.0), 0.3
    meetings = np.array([[0.0, 4.0], [4.0, 0.0]])
    rated = 1000 + 400 * log10(truth / (1 - truth))
    covered = np.zeros(3)
    for _tournament in range(1500):
        won = made_up(dice, 40, 4)
        part, average = share(won, wholes), mean(won / 4)
        rating = ratings(np.column_stack([won, 4 - won]), meetings, anchor=1)[0]
        assert part is not None
        hits = [part.low < truth < part.high, average.low < truth < average.high]
        covered += [*hits, rating.low < rated < rating.high]
    assert np.all(np.abs(covered / 1500 - 0.95) < 0.015), covered / 1500


def test_deals_that_even_luck_out_make_the_interval_narrower_than_as_many_single_games() -> None:
    even = share(np.tile([1.0, 1.0, 1.0, 2.0, 0.0], 20), np.full(100, 4.0))
    assert even is not None
    games = share(np.repeat([1.0, 0.0, 0.0, 0.0], 100), np.ones(400))
    assert games is not None
    assert even.value == games.value
    assert even.high - even.low < 0.9 * (games.high - games.low)


def test_two_bots_are_rated_by_the_logarithm_of_their_odds() -> None:
    dice = np.random.default_rng(3)
    won = made_up(dice, 50, 4)
    all_won, all_lost = won.sum(), (4 - won).sum()
    meetings = np.array([[0.0, 4.0], [4.0, 0.0]])
    points = np.column_stack([won, 4 - won])
    closed = 400 * log10((all_won + 0.5) / (all_lost + 0.5))
    assert ratings(points, meetings, anchor=1)[0].value == pytest.approx(1000 + closed)
    from_the_mean = [one.value for one in ratings(points, meetings)]
    assert from_the_mean == pytest.approx([1000 + closed / 2, 1000 - closed / 2])


def test_ratings_expect_of_each_bot_just_the_points_that_it_has() -> None:
    # Three bots, of which every two are compared four times a deal.
    dice = np.random.default_rng(5)
    meetings = 4 * (np.ones((3, 3)) - np.eye(3))
    pairs = dice.binomial(4, [0.8, 0.9, 0.6], (200, 3)).astype(float)
    first, second, third = pairs[:, 0], pairs[:, 1], pairs[:, 2]
    points = np.column_stack([first + second, 4 - first + third, 8 - second - third])
    rated = ratings(points, meetings)
    strengths = np.array([one.value for one in rated])
    chances = 1 / (1 + 10 ** ((strengths[None, :] - strengths[:, None]) / 400))
    expected = ((200 * meetings + 1 - np.eye(3)) * chances).sum(1)
    assert expected == pytest.approx(points.sum(0) + 1)
    assert strengths.mean() == pytest.approx(1000)
    assert strengths[0] > strengths[1] > strengths[2]


def test_a_bot_that_won_all_games_has_a_finite_rating_with_a_wide_interval() -> None:
    meetings = np.array([[0.0, 4.0], [4.0, 0.0]])
    points = np.tile([4.0, 0.0], (1000, 1))
    best = ratings(points, meetings, anchor=1)[0]
    assert best.value == pytest.approx(1000 + 400 * log10(4000.5 / 0.5))
    assert best.high - best.low > 400
    assert not ratings(points[:1], meetings, anchor=1)[0].bounded
