"""ME-70 to ME-72 and ME-75: the end of a round, and of the game."""

from __future__ import annotations

import pytest

from tests.games.meuterer.table import Match, both_sizes, cards, every_rule_set


@every_rule_set
@both_sizes
def test_ME_70_the_last_round_ends_the_game_after_phase_5(rules: str, players: int) -> None:
    last = {3: 9, 4: 8}[players]
    hands = ["grain", "salt", "wine", "cloth"][:players]
    match = Match(*hands, rules=rules, round=last, ship=1)
    plans = ["", "/ loader", "/ merchant", "/ cabin-boy"][:players]
    match.goods(*plans)
    assert match.position.over
    assert match.position.to_act == ()
    assert match.legal() == []
    assert match.json["phase"] == "over"
    # Phase 5 was played, the phases after it were not: the ship stays, and nobody draws.
    assert match.told("docked") != []
    assert match.told("sailed", "drew", "loader_drew") == []
    assert match.json["ship"] == 1
    assert match.kinds()[-2:] == ["game_over", "won"]


@every_rule_set
def test_ME_70_the_round_before_does_not_end_it(rules: str) -> None:
    match = Match("grain", "salt", "wine", rules=rules, round=8).goods("", "/ cabin-boy", "/ merchant")
    assert not match.position.over
    assert match.json["round"] == 9
    assert match.position.winners == ()


@every_rule_set
def test_ME_70_most_points_win(rules: str) -> None:
    match = Match("grain", "salt", "wine", rules=rules, round=9, scores=[0, 11, 10])
    match.goods("", "/ loader", "/ merchant")
    assert match.position.winners == (1,)
    assert match.told("won") == [(1, 11)]
    assert match.json["winners"] == [1]


@every_rule_set
def test_ME_70_a_tie_is_shared(rules: str) -> None:
    match = Match("grain", "salt", "wine", rules=rules, round=9, scores=[0, 11, 11])
    match.goods("", "/ loader", "/ merchant")
    assert match.position.winners == (1, 2)
    assert match.told("won") == [(1, 11), (2, 11)]


@every_rule_set
def test_ME_70_points_below_zero_can_win(rules: str) -> None:
    match = Match("", "", "", rules=rules, round=9, scores=[-20, -7, -9])
    match.goods("", "/ loader", "/ merchant")
    assert match.position.scores == (-15, -7, -9)
    assert match.position.winners == (1,)


@every_rule_set
def test_ME_70_once_over_nothing_is_played(rules: str) -> None:
    match = Match("grain", "salt", "wine", rules=rules, round=9).goods("", "/ loader", "/ merchant")
    for move in ("0 offer 1", "1 leave", "2 show wine", "0 conflict 0", "1 return salt"):
        assert match.refused(move) == "ME-70"


def active(match: Match) -> list[int]:
    return [place for place, island in enumerate(match.json["islands"]) if island["active"]]


@every_rule_set
def test_ME_71_the_ship_moves_and_both_islands_are_active(rules: str) -> None:
    match = Match("grain grain", "salt", "wine", rules=rules, ship=1, came_from=5)
    assert active(match) == [1, 5]
    match.goods("", "/ cabin-boy", "/ merchant")
    assert (match.json["ship"], match.json["came_from"]) == (3, 1)
    assert active(match) == [1, 3]
    names = [island["name"] for island in match.json["islands"]]
    assert match.told("sailed") == [(0, names[1], names[3])]


@every_rule_set
def test_ME_71_to_the_destination_of_the_mutineer_if_that_won(rules: str) -> None:
    match = Match("grain grain", "salt", "wine", rules=rules).goods("", "/ mutineer", "/ merchant")
    match.fight(0, 0)
    assert (match.json["ship"], match.json["came_from"]) == (1, 0)
    assert match.json["destinations"] == {"captain": None, "mutineer": None}


@every_rule_set
def test_ME_71_to_the_destination_of_the_captain_if_the_mutiny_failed(rules: str) -> None:
    match = Match("conflict grain", "salt", "wine", rules=rules).goods("", "/ mutineer", "/ merchant")
    match.fight(1, 0)
    if rules == "manual":
        match.fight(0)
    assert (match.json["ship"], match.json["came_from"]) == (2, 0)
    assert match.json["destinations"] == {"captain": None, "mutineer": None}


@every_rule_set
def test_ME_71_a_ship_that_did_not_move_has_one_active_island(rules: str) -> None:
    match = Match("grain", "salt", "wine", rules=rules, ship=2, came_from=0)
    match.goods("grain", "/ cabin-boy", "/ merchant")
    assert (match.json["ship"], match.json["came_from"]) == (2, None)
    assert active(match) == [2]


@pytest.mark.parametrize(("rules", "places"), [("english", 12), ("french", 12), ("manual", 6)])
def test_ME_71_the_way_goes_on_around_the_ring(rules: str, places: int) -> None:
    match = Match("grain grain grain", "", "", rules=rules, ship=places - 1, came_from=2)
    match.goods("", "/ cabin-boy", "/ merchant")
    assert match.json["ship"] == 2
    assert active(match) == [2, places - 1]


@every_rule_set
def test_ME_72_shown_cards_are_discarded_those_of_the_mutiny_too(rules: str) -> None:
    match = Match("conflict conflict wine", "salt conflict", "ruby", rules=rules, discards=["cloth"])
    match.goods("wine conflict", "salt / mutineer", "ruby / merchant").fight(1, 1)
    if rules == "manual":
        match.fight(0, 0)
    discarded = cards("cloth conflict conflict conflict wine salt ruby")
    assert match.json["discards"] == {"size": 7, "known": dict(discarded)}
    for seat in range(3):
        one = match.seat(seat)
        assert (one["shown"], one["conflicts_played"], one["sale"]) == ([], 0, None)


@every_rule_set
def test_ME_72_the_discards_are_known_to_all(rules: str) -> None:
    match = Match("wine", "salt", "ruby", rules=rules)
    match.goods("wine", "salt / cabin-boy", "ruby / first-mate").pass_on()
    for viewer in (None, 0, 1, 2):
        assert match.view(viewer)["discards"] == {"size": 3, "known": {"ruby": 1, "salt": 1, "wine": 1}}


@every_rule_set
def test_ME_72_cards_kept_in_hand_are_not_discarded(rules: str) -> None:
    match = Match("wine ruby ruby", "salt", "", rules=rules)
    match.goods("wine", "/ cabin-boy", "/ first-mate")
    assert match.hand(0) >= cards("ruby ruby")
    assert match.hand(1) >= cards("salt")
    assert match.json["discards"]["known"] == {"wine": 1}


@every_rule_set
def test_ME_75_all_action_cards_go_back_to_the_middle(rules: str) -> None:
    match = Match("", "", "", rules=rules).goods("", "/ cabin-boy", "/ merchant").pass_on()
    assert [one["role"] for one in match.json["seats"]] == [None] * 3
    assert not any(one["left"] for one in match.json["seats"])
    assert match.json["roles_gone"] == []
    match.play("0 offer 0", "0 leave", "1 leave")
    assert len(match.legal()) == 5


@every_rule_set
def test_ME_75_a_new_round_begins_with_the_captain(rules: str) -> None:
    match = Match("", "", "", rules=rules, captain=2).goods("/ cabin-boy", "/ merchant", "").pass_on()
    assert match.told("round_began") == [(2, 2)]
    assert (match.json["round"], match.position.to_act) == (2, (2,))
