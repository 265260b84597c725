"""Whole games in a real browser: by mouse, by keyboard, without script, with several people at one screen."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.measures import sticking_out
from tests.browser.seat import (
    LAPTOP,
    OVER,
    POSSIBLE,
    actions,
    click_in_page,
    play_by_tab,
    play_without_script,
    start_at_once,
    version,
    wait_beyond,
    wait_for_turn,
)

pytestmark = pytest.mark.browser

CURTAIN = ".behind-curtain main button"
MOST_MOVES = 200
MOST_STOPS = 120
FOCUSED = "document.activeElement.name === 'action' && !document.activeElement.ariaDisabled"


def start(page: Page) -> None:
    start_at_once(page, "Meuterer")


def play(page: Page, choose: Callable[[list[str]], None]) -> int:
    """Play on until the game is over; `choose` makes one of these moves. Returns how many there were."""
    for moves in range(MOST_MOVES):
        if not wait_for_turn(page):
            return moves
        seen = version(page)
        choose(actions(page))
        wait_beyond(page, seen, OVER)
    raise AssertionError("the game does not end")


def test_a_whole_game_by_mouse(page: Page) -> None:
    dice = random.Random(1)
    page.set_viewport_size(LAPTOP)
    start(page)
    expect(page.locator("#region_deal")).to_contain_text("sha256:")

    def click(possible: list[str]) -> None:
        page.locator(f'{POSSIBLE}[value="{dice.choice(possible)}"]').first.click()

    assert play(page, click) > 20
    expect(page.locator(".finale .headline")).to_contain_text(
        re.compile("won|shared the win|came|stood|out of it")
    )
    expect(page.locator("#region_deal")).to_contain_text("The seed was")
    page.get_by_role("link", name="Look at it again").click()
    page.wait_for_url("**/replay*")
    expect(page.locator("#prompt")).to_contain_text("Move 1 of")


def test_a_whole_game_by_keyboard_alone(page: Page) -> None:
    dice = random.Random(2)
    page.set_viewport_size(LAPTOP)
    page.goto("/")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "quick":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")

    def press(possible: list[str]) -> None:
        wanted = page.locator(f'{POSSIBLE}[value="{dice.choice(possible)}"]').first
        page.keyboard.press(wanted.get_attribute("data-shortcut") or "")

    assert play(page, press) > 20
    page.keyboard.press("1")
    page.wait_for_url("**/replay*")
    for ply in (2, 3):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#prompt")).to_contain_text(f"Move {ply} of")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#prompt")).to_contain_text("Move 2 of")
    told = page.locator("#log .told")
    for key, rounds in (("End", 8), ("Home", 1), ("End", 8)):
        page.keyboard.press(key)
        expect(told).to_have_count(rounds)
    expect(told.locator("h3")).to_have_text([f"Round {number}" for number in range(1, 9)])


def test_tab_and_enter_reach_every_action(page: Page) -> None:
    start(page)
    play_by_tab(page, 8, MOST_STOPS)


def in_round(page: Page, number: int) -> None:
    """Play on until the round with this number has come, and it is one's turn."""
    while wait_for_turn(page) and page.locator("#log .told").count() < number:
        seen = version(page)
        click_in_page(page, POSSIBLE)
        wait_beyond(page, seen)


def test_late_in_a_game_a_few_stops_lead_to_the_actions(page: Page) -> None:
    start(page)
    in_round(page, 4)
    page.reload()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    if page.evaluate("document.activeElement.closest('.asking') !== null"):  # the coach may be asked
        page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)
    page.reload()
    stops = 1
    page.keyboard.press("Tab")
    while not page.evaluate(FOCUSED) and stops < 10:
        page.keyboard.press("Tab")
        stops += 1
    assert stops <= 7  # the last before them: to ask the coach
    older = page.locator("#log .told summary").first
    older.focus()
    expect(page.locator("#region_log_1 .rule").first).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('#region_log_1 .rule')")


def test_only_the_newest_round_is_open_unless_a_person_opens_another(page: Page) -> None:
    start(page)
    in_round(page, 3)

    def opened(place: str = "#region_result") -> list[str]:
        parts = page.locator(f"{place} details[open]").all()
        return [part.get_attribute("data-key") or "" for part in parts]

    assert opened() == ["round-2"]
    page.locator("[data-key=round-1] summary").click()
    in_round(page, 4)
    assert opened() == ["round-3", "round-1"]
    page.locator("[data-key=round-3] summary").click()
    page.locator("[data-key=round-1] summary").click()
    in_round(page, 5)
    assert opened() == ["round-4"]
    assert opened("#log") == ["told-5"]


def test_a_card_s_hint_covers_nothing(page: Page) -> None:
    start(page)
    in_round(page, 2)
    while not page.locator(".hand button.pick:not([aria-disabled])").count():
        seen = version(page)
        page.locator(POSSIBLE).first.click()
        wait_beyond(page, seen)
        wait_for_turn(page)
    others = page.locator(":is(#prompt, .preview, .buttons .choice, .hand .card):visible")
    for _ in range(2):
        for pick in page.locator(".hand button.pick").all():
            pick.hover()
            hint = pick.locator("xpath=following-sibling::*[contains(@class, 'effect')]")
            expect(hint).to_be_visible()
            box = hint.bounding_box()
            assert box
            for other in others.all():
                there = other.bounding_box()
                assert there
                below = box["y"] >= there["y"] + there["height"] - 1
                right = box["x"] >= there["x"] + there["width"]
                above = box["y"] + box["height"] <= there["y"] + 1
                assert below or above or right or box["x"] + box["width"] <= there["x"]
        page.set_viewport_size({"width": 1024, "height": 768})


def in_reach(page: Page, controls: str) -> int:
    """How many there are of these: each has to be large enough for a finger, and covered by nothing else."""
    found = page.locator(controls)
    for control in found.all():
        box = control.bounding_box()
        assert box
        assert box["height"] >= 43.9
        assert box["width"] >= 40
        assert page.evaluate(
            "([controls, x, y]) => document.elementFromPoint(x, y).matches(controls)",
            [controls, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
        )
    return found.count()


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_every_control_of_a_replay_is_in_reach(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/table/example/replay?ply=5")
    assert (
        in_reach(page, "#region_prompt :is(a, select, input, .onward > button):not([popover] *, .phases a)")
        >= 9
    )
    page.get_by_role("button", name="Share").click()
    assert in_reach(page, "#share :is(input, button)") == 5
    page.keyboard.press("Escape")
    for label, hands in (("Carmen", 1), ("A spectator", 0), ("Open cards", 4)):
        page.get_by_label("Seen by").select_option(label=label)
        expect(page.locator(".seat:has(.fan .mini:not(.back))")).to_have_count(hands)


def test_moves_without_script(new_page: Callable[..., Page]) -> None:
    page = new_page(script=False)
    start(page)
    assert play_without_script(page, 8) == 8
    expect(page.locator("#log")).to_contain_text("You")


def test_the_example_round_step_by_step(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="example round").click()
    page.wait_for_url("**/table/example/replay")
    for ply in range(2, 22):
        page.locator("[data-step=next]").click()
        expect(page.locator("#prompt")).to_contain_text(f"Move {ply} of 21")
    scores = {
        page.locator(f"#seat-{seat}-name").inner_text(): page.locator(
            f"[data-seat='{seat}'] .score b"
        ).inner_text()
        for seat in range(4)
    }
    assert scores == {"Bernhard": "2", "Steffi": "5", "Florian": "4", "Carmen": "4"}
    expect(page.locator(".seat[data-seat='1']")).to_contain_text("Captain")
    ship = page.locator("#ship").get_attribute("data-slot")
    expect(page.locator(f".isle[data-slot='{ship}']")).to_contain_text("Eisfelsen")


def test_the_screen_is_handed_over_behind_a_curtain(page: Page) -> None:
    page.goto("/")
    page.locator("#name0").fill("Ann")
    for seat, name in ((1, "Ben"), (2, "Cleo"), (3, "Dan")):
        page.locator(f"#name{seat}").fill(name)
        page.locator(f"#kind{seat}").select_option("human")
    page.get_by_role("button", name="Start this game").click()
    handed: list[str] = []
    for _ in range(12):
        if len(set(handed)) == 4:
            break
        page.wait_for_selector(f"{CURTAIN}, {POSSIBLE}")
        if page.locator(CURTAIN).count():
            assert page.locator("#region_prompt, .card, .mini").count() == 0
            handed.append(page.locator("h1").inner_text())
            page.locator(CURTAIN).click()
            page.wait_for_selector(POSSIBLE)
            assert handed[-1].endswith(page.locator(".seat.me [id^=seat-]").inner_text())
        seen = version(page)
        page.locator(POSSIBLE).first.click()
        wait_beyond(page, seen, CURTAIN)
    assert len(set(handed)) == 4


def test_everybody_who_has_the_address_may_watch(new_page: Callable[..., Page]) -> None:
    player = new_page()
    start(player)
    watcher = new_page()
    watcher.goto(player.url)
    expect(watcher.locator(".seat.me")).to_have_count(0)
    wait_for_turn(player)
    seen = watcher.locator("#log li").count()
    player.locator(POSSIBLE).first.click()
    expect(watcher.locator("#log li")).not_to_have_count(seen)
    assert watcher.locator(POSSIBLE).count() == 0


def test_moving_cards_and_ships_lose_no_click(new_page: Callable[..., Page]) -> None:
    page = new_page(calm=False)
    start(page)
    for _ in range(7):
        assert wait_for_turn(page)
        seen = version(page)
        page.locator(POSSIBLE).first.click()
        wait_beyond(page, seen)


def test_no_page_is_wider_than_its_window(page: Page) -> None:
    start(page)
    wait_for_turn(page)
    addresses = (page.url, "/", "/rules/meuterer", "/table/example/replay?ply=20")
    for width in (320, 390, 768, 1024, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        for address in addresses:
            page.goto(address)
            assert sticking_out(page) == [], address
        for link in page.locator(".rounds a").all():
            assert link.evaluate("link => link.scrollWidth <= link.clientWidth + 1")


COVERED = """() => {
  const piles = document.getElementById("piles").getBoundingClientRect();
  const plaques = document.querySelectorAll("#region_chart .plaque");
  return Array.from(plaques, (one) => [one, one.getBoundingClientRect()])
    .filter(([, at]) => at.right > piles.left && at.bottom > piles.top && at.left < piles.right)
    .map(([one]) => one.innerText);
}"""


@pytest.mark.parametrize("size", [(1366, 657), (1280, 720), (1440, 900)])
def test_the_piles_cover_no_island_s_figures(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    start(page)
    assert page.locator("#region_chart .plaque").count() > 5
    assert page.evaluate(COVERED) == []


# Every seat has sold at two islands; how much of the seats is out of sight.
SOLD: Final = """() => {
  for (const seat of document.querySelectorAll(".seat")) {
    seat.querySelector(".deeds")?.remove();
    const deed = '<span class="deed"><svg class="pic"></svg>2 at Kalte Klippe</span>';
    seat.insertAdjacentHTML("beforeend", `<p class="deeds">${deed}${deed}</p>`);
  }
  const seats = document.getElementById("region_seats");
  return seats.scrollHeight - seats.clientHeight;
}"""


def test_four_seats_that_have_sold_are_in_sight_together(new_page: Callable[..., Page]) -> None:
    page = new_page()
    start(page)
    wait_for_turn(page)
    for width, height in ((1366, 657), (1280, 720), (1440, 900), (1920, 969)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SOLD) <= 0, (width, height)
