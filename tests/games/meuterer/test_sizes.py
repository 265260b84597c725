"""Smaller games of Meuterer (ME-90, ME-91)."""

from __future__ import annotations

from typing import Any

import pytest

import quarterdeck
from quarterdeck import Position
from quarterdeck.errors import SetupError, TableFileError

TINY = quarterdeck.game("meuterer", table="tiny").table.to_json()


def played_out(position: Position) -> Position:
    """Everybody shows what comes first, and leaves at last."""
    while not position.over:
        position = position.play(position.to_act[0], position.legal()[0])
    return position


def deal_of(table: dict[str, Any]) -> dict[str, Any]:
    return quarterdeck.game("meuterer", table=table).start(seed=1).to_json()


def sized(**size: Any) -> dict[str, Any]:
    return {**TINY, "cards": {**TINY["cards"], "grain": 20}, "size": size}


def test_ME_90_hands_are_dealt_and_filled_up_to_the_tables_figure() -> None:
    game = quarterdeck.game("meuterer", table=sized(players=[3, 2], rounds=2, hand=3))
    position = game.start(seed=1)
    sizes = set()
    while not position.over:
        body = position.to_json()
        if body["phase"] == "offer":
            sizes.add(tuple(one["hand_size"] for one in body["seats"]))
        # Whoever leaves is no Loader.
        position = position.play(position.to_act[0], position.legal()[0])
    assert sizes == {(3, 3, 3)}
    assert position.progress == (2, 2)


def test_ME_90_two_islands_are_enough_in_every_rule_set() -> None:
    for rules in ("english", "french", "manual"):
        position = quarterdeck.game("meuterer", table="tiny", rules=rules).start(seed=2)
        assert [one["name"] for one in position.to_json()["islands"]] == ["Hochland", "Rotes Riff"]
        assert played_out(position).winners


def test_ME_90_two_players_have_nine_rounds_unless_the_table_says_otherwise() -> None:
    assert quarterdeck.game("meuterer", table=sized(players=[2])).start(seed=1).progress == (1, 9)


def test_ME_90_a_deck_has_as_many_cards_as_are_dealt_and_for_a_second_round_four_more() -> None:
    cards = {**TINY["cards"], "grain": 0}
    assert not any(deal_of({**TINY, "cards": cards})["unseen"].values())
    with pytest.raises(TableFileError, match=r"has 4 cards beside the pirates; it needs 8 to 99 \(ME-1\)"):
        quarterdeck.game("meuterer", table={**TINY, "cards": cards, "size": {**TINY["size"], "rounds": 2}})
    with pytest.raises(TableFileError, match="it needs 24 to 99"):
        quarterdeck.game("meuterer", table={**TINY, "size": {}})


def test_ME_90_a_deck_is_enough_for_the_most_players_of_the_table() -> None:
    table = {
        **TINY,
        "cards": {**TINY["cards"], "grain": 3},
        "size": {"players": [2, 4], "rounds": 1, "hand": 2},
    }
    with pytest.raises(TableFileError, match="has 7 cards beside the pirates; it needs 8 to 99"):
        quarterdeck.game("meuterer", table=table)
    deal = quarterdeck.game("meuterer", players=4, table={**table, "cards": TINY["cards"]}).start(seed=1)
    assert [one["hand_size"] for one in deal.to_json()["seats"]] == [2, 2, 2, 2]


def test_ME_90_a_set_up_deals_no_more_than_a_hand() -> None:
    hands = [["grain", "wine", "wine"], []]
    with pytest.raises(SetupError, match="a hand has at most 2"):
        quarterdeck.game("meuterer", table="tiny").start(setup={"hands": hands})


def test_ME_91_one_round_of_two_players_with_two_cards() -> None:
    position = quarterdeck.game("meuterer", table="tiny").start(seed=3)
    body = position.to_json()
    assert position.game.players == 2
    assert [one["hand_size"] for one in body["seats"]] == [2, 2]
    assert position.progress == (1, 1)
    total: dict[str, int] = dict(body["unseen"])
    for one in body["seats"]:
        for good in one["hand"]:
            total[good] = total.get(good, 0) + 1
    assert {good: number for good, number in total.items() if number} == {
        "wine": 2,
        "grain": 4,
        "conflict": 2,
    }
