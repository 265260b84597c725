"""The pages as an app, in a real browser: no connection, files that are shared, the badge."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from quarterdeck.play import Game, Record
from scripts.pictures.axe import violations
from tests.browser.conftest import open_page, until
from tests.browser.seat import start_at_once
from tests.browser.stocked import Stocked

pytestmark = pytest.mark.browser


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page with the worker."""
    return ready(new_page(worker=True))


def ready(page: Page, path: str = "/games?game=mutiny") -> Page:
    """Go there, and wait until the worker looks after the page."""
    page.goto(path)
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    until(page, "navigator.serviceWorker.controller !== null")
    return page


def record() -> str:
    """The match file of a random game."""
    made, dice = Record(Game("mutiny", players=3), seed="s"), random.Random(1)
    while not made.position.over:
        seat = made.position.to_act[0]
        made.append(seat, dice.choice(made.position.legal(seat)))
    return made.dumps()


def test_without_a_connection_a_page_says_so_and_the_way_goes_on_by_itself(
    page: Page, complaints: list[str]
) -> None:
    page.context.set_offline(True)
    page.goto("/lobby")
    expect(page.locator("h1")).to_have_text("Becalmed")
    expect(page).to_have_url(re.compile("/lobby$"))
    # It looks like our pages, without the server.
    assert page.evaluate("getComputedStyle(document.querySelector('.meanwhile')).borderStyle") == "solid"
    assert page.evaluate("document.fonts.ready.then((all) => all.check('italic 900 20px Quarterdeck'))")
    assert violations(page) == []
    with page.expect_navigation():
        page.get_by_role("button", name="Try again").click()
    expect(page.locator("h1")).to_have_text("Becalmed")
    page.context.set_offline(False)
    expect(page.locator("h1")).to_have_text("The lobby")
    expect(page).to_have_url(re.compile("/lobby$"))
    # Now and then the page asks for the server, and the browser says that there is none.
    complaints[:] = [one for one in complaints if "ERR_INTERNET_DISCONNECTED" not in one]


def test_no_connection_is_told_in_the_language_of_the_last_page(new_page: Callable[..., Page]) -> None:
    page = ready(new_page(worker=True, language="fr"))
    page.context.set_offline(True)
    page.goto("/me")
    expect(page.locator("h1")).to_have_text("Calme plat")
    page.context.set_offline(False)
    page.wait_for_url("**/me")
    expect(page.locator("h1")).to_have_text("Vous")


def test_after_a_match_the_worker_has_kept_no_page_of_it(page: Page) -> None:
    start_at_once(page, "Meuterer")
    page.reload()
    found: list[str] = page.evaluate(
        """caches.keys().then(async (names) => {
             const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
             return kept.flat().map(({ url }) => new URL(url).pathname);
           })"""
    )
    assert [path for path in found if not path.startswith("/static/")] == ["/offline"]
    assert "/static/page.css" in found


# As a system does that shares a file: a form that is none of our pages', without their token.
SHARE = """(text) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "/open/shared" });
  const field = Object.assign(document.createElement("input"), { type: "file", name: "match" });
  const chosen = new DataTransfer();
  chosen.items.add(new File([text], "a.qd"));
  field.files = chosen.files;
  form.append(field);
  document.body.append(form);
  form.submit();
}"""


def test_a_shared_match_file_is_shown(page: Page) -> None:
    page.evaluate(SHARE, record())
    page.wait_for_url("**/table/file-*/replay")
    expect(page.locator(".game-title")).to_contain_text("from a file")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#prompt")).to_contain_text("Move 2 of")


def test_a_shared_file_that_is_none_is_told_at_the_form(page: Page, complaints: list[str]) -> None:
    page.evaluate(SHARE, "Ahoy!")
    expect(page.locator("#refused")).to_contain_text("This is no match file of Quarterdeck")
    expect(page).to_have_url(re.compile("/open$"))
    # Nothing is left to be sent again.
    page.goto("/open?shared=on")
    expect(page.locator("#refused")).to_be_hidden()
    # The browser says that the form was answered by 400.
    assert [complaints.pop()[:23]] == ["Failed to load resource"]


@pytest.mark.parametrize("script", [True, False], ids=["script", "none"])
def test_a_chosen_match_file_is_shown_with_keys_alone(new_page: Callable[..., Page], script: bool) -> None:
    page = new_page(script=script)
    page.goto("/games")
    page.get_by_role("link", name="Open a match file").press("Enter")
    page.wait_for_url("**/open")
    file: Any = {"name": "a.qd", "mimeType": "text/plain", "buffer": record().encode()}
    page.get_by_label("The file").set_input_files(file)
    page.get_by_role("button", name="Watch it").press("Enter")
    page.wait_for_url("**/table/file-*/replay")
    expect(page.locator("#prompt")).to_contain_text("Move 1 of")


def test_a_file_that_is_too_long_is_not_even_sent(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto("/open")
    long: Any = {"name": "a.qd", "mimeType": "text/plain", "buffer": b"#" * 2_000_000}
    page.get_by_label("The file").set_input_files(long)
    page.get_by_role("button", name="Watch it").click()
    expect(page.locator("#refused")).to_have_text("This file is too long for a match.")
    expect(page).to_have_url(re.compile("/open$"))


# An installed app on a system whose icons have numbers.
INSTALLED = """
  const usual = window.matchMedia.bind(window);
  window.matchMedia = (query) => (query === "(display-mode: standalone)" ? { matches: true } : usual(query));
  window.badges = [];
  navigator.setAppBadge = async (count) => void badges.push(count);
  navigator.clearAppBadge = async () => void badges.push(0);
"""


def test_the_icon_of_the_installed_app_has_the_number_of_ones_turns(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.add_init_script(INSTALLED)
    page.goto("/")
    until(page, "badges.at(-1) === 0")
    start_at_once(page, "Cartagena")
    page.wait_for_selector("#prompt.yours")
    until(page, "badges.at(-1) === 1")
    page.goto("/games")
    until(page, "badges.at(-1) === 1")


def test_in_a_tab_nobody_asks_for_the_number(new_page: Callable[..., Page]) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    page.wait_for_timeout(1500)
    assert [one for one in asked if one.endswith("/me/turns")] == []


def test_a_question_that_gets_no_answer_is_given_up(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto("/offline")
    becalmed = page.content()
    page.route("**/lobby", lambda route: route.fulfill(body=becalmed, content_type="text/html"))
    page.route("**/healthz", lambda _route: None)
    # Each that waits takes one of the few connections that a browser has to a server.
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/healthz")):
        page.goto("/lobby")


# A person who closes the browser's question without an answer.
UNDECIDED = """
  window.PushManager ||= class {};
  window.Notification = { permission: "default", requestPermission: async () => "default" };
"""


def test_whoever_does_not_answer_has_not_forbidden_notices(chromium: Browser, stocked: Stocked) -> None:
    page = open_page(chromium, stocked.address, [])
    page.add_init_script(UNDECIDED)
    page.goto("/me")
    show = page.get_by_role("button", name="Show notices on this device")
    show.click()
    expect(show).to_be_enabled()
    expect(page.locator("[data-push-state]")).to_have_text("This device shows no notices.")
    page.context.close()
