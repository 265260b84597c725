"""What the rule pages of Meuterer say where its sources leave room, and that the game does so."""

from __future__ import annotations

import pytest

from quarterdeck.games.meuterer.game import GAME
from quarterdeck.play import Game, Position

DECIDED = {
    "ME-33": "“sur la dernière escale”",
    "ME-34": "one role stays unused each round",
    "ME-54": "contradicts itself",
    "ME-60": "Only the English source",
    "ME-73": "only when a card is needed",
    "ME-74": "contradicts itself",
    "ME-81": "Only the English source",
}


@pytest.mark.parametrize("rule", DECIDED)
def test_a_decision_is_marked_where_a_source_leaves_room(rule: str) -> None:
    assert DECIDED[rule] in str(GAME.rulebook.rules[rule].decision)


def test_ME_73_what_is_decided_is_not_in_the_text_of_the_rule() -> None:
    assert "only when" not in GAME.rulebook.rules["ME-73"].text.lower()


def test_ME_2_ME_67_the_readings_of_manual_are_named_and_are_no_options() -> None:
    assert [(point.rule, point.option, len(point.readings)) for point in GAME.contested] == [
        ("ME-2", "", 2),
        ("ME-67", "", 2),
    ]
    assert [option.name for option in GAME.options] == ["players", "rules", "pirates"]


def played(rules: str, phase: str) -> Position:
    """The first position in this phase, everybody playing the first legal action but leaving soon."""
    for seed in range(200):
        position = Game("meuterer", rules=rules).start(seed=seed)
        while not position.over:
            if position.to_json()["phase"] == phase:
                return position
            seat = position.to_act[0]
            legal = position.legal(seat)
            position = position.play(seat, legal[-1])
    raise LookupError(phase)


def test_ME_74_in_french_the_card_given_back_first_is_drawn_first() -> None:
    position = played("french", "return")
    assert "given back first is also drawn first" in GAME.rulebook.rules["ME-74"].text
    given = []
    while position.to_json()["phase"] == "return":
        seat = position.to_act[0]
        action = position.legal(seat)[0]
        given.append(action.text.removeprefix("return "))
        position = position.play(seat, action)
    back = [one for one in position.to_json()["given_back"] if one["seat"] == seat]
    assert [one["good"] for one in back] == given


def test_the_json_page_is_right_about_offer_and_sale() -> None:
    assert played("english", "return").to_json()["offer"] is None
    position = Game("meuterer", rules="manual").start(seed=3)
    while not position.over:
        seat = position.to_act[0]
        position = position.play(seat, position.legal(seat)[-1])
        assert all(one["sale"] is None for one in position.to_json()["seats"])
