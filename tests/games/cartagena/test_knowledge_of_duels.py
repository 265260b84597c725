"""What a seat can know of the duels: cards face down, mixed cards, and what follows from them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.cartagena.worlds import (
    PAIRS,
    SIDES,
    alike,
    chi_square,
    duels,
    heard_alike,
    laid,
    start,
    worlds,
)
from tests.games.positions import play


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_CA_63_a_card_laid_face_down_may_be_any_of_the_hands(viewer: int | None) -> None:
    hands = [["pink 1", "grey 3"], ["pink 2", "grey 1"], ["grey 2", "pink 3"]]
    position = duels(*hands)
    positions = [play(position, f"1 play {card}") for card in hands[1]]
    assert alike([viewer], *positions)
    assert heard_alike([viewer], *positions)
    dealt = worlds(positions[0], viewer)
    for world in dealt:
        # Not the mascot, in the first round (CA-66).
        assert world["seats"][1]["posted"] in world["seats"][1]["combat"]
    assert len({world["seats"][1]["posted"] for world in dealt}) == 6


def test_CA_64_from_the_second_round_on_it_may_be_the_mascot() -> None:
    position = play(duels(None, None), "0 play pink 1", "1 play pink 1")
    positions = [play(position, f"1 {laid}") for laid in ("play grey 1", "mascot")]
    assert alike([None, 0], *positions)
    assert heard_alike([None, 0], *positions)
    found = Counter(world["seats"][1]["posted"] for world in worlds(positions[0], 0, 200))
    assert chi_square(found, {"mascot": 100, "grey 1": 100}) < 4
    assert {world["seats"][1]["posted"] for world in worlds(positions[1], 1)} == {"mascot"}


def test_CA_64_a_seat_without_cards_has_laid_its_mascot_in_every_world() -> None:
    position = play(duels(["pink 1"], ["grey 1"] * 3, ["grey 2"] * 3), "0 play pink 1")
    position = play(position, "1 play grey 1", "2 play grey 2")
    for viewer in (None, 1, 2):
        assert position.view(viewer).to_json()["seats"][0]["posted"] == "mascot"
        assert {world["seats"][0]["posted"] for world in worlds(position, viewer)} == {"mascot"}


def test_CA_63_two_players_know_whose_each_card_was_and_others_do_not() -> None:
    position = play(duels(["pink 1", "grey 3"], ["pink 2", "grey 1"]), "0 play grey 3", "1 play pink 2")
    for viewer in (0, 1):
        assert laid(position.view(viewer).to_json()) == {0: "grey 3", 1: "pink 2"}
    assert laid(position.view(None).to_json()) == {None: "grey 3"}
    shares = {str(laid(world)) for world in worlds(position, None)}
    assert len(shares) == 2


def test_CA_63_of_three_a_player_knows_its_own_card_and_not_the_others() -> None:
    position = duels(["pink 1"] * 2, ["pink 2", "grey 1"], ["grey 2", "pink 3"])
    moves = (["pink 1", "pink 2", "grey 2"], ["pink 1", "grey 1", "pink 3"])
    for cards in moves:
        position = play(position, *(f"{seat} play {card}" for seat, card in enumerate(cards)))
    body = position.view(0).to_json()
    for number, cards in enumerate(moves):
        assert laid(body, number=number)[0] == "pink 1"
        assert Counter(body["duels"][0]["rounds"][number]["cards"]) == Counter(cards)
        assert body["duels"][0]["rounds"][number]["by"].count(None) == 2
        assert {laid(world, number=number)[0] for world in worlds(position, 0)} == {"pink 1"}
        assert {laid(world, number=number)[1] for world in worlds(position, 0)} == set(cards[1:])
    # A spectator can't tell any of them.
    assert {laid(world)[0] for world in worlds(position, None)} == set(moves[0])


def test_CA_63_who_laid_which_of_the_cards_is_a_secret() -> None:
    hands = [["pink 1", "grey 3"], ["pink 2", "grey 1"], ["pink 2", "grey 1"]]
    positions = []
    for one, two in (("pink 2", "grey 1"), ("grey 1", "pink 2")):
        positions.append(play(duels(*hands), "0 play grey 3", f"1 play {one}", f"2 play {two}"))
    assert alike([None, 0], *positions)
    assert heard_alike([None, 0], *positions)
    assert not alike([1], *positions)


def test_CA_63_equal_cards_of_the_others_are_known_to_be_theirs() -> None:
    position = duels(["pink 1", "grey 3"], ["pink 2", "grey 1"], ["pink 2", "pink 3"])
    position = play(position, "0 play grey 3", "1 play pink 2", "2 play pink 2")
    by = position.view(0).to_json()["duels"][0]["rounds"][0]["by"]
    assert sorted(by) == [0, 1, 2]
    assert set(position.view(None).to_json()["duels"][0]["rounds"][0]["by"]) == {None}


def test_CA_63_the_only_player_left_in_a_duel_lays_for_all_to_see() -> None:
    position = duels(["pink 1", "grey 3"], ["pink 2"] * 2 + ["grey 2"], ["pink 2", "grey 1"])
    position = play(position, "0 play grey 3", "1 play pink 2", "2 play pink 2")
    position = play(position, "0 mascot", "2 mascot", "1 play pink 2")
    assert laid(position.view(None).to_json(), number=1) == {1: "pink 2"}


def test_CA_63_CA_10_in_every_world_known_cards_were_laid_by_who_had_them() -> None:
    """Seat 1 had its two starting cards and nothing else, so it has laid these."""
    position = duels(["pink 3"] * 3, None, ["pink 2", "grey 2", "grey 2"])
    position = play(position, "0 play pink 3", "1 play grey 1", "2 play pink 2")
    position = play(position, "0 play pink 3", "1 play pink 1", "2 play grey 2")
    assert position.to_json()["seats"][1]["combat"] == []
    for viewer in (None, 0, 2):
        for world in worlds(position, viewer):
            assert (laid(world)[1], laid(world, number=1)[1]) == ("grey 1", "pink 1")


def test_CA_63_CA_10_a_known_card_not_shown_is_still_in_the_hand() -> None:
    position = play(
        duels(["pink 3"] * 3, None, ["pink 2"] * 3), "0 play pink 3", "1 play grey 1", "2 play pink 2"
    )
    for viewer in (None, 0, 2):
        for world in worlds(position, viewer):
            assert world["seats"][1]["combat"] == ["pink 1"]
            assert laid(world)[1] == "grey 1"


def test_CA_63_a_card_of_which_no_more_are_unseen_was_laid_by_who_must_have_had_it() -> None:
    """Seat 0 has nine of the ten pink 1; the last one is the starting card of seat 1."""
    position = start(
        hands=[["pink 1"] * 9, None, ["grey 2"] * 3],
        pile=["pink 2", "pink 3"],
        row=[["pang", 0], "crackpott", "nero", "ojo"],
        ship=22,
        sides=SIDES,
        pairs=PAIRS,
    )
    position = play(position, "1 take crackpott", "2 take nero", "2 done")
    position = play(position, "0 play pink 1", "1 play pink 1", "2 play grey 2")
    assert {laid(world)[1] for world in worlds(position, 0)} == {"pink 1"}
    # Who doesn't see the hand of seat 0 can't tell.
    assert {laid(world)[1] for world in worlds(position, None)} == {"pink 1", "grey 2"}


def test_CA_69_when_the_match_is_over_all_lies_open_but_who_laid_what() -> None:
    hands = [["pink 1"] * 4, ["pink 2"] * 3, ["grey 1"] * 3]
    position = duels(*hands, gold=[[3], [1, 1], [2]])
    while not position.over:
        seat = position.to_act[0]
        texts = [str(action) for action in position.legal(seat)]
        position = position.play(seat, "mascot" if "mascot" in texts else texts[0])
    whole = position.to_json()
    for viewer in (None, 0, 1, 2):
        body = position.view(viewer).to_json()
        for one, true in zip(body["seats"], whole["seats"], strict=True):
            assert [one[key] for key in ("combat", "gold", "side", "gold_worth")] == [
                true[key] for key in ("combat", "gold", "side", "gold_worth")
            ]
        assert position.view(viewer).scores == position.scores
        assert position.view(viewer).winners == position.winners
        worlds(position, viewer, 20)
    assert laid(position.view(0).to_json()) != laid(whole)
