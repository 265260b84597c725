"""A replay plays by itself, at several speeds, and begins where something has happened."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, stop_the_clock
from tests.browser.test_story import LOOK

pytestmark = pytest.mark.browser

EXAMPLE = "/table/example/replay"
# The moves that are left to play in a test.
LEFT = 3


def at(page: Page) -> int:
    """The move that the replay shows."""
    return int(page.locator("#ply").input_value())


def near_the_end(page: Page) -> int:
    """A replay that has only a few moves left; returns how many it has in all."""
    page.goto(EXAMPLE)
    last = int(page.locator("#ply").get_attribute("max") or "")
    page.goto(f"{EXAMPLE}?ply={last - LEFT}")
    page.get_by_label("Speed").select_option("4")
    return last


def play_it(page: Page) -> None:
    """Click “Play it” while the clock stands still."""
    page.get_by_role("button", name="Play it").click()
    # News waits while a button is pressed, and until a moment after.
    page.clock.run_for(1)


def test_a_replay_begins_at_a_move_that_is_told(page: Page) -> None:
    page.goto(EXAMPLE)
    assert at(page) == 1
    expect(page.locator("#prompt")).to_contain_text("Move 1")
    expect(page.locator("#log li")).not_to_have_count(0)


def test_the_log_stays_in_view_beside_the_coach(page: Page) -> None:
    page.goto(EXAMPLE)
    expect(page.locator("#pane-coach")).to_be_visible()
    expect(page.locator("#log li").first).to_be_visible()
    expect(page.get_by_role("tab", name="Log")).to_have_count(0)
    page.get_by_role("tab", name="Table").click()
    expect(page.locator("#pane-coach")).to_be_hidden()
    expect(page.locator("#log li").first).to_be_visible()


def test_a_replay_that_plays_writes_its_log_as_it_tells(page: Page) -> None:
    last = near_the_end(page)
    # Of the last move several sentences are told.
    page.goto(f"{EXAMPLE}?ply={last - 1}")
    page.get_by_label("Speed").select_option("0.5")
    # Else all could be told before it is looked at.
    stop_the_clock(page)
    play_it(page)
    said = page.locator("#story .story-line")
    expect(said).to_be_visible()
    untold = page.locator("#log li[hidden]")
    expect(untold).not_to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    expect(untold).to_have_count(0)


def test_it_plays_to_its_end_and_pauses(page: Page) -> None:
    last = near_the_end(page)
    stop_the_clock(page)
    play_it(page)
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("#story .story-line")).to_be_visible()
    page.clock.resume()
    page.wait_for_selector(f"#ply[value='{last}']")
    button = page.get_by_role("button", name="Play it")
    expect(button).to_be_disabled(timeout=PATIENCE)
    assert page.locator("body").get_attribute("data-playing") is None


def test_the_space_bar_plays_and_pauses(page: Page) -> None:
    last = near_the_end(page)
    # Else the next move could come before this one is looked at.
    stop_the_clock(page)
    page.locator("#main").focus()
    page.keyboard.press("Space")
    expect(page.locator("#ply")).to_have_value(str(last - LEFT + 1))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play it")).to_be_enabled()
    expect(page.locator("#story")).to_be_hidden()
    page.clock.run_for(60_000)
    shown = at(page)
    assert shown < last
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#ply")).to_have_value(str(shown - 1))


def test_whoever_turns_a_page_by_hand_has_stopped_it(page: Page) -> None:
    last = near_the_end(page)
    page.get_by_label("Speed").select_option("0.5")
    stop_the_clock(page)
    play_it(page)
    # A page that is turned meanwhile would take the link away under the mouse.
    expect(page.locator("#ply")).to_have_value(str(last - LEFT + 1))
    page.locator("[data-step=back]").click()
    expect(page.get_by_role("button", name="Play it")).to_be_enabled()


def test_it_pauses_while_nobody_looks(page: Page) -> None:
    last = near_the_end(page)
    stop_the_clock(page)
    play_it(page)
    expect(page.locator("#ply")).to_have_value(str(last - LEFT + 1))
    page.evaluate(LOOK, True)
    page.clock.run_for(60_000)
    expect(page.locator("#ply")).to_have_value(str(last - LEFT + 1))
    expect(page.get_by_role("button", name="Play it")).to_be_enabled()


def test_the_speed_is_remembered(page: Page) -> None:
    near_the_end(page)
    page.reload()
    expect(page.get_by_label("Speed")).to_have_value("4")


def test_a_step_forward_announces_the_move_and_then_what_came_of_it(page: Page) -> None:
    last = near_the_end(page)
    page.goto(f"{EXAMPLE}?ply={last - 1}")
    page.locator("#main").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#ply")).to_have_value(str(last))
    heard = page.locator("#say p")
    expect(heard).to_have_count(2)
    assert heard.first.inner_text() == page.locator("#prompt").inner_text()
    told = json.loads(page.locator("#told").get_attribute("data-told") or "")["say"]
    # The first of these is the move itself.
    assert heard.last.inner_text() == " ".join(told[1:])
    # A step back announces only where one is.
    page.keyboard.press("ArrowLeft")
    expect(heard).to_have_count(3)


def test_no_key_is_listed_that_does_nothing_in_a_replay(page: Page) -> None:
    page.goto(EXAMPLE)
    page.keyboard.press("?")
    keys = page.locator("#keys")
    expect(keys).to_contain_text("a step back or forward")
    expect(keys).not_to_contain_text("leaving")
    expect(keys).not_to_contain_text("Take the action with that number")


def test_space_that_is_held_down_begins_to_play_once(page: Page) -> None:
    page.goto(EXAMPLE)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.down(" ")
    page.keyboard.down(" ")
    page.keyboard.up(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_a_round_that_was_chosen_keeps_the_focus(page: Page) -> None:
    page.goto(f"{EXAMPLE}?ply=0")
    link = page.locator(".rounds a").last
    link.press("Enter")
    expect(link).to_have_attribute("aria-current", "true")
    expect(link).to_be_focused()


def test_a_link_to_a_place_on_the_page_turns_no_page(page: Page) -> None:
    page.goto(EXAMPLE)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**ply=2*")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    # Without a connection each answer that does not come would be asked for again, at once.
    page.context.set_offline(True)
    page.evaluate("location.hash = 'seat-0'")
    page.wait_for_timeout(500)
    assert asked == []
    page.context.set_offline(False)
    page.go_back()
    page.go_back()
    expect(page.locator("#prompt")).to_contain_text("Move 1")


def test_another_page_in_the_place_of_a_replay_s_is_shown_as_it_is(page: Page) -> None:
    portal = "<!doctype html><title>Portal</title><h1>Sign in to this network</h1>"
    # Before the page: a request sent just after `route` may pass it by.
    page.route("**/replay?*", lambda route: route.fulfill(body=portal, content_type="text/html"))
    page.goto(EXAMPLE)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_title("Portal")
