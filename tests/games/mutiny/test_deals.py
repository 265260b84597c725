"""MU-23 on an open table: a negotiation in rounds, prices, and deals that bind."""

from __future__ import annotations

import pytest

from quarterdeck.games.mutiny.deals import ROUNDS, most_steps
from quarterdeck.games.mutiny.state import NONE, Phase, Reading
from quarterdeck.games.mutiny.words.rules import RULEBOOK
from tests.games.mutiny.table import CLOSED_OFFERS, VERSION_1, Match, every_size, random_match, resolve

UNPLAYED = ["8d 3r", "7d 2r", "7d", "7d 3r", "8d 1r"]


def three_tied(**fields: int) -> Match:
    """Seats 1, 2 and 3 are tied; seat 0 is the lookout; seat 2 has no rum left, seat 4 has bid nothing."""
    return resolve("gunner", "", "1d", "1d", "1d", "", unplayed=UNPLAYED, **fields)


def two_tied() -> Match:
    """Seats 1 and 2 are tied; seat 0 is the lookout; all have 3 rum."""
    return resolve("gunner", "", "1d", "1d")


def passed(match: Match, *seats: int) -> Match:
    return match.play(*(f"{seat} pass" for seat in seats))


# Rounds


def test_MU_23_who_has_rum_speaks_clockwise_from_the_lookouts_left_and_the_lookout_last() -> None:
    match = three_tied()
    assert match.phase == Phase.OFFER
    for seat in (1, 3, 4):
        assert match.to_act == (seat,)
        match.play(f"{seat} pass")
    assert (match.phase, match.to_act) == (Phase.PICK, (0,))
    assert match.told("passed") == [(1,), (3,), (4,)]


def test_MU_23_an_offer_is_of_rum_one_has_for_a_player_anyone_but_one_or_both_ranks() -> None:
    one = [text for text in three_tied().legal(1) if text.startswith("offer 1")]
    assert one == [
        *(f"offer 1 for {player}" for player in (1, 2, 3)),
        *(f"offer 1 for not {player}" for player in (1, 2, 3)),
        *(
            f"offer 1 for {first} then {second}"
            for first in (1, 2, 3)
            for second in (1, 2, 3)
            if first != second
        ),
    ]
    assert len(three_tied().legal(1)) == 2 * len(one) + 1


def test_MU_23_of_two_only_one_can_be_named() -> None:
    assert two_tied().legal(1) == [
        *(f"offer {rum} for {seat}" for seat in (1, 2) for rum in (1, 2, 3)),
        "pass",
    ]


def test_MU_23_offers_are_told_to_all_at_once() -> None:
    match = three_tied().play("1 offer 2 for 1", "3 offer 1 for not 1", "4 offer 1 for 2 then 3")
    assert match.told("offered") == [(1, 2, 1), (3, 1, 6), (4, 1, 20)]
    assert match.heard(NONE, "offered") == match.told("offered")


def test_MU_23_an_offer_is_raised_changed_and_withdrawn() -> None:
    match = two_tied().play("1 offer 1 for 1", "2 offer 2 for 2", "0 wait", "1 offer 3 for 1")
    assert [int(rum) for rum in match.s.offer_rum] == [0, 3, 2, NONE, NONE]
    assert "offer 2 for 2" not in match.legal(2)
    match.play("2 offer 1 for 1", "0 wait", "1 pass", "2 withdraw")
    assert match.told("withdrawn") == [(2,)]
    assert match.legal(0) == ["pick 1", "pick 2", "take 1"]


def test_MU_23_only_an_offer_that_lies_there_is_withdrawn() -> None:
    assert "withdraw" not in two_tied().legal(1)


def test_MU_23_the_lookout_names_a_price_that_binds_nobody() -> None:
    match = passed(two_tied(), 1, 2)
    assert match.legal(0) == [
        "pick 1",
        "pick 2",
        *(f"ask {rum} for {seat}" for seat in (1, 2) for rum in (1, 2, 3)),
    ]
    match.play("0 ask 2 for 1")
    assert match.told("asked") == [(0, 2, 1)]
    match.play("1 offer 2 for 1", "2 pass")
    assert {"ask 2 for 1", "ask 3 for 1", "take 1", "pick 2", "wait"} <= set(match.legal(0))


def test_MU_23_the_lookout_cannot_wait_when_nothing_has_changed() -> None:
    match = passed(two_tied(), 1, 2)
    assert "wait" not in match.legal(0)
    match.play("0 ask 1 for 2", "1 pass", "2 offer 1 for 2")
    assert "wait" in match.legal(0)


def test_MU_23_after_the_last_round_the_lookout_takes_or_picks() -> None:
    match = two_tied()
    for rum in range(1, ROUNDS):
        match.play(f"1 offer {rum} for 1", "2 pass", "0 wait")
    match.play("1 pass", "2 offer 3 for 2")
    assert match.legal(0) == ["pick 1", "pick 2", "take 1", "take 2"]


def test_MU_23_the_lookout_picks_at_once_when_nobody_else_has_rum() -> None:
    match = resolve("gunner", "", "1d", "1d", unplayed=["8d 3r", "7d", "7d"])
    assert (match.phase, match.legal()) == (Phase.PICK, ["pick 1", "pick 2"])


# Deals


def test_MU_23_a_deal_is_paid_at_once_and_the_last_candidate_is_picked() -> None:
    match = two_tied().play("1 offer 2 for 1", "2 offer 3 for 2", "0 take 2")
    assert match.told("struck", "picked", "primary", "secondary") == [
        (0, 2, 3, 2),
        (0, 2, "gunner", "primary"),
        (2, "gunner"),
        (1, "gunner"),
    ]
    assert match.rum == [6, 3, 0]


def test_MU_23_several_pay_for_one_pick() -> None:
    match = three_tied().play("1 offer 2 for 3", "3 offer 3 for 3", "4 offer 1 for not 1", "0 take 3")
    assert match.legal() == ["pick 3", "take 1", "take 4"]
    match.play("0 take 4", "0 take 1")
    assert match.rum == [9, 0, 0, 0, 0]
    assert match.cutlasses[3] == 2


def test_MU_23_an_offer_may_be_left_lying() -> None:
    match = three_tied().play("1 offer 2 for 3", "3 offer 3 for 3", "4 pass", "0 take 3", "0 pick 3")
    assert match.rum[:2] == [6, 2]


def test_MU_23_a_deal_binds_the_lookout() -> None:
    match = three_tied().play("1 offer 2 for 1", "3 offer 3 for 3", "4 offer 1 for not 1", "0 take 4")
    assert "take 1" not in match.legal()
    assert {"pick 2", "pick 3", "take 3"} <= set(match.legal())
    assert "pick 1" not in match.legal()
    assert match.rum == [4, 2, 0, 3, 0]


def test_MU_23_talks_go_on_after_a_deal_that_leaves_a_choice() -> None:
    match = three_tied().play("1 pass", "3 pass", "4 offer 1 for not 1", "0 take 4", "0 wait")
    assert match.to_act == (1,)
    assert not [text for text in match.legal(1) if "not" in text or text.startswith("offer 1 for 1")]
    assert "offer 1 for 2 then 1" in match.legal(1)


def test_MU_23_a_deal_over_both_ranks_settles_the_second_without_another_pick() -> None:
    match = three_tied().play("1 pass", "3 offer 3 for 3 then 2", "4 pass", "0 take 3")
    assert match.told("tied") == [(0, "gunner", "primary", "1 2 3")]
    assert match.told("primary", "secondary") == [(3, "gunner"), (2, "gunner")]
    assert match.s.promised == NONE


def test_MU_23_the_promised_second_rules_out_another_second() -> None:
    match = three_tied().play(
        "1 offer 2 for 3 then 1", "3 offer 3 for 3 then 2", "4 offer 1 for 3", "0 take 3"
    )
    assert match.legal() == ["pick 3", "take 4"]


def test_MU_23_a_promised_second_stays_promised_when_another_offer_is_taken() -> None:
    match = three_tied().play("1 pass", "3 offer 3 for 3 then 2", "4 offer 1 for 3", "0 take 3", "0 take 4")
    assert match.told("primary", "secondary") == [(3, "gunner"), (2, "gunner")]


def test_MU_23_the_first_mates_second_rank_is_the_new_lookouts_to_sell() -> None:
    first_mate = {"unplayed": UNPLAYED, "lookout": 0}
    match = resolve("first-mate", "", "1d", "1d", "1d", "", **first_mate)
    assert not [text for text in match.legal(1) if "then" in text]
    one_decision = 1 << Reading.FIRST_MATE_AFTER_BOTH
    match = resolve("first-mate", "", "1d", "1d", "1d", "", readings=one_decision, **first_mate)
    match.play("1 offer 2 for 1 then 3", "3 pass", "4 pass", "0 take 1")
    assert match.told("picked", "secondary", "spyglass") == [
        (0, 1, "first-mate", "primary"),
        (3, "first-mate"),
        (1,),
    ]


def test_MU_23_rum_won_on_the_way_is_offered_for_the_second_rank() -> None:
    match = resolve("cook", "1d", "3d", "1d", unplayed=["8d", "8d", "8d"])
    assert match.to_act == (1,)
    match.play("1 offer 2 for 2", "0 take 1")
    assert match.rum == [2, 0, 1]


def test_MU_23_nothing_of_a_negotiation_stays_behind() -> None:
    match = three_tied().play("1 offer 2 for 1", "3 pass", "4 pass", "0 ask 1 for 3")
    passed(match, 1, 3, 4).play("0 take 1")
    assert match.told("tied")[1] == (0, "gunner", "secondary", "2 3")
    passed(match, 3, 4).play("0 pick 3")
    assert match.phase == Phase.RETRIEVE
    assert list(match.s.offer_rum) == list(match.s.offer_for) == [NONE] * 5
    assert (match.s.deal_round, match.s.price_rum, match.s.price_for, match.s.promised) == (0, 0, NONE, NONE)
    assert (match.s.tied, list(match.s.paid)) == (0, [0] * 5)


# Bounds


@every_size
@pytest.mark.parametrize("readings", [0, CLOSED_OFFERS, VERSION_1, 1 << Reading.FIRST_MATE_AFTER_BOTH])
def test_MU_23_every_negotiation_ends_within_its_bound(players: int, readings: int) -> None:
    most = most_steps(players, 1 if readings & CLOSED_OFFERS else ROUNDS)
    for seed in range(12):
        steps = 0
        tie: tuple[int, ...] | None = None
        for match in random_match(players, seed, readings):
            s = match.s
            last, tie = tie, (int(s.turn_no), int(s.crew), int(s.rank), int(s.settled))
            if match.phase not in (Phase.OFFER, Phase.PICK):
                tie = None
            steps = steps + 1 if tie == last else 1
            assert tie is None or steps <= most
            assert match.all_rum == 30


def test_MU_23_the_rule_states_the_bound() -> None:
    assert f"{most_steps(5)} moves at most" in str(RULEBOOK.find("MU-23").decision)


def test_MU_23_the_longest_negotiation_takes_exactly_its_bound() -> None:
    match, steps = three_tied(), 0
    match.s.rum[2] = 3
    for _ in range(ROUNDS):
        for seat in (1, 2, 3, 4):
            # All rum is handed back between the rounds, so that all can offer again.
            match.s.rum[seat] = 3
            match.play(f"{seat} offer {1 if match.s.offer_rum[seat] != 1 else 2} for 3")
            steps += 1
        if match.s.deal_round < ROUNDS:
            match.play("0 wait")
            steps += 1
    for payer in (1, 2, 3, 4):
        match.play(f"0 take {payer}")
        steps += 1
    assert match.told("picked") == [(0, 3, "gunner", "primary")]
    assert steps <= most_steps(5)
