"""Why an action of Meuterer is refused: the sentence too, since several reasons cite one rule."""

from __future__ import annotations

import pytest

from tests.games.meuterer.table import Match

HANDS = ("wine wine conflict conflict", "salt conflict", "salt", "grain")
SHOWING = ["0 offer 0"]
LEFT = [*SHOWING, "0 leave", "1 leave mutineer"]
MUTINY = [*LEFT, "2 leave first-mate", "3 leave merchant"]
TURN = "It is not your turn: another player has to act first."
SAID = "You have had your say in this mutiny: what you played, or passed, is final."

# The moves, the one that is refused then, and the rule with the sentence.
CASES: list[tuple[list[str], str, str]] = [
    (
        SHOWING,
        "0 offer 1",
        "ME-20: This belongs to the phase “Offer”; the phase now is “Goods and actions”: choose an action of "
        "that one.",
    ),
    (SHOWING, "1 offer 1", "ME-20: Only the Captain makes the offer to the First Mate."),
    (SHOWING, "1 show salt", f"ME-30: {TURN}"),
    (SHOWING, "0 leave loader", "ME-2: The Captain takes no action card: leave without one."),
    (
        [*SHOWING, "0 leave"],
        "1 leave merchant",
        "ME-34: Leave first: only who has left looks at the action cards and takes one.",
    ),
    (
        [*SHOWING, "0 leave", "1 leave"],
        "1 leave",
        "ME-34: Only the Captain leaves without an action card: take one.",
    ),
    (
        [*LEFT, "2 leave"],
        "2 leave mutineer",
        "ME-34: The action cards no longer include the Mutineer: take one that is left.",
    ),
    (MUTINY, "0 conflict 3", "ME-51: You hold only 2 conflict cards and can't play 3."),
    (MUTINY, "1 conflict 1", f"ME-51: {TURN}"),
    ([*MUTINY, "0 conflict 0"], "0 conflict 1", f"ME-51: {SAID}"),
]


@pytest.mark.parametrize(("moves", "refused", "told"), CASES)
def test_a_refusal_says_what_is_wrong(moves: list[str], refused: str, told: str) -> None:
    match = Match(*HANDS).play(*moves)
    assert match.position.view(int(refused[0])).why_not(refused[2:]) == tuple(told.split(": ", 1))


def test_ME_52_one_card_a_turn_is_told_apart_from_too_few_in_hand() -> None:
    view = Match(*HANDS, rules="manual").play(*MUTINY).position.view(0)
    one_a_turn = "This rule set has one conflict card a turn: play one, or none and be done."
    assert view.why_not("conflict 2") == ("ME-52", one_a_turn)
    assert view.why_not("conflict 3") == ("ME-52", "You hold only 2 conflict cards and can't play 3.")


def test_ME_64_selling_too_much_is_told_apart_from_holding_back() -> None:
    match = Match("wine salt", "grain", "").goods("wine salt", "grain / loader", "/ cabin-boy")
    view = match.position.view(0)
    shown = "You have shown 1 wine and can't sell 2 wine: each shown card is sold once at most."
    assert view.why_not("sell 2 wine / -") == ("ME-64", shown)
    held_back = "No card is held back that an active island would still take from you: sell it too."
    assert view.why_not("sell - / -") == ("ME-64", held_back)


def test_a_spectator_is_told_that_it_is_the_players_turn() -> None:
    match = Match(*HANDS).play(*SHOWING)
    assert match.position.view(None).why_not("show wine") == ("ME-30", TURN)
    assert match.play(*MUTINY[1:]).position.view(None).why_not("conflict 1") == ("ME-51", TURN)
