"""CA-63, CA-64 and CA-66: the rounds of a duel, its mixed cards, and who leaves it."""

from __future__ import annotations

import pytest

from quarterdeck.games.cartagena import rules
from quarterdeck.games.cartagena.cards import FIRST_OF_DUEL, FIRST_OF_ROUND, is_mixed, shown_card
from quarterdeck.games.cartagena.events import Event
from quarterdeck.games.cartagena.state import (
    MASCOT,
    NONE,
    UNKNOWN_CARD,
    Phase,
)
from quarterdeck.kernel.record import to_bytes
from tests.games.cartagena.mutineers import FOR_VALVERDE, D, Mutiny, V, kind

FIVE = "p1 p1 p1 p1 p1"
MANY = "p1 p1 p2 p3 g1 g1 g2 g3"


# CA-63


def test_CA_63_everybody_lays_one_card_face_down_in_any_order() -> None:
    match = Mutiny(MANY, MANY, MANY)
    assert match.asked() == [0, 1, 2]
    match.lay(2, "g3")
    assert match.asked() == [0, 1]
    assert match.ids(2) == []
    match.lay(0, "p1")
    assert match.asked() == [1]
    assert match.s.duel_round == 1
    match.lay(1, "p2")
    assert match.s.duel_round == 2
    assert match.asked() == [0, 1, 2]


def test_CA_63_a_card_of_the_hand() -> None:
    match = Mutiny("p1 p1 g3", "p2 g1 g2")
    assert match.legal(0) == "p1 g3"
    assert match.legal(1) == "p2 g1 g2"


def test_CA_63_the_cards_are_added_to_their_colours_sides() -> None:
    match = Mutiny(MANY, MANY, MANY, MANY, pairs=((4, 7),)).round("p3", "g2", "p1", "g1")
    assert match.strength() == [4, 3]
    assert match.told(Event.STRENGTH) == [(NONE, 8, 10)]
    match.round("g3", "g3", "p2", "m")
    assert match.strength() == [6, 9]
    assert match.told(Event.STRENGTH) == [(NONE, 8, 10), (NONE, 10, 16)]


def test_CA_63_all_see_the_cards_and_nobody_sees_whose() -> None:
    match = Mutiny(MANY, MANY, MANY, MANY).forget().round("g3", "p2", "g1", "p2")
    assert match.told(Event.CARD_SHOWN) == [(NONE, kind(one)) for one in ("p2", "p2", "g1", "g3")]
    for viewer, other in ((NONE, "p2 g1 p2 g3"), (0, "g3 g1 p2 p2"), (3, "g1 p2 g3 p2")):
        changed = Mutiny(MANY, MANY, MANY, MANY).round(*other.split())
        assert to_bytes(match.view(viewer)) == to_bytes(changed.view(viewer))
        unknown = [one for one in match.view(viewer).trail if is_mixed(one)]
        assert len(unknown) == (4 if viewer == NONE else 3)


def test_CA_63_what_is_laid_is_its_seats_secret_until_it_is_shown() -> None:
    match = Mutiny(MANY, MANY, MANY).forget().lay(1, "g2").lay(2, "p3")
    assert match.told(Event.POSTED) == [(1,), (2,)]
    assert match.told(Event.POSTED_CARD) == match.told(Event.POSTED_CARD, to=0) == []
    assert match.told(Event.POSTED_CARD, to=1) == [(1, kind("g2"))]
    assert match.told(Event.POSTED_CARD, to=2) == [(2, kind("p3"))]
    assert [int(one) for one in match.view(1).posted] == [NONE, kind("g2"), UNKNOWN_CARD, NONE]
    assert [int(one) for one in match.view(NONE).posted] == [NONE, UNKNOWN_CARD, UNKNOWN_CARD, NONE]
    # It still counts as one of the hand's.
    assert match.hand(1) == MANY
    other = Mutiny(MANY, MANY, MANY).lay(1, "p1").lay(2, "g3")
    for viewer in (NONE, 0):
        assert to_bytes(match.view(viewer)) == to_bytes(other.view(viewer))


def test_CA_63_facts_of_a_round_come_in_their_order() -> None:
    match = Mutiny("p1 p3", "p2 g1", "g2 g3").round("p3", "p2", "g2").forget().round("p1", "m", "m")
    assert match.kinds() == [
        *[Event.POSTED] * 3,
        Event.CARD_SHOWN,
        Event.STRENGTH,
        Event.MASCOT_SHOWN,
        Event.MASCOT_SHOWN,
        Event.MASCOT_PAID,
        Event.MASCOT_PAID,
        # The next round: the first seat has nothing left but the mascot.
        Event.POSTED,
        Event.MASCOT_SHOWN,
        Event.DUEL_WON,
        Event.DUEL_BEGAN,
        Event.POSTED,
    ]


def test_CA_63_the_record_keeps_whose_cards_were_shown() -> None:
    match = Mutiny(MANY, MANY, MANY, under="g3 p3").round("g3", "p2", "g1").round("g1", "g1", "m")
    first = FIRST_OF_ROUND + FIRST_OF_DUEL
    expected = [
        kind("g3"),
        kind("p3"),
        shown_card(kind("p2"), 1) + first,
        shown_card(kind("g1"), 2),
        kind("g3"),
        kind("g1") + FIRST_OF_ROUND,
        shown_card(kind("g1"), 1),
    ]
    assert [int(one) for one in match.s.trail[: len(expected) + 1]] == [*expected, 0]
    assert match.s.played == 5
    assert match.s.under == 2
    match.leave()
    match.lay(0, "p1").lay(1, "p1").lay(2, "p1")
    assert int(match.s.trail[7]) == kind("p1") + first


def test_CA_63_who_has_left_a_duel_is_not_asked_again_in_it() -> None:
    match = Mutiny(MANY, MANY, MANY).round("p1", "p1", "p1").round("m", "p1", "m")
    assert match.asked() == [1]
    match.round("-", "p2", "-").round("-", "p3", "-")
    assert match.s.duel == 0
    assert match.s.duel_round == 5


# CA-64


def test_CA_64_the_mascot_from_the_second_round_on() -> None:
    match = Mutiny("p1 p1 p1 g3", FIVE)
    assert match.legal(0) == "p1 g3"
    match.round("p1", "p1")
    assert match.legal(0) == "p1 g3 m"
    match.round("p1", "p1")
    assert match.legal(0) == "p1 g3 m"


def test_CA_64_who_lays_it_is_out_of_this_duel_and_shown() -> None:
    match = Mutiny(MANY, MANY, MANY).round("p1", "p1", "p1").forget().round("p1", "m", "m")
    assert match.told(Event.MASCOT_SHOWN) == [(1, 2), (2, 2)]
    assert match.fighting() == [0]
    assert match.alive() == [0, 1, 2]
    match.round("m", "-", "-")
    assert match.told(Event.MASCOT_SHOWN) == [(1, 2), (2, 2), (0, 3)]


def test_CA_64_the_mascot_has_no_strength() -> None:
    match = Mutiny(MANY, MANY).round("p1", "g2").forget().round("m", "m")
    assert match.told(Event.DUEL_WON) == [(NONE, V, 11, 3)]
    assert match.told(Event.CARD_SHOWN, Event.STRENGTH) == []


def test_CA_64_the_mascot_is_as_secret_as_any_card_until_it_is_shown() -> None:
    match = Mutiny(MANY, MANY).round("p1", "p1").forget().lay(1, "m")
    assert match.told(Event.POSTED) == [(1,)]
    assert match.told(Event.POSTED_CARD, to=1) == [(1, MASCOT)]
    other = Mutiny(MANY, MANY).round("p1", "p1").lay(1, "g1")
    for viewer in (NONE, 0):
        assert int(match.view(viewer).posted[1]) == UNKNOWN_CARD
        assert to_bytes(match.view(viewer)) == to_bytes(other.view(viewer))


def test_CA_64_who_has_no_combat_card_must_lay_it_and_all_can_see_that() -> None:
    match = Mutiny("p1", MANY, MANY).forget().round("p1", "p1", "p1")
    assert match.asked() == [1, 2]
    assert match.told(Event.POSTED) == [(0,), (1,), (2,), (0,)]
    assert [int(one) for one in match.view(NONE).posted] == [MASCOT, NONE, NONE, NONE]
    match.round("-", "p1", "p2")
    assert match.told(Event.MASCOT_SHOWN) == [(0, 2)]
    assert match.alive() == [0, 1, 2]


def test_CA_64_when_none_has_a_combat_card_the_duel_ends_by_itself() -> None:
    match = Mutiny("p1", "g1").forget().round("p1", "g1")
    assert match.told(Event.MASCOT_SHOWN)[:2] == [(0, 2), (1, 2)]
    assert match.told(Event.DUEL_WON)[0] == (NONE, V, 11, 2)


@pytest.mark.parametrize("viewer", [NONE, 0])
def test_CA_64_what_another_seat_may_lay_as_far_as_a_viewer_knows(viewer: int) -> None:
    match = Mutiny("p1 p1", "p2 g1", "g3 g3")
    unseen = "p1 p2 g1 g3" if viewer == NONE else "p2 g1 g3"
    assert match.legal(1, viewer) == match.legal(2, viewer) == unseen
    match.round("p1", "p2", "g3")
    assert match.legal(1, viewer) == match.legal(2, viewer) == ("p1 g1 g3 m" if viewer == NONE else "g1 g3 m")
    match.lay(1, "g1")
    assert match.ids(1, viewer) == []
    assert rules.to_act(match.view(viewer)) == 0b101


def test_CA_64_what_a_seat_may_lay_is_the_same_in_its_own_view() -> None:
    match = Mutiny("p1 p1 g3", MANY).round("p1", "p1")
    assert match.legal(0, 0) == match.legal(0) == "p1 g3 m"


# CA-66


def test_CA_66_without_a_card_for_the_first_round_a_player_is_out_of_the_game() -> None:
    match = Mutiny("", FIVE, FIVE)
    # From the moment the round is shown.
    assert match.told(Event.OUT_OF_CARDS) == []
    assert match.alive() == match.fighting() == [0, 1, 2]
    assert match.asked() == [1, 2]
    assert [int(one) for one in match.view(NONE).posted] == [MASCOT, NONE, NONE, NONE]
    match.forget().round("-", "p1", "p1")
    assert match.told(Event.MASCOT_SHOWN) == [(0, 1)]
    assert match.told(Event.OUT_OF_CARDS) == [(0,)]
    assert match.alive() == match.fighting() == [1, 2]
    assert [one for one in match.kinds() if one != Event.POSTED] == [
        Event.CARD_SHOWN,
        Event.CARD_SHOWN,
        Event.STRENGTH,
        Event.MASCOT_SHOWN,
        Event.OUT_OF_CARDS,
    ]
    match.leave()
    assert match.asked() == [1, 2]


def test_CA_66_in_a_later_duel() -> None:
    match = Mutiny("p1", FIVE, FIVE).duel("p1 p1 p1")
    assert match.s.duel == 1
    assert match.alive() == [0, 1, 2]
    match.round("-", "p1", "p1")
    assert match.alive() == [1, 2]
    assert match.told(Event.OUT_OF_CARDS) == [(0,)]


def test_CA_66_who_holds_combat_cards_cannot_choose_it() -> None:
    match = Mutiny("g1", FIVE, FIVE)
    assert match.legal(0) == "g1"
    assert "m" not in match.legal(0, NONE)
    match.duel("g1 p1 p1")
    assert match.legal(1) == "p1"
    # The game lays it for who has none; it would be the only thing to do.
    match.s.posted[0] = NONE
    assert match.legal(0) == "m"


def test_CA_66_all_at_once() -> None:
    match = Mutiny("", "", "", sides=(V, V, D), pairs=FOR_VALVERDE)
    assert match.s.phase == Phase.OVER
    assert match.told(Event.OUT_OF_CARDS) == [(0,), (1,), (2,)]
    # The first duel, and those after it with nobody left, are the sailors'.
    assert match.told(Event.DUEL_WON) == [(NONE, V, *FOR_VALVERDE[at]) for at in range(3)]
    assert match.told(Event.NOBODY_WON) == [(NONE, 1)]
    assert match.winners() == []
    assert match.told(Event.STRENGTH) == []


def test_CA_66_the_last_player_in_can_go_out_too() -> None:
    match = Mutiny("p1 p1", "", pairs=((1, 10), (9, 2), (8, 3), (7, 4), (6, 5))).duel("p1 -")
    assert match.alive() == [0]
    match.duel("p1 -")
    assert match.s.phase == Phase.OVER
    assert match.told(Event.OUT_OF_CARDS) == [(1,), (0,)]
    assert [side for _, side, _, _ in match.told(Event.DUEL_WON)] == [D, V, V, V]
    assert match.winners() == []
