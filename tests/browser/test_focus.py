"""What has the focus keeps it while the page changes, and what is gone hands it on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.test_company import table_of
from tests.browser.test_friends import table_with_open_seats

pytestmark = pytest.mark.browser


def keep(lines: list[WebSocketRoute]) -> Callable[[WebSocketRoute], None]:
    """Keep a page's lines, and answer their heartbeats: a page closes a line that is silent."""

    def met(line: WebSocketRoute) -> None:
        line.on_message(lambda _beat: line.send("{}"))
        lines.append(line)

    return met


INVITATION: Final = """<li class="invited"><a class="call" href="/table/{0}">{0} asks you</a>
<button class="button" formmethod="post" formaction="/table/{0}/decline">No thanks, {0}</button></li>"""


def test_no_thanks_stays_with_the_same_person(new_page: Callable[..., Page]) -> None:
    page = new_page()
    lines: list[WebSocketRoute] = []
    page.route_web_socket(re.compile("lists/home"), keep(lines))

    def hear(shown: str, *names: str) -> None:
        calls = "".join(INVITATION.format(name) for name in names)
        lines[0].send(json.dumps({"shown": shown, "regions": {"region_calls": f"<ul>{calls}</ul>"}}))

    page.goto("/")
    while not lines:
        page.wait_for_timeout(50)
    hear("a", "anne", "bart")
    page.get_by_role("button", name="No thanks, bart").focus()
    hear("b", "cleo", "anne", "bart")
    expect(page.get_by_role("button", name="No thanks, cleo")).to_be_visible()
    expect(page.get_by_role("button", name="No thanks, bart")).to_be_focused()
    hear("c", "cleo")
    expect(page.locator("main")).to_be_focused()


# What the host of a waiting room may stand on, by its text.
STOPS: Final = (
    "Ask them to leave",
    "Free this seat",
    "Another name",
    "Take this name",
    "Close this table",
    "Close it",
)
REGIONS: Final = ("region_chairs", "region_join", "region_host")


def test_who_sits_down_leaves_the_focus_where_it_is(new_page: Callable[..., Page]) -> None:
    host, guest = new_page(), new_page()
    lines: list[WebSocketRoute] = []
    address = table_with_open_seats(host, 2)
    guest.goto(address)
    guest.get_by_label("Your name at this table").fill("Ben")
    guest.get_by_role("button", name="Take seat 2").click()
    guest.wait_for_selector(".place.mine")
    host.route_web_socket(re.compile("/live"), keep(lines))
    host.reload()
    while not lines:
        host.wait_for_timeout(50)
    # As the server tells them: with everything closed.
    regions = {region: host.locator(f"#{region}").inner_html() for region in REGIONS}

    def hear(title: str, **regions: str) -> None:
        lines[0].send(json.dumps({"version": 99, "title": title, "regions": regions}))
        expect(host).to_have_title(re.compile(f"^{title} · "))

    host.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    for at, text in enumerate(STOPS):
        stop = host.locator("summary, button").filter(has_text=re.compile(rf"{text}$"))
        stop.focus()
        hear(f"News {at}", **regions)
        expect(stop).to_be_focused()
    host.get_by_text("Ask them to leave").focus()
    hear("Nobody else", region_chairs="")
    expect(host.locator("main")).to_be_focused()


def test_who_has_said_something_and_gone_on_is_not_called_back(new_page: Callable[..., Page]) -> None:
    ann, ben, cleo = new_page(), new_page(), new_page()
    table_of([ann, ben, cleo])
    held: list[Route] = []
    ann.route("**/say", lambda route: held.append(route))
    ann.locator("#tab-talk").click()
    field = ann.get_by_label("What you say")
    prompt = ann.locator("#region_prompt")
    for stays in (False, True):
        field.fill("Ahoy")
        field.press("Enter")
        expect(ann.locator("#say-it button")).to_be_disabled()
        if not stays:
            prompt.focus()
        while not held:
            ann.wait_for_timeout(50)
        held.pop().continue_()
        expect(field).to_have_value("")
        expect(ann.locator("#say-it button")).to_be_enabled()
        expect(field if stays else prompt).to_be_focused()


def test_the_focus_goes_to_the_sentence_that_refuses_a_form(
    new_page: Callable[..., Page], complaints: list[str]
) -> None:
    page = new_page()
    page.goto("/me")
    page.get_by_label("Your recovery code").fill("mistyped")
    page.get_by_role("button", name="Sign in with the code").click()
    expect(page.locator(".error")).to_be_focused()
    assert complaints
    assert all("400" in said for said in complaints)
    complaints.clear()
