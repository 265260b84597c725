"""The texts of actions."""

from __future__ import annotations

import pickle
import re

import pytest

import quarterdeck
from quarterdeck.errors import ActionTextError
from quarterdeck.games.mutiny import actions, codes
from quarterdeck.games.mutiny.targets import BUT, both


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (codes.BID, "bid 0 0"),
        (codes.BID + 1, "bid 0 1"),
        (codes.BID + 31 * 2 + 1, "bid 2 1"),
        (codes.NO_OFFER - 1, "bid 10 30"),
        (codes.NO_OFFER, "no offer"),
        (codes.OFFER, "offer 1 for 0"),
        (codes.OFFER + 30 * 3 + 1, "offer 2 for 3"),
        (codes.offer_of(3, 2), "offer 2 for 3"),
        (codes.offer_of(BUT, 2), "offer 2 for not 0"),
        (codes.offer_of(both(1, 2), 4), "offer 4 for 1 then 2"),
        (codes.offer_of(both(4, 3), 30), "offer 30 for 4 then 3"),
        (codes.WITHDRAW, "withdraw"),
        (codes.PASS, "pass"),
        (codes.ASK + 30 + 1, "ask 2 for 1"),
        (codes.TAKE + 3, "take 3"),
        (codes.WAIT, "wait"),
        (codes.PICK - 1, "offer 30 for 4"),
        (codes.PICK, "pick 0"),
        (codes.PICK + 1, "pick 0 paid by 0"),
        (codes.PICK + 6 * 2, "pick 2"),
        (codes.PICK + 6 * 2 + 4, "pick 2 paid by 3"),
        (codes.STAY, "stay"),
        (codes.MOVE, "move doubloon of 0 from deck-hand to gunner"),
        (codes.MOVE + 20 * 3 + 4, "move doubloon of 3 from gunner to deck-hand"),
        (codes.MOVE + 20 * 5 + 20 + 10, "move rum of 1 from cook to pilot"),
        (codes.COURSE - 1, "move rum of 4 from first-mate to pilot"),
        (codes.COURSE, "north"),
        (codes.COURSE + 1, "south"),
        (codes.LOSE_UNPLAYED, "lose unplayed"),
        (codes.LOSE, "lose deck-hand"),
        (codes.RETRIEVE + 4, "retrieve first-mate"),
        (codes.DONE, "done"),
    ],
)
def test_each_action_has_its_text(action: int, text: str) -> None:
    assert actions.text(action) == text


@pytest.mark.parametrize("closed", [True, False])
def test_bids_and_closed_offers_tell_nothing_to_others(closed: bool) -> None:
    shown = actions.public_text if closed else actions.open_text
    public = {actions.text(action): shown(action) for action in range(codes.ACTIONS)}
    for text, words in public.items():
        first = text.split()[0]
        if first == "bid":
            assert words == "bid ?"
        elif closed and re.fullmatch(r"no offer|offer \d+ for \d", text):
            assert words == "offer ?"
        else:
            assert words == text


def test_every_example_in_the_error_is_an_action() -> None:
    with pytest.raises(ActionTextError) as caught:
        actions.parse("aye")
    quoted = [part.split("”")[0] for part in str(caught.value).split("“")[2:]]
    assert len(quoted) == 10
    for text in quoted:
        assert actions.text(actions.parse(text)) == text


@pytest.mark.parametrize(("deals", "seen"), [("open", "offer 2 for 1"), ("closed", "offer ?")])
def test_MU_23_an_offer_is_a_secret_only_where_deals_are_closed(deals: str, seen: str) -> None:
    game = quarterdeck.game("mutiny", deals=deals)
    assert game.spec.public_text(game.action("offer 2 for 1").id) == seen
    assert game.spec.public_text(game.action("bid 2 1").id) == "bid ?"
    assert pickle.loads(pickle.dumps(game)).spec.public_text is game.spec.public_text
