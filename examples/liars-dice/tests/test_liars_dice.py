"""Liar's Dice plays by its rules, and passes the checks of every game."""

from __future__ import annotations

import numpy as np
import pytest
from liars_dice.game import GAME
from liars_dice.rules import CHALLENGE, State, apply, over, winners

import quarterdeck
from quarterdeck.testing import check


def table(*dice: list[int], wild: str = "plain") -> State:
    """A record with these dice under the cups, and seat 0 to act."""
    s = GAME.template({"players": len(dice), "ones": wild}, None)
    s.bid = s.bidder = -1
    for seat, faces in enumerate(dice):
        s.left[seat] = len(faces)
        s.dice[seat] = np.bincount(faces, minlength=7)[1:]
    return s


def test_it_passes_the_checks_of_every_game() -> None:
    check(GAME)


@pytest.mark.parametrize("case", ["plain bid 3 fives 0", "wild bid 3 fives 1", "wild bid 2 ones 0"])
def test_LD_4_LD_7_who_is_wrong_loses_a_die(case: str) -> None:
    wild, bid, loser = case.split()[0], case[:-2].partition(" ")[2], int(case[-1])
    s = table([5, 5, 2], [1, 3, 4], wild=wild)
    apply(s, 0, GAME.action_id(bid), None)
    apply(s, 1, CHALLENGE, None)
    assert (s.left[loser], s.left[1 - loser], s.turn) == (2, 3, loser)


def test_LD_2_LD_3_bids_rise() -> None:
    first = quarterdeck.game("liars-dice", players=2).start(seed=1)
    assert "challenge" not in map(str, first.legal())
    second = first.play(first.to_act[0], "bid 3 fives")
    assert [str(second.legal()[at]) for at in (0, 1, -2)] == ["bid 3 sixes", "bid 4 ones", "bid 10 sixes"]
    with pytest.raises(quarterdeck.IllegalAction, match=r"LD-3"):
        second.play(second.to_act[0], "bid 3 twos")


def test_LD_1_LD_5_LD_6_the_last_player_with_dice_wins() -> None:
    s = table([2], [3], [4, 4])
    for seat, bid, turn in ((0, "bid 3 fours", 1), (1, "bid 4 sixes", 2)):
        s.turn = seat
        apply(s, seat, GAME.action_id(bid), None)
        apply(s, turn, CHALLENGE, None)
        assert (s.left[seat], s.turn) == (0, turn)
    assert over(s)
    assert winners(s) == 1 << 2
