"""The pages of Mutiny!: every phase renders and says what it must, and no more than its reader may know."""

from __future__ import annotations

import random
import re
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from quarterdeck.games.mutiny.board import choices, course, crew, seats
from quarterdeck.play import Action, Game, Record
from quarterdeck.tables.match.match import OPEN, Match, Viewer
from quarterdeck.tables.match.sight import look
from quarterdeck.web import pages
from quarterdeck.web.boards import BOARDS
from tests.tables.tables import kinds, play
from tests.web.outline import Outline, asset, made

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
MOMENTS = ("bid", "offer", "pick", "move", "course", "lose", "retrieve", "waiting bid", "waiting", "over")
REPLAY = {
    "ply": 3,
    "plies": 9,
    "seat": "0",
    "seats": [{"value": "0", "label": "Ann"}],
    "parts": [{"label": "Turn", "links": [{"mark": "1", "title": "Turn 1", "ply": 0, "here": True}]}],
    "move": "Ann: Sail north",
}


def fresh(seed: str, players: int = 4) -> Match:
    """A match at its start: the first seat a person's, the others played by bots."""
    made = Record(Game("mutiny", players=players), seed=seed, names=list(NAMES[:players]))
    return Match.fresh(made, kinds(1, players), "owner")


def step(match: Match, dice: random.Random) -> None:
    """One random move; bids are small, so that something is left for all crew members."""
    seat = dice.choice(match.position.to_act)
    legal: list[Action] = list(match.position.legal(seat))
    play(match, seat, match.version, dice.choices(legal, [_weight(action.text) for action in legal])[0])


def _weight(action: str) -> float:
    verb, *rest = action.split()
    return 0.6 ** (int(rest[0]) + int(rest[1])) if verb == "bid" else 0.2 if verb == "done" else 1


def context(match: Match, viewer: Viewer = 0, ply: int | None = None, **more: Any) -> dict[str, Any]:
    """The context of a page at a ply, the last one by default; its view may be changed without harm."""
    sight = look(match, viewer, ply)
    return {
        "title": sight.title,
        "table_id": "t4kq",
        "csrf": "token",
        "view": deepcopy(sight.view),
        "names": sight.names,
        "kinds": sight.kinds,
        "me": sight.you,
        "version": sight.ply,
        "log": [],
        **BOARDS["mutiny"].told(sight.chapters, len(sight.names)),
        "why": sight.why,
        "commitment": sight.commitment,
        "replay": None,
        **more,
    }


@cache
def moments() -> dict[str, tuple[Match, int]]:
    """A match and a ply for each of `MOMENTS`."""
    found: dict[str, tuple[Match, int]] = {}
    for number in range(88, 128):
        match, dice = fresh(str(number)), random.Random(number)
        while True:
            view = match.position.to_json()
            mine = 0 in view["to_act"]
            name = view["phase"] if mine or match.over else f"waiting {view['phase']}"
            found.setdefault(name if name in MOMENTS else "waiting", (match, match.version))
            if match.over:
                break
            step(match, dice)
        if len(found) == len(MOMENTS):
            break
    return found


def at(moment: str, **more: Any) -> dict[str, Any]:
    """The context of Ann's page at one of `MOMENTS`."""
    match, ply = moments()[moment]
    return context(match, 0, ply, **more)


def page_of(moment: str) -> str:
    match, ply = moments()["bid"]
    if moment == "watching":
        return pages.table(context(match, None, ply))
    if moment == "replay":
        shown = at("bid", replay=REPLAY, me=None)
        shown["view"]["legal"] = []
        return pages.replay(shown)
    return pages.table(at(moment))


@pytest.fixture(params=[*MOMENTS, "watching", "replay"])
def page(request: pytest.FixtureRequest) -> Outline:
    return Outline(page_of(request.param))


def test_every_moment_comes_up() -> None:
    assert set(moments()) == set(MOMENTS)


def test_no_page_needs_more_than_the_strict_content_policy_allows(page: Outline) -> None:
    for tag, attributes in page.elements:
        assert tag != "style"
        assert not {name for name in attributes if name == "style" or name.startswith("on")}
        assert tag != "script" or attributes.get("src", "")
    for address in page.values("src") + page.values("href") + page.values("action"):
        assert re.match(r"[/#]", address)


def test_ids_are_unique_and_all_that_refer_to_one_find_it(page: Outline) -> None:
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    referring = page.values("aria-describedby") + page.values("aria-labelledby") + page.values("for")
    named = [one for value in referring for one in value.split()]
    used = [value[1:] for tag, found in page.elements if tag == "use" and (value := found.get("href"))]
    assert set(named + used + page.values("form")) <= set(ids)


def test_static_files_that_pages_ask_for_exist(page: Outline) -> None:
    found = [one for one in page.values("src") + page.values("href") if one.startswith("/static/")]
    assert sum("/mutiny/" in one and ".css" in one for one in found) == len(BOARDS["mutiny"].styles)
    for one in found:
        assert asset(one).is_file()


def test_what_travels_has_names_of_its_own_that_the_style_sheet_knows(page: Outline) -> None:
    names = page.values("data-vt")
    assert len(names) == len(set(names))
    sheet = asset("mutiny/moves.css").read_text(encoding="utf-8")
    assert all(f'[data-vt="{name}"] {{ view-transition-name: {name}; }}' in sheet for name in names)


def test_the_style_sheet_of_the_routes_is_the_one_that_the_geometry_makes() -> None:
    assert asset("mutiny/route.css").read_text(encoding="utf-8") == course.route_css()


@pytest.mark.parametrize("moment", MOMENTS)
def test_legal_actions_can_be_sent_without_script_and_no_others_are_enabled(moment: str) -> None:
    shown = at(moment)
    page = Outline(pages.regions(shown)["region_prompt"])
    fields = [found for _tag, found in page.elements if found.get("name") == "action"]
    enabled = [found["value"] for found in fields if "aria-disabled" not in found]
    assert sorted(map(str, enabled)) == sorted(shown["view"]["legal"])
    assert [found for found in fields if "disabled" in found] == []
    keys = page.values("data-shortcut")
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_state_of_a_random_game_has_a_page_for_every_seat(players: int) -> None:
    match, dice = fresh("pages", players), random.Random(players)
    viewers = [None, *range(players)]
    while True:
        shown = context(match, dice.choice(viewers))
        made = pages.regions(shown)
        for action in shown["view"]["legal"]:
            assert f'value="{action}"' in made["region_prompt"]
        assert made["region_chart"].count('class="member ') == 5
        if match.over:
            break
        step(match, dice)
    assert pages.table(context(match, OPEN)).count('class="seat') >= players


def test_MU_10_a_closed_fist_tells_its_bid_to_nobody_else() -> None:
    match = fresh("fists")
    play(match, 0, 0, match.game.action("bid 2 1"))
    mine, other = (pages.regions(context(match, seat)) for seat in (0, 1))
    assert "In your closed fist: 2 doubloons and 1 rum." in mine["region_prompt"]
    assert "closed fist: 2 doubloons and 1 rum" in mine["region_seats"]
    assert "has bid: a closed fist" in other["region_seats"]
    assert "2 doubloons and 1 rum" not in other["region_seats"] + other["region_chart"]
    assert "a closed fist is held out" in other["region_chart"]
    assert "(MU-10)" in mine["region_prompt"]


def test_MU_11_bribes_are_shown_the_highest_first_with_their_totals() -> None:
    shown = at("retrieve")
    gunner = shown["view"]["crew"][1]
    gunner["bribes"] = [
        {"doubloons": d, "rum": r, "total": d + r} for d, r in ((1, 0), (2, 2), (0, 0), (3, 1))
    ]
    rows = made(crew.chart(shown))[3]["one"]["rows"]
    assert [(row["seat"], row["total"], row["best"]) for row in rows] == [
        (1, 4, True),
        (3, 4, True),
        (0, 1, False),
    ]
    assert "Ben: 2 doubloons and 2 rum, together 4" in pages.regions(shown)["region_chart"]


def test_MU_40_a_click_on_one_s_doubloons_takes_one_back() -> None:
    shown = at("retrieve")
    chart = Outline(pages.regions(shown)["region_chart"])
    buttons = [found for tag, found in chart.elements if tag == "button"]
    assert {str(found["value"]) for found in buttons} == {
        action for action in shown["view"]["legal"] if action != "done"
    }
    assert all(found["form"] == "acts" and found["aria-label"] for found in buttons)


def test_MU_27_the_course_that_was_set_is_marked_with_whom_it_concerns() -> None:
    shown = at("course")
    shown["deeds"] |= {"course": "south", "hits": {}}
    tile = made(crew.chart(shown))[0]["tile"]
    assert (tile["slot"], tile["chosen"]) == (-course.SLOTS, "south")
    assert [one["passed"] for one in tile["destinations"]] == [True, False]
    first = shown["view"]["tile"]["south"][0]["crew"]
    shown["deeds"]["hits"] = {first: 2}
    effect = made(crew.chart(shown))[0]["tile"]["destinations"][1]["effects"][0]
    assert effect["whom"] == [2]
    assert effect["words"].endswith(", for Cleo")


def test_MU_23_offers_are_shown_as_far_as_they_are_known_and_deals_with_a_handshake() -> None:
    shown = at("pick")
    shown["view"] |= {
        "tied": [1, 2],
        "tied_for": "cook",
        "rank": "primary",
        "lookout": 0,
        "negotiation": None,
    }
    shown["view"]["offers"] = [
        {"seat": 1, "rum": 2, "for": 2, "but": None, "second": None, "state": "shown"},
        {"seat": 2, "rum": None, "for": None, "state": "closed"},
        {"seat": 3, "rum": None, "for": None, "state": "asked"},
    ]
    shown["deeds"]["deals"] = [
        {"payer": 1, "lookout": 0, "rum": 2, "rank": "primary", "crew": "cook", "player": 2}
    ]
    for seat, rum in enumerate((1, 2, 1, 0)):
        shown["view"]["seats"][seat]["rum"] = rum
    told = made(crew.chart(shown))[0]["lookout"]
    assert [one["words"] for one in told["offers"]] == [
        "2 rum for picking Cleo",
        "holds out a closed fist",
    ]
    chart = pages.regions({**shown, "replay": REPLAY, "me": None})["region_chart"]
    assert "Tied for the primary ability of the Cook" in chart
    assert "Ben paid Ann 2 rum." in chart
    assert "#i-mu-handshake" in chart


def talking(*moves: str) -> dict[str, Any]:
    """The context of the page of whoever is to act: three are tied for the Gunner, seat 0 is the lookout."""
    game = Game("mutiny", players=3)
    setup = {"resolving": "gunner", "bribes": {"gunner": [[1, 0]] * 3}}
    match = Match.fresh(Record(game, seed="talks", names=list(NAMES[:3]), setup=setup), kinds(3, 3), "owner")
    for move in moves:
        play(match, int(move[0]), match.version, match.game.action(move[2:]))
    return context(match, match.position.to_act[0])


def test_MU_23_an_offer_is_put_together_from_a_target_and_an_amount() -> None:
    acts = choices.acts(talking("1 offer 2 for not 0", "2 pass", "0 wait"), iter(range(1, 10)))
    assert acts["kind"] == "offer"
    assert acts["start"] == "3 not-0"
    assert [[one["value"] for one in group["picks"]] for group in acts["targets"]] == [
        ["0", "1", "2"],
        ["not-0", "not-1", "not-2"],
        ["0-then-1", "0-then-2", "1-then-0", "1-then-2", "2-then-0", "2-then-1"],
    ]
    assert [one.action for one in acts["asides"]] == ["withdraw", "pass"]
    lies_there = [one for one in acts["options"] if one["parts"] == "2 not-0"]
    assert [one["action"] for one in lies_there] == ["pass"]


def test_MU_23_the_lookout_has_a_price_to_name_and_hands_to_shake() -> None:
    shown = talking("1 offer 2 for not 0", "2 offer 1 for 1")
    acts = choices.acts(shown, iter(range(1, 10)))
    assert acts["asks"]
    assert [one["choice"].action for one in acts["buttons"]] == [
        *("take 1", "take 2", "pick 0", "pick 1", "pick 2", "wait"),
    ]
    assert [one["picture"] for one in acts["buttons"][:2]] == ["mu-handshake"] * 2


def test_MU_23_offers_lie_before_their_players_and_the_price_before_the_lookout() -> None:
    shown = talking("1 offer 2 for not 0", "2 offer 1 for 1 then 2", "0 ask 3 for 1")
    made_of = pages.regions(shown)
    assert "offers 2 rum for picking anyone but Ann" in made_of["region_seats"]
    assert "offers 1 rum for picking you first and Cleo second" in made_of["region_seats"]
    assert "asks 3 rum for picking you" in made_of["region_seats"]
    assert "Price: 3 rum for picking you" in made_of["region_chart"]
    assert "Round 2 of 3" in made_of["region_chart"]


def test_MU_23_a_deal_that_is_struck_is_told_beside_the_tie() -> None:
    shown = talking("1 offer 2 for not 0", "2 offer 1 for 1", "0 take 1")
    assert shown["deeds"]["deals"] == [{"payer": 1, "rum": 2, "but": 0, "lookout": 0}]
    assert "Ben paid Ann 2 rum." in pages.regions(shown)["region_chart"]


def test_MU_50_the_rack_counts_up_to_the_mutiny_and_the_end_says_why() -> None:
    shown = at("over")
    view = shown["view"]
    for seat, (cutlasses, rum) in enumerate(((8, 1), (8, 3), (9, 0), (2, 5))):
        view["seats"][seat] |= {"cutlasses": cutlasses, "rum": rum}
    view |= {"winners": [2], "needed": 8}
    rows = seats.reckoning(shown)
    assert rows
    assert [(row["name"], row["why"]) for row in rows] == [
        ("Cleo", "the most cutlasses"),
        ("Ben", "fewer cutlasses"),
        ("Ann", "fewer cutlasses"),
        ("Dan", "6 cutlasses short"),
    ]
    made = pages.regions(shown)
    assert "Cleo wins" in made["region_result"]
    assert "2 cutlasses, 6 short of the mutiny" in made["region_seats"]
    view["seats"][2]["cutlasses"] = 1
    view |= {"winners": [1]}
    assert [row["why"] for row in seats.reckoning(shown) or []][:2] == [
        "as many cutlasses, more rum",
        "as many cutlasses, less rum",
    ]
    view["seats"][0]["rum"] = 3
    view |= {"winners": [0, 1], "drawn": True}
    assert "Ann and Ben share the win" in pages.regions(shown)["region_result"]


def test_whoever_waits_hears_for_whom_and_why() -> None:
    prompt = pages.regions(at("waiting"))["region_prompt"]
    assert 'aria-disabled="true"' in prompt
    assert "data-compose" not in prompt
    assert "data-shortcut" not in prompt


def test_the_stations_are_the_bids_the_crew_members_and_the_doubloons_taken_back() -> None:
    steps = [(step["label"], step["state"]) for step in choices.phase_steps(at("bid"))]
    assert steps[0] == ("Bids", "now")
    assert [state for _label, state in steps[1:]] == ["next"] * 6
    back = [step["state"] for step in choices.phase_steps(at("retrieve"))]
    assert back == ["done"] * 6 + ["now"]


def test_every_player_has_a_shape_beside_the_colour() -> None:
    match = fresh("marks", 5)
    made = pages.regions(context(match))["region_seats"]
    assert {int(found) for found in re.findall(r"#i-mu-mark-(\d)", made)} == {0, 1, 2, 3, 4}
