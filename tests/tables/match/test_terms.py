"""The terms of a table: from a form and from JSON, in words, and what can't be agreed on."""

from __future__ import annotations

import re

import pytest

from quarterdeck.tables.match.terms import PRESETS, Terms, TermsError


def test_a_form_that_says_nothing_agrees_on_no_clock() -> None:
    terms = Terms.from_form({"game": "mutiny", "clock": "", "per_move": " "})
    assert terms == Terms() == PRESETS["none"]
    assert (terms.clock, terms.take_back, terms.talk) == ("none", True, True)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_what_its_name_in_a_form_gives(name: str) -> None:
    assert Terms.from_form({"clock": name}) == PRESETS[name]
    # The fields for figures of one's own are on the page, too, and don't count for a preset.
    assert Terms.from_form({"clock": name, "per_move": "7", "reserve": "8", "days": "9"}) == PRESETS[name]


def test_a_clock_of_one_s_own_has_its_own_figures_and_only_those() -> None:
    own = {"per_move": "45", "reserve": "90", "days": "2"}
    assert Terms.from_form({"clock": "live", **own}) == Terms("live", per_move=45, reserve=90)
    assert Terms.from_form({"clock": "slow", **own}) == Terms("slow", days=2)
    assert Terms.from_form({"clock": "live", "reserve": "0"}) == Terms("live", per_move=60)
    assert Terms.from_form({"clock": "slow"}) == PRESETS["slow-3"]


@pytest.mark.parametrize(("word", "meant"), [("on", True), ("off", False), ("1", True), ("False", False)])
def test_switches_are_words(word: str, meant: bool) -> None:
    terms = Terms.from_form({"take_back": word, "talk": word})
    assert (terms.take_back, terms.talk) == (meant, meant)


@pytest.mark.parametrize("terms", [*PRESETS.values(), Terms("live", 5, 0, timeout="seat", talk=False)])
def test_terms_survive_json(terms: Terms) -> None:
    assert Terms.from_json(terms.to_json()) == terms


def test_a_table_without_stored_terms_has_the_usual_ones() -> None:
    assert Terms.from_json({}) == Terms()


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (
            {"clock": "sand"},
            "“sand” is no choice for “clock”: choose among none, live-30, live-60, live-120, slow-1, slow-3, "
            "slow-7, live, slow.",
        ),
        (
            {"clock": "live", "per_move": "4"},
            "“per_move” has to be a whole number of seconds from 5 to 600.",
        ),
        (
            {"clock": "live", "per_move": "601"},
            "“per_move” has to be a whole number of seconds from 5 to 600.",
        ),
        (
            {"clock": "live", "reserve": "-1"},
            "“reserve” has to be a whole number of seconds from 0 to 7200.",
        ),
        (
            {"clock": "live", "reserve": "7201"},
            "“reserve” has to be a whole number of seconds from 0 to 7200.",
        ),
        ({"clock": "slow", "days": "0"}, "“days” has to be a whole number of days from 1 to 30."),
        ({"clock": "slow", "days": "31"}, "“days” has to be a whole number of days from 1 to 30."),
        ({"clock": "slow", "days": "9" * 5000}, "“days” has to be a whole number of days from 1 to 30."),
        ({"clock": "slow", "days": "²"}, "“days” has to be a whole number of days from 1 to 30."),
        ({"timeout": "lose"}, "“lose” is no choice for “timeout”: choose among move, seat."),
        ({"talk": "perhaps"}, "“talk” is on or off, in JSON true or false, not “perhaps”."),
    ],
)
def test_what_a_form_can_t_ask_for_is_one_sentence(form: dict[str, str], sentence: str) -> None:
    with pytest.raises(TermsError, match=f"^{re.escape(sentence)}$"):
        Terms.from_form(form)


@pytest.mark.parametrize(
    "stored",
    [
        None,
        [],
        {"clock": []},
        {"clock": "live"},
        {"per_move": 30},
        {"clock": "live", "per_move": 30, "days": 1},
        {"clock": "live", "per_move": 30.0},
        {"clock": "live", "per_move": True},
        {"clock": "slow", "days": "3"},
        {"talk": 1},
        {"hour_glass": 1},
    ],
)
def test_damaged_terms_are_refused(stored: object) -> None:
    with pytest.raises(TermsError):
        Terms.from_json(stored)


def test_terms_are_told_in_words() -> None:
    assert Terms().sentence() == "There is no clock. Moves can be taken back."
    assert Terms("live", 90, 3600, timeout="seat", take_back=False).sentence() == (
        "There is a clock: 1 minute 30 seconds a move and 60 minutes in reserve; when it has run out, a bot "
        "has the seat until its player is back. A move made is made."
    )
    assert Terms("slow", days=1, talk=False).sentence() == (
        "There is a clock: 1 day a move; when it has run out, a bot makes the move. "
        "Moves can be taken back, and nobody can write."
    )
    assert Terms("live", 30).clock_words() == "30 seconds a move"
    assert len({terms.clock_words() for terms in PRESETS.values()}) == len(PRESETS)
