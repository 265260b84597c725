"""Situations in which every sensible player does the same."""

from __future__ import annotations

from typing import Any

import pytest

from quarterdeck.bots import bot
from tests.games.meuterer.table import Match, by_island

RING = [
    "Hochland",
    "Eisfelsen",
    "Affeninsel",
    "Grünland",
    "Sommerland",
    "Fingerhut",
    "Karge Zunge",
    "Rotes Riff",
    "Sandkap",
    "Kalte Klippe",
    "Frosthöhle",
    "Piratennest",
]


def choice(match: Match, seed: int = 0) -> str:
    """What the bot does for whoever is to act."""
    (seat,) = match.position.to_act
    return str(bot("rule-of-thumb", seed).choose(match.position.view(seat)))


def always(match: Match) -> str:
    """What it does whatever its seed."""
    (only,) = {choice(match, seed) for seed in range(12)}
    return only


def at_sea(*hands: str) -> Match:
    """The last round between Eisfelsen, where rubies are worth 6, and Affeninsel, which pays 2 for grain."""
    return Match(*hands, ring=RING, ship=1, came_from=2, round=8)


@by_island
def test_the_last_to_fight_plays_just_enough(rules: str) -> None:
    match = Match("wine", "conflict conflict conflict", "salt", "grain", rules=rules)
    match.goods("", "/ mutineer", "/ loader", "/ merchant")
    match.fight(0)
    assert always(match) == "conflict 0"
    match = Match("conflict conflict", "conflict conflict conflict", "salt", "grain", rules=rules)
    match.goods("", "/ mutineer", "/ loader", "/ merchant")
    match.fight(1)
    assert always(match) == "conflict 1"


@by_island
def test_a_hopeless_fight_costs_no_card(rules: str) -> None:
    match = Match("conflict conflict conflict", "conflict", "salt", "wine", rules=rules)
    match.goods("", "/ mutineer", "/ loader", "/ first-mate")
    match.fight(3)
    assert always(match) == "conflict 0"


def test_a_captain_in_danger_fights_with_all_that_may_be_needed() -> None:
    match = at_sea("conflict conflict", "conflict conflict conflict", "salt", "wine")
    match.goods("", "/ mutineer", "/ loader", "/ merchant")
    assert always(match) == "conflict 2"


def test_who_holds_the_ruby_shows_it_where_rubies_are_dear() -> None:
    match = at_sea("ruby conflict", "grain", "salt", "cloth")
    match.play("0 offer 0")
    assert always(match) == "show ruby"


def test_ME_66_the_merchant_is_for_those_who_tie() -> None:
    match = at_sea("ruby wine", "ruby wine", "salt", "wine")
    match.play("0 offer 0", "0 show ruby", "1 show ruby", "2 leave mutineer", "3 leave loader")
    match.play("0 leave", "1 leave")
    assert always(match) == "leave merchant"


def test_a_good_offer_and_a_strong_captain_make_a_first_mate() -> None:
    match = at_sea("conflict conflict conflict", "salt", "salt", "wine")
    match.play("0 offer 3", "0 show conflict", "1 leave")
    assert always(match) == "leave first-mate"


def test_an_armed_player_and_a_weak_captain_make_a_mutineer() -> None:
    match = at_sea("wine", "conflict conflict conflict conflict", "salt", "wine")
    match.play("0 offer 0", "0 leave", "1 leave")
    assert always(match) == "leave mutineer"


def test_ME_20_the_captain_with_all_conflicts_offers_nothing_and_without_any_something() -> None:
    assert always(at_sea("conflict conflict conflict conflict conflict", "salt", "salt", "wine")) == "offer 0"
    weak = {choice(at_sea("wine", "salt", "salt", "wine"), seed) for seed in range(12)}
    assert "offer 0" not in weak


def test_ME_64_cards_that_both_islands_take_go_where_they_win_more() -> None:
    # Hochland takes any kind and pays 4, Eisfelsen 6 for rubies: two rubies win both, one each.
    match = Match("ruby ruby", "ruby", "salt", "wine", ring=RING, ship=1, came_from=0, round=8)
    match.goods("ruby ruby", "/ loader", "/ merchant", "/ cabin-boy")
    assert always(match) == "sell 1 ruby / 1 ruby"


def test_ME_74_the_loader_keeps_what_the_active_islands_buy() -> None:
    hands = ("ruby", "grain", "grain", "grain")
    for seed in range(6):
        match = Match(*hands, ring=RING, ship=0, round=1, seed=seed)
        match.goods("", "/ loader", "/ first-mate", "/ merchant")
        # The Captain sails one island on, so that Eisfelsen and Hochland buy rubies in the next round.
        while match.json["phase"] != "return":
            (seat,) = match.position.to_act
            match.play(f"{seat} {match.position.legal(seat)[0]}")
        drawn = match.view(1)["just_drawn"]
        if "ruby" in drawn and set(drawn) != {"ruby"}:
            assert "return ruby" not in {choice(match, turn) for turn in range(12)}
            return
    pytest.fail("no deal drew a ruby")


def with_pirates(hand: str) -> Match:
    """The pirate ship lies by the ship in the last round; seat 1 can send it, seat 2 is the Captain."""
    layout: dict[str, Any] = {"ship": 1, "came_from": 2, "pirate_ship": 1, "round": 8, "captain": 2}
    return Match("cloth", f"pirates {hand}", "ruby ruby", "grain grain", pirates="on", ring=RING, **layout)


def test_ME_81_pirates_are_sent_when_only_others_lose_by_it() -> None:
    match = with_pirates("conflict").play("2 offer 0", "2 show ruby", "3 show grain", "0 show cloth")
    match.play("1 show conflict", "2 show ruby", "3 show grain", "0 leave loader")
    assert always(match) == "show pirates"


def test_ME_81_pirates_stay_in_hand_when_their_sender_would_lose_most() -> None:
    match = with_pirates("ruby ruby").play("2 offer 0", "2 leave", "3 leave mutineer", "0 leave loader")
    match.play("1 show ruby", "1 show ruby")
    assert always(match) == "leave"
