"""The table of information sets."""

from __future__ import annotations

import numpy as np
import pytest

from quarterdeck.bots.search.tree import EDGES, EDGES_A_NODE, EMPTY, NODES, add, find, grow, hashed, room_for

IDS = np.array([3, 5, 9], np.int64)
EVEN = np.full(3, 1 / 3, np.float32)


def test_an_added_node_is_found_by_its_key() -> None:
    tree = grow(300)
    keys = [hashed(np.array([number], np.uint64), 1) for number in range(300)]
    for node, key in enumerate(keys):
        at = find(tree, key)
        assert tree.slot[at] == EMPTY
        assert add(tree, at, key, IDS, 3, EVEN) == node
    assert [tree.slot[find(tree, key)] for key in keys] == list(range(300))
    assert tree.used.tolist() == [300, 900]
    assert tree.action[tree.first[7] : tree.first[7] + tree.edges[7]].tolist() == [3, 5, 9]


def test_keys_that_begin_at_the_same_slot_are_kept_apart() -> None:
    tree = grow(4)
    first, second = 5, 5 + len(tree.slot)
    add(tree, find(tree, first), first, IDS, 3, EVEN)
    at = find(tree, second)
    assert tree.slot[at] == EMPTY
    add(tree, at, second, IDS, 2, EVEN)
    assert (tree.slot[find(tree, first)], tree.slot[find(tree, second)]) == (0, 1)


def test_a_full_tree_has_no_room() -> None:
    tree = grow(2)
    assert room_for(tree, 3)
    tree.used[NODES] = 2
    assert not room_for(tree, 3)
    tree.used[NODES], tree.used[EDGES] = 1, (2 + 128) * EDGES_A_NODE - 2
    assert room_for(tree, 2)
    assert not room_for(tree, 3)


@pytest.mark.parametrize("word", range(4))
@pytest.mark.parametrize("bit", [0, 7, 31, 63])
def test_records_that_differ_in_one_bit_have_other_keys(word: int, bit: int) -> None:
    words = np.array([1, 2, 3, 2**64 - 1], np.uint64)
    other = words.copy()
    other[word] ^= np.uint64(1 << bit)
    assert hashed(words, 1) != hashed(other, 1)


def test_a_key_is_of_one_seat() -> None:
    words = np.array([1, 2, 3], np.uint64)
    assert hashed(words, 1) != hashed(words, 2)
