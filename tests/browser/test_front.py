"""The pages before a table, in a real browser: quick offers, live lists, and the search over the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from scripts.pictures.axe import violations
from tests.browser.seat import wait_for_line

pytestmark = pytest.mark.browser


def offer(page: Page, game: str, name: str) -> None:
    """Play a quick offer of a game for three with hard bots, under a name."""
    page.goto("/")
    page.fill("#your-name", name)
    page.locator(f"[name=players-{game}][value='3']").check()
    page.locator(f"[name=bots-{game}]").last.check()
    page.locator(f"button[name=quick][value={game}]").click()
    page.wait_for_url("**/table/*")


@pytest.mark.parametrize("script", [True, False], ids=["script", "none"])
def test_a_quick_offer_is_a_name_and_three_taps(new_page: Callable[..., Page], script: bool) -> None:
    page = new_page(script=script)
    offer(page, "cartagena", "Ann")
    expect(page.locator(".game-title")).to_contain_text("3 players")
    expect(page.locator("#region_strip, .seats").first).to_contain_text("Ann")
    if script:
        # Then nobody moves, and nothing takes the place of the link while it is clicked.
        expect(page.locator("#prompt.yours")).to_be_visible()
    page.goto("/")
    expect(page.locator("#your-name")).to_have_count(0)
    call = page.locator(".calls a").first
    expect(call).to_contain_text("Cartagena")
    call.click()
    page.wait_for_url("**/table/*")


def test_enter_in_the_name_field_begins_no_game(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto("/")
    page.fill("#your-name", "Ann")
    page.press("#your-name", "Enter")
    expect(page).to_have_url(re.compile(r"/$"))
    page.get_by_role("button", name="Play Mutiny! against bots").press("Enter")
    page.wait_for_url("**/table/*")


@pytest.mark.parametrize("width", [360, 820])
def test_a_long_name_is_read_whole_in_its_field(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/")
    field = page.locator("#your-name")
    field.fill("Maximiliane von Hohenlohe-Langenburg")
    assert field.evaluate("(field) => field.scrollWidth <= field.clientWidth")


# Click twice, with the first click on its way; whether the second one came to nothing.
# However long that takes, both come in the same moment.
CLICK_TWICE: Final = """async (button) => {
  Object.defineProperty(Event.prototype, "timeStamp", { value: 1 });
  button.click();
  await new Promise((over) => setTimeout(over, 50));
  let prevented = null;
  addEventListener("submit", (event) => (prevented = event.defaultPrevented), { once: true });
  button.click();
  return prevented;
}"""


def test_a_double_click_sets_one_table(new_page: Callable[..., Page]) -> None:
    page = new_page()
    held: list[Route] = []
    page.route("**/tables", lambda route: held.append(route))
    page.goto("/")
    play = page.get_by_role("button", name="Play Mutiny! against bots")
    with page.expect_request("**/tables"):
        assert play.evaluate(CLICK_TWICE)
    while not held:
        page.wait_for_timeout(10)
    [first] = held
    first.continue_()
    page.wait_for_url("**/table/*")
    page.unroute("**/tables")
    page.go_back()
    play.click()
    page.wait_for_url("**/table/*")
    page.goto("/games")
    expect(page.locator("#region_under_way li")).to_have_count(2)


def test_an_unfinished_lesson_is_gone_on_with_from_the_top(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto("/")
    page.get_by_role("button", name="Learn Mutiny! in ten minutes").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".first-aim")).to_contain_text("How one wins")
    expect(page.locator(".first-aim svg")).to_be_visible()
    table = page.url
    page.goto("/")
    page.get_by_role("link", name="Go on with your lesson of Mutiny!").click()
    page.wait_for_url(table)
    page.locator("[data-key=guide-go]").click()
    expect(page.locator(".first-aim")).to_have_count(0)


def test_the_lobby_shows_a_new_table_and_its_end_without_reloading(new_page: Callable[..., Page]) -> None:
    ann, ben = new_page(), new_page()
    ben.goto("/lobby")
    ben.evaluate("window.kept = true")
    ann.goto("/")
    ann.fill("#name0", "Ann of the lobby")
    ann.select_option("#kind1", "open")
    ann.locator(".terms:has(#clock) > summary").click()
    ann.select_option("#public", "on")
    ann.get_by_role("button", name="Start this game").click()
    ann.wait_for_url("**/table/*")
    seat = ben.locator("#region_waiting a", has_text="Ann of the lobby")
    expect(seat).to_contain_text("1 seat is free")
    seat.focus()
    ann.get_by_role("button", name="Fill the rest with bots and begin").click()
    expect(seat).to_have_count(0)
    expect(ben.locator("#region_running a", has_text="Ann of the lobby")).to_contain_text("Watch")
    assert ben.evaluate("window.kept")
    assert violations(ben) == []


def test_the_search_over_the_rules_follows_each_letter(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto("/rules/meuterer")
    rules = page.locator(".rulebook > div:visible")
    whole = rules.count()
    page.fill("#q", "merchant")
    expect(page.locator("#hits")).to_contain_text("rules say “merchant”")
    assert 0 < rules.count() < whole
    assert page.evaluate("CSS.highlights.get('found').size") > rules.count() - 1
    page.fill("#q", "merchant kraken")
    expect(page.locator("#hits")).to_have_text(
        "No rule says “merchant kraken”: try a shorter word, or another one."
    )
    assert rules.count() == 0
    # What is cited at a glance is found all the same.
    page.locator(".glance-page .cited").first.click()
    expect(page.locator(".rulebook > div:target")).to_be_visible()
    expect(page.locator("#q")).to_have_value("")
    assert rules.count() == whole
    assert violations(page) == []


def test_the_search_of_the_server_can_be_gone_on_with(new_page: Callable[..., Page]) -> None:
    plain = new_page(script=False)
    plain.goto("/rules/mutiny")
    plain.fill("#q", "spyglass")
    plain.get_by_role("button", name="Search").click()
    expect(plain.locator("mark").first).to_be_visible()
    # What is found may be there before the rest of the page.
    plain.wait_for_load_state()
    found = plain.locator(".rulebook > div:visible").count()
    page = new_page()
    page.goto(plain.url)
    assert page.locator(".rulebook > div:visible").count() == found
    page.fill("#q", "")
    expect(page.locator("mark")).to_have_count(0)
    assert page.locator(".rulebook > div:visible").count() > found


def test_who_watches_comes_and_goes_on_the_players_page(new_page: Callable[..., Page]) -> None:
    ann, eve = new_page(), new_page()
    offer(ann, "mutiny", "Ann")
    ann.locator("#tab-table").click()
    # Her page is not told of who came between it and its line.
    wait_for_line(ann)
    eve.goto(ann.url)
    expect(eve.locator(".you-watch")).to_be_visible()
    expect(ann.locator(".audience")).to_contain_text("1 spectator is here.")
    eve.goto("/")
    expect(ann.locator(".audience")).to_have_count(0)


# How far the things on the covers reach under the panels with the words, in pixels.
UNDER: Final = """() => Array.from(document.querySelectorAll(".cover"), (cover) => {
  const panel = cover.querySelector(".cartouche").getBoundingClientRect();
  const things = Array.from(cover.querySelectorAll(".cover-art > use, .cover-art > g[transform]"));
  const small = things.filter((one) => one.getBoundingClientRect().width < panel.width / 2);
  return Math.max(...small.map((one) => {
    const box = one.getBoundingClientRect();
    return Math.min(panel.right - box.left, box.right - panel.left);
  }));
})"""


@pytest.mark.parametrize("width", [1366, 1920])
def test_the_pictures_on_the_covers_are_whole(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/")
    covered = page.evaluate(UNDER)
    assert len(covered) == 3
    assert max(covered) < 5
