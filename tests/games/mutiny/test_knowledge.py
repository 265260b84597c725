"""What a seat can know: all but the closed bids (MU-10) and offers (MU-23) of others."""

from __future__ import annotations

from collections import Counter

import pytest

from quarterdeck.games.mutiny import actions, rules
from quarterdeck.games.mutiny.knowledge import blank, determinize
from quarterdeck.games.mutiny.state import CLOSED, NONE, Phase, State
from quarterdeck.games.mutiny.tiles import turn_up
from quarterdeck.kernel.events import blank_news
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import copy, new, to_bytes
from tests.games.mutiny.table import CLOSED_OFFERS, Match, every_size, random_match, resolve


def world(view: State, seat: int, dice: Dice) -> State:
    """A whole position that agrees with a view."""
    dealt = copy(view)
    determinize(dealt, seat, dice)
    return dealt


def alike(viewers: list[int], *matches: Match) -> bool:
    """Whether the matches look the same, byte for byte, to each of these viewers."""
    return all(len({to_bytes(match.view(viewer)) for match in matches}) == 1 for viewer in viewers)


def heard_alike(viewers: list[int], *matches: Match) -> bool:
    """Whether the matches told each of these viewers the same."""
    kinds = ("bid_made", "bid_closed", "bid_shown", "offer_made", "offer_closed", "offer_shown", "called")
    return all(len({str(match.heard(viewer, *kinds)) for match in matches}) == 1 for viewer in viewers)


@every_size
def test_MU_10_MU_23_every_world_looks_like_the_view_it_comes_from(players: int) -> None:
    dice = new(Dice)
    dice.key[0] = players
    for match in random_match(players, 11):
        for viewer in range(NONE, players):
            view = match.view(viewer)
            dealt = world(view, viewer, dice)
            assert CLOSED not in [*dealt.bid_rum, *dealt.bid_doubloons, *dealt.offer_rum, *dealt.offer_for]
            blank(dealt, viewer)
            assert to_bytes(dealt) == to_bytes(view)
            assert rules.to_act(view) == rules.to_act(match.s)
            for seat in range(players):
                # Whatever is legal for anybody follows from what all know.
                assert Match.legal_texts(view, seat) == match.legal(seat)


def test_MU_10_a_closed_bid_is_its_seats_secret() -> None:
    matches = [Match(3).play(f"1 bid {bid}") for bid in ("0 0", "3 1", "8 3")]
    assert alike([NONE, 0, 2], *matches)
    assert heard_alike([NONE, 0, 2], *matches)
    assert not alike([1], *matches[:2])
    view = matches[1].view(2)
    assert (view.bid_doubloons[1], view.bid_rum[1]) == (CLOSED, CLOSED)
    own = matches[1].view(1)
    assert (own.bid_doubloons[1], own.bid_rum[1]) == (3, 1)


@pytest.mark.parametrize(
    ("unplayed", "bid"), [("1d", "1 0"), ("1r", "0 1"), ("1d 3r", "0 3"), ("2d 2r", "1 1")]
)
def test_MU_10_a_closed_bid_is_secret_however_few_tokens_there_are(unplayed: str, bid: str) -> None:
    matches = [Match(2, unplayed=["8d", unplayed]).play(f"1 bid {one}") for one in ("0 0", bid)]
    assert alike([NONE, 0], *matches)
    assert heard_alike([NONE, 0], *matches)


def test_MU_10_no_seat_can_tell_how_others_have_bid_before_its_own_bid() -> None:
    matches = [Match(3).play("0 bid 1 0", f"2 bid {bid}") for bid in ("2 0", "0 2")]
    assert alike([NONE, 0, 1], *matches)


def test_MU_10_a_bid_of_nothing_for_want_of_tokens_is_no_secret() -> None:
    match = Match(3).bid("8d 3r", "", "")
    for viewer in (NONE, 0, 1, 2):
        view = match.view(viewer)
        assert (view.bid_doubloons[0], view.bid_rum[0]) == (0, 0)


def test_MU_10_shown_bids_are_no_secret() -> None:
    match = Match(3).bid("2d", "", "1r")
    for viewer in (NONE, 0, 1, 2):
        view = match.view(viewer)
        assert (view.doubloons_on == match.s.doubloons_on).all()
        assert (view.rum_on == match.s.rum_on).all()
        assert list(view.bid_rum) == [NONE] * 5


def test_MU_10_any_possible_bid_is_dealt_equally_often() -> None:
    view = Match(2, unplayed=["8d 3r", "2d 1r"]).play("1 bid 0 0").view(0)
    dice = new(Dice)
    found = Counter[tuple[int, int]]()
    for _ in range(600):
        dealt = world(view, 0, dice)
        found[int(dealt.bid_doubloons[1]), int(dealt.bid_rum[1])] += 1
    assert set(found) == {(doubloons, rum) for doubloons in range(3) for rum in range(2)}
    assert 60 < min(found.values()) <= max(found.values()) < 140


def tied(readings: int = CLOSED_OFFERS) -> Match:
    """Seats 1 and 3 are tied; seat 0 is the lookout; seat 3 has no rum."""
    return resolve("gunner", "", "1d", "", "1d", unplayed=["8d", "7d 1r", "8d 3r", "7d"], readings=readings)


def test_MU_23_a_closed_offer_is_its_seats_secret() -> None:
    matches = [tied().play(f"2 {offer}") for offer in ("no offer", "offer 3 for 1", "offer 1 for 3")]
    assert alike([NONE, 0, 1, 3], *matches)
    assert heard_alike([NONE, 0, 1, 3], *matches)
    assert not alike([2], *matches[:2])
    view = matches[1].view(1)
    assert (view.offer_rum[2], view.offer_for[2]) == (CLOSED, CLOSED)


def test_MU_23_who_is_not_asked_has_offered_nothing_as_all_know() -> None:
    view = tied().view(1)
    assert list(view.offer_rum[:4]) == [0, NONE, NONE, 0]
    assert list(view.offer_for[:4]) == [NONE] * 4


def test_MU_23_offers_are_open_when_the_lookout_picks() -> None:
    match = tied().play("1 no offer", "2 offer 2 for 3")
    assert match.phase == Phase.PICK
    for viewer in (NONE, 0, 1, 2, 3):
        assert list(match.view(viewer).offer_rum) == list(match.s.offer_rum)
        assert list(match.view(viewer).offer_for) == list(match.s.offer_for)


def test_MU_23_any_possible_offer_is_dealt_equally_often() -> None:
    view = tied().play("2 offer 1 for 1").view(1)
    dice = new(Dice)
    found = Counter[tuple[int, int]]()
    for _ in range(700):
        dealt = world(view, 1, dice)
        found[int(dealt.offer_rum[2]), int(dealt.offer_for[2])] += 1
    assert set(found) == {(0, NONE)} | {(rum, player) for rum in (1, 2, 3) for player in (1, 3)}
    assert 60 < min(found.values()) <= max(found.values()) < 140


def test_MU_23_a_world_is_played_on() -> None:
    dealt = world(tied().play("2 offer 1 for 1").view(1), 1, new(Dice))
    rules.apply(dealt, 1, actions.parse("no offer"), blank_news())
    assert dealt.phase == Phase.PICK
    assert Match.legal_texts(dealt, 0)[0] == "pick 1"


def test_MU_23_all_know_everything_of_an_open_negotiation() -> None:
    match = tied(readings=0).play("1 offer 1 for 3", "2 offer 2 for 1", "0 ask 3 for 1", "1 pass")
    for viewer in (NONE, 0, 1, 2, 3):
        view = match.view(viewer)
        view.key[:], view.counter = match.s.key, match.s.counter
        assert to_bytes(view) == to_bytes(match.s)
    assert len({str(match.heard(viewer, "offered", "asked", "passed")) for viewer in range(4)}) == 1


@pytest.mark.parametrize("viewer", [NONE, 0, 1])
def test_MU_3_which_tile_comes_next_is_nobodys_to_know(viewer: int) -> None:
    matches = [Match(2, seed=seed, pile=0b110101) for seed in (1, 2)]
    for match in matches:
        turn_up(match.s, 3)
    assert alike([viewer], *matches)
    dice = new(Dice)
    view = matches[0].view(viewer)
    keys = {int(world(view, viewer, dice).key[0]) for _ in range(5)}
    assert len(keys) == 5


def test_the_own_bid_is_part_of_every_world() -> None:
    match = Match(3).play("1 bid 3 1")
    dealt = world(match.view(1), 1, new(Dice))
    assert (dealt.bid_doubloons[1], dealt.bid_rum[1]) == (3, 1)
    assert (dealt.bid_doubloons[0], dealt.bid_rum[0]) == (NONE, NONE)
