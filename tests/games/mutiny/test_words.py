"""Mutiny!'s names and rules."""

from __future__ import annotations

import re

from quarterdeck.games.mutiny import actions as texts
from quarterdeck.games.mutiny import describe, table
from quarterdeck.games.mutiny.words import actions, names
from quarterdeck.games.mutiny.words.rules import RULEBOOK

PLAYERS = ["Ann", "Bert", "Cy", "Di", "Eve"]


def test_the_names_are_those_of_the_game() -> None:
    assert names.CREW == texts.CREW_NAMES
    assert names.DESTINATIONS == texts.DESTINATION_NAMES
    assert names.TOKENS == texts.TOKEN_NAMES
    assert names.RESOURCES == table.RESOURCE_NAMES
    assert names.PHASES == describe.PHASES
    assert names.RANKS == describe.RANKS


def test_the_names_read_well() -> None:
    assert names.crew_name("first-mate") == "First Mate"
    assert names.crew_phrase("deck-hand") == "the Deck Hand"
    assert names.stake("secondary", "cook") == "the secondary ability of the Cook"
    assert names.stake("course", "pilot") == "control of the Pilot"
    assert names.rank_name("primary") == "Primary ability"
    assert names.resource_name("cutlass") == "Cutlasses"
    assert names.counted("cutlass", 1) == "1 cutlass"
    assert names.counted("rum", 2) == "2 rum"
    assert names.tokens(2, 1) == "2 doubloons and 1 rum"
    assert names.tokens(0, 0) == "nothing"
    assert names.hoard(10, 0) == "10 cutlasses"
    assert names.effect_words("gunner", "cutlass", 1) == "Gunner: +1 cutlass"
    assert names.effect_words("cook", "doubloon", -2) == "Cook: −2 doubloons"
    assert names.destination_name("north") == "North"
    assert names.phase_name("bid") == "Bidding"
    assert names.addressed(1, PLAYERS, 1) == "you"
    assert names.addressed(1, PLAYERS, None) == "Bert"
    assert names.seat_name(3) == "seat 3"
    assert names.listed(PLAYERS[:1]) == names.alternatives(PLAYERS[:1]) == "Ann"
    assert names.listed(PLAYERS[:2]) == "Ann and Bert"
    assert names.listed(PLAYERS[:4]) == "Ann, Bert, Cy and Di"
    assert names.alternatives(PLAYERS[:3]) == "Ann, Bert or Cy"
    assert names.option_words("players", None) == "Players"
    assert names.option_words("players", 5) == "5 players"
    assert names.option_words("deals", None) == "Deals with the lookout"
    assert names.option_words("deals", "open") == "Open deals"
    assert names.option_words("deals", "closed") == "Closed offers"


def test_every_crew_member_has_a_line_on_each_ability() -> None:
    said = [names.crew_ability(crew) for crew in names.CREW]
    assert len(set(said)) == len(names.CREW)
    assert all(line and len(line) <= 72 for lines in said for line in lines)


def test_a_crew_members_rule_bears_its_name() -> None:
    told = [RULEBOOK.rules[f"MU-{24 + number}"].title for number in range(len(names.CREW))]
    assert told == [f"The {names.crew_name(crew)}" for crew in names.CREW]


def test_the_rules_page_knows_every_form_of_action() -> None:
    forms = [form for forms, _text in actions.FORMS for form in forms.split(", ")]
    values = {
        "bid D R": "bid 2 1",
        "offer N for SEAT then SEAT": "offer 1 for 0 then 2",
        "lose CREW": "lose cook",
    }
    written = [re.sub(r"\bN\b", "3", re.sub("SEAT", "1", values.get(form, form))) for form in forms]
    for text in (re.sub("from CREW to CREW", "from cook to pilot", one) for one in written):
        assert actions.sentence(re.sub("CREW", "gunner", text))
