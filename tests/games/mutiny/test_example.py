"""The two worked examples of the rulebook: Scott (0), Darrell (1) and Brian (2); Scott is the lookout."""

from __future__ import annotations

from quarterdeck.games.mutiny.state import Phase
from tests.games.mutiny.table import Match, resolve

SCOTT, DARRELL, BRIAN = range(3)


def test_MU_10_MU_11_the_bids_on_the_gunner() -> None:
    match = Match(3, crew=1)
    match.play("2 bid 2 1", "1 bid 2 0")
    # Two fists are closed over the table.
    assert match.on("gunner") == ["", "", ""]
    assert match.told("bid_shown") == []
    match.play("0 bid 0 1")
    assert match.on("gunner") == ["1r", "2d", "2d 1r"]
    assert match.told("bid_shown") == [
        (SCOTT, "gunner", 0, 1),
        (DARRELL, "gunner", 2, 0),
        (BRIAN, "gunner", 2, 1),
    ]
    assert [match.unplayed(seat) for seat in range(3)] == ["8d 2r", "6d 3r", "6d 2r"]
    assert match.told("called") == [(SCOTT, "cook")]


def test_MU_20_MU_21_MU_24_the_tie_for_second_on_the_deck_hand() -> None:
    match = resolve("deck-hand", "1d", "1d 1r", "1r")
    assert match.told("resolved", "primary") == [(-1, "deck-hand"), (DARRELL, "deck-hand")]
    assert match.phase == Phase.MOVE
    match.play("1 stay")
    assert match.told("tied") == [(SCOTT, "deck-hand", "secondary", "0 2")]
    match.play("1 pass", "2 pass")
    assert match.to_act == (SCOTT,)
    assert match.legal()[:2] == ["pick 0", "pick 2"]
    match.play("0 pick 0")
    assert match.told("picked") == [(SCOTT, SCOTT, "deck-hand", "secondary")]
    assert match.told("secondary") == [(SCOTT, "deck-hand")]
    assert match.to_act == (SCOTT,)
    match.play("0 move doubloon of 0 from deck-hand to gunner")
    # Brian has nothing from the Deck Hand, and the Gunner is next.
    assert match.told("resolved")[1:3] == [(-1, "gunner"), (-1, "cook")]
    assert match.told("primary")[1:] == [(SCOTT, "gunner")]
