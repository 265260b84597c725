"""Explicit set-ups: each thing that can be wrong with one has its sentence."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import quarterdeck
from quarterdeck import SetupError
from quarterdeck.games.cartagena.arrange import KEYS
from quarterdeck.games.cartagena.table import standard
from tests.games.cartagena.worlds import PAIRS, start
from tests.games.positions import play

SIDES = ["valverde", "diaz", None]
ONE_DUEL = [[["pink 1", "grey 1", None]]]


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ({"hand": []}, "Unknown set-up key hand; there are hands, gold, coins"),
        ({"hands": [["pink 1"]]}, "hands must be a list of 3."),
        ({"hands": [["pink 1"], "pink 1", []]}, "hands must be a list."),
        ({"hands": [["pink 4"], [], []]}, "hands: “pink 4” is no combat card; they are pink 1 pink 2"),
        ({"hands": [[None], [], []]}, "hands: “None” is no combat card"),
        ({"hands": [["pink 3"] * 5, [], []]}, "There are not that many combat cards pink 3 (CA-2)."),
        ({"gold": [[4], [], []]}, "gold must be a whole number from 1 to 3."),
        ({"gold": [[3] * 7, [], []]}, "There are not that many gold cards of value 3 (CA-1)."),
        ({"coins": [1, 2]}, "coins must be a list of 3."),
        ({"coins": [31, 0, 0]}, "coins must be a whole number from 0 to 30."),
        ({"coins": [20, 11, 0]}, "coins: the players can't have more than the 30 coins there are (CA-1)."),
        ({"coins": [True, 0, 0]}, "coins must be a whole number"),
        ({"sides": ["pink", None, None]}, "sides: “pink” is no side; a seat has valverde diaz, or null"),
        ({"spied": [[0, 1]]}, "spied: a seat looks at another's conviction that is placed (CA-50)."),
        ({"sides": SIDES, "spied": [[0, 0]]}, "spied: a seat looks at another's"),
        ({"sides": SIDES, "spied": [[0, 3]]}, "spied must be a whole number from 0 to 2."),
        ({"sides": SIDES, "spied": [0]}, "spied must be a list of 2."),
        ({"giver": 3}, "giver must be a whole number from 0 to 2."),
        ({"first_giver": "0"}, "first_giver must be a whole number from 0 to 2."),
        ({"round": 0}, "round must be a whole number from 1 to 99."),
        ({"ship": 23}, "ship must be a whole number from 0 to 22."),
        ({"boat": "tom"}, "boat: “tom” is no pirate; the pirates are valverde diaz"),
        ({"row": ["tom"]}, "row: “tom” is no pirate"),
        ({"row": "pang"}, "row must be a list."),
        ({"row": ["pang", "pang"]}, "row: pang stands there twice, or sits in the lifeboat (CA-20)."),
        ({"row": ["pang"], "boat": "pang"}, "row: pang stands there twice, or sits in the lifeboat"),
        ({"row": ["ghost"]}, 'row: a seat has met the Ghost, ["ghost", seat] (CA-25).'),
        ({"row": [["pang", 1]]}, "row: cards are used by the giver, seat 0, and those after it, not by all"),
        ({"row": [["pang", 0], ["nero", 0]]}, "row: cards are used by the giver, seat 0,"),
        ({"row": [["pang", 0], ["nero", 1], ["ojo", 2]]}, "row: cards are used by the giver, seat 0,"),
        ({"row": [["pang", 3]]}, "row must be a whole number from 0 to 2."),
        (
            {"row": ["pang", "nero", "ojo", "sate", "tembo", "diaz", "bijoux"]},
            "row: there are only 6 doors (CA-20).",
        ),
        ({"knocked": 1}, "knocked must be true or false."),
        ({"knocked": True}, "knocked: the seat to act has opened the last pirate of row, but not the last"),
        ({"knocked": True, "row": [["pang", 0]]}, "knocked: the seat to act has opened"),
        (
            {"knocked": True, "row": ["pang", "nero", "ojo", "sate", "tembo", "diaz"]},
            "knocked: the seat to act has opened",
        ),
        ({"sate_coins": 1}, "sate_coins needs sate among the unused pirates of row (CA-48)."),
        ({"sate_coins": 1, "row": [["sate", 0]]}, "sate_coins needs sate among the unused"),
        ({"sate_coins": 28, "row": ["sate"]}, "sate_coins must be a whole number from 0 to 27."),
        ({"pairs": [[1, 11]]}, "pairs must be a whole number from 1 to 10."),
        ({"pairs": [[3, 3]]}, "pairs: the sailor 3 is there only once (CA-1)."),
        ({"pairs": [[3]]}, "pairs must be a list of 2."),
        ({"pairs": [[3, 4, 0]]}, "pairs must be a list."),
        ({"pairs": [[3, 4, [0], 5]]}, "pairs must be a list of 2."),
        ({"pairs": [[3, 4, [3]]]}, "pairs must be a whole number from 0 to 2."),
        ({"pairs": [*PAIRS, [1, 2]]}, "pairs: there are only 5 pairs of sailors (CA-51)."),
        ({"under": ["mascot"]}, "under: “mascot” is no combat card"),
        ({"under": [["pink 1", 3]]}, "under must be a whole number from 0 to 2."),
        ({"under": [["pink 1"]]}, "under must be a list of 2."),
        ({"gold_under": [[2, [3]]]}, "gold_under must be a whole number from 0 to 2."),
        ({"pile": ["grey 3"] * 5}, "There are not that many combat cards grey 3 (CA-2)."),
        ({"gold_pile": ["2"]}, "gold_pile must be a whole number from 1 to 3."),
        ({"duels": [], "row": []}, "row belongs to the voyage; with duels this is the mutiny (CA-61)."),
        ({"duels": [[]]}, "pairs must name the sailors of every finished duel (CA-62)."),
        ({"duels": {}}, "duels must be a list."),
        ({"duels": [[["pink 1"]]], "pairs": PAIRS}, "duels must be a list of 3."),
        (
            {"duels": [[["pink 1", None, "pink 1"]]], "pairs": PAIRS, "sides": SIDES},
            "duels: seat 2 is not in round 1 of duel A (CA-64).",
        ),
        (
            {"duels": [[["pink 1", "grey 1", None], [None, "pink 1", None], ["pink 1", None, None]]]}
            | {"pairs": PAIRS, "sides": SIDES},
            "duels: seat 0 is not in round 3 of duel A (CA-64).",
        ),
        (
            {"duels": [[[None] * 3] * 2], "pairs": PAIRS, "sides": SIDES},
            "duels: nobody is left for round 2 of duel A (CA-64).",
        ),
        (
            {"duels": [*ONE_DUEL, [], []], "pairs": PAIRS, "sides": SIDES},
            "duels: a side has won three, so nothing is left to play (CA-69).",
        ),
    ],
)
def test_a_set_up_that_no_game_could_begin_from_is_refused(setup: dict[str, Any], told: str) -> None:
    with pytest.raises(SetupError) as caught:
        start(**setup)
    assert str(caught.value).startswith(told)
    assert "\n" not in str(caught.value)


def test_what_a_set_up_leaves_out_is_as_at_the_start() -> None:
    nulls: dict[str, Any] = dict.fromkeys(KEYS)
    assert start(**nulls) == start()
    laid, dealt = start().to_json(), quarterdeck.game("cartagena", players=3).start(seed=1).to_json()
    for key in set(dealt) - {"giver", "first_giver", "turn", "to_act", "row", "face_down", "legal"}:
        assert laid[key] == dealt[key]
    assert (laid["giver"], laid["first_giver"]) == (0, 0)
    assert [one["state"] for one in laid["row"][1:]] == ["closed"] * 5


def test_everything_a_set_up_says_lies_on_the_table() -> None:
    body = start(
        hands=[["grey 3", "pink 2"], None, []],
        gold=[[3, 1], None, [2]],
        coins=[4, None, 0],
        sides=["diaz", None, "valverde"],
        spied=[[1, 0]],
        giver=2,
        first_giver=1,
        round=7,
        ship=13,
        boat="nero",
        row=[["tembo", 2], "sate", "pang"],
        knocked=True,
        sate_coins=2,
        pairs=[[3, 7, [0, 1]], [1, 2]],
        under=["pink 3", ["grey 2", 1]],
        gold_under=[1, [2, [0, 2]]],
    ).to_json()
    seats = body["seats"]
    assert [one["combat"] for one in seats] == [["pink 2", "grey 3"], ["pink 1", "grey 1"], []]
    assert [one["gold"] for one in seats] == [[1, 3], [], [2]]
    assert [one["coins"] for one in seats] == [4, 1, 0]
    assert [one["side"] for one in seats] == ["diaz", None, "valverde"]
    assert seats[1]["saw"] == [{"seat": 0, "side": "diaz", "fresh": True}]
    assert (body["giver"], body["first_giver"], body["turn"], body["round"]) == (2, 1, 0, 7)
    assert (body["route"]["ship"], body["route"]["left"], body["boat"]) == (13, 10, "nero")
    assert [one["pirate"] for one in body["row"]] == ["tembo", "sate", "pang", None, None, None]
    assert body["legal"] == ["take pang", "open"]
    assert body["sate_coins"] == 2
    assert body["supply"] == {"combat": 36, "gold": 15, "coins": 25}
    pairs = body["sailors"]["pairs"]
    assert [(one["valverde"], one["diaz"], one["seen_by"]) for one in pairs[:2]] == [
        (3, 7, [0, 1]),
        (1, 2, []),
    ]
    assert body["sailors"]["unseen"] == [4, 5, 6, 8, 9, 10]
    assert body["under"]["combat"] == [{"card": "pink 3", "by": None}, {"card": "grey 2", "by": 1}]
    assert body["under"]["gold"] == [{"value": 1, "seen_by": []}, {"value": 2, "seen_by": [0, 2]}]


@pytest.mark.parametrize("coins", [[28, 0, 1, 0], [0, 1, 0, 29], [29, None, 0, 0], [None, 0, 0, 29]])
def test_CA_1_only_the_sum_of_the_coins_counts(coins: list[int | None]) -> None:
    body = start(4, coins=coins).to_json()
    assert [one["coins"] for one in body["seats"]] == [1 if number is None else number for number in coins]
    assert body["supply"]["coins"] + sum(one["coins"] for one in body["seats"]) == 30
    with pytest.raises(SetupError, match="more than the 30 coins"):
        start(4, coins=[29, None, 0, 1])


def test_CA_48_coins_laid_out_on_sate_are_in_the_supply_unless_they_are_set_aside() -> None:
    game = quarterdeck.game("cartagena", players=3, sate="set aside")
    setup: dict[str, Any] = {"row": ["sate"], "sate_coins": 2}
    assert game.start(seed=1, setup=setup).to_json()["supply"]["coins"] == 25
    assert start(**setup).to_json()["supply"]["coins"] == 27


def test_CA_13_who_is_named_as_oldest_stays_so_in_a_set_up() -> None:
    game = quarterdeck.game("cartagena", players=3, oldest=2)
    assert game.start(seed=1, setup={"giver": 1}).to_json()["first_giver"] == 2
    assert game.start(seed=1, setup={"first_giver": 0}).to_json()["first_giver"] == 0


def test_a_hand_that_is_laid_out_is_nobody_elses_business() -> None:
    seats = start(hands=[["pink 1"], None, None]).view(1).to_json()["seats"]
    assert [one["combat_known"] for one in seats] == [[], ["pink 1", "grey 1"], ["pink 1", "grey 1"]]


def test_the_turn_begins_as_the_rules_say() -> None:
    # Nobody has opened a door: the game does, and more of them as long as there is a Ghost.
    first = set()
    for seed in range(40):
        row = start(seed=seed).to_json()["row"]
        first.add(row[0]["pirate"])
        assert (row[0]["pirate"] == "ghost") == (row[0]["state"] == "used") == bool(row[1]["pirate"])
    assert "ghost" in first
    # All doors are open, so a card has to be taken.
    row = [["tembo", 0], "sate", "pang", "nero", "ojo", "diaz"]
    assert start(row=row).to_json()["legal"] == [
        "take diaz",
        "take nero",
        "take pang",
        "take sate",
        "take ojo",
    ]


def test_the_piles_are_drawn_from_in_the_order_laid_out() -> None:
    position = start(row=["crackpott"], pile=["grey 3", "pink 3"], under=[["grey 2", 1]])
    assert len(position.to_json()["under"]["combat"]) == position.to_json()["supply"]["combat"] == 34
    assert position.to_json()["under"]["combat"][-1] == {"card": "grey 2", "by": 1}
    assert position.view(0).to_json()["under"]["combat"][0] == {"card": None, "by": None}
    seat = play(position, "0 take crackpott").to_json()["seats"][0]
    assert seat["combat"] == ["pink 1", "pink 3", "grey 1", "grey 3"]
    order = [one["card"] for one in position.to_json()["under"]["combat"]]
    assert order != [one["card"] for one in start(seed=2, pile=[]).to_json()["under"]["combat"]]
    gold = play(start(row=["valverde"], gold_pile=[3, 1]), "0 take valverde").to_json()
    assert gold["seats"][0]["gold"] == [3]
    assert gold["under"]["gold"][0] == {"value": 1, "seen_by": []}


def test_CA_29_a_supply_that_is_laid_out_empty_ends_the_voyage() -> None:
    gold = [[1] * 6 + [2] * 6 + [3] * 6, None, None]
    position = start(gold=gold, row=[["pang", 0], ["nero", 1], "crackpott"])
    assert position.to_json()["dry"] == ["gold"]
    assert play(position, "2 take crackpott").to_json()["winning_side"] is not None


def test_finished_duels_are_fought_by_their_rules() -> None:
    position = start(
        hands=[["pink 3"], ["grey 3", "grey 3"], ["pink 1"]],
        sides=["valverde", "diaz", "diaz"],
        pairs=[[5, 6], [4, 3], [8, 7]],
        duels=[
            [["pink 1", "grey 1", "pink 2"], ["pink 1", None, None]],
            [["pink 1", "grey 1", None]],
        ],
    )
    body = position.to_json()
    assert (body["phase"], body["to_act"], body["route"]["left"]) == ("duel", [0, 1], 0)
    assert [one["alive"] for one in body["seats"]] == [True, True, False]
    assert body["wins"] == {"valverde": 2, "diaz": 0}
    assert [one["letter"] for one in body["duels"]] == ["A", "B", "C"]
    assert [one["winner"] for one in body["duels"]] == ["valverde", "valverde", None]
    assert body["duels"][0]["total"] == {"valverde": 9, "diaz": 7}
    assert [len(one["rounds"]) for one in body["duels"]] == [2, 1, 0]
    assert body["out_of_game"] == {"pink 1": 3, "pink 2": 1, "grey 1": 2}
    assert [one["combat_count"] for one in body["seats"]] == [1, 2, 1]
    assert body["sailors"]["pairs"][3]["shown"] is False
    assert position.view(0).to_json()["sailors"]["pairs"][3]["valverde"] is None


@pytest.mark.parametrize(
    "setup",
    [
        {"hands": [["pink 1"] * 3, [], ["grey 3"]], "under": ["pink 2", ["pink 1", 0]], "pile": ["grey 2"]},
        {"gold": [[1], [2], [3, 3]], "gold_under": [1], "gold_pile": [2], "row": ["sate"], "sate_coins": 5},
        {
            "sides": ["diaz"] * 3,
            "pairs": PAIRS,
            "duels": [[["pink 1", "grey 3", "grey 1"]]],
            "coins": [9, 9, 9],
        },
    ],
)
def test_no_card_and_no_coin_is_lost_or_made(setup: dict[str, Any]) -> None:
    body = start(**setup).to_json()
    cards = Counter(body["unseen"]["combat"]) + Counter(body["out_of_game"])
    cards.update(card for one in body["seats"] for card in one["combat"])
    cards.update(one["card"] for one in body["under"]["combat"])
    assert sorted(cards.values()) == sorted(standard().combat)
    gold = Counter({int(value): number for value, number in body["unseen"]["gold"].items()})
    gold.update(value for one in body["seats"] for value in one["gold"])
    gold.update(one["value"] for one in body["under"]["gold"])
    assert [gold[value] for value in (1, 2, 3)] == list(standard().gold)
    coins = body["supply"]["coins"] + sum(one["coins"] for one in body["seats"])
    assert coins == standard().coins


def test_a_set_up_goes_through_a_match_file_and_back() -> None:
    game = quarterdeck.game("cartagena", players=3)
    setup = {"row": [["pang", 0], "nero"], "coins": [3, 2, 1], "under": [["pink 1", 0]]}
    record = quarterdeck.Record(game, seed=1, setup=setup)
    record.append(1, "take nero")
    record.append(1, "buy")
    again = quarterdeck.Record.loads(record.dumps())
    assert again.position == record.position
    assert again == record
