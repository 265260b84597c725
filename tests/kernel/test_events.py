"""Facts told: rows of numbers, in order, or nothing at all."""

from __future__ import annotations

from quarterdeck.kernel.events import ALL, CAPACITY, blank_news, facts, heard, no_facts, no_news, tell

PUBLIC = [7, ALL, 2, 10, 20, 30]
PRIVATE = [8, 1, 1, -1, 0, 0]


def test_facts_are_rows_in_the_order_in_which_they_are_told() -> None:
    news = blank_news()
    for row in (PUBLIC, PRIVATE):
        tell(news, *row)
    assert facts(news).tolist() == [PUBLIC, PRIVATE]
    assert not news.fact[2:].any()


def test_facts_are_a_copy() -> None:
    news = blank_news()
    tell(news, *PUBLIC)
    told = facts(news)
    tell(news, *PRIVATE)
    assert told.tolist() == [PUBLIC]


def test_a_seat_hears_what_is_public_and_what_is_its_own() -> None:
    news = blank_news()
    for row in (PUBLIC, PRIVATE):
        tell(news, *row)
    assert heard(facts(news), 1).tolist() == [PUBLIC, PRIVATE]
    assert heard(facts(news), 0).tolist() == [PUBLIC]
    assert heard(facts(news), ALL).tolist() == [PUBLIC]
    assert heard(no_facts(), 0).shape == (0, 6)


def test_where_nobody_listens_nothing_is_written() -> None:
    news = no_news()
    tell(news, *PUBLIC)
    tell(None, *PUBLIC)
    assert facts(news).shape == (0, 6)


def test_more_facts_than_there_is_room_for_are_let_go() -> None:
    news = blank_news()
    for _ in range(CAPACITY + 5):
        tell(news, *PUBLIC)
    assert len(facts(news)) == CAPACITY
