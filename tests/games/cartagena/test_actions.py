"""The texts of actions."""

from __future__ import annotations

import pytest

from quarterdeck.games.cartagena import actions, codes


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (codes.TAKE, "take valverde"),
        (codes.TAKE + 4, "take wessel-jan"),
        (codes.OPEN - 1, "take cambivalute"),
        (codes.OPEN, "open"),
        (codes.KEEP_GOLD, "keep gold"),
        (codes.KEEP_COMBAT, "keep combat"),
        (codes.KEEP + 1, "keep pink 2"),
        (codes.SWAP, "swap pink 1"),
        (codes.SELL + 5, "sell grey 3"),
        (codes.BUY, "buy"),
        (codes.DONE, "done"),
        (codes.DRAW, "draw"),
        (codes.COIN, "coin"),
        (codes.ROB + 3, "rob 3"),
        (codes.SIDE + 1, "side diaz"),
        (codes.SPY, "spy 0"),
        (codes.HIGHER, "higher valverde"),
        (codes.INSPECT + 4, "inspect E"),
        (codes.SWAP_SAILORS, "swap"),
        (codes.KEEP_SAILORS, "keep"),
        (codes.PLAY + 3, "play grey 1"),
        (codes.PLAY_MASCOT, "mascot"),
    ],
)
def test_each_action_has_its_text(action: int, text: str) -> None:
    assert actions.text(action) == text


def test_secret_actions_tell_nothing_to_others() -> None:
    public = {actions.text(action): actions.public_text(action) for action in range(codes.ACTIONS)}
    hidden = {text: words for text, words in public.items() if text != words}
    assert set(hidden.values()) == {"keep ?", "swap ?", "sell ?", "side ?", "higher ?", "handle ?", "play ?"}
    assert public["keep pink 1"] == "keep ?"
    assert public["swap grey 3"] == "swap ?"
    assert public["sell grey 3"] == "sell ?"
    assert public["side valverde"] == public["side diaz"] == "side ?"
    assert public["higher valverde"] == public["higher diaz"] == "higher ?"
    assert public["swap"] == public["keep"] == "handle ?"
    assert public["play grey 2"] == public["mascot"] == "play ?"
    for text in (
        "keep gold",
        "keep combat",
        "buy",
        "done",
        "draw",
        "coin",
        "rob 0",
        "spy 3",
        "inspect B",
        "open",
    ):
        assert public[text] == text
    assert all(public[f"take {name}"] == f"take {name}" for name in actions.PIRATE_NAMES[:-1])


def test_a_combat_card_is_named_by_colour_and_value() -> None:
    assert actions.card_name(4) == "grey 2"
    assert actions.card_name(7) == "mascot"
