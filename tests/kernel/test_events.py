"""Facts told: rows of an array, in order, or nothing at all."""

from __future__ import annotations

from quarterdeck.kernel.events import ALL, CAPACITY, blank_news, no_news, tell


def test_facts_are_rows_in_the_order_in_which_they_are_told() -> None:
    news = blank_news()
    tell(news, 7, ALL, 2, 10, 20, 30)
    tell(news, 8, 1, 1, -1, 0, 0)
    assert news[0, 0] == 2
    assert news[1].tolist() == [7, ALL, 2, 10, 20, 30]
    assert news[2].tolist() == [8, 1, 1, -1, 0, 0]
    assert not news[3:].any()
    assert news.shape == (CAPACITY, 6)


def test_where_nobody_listens_nothing_is_written() -> None:
    news = no_news()
    tell(news, 7, ALL, 2, 10, 20, 30)
    assert news.shape == (0, 6)
