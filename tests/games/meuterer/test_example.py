"""The example round that two of the rulebooks tell: every move, and every fact they mention on the way."""

from __future__ import annotations

import pytest

import quarterdeck
from quarterdeck.games.meuterer.example import MOVES, NAMES, SETUP
from tests.games.meuterer.table import Match, by_island, cards

BERNHARD, STEFFI, FLORIAN, CARMEN = range(4)


def begin(rules: str, seed: int = 1) -> Match:
    hands = [" ".join(hand) for hand in SETUP["hands"]]
    return Match(*hands, rules=rules, seed=seed, **{key: SETUP[key] for key in SETUP if key != "hands"})


def island(match: Match, place: int | None) -> str | None:
    return None if place is None else str(match.json["islands"][place]["name"])


@by_island
def test_ME_10_ME_12_the_table_before_the_first_move(rules: str) -> None:
    match = begin(rules)
    assert NAMES == ("Bernhard", "Steffi", "Florian", "Carmen")
    assert [one["name"] for one in match.json["islands"]] == [
        *("Hochland", "Frosthöhle", "Grünland", "Karge Zunge", "Eisfelsen", "Affeninsel"),
        *("Kalte Klippe", "Sommerland", "Rotes Riff", "Piratennest", "Fingerhut", "Sandkap"),
    ]
    assert match.json["captain"] == BERNHARD
    assert island(match, match.json["ship"]) == "Hochland"
    assert match.hand(BERNHARD) == cards("conflict conflict wine wine grain")
    assert match.hand(STEFFI) == cards("conflict conflict salt grain cloth")
    assert match.hand(FLORIAN) == cards("cloth cloth grain salt wine")
    assert match.hand(CARMEN) == cards("salt salt wine conflict ruby")


class Telling:
    """The moves of the round, told piece by piece."""

    def __init__(self, rules: str) -> None:
        self.match = begin(rules)
        self.left = [f"{seat} {text}" for seat, text in MOVES]

    def then(self, *moves: str) -> None:
        """The next moves are these, and are played."""
        for move in moves:
            assert self.left.pop(0) == move
            self.match.play(move)

    def up_to(self, phase: str) -> Match:
        """Play on to the first decision of a phase."""
        while self.match.json["phase"] != phase:
            self.match.play(self.left.pop(0))
        return self.match


@by_island
def test_ME_30_ME_34_the_example_round_goods_and_actions(rules: str) -> None:
    telling = Telling(rules)
    match, then = telling.match, telling.then
    then("0 offer 0")
    assert match.json["offer"] == 0

    # The first time around.
    then("0 show conflict", "1 show conflict", "2 show cloth", "3 show wine")
    assert match.position.to_act == (BERNHARD,)
    then("0 show wine")

    # Steffi leaves with four cards and takes the Mutineer from all five; she is passed over from now on.
    then("1 leave")
    assert len(match.legal()) == 5
    then("1 leave mutineer")
    assert match.seat(STEFFI)["hand_size"] == 4
    assert match.view(FLORIAN)["seats"][STEFFI]["role"] == "unknown"
    then("2 show cloth", "3 show salt", "0 show wine")
    assert match.position.to_act == (FLORIAN,)

    # Florian leaves with three cards, sees that the Mutineer is gone, and that it is Steffi.
    then("2 leave")
    assert match.view(FLORIAN)["roles_gone"] == ["mutineer"]
    assert match.view(FLORIAN)["seats"][STEFFI]["role"] == "mutineer"
    assert match.legal() == ["leave cabin-boy", "leave first-mate", "leave merchant", "leave loader"]
    then("2 leave merchant")
    assert match.seat(FLORIAN)["hand_size"] == 3

    # Carmen has two salt now; Bernhard leaves with two cards, bound for Grünland.
    then("3 show salt", "0 leave")
    assert match.seat(BERNHARD)["hand_size"] == 2
    assert island(match, match.json["destinations"]["captain"]) == "Grünland"
    assert match.seat(BERNHARD)["role"] is None

    # Carmen is the last to leave and finds three action cards.
    then("3 leave")
    assert match.legal() == ["leave cabin-boy", "leave first-mate", "leave loader"]
    assert match.view(CARMEN)["roles_gone"] == ["mutineer", "merchant"]
    then("3 leave cabin-boy")
    shown = [match.seat(seat)["shown"] for seat in range(4)]
    assert shown == [["wine", "wine", "conflict"], ["conflict"], ["cloth", "cloth"], ["salt", "salt", "wine"]]


@by_island
def test_ME_40_ME_51_the_example_round_mutiny(rules: str) -> None:
    telling = Telling(rules)
    match = telling.up_to("mutiny")
    assert match.told("revealed") == [(STEFFI, "mutineer"), (FLORIAN, "merchant"), (CARMEN, "cabin-boy")]
    # Steffi's four cards lead to Eisfelsen.
    assert island(match, match.json["destinations"]["mutineer"]) == "Eisfelsen"

    # Florian is not asked; Carmen keeps her conflict card.
    assert match.position.to_act == (BERNHARD,)
    telling.then("0 conflict 1", "1 conflict 1")
    assert match.position.to_act == (CARMEN,)
    assert match.legal() == ["conflict 0", "conflict 1"]
    telling.then("3 conflict 0")

    # Two against two, or, where only those played now count, one against one: a tie, and the mutiny succeeds.
    count = 1 if rules == "french" else 2
    assert match.told("mutiny_won") == [(STEFFI, count, count)]
    assert match.told("docked") == [(STEFFI, "Eisfelsen", 5)]
    assert match.told("became_captain") == [(STEFFI,)]
    assert match.told("cabin_boy_rewarded") == [(CARMEN, 2)]
    assert match.position.scores == (0, 5, 0, 2)


@by_island
def test_ME_64_ME_66_the_example_round_points_and_what_follows(rules: str) -> None:
    telling = Telling(rules)
    match = telling.up_to("sell")
    # The telling leaves Carmen's sale out: her wine could be sold as well as her salt.
    assert match.position.to_act == (CARMEN,)
    assert match.legal() == ["sell 2 salt / -", "sell 1 wine / -"]
    telling.then("3 sell 2 salt / -")
    assert telling.left == []

    # Two of a kind each: the Merchant has the first figure, the other two have the third.
    sold = {
        (BERNHARD, "Hochland", "wine", 2),
        (FLORIAN, "Hochland", "cloth", 2),
        (CARMEN, "Hochland", "salt", 2),
    }
    assert set(match.told("sold")) == sold
    trade = {(BERNHARD, "Hochland", 2, 3), (FLORIAN, "Hochland", 4, 3), (CARMEN, "Hochland", 2, 3)}
    assert set(match.told("trade_points")) == trade
    assert match.position.scores == (2, 5, 4, 4)

    # Phases 6 to 10.
    assert match.json["captain"] == STEFFI
    assert island(match, match.json["ship"]) == "Eisfelsen"
    assert [one["name"] for one in match.json["islands"] if one["active"]] == ["Hochland", "Eisfelsen"]
    assert match.json["discards"]["size"] == 11
    assert match.told("drew") == [(STEFFI, 2), (FLORIAN, 2), (CARMEN, 3), (BERNHARD, 4)]
    assert [one["role"] for one in match.json["seats"]] == [None] * 4
    assert (match.json["round"], match.json["phase"], match.position.to_act) == (2, "offer", (STEFFI,))


@by_island
@pytest.mark.parametrize("seed", range(5))
def test_ME_12_the_example_round_ends_alike_whatever_is_drawn(rules: str, seed: int) -> None:
    match = begin(rules, seed)
    for seat, text in MOVES:
        match.position = match.position.play(seat, text)
    assert match.position.scores == (2, 5, 4, 4)
    assert match.hand(CARMEN) >= cards("conflict ruby")


def test_the_example_round_is_a_match_file() -> None:
    game = quarterdeck.game("meuterer")
    record = quarterdeck.Record(game, seed="example", names=NAMES, setup=SETUP)
    for seat, text in MOVES:
        record.append(seat, text)
    again = quarterdeck.Record.loads(record.dumps())
    assert again == record
    assert again.names == list(NAMES)
    assert again.verify().scores == (2, 5, 4, 4)
