"""The texts of actions."""

from __future__ import annotations

import pytest

from quarterdeck.errors import ActionTextError
from quarterdeck.games.mutiny import actions, codes


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
def test_texts(action: int, text: str) -> None:
    assert actions.text(action) == text


def test_bids_and_offers_tell_nothing_to_others() -> None:
    public = {actions.text(action): actions.public_text(action) for action in range(codes.ACTIONS)}
    for text, words in public.items():
        first = text.split()[0]
        if first == "bid":
            assert words == "bid ?"
        elif "offer" in text:
            assert words == "offer ?"
        else:
            assert words == text
    assert public["no offer"] == public["offer 2 for 1"] == "offer ?"


def test_every_example_in_the_error_is_an_action() -> None:
    with pytest.raises(ActionTextError) as caught:
        actions.parse("aye")
    quoted = [part.split("”")[0] for part in str(caught.value).split("“")[2:]]
    assert len(quoted) == 12
    for text in quoted:
        assert actions.text(actions.parse(text)) == text
