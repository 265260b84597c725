"""The pages: every state renders, says what it must, and nothing that its reader may not know."""

from __future__ import annotations

import random
import re
from copy import deepcopy
from typing import Any

import pytest
from markupsafe import escape

import quarterdeck
from quarterdeck.games.meuterer.board import ring
from quarterdeck.games.meuterer.words.hints import hint as hint_of
from quarterdeck.games.meuterer.words.hints import outlook
from quarterdeck.games.meuterer.words.points import round_points
from quarterdeck.i18n import use
from quarterdeck.play import Game, Record, find
from quarterdeck.tables.match.absence import Present
from quarterdeck.tables.match.match import Match, standing
from quarterdeck.web import drawing
from quarterdeck.web.accounts.browser import Browser
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.pages import entrance
from quarterdeck.web.pages.rulebooks import rules
from quarterdeck.web.rendering import templates
from quarterdeck.web.table import markup, waiting
from tests.web import fixtures
from tests.web.outline import Outline, asset


def friends() -> dict[str, str]:
    """The pages on the way to a table with friends, as those see them who made it, and others."""
    made = Record(Game("mutiny"), names=["Ann", "Ben", "Cleo", "Bot 4"])
    match = Match.fresh(made, ["human", "human", "random", "open"], "ann", public=True)
    row = entrance.listing(match.row, match.summary(), "ann")
    ann, eve = (Browser("token", owner, "csrf", False, owner) for owner in ("ann", "eve"))
    invitation = waiting.InviteLink(f"https://table.example.org/table/{match.id}", True)
    seat = {"seat": 0, "name": "Ann", "devices": 2}
    seats = {"title": "Mutiny!", "game": "mutiny", "address": "/table/t", "csrf": "token", "only_here": True}
    seats |= {"network": {"open": "", "offer": "192.0.2.9"}, "back": "t/devices"}
    return {
        "open tables": entrance.home({"csrf": "token", "games": [row], "open": [row], "own": "Ann"}),
        "lobby": entrance.lobby({"csrf": "token", "waiting": [row], "running": [row]}),
        "empty lobby": entrance.lobby({"csrf": "token", "waiting": [], "running": []}),
        "waiting": waiting.page(match, ann, "Ann", invitation, Present({})),
        "free seat": waiting.page(match, eve, "Eve", invitation, Present({}), "Somebody has that name."),
        "devices": templates.render("devices.html", {**seats, **seat, "link": ""}),
        "link": templates.render(
            "devices.html",
            {
                **seats,
                **seat,
                "link": "https://…",
                "minutes": 15,
                "qr": waiting.qr_code("https://…"),
            },
        ),
        "join": templates.render(
            "join.html",
            {"title": "Mutiny!", "game": "mutiny", "path": "/table/t/join/x", "csrf": "token", "name": "Ann"},
        ),
    }


def every_page() -> dict[str, str]:
    made = {name: markup.table(make()) for name, make in fixtures.TABLES.items()}
    return {
        **made,
        "replay": markup.replay(fixtures.replayed()),
        "home": entrance.home({"csrf": "token", "games": fixtures.GAMES, "error": "The port is taken."}),
        "first visit": entrance.home({"csrf": "token", "games": []}),
        **friends(),
        "curtain": markup.curtain(
            {"csrf": "token", "table_id": "t", "name": "Steffi", "seat": 1, "version": 3}
        ),
        "rules": rules(find("meuterer"), True),
        "error": templates.render(
            "error.html", {"status": 404, "sentence": "There is no table “q7”.", "back": "/", "place": ""}
        ),
    }


PAGES = every_page()


@pytest.mark.parametrize("state", ["show", "over"])
def test_only_the_newest_round_is_open_in_the_log_and_among_the_points(state: str) -> None:
    page = Outline(markup.table(fixtures.TABLES[state]()))
    parts = [found for tag, found in page.elements if tag == "details" and found.get("data-key")]
    opened = [found["data-key"] for found in parts if "open" in found]
    rounds = len(fixtures.TABLES[state]()["rounds"])
    assert opened == [f"round-{rounds}", f"told-{len(fixtures.LOG)}"]


def test_the_way_to_the_actions_is_short() -> None:
    page = Outline(markup.table(fixtures.showing()))
    tags = [(tag, found) for tag, found in page.elements if tag in ("a", "button", "summary")]
    # The menu of languages is closed, and its buttons are no stops on the way; nor are the phases.
    closed = [found for _tag, found in tags if found.get("name") != "language"]
    stops = [found for found in closed if found.get("tabindex") != "-1"]
    assert stops[0]["href"] == "#region_prompt"
    first = next(index for index, found in enumerate(stops) if found.get("name") == "action")
    assert first < 6
    spectator = Outline(markup.table(fixtures.watching()))
    assert next(found["href"] for tag, found in spectator.elements if tag == "a") == "#main"


def test_pirates_that_met_the_ship_lie_alongside_and_do_not_hide_it() -> None:
    context = fixtures.small()
    assert "alongside" not in markup.table(context)
    context["view"]["pirate_ship"] = context["view"]["ship"]
    assert "alongside" in markup.table(context)


def test_a_seat_has_a_name_by_default_and_keeps_the_one_that_was_typed() -> None:
    fields = Outline(entrance.home({"csrf": "token", "games": [], "form": {"name0": "You"}})).elements
    names = {found["name"]: found["value"] for tag, found in fields if tag == "input" and "id" in found}
    usual = {"name1": "Steffi", "name2": "Florian", "name3": "Carmen"}
    assert names == {"name": "", "name0": "You", **usual}
    known = Outline(entrance.home({"csrf": "token", "games": [], "own": "Steffi"})).elements
    names = {found["name"]: found["value"] for tag, found in known if tag == "input" and "id" in found}
    assert names == {**usual, "name0": "Steffi", "name1": "Bernhard"}


@pytest.mark.parametrize("game", BOARDS)
def test_the_first_page_has_a_cover_and_a_form_for_each_game(game: str) -> None:
    html = entrance.home({"csrf": "token", "games": [], "chosen": game})
    page = Outline(html)
    started = [
        found["value"] for tag, found in page.elements if tag == "button" and found.get("name") == "quick"
    ]
    assert started == list(BOARDS)
    assert [f"/rules/{other}" in page.values("href") for other in BOARDS] == [True] * len(BOARDS)
    fields = {found["name"]: found.get("value") for tag, found in page.elements if tag == "input"}
    assert fields["game"] == game
    spec = find(game)
    for option in spec.options:
        picks = [found for tag, found in page.elements if tag == "input" and found.get("name") == option.name]
        assert {found["value"] for found in picks} == {str(choice) for choice in option.choices}
        assert [found["value"] for found in picks if "checked" in found] == [str(option.choices[0])]
    assert f"name{Game(game).players - 1}" in fields


def test_the_spoken_name_of_a_button_of_the_first_page_contains_its_words() -> None:
    html = entrance.home({"csrf": "token", "games": []})
    named = re.findall(r'<button[^>]* aria-label="([^"]+)">([^<]+)</button>', html)
    assert ("Play with friends: Meuterer", "Play with friends") in named
    assert all(words.lower() in spoken.lower() for spoken, words in named)


def test_the_list_of_games_says_which_game_each_is_and_how_it_stands() -> None:
    html = PAGES["home"]
    assert "Meuterer · Round 3 of 8 · English rulebook, 4 players" in html
    assert "Meuterer · Won by Steffi · Reference manual, 3 players, pirates" in html
    row = {**fixtures.GAMES[1], "winners": []}
    assert "Won by nobody" in entrance.home({"csrf": "token", "games": [row]})
    row = {**fixtures.GAMES[0], "rounds": None}
    assert "· Round 3 ·" in entrance.home({"csrf": "token", "games": [row]})


@pytest.mark.parametrize(
    ("game", "stands"), [("meuterer", "Round 1 of 8"), ("cartagena", "Round 1"), ("mutiny", "Turn 1")]
)
def test_the_list_of_games_counts_in_the_words_of_each_game(game: str, stands: str) -> None:
    played = Game(game, players=4)
    row = {
        **fixtures.GAMES[0],
        "game": game,
        "options": dict(played.options),
        **standing(Record(played, seed="list").position),
    }
    assert f" · {stands} · " in entrance.home({"csrf": "token", "games": [row]})


def test_names_from_people_are_escaped() -> None:
    context = {**fixtures.showing(), "names": ["<b>Ann</b>", "</script>", '"', "&"]}
    assert "<b>Ann" not in markup.table(context)
    assert "&lt;b&gt;Ann&lt;/b&gt;" in markup.table(context)


def test_ME_34_an_action_card_that_is_gone_says_why() -> None:
    prompt = markup.regions(fixtures.choosing())["region_prompt"]
    assert "The Loader has been taken (ME-34)." in prompt


def test_a_seat_s_short_line_names_what_it_has_shown() -> None:
    context = fixtures.showing()
    context["view"] = deepcopy(context["view"])
    for seat, shown in enumerate((["grain", "ruby", "grain"], [])):
        context["view"]["seats"][seat]["shown"] = shown
    lines = markup.regions(context)["region_strip"].split("<li ")[1:]
    first, second = (next(line for line in lines if f'id="strip-{seat}"' in line) for seat in (0, 1))
    assert re.findall('shown: [^<"]+', first) == ["shown: 1 ruby"] * 2 + ["shown: 2 grain"] * 2
    assert re.findall('#i-(ruby|grain)"', first) == ["ruby", "grain"]
    assert "lain" not in second


@pytest.mark.parametrize(
    ("language", "heard"),
    [("en", {"2 rubies", "1 conflict card"}), ("fr", {"2 rubis", "1 carte conflit"})],
)
def test_the_cards_before_a_seat_are_read_out_as_goods_of_a_number(language: str, heard: set[str]) -> None:
    context = fixtures.showing()
    context["view"] = deepcopy(context["view"])
    context["view"]["seats"][0]["shown"] = ["ruby", "conflict", "ruby"]
    with use(language):
        seats = markup.regions(context)["region_seats"]
    assert heard <= set(re.findall(r'<span class="pile"><span class="unseen">([^<]+)<', seats))


@pytest.mark.parametrize(("phase", "label"), [("show", "Show wine"), ("return", "Give back wine")])
def test_the_name_of_a_card_in_hand_says_what_it_does_and_how_many_there_are(phase: str, label: str) -> None:
    context = fixtures.showing()
    context["view"] = deepcopy(context["view"])
    context["view"]["phase"] = phase
    context["view"]["seats"][context["me"]] |= {"hand": ["wine", "wine", "ruby"], "left": phase == "return"}
    prompt = markup.regions(context)["region_prompt"]
    first = r'class="pick[^>]*>\s*<span class="unseen">([^<]+)</span>\s*<span class="stack" aria-hidden'
    heard = re.findall(first, prompt)
    assert heard == [label.replace("wine", "ruby"), f"{label}, 2 in your hand"]


def test_a_number_that_rolls_follows_its_name_so_that_it_may_be_one() -> None:
    page = markup.table(fixtures.showing())
    assert re.search('<span class="unseen">Points: </span><b data-tally="score-0"', page)
    assert re.search('<span class="unseen">cards in hand: </span><b>', page)
    assert not re.search(r"</b><span class=\"unseen\"> (points|cards in hand)", page)


def test_a_hidden_card_s_name_tells_nothing_of_it() -> None:
    one, other = fixtures.waiting(), fixtures.waiting()
    other["view"] = deepcopy(other["view"])
    other["view"]["seats"][1]["known"] = []
    names = [Outline(markup.table(context)).values("data-vt") for context in (one, other)]
    assert names[0] == names[1]


def test_what_is_not_possible_now_is_told_without_help_from_the_server() -> None:
    prompt = markup.regions(fixtures.waiting())["region_prompt"]
    assert "Not yet: Carmen is to act (ME-30)." in prompt


@pytest.mark.parametrize(
    ("state", "action", "said"),
    [
        ("offer", "offer 0", "A First Mate would get 1 point, and it costs you nothing."),
        (
            "offer",
            "offer 2",
            "A First Mate would get 3 points and cost you 2 points, unless a mutiny succeeds.",
        ),
        ("show", "show wine", "You would have 1 wine to sell and 3 cards in hand."),
        ("show", "leave", "a mutiny would sail to Hochland (dock 5)"),
        ("choose", "leave mutineer", "With 4 cards, your mutiny would sail to Hochland (dock 5)."),
        ("choose", "leave first-mate", "3 points if the Captain stays"),
        ("captain", "leave", "Leave with 3 cards: you set course for Sandkap (dock 3)."),
        ("mutiny", "conflict 2", "2 more conflicts for the mutiny."),
        (
            "sell",
            "sell 1 ruby / 2 wine",
            "1 ruby at Piratennest: 0 points, since somebody sells 2; "
            "2 wine at Rotes Riff: 4 points, as Merchant in a tie",
        ),
        ("return", "return wine", "It goes to the very bottom of the discards."),
        ("manual", "show pirates", "The pirates sail 6 back to Karge Zunge and meet your ship"),
    ],
)
def test_hints_tell_the_effect_with_the_view_s_own_numbers(state: str, action: str, said: str) -> None:
    context = fixtures.TABLES[state]()
    hint = hint_of(context["view"], action)
    assert said in hint
    # The label of a sale names its islands.
    assert escape(outlook(context["view"], action)) in markup.regions(context)["region_prompt"]


def test_ME_80_pirates_that_do_not_reach_the_ship_say_so() -> None:
    view = fixtures.small()["view"]
    view["options"]["pirates"] = "on"
    view["ship"], view["pirate_ship"] = 4, 3
    assert "without meeting" in hint_of(view, "show pirates")
    view["pirate_ship"] = 4
    assert "meet your ship" in hint_of(view, "show pirates")


def test_the_result_s_totals_are_the_sums_of_its_cells() -> None:
    lost = fixtures.ROUNDS[1]
    assert lost["outcome"] == "lost"
    assert lost["totals"] == [4, 1, 0, 3]
    offer = next(row for row in lost["rows"] if row["rule"] == "ME-60" and row["cells"][1]["points"] == -2)
    assert [cell["points"] for cell in offer["cells"]] == [None, -2, None, None]
    won = fixtures.ROUNDS[0]
    assert [(cell["points"], cell["note"]) for cell in won["rows"][-1]["cells"]] == [
        (None, ""),
        (None, ""),
        (4, "2 grain, Merchant"),
        (3, "2 salt"),
    ]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("rules", ["english", "french", "manual"])
@pytest.mark.parametrize("pirates", ["off", "double"])
def test_every_state_of_a_random_game_has_a_page_for_every_seat(
    players: int, rules: str, pirates: str
) -> None:
    position = quarterdeck.game("meuterer", players=players, rules=rules, pirates=pirates).start(seed=23)
    chance = random.Random(5)
    facts: list[Any] = []
    while True:
        facts += position.events
        seat = chance.choice([None, *range(players)])
        view = position.view(seat).to_json()
        context = fixtures.context(view, me=seat, rounds=[])
        html = markup.regions(context)
        assert html["region_chart"].count('class="isle') >= len(view["islands"])
        for action in view["legal"]:
            assert f'value="{action}"' in html["region_prompt"]
        if position.over:
            break
        acting = position.to_act[0]
        position = position.play(acting, chance.choice(position.legal(acting)))
    assert tuple(round_points(1, facts, players)["totals"]) == position.scores


def test_the_style_sheet_of_the_ring_is_the_one_that_the_geometry_makes() -> None:
    made = ring.ring_css()
    assert asset("meuterer/ring.css").read_text(encoding="utf-8") == made


def test_slots_lie_at_equal_distances_along_the_ring() -> None:
    sea = ring.WIDE
    fine = [ring.place(sea, sea.islands, slot / 60, 12) for slot in range(721)]
    walked = [
        sum(
            ((fine[i + 1][0] - fine[i][0]) ** 2 + (fine[i + 1][1] - fine[i][1]) ** 2) ** 0.5
            for i in range(slot * 60, slot * 60 + 60)
        )
        for slot in range(12)
    ]
    assert max(walked) - min(walked) < 0.02 * max(walked)
    assert ring.place(sea, sea.islands, 0, 12) == pytest.approx((600, 900 * (0.5 - sea.islands[1])))


def test_coast_lines_stay_in_their_box_and_differ() -> None:
    coasts = {drawing.coast(name) for name in ring.LANDMARKS}
    assert len(coasts) == len(ring.LANDMARKS)
    for path in coasts:
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
        assert all(-8 <= x <= 140 for x in numbers[0::2])
        assert all(-8 <= y <= 92 for y in numbers[1::2])


def test_each_coast_line_is_in_the_chart_once() -> None:
    chart = markup.regions(fixtures.choosing())["region_chart"]
    lines = re.findall(r'<path id="(coast-\d+)" d="([^"]+)"/>', chart)
    assert {line for _id, line in lines} == {drawing.coast(name) for name in ring.LANDMARKS}
    for id_, line in lines:
        assert chart.count(line) == 1
        assert chart.count(f'href="#{id_}"') == 3


def test_a_route_goes_clockwise_and_none_where_the_ship_stays() -> None:
    assert ring.route(ring.WIDE, 3, 3, 12) == ""
    assert ring.route(ring.WIDE, 11, 1, 12).count("L") == 20


def test_the_rules_page_tells_titles_decisions_and_where_a_rule_is_in_force() -> None:
    page = rules(find("meuterer"), True)
    manual = page.split('<div id="ME-11"')[1].split("<div id=")[0]
    assert "Decision:" in manual
    assert "Only in force in: Reference manual." in manual
    assert "Only in force in" not in page.split('<div id="ME-10"')[1].split("<div id=")[0]
    for section in fixtures.RULES:
        for rule in section.rules:
            assert f"<h3>{rule.title}</h3>" in page.replace("&#39;", "'")


def test_ME_71_three_winners_are_listed_as_one_says_them() -> None:
    game = quarterdeck.game("meuterer")
    body = {**game.start(seed=1).view(None).to_json(), "phase": "over", "winners": [0, 1, 2]}
    shown = {"view": body, "names": ["Ann", "Ben", "Cleo", "Dan"], "me": None, "rounds": [], "replay": {}}
    (piece,) = BOARDS["meuterer"].regions["result"](shown)
    assert piece.make(piece.given)["winner_names"] == "Ann, Ben and Cleo"
