from __future__ import annotations

from itertools import product

import pytest

from quarterdeck.kernel.jit import compiled
from quarterdeck.kernel.packing import Layout, add_to_item, item, with_item

CARD = Layout(kind=3, marked=1, owner=4)
kind, marked, owner = CARD.reader("kind"), CARD.reader("marked"), CARD.reader("owner")
with_kind, with_owner = CARD.writer("kind"), CARD.writer("owner")


@compiled
def read(word: int) -> int:
    return kind(word) + 10 * marked(word) + 100 * owner(word)


@compiled
def written(word: int, number: int) -> int:
    return with_kind(with_owner(word, number + 1), number)


@compiled
def items(word: int, number: int) -> int:
    replaced = with_item(word, 2, 5, number)
    return 1_000_000 * item(replaced, 2, 5) + add_to_item(replaced, 0, 5, 1)


def test_each_field_is_read_where_it_was_packed() -> None:
    for one, mark, seat in product(range(8), range(2), range(16)):
        word = CARD.pack(kind=one, marked=mark, owner=seat)
        assert word < 256
        assert (kind(word), marked(word), owner(word)) == (one, mark, seat)
        assert read(word) == read.interpreted(word)


def test_a_field_is_replaced_and_the_others_stay() -> None:
    for word in range(256):
        new = written(word, 6)
        assert new == written.interpreted(word, 6)
        assert (kind(new), marked(new), owner(new)) == (6, marked(word), 7)


def test_numbers_of_equal_width_are_read_and_replaced_by_index() -> None:
    word = 3 + (4 << 5) + (31 << 10)
    assert [item(word, at, 5) for at in range(4)] == [3, 4, 31, 0]
    assert with_item(word, 2, 5, 9) == 3 + (4 << 5) + (9 << 10)
    assert add_to_item(word, 1, 5, 20) == 3 + (24 << 5) + (31 << 10)
    assert items(word, 9) == items.interpreted(word, 9)


def test_a_value_too_large_for_its_field_is_refused() -> None:
    with pytest.raises(ValueError, match="kind is a number from 0 to 7, not 8"):
        CARD.pack(kind=8)
    with pytest.raises(KeyError):
        CARD.reader("colour")
