"""The pages of Mutiny!: every phase renders and says what it must, and no more than its reader may know."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from quarterdeck.games.mutiny.board import choices, course, crew, seats
from quarterdeck.play import Game, Record
from quarterdeck.tables.entry import now
from quarterdeck.tables.match import voting
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.match.terms import Terms
from quarterdeck.web.table import markup
from quarterdeck.web.table.screen import draw
from tests.tables.tables import kinds, play
from tests.web.moments import NAMES, REPLAY
from tests.web.outline import Outline, asset, made
from tests.web.sailings import MUTINY

PARTS_OF_A_CHOICE = ("data-parts", "data-label", "data-effect")


def test_the_style_sheet_of_the_routes_is_the_one_that_the_geometry_makes() -> None:
    assert asset("mutiny/route.css").read_text(encoding="utf-8") == course.route_css()


def test_MU_10_a_closed_fist_tells_its_bid_to_nobody_else() -> None:
    match = MUTINY.fresh("fists")
    play(match, 0, 0, match.game.action("bid 2 1"))
    mine, other = (markup.regions(MUTINY.context(match, seat)) for seat in (0, 1))
    assert "In your closed fist: 2 doubloons and 1 rum." in mine["region_prompt"]
    assert "closed fist: 2 doubloons and 1 rum" in mine["region_seats"]
    assert "has bid: a closed fist" in other["region_seats"]
    assert "2 doubloons and 1 rum" not in other["region_seats"] + other["region_chart"]
    assert "a closed fist is held out" in other["region_chart"]
    assert "(MU-10)" in mine["region_prompt"]


def test_MU_11_bribes_are_shown_the_highest_first_with_their_totals() -> None:
    shown = MUTINY.at("retrieve")
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
    assert "Ben: 2 doubloons and 2 rum, together 4" in markup.regions(shown)["region_chart"]


def test_MU_40_a_click_on_one_s_doubloons_takes_one_back() -> None:
    shown = MUTINY.at("retrieve")
    chart = Outline(markup.regions(shown)["region_chart"])
    buttons = [found for tag, found in chart.elements if tag == "button"]
    assert {str(found["value"]) for found in buttons} == {
        action for action in shown["view"]["legal"] if action != "done"
    }
    assert all(found["form"] == "acts" and found["aria-label"] for found in buttons)


def test_each_choice_made_of_parts_has_the_words_that_its_button_says() -> None:
    """compose.js reads them by names that it puts together: data-label and data-effect."""
    for phase in ("bid", "move", "offer"):
        shown = talking() if phase == "offer" else MUTINY.at(phase)
        found = Outline(markup.regions(shown)["region_prompt"]).elements
        named = {name: sum(name in attributes for _tag, attributes in found) for name in PARTS_OF_A_CHOICE}
        assert named["data-parts"] > 1, phase
        assert len(set(named.values())) == 1, (phase, named)


def test_MU_27_the_course_that_was_set_is_marked_with_whom_it_concerns() -> None:
    shown = MUTINY.at("course")
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
    shown = MUTINY.at("pick")
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
    chart = markup.regions({**shown, "replay": REPLAY, "me": None})["region_chart"]
    assert "Tied for the primary ability of the Cook" in chart
    assert "Ben paid Ann 2 rum." in chart
    assert "#i-mu-handshake" in chart


ALL_TIED = ((1, 0),) * 3


def talking(*moves: str, bribes: Sequence[Sequence[int]] = ALL_TIED) -> dict[str, Any]:
    """The context of the page of whoever is to act: bribes of three on the Gunner, seat 0 is the lookout."""
    game = Game("mutiny", players=3)
    setup = {"resolving": "gunner", "bribes": {"gunner": [list(bribe) for bribe in bribes]}}
    match = Match.fresh(Record(game, seed="talks", names=list(NAMES[:3]), setup=setup), kinds(3, 3), "owner")
    for move in moves:
        play(match, int(move[0]), match.version, match.game.action(move[2:]))
    return MUTINY.context(match, match.position.to_act[0])


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
    # Not a second button that says "Pass".
    assert [(one["action"], one["label"]) for one in lies_there] == [("pass", "Keep this offer")]


def test_MU_23_nobody_is_picked_out_for_an_offer_and_whoever_is_not_tied_is_to_pass() -> None:
    two_tied = [[1, 0], [1, 0], [0, 0]]
    for moves, bystander in (((), False), (("1 pass",), True)):
        shown = talking(*moves, bribes=two_tied)
        acts = choices.acts(shown, iter(range(1, 10)))
        assert (acts["start"], acts["bystander"]) == ("1 -", bystander)
        prompt = markup.regions(shown)["region_prompt"]
        assert ('class="compose offering bystander"' in prompt) == bystander
        assert 'data-lacks="First choose who is to be picked"' in prompt
        # Nor is anything chosen without script.
        assert " checked" not in prompt
    labels = {one["parts"]: one["label"] for one in acts["options"]}
    assert labels["1 1"] == "Offer Ann 1 rum for picking Ben"
    priced = choices.acts(talking("1 pass", "2 pass", bribes=two_tied), iter(range(1, 10)))
    assert (priced["start"], priced["bystander"]) == ("1 -", False)
    assert {one["label"] for one in priced["options"] if one["parts"] == "1 0"} == {
        "Ask 1 rum for picking you"
    }


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
    made_of = markup.regions(shown)
    assert "offers 2 rum for picking anyone but Ann" in made_of["region_seats"]
    assert "offers 1 rum for picking you first and Cleo second" in made_of["region_seats"]
    assert "asks 3 rum for picking you" in made_of["region_seats"]
    assert "Price: 3 rum for picking you" in made_of["region_chart"]
    assert "Round 2 of 3" in made_of["region_chart"]


def test_MU_23_a_deal_that_is_struck_is_told_beside_the_tie() -> None:
    shown = talking("1 offer 2 for not 0", "2 offer 1 for 1", "0 take 1")
    assert shown["deeds"]["deals"] == [{"payer": 1, "rum": 2, "but": 0, "lookout": 0}]
    assert "Ben paid Ann 2 rum." in markup.regions(shown)["region_chart"]


def test_MU_50_the_rack_counts_up_to_the_mutiny_and_the_end_says_why() -> None:
    shown = MUTINY.at("over")
    view = shown["view"]
    for seat, (cutlasses, rum) in enumerate(((8, 1), (8, 3), (9, 0), (2, 5))):
        view["seats"][seat] |= {"cutlasses": cutlasses, "rum": rum}
    view |= {"winners": [2], "needed": 8}
    rows = seats.final_standings(shown)
    assert rows
    assert [(row["name"], row["why"]) for row in rows] == [
        ("Cleo", "the most cutlasses"),
        ("Ben", "fewer cutlasses"),
        ("Ann", "fewer cutlasses"),
        ("Dan", "6 cutlasses short"),
    ]
    made = markup.regions({**shown, "replay": REPLAY})
    assert "Cleo wins" in made["region_result"]
    assert "2 cutlasses, 6 short of the mutiny" in made["region_seats"]
    view["seats"][2]["cutlasses"] = 1
    view |= {"winners": [1]}
    assert [row["why"] for row in seats.final_standings(shown) or []][:2] == [
        "as many cutlasses, more rum",
        "as many cutlasses, less rum",
    ]
    view["seats"][0]["rum"] = 3
    view |= {"winners": [0, 1], "drawn": True}
    assert "Ann and Ben share the win" in markup.regions({**shown, "replay": REPLAY})["region_result"]


def test_whoever_waits_hears_for_whom_and_why() -> None:
    prompt = markup.regions(MUTINY.at("waiting"))["region_prompt"]
    assert 'aria-disabled="true"' in prompt
    assert "data-compose" not in prompt
    assert "data-shortcut" not in prompt


def test_while_the_match_is_paused_nobody_else_is_waited_for() -> None:
    match = Match.fresh(Record(Game("mutiny"), seed="x"), kinds(1), "me", Terms("live", per_move=60))
    voting.ask("me", "pause")(match, now())
    prompt = draw(look(match, 0)).regions("token")["region_prompt"]
    assert "Others are to act." not in prompt
    assert re.search(r'class="effect"[^>]*>The match is paused: let it go on first\.<', prompt)


def test_the_steps_are_the_bids_the_crew_members_and_the_doubloons_taken_back() -> None:
    steps = [(step["label"], step["state"]) for step in choices.phase_steps(MUTINY.at("bid"))]
    assert steps[0] == ("Bids", "now")
    assert [state for _label, state in steps[1:]] == ["next"] * 6
    back = [step["state"] for step in choices.phase_steps(MUTINY.at("retrieve"))]
    assert back == ["done"] * 6 + ["now"]


def test_every_player_has_a_shape_beside_the_colour() -> None:
    match = MUTINY.fresh("marks", 5)
    made = markup.regions(MUTINY.context(match))["region_seats"]
    assert {int(found) for found in re.findall(r"#i-seat-sign-(\d)", made)} == {0, 1, 2, 3, 4}
