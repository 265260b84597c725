"""Mutiny!'s actions in words: what each does, and what is asked of whom."""

from __future__ import annotations

from typing import Any

from quarterdeck.games.mutiny.words import actions, hints

PLAYERS = ("Ann", "Bert", "Cy", "Di")


SENTENCES = [
    ("bid 2 1", "Bid 2 doubloons and 1 rum"),
    ("bid 1 0", "Bid 1 doubloon"),
    ("bid 0 3", "Bid 3 rum"),
    ("bid 0 0", "Bid nothing"),
    ("offer 2 for 3", "Offer 2 rum for picking seat 3"),
    ("offer 2 for not 3", "Offer 2 rum for picking anyone but seat 3"),
    ("offer 4 for 1 then 2", "Offer 4 rum for picking seat 1 first and seat 2 second"),
    ("withdraw", "Withdraw your offer"),
    ("pass", "Pass"),
    ("ask 2 for 1", "Ask 2 rum for picking seat 1"),
    ("take 3", "Take seat 3's offer"),
    ("wait", "Wait for other offers"),
    ("no offer", "Offer nothing"),
    ("pick 3", "Pick seat 3"),
    ("pick 3 paid by 0", "Pick seat 3, paid by seat 0"),
    ("move doubloon of 1 from gunner to cook", "Move seat 1's doubloon from the Gunner to the Cook"),
    ("move rum of 0 from pilot to deck-hand", "Move seat 0's rum from the Pilot to the Deck Hand"),
    ("stay", "Move nothing"),
    ("north", "Sail north"),
    ("south", "Sail south"),
    ("lose unplayed", "Lose an unplayed doubloon"),
    ("lose first-mate", "Lose a doubloon that lies on the First Mate"),
    ("retrieve cook", "Take a doubloon back from the Cook"),
    ("done", "That's all"),
]


def test_a_label_names_the_player_where_names_are_at_hand() -> None:
    assert hints.label("pick 2 paid by 0", PLAYERS) == "Pick Cy, paid by Ann"
    assert hints.label("offer 1 for 1", PLAYERS) == "Offer 1 rum for picking Bert"
    assert hints.label("move rum of 3 from cook to pilot", PLAYERS) == (
        "Move Di's rum from the Cook to the Pilot"
    )
    assert hints.label("pick 3", PLAYERS[:3]) == "Pick seat 3"


REFUSED = [
    "",
    "dance",
    "bid",
    "bid 2",
    "bid 11 0",
    "bid 0 31",
    "bid 02 1",
    "bid ٢ 1",
    "bid ?",
    "offer 0 for 1",
    "offer 31 for 1",
    "offer 1 for 5",
    "offer 1",
    "offer 1 for 2 then 2",
    "offer 1 for not 5",
    "ask 31 for 1",
    "take 5",
    "pick",
    "pick 5",
    "pick 1 paid by 5",
    "pick 1 paid by",
    "move cutlass of 1 from cook to pilot",
    "move rum of 1 from cook to cook",
    "move rum of 5 from cook to pilot",
    "lose captain",
    "retrieve unplayed",
    "offer ?",
    "lose rum",
    "east",
]


def view(phase: str, **changes: Any) -> dict[str, Any]:
    """What a prompt reads of Bert's view, who is to act; Ann is the lookout."""
    return {
        "phase": phase,
        "seat": 1,
        "to_act": [1],
        "called": None,
        "rank": None,
        "tied": [],
        "negotiation": None,
        "legal": [],
        "tied_for": None,
        "lookout": 0,
        "owed": 0,
        "retrieved": 0,
        "seats": [{"doubloons": 5, "rum": 1} for _seat in PLAYERS],
        **changes,
    }


TIE = {"tied": [1, 2], "tied_for": "gunner", "rank": "secondary"}

ASKED: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "bid",
        {"called": "gunner"},
        "What do you bid on the Gunner? You have 5 doubloons and 1 rum.",
        "Bert bids on the Gunner.",
    ),
    (
        "offer",
        TIE,
        "Tied for the secondary ability of the Gunner are you and Cy: do you offer Ann, the lookout, rum for "
        "a pick?",
        "Bert may offer the lookout rum, before the tie for the secondary ability of the Gunner is broken.",
    ),
    (
        "offer",
        {**TIE, "negotiation": {"round": 2, "rounds": 3, "price": None}},
        "Tied for the secondary ability of the Gunner are you and Cy: do you offer Ann, the lookout, rum? "
        "Round 2 of 3.",
        "Bert may offer the lookout rum, before the tie for the secondary ability of the Gunner is broken.",
    ),
    (
        "offer",
        {**TIE, "negotiation": {"round": 2, "rounds": 3, "price": {"rum": 2, "for": 1}}},
        "Tied for the secondary ability of the Gunner are you and Cy. Ann, the lookout, asks 2 rum for "
        "picking you: do you offer rum? Round 2 of 3.",
        "Bert may offer the lookout rum, before the tie for the secondary ability of the Gunner is broken.",
    ),
    (
        "pick",
        {"lookout": 1, **TIE, "legal": ["pick 1", "ask 2 for 1", "take 2"]},
        "You are the lookout: take offers, name a price, wait, or pick who gets the secondary ability of the "
        "Gunner.",
        "Bert, the lookout, breaks the tie for the secondary ability of the Gunner.",
    ),
    (
        "pick",
        {"lookout": 1, **TIE, "legal": ["pick 1", "take 2"]},
        "You are the lookout: take offers, and pick who gets the secondary ability of the Gunner.",
        "Bert, the lookout, breaks the tie for the secondary ability of the Gunner.",
    ),
    (
        "pick",
        {"lookout": 1, **TIE, "rank": "course"},
        "You are the lookout: who gets control of the Gunner?",
        "Bert, the lookout, breaks the tie for control of the Gunner.",
    ),
    (
        "move",
        {"rank": "primary"},
        "Move any one token from one crew member to another, or none.",
        "Bert may move a token from one crew member to another.",
    ),
    (
        "move",
        {"rank": "secondary"},
        "Move one of your own tokens from one crew member to another, or none.",
        "Bert may move a token from one crew member to another.",
    ),
    (
        "course",
        {"rank": "primary"},
        "Where does the ship sail, north or south?",
        "Bert sets the ship's course.",
    ),
    (
        "lose",
        {"owed": 1},
        "You lose a doubloon: which one?",
        "Bert chooses which doubloon to lose.",
    ),
    (
        "lose",
        {"owed": 2},
        "You lose 2 doubloons, one after the other: which one now?",
        "Bert chooses which doubloon to lose.",
    ),
    (
        "retrieve",
        {},
        "Take back up to 3 doubloons from the crew members, or say that's all.",
        "Bert may take doubloons back from the crew members.",
    ),
    (
        "retrieve",
        {"retrieved": 1},
        "Take back up to 2 more doubloons, or say that's all.",
        "Bert may take doubloons back from the crew members.",
    ),
    (
        "retrieve",
        {"retrieved": 2},
        "Take back 1 more doubloon, or say that's all.",
        "Bert may take doubloons back from the crew members.",
    ),
]


def test_several_are_asked_at_once() -> None:
    all_but_cy = view("bid", called="cook", to_act=[0, 1, 3], seat=2)
    assert actions.prompt(all_but_cy, PLAYERS) == "Ann, Bert and Di bid on the Cook."
    asked = view("offer", to_act=[1, 2], seat=0, **TIE)
    assert actions.prompt(asked, PLAYERS).startswith(
        "Bert and Cy may each offer the lookout rum, before the tie "
    )
