"""What holds for every page: each moment of each game's table, and all pages around it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from quarterdeck.tables.match.match import OPEN
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.rendering.assets import address as static_address
from quarterdeck.web.table import markup
from tests.web import fixtures
from tests.web.moments import Moments
from tests.web.outline import Outline, asset
from tests.web.sailings import MUTINY
from tests.web.test_pages import PAGES
from tests.web.voyages import CARTAGENA

GAMES = {"cartagena": CARTAGENA, "mutiny": MUTINY}
# By game and moment, what makes the context of a table's page.
TABLES: dict[tuple[str, str], Callable[[], dict[str, Any]]] = {
    **{("meuterer", state): make for state, make in fixtures.TABLES.items()},
    **{(name, moment): partial(game.at, moment) for name, game in GAMES.items() for moment in game.names},
}
each_table = pytest.mark.parametrize(("game", "moment"), TABLES)


def every_page() -> Iterator[tuple[str, Callable[[], str]]]:
    """Each page's name, and what makes it."""
    yield from ((name, partial(PAGES.__getitem__, name)) for name in PAGES)
    for name, game in GAMES.items():
        for moment in (*game.names, "watching", "replay"):
            yield f"{name} {moment}", partial(game.page, moment)


EVERY_PAGE = dict(every_page())


@pytest.fixture(params=EVERY_PAGE)
def page(request: pytest.FixtureRequest) -> Outline:
    return Outline(EVERY_PAGE[request.param]())


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_moment_comes_up(game: Moments) -> None:
    assert set(game.found) == set(game.names)


def test_no_page_needs_more_than_the_strict_content_policy_allows(page: Outline) -> None:
    for tag, attributes in page.elements:
        assert tag != "style"
        assert not {name for name in attributes if name == "style" or name.startswith("on")}
        assert tag != "script" or attributes.get("src", "")
    for address in page.values("src") + page.values("href") + page.values("action"):
        assert re.match(r"[/#]", address)
        assert not address.startswith("//")


def test_ids_are_unique_and_all_that_refer_to_one_find_it(page: Outline) -> None:
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    named = [
        one
        for name in ("aria-describedby", "aria-labelledby", "for", "form")
        for value in page.values(name)
        for one in value.split()
    ]
    used = [value[1:] for tag, found in page.elements if tag == "use" and (value := found.get("href"))]
    assert set(named + used) <= set(ids)


def test_every_form_that_changes_something_carries_its_token(page: Outline) -> None:
    posts = [found["action"] for _tag, found in page.elements if found.get("method") == "post"]
    # At the choice of a language nothing is at stake, and pages that greet a new browser have no token.
    assert page.values("name").count("csrf") == len(posts) - posts.count("/language")


def test_static_files_that_pages_ask_for_exist(page: Outline) -> None:
    for address in page.values("src") + page.values("href"):
        if address.startswith("/static/"):
            assert address == static_address(address.removeprefix("/static/").partition("?")[0])


@each_table
def test_a_table_asks_for_all_style_sheets_of_its_game(game: str, moment: str) -> None:
    found = Outline(markup.table(TABLES[game, moment]())).values("href")
    sheets = [one.removeprefix("/static/").partition("?")[0] for one in found if ".css" in one]
    assert [one for one in sheets if one in BOARDS[game].styles] == list(BOARDS[game].styles)


@each_table
def test_each_seat_has_its_portrait_and_its_sign(game: str, moment: str) -> None:
    context = TABLES[game, moment]()
    page = markup.table(context)
    for seat in range(len(context["view"]["seats"])):
        assert f'href="#i-seat-face-{seat}"' in page
        assert f'<span class="sign" data-owner="{seat}">' in page


@each_table
def test_what_travels_has_names_of_its_own_that_the_style_sheet_knows(game: str, moment: str) -> None:
    names = Outline(markup.table(TABLES[game, moment]())).values("data-vt")
    assert len(names) == len(set(names))
    sheet = asset(f"{game}/moves.css").read_text(encoding="utf-8")
    assert all(f'[data-vt="{name}"] {{ view-transition-name: {name}; }}' in sheet for name in names)


@each_table
def test_legal_actions_can_be_sent_without_script_and_no_others_are_enabled(game: str, moment: str) -> None:
    context = TABLES[game, moment]()
    page = Outline(markup.regions(context)["region_prompt"])
    # A hidden field is a plan, for a later turn.
    named = [found for _tag, found in page.elements if found.get("name") == "action"]
    fields = [found for found in named if found.get("type") != "hidden"]
    enabled = [found["value"] for found in fields if "aria-disabled" not in found]
    mine = context["me"] in context["view"]["to_act"]
    assert sorted(map(str, enabled)) == sorted(context["view"]["legal"] if mine else [])
    assert [found for found in fields if "disabled" in found] == []
    keys = page.values("data-shortcut")
    assert len(keys) == len(set(keys))
    if game != "mutiny" and mine:  # whose bids are composed of two numbers
        assert keys == [str(number) for number in range(1, len(enabled) + 1)]


@pytest.mark.parametrize("moment", CARTAGENA.names)
def test_a_button_is_described_by_its_effect_and_by_why_it_is_not_possible(moment: str) -> None:
    for tag, found in Outline(markup.regions(CARTAGENA.at(moment))["region_prompt"]).elements:
        if tag == "button" and found.get("name") == "action":
            slug = str(found["value"]).replace(" ", "-")
            why = f" why-{slug}" if "aria-disabled" in found else ""
            assert found["aria-describedby"] == f"about-{slug}{why}"


@each_table
def test_the_regions_are_those_of_the_page(game: str, moment: str) -> None:
    context = TABLES[game, moment]()
    html = markup.table(context)
    made = markup.regions(context)
    assert set(made) == {one for one in Outline(html).values("id") if one.startswith("region_")}
    assert {f"region_{name}" for name in BOARDS[game].regions} < set(made)
    assert all(region in html for region in made.values())


@pytest.mark.parametrize(
    ("game", "players"), [(CARTAGENA, 2), (CARTAGENA, 3), (MUTINY, 2), (MUTINY, 3), (MUTINY, 5)]
)
def test_every_state_of_a_random_game_has_a_page_for_every_seat(game: Moments, players: int) -> None:
    match, dice = game.fresh("pages", players), random.Random(players)
    viewers = [None, *range(players)]
    while True:
        context = game.context(match, dice.choice(viewers))
        made = markup.regions(context)
        for action in context["view"]["legal"]:
            assert f'value="{action}"' in made["region_prompt"]
        if game is CARTAGENA:
            doors = made["region_prompt"] + made["region_doors"]
            assert doors.count('class="cabin ') == len(context["view"]["row"])
        else:
            assert made["region_chart"].count('class="member ') == 5
        if match.over:
            break
        game.step(match, dice)
    assert markup.table(game.context(match, OPEN)).count('class="seat') >= players
