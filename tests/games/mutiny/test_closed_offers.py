"""MU-23 with closed offers: made once, by all at the same time, before the lookout breaks a tie."""

from __future__ import annotations

from quarterdeck.games.mutiny.state import NONE, Phase
from tests.games.mutiny.table import CLOSED_OFFERS, VERSION_1, Match, resolve

NO_RUM = ["8d", "8d", "8d", "8d", "8d"]


def three_tied(readings: int = CLOSED_OFFERS) -> Match:
    """Seats 1, 2 and 3 are tied; seat 0 is the lookout; seat 2 has no rum left, seat 4 has bid nothing."""
    unplayed = ["8d 3r", "7d 2r", "7d", "7d 3r", "8d 1r"]
    return resolve("gunner", "", "1d", "1d", "1d", "", unplayed=unplayed, readings=readings)


def test_MU_23_all_who_have_rum_may_offer_at_the_same_time_but_the_lookout() -> None:
    match = three_tied()
    assert match.phase == Phase.OFFER
    assert match.to_act == (1, 3, 4)
    assert match.legal(0) == match.legal(2) == []
    assert match.legal(4) == ["no offer", "offer 1 for 1", "offer 1 for 2", "offer 1 for 3"]
    assert match.legal(1) == [
        "no offer",
        *(f"offer {rum} for {player}" for player in (1, 2, 3) for rum in (1, 2)),
    ]


def test_MU_23_who_has_answered_is_not_asked_again() -> None:
    match = three_tied().play("3 no offer")
    assert match.to_act == (1, 4)
    assert match.legal(3) == []


def test_MU_23_decision_oneself_another_or_the_lookout_may_be_named() -> None:
    match = resolve("gunner", "1d", "1d", "", readings=CLOSED_OFFERS)
    assert [text for text in match.legal(2) if text.startswith("offer 3")] == [
        "offer 3 for 0",
        "offer 3 for 1",
    ]
    assert "offer 3 for 0" in match.legal(1)


def test_MU_23_decision_offers_are_shown_once_all_have_answered() -> None:
    match = three_tied().play("4 offer 1 for 2", "1 offer 2 for 1")
    assert match.told("offer_shown") == []
    assert match.told("offer_closed") == [(4,), (1,)]
    match.play("3 no offer")
    assert match.told("offer_shown") == [(1, 2, 1), (3, 0, NONE), (4, 1, 2)]
    assert (match.phase, match.to_act) == (Phase.PICK, (0,))
    assert match.kinds()[-4:] == ["offer_closed", *["offer_shown"] * 3]


def test_MU_23_an_offer_is_told_to_its_seat_alone_and_before_the_public_fact() -> None:
    match = three_tied().play("1 offer 2 for 3", "4 no offer")
    assert match.told("offer_made", "offer_closed") == [(1, 2, 3), (1,), (4, 0, NONE), (4,)]
    assert match.heard(4, "offer_made") == [(4, 0, NONE)]
    assert match.heard(NONE, "offer_made") == []


def test_MU_23_the_lookout_picks_for_nothing_or_for_an_offer() -> None:
    match = three_tied().play("1 offer 2 for 1", "3 offer 1 for 2", "4 offer 1 for 2")
    assert match.legal() == ["pick 1", "pick 2", "pick 3", "take 1", "take 3", "take 4"]


def test_MU_23_the_lookout_takes_any_number_of_the_offers_for_one_pick() -> None:
    match = three_tied().play("1 offer 2 for 1", "3 offer 1 for 2", "4 offer 1 for 2", "0 take 4")
    assert match.told("picked") == []
    assert match.legal() == ["pick 2", "take 3"]
    match.play("0 take 3")
    assert match.told("struck") == [(0, 4, 1, 2), (0, 3, 1, 2)]
    assert match.told("picked", "primary") == [(0, 2, "gunner", "primary"), (2, "gunner")]
    assert match.rum == [5, 2, 0, 2, 0]


def test_MU_23_in_version_1_a_pick_is_paid_by_one_offer_at_most() -> None:
    match = three_tied(VERSION_1).play("1 offer 2 for 1", "3 offer 1 for 2", "4 offer 1 for 2")
    assert match.legal() == [
        "pick 1",
        "pick 1 paid by 1",
        "pick 2",
        "pick 2 paid by 3",
        "pick 2 paid by 4",
        "pick 3",
    ]
    match.play("0 pick 2 paid by 3")
    assert match.told("picked", "deal") == [(0, 2, "gunner", "primary"), (0, 3, 1)]
    assert match.rum == [4, 2, 0, 2, 1]


def test_MU_23_an_offer_that_is_taken_is_paid_at_once_and_no_other() -> None:
    match = three_tied().play("1 offer 2 for 1", "3 offer 2 for 2", "4 offer 1 for 2", "0 take 3", "0 pick 2")
    assert match.told("picked", "struck", "primary") == [
        (0, 3, 2, 2),
        (0, 2, "gunner", "primary"),
        (2, "gunner"),
    ]
    assert match.rum == [5, 2, 0, 1, 1]
    assert match.cutlasses == [0, 0, 2, 0, 0]


def test_MU_23_a_pick_for_nothing_pays_nothing() -> None:
    match = three_tied().play("1 offer 2 for 1", "3 no offer", "4 offer 1 for 1", "0 pick 1")
    assert match.told("struck") == []
    assert match.rum == [3, 2, 0, 3, 1]
    assert match.cutlasses[1] == 2


def test_MU_23_offers_are_made_anew_before_each_pick() -> None:
    match = three_tied().play("1 offer 2 for 1", "3 no offer", "4 no offer", "0 take 1")
    assert match.told("tied")[1] == (0, "gunner", "secondary", "2 3")
    # Seat 1 has paid all its rum.
    assert (match.s.turn, match.to_act) == (NONE, (3, 4))
    assert match.legal(4) == ["no offer", "offer 1 for 2", "offer 1 for 3"]
    match.play("3 no offer", "4 no offer")
    assert match.legal() == ["pick 2", "pick 3"]


def test_MU_23_rum_that_the_primary_ability_gave_can_be_offered_for_the_secondary_one() -> None:
    match = resolve("cook", "1d", "3d", "1d", unplayed=NO_RUM, readings=CLOSED_OFFERS)
    assert match.rum == [0, 2, 0]
    assert match.to_act == (1,)
    match.play("1 offer 2 for 2", "0 take 1")
    assert match.rum == [2, 0, 1]


def test_MU_23_rum_on_crew_members_cannot_be_offered() -> None:
    match = resolve("gunner", "", "1d 1r", "2d", unplayed=["8d", "7d 1r", "6d"], readings=CLOSED_OFFERS)
    assert match.legal(1) == ["no offer", "offer 1 for 1", "offer 1 for 2"]


def test_MU_23_the_lookout_picks_at_once_when_nobody_else_has_rum() -> None:
    match = resolve("gunner", "", "1d", "1d", unplayed=["8d 3r", "7d", "7d"], readings=CLOSED_OFFERS)
    assert (match.phase, match.to_act) == (Phase.PICK, (0,))
    assert match.told("offer_closed", "offer_shown") == []


def test_MU_23_rum_that_was_paid_can_be_offered_to_the_next_lookout() -> None:
    on = {"first-mate": ["1d", "1d", "2d"]}
    match = resolve("gunner", "1d", "1d", "", on=on, unplayed=["6d", "6d 1r", "6d"], readings=CLOSED_OFFERS)
    match.play("1 offer 1 for 1", "0 take 1")
    assert match.told("spyglass") == [(2,)]
    assert match.to_act == (0,)
    match.play("0 offer 1 for 0", "2 take 0")
    assert match.rum == [1, 0, 1]


def test_MU_23_no_offer_stays_behind() -> None:
    match = three_tied().play("1 offer 2 for 1", "3 offer 1 for 3", "4 no offer", "0 pick 3")
    match.play("1 no offer", "3 no offer", "4 no offer", "0 pick 1")
    assert match.phase == Phase.RETRIEVE
    assert list(match.s.offer_rum) == list(match.s.offer_for) == [NONE] * 5
    assert match.s.tied == 0
