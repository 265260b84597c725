"""Meuterer in words: every rule, event, action and reason has its sentence, filled in and in good grammar."""

from __future__ import annotations

import pytest

from quarterdeck.games.meuterer.game import GAME
from quarterdeck.games.meuterer.words import actions, names
from quarterdeck.games.meuterer.words.hints import hint
from quarterdeck.play import Game
from quarterdeck.testing.matches import random_match
from tests.games.meuterer.table import Match

NAMES = ("Ann", "Bert", "Cy", "Di")


def test_a_name_is_never_taken_for_a_template() -> None:
    odd = ("{points} {0} %s {name}",)
    assert actions.prompt("sell", False, odd[0], captain=False).startswith(odd[0])


SENTENCES = [
    ("offer 0", "Offer the First Mate nothing extra"),
    ("offer 1", "Offer the First Mate 1 point"),
    ("offer 3", "Offer the First Mate 3 points"),
    ("show wine", "Show wine"),
    ("show ruby", "Show ruby"),
    ("leave", "Leave"),
    ("leave mutineer", "Leave as the Mutineer"),
    ("leave cabin-boy", "Leave as the Cabin Boy"),
    ("conflict 0", "Play no conflict card"),
    ("conflict 1", "Play 1 conflict card"),
    ("conflict 2", "Play 2 conflict cards"),
    ("sell 2 wine / 1 grain", "Sell 2 wine here and 1 grain at the island the ship came from"),
    ("sell 2 ruby / -", "Sell 2 rubies here"),
    ("sell - / 1 ruby", "Sell 1 ruby at the island the ship came from"),
    ("sell - / -", "Sell nothing"),
    ("return salt", "Give back salt"),
]


REFUSED = [
    "",
    "dance",
    "offer 4",
    "show gold",
    "leave captain",
    "conflict x",
    "conflict ²",
    "sell 2 wine",
    "sell 2 / -",
]


@pytest.mark.parametrize("phase", names.PHASES)
def test_every_phase_asks_its_question(phase: str) -> None:
    mine = actions.prompt(phase, True, "Bert", captain=False)
    theirs = actions.prompt(phase, False, "Bert", captain=False)
    assert "Bert" not in mine
    assert ("Bert" in theirs) == (phase != "over")


def test_the_question_of_phase_2_depends_on_captaincy_and_on_having_left() -> None:
    questions = {
        actions.prompt("show", you, "Bert", captain, left)
        for you in (True, False)
        for captain, left in ((True, False), (False, False), (False, True))
    }
    assert len(questions) == 6


# For every code: values, the rule and the sentence.


def test_names_have_plurals() -> None:
    assert names.good_name("ruby") == "ruby"
    assert names.good_name("ruby", 2) == "rubies"
    assert names.good_count("conflict", 1) == "1 conflict card"
    assert names.good_count("conflict", 2) == "2 conflict cards"
    assert names.buys_name("any") == "any one kind"
    assert names.option_words("players", 4) == "4 players"
    assert names.option_words("rules", "french") == "French rulebook"
    assert names.option_words("pirates", "off") == "No pirates"


def test_every_good_role_phase_and_option_has_its_names() -> None:
    said = [
        *(name(good) for good in names.GOODS for name in (names.good_name, names.card_name)),
        *(
            name(role)
            for role in names.ROLES
            for name in (names.role_name, names.role_phrase, names.role_power)
        ),
        *(names.phase_name(phase) for phase in names.PHASES),
        *(
            name(chosen)
            for chosen in names.RULE_SETS
            for name in (names.rule_set_name, names.rule_set_summary)
        ),
        *(names.option_words("pirates", setting) for setting in names.PIRATES),
        *(names.option_words(option.name, None) for option in GAME.options),
    ]
    assert all(said)
    assert not [name for name in said if "{" in name]


@pytest.mark.parametrize(
    ("round_no", "told"),
    [
        (8, "Draw 3 more cards, then give 3 of those drawn back."),
        (9, "Nothing in the last round: the game ends before anybody draws."),
    ],
)
def test_ME_70_the_loader_draws_nothing_in_the_last_round(round_no: int, told: str) -> None:
    match = Match("wine", "salt", "cloth", round=round_no).play("0 offer 0", "0 leave", "1 leave")
    assert hint(match.view(1), "leave loader") == told


@pytest.mark.parametrize("rules", ["english", "french", "manual"])
def test_ME_55_the_last_choice_in_a_mutiny_says_how_it_ends(rules: str) -> None:
    compared = 0
    for seed in range(25):
        for position, seat, action in random_match(Game("meuterer", players=4, rules=rules), seed):
            if position.view(seat).to_json()["phase"] != "mutiny":
                continue
            ends = [event for event in position.play(seat, action).events if event.kind.startswith("mutiny_")]
            for event in ends:
                outcome = "succeeds" if event.kind == "mutiny_won" else "fails"
                strengths = f"{event.data['for']} to {event.data['against']}"
                said = hint(position.view(seat).to_json(), str(action))
                assert said.endswith(f"Then the mutiny has {strengths}: so far it {outcome}.")
                compared += 1
    assert compared > 20
