"""The pages of Cartagena: every phase renders and says what it must, and no more than its reader may know."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from quarterdeck.games.cartagena.board import choices, places, sea, seats
from quarterdeck.i18n import use
from quarterdeck.play import Game, Record
from quarterdeck.tables.match.match import Match
from quarterdeck.web.table import markup
from tests.tables.tables import kinds, play
from tests.web.moments import NAMES
from tests.web.outline import asset, made
from tests.web.voyages import CARTAGENA


@pytest.mark.parametrize(
    ("phase", "label"),
    [
        ("rob", "Steal nothing"),
        ("spy", "Look at none"),
        ("inspect", "Look at no pair"),
        ("side", "Leave it untouched"),
    ],
)
def test_CA_47_CA_49_CA_50_CA_51_to_decline_is_the_last_button(phase: str, label: str) -> None:
    context = declined(phase)
    shown = choices.asked(context, iter(range(1, 10)))
    last = shown[-1]
    assert (last["choice"].action, last["choice"].label, last["picture"]) == ("done", label, "leave")
    assert [one["choice"].action for one in shown].count("done") == 1
    assert f'id="about-{last["choice"].slug}"' in markup.regions(context)["region_prompt"]


def declined(phase: str) -> dict[str, Any]:
    """A page on which Ann may decline what a pirate offers."""
    pirate = {"rob": "chang-ye", "spy": "ojo", "inspect": "cambivalute", "side": "bijoux"}[phase]
    setup = {
        "row": [pirate],
        "sides": ["diaz", "diaz", "diaz", "diaz"],
        "pairs": [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]],
    }
    record = Record(Game("cartagena", players=4), seed=1, names=list(NAMES)[:4], setup=setup)
    match = Match.fresh(record, kinds(1, 4), "owner")
    play(match, 0, match.version, match.game.action(f"take {pirate}"))
    return CARTAGENA.context(match)


def test_the_row_is_among_the_actions_and_for_those_who_only_watch_above_them() -> None:
    made = markup.regions(CARTAGENA.at("cabins"))
    assert "row-of-doors" in made["region_prompt"]
    assert "row-of-doors" not in made["region_doors"]
    watched = markup.regions(CARTAGENA.replayed("cabins"))
    assert "row-of-doors" in watched["region_doors"]
    assert "<button" not in watched["region_doors"]


def test_CA_25_what_may_be_behind_the_closed_doors_is_told() -> None:
    closed = {"state": "closed"}
    view: dict[str, Any] = {"row": [{"state": "open"}, closed, closed, closed], "face_down": ["ghost", "ojo"]}
    assert choices.stake(view) == "One of the 3 closed doors may hide the Ghost."
    assert choices.stake({**view, "row": [closed]}) == "The last closed door may hide the Ghost."
    assert choices.stake({**view, "face_down": ["ojo"]}) == "The Ghost is not behind a closed door."
    assert choices.stake({**view, "row": [{"state": "used"}]}) == ""


def test_CA_26_a_used_door_says_who_has_used_it() -> None:
    context = CARTAGENA.at("cabins all open")
    door = next(door for door in context["view"]["row"] if door["state"] == "used")
    door["by"] = 2
    assert "used by Cleo" in markup.regions(context)["region_prompt"]
    door["pirate"] = "ghost"
    assert 'title="Has used the Ghost"' in markup.table(context)


def test_CA_48_coins_on_sate_lie_on_the_card() -> None:
    context = CARTAGENA.at("cabins")
    context["view"]["row"][0] = {"pirate": "sate", "state": "open", "by": None, "available": False}
    context["view"]["sate_coins"] = 2
    assert "2 coins on the card" in markup.regions(context)["region_prompt"]


def test_a_door_that_is_not_open_to_one_says_why() -> None:
    context = CARTAGENA.at("cabins", why={"take pang": "You have passed him by (CA-23)."})
    context["view"]["row"][0] = {"pirate": "pang", "state": "open", "by": None, "available": False}
    context["view"]["legal"] = ["open"]
    assert "You have passed him by (CA-23)." in markup.regions(context)["region_prompt"]


def test_whoever_waits_hears_for_whom() -> None:
    context = CARTAGENA.at("cabins", why={})
    context["view"] |= {"to_act": [2], "turn": 2, "legal": []}
    prompt = markup.regions(context)["region_prompt"]
    assert "Not yet: Cleo is to act (CA-" in prompt
    assert "data-shortcut" not in prompt


def supply(pile: str, count: int, dry: bool = False) -> dict[str, Any]:
    view = CARTAGENA.at("cabins")["view"]
    view["supply"][pile] = count
    view["dry"] = [pile] if dry else []
    made = places.supplies(view)
    return next(one for one in made.values() if one["pile"] == pile)


def test_CA_29_a_supply_says_that_it_runs_out() -> None:
    assert supply("gold", 12)["sign"] == ""
    assert supply("gold", 3)["sign"] == "runs out soon"
    assert supply("gold", 1, dry=True)["sign"] == "run out: the voyage ends"
    context = CARTAGENA.at("cabins")
    context["view"]["supply"]["coins"] = 4
    assert "runs out soon" in markup.regions(context)["region_chart"]


def test_CA_28_the_lifeboat_shows_who_is_seasick() -> None:
    context = CARTAGENA.at("cabins")
    context["view"]["boat"] = "ghost"
    assert "In the lifeboat: the Ghost, seasick." in markup.regions(context)["region_chart"]
    context["view"]["boat"] = None
    assert "The lifeboat is empty." in markup.regions(context)["region_chart"]


def test_CA_51_a_pair_tells_what_its_reader_knows_and_who_has_seen_it() -> None:
    context = CARTAGENA.at("cabins")
    one = context["view"]["sailors"]["pairs"][0]
    one |= {"placed": True, "valverde": None, "diaz": None, "values": None, "shown": False, "seen_by": [0, 2]}
    told = places.pair(context, 0)
    assert told["sentence"] == "Pair A: two sailors unknown to you; seen by you and Cleo"
    assert told["values"] == {"valverde": "?", "diaz": "?"}
    with use("de"):
        assert places.pair(context, 0)["sentence"].endswith("; angesehen von dir und Cleo")
    one |= {"values": [3, 8], "seen_by": [0]}
    assert places.pair(context, 0)["values"] == {"valverde": "3/8", "diaz": "3/8"}
    one |= {"valverde": 8, "diaz": 3}
    assert places.pair(context, 0)["values"] == {"valverde": "8", "diaz": "3"}
    assert "8 for Captain Valverde, 3 for Ramon Diaz" in places.pair(context, 0)["sentence"]


def test_sailors_on_deck_are_named_after_the_places_to_which_they_will_go() -> None:
    context = CARTAGENA.at("sailors")
    placed = context["view"]["sailors"]["placed"]
    deck = places.deck({**context, "held": True})
    held = deck["pairs"][placed]
    assert held["names"] == {"valverde": f"sailor{2 * placed}", "diaz": f"sailor{2 * placed + 1}"}
    assert deck["mates"] == [f"sailor{at}" for at in range(2 * placed + 2, 10)]


@pytest.mark.parametrize(
    ("side", "saw", "shown", "words"),
    [
        (None, [], None, "No side taken yet"),
        ("unknown", [], None, "Has taken a side, face down"),
        (
            "diaz",
            [{"seat": 1, "side": "diaz", "fresh": True}],
            "diaz",
            "Stands for Ramon Diaz (grey): you have looked",
        ),
        (
            "unknown",
            [{"seat": 1, "side": "diaz", "fresh": False}],
            None,
            "Was for Ramon Diaz (grey) when you looked, and has handled the card since",
        ),
    ],
)
def test_CA_50_a_conviction_shows_what_its_reader_has_seen_of_it(
    side: str | None, saw: list[dict[str, Any]], shown: str | None, words: str
) -> None:
    context = CARTAGENA.at("cabins")
    for one in context["view"]["seats"]:
        one["saw"] = []
    context["view"]["seats"][1]["side"] = side
    context["view"]["seats"][0]["saw"] = saw
    ben = made(seats.panels(context))[0]["seat"]
    assert (ben["name"], ben["side"], ben["side_words"]) == ("Ben", shown, words)
    assert ben["stale"] == ("diaz" if "Was for" in words else None)
    assert ben["spied"] == (shown is not None)
    assert words in markup.regions(context)["region_seats"]


def test_CA_50_that_others_have_looked_at_one_s_conviction_is_told() -> None:
    context = CARTAGENA.at("cabins")
    for one in context["view"]["seats"]:
        one["saw"] = []
    context["view"]["seats"][0]["side"] = "valverde"
    context["view"]["seats"][2]["saw"] = [{"seat": 0, "side": "unknown", "fresh": True}]
    mine = made(seats.panels(context))[-1]["seat"]
    assert mine["side_words"] == "You stand for Captain Valverde (pink); Cleo looked at it"


def test_the_pictures_of_one_s_hand_are_not_read_out_beside_its_words() -> None:
    prompt = markup.regions(CARTAGENA.at("cabins"))["region_prompt"]
    mine = prompt.partition('class="mine"')[2]
    words, _, drawn = mine.partition('<span class="drawn" aria-hidden="true">')
    assert "combat card" in words
    assert "blade" in drawn
    assert not re.search("blade|nugget", words)


def test_a_hand_is_shown_by_kind_and_a_hidden_one_by_its_backs() -> None:
    context = CARTAGENA.at("cabins")
    mine, other = context["view"]["seats"][:2]
    mine |= {"combat": ["grey 1", "pink 2", "pink 2"], "combat_count": 3}
    mine["combat_known"] = mine["combat"]
    other |= {"combat": None, "combat_count": 4, "combat_known": ["grey 3"], "gold": None, "gold_count": 2}
    other["gold_known"] = [3]
    panels = [one["seat"] for one in made(seats.panels(context))]
    assert panels[-1]["combat"] == [{"card": "pink 2", "count": 2}, {"card": "grey 1", "count": 1}]
    assert panels[-1]["combat_words"] == "3 combat cards: 2 × Pink 2, Grey 1"
    assert (panels[0]["combat_backs"], panels[0]["gold_backs"]) == (3, 1)
    assert panels[0]["combat_words"] == "4 combat cards, among them Grey 3"
    assert panels[0]["gold_words"] == "2 gold cards, among them worth 3"


def test_the_steps_are_the_turns_of_the_round_from_the_giver_on() -> None:
    context = CARTAGENA.at("cabins")
    view = context["view"]
    view |= {"giver": 3, "turn": 0}
    for seat, one in enumerate(view["seats"]):
        one["used"] = "pang" if seat == 3 else None
    steps = [(step["label"], step["state"]) for step in choices.phase_steps(context)]
    assert steps == [
        ("Dan", "done"),
        ("Ann", "now"),
        ("Ben", "next"),
        ("Cleo", "next"),
        ("The ship sails", "next"),
    ]


def test_the_style_sheet_of_the_route_is_the_one_that_the_geometry_makes() -> None:
    assert asset("cartagena/route.css").read_text(encoding="utf-8") == sea.route_css()


@pytest.mark.parametrize("spaces", [4, 24, 60])
def test_a_route_of_any_length_goes_all_the_way_round(spaces: int) -> None:
    slots = [sea.slot_of(space, spaces) for space in range(spaces)]
    assert (slots[0], slots[-1]) == (0, sea.SLOTS)
    assert slots == sorted(set(slots))


@pytest.mark.parametrize("chart", [sea.WIDE, sea.TALL])
def test_the_slots_of_the_route_lie_on_the_chart_at_equal_distances(chart: sea.Sea) -> None:
    way = [sea.place(chart, slot) for slot in range(sea.SLOTS + 1)]
    steps = [((x - a) ** 2 + (y - b) ** 2) ** 0.5 for (x, y), (a, b) in pairwise(way)]
    assert max(steps) < 1.6 * min(steps)
    assert all(40 < x < chart.width - 40 and 40 < y < chart.height - 40 for x, y in way)
    assert sea.line(chart, 0, 4).count("L") == 12
