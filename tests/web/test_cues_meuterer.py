"""The summary of a round of Meuterer: what everybody got, and why (ME-60 to ME-67)."""

from __future__ import annotations

import pytest

from quarterdeck.games.meuterer.board import MeutererBoard
from quarterdeck.games.meuterer.board.scenes import cue
from quarterdeck.play import GAMES, Event, Game
from quarterdeck.testing.matches import random_match
from quarterdeck.web.boards.cues import Flight
from tests.games.meuterer.table import Match


def summary(match: Match) -> list[tuple[int, int | None, str, str]]:
    """The lines of the summary of the first round: seat, points, for what, and the rule."""
    match.pass_on()
    (at,) = [number for number, event in enumerate(match.events) if event.kind == "round_began"]
    staged = cue(match.events, at)
    assert staged is not None
    assert staged.summary is not None
    return [(one.seat, one.change, one.source, one.rule) for one in staged.summary.gains]


def test_ME_65_the_summary_tells_the_goods_and_who_sold_the_most() -> None:
    match = Match("wine wine", "salt", "cloth cloth", "")
    match.goods("wine wine", "salt / loader", "cloth cloth / cabin-boy", "/ first-mate")
    assert summary(match) == [
        (0, 5, "Docking at Hochland", "ME-60"),
        (3, 1, "First Mate", "ME-60"),
        (0, 3, "Hochland: 2 wine, tied with 1 other", "ME-65"),
        (2, 3, "Hochland: 2 cloth, tied with 1 other", "ME-65"),
        (1, 0, "Hochland: 1 salt, not the most", "ME-65"),
    ]


def test_ME_66_the_summary_tells_a_merchant_from_the_others_of_a_tie() -> None:
    match = Match("wine", "salt", "cloth", "grain")
    match.goods("wine", "salt / merchant", "cloth / loader", "grain / cabin-boy")
    assert summary(match)[1:] == [
        (1, 4, "Hochland: 1 salt, as Merchant in a tie", "ME-66"),
        (0, 0, "Hochland: 1 wine, tied with 3 others", "ME-65"),
        (2, 0, "Hochland: 1 cloth, tied with 3 others", "ME-65"),
        (3, 0, "Hochland: 1 grain, tied with 3 others", "ME-65"),
    ]


def test_the_summary_lists_everybody_also_who_has_got_nothing() -> None:
    match = Match("ruby", "", "")
    match.goods("ruby", "/ loader", "/ merchant")
    assert summary(match) == [
        (0, 5, "Docking at Hochland", "ME-60"),
        (0, 4, "Hochland: 1 ruby, the most", "ME-65"),
        (1, 0, "Nothing this round", ""),
        (2, 0, "Nothing this round", ""),
    ]


def test_ME_67_the_summary_tells_how_many_cards_of_a_kind_were_shown() -> None:
    match = Match("wine wine", "wine wine", "grain", rules="manual")
    match.goods("wine wine", "wine wine / merchant", "grain / loader")
    assert summary(match)[1:] == [
        (0, 1, "Showing 2 wine, tied with 1 other", "ME-67"),
        (1, 2, "Showing 2 wine, as Merchant in a tie", "ME-67"),
        (2, 2, "Showing 1 grain, the most", "ME-67"),
    ]


def test_a_match_that_begins_within_a_round_tells_what_it_knows() -> None:
    match = Match("wine wine", "salt", "")
    match.goods("wine wine", "salt / loader", "/ merchant").pass_on()
    told = [one for one in match.events if one.kind in ("trade_points", "drew")]
    staged = cue(told, 0)
    assert staged is not None
    assert staged.source == "Selling at Hochland"


def told_in_a_random_match(game: Game, seed: int) -> list[Event]:
    """What everybody is told in a match of random moves."""
    return [
        event
        for position, seat, action in random_match(game, seed)
        for event in position.play(seat, action).events
        if event.audience is None
    ]


@pytest.mark.parametrize("rules", ["english", "french", "manual"])
@pytest.mark.parametrize("pirates", ["off", "double"])
def test_ME_54_from_its_first_card_on_a_mutiny_counts_what_the_rules_count(rules: str, pirates: str) -> None:
    game = Game("meuterer", players=4, rules=rules, pirates=pirates)
    staging = MeutererBoard().staging(game.options)
    shown_before = counted = 0
    for seed in range(30):
        told = told_in_a_random_match(game, seed)
        for at, event in enumerate(told):
            if event.kind not in ("mutiny_won", "mutiny_lost"):
                continue
            last = staging(told, at - 1)
            assert last is not None
            assert last.scene is not None
            assert last.scene.totals == (event.data["for"], event.data["against"])
            counted += 1
            shown_before += any(lay.words == "shown before" for lay in last.scene.lays)
    assert counted > 30
    assert (shown_before > 10) is (rules != "french")


def test_ME_74_the_loaders_cards_fly_from_the_pile_and_back() -> None:
    spec = GAMES["meuterer"]
    drew = Event("loader_drew", "ME-74", 2, {"count": 8}, None, spec)
    back = Event("gave_back", "ME-74", 2, {}, None, spec)
    staged = [cue([drew, back], at) for at in range(2)]
    assert [one and one.flights for one in staged] == [
        (Flight("piles", "seat-2", "back", 8),),
        (Flight("seat-2", "piles", "back"),),
    ]
