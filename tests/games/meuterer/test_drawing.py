"""ME-73 and ME-74: drawing, and the Loader."""

from __future__ import annotations

import pytest

from tests.games.meuterer.table import (
    DECK,
    Match,
    all_cards,
    cards,
    every_rule_set,
    with_pile,
    with_shown_conflicts,
)


@every_rule_set
def test_ME_73_everyone_draws_up_to_five_from_the_captain_clockwise(rules: str) -> None:
    match = Match("grain", "salt salt", "", "wine wine wine", rules=rules, captain=2)
    match.goods("/ cabin-boy", "/ merchant", "", "/ first-mate")
    assert match.told("drew") == [(2, 5), (3, 2), (0, 4), (1, 3)]
    assert [one["hand_size"] for one in match.json["seats"]] == [5, 5, 5, 5]
    assert match.json["draw_pile"] == 36 - 20
    assert match.hand(3) >= cards("wine wine wine")


@every_rule_set
def test_ME_73_the_new_captain_draws_first(rules: str) -> None:
    match = Match("grain", "salt salt", "", rules=rules).goods("", "/ merchant", "/ mutineer").fight(0, 0)
    assert match.told("drew") == [(2, 5), (0, 4), (1, 3)]


@every_rule_set
def test_ME_73_a_full_hand_draws_nothing(rules: str) -> None:
    full = "grain grain cloth cloth cloth"
    match = Match("ruby", full, "salt", rules=rules).goods("", "/ merchant", "/ cabin-boy")
    assert match.told("drew") == [(0, 4), (2, 4)]
    assert match.hand(1) == cards(full)


@every_rule_set
def test_ME_73_which_cards_are_drawn_is_the_secret_of_who_draws(rules: str) -> None:
    match = Match("", "", "", rules=rules).play("0 offer 0", "0 leave", "1 leave merchant", "2 leave")
    match.play("2 leave cabin-boy")
    for viewer in (None, 0, 1, 2):
        events = match.position.view(viewer).events
        drawn = [(one.seat, one.data["good"]) for one in events if one.kind == "drew_good"]
        assert {seat for seat, _ in drawn} <= {viewer}
        if viewer is not None:
            assert cards(" ".join(str(good) for _, good in drawn)) == match.hand(viewer)
        assert [one.data for one in events if one.kind == "drew"] == [{"count": 5}] * 3


@every_rule_set
def test_ME_73_the_discards_are_not_shuffled_before_a_card_is_wanted(rules: str) -> None:
    match = with_pile("grain " * 8 + "cloth " * 7, "", "", "", rules=rules)
    match.goods("", "/ merchant", "/ cabin-boy")
    assert (match.json["draw_pile"], match.json["discards"]["size"]) == (0, 21)
    assert match.told("reshuffled") == []
    match.goods(f"{match.seat(0)['hand'][0]}", "/ merchant", "/ cabin-boy")
    # The card wanted next brings the shuffle, with the card shown in this round among the 22.
    assert match.told("reshuffled") == [(-1,)]
    assert (match.json["draw_pile"], match.json["discards"]["size"]) == (21, 0)


@every_rule_set
def test_ME_73_in_the_middle_of_a_draw_too(rules: str) -> None:
    match = with_pile("ruby ruby ruby", "", "", "", rules=rules).goods("", "/ merchant", "/ cabin-boy")
    kinds = [one.kind for one in match.events if one.kind in ("drew_good", "reshuffled", "drew")]
    assert kinds[:7] == ["drew_good"] * 3 + ["reshuffled"] + ["drew_good"] * 2 + ["drew"]
    assert match.told("drew") == [(0, 5), (1, 5), (2, 5)]
    assert match.hand(0) >= cards("ruby ruby ruby")
    assert (match.json["draw_pile"], match.json["discards"]["size"]) == (33 - 12, 0)


@every_rule_set
def test_ME_73_the_new_pile_is_made_of_the_discards_and_nothing_else(rules: str) -> None:
    hands = ["grain " * 4, "cloth " * 5, "wine " * 5]
    for seed in range(10):
        match = with_pile("", *hands, rules=rules, seed=seed).goods("", "/ merchant", "/ cabin-boy")
        assert match.hand(1) == cards(hands[1])
        assert match.hand(2) == cards(hands[2])
        assert match.json["draw_pile"] == 36 - 14 - 1
        assert all_cards(match) == DECK


@every_rule_set
@pytest.mark.parametrize("held", range(6))
def test_ME_74_the_loader_draws_three_more_always(rules: str, held: int) -> None:
    match = Match("grain", "cloth " * held, "salt", rules=rules).goods("", "/ loader", "/ merchant")
    assert match.told("loader_drew") == [(1, 5 - held + 3)]
    assert match.rules_told("loader_drew") == {"ME-74"}
    assert match.seat(1)["hand_size"] == 8
    assert (match.json["phase"], match.position.to_act) == ("return", (1,))


@every_rule_set
def test_ME_74_three_cards_go_back_before_the_next_player_draws(rules: str) -> None:
    match = Match("grain", "salt salt", "wine", rules=rules).goods("", "/ loader", "/ merchant")
    assert match.told("drew") == [(0, 4)]
    assert match.seat(2)["hand_size"] == 1
    for left in (7, 6):
        match.play(f"1 {match.legal()[0]}")
        assert (match.seat(1)["hand_size"], match.seat(2)["hand_size"]) == (left, 1)
    match.play(f"1 {match.legal()[0]}")
    assert (match.seat(1)["hand_size"], match.seat(2)["hand_size"]) == (5, 5)
    assert match.told("drew") == [(0, 4), (2, 4)]
    assert match.told("gave_back") == [(1,)] * 3
    assert (match.json["phase"], match.json["round"]) == ("offer", 2)


@every_rule_set
def test_ME_74_only_cards_just_drawn_go_back(rules: str) -> None:
    match = with_pile("grain " * 8, "wine " * 5, "ruby ruby", "salt " * 5, rules=rules)
    match.goods("", "/ loader", "/ merchant")
    assert match.hand(1) == cards("ruby ruby" + " grain" * 6)
    assert match.legal() == ["return grain"]
    assert match.refused("1 return ruby") == "ME-74"
    match.play(*["1 return grain"] * 3)
    assert match.hand(1) == cards("ruby ruby grain grain grain")


@every_rule_set
def test_ME_74_each_just_drawn_card_once(rules: str) -> None:
    match = with_pile(
        "ruby salt cloth", "wine " * 5, "grain " * 5, "wine " + "grain " * 3 + "cloth", rules=rules
    )
    match.goods("", "/ loader", "/ merchant")
    assert match.legal() == ["return ruby", "return salt", "return cloth"]
    match.play("1 return salt")
    assert match.legal() == ["return ruby", "return cloth"]
    assert match.refused("1 return salt") == "ME-74"


@with_shown_conflicts
def test_ME_74_the_cards_go_under_the_discards(rules: str) -> None:
    match = with_pile("grain " * 8 + "cloth", "wine " * 5, "salt " * 5, "ruby " * 4, rules=rules)
    before = match.json["discards"]["size"]
    match.goods("", "/ loader", "/ merchant")
    kinds = [text.removeprefix("return ") for text in match.legal()]
    match.play(*[f"1 {match.legal()[0]}" for _ in range(1)])
    match.pass_on()
    assert match.json["discards"]["size"] == before + 3
    assert match.json["draw_pile"] == 9 - 3 - 1
    # Nobody but the Loader can tell which cards they are, and the Loader can.
    assert sum(match.view(None)["discards"]["known"].values()) == before
    assert [one["good"] for one in match.view(0)["given_back"]] == [None] * 3
    back = [one["good"] for one in match.view(1)["given_back"]]
    assert set(back) <= set(kinds)
    assert [one["where"] for one in match.view(1)["given_back"]] == ["discards"] * 3


def test_ME_74_french_the_cards_go_under_the_draw_pile() -> None:
    match = with_pile("grain " * 8 + "cloth", "wine " * 5, "salt " * 5, "ruby " * 4, rules="french")
    before = match.json["discards"]["size"]
    match.goods("", "/ loader", "/ merchant").pass_on()
    assert match.json["discards"]["size"] == before
    assert match.json["draw_pile"] == 9 - 1
    assert [one["where"] for one in match.view(1)["given_back"]] == ["draw-pile"] * 3
    assert [one["good"] for one in match.view(0)["given_back"]] == [None] * 3


def test_ME_74_french_each_goes_to_the_very_bottom_so_the_first_comes_up_first() -> None:
    for seed in range(8):
        match = with_pile(
            "ruby salt cloth", "wine " * 5, "grain " * 5, "conflict", "wine", rules="french", seed=seed
        )
        match.goods("", "/ loader", "/ merchant", "/ cabin-boy")
        match.play("1 return cloth", "1 return ruby", "1 return salt")
        # The Loader emptied the pile: what went back began it anew, and seat 2 drew it in that order.
        drawn = [good for seat, good in match.told("drew_good") if seat == 2]
        assert drawn[:3] == ["cloth", "ruby", "salt"]
        kinds = [one.kind for one in match.events if one.seat == 2 or one.kind == "reshuffled"]
        assert kinds.index("reshuffled") > kinds.index("drew_good") + 2


def test_ME_74_french_the_bottom_is_not_drawn_while_other_cards_are_left() -> None:
    for seed in range(20):
        match = with_pile(
            "ruby salt wine cloth grain conflict",
            "wine " * 5,
            "grain " * 5,
            "cloth " * 4,
            rules="french",
            seed=seed,
        )
        match.goods("", "/ loader", "/ merchant").pass_on()
        given = {good for _, good in match.told("gave_back_good")}
        (drawn,) = [good for seat, good in match.told("drew_good") if seat == 2]
        assert drawn not in given
        assert match.json["draw_pile"] == 5


@with_shown_conflicts
def test_ME_74_what_went_under_the_discards_is_shuffled_with_them(rules: str) -> None:
    match = with_pile("ruby salt cloth", "wine " * 5, "grain " * 5, "conflict", rules=rules)
    size = match.json["discards"]["size"]
    match.goods("", "/ loader", "/ merchant").play("1 return cloth", "1 return ruby", "1 return salt")
    # Seat 2 wanted four cards from the empty pile: all discards and the three under them were shuffled.
    assert match.told("reshuffled") == [(-1,)]
    assert match.json["draw_pile"] == size + 3 - 4
    assert match.json["discards"]["size"] == 0
    assert all_cards(match) == DECK


@every_rule_set
def test_ME_74_what_goes_back_is_the_secret_of_the_loader(rules: str) -> None:
    match = with_pile("ruby salt cloth wine", "wine " * 5, "grain " * 5, "conflict " * 4, rules=rules)
    match.goods("", "/ loader", "/ merchant")
    texts = match.legal()
    positions = [match.position.play(1, text) for text in texts]
    for viewer in (None, 0, 2):
        assert len({str(position.view(viewer).to_json()) for position in positions}) == 1
        assert all(
            [one.kind for one in position.view(viewer).events] == ["gave_back"] for position in positions
        )
    assert len({str(position.view(1).to_json()) for position in positions}) == 3


@every_rule_set
def test_ME_74_a_loader_is_asked_with_one_kind_to_give_back_too(rules: str) -> None:
    match = with_pile("grain " * 8, "wine " * 5, "salt " * 5, "ruby " * 4, rules=rules)
    match.goods("", "/ loader", "/ merchant")
    assert match.legal() == ["return grain"]
    assert match.position.to_act == (1,)


@every_rule_set
def test_ME_74_nobody_else_gives_back(rules: str) -> None:
    match = Match("grain", "salt", "wine", rules=rules).goods("", "/ loader", "/ merchant")
    assert match.refused("0 return grain") == "ME-74"
    assert match.refused("2 return wine") == "ME-74"
