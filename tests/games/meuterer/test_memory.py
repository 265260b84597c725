"""What a perfect memory still knows after the discards became the draw pile (ME-73)."""

from __future__ import annotations

from collections import Counter

import pytest

import quarterdeck
from quarterdeck.play import Position
from tests.games.meuterer.table import DECK
from tests.games.positions import play

SAMPLES = 150


def with_empty_pile(*hands: str) -> Position:
    """Three players with these hands; every other card is in the discards."""
    held = [hand.split() for hand in hands]
    rest = Counter(DECK)
    for hand in held:
        rest -= Counter(hand)
    setup = {"hands": held, "discards": sorted(rest.elements())}
    return quarterdeck.game("meuterer", players=3).start(seed=1, setup=setup)


@pytest.fixture(scope="module")
def after_a_shuffle() -> Position:
    """Seat 0 has drawn one card, for which the discards were shuffled; nobody has shown any."""
    start = with_empty_pile("grain grain grain grain", "ruby ruby salt salt salt", "wine wine wine wine wine")
    position = play(
        start, "0 offer 0", "0 leave", "1 leave", "1 leave merchant", "2 leave", "2 leave cabin-boy"
    )
    assert position.to_json()["round"] == 2
    return position


def test_ME_73_the_own_cards_are_not_looked_for_in_hands_dealt_before_the_shuffle(
    after_a_shuffle: Position,
) -> None:
    view = after_a_shuffle.view(1)
    for seed in range(SAMPLES):
        world = view.sample(seed).to_json()["seats"]
        # All that was outside the pile is five wine and four grain, and seat 2 has drawn nothing since.
        assert set(world[2]["hand"]) <= {"wine", "grain"}


def test_ME_73_every_likely_hand_of_the_shuffle_is_dealt(after_a_shuffle: Position) -> None:
    view = after_a_shuffle.view(1)
    grain = {view.sample(seed).to_json()["seats"][2]["hand"].count("grain") for seed in range(SAMPLES)}
    # Five of nine cards, of which four are grain: none at all is one chance in 126.
    assert grain >= {1, 2, 3, 4}


def test_ME_73_an_own_hand_of_the_shuffle_is_nobody_elses_business(after_a_shuffle: Position) -> None:
    for seat in (0, 1, 2):
        kept = after_a_shuffle.view(seat).state.kept
        assert kept[seat].any()
        for other in {0, 1, 2} - {seat}:
            assert not kept[other].any()


@pytest.fixture(scope="module")
def loading() -> Position:
    """The Loader has just drawn four cards, the first from a pile shuffled for the Captain before."""
    start = with_empty_pile("grain grain grain grain", "ruby ruby ruby ruby", "wine wine wine wine wine")
    moves = ("0 offer 0", "0 leave", "1 leave", "1 leave loader", "2 leave", "2 leave cabin-boy")
    position = play(start, *moves)
    assert position.to_json()["phase"] == "return"
    return position


def test_ME_74_what_the_loader_has_just_drawn_came_from_the_new_pile(loading: Position) -> None:
    view = loading.view(2)
    for seed in range(SAMPLES):
        world = view.sample(seed).to_json()
        assert len(world["just_drawn"]) == 4
        assert "ruby" not in world["just_drawn"]
        assert not Counter(world["just_drawn"]) - Counter(world["seats"][1]["hand"])


def test_ME_74_worlds_dealt_while_the_loader_gives_back_can_be_played_on_and_dealt_again(
    loading: Position,
) -> None:
    for seed in range(40):
        world = loading.view(2).sample(seed)
        for _ in range(3):
            world = world.play(1, world.legal()[0])
            for viewer in (None, 0, 1, 2):
                view = world.view(viewer)
                assert view.sample(seed).view(viewer) == view


def test_ME_73_cards_a_loader_had_slipped_in_are_never_more_than_there_are() -> None:
    game = quarterdeck.game("meuterer", players=3)
    position = game.start(seed=0)
    named = 0
    while not position.over:
        legal = position.legal()
        loader = [action for action in legal if action.text == "leave loader"]
        position = position.play(position.to_act[0], loader[0] if loader else legal[len(legal) // 2])
        world = position.view(1).sample(position.to_json()["round"])
        shuffled = Counter(
            slip["good"] for slip in world.to_json()["given_back"] if slip["where"] == "shuffled"
        )
        made = dict(zip(DECK, world.state.made.tolist(), strict=False))
        named += shuffled.total()
        for good, count in shuffled.items():
            assert made[good] + count <= DECK[good]
    assert named > 0
