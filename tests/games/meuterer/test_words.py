"""Meuterer in words: every rule, event, action and reason has its sentence, filled in and in good grammar."""

from __future__ import annotations

import re

import pytest

from quarterdeck.errors import ActionTextError, QuarterdeckError
from quarterdeck.games.meuterer.words import actions, events, names, overview, reasons, rules
from scripts import write_rules

NAMES = ("Ann", "Bert", "Cy", "Di")

# For every kind: the data, the sentence about Bert, and the sentence to Bert.
TOLD: list[tuple[str, dict[str, int | str], str, str]] = [
    (
        "round_began",
        {"round": 3},
        "Round 3 begins with Bert as Captain.",
        "Round 3 begins, and you are the Captain.",
    ),
    (
        "offered",
        {"points": 0},
        "Bert offers the First Mate nothing extra.",
        "You offer the First Mate nothing extra.",
    ),
    ("offered", {"points": 1}, "Bert offers the First Mate 1 point.", "You offer the First Mate 1 point."),
    ("offered", {"points": 2}, "Bert offers the First Mate 2 points.", "You offer the First Mate 2 points."),
    ("showed", {"good": "conflict"}, "Bert shows a conflict card.", "You show a conflict card."),
    ("showed", {"good": "pirates"}, "Bert shows the pirates card.", "You show the pirates card."),
    ("left", {"cards": 0}, "Bert leaves with an empty hand.", "You leave with an empty hand."),
    ("left", {"cards": 1}, "Bert leaves with 1 card in hand.", "You leave with 1 card in hand."),
    ("left", {"cards": 4}, "Bert leaves with 4 cards in hand.", "You leave with 4 cards in hand."),
    ("chose", {"role": "cabin-boy"}, "Bert chooses to be the Cabin Boy.", "You choose to be the Cabin Boy."),
    (
        "captain_bound",
        {"island": "Grünland"},
        "Bert sets course for Grünland.",
        "You set course for Grünland.",
    ),
    ("revealed", {"role": "first-mate"}, "Bert is the First Mate.", "You are the First Mate."),
    (
        "mutineer_bound",
        {"island": "Eisfelsen"},
        "Bert plans a mutiny and wants to sail to Eisfelsen.",
        "You plan a mutiny and want to sail to Eisfelsen.",
    ),
    (
        "fought",
        {"count": 0},
        "Bert plays no conflict card in the mutiny.",
        "You play no conflict card in the mutiny.",
    ),
    (
        "fought",
        {"count": 1},
        "Bert plays 1 conflict card in the mutiny.",
        "You play 1 conflict card in the mutiny.",
    ),
    (
        "fought",
        {"count": 3},
        "Bert plays 3 conflict cards in the mutiny.",
        "You play 3 conflict cards in the mutiny.",
    ),
    (
        "docked",
        {"island": "Eisfelsen", "points": 5},
        "Bert scores 5 points for docking at Eisfelsen.",
        "You score 5 points for docking at Eisfelsen.",
    ),
    (
        "docked",
        {"island": "Fingerhut", "points": 1},
        "Bert scores 1 point for docking at Fingerhut.",
        "You score 1 point for docking at Fingerhut.",
    ),
    (
        "mate_rewarded",
        {"points": 1, "offer": 0},
        "Bert scores 1 point as First Mate.",
        "You score 1 point as First Mate.",
    ),
    (
        "mate_rewarded",
        {"points": 3, "offer": 2},
        "Bert scores 3 points as First Mate, 2 of them from the offer.",
        "You score 3 points as First Mate, 2 of them from the offer.",
    ),
    ("offer_paid", {"points": 1}, "Bert pays the First Mate 1 point.", "You pay the First Mate 1 point."),
    ("offer_paid", {"points": 3}, "Bert pays the First Mate 3 points.", "You pay the First Mate 3 points."),
    (
        "offer_paid",
        {"points": 0},
        "Bert owes the First Mate nothing extra.",
        "You owe the First Mate nothing extra.",
    ),
    (
        "cabin_boy_rewarded",
        {"points": 2},
        "Bert scores 2 points as Cabin Boy.",
        "You score 2 points as Cabin Boy.",
    ),
    ("became_captain", {}, "Bert is the Captain from now on.", "You are the Captain from now on."),
    (
        "sold",
        {"island": "Hochland", "good": "ruby", "count": 2},
        "Bert sells 2 rubies at Hochland.",
        "You sell 2 rubies at Hochland.",
    ),
    (
        "sold",
        {"island": "Hochland", "good": "ruby", "count": 1},
        "Bert sells 1 ruby at Hochland.",
        "You sell 1 ruby at Hochland.",
    ),
    (
        "trade_points",
        {"island": "Hochland", "points": 4, "tied": 1},
        "Bert scores 4 points for selling the most at Hochland.",
        "You score 4 points for selling the most at Hochland.",
    ),
    (
        "trade_points",
        {"island": "Sandkap", "points": 1, "tied": 3},
        "Bert scores 1 point as one of 3 who sold the most at Sandkap.",
        "You score 1 point as one of 3 who sold the most at Sandkap.",
    ),
    (
        "trade_points",
        {"island": "Sandkap", "points": 0, "tied": 4},
        "Bert is one of 4 who sold the most at Sandkap, and a tie so wide scores nothing.",
        "You are one of 4 who sold the most at Sandkap, and a tie so wide scores nothing.",
    ),
    (
        "kind_points",
        {"good": "ruby", "points": 2, "tied": 1},
        "Bert scores 2 points for showing the most rubies.",
        "You score 2 points for showing the most rubies.",
    ),
    (
        "kind_points",
        {"good": "wine", "points": 1, "tied": 2},
        "Bert scores 1 point as one of 2 who showed the most wine.",
        "You score 1 point as one of 2 who showed the most wine.",
    ),
    (
        "kind_points",
        {"good": "wine", "points": 0, "tied": 3},
        "Bert is one of 3 who showed the most wine, and a tie so wide scores nothing.",
        "You are one of 3 who showed the most wine, and a tie so wide scores nothing.",
    ),
    ("drew", {"count": 0}, "Bert draws no card.", "You draw no card."),
    ("drew", {"count": 1}, "Bert draws 1 card.", "You draw 1 card."),
    ("drew", {"count": 3}, "Bert draws 3 cards.", "You draw 3 cards."),
    ("drew_good", {"good": "salt"}, "Bert draws a salt card.", "You draw a salt card."),
    (
        "loader_drew",
        {"count": 3},
        "Bert draws 3 cards more as Loader.",
        "You draw 3 cards more as Loader.",
    ),
    (
        "gave_back",
        {},
        "Bert gives back one of the cards just drawn, face down.",
        "You give back one of the cards just drawn, face down.",
    ),
    ("gave_back_good", {"good": "cloth"}, "Bert gives back a cloth card.", "You give back a cloth card."),
    ("won", {"points": 31}, "Bert wins with 31 points.", "You win with 31 points."),
    ("won", {"points": 1}, "Bert wins with 1 point.", "You win with 1 point."),
]

# Events that read the same whoever is told.
TOLD_ALIKE: list[tuple[str, dict[str, int | str], str]] = [
    (
        "pirates_sailed",
        {"from": "Piratennest", "to": "Sommerland"},
        "The pirate ship sails from Piratennest to Sommerland.",
    ),
    (
        "pirates_sailed",
        {"from": "Sandkap", "to": "Sandkap"},
        "The pirate ship does not move from Sandkap.",
    ),
    ("plundered", {}, "The pirates reach the ship and take every card shown so far."),
    ("mutiny_won", {"for": 3, "against": 1}, "The mutiny succeeds, 3 to 1."),
    ("mutiny_won", {"for": 2, "against": 2}, "The mutiny succeeds, 2 to 2: a tie is enough."),
    ("mutiny_lost", {"for": 0, "against": 1}, "The mutiny fails, 0 to 1."),
    ("sailed", {"from": "Hochland", "to": "Eisfelsen"}, "The ship sails from Hochland to Eisfelsen."),
    ("sailed", {"from": "Hochland", "to": "Hochland"}, "The ship stays at Hochland."),
    ("reshuffled", {}, "The draw pile is used up: the discards are shuffled into a new one."),
    ("game_over", {}, "The game is over."),
]


@pytest.mark.parametrize(("kind", "data", "they", "you"), TOLD)
def test_an_event_is_told_to_others_and_to_the_seat_it_is_about(
    kind: str, data: dict[str, int | str], they: str, you: str
) -> None:
    assert events.sentence(kind, data, 1, NAMES) == they
    assert events.sentence(kind, data, 1, NAMES, you=2) == they
    assert events.sentence(kind, data, 1, NAMES, you=1) == you


@pytest.mark.parametrize(("kind", "data", "sentence"), TOLD_ALIKE)
def test_an_event_about_nobody_reads_the_same_to_all(
    kind: str, data: dict[str, int | str], sentence: str
) -> None:
    assert events.sentence(kind, data, 1, NAMES, you=1) == sentence
    assert events.sentence(kind, data, -1, NAMES) == sentence


def test_every_event_kind_is_told() -> None:
    assert {kind for kind, *_rest in [*TOLD, *TOLD_ALIKE]} == set(events.KINDS)


def test_a_name_is_never_taken_for_a_template() -> None:
    odd = ("{points} {0} %s {name}",)
    told = events.sentence("offered", {"points": 2}, 0, odd)
    assert told == "{points} {0} %s {name} offers the First Mate 2 points."
    assert actions.prompt("sell", False, odd[0], captain=False).startswith(odd[0])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
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
        ("sell 2 wine / 1 grain", "Sell 2 wine here and 1 grain at the island astern"),
        ("sell 2 ruby / -", "Sell 2 rubies here"),
        ("sell - / 1 ruby", "Sell 1 ruby at the island astern"),
        ("sell - / -", "Sell nothing"),
        ("return salt", "Give back salt"),
    ],
)
def test_an_action_reads_as_an_imperative(text: str, sentence: str) -> None:
    assert actions.sentence(text) == sentence


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dance",
        "offer 4",
        "show gold",
        "leave captain",
        "conflict x",
        "conflict ²",
        "sell 2 wine",
        "sell 2 / -",
    ],
)
def test_a_text_that_is_no_action_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(ActionTextError, match="is no action of Meuterer: write it like “show wine”"):
        actions.sentence(text)


def test_a_refused_text_is_quoted_short_and_printable() -> None:
    with pytest.raises(ActionTextError) as refused:
        actions.sentence("\x1b[31m" + "x" * 10_000)
    assert len(str(refused.value)) < 150
    assert str(refused.value).isprintable()


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
REASONS: list[tuple[str, dict[str, int | str], str, str]] = [
    ("not_your_turn", {}, "ME-30", "It is not your turn: another player has to act first."),
    ("not_your_turn", {"phase": "mutiny"}, "ME-51", "It is not your turn: another player has to act first."),
    ("not_your_turn", {"rule": "ME-52"}, "ME-52", "It is not your turn: another player has to act first."),
    ("game_over", {}, "ME-70", "The game is over: nothing more is played."),
    (
        "wrong_phase",
        {"phase": "offer", "current": "sell"},
        "ME-20",
        "This belongs to the phase “Offer”; the phase now is “Selling”: choose an action of that one.",
    ),
    (
        "not_in_hand",
        {"good": "wine"},
        "ME-30",
        "You do not hold a wine card: show a card that you hold, or leave.",
    ),
    ("no_card", {}, "ME-31", "Your hand is empty: all you can do is leave."),
    (
        "role_taken",
        {"role": "merchant"},
        "ME-34",
        "The action cards no longer include the Merchant: take one of those still in the middle.",
    ),
    ("captain_takes_no_role", {}, "ME-2", "The Captain takes no action card: leave without one."),
    (
        "must_take_role",
        {},
        "ME-34",
        "Only the Captain leaves without an action card: take one of those in the middle.",
    ),
    ("leave_first", {}, "ME-34", "Leave first: only who has left looks at the action cards and takes one."),
    ("has_left", {}, "ME-32", "You have left and show nothing more: take one of the action cards."),
    (
        "has_passed",
        {},
        "ME-51",
        "You have had your say in this mutiny: what you played, or passed, is final.",
    ),
    ("not_captain", {}, "ME-20", "Only the Captain makes the offer to the First Mate."),
    (
        "too_many_conflicts",
        {"held": 0, "count": 1},
        "ME-51",
        "You hold no conflict card: the only thing to play is none.",
    ),
    (
        "too_many_conflicts",
        {"held": 1, "count": 2},
        "ME-51",
        "You hold only 1 conflict card and can't play 2.",
    ),
    (
        "too_many_conflicts",
        {"held": 2, "count": 3},
        "ME-51",
        "You hold only 2 conflict cards and can't play 3.",
    ),
    (
        "one_conflict_a_turn",
        {},
        "ME-52",
        "This rule set has one conflict card a turn: play one, or none and be done.",
    ),
    (
        "not_involved",
        {},
        "ME-50",
        "Only the Captain, the First Mate, the Mutineer and the Cabin Boy play conflict cards in a mutiny.",
    ),
    (
        "sale_not_shown",
        {"good": "ruby", "count": 2, "shown": 1},
        "ME-64",
        "You have shown 1 ruby and can't sell 2 rubies: each shown card is sold once at most.",
    ),
    (
        "sale_not_shown",
        {"good": "salt", "count": 2, "shown": 0},
        "ME-64",
        "You have not shown a salt card: only cards shown among the goods are sold.",
    ),
    (
        "sale_wrong_kind",
        {"good": "salt", "island": "Eisfelsen", "buys": "ruby"},
        "ME-63",
        "Eisfelsen buys only rubies: nothing else can be sold there.",
    ),
    (
        "sale_wrong_kind",
        {"good": "conflict", "island": "Hochland", "buys": "any"},
        "ME-63",
        "Nobody buys a conflict card: Hochland takes any one kind of goods, but conflicts and pirates are "
        "none.",
    ),
    (
        "sale_holds_back",
        {},
        "ME-64",
        "No card is held back that an active island would still take from you: sell it too.",
    ),
    (
        "no_island_astern",
        {},
        "ME-62",
        "The ship has not moved, so only its own island is active: sell there alone.",
    ),
    (
        "not_just_drawn",
        {"good": "grain"},
        "ME-74",
        "You have not just drawn a grain card: the Loader gives back only cards drawn this time.",
    ),
    (
        "no_selling_choice_in_manual",
        {},
        "ME-67",
        "This rule set sells at no island: every kind that you have shown scores by itself.",
    ),
]


@pytest.mark.parametrize(("code", "values", "rule", "sentence"), REASONS)
def test_a_reason_cites_its_rule(code: str, values: dict[str, int | str], rule: str, sentence: str) -> None:
    assert reasons.reason(code, **values) == (rule, sentence)


def test_every_reason_has_a_sentence_and_a_rule_that_exists() -> None:
    assert {code for code, *_rest in REASONS} == set(reasons.CODES)
    assert {rule for _code, _values, rule, _sentence in REASONS} <= set(rules.RULES)
    assert set(reasons.PHASE_RULES.values()) <= set(rules.RULES)


def test_names_have_plurals() -> None:
    assert names.good_name("ruby") == "ruby"
    assert names.good_name("ruby", 2) == "rubies"
    assert names.good_count("conflict", 1) == "1 conflict card"
    assert names.good_count("conflict", 2) == "2 conflict cards"
    assert names.buys_name("any") == "any one kind"
    assert names.choice_name("players", 4) == "4 players"
    assert names.choice_name("rules", "french") == "French rulebook"
    assert names.choice_name("pirates", "off") == "No pirates"


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
        *(names.choice_name("pirates", setting) for setting in names.PIRATES),
        *(names.option_name(option) for option in names.OPTIONS),
    ]
    assert all(said)
    assert not [name for name in said if "{" in name]


def test_every_rule_id_is_there_once_and_in_order() -> None:
    numbers = [*range(1, 5), *range(10, 14), 20, *range(30, 35), 40, *range(50, 56), *range(60, 68)]
    numbers += [*range(70, 76), *range(80, 84), 90, 91]
    assert list(rules.RULES) == [f"ME-{number}" for number in numbers]
    assert [id for section in rules.SECTIONS for id in section.ids] == list(rules.RULES)


def test_every_rule_that_is_cited_exists() -> None:
    told = [f"{rule.text} {rule.decision or ''}" for rule in rules.RULES.values()]
    told += [text for _title, text in overview.ROUND]
    told += [id for _what, id, _how in overview.COMPARED]
    told += [text for _form, text in actions.FORMS]
    cited = {id for text in told for id in re.findall(r"ME-\d+", text)}
    assert len(cited) >= 20
    assert cited <= set(rules.RULES)


def test_rule_sets_are_named_where_a_rule_is_not_for_all() -> None:
    only = {
        rule.id: rule.rule_sets for rule in rules.RULES.values() if len(rule.rule_sets) < len(names.RULE_SETS)
    }
    by_island = ("ME-51", "ME-62", "ME-63", "ME-64", "ME-65", "ME-66")
    assert only == {
        **dict.fromkeys(by_island, ("english", "french")),
        **dict.fromkeys(("ME-11", "ME-52", "ME-67"), ("manual",)),
    }


@pytest.mark.parametrize("name", ["ME-66", "me-66", "me66", "66", " ME 66 ", "me_066"])
def test_a_rule_is_found_however_its_id_is_written(name: str) -> None:
    assert rules.rule(name).id == "ME-66"


def test_an_unknown_rule_is_answered_with_the_nearest() -> None:
    with pytest.raises(
        QuarterdeckError, match=r"^Meuterer has no rule ME-57: the nearest are ME-55 and ME-60\.$"
    ):
        rules.rule("ME-57")
    with pytest.raises(QuarterdeckError, match=r"the nearest are ME-90 and ME-91\.$"):
        rules.rule("9999")


@pytest.mark.parametrize("name", ["", "ME-", "CA-1", "mutiny", "6" * 40, "-1x", "٦٦"])
def test_what_is_no_rule_number_is_answered_with_how_to_write_one(name: str) -> None:
    with pytest.raises(QuarterdeckError, match="is not the number of a rule: write it like ME-66"):
        rules.rule(name)


def test_the_rules_page_is_in_step_with_the_rules() -> None:
    assert write_rules.PAGES["meuterer"].read_text(encoding="utf-8") == write_rules.meuterer(), (
        "run python -m scripts.write_rules"
    )


def test_the_rules_page_has_a_heading_for_every_rule() -> None:
    headings = re.findall(r"^### (ME-\d+)$", write_rules.meuterer(), re.MULTILINE)
    assert headings == list(rules.RULES)
