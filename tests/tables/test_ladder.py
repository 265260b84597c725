"""Ratings: learned from places, with bots as fixed points."""

from __future__ import annotations

import pytest

from quarterdeck.play import GAMES
from quarterdeck.tables.ladder import (
    BOT,
    FAIR,
    NEW,
    Placing,
    Rating,
    bot_rating,
    margin_of,
    points_of,
    rate,
    sure,
)

ME = "me"


def after(*places: tuple[int, int], bot: str = "rule-of-thumb", game: str = "meuterer") -> Rating:
    """My rating after games against three bots: my place and theirs."""
    known: dict[str, Rating] = {}
    for mine, theirs in places:
        table = [Placing(ME, mine), *[Placing(f"{BOT}{bot}", theirs)] * 3]
        known = rate(game, table, known)
    return known[ME]


def test_winning_raises_a_rating_and_losing_lowers_it() -> None:
    assert after((1, 2)).mu > NEW.mu > after((2, 1)).mu
    assert after((1, 2)).games == 1
    assert after((1, 2)).sigma < NEW.sigma


def test_a_win_over_strong_bots_is_worth_more() -> None:
    assert after((1, 2), bot="captain").mu > after((1, 2)).mu > after((1, 2), bot="deckhand").mu


def test_bots_keep_their_ratings_and_only_people_get_any() -> None:
    assert rate("meuterer", [Placing("ann", 1), Placing(f"{BOT}mate", 2), Placing("ben", 3)], {}).keys() == {
        "ann",
        "ben",
    }


@pytest.mark.parametrize(
    "places", [(1, 1, 3, 4), (1, 3, 1, 4), (1, 3, 4, 1), (2, 4, 1, 2), (1, 4, 1, 1), (2, 4, 2, 1)]
)
def test_a_tie_does_not_rate_a_better_place_below_a_worse(places: tuple[int, ...]) -> None:
    names = ("ann", "ben", f"{BOT}mate", f"{BOT}mate")
    rated = rate("meuterer", [Placing(*one) for one in zip(names, places, strict=True)], {})
    better, worse = rated["ann"].mu, rated["ben"].mu
    assert better == pytest.approx(worse) if places[0] == places[1] else better > worse


def test_equals_who_tie_keep_their_ratings() -> None:
    rated = rate("meuterer", [Placing(name, 1) for name in ("ann", "ben", "cleo")], {})
    assert [one.mu for one in rated.values()] == pytest.approx([NEW.mu] * 3)


def test_who_wins_as_often_as_a_rule_of_thumb_is_rated_like_one() -> None:
    # Each of four wins in turn, and the others tie.
    bot = f"{BOT}rule-of-thumb"
    known: dict[str, Rating] = {}
    for game in range(100):
        places = [1 if game % 4 == seat else 2 for seat in range(4)]
        known = rate(
            "meuterer", [Placing(*one) for one in zip([ME, bot, bot, bot], places, strict=True)], known
        )
    found = known[ME]
    assert abs(points_of(found) - points_of(bot_rating("meuterer", "rule-of-thumb"))) < margin_of(found)
    assert sure(found)
    assert not sure(NEW)


def test_a_rule_of_thumb_has_1000_points_and_so_has_a_bot_that_nobody_measured() -> None:
    for game in GAMES:
        assert points_of(bot_rating(game, "rule-of-thumb")) == 1000
        assert points_of(bot_rating(game, "a bot of tomorrow")) == 1000


@pytest.mark.parametrize("game", GAMES)
def test_the_bots_of_a_game_stand_in_their_order(game: str) -> None:
    shares = GAMES[game].bot_shares
    order = [points_of(bot_rating(game, bot)) for bot in ("random", "deckhand", "mate", "captain", "admiral")]
    assert order == sorted(order)
    assert all(0 < share < 1 for share in shares.values())
    assert shares["captain"] > FAIR
