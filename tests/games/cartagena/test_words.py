"""Cartagena's names and rules."""

from __future__ import annotations

from quarterdeck.games.cartagena import actions as texts
from quarterdeck.games.cartagena import describe, table
from quarterdeck.games.cartagena.words import names
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
