"""Cartagena's names and rules; and whole matches, in which all that is told and asked is in words."""

from __future__ import annotations

import re

import pytest

import quarterdeck
from quarterdeck.errors import QuarterdeckError
from quarterdeck.games.cartagena import actions as texts
from quarterdeck.games.cartagena import describe, table
from quarterdeck.games.cartagena.words import actions, names, overview, rules
from quarterdeck.games.cartagena.words.hints import hint, label
from scripts import write_rules

PLAYERS = ["Ann", "Bert", "Cy", "Di"]


def test_the_names_are_those_of_the_game() -> None:
    assert names.PIRATES == texts.PIRATE_NAMES
    assert names.SIDES == texts.SIDE_NAMES
    assert names.COMBAT == texts.CARD_NAMES
    assert tuple(texts.PAIR_NAMES) == names.PAIRS
    assert names.PHASES == describe.PHASES
    assert names.PILES == describe.PILES
    assert set(names.SPACES) == set(table.standard().route)
    game = quarterdeck.game("cartagena")
    assert tuple(option.name for option in game.spec.options) == names.OPTIONS


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
    with pytest.raises(KeyError):
        names.option_words("rules", "english")


def test_every_pirate_has_a_line_on_what_a_visit_brings() -> None:
    said = [names.pirate_action(pirate) for pirate in names.PIRATES]
    assert len(set(said)) == len(names.PIRATES)
    assert max(map(len, said)) <= 72


def test_every_rule_id_is_there_once_and_in_order() -> None:
    numbers = [*range(1, 5), *range(10, 14), *range(20, 30), *range(40, 53), *range(60, 70), 80, 81]
    assert list(rules.RULES) == [f"CA-{number}" for number in numbers]
    assert [id for section in rules.SECTIONS for id in section.ids] == list(rules.RULES)


def test_a_pirates_rule_bears_its_name() -> None:
    told = [rules.RULES[f"CA-{40 + number}"].title for number in range(len(names.PIRATES))]
    assert told == [*(names.pirate_name(pirate) for pirate in names.PIRATES[:-1]), "The Ghost"]


def test_every_rule_that_is_cited_exists() -> None:
    told = [f"{rule.text} {rule.decision or ''}" for rule in rules.RULES.values()]
    told += [text for _title, text in (*overview.VOYAGE, *overview.MUTINY)]
    told += [text for _form, text in actions.FORMS]
    cited = {id for text in told for id in re.findall(r"[A-Z]{2}-\d+", text)}
    assert len(cited) >= 20
    assert cited <= set(rules.RULES)


def test_the_decisions_are_marked() -> None:
    decided = [rule.id for rule in rules.RULES.values() if rule.decision]
    assert decided == [f"CA-{number}" for number in (4, 13, 28, 29, 45, 48, 60, 66, 67, 80)]


@pytest.mark.parametrize("name", ["CA-48", "ca-48", "ca48", "48", " CA 48 ", "ca_048"])
def test_a_rule_is_found_however_its_id_is_written(name: str) -> None:
    assert rules.rule(name).id == "CA-48"


def test_an_unknown_rule_is_answered_with_the_nearest() -> None:
    with pytest.raises(
        QuarterdeckError, match=r"^Cartagena has no rule CA-35: the nearest are CA-29 and CA-40\.$"
    ):
        rules.rule("CA-35")
    with pytest.raises(QuarterdeckError, match=r"the nearest are CA-80 and CA-81\.$"):
        rules.rule("9999")


@pytest.mark.parametrize("name", ["", "CA-", "ME-1", "mutiny", "6" * 40, "-1x", "٦٦"])
def test_what_is_no_rule_number_is_answered_with_how_to_write_one(name: str) -> None:
    with pytest.raises(QuarterdeckError, match="is not the number of a rule: write it like CA-48"):
        rules.rule(name)


def test_the_rules_page_is_in_step_with_the_rules() -> None:
    assert write_rules.PAGES["cartagena"].read_text(encoding="utf-8") == write_rules.cartagena(), (
        "run python -m scripts.write_rules"
    )


def test_the_rules_page_has_a_heading_for_every_rule() -> None:
    headings = re.findall(r"^### (CA-\d+)$", write_rules.cartagena(), re.MULTILINE)
    assert headings == list(rules.RULES)


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
