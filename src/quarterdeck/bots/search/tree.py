"""The search tree: a hash table of information sets, each with its actions and their statistics.

An information set's key is a hash of its seat's information, so different move orders that lead to the same
information share one node. The tree consists of flat arrays without pointers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.batch import MAX_LEGAL
from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import MASK

# The indices of `Tree.used`, the numbers of nodes and edges in use.
NODES, EDGES = 0, 1
# Edges allocated per node.
EDGES_A_NODE = 8
EMPTY = -1

_MIX = 0x9E3779B97F4A7C15


class Tree(NamedTuple):
    """The arrays of a tree. An edge is an action at a node.

    `slot` int32 [2ᵏ] is the hash table: numbers of nodes, EMPTY where a slot is free (`find`). Arrays with an
    entry for each node: `key` uint64, `first` int64 (its first edge), `edges` int32 (the number of its
    edges), `visits` int64, and `rewards` float64 (the summed rewards of the seat to act). Arrays with an
    entry for each edge: `action` int32, `prior` float32, `tries` int64, and `total` float64 (the rewards of
    the node's seat, summed over these tries). `used` int64 [2] are the numbers of nodes and edges in use.
    """

    slot: NDArray[np.int32]
    key: NDArray[np.uint64]
    first: NDArray[np.int64]
    edges: NDArray[np.int32]
    visits: NDArray[np.int64]
    rewards: NDArray[np.float64]
    action: NDArray[np.int32]
    prior: Numbers
    tries: NDArray[np.int64]
    total: NDArray[np.float64]
    used: NDArray[np.int64]


def grow(nodes: int) -> Tree:
    """An empty tree with room for this many nodes."""
    slots = 1 << (2 * nodes - 1).bit_length()
    # A small tree, too, has room for a node with as many actions as can be legal at once.
    room = nodes * EDGES_A_NODE + MAX_LEGAL
    return Tree(
        slot=np.full(slots, EMPTY, np.int32),
        key=np.zeros(nodes, np.uint64),
        first=np.zeros(nodes, np.int64),
        edges=np.zeros(nodes, np.int32),
        visits=np.zeros(nodes, np.int64),
        rewards=np.zeros(nodes, np.float64),
        action=np.zeros(room, np.int32),
        prior=np.zeros(room, np.float32),
        tries=np.zeros(room, np.int64),
        total=np.zeros(room, np.float64),
        used=np.zeros(2, np.int64),
    )


def _hash(words: Any, seed: int) -> int:
    known = int(seed)
    for word in words.tolist():
        known = ((known ^ word) * _MIX) & MASK
        known ^= known >> 29
    return known


def _hash_words(words: Any, seed: int) -> Any:
    known = np.uint64(seed)
    for word in words:
        known = (known ^ word) * np.uint64(_MIX)
        known ^= known >> np.uint64(29)
    return known


def hashed(words: NDArray[np.uint64], seed: int) -> int:
    """A 64-bit hash of these words.

    Each word is mixed in by a xor, a multiplication with an odd number, and a xor with the shifted result.
    Each step is invertible, so records that differ in only one word never collide.
    """
    return _hash(words, seed)


rule(hashed, compiled_as=_hash_words)


@rule
def find(tree: Tree, key: int) -> int:
    """The slot of this key: that of its node, or a free one for it if there is no such node."""
    last = len(tree.slot) - 1
    at = int(key) & last
    while tree.slot[at] != EMPTY and tree.key[tree.slot[at]] != key:
        at = (at + 1) & last
    return at


@rule
def room_for(tree: Tree, edges: int) -> bool:
    """Whether the tree has room for one more node with this many actions."""
    return bool(len(tree.key) > tree.used[NODES] and len(tree.action) - tree.used[EDGES] >= edges)


@rule
def add(tree: Tree, at: int, key: int, ids: Any, count: int, prior: Numbers) -> int:
    """Add a node in the slot that `find` returned, with these actions and priors; returns its number."""
    node = tree.used[NODES]
    first = tree.used[EDGES]
    tree.used[NODES] = node + 1
    tree.used[EDGES] = first + count
    tree.slot[at] = node
    tree.key[node] = key
    tree.first[node] = first
    tree.edges[node] = count
    for one in range(count):
        tree.action[first + one] = ids[one]
        tree.prior[first + one] = prior[one]
    return int(node)
