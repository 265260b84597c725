"""Smaller games of Mutiny! (MU-60, MU-61)."""

from __future__ import annotations

from typing import Any

import pytest

import quarterdeck
from quarterdeck import Position
from quarterdeck.errors import TableFileError
from quarterdeck.games.mutiny.table import standard

TINY = quarterdeck.game("mutiny", table="tiny").table.to_json()


def sized(**size: Any) -> dict[str, Any]:
    return {**standard().to_json(), "size": size}


def bidding(position: Position, bids: dict[str, list[str]]) -> Position:
    """A turn's bids, `{"gunner": ["bid 1 0", "bid 0 0"]}`; nothing on the others."""
    while (called := position.to_json()["called"]) is not None:
        for seat in position.to_act:
            bid = bids.get(called, ["bid 0 0"] * position.game.players)[seat]
            position = position.play(seat, bid)
    return position


def test_MU_60_tokens_cutlasses_and_players_are_the_tables() -> None:
    size = {"players": [3, 2], "doubloons": 4, "rum": 2, "cutlasses": 3}
    position = quarterdeck.game("mutiny", table=sized(**size)).start(seed=1)
    body = position.to_json()
    assert [(one["doubloons"], one["rum"]) for one in body["seats"]] == [(4, 2)] * 3
    assert (body["bank"]["rum"], body["needed"]) == (24, 3)
    assert position.progress == (1, None)


def test_MU_2_MU_60_there_is_rum_enough_for_the_most_players_of_the_table() -> None:
    table = {**sized(players=[2, 5], rum=6), "rum": {"tokens": 30, "source": "reconstructed"}}
    body = quarterdeck.game("mutiny", players=5, table=table).start(seed=1).to_json()
    assert ([one["rum"] for one in body["seats"]], body["bank"]["rum"]) == ([6] * 5, 0)
    with pytest.raises(TableFileError, match=r"a whole number from 30 to 99 \(MU-2\)"):
        quarterdeck.game("mutiny", table={**table, "rum": {**table["rum"], "tokens": 29}})


def test_MU_60_after_the_last_turn_the_most_cutlasses_win() -> None:
    position = quarterdeck.game("mutiny", players=2, table=sized(turns=2)).start(seed=1)
    position = bidding(position, {"gunner": ["bid 1 0", "bid 0 0"]})
    assert position.to_json()["phase"] == "retrieve"
    while position.to_json()["phase"] == "retrieve":
        position = position.play(position.to_act[0], "done")
    assert position.progress == (2, 2)
    # The doubloon that was left there is still the higher bribe.
    position = bidding(position, {})
    assert position.over
    assert (position.scores, position.winners) == ((4, 0), (0,))


def test_MU_60_at_the_end_unplayed_rum_decides_among_equals() -> None:
    position = quarterdeck.game("mutiny", players=2, table=sized(turns=1)).start(seed=1)
    position = bidding(position, {"cook": ["bid 0 0", "bid 1 0"]})
    assert (position.over, position.scores, position.winners) == (True, (0, 0), (1,))


def test_MU_60_one_tile_is_enough() -> None:
    tiles = standard().to_json()["tile"]
    one = quarterdeck.game("mutiny", table={"size": {"turns": 3}, "tile": tiles[:1]})
    assert one.start(seed=1).to_json()["tiles_left"] == 0
    with pytest.raises(TableFileError, match="There are 0 tiles; there must be 1 to 60"):
        quarterdeck.game("mutiny", table={"size": {"turns": 3}, "tile": []})
    with pytest.raises(TableFileError, match="there must be 2 to 60"):
        quarterdeck.game("mutiny", table={"tile": tiles[:1]})


def test_MU_61_one_turn_with_two_doubloons_and_one_tile() -> None:
    position = quarterdeck.game("mutiny", table="tiny").start(seed=2)
    body = position.to_json()
    assert position.game.players == 2
    assert position.progress == (1, 1)
    assert [(one["doubloons"], one["rum"]) for one in body["seats"]] == [(2, 0), (2, 0)]
    assert (body["tiles_left"], TINY["tile"][0]["north"]) == (0, [["cook", "cutlass", 2]])
    assert TINY["tile"][0]["south"] == [["deck-hand", "rum", 2], ["gunner", "rum", -2]]
