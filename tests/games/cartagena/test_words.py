"""Cartagena's names and rules; and whole matches, in which all that is told and asked is in words."""

from __future__ import annotations

import re

import pytest

import quarterdeck
from quarterdeck.games.cartagena import actions as texts
from quarterdeck.games.cartagena import describe, table
from quarterdeck.games.cartagena.words import names
from quarterdeck.games.cartagena.words.hints import hint, label
from quarterdeck.games.cartagena.words.rules import RULEBOOK

PLAYERS = ["Ann", "Bert", "Cy", "Di"]


def test_the_names_are_those_of_the_game() -> None:
    assert names.PIRATES == texts.PIRATE_NAMES
    assert names.SIDES == texts.SIDE_NAMES
    assert names.COMBAT == texts.CARD_NAMES
    assert tuple(texts.PAIR_NAMES) == names.PAIRS
    assert names.PHASES == describe.PHASES
    assert names.PILES == describe.PILES
    assert set(names.SPACES) == set(table.standard().route)


def test_the_names_read_well() -> None:
    assert names.pirate_name("ghost") == "Ghost"
    assert names.pirate_phrase("ghost") == "the Ghost"
    assert names.pirate_phrase("sate") == "Satè"
    assert names.side_name("valverde") == "Captain Valverde (pink)"
    assert names.side_name("diaz") == "Ramon Diaz (grey)"
    assert names.combat_name("pink 2") == "Pink 2"
    assert names.combat_phrase("grey 3") == "a grey 3"
    assert names.combat_name("mascot") == "Mascot"
    assert names.coins(1) == "1 coin"
    assert names.counted("gold", 2) == "2 gold cards"
    assert names.space_name("treasure") == "Treasure island"
    assert names.listed(PLAYERS[:1]) == "Ann"
    assert names.listed(PLAYERS[:2]) == "Ann and Bert"
    assert names.listed(PLAYERS) == "Ann, Bert, Cy and Di"
    assert names.option_words("players", None) == "Players"
    assert names.option_words("players", 3) == "3 players"


def test_every_pirate_has_a_line_on_what_a_visit_brings() -> None:
    said = [names.pirate_action(pirate) for pirate in names.PIRATES]
    assert len(set(said)) == len(names.PIRATES)
    assert max(map(len, said)) <= 72


def test_a_pirates_rule_bears_its_name() -> None:
    told = [RULEBOOK.rules[f"CA-{40 + number}"].title for number in range(len(names.PIRATES))]
    assert told == [*(names.pirate_name(pirate) for pirate in names.PIRATES[:-1]), "The Ghost"]


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_whole_match_is_told_asked_and_hinted_at_in_words(players: int, seed: int) -> None:
    at = quarterdeck.game("cartagena", players=players).start(seed=seed)
    told: list[str] = []
    for ply in range(1000):
        for event in at.events:
            told += [event.sentence(PLAYERS, viewer) for viewer in (None, *range(players))]
        if at.over:
            break
        seat = at.to_act[0]
        view = at.view(seat)
        body = view.to_json()
        told += [view.prompt(PLAYERS), at.view(None).prompt(PLAYERS)]
        for action in view.legal():
            told += [label(str(action), PLAYERS), hint(body, str(action), PLAYERS)]
        at = at.play(seat, view.legal()[(ply * 5 + seat) % len(view.legal())])
    assert at.over
    assert not [
        sentence for sentence in told if not sentence or re.search(r"[{}]|None|\bunknown\b", sentence)
    ]
