"""Smaller games of Cartagena: Die Meuterei (CA-80, CA-81)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quarterdeck
from quarterdeck.errors import SetupError, TableFileError
from quarterdeck.games.cartagena.table import COMPONENTS, standard

TINY = quarterdeck.game("cartagena", table="tiny").table.to_json()


def sized(**size: Any) -> dict[str, Any]:
    return {**standard().to_json(), "size": size}


def test_CA_80_cards_and_sides_take_the_place_of_the_voyage() -> None:
    position = quarterdeck.game("cartagena", table=sized(players=[3], cards=2)).start(seed=4)
    body = position.to_json()
    assert (body["phase"], body["row"]) == ("side", [])
    assert [one["combat_count"] for one in body["seats"]] == [4, 4, 4]
    assert all(pair["placed"] and pair["values"] for pair in body["sailors"]["pairs"])
    assert body["route"]["left"] == 0
    first = position.to_act[0]
    for turn in range(3):
        assert position.to_act == ((first + turn) % 3,)
        position = position.play(position.to_act[0], "side diaz")
        assert [one["side"] for one in position.view(None).to_json()["seats"]].count("unknown") == turn + 1
    assert position.to_json()["phase"] == "duel"
    assert position.to_act == (0, 1, 2)


def test_CA_80_nobody_has_seen_the_sailors_that_took_their_places() -> None:
    position = quarterdeck.game("cartagena", table=sized(cards=2)).start(seed=4)
    for seat in (*range(4), None):
        pairs = position.view(seat).to_json()["sailors"]["pairs"]
        assert [pair["values"] for pair in pairs] == [None] * 5


@pytest.mark.parametrize(("sailors", "duels", "wins"), [(2, 1, 1), (6, 3, 2), (10, 5, 3)])
def test_CA_80_most_duels_win_the_mutiny(sailors: int, duels: int, wins: int) -> None:
    position = quarterdeck.game("cartagena", players=2, table=sized(sailors=sailors, cards=4)).start(seed=5)
    assert len(position.to_json()["sailors"]["pairs"]) == duels
    while not position.over:
        seat = position.to_act[0]
        legal = [str(action) for action in position.legal(seat)]
        position = position.play(seat, "mascot" if "mascot" in legal else legal[0])
    body = position.to_json()
    assert max(body["wins"].values()) == wins
    values = {value for pair in body["sailors"]["pairs"] for value in pair["values"]}
    assert values == set(range(1, sailors + 1))


def test_CA_80_with_fewer_sailors_there_may_be_a_voyage() -> None:
    position = quarterdeck.game("cartagena", table=sized(sailors=2)).start(seed=6)
    body = position.to_json()
    assert (body["phase"], body["sailors"]["on_deck"]) == ("cabins", 2)


def test_CA_80_a_set_up_without_a_voyage_is_in_the_mutiny() -> None:
    game = quarterdeck.game("cartagena", table="tiny")
    with pytest.raises(SetupError, match=r"This table has no voyage"):
        game.start(setup={"ship": 0})
    position = game.start(setup={"sides": ["diaz", "diaz"], "pairs": [[2, 1]], "duels": []})
    assert position.to_json()["phase"] == "duel"
    with pytest.raises(SetupError, match="there are only 1 pairs"):
        game.start(setup={"pairs": [[2, 1], [2, 1]], "duels": []})


def test_CA_80_cards_and_coins_are_enough_for_the_tables_players() -> None:
    with pytest.raises(TableFileError, match="There are 6 combat cards; there must be 7 to 40"):
        quarterdeck.game("cartagena", table={**TINY, "combat": {"pink": [2, 1, 0], "grey": [2, 1, 0]}})
    with pytest.raises(TableFileError, match="2 players start with a pink 1 each"):
        quarterdeck.game("cartagena", table={**TINY, "combat": {"pink": [1, 3, 0], "grey": [2, 2, 0]}})
    with pytest.raises(TableFileError, match="from 3 to 120"):
        quarterdeck.game("cartagena", table={**TINY, "coins": {"total": 2}})


def test_CA_80_no_more_cards_can_be_dealt_than_there_are_combat_cards(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = COMPONENTS.file.read_text("utf-8") + "\n[size]\ncards = 8\n"
    file.write_text(text, "utf-8")
    told = "cards must be 7 at most with 4 players: there are 40 combat cards (CA-80)."
    with pytest.raises(TableFileError) as caught:
        quarterdeck.game("cartagena", table=file)
    assert str(caught.value) == f"{file}, line {text.count(chr(10))}: {told}"
    for players, cards in ((4, 7), (3, 8)):
        game = quarterdeck.game("cartagena", table=sized(players=[players], cards=cards))
        assert [one["combat_count"] for one in game.start(seed=1).to_json()["seats"]] == [cards + 2] * players


def test_CA_80_cards_and_coins_are_enough_for_the_most_players_of_the_table() -> None:
    enough = {"pink": [4, 3, 0], "grey": [4, 2, 0]}
    table = {
        **TINY,
        "size": {"players": [2, 4], "sailors": 2, "cards": 1},
        "combat": enough,
        "coins": {"total": 5},
    }
    deal = quarterdeck.game("cartagena", players=4, table=table).start(seed=1).to_json()
    assert [one["combat_count"] for one in deal["seats"]] == [3, 3, 3, 3]
    with pytest.raises(TableFileError, match="There are 12 combat cards; there must be 13 to 40"):
        quarterdeck.game("cartagena", table={**table, "combat": {**enough, "grey": [4, 1, 0]}})
    with pytest.raises(TableFileError, match="4 players start with a grey 1 each"):
        quarterdeck.game("cartagena", table={**table, "combat": {**enough, "grey": [3, 3, 0]}})
    with pytest.raises(TableFileError, match="from 5 to 120"):
        quarterdeck.game("cartagena", table={**table, "coins": {"total": 4}})


def test_CA_81_one_duel_of_two_players() -> None:
    position = quarterdeck.game("cartagena", table="tiny").start(seed=7)
    body = position.to_json()
    assert position.game.players == 2
    assert [one["combat"][:1] + one["combat"][2:] for one in body["seats"]] != [[], []]
    assert [(one["combat_count"], one["coins"]) for one in body["seats"]] == [(3, 1), (3, 1)]
    assert body["supply"]["coins"] == 2
    assert [sorted(pair["values"]) for pair in body["sailors"]["pairs"]] == [[1, 2]]
    unseen = {card: number for card, number in body["unseen"]["combat"].items() if number}
    assert sum(unseen.values()) == 2
    assert set(unseen) <= {"pink 2", "grey 2"}
