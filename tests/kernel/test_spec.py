"""A game that gives no more than it must: Kuhn poker, with the defaults for everything else."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from quarterdeck.errors import (
    ActionTextError,
    GameError,
    GameOptionError,
    IllegalAction,
    QuarterdeckError,
    SetupError,
    TableFileError,
)
from quarterdeck.kernel import verbs
from quarterdeck.kernel.contested import Contested, Reading, flags
from quarterdeck.kernel.encode import Block
from quarterdeck.kernel.option import Option
from quarterdeck.kernel.record import new
from quarterdeck.kernel.rulebook import Rule, Rulebook, Section
from quarterdeck.kernel.sentences import Reason
from quarterdeck.kernel.spec import Fact, GameSpec, _derived
from quarterdeck.play import GAMES, Game
from quarterdeck.testing import random_positions
from tests.bots.search.kuhn import VERBS, Kuhn, over, to_act

NAMES = ["Ann", "Bert"]
TEXTS = ("pass", "bet 1")


def template(_options: Mapping[str, Any], _table: Any) -> Kuhn:
    return new(Kuhn)


def describe(s: Any, _table: Any) -> dict[str, Any]:
    acting = to_act(s)
    return {
        "phase": "over" if over(s) else "betting",
        "to_act": [seat for seat in range(2) if (acting >> seat) & 1],
        "seats": [{"card": None if card < 0 else int(card), "in_play": True} for card in s.card],
        "said": list(bin(s.said)[3:]),
    }


def fact(row: Sequence[int], _table: Any) -> Fact:
    raise AssertionError(f"Kuhn poker tells no facts, but was asked for {row}")


def event_sentence(
    kind: str, _data: Mapping[str, int | str], _seat: int, _names: Sequence[str], _you: int | None
) -> str:
    raise AssertionError(f"Kuhn poker tells no facts, but was asked for {kind}")


SPEC = GameSpec(
    id="kuhn-poker",
    title="Kuhn poker",
    rules_version=1,
    state=Kuhn,
    verbs=VERBS,
    options=(Option("players", (2,)),),
    actions=2,
    max_plies=100,
    blocks=(Block("all", 2, "the own card; what was said"),),
    rulebook=Rulebook(
        Section("The game", (Rule("KU-1", "Cards", "Three cards."), Rule("KU-2", "Bets", "One chip."))),
        Section("The end", (Rule("KU-10", "Showdown", "The higher card wins."),)),
    ),
    template=template,
    describe=describe,
    action_text=TEXTS.__getitem__,
    fact=fact,
    event_sentence=event_sentence,
)


def ended(game: Game) -> Any:
    return game.start(seed=1).play(0, "pass").play(1, "pass")


def test_the_checks_look_at_a_position_of_a_short_game_too() -> None:
    (only,) = random_positions(Game(SPEC), seed=11, every=60)
    assert only.to_act


def test_it_can_be_played_from_beginning_to_end() -> None:
    game = Game(SPEC)
    start = game.start(seed=1)
    assert (start.progress, start.opening, game.players) == ((1, None), "Round 1", 2)
    assert [str(action) for action in start.legal()] == ["pass", "bet 1"]
    assert ended(game).over
    assert ended(game).winners


def test_a_spec_registers_its_verbs_once() -> None:
    known = list(verbs._COMPILED)
    assert verbs.verbs_of(new(Kuhn)) is VERBS
    assert replace(SPEC, title="Another").verbs is VERBS
    assert known == verbs._COMPILED


@pytest.mark.parametrize("spec", [SPEC, *GAMES.values()], ids=lambda spec: spec.id)
def test_a_spec_is_hashable_and_travels_between_processes(spec: GameSpec) -> None:
    assert len({spec, replace(spec)}) == 1
    travelled = pickle.loads(pickle.dumps(spec))
    assert travelled.public_text(1) == spec.public_text(1)
    assert travelled.rulebook.find("1").title == spec.rulebook.find("1").title


def test_actions_are_read_back_told_and_known_to_all() -> None:
    action = Game(SPEC).action(" BET  1 ")
    assert (action.id, action.sentence()) == (1, "Bet 1")
    assert SPEC.public_text(1) == "bet 1"
    with pytest.raises(ActionTextError) as caught:
        Game(SPEC).action("raise")
    assert str(caught.value) == "“raise” is no action; actions read like “pass” or “bet 1”."


def test_it_has_no_component_table() -> None:
    table = SPEC.read_table(None)
    assert table == SPEC.read_table(table)
    assert (table.players, SPEC.table_json(table), SPEC.has_tiny) == ((), None, False)
    assert Game(SPEC) == Game(SPEC)
    assert hash(Game(SPEC)) == hash(Game(SPEC))
    sources: tuple[Any, ...] = ("tiny", {}, 7)
    for wrong in sources:
        with pytest.raises(TableFileError, match=r"^table: Kuhn poker has no component table\.$"):
            Game(SPEC, table=wrong)


def test_no_match_begins_from_a_set_up() -> None:
    with pytest.raises(SetupError, match=r"^A match of Kuhn poker can't begin from a set-up of one's own\.$"):
        Game(SPEC).start(seed=1, setup={})


def test_a_log_has_one_part() -> None:
    assert SPEC.chapter("", {}) is None
    assert SPEC.chapter("said", {"round": 3}) is None


def test_an_illegal_action_is_refused_by_the_first_rule() -> None:
    start = Game(SPEC).start(seed=1)
    with pytest.raises(IllegalAction) as caught:
        start.play(1, "pass")
    assert caught.value.rule == "KU-1"
    assert caught.value.sentence == "It is not your turn: another player has to act first."
    assert start.view(None).why_not("pass") == (caught.value.rule, caught.value.sentence)
    assert ended(Game(SPEC)).view(0).why_not("pass") == ("KU-1", "The game is over: nothing more is played.")


def test_a_table_of_phases_gives_the_rule_and_the_sentence() -> None:
    told = replace(SPEC, why_not=_derived, refusals={"betting": Reason("KU-2", "One chip at most.")})
    start = Game(told).start(seed=1)
    assert start.view(1).why_not("pass")[0] == "KU-2"
    assert ended(Game(told)).view(0).why_not("pass")[0] == "KU-1"
    view = start.view(0).state
    assert told.why_not(view, 0, 1, None) == ("KU-2", "One chip at most.")
    sentence = "That is not possible now: choose one of the legal actions."
    assert SPEC.why_not(view, 0, 1, None) == ("KU-1", sentence)


def test_who_is_to_act_is_asked() -> None:
    start = Game(SPEC).start(seed=1)
    assert start.view(0).prompt(NAMES) == "It is your turn: choose an action."
    assert start.view(1).prompt(NAMES) == start.view(None).prompt(NAMES) == "Ann is to act."
    assert ended(Game(SPEC)).view(0).prompt(NAMES) == "The game is over."
    assert SPEC.prompt({"to_act": [0, 1], "seat": None}, NAMES) == "Ann and Bert are to act."


def test_options_have_labels() -> None:
    assert (SPEC.option_words("players", None), SPEC.option_words("players", 2)) == ("Players", "2 players")
    assert (SPEC.option_words("rule_set", None), SPEC.option_words("rule_set", "long")) == (
        "Rule set",
        "Long",
    )
    assert SPEC.option_words("rounds", 3) == "3"


def test_a_view_is_readable_text() -> None:
    view = Game(SPEC).start(seed=1).view(0)
    card = view.to_json()["seats"][0]["card"]
    assert str(view).split("\n") == [
        "Kuhn poker",
        "  Seat: 0",
        "  Phase: betting",
        "  To act: 0",
        "  Said: –",
        "  Winners: –",
        "Options",
        "  Players: 2",
        "Seats",
        f"  0: card {card}, in play yes",
        "  1: card –, in play yes",
    ]


def test_nested_values_stand_in_brackets() -> None:
    body = {"game": "odd", "deals": {"left": [{"a": 1, "b": None}, {}], "won": False}, "ring": [[1, 2], [3]]}
    told = SPEC.text({"legal": ["pass"], **body})
    assert told.split("\n") == [
        "Kuhn poker",
        "Deals",
        "  Left: (a 1, b –), –",
        "  Won: no",
        "Ring",
        "  0: 1, 2",
        "  1: 3",
    ]


def test_a_view_is_a_picture_of_its_text() -> None:
    body = Game(SPEC).start(seed=1).view(0).to_json() | {"said": ["<b>"]}
    picture = ElementTree.fromstring(SPEC.draw(body))
    assert [one.text for one in picture.iter() if one.tag.endswith("}text")] == SPEC.text(body).split("\n")


def test_rules_are_found() -> None:
    assert SPEC.rulebook.find("ku 2").title == "Bets"
    with pytest.raises(QuarterdeckError, match=r"^There is no rule KU-5: the nearest are KU-2 and KU-10\.$"):
        SPEC.rulebook.find("5")
    with pytest.raises(QuarterdeckError, match=r"^“bets” is not the number of a rule: write it like KU-1\.$"):
        SPEC.rulebook.find("bets")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("seed", "An option can't be called “seed”: commands have an option of that name"),
        ("Win at", "“Win at” can't be the name of an option: write small letters, digits and underscores."),
    ],
)
def test_names_that_commands_can_not_use_are_refused(name: str, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        Option(name, (1, 2))


ANTE = Option("ante", ("one", "two"), rule="KU-2")
READINGS = (
    Reading("one coin", "Each player pays one."),
    Reading("two coins", "Each pays two.", "It costs more."),
)
POINT = Contested("KU-2", "The ante", READINGS, option="ante")


def test_a_house_rule_is_an_option_with_the_readings_of_a_contested_rule() -> None:
    spec = replace(SPEC, options=(*SPEC.options, ANTE), contested=(POINT,))
    assert (spec.label("ante"), spec.label("ante", "two"), spec.label("players")) == (
        "The ante",
        "two coins",
        "Players",
    )
    assert spec.house_rules_on({"players": 2, "ante": "one"}) == []
    assert spec.house_rules_on({"players": 2, "ante": "two"}) == ["The ante: two coins (KU-2)"]
    assert spec.chosen_labels({"players": 2, "ante": "two"}) == ["2 players", "The ante: two coins (KU-2)"]
    # A stored table may have a value of another version.
    assert spec.house_rules_on({"players": 2, "ante": "three"}) == []
    assert (spec.label("ante", "three"), spec.house_rules_on({"players": 2})) == ("three", [])
    assert [reading.changes for reading in POINT.readings] == ["", "It costs more."]
    with pytest.raises(GameOptionError, match=r"“ante” \(KU-2\) can be one, two, not “three”"):
        Game(spec, ante="three")


def test_flags_are_the_bits_of_the_chosen_readings() -> None:
    of = {("ante", "two"): 0, ("deal", "open"): 2, ("deal", "shut"): 3}
    assert flags({"ante": "one", "deal": "none"}, of) == 0
    assert flags({"ante": "two", "deal": "open"}, of) == 0b101
    assert flags({"deal": "shut"}, of) == 0b1000


@pytest.mark.parametrize(
    ("options", "contested", "sentence"),
    [
        ((ANTE,), (), "The option “ante” of Kuhn poker needs a rule and its readings, or neither."),
        ((Option("ante", ("one", "two")),), (POINT,), "“ante” of Kuhn poker needs a rule and its readings"),
        (
            (Option("ante", ("one", "two", "three"), rule="KU-2"),),
            (POINT,),
            "The option “ante” of Kuhn poker needs the rule KU-2 and a value for each reading.",
        ),
        ((), (POINT,), "The contested rule KU-2 of Kuhn poker, or its option “ante”, is missing."),
        (
            (),
            (Contested("KU-99", "The ante", READINGS),),
            "The contested rule KU-99 of Kuhn poker, or its option “”, is missing.",
        ),
    ],
)
def test_options_and_contested_rules_have_to_agree(
    options: tuple[Option, ...], contested: tuple[Contested, ...], sentence: str
) -> None:
    with pytest.raises(GameError) as error:
        replace(SPEC, options=(*SPEC.options, *options), contested=contested)
    assert sentence in str(error.value)
