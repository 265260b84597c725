"""What has the focus keeps it while the page changes, and what is gone hands it on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

pytestmark = pytest.mark.browser

INVITATION: Final = """<li class="invited"><a class="call" href="/table/{0}">{0} asks you</a>
<button class="button" formmethod="post" formaction="/table/{0}/decline">No thanks, {0}</button></li>"""


def test_no_thanks_stays_with_the_same_person(new_page: Callable[..., Page]) -> None:
    page = new_page()
    lines: list[WebSocketRoute] = []
    page.route_web_socket(re.compile("lists/home"), lambda line: lines.append(line))

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
