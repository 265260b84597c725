"""Friends come together in real browsers: by the link, without script, and on a second device."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

AT_TABLE = "main[data-table]"


def table_with_open_seats(page: Page, open_seats: int) -> str:
    """Set a table of Meuterer with this many open seats and go there; returns its address."""
    page.goto("/")
    page.fill("#name0", "Ann Bonny")
    for seat in range(1, open_seats + 1):
        page.select_option(f"#kind{seat}", "open")
        expect(page.locator(f"#name{seat}")).to_be_hidden()
    page.get_by_role("button", name="Start this game").click()
    page.wait_for_url("**/table/*")
    return page.url


def test_two_friends_meet_by_the_link_and_the_match_begins_for_both(new_page: Callable[..., Page]) -> None:
    ann, ben, cleo = (new_page() for _ in range(3))
    table_with_open_seats(ann, 2)
    expect(ann.locator("h1")).to_have_text("Waiting for 2 players")
    link = ann.get_by_label("Whoever opens this link").input_value()
    for page, name in ((ben, "Ben"), (cleo, "Cleo")):
        page.goto(link)
        page.get_by_label("Your name at this table").fill(name)
    cleo.get_by_label("Your name at this table").focus()
    ben.get_by_role("button", name="Take seat 3").click()
    expect(ann.locator("h1")).to_have_text("Waiting for 1 player")
    expect(ann.locator("[data-place='2']")).to_contain_text("Ben")
    # What somebody else does disturbs nobody who is just typing.
    expect(cleo.locator("h1")).to_have_text("Waiting for 1 player")
    expect(cleo.get_by_label("Your name at this table")).to_be_focused()
    expect(cleo.get_by_label("Your name at this table")).to_have_value("Cleo")
    cleo.get_by_role("button", name="Take seat 2").click()
    for page, seat in ((ann, "0"), (ben, "2"), (cleo, "1")):
        page.wait_for_selector(AT_TABLE)
        expect(page.locator(AT_TABLE)).to_have_attribute("data-seat", seat)


def test_friends_meet_without_script_too(new_page: Callable[..., Page]) -> None:
    ann, ben = new_page(script=False), new_page(script=False)
    address = table_with_open_seats(ann, 1)
    ben.goto(address)
    ben.get_by_label("Your name at this table").fill("Ben")
    ben.get_by_role("button", name="Take seat 2").click()
    expect(ben.locator(AT_TABLE)).to_have_attribute("data-seat", "1")
    ann.reload()
    expect(ann.locator(AT_TABLE)).to_have_attribute("data-seat", "0")


def test_a_seat_goes_on_on_a_phone(new_page: Callable[..., Page]) -> None:
    ann, phone = new_page(), new_page()
    phone.set_viewport_size({"width": 390, "height": 844})
    ann.goto("/")
    ann.get_by_role("button", name="Play Meuterer against bots").click()
    ann.wait_for_selector(AT_TABLE)
    ann.get_by_role("tab", name="Table").click()
    ann.get_by_role("link", name="Play on another device").click()
    ann.get_by_role("button", name="Make a private link").click()
    expect(ann.get_by_role("img", name="The link as a QR code")).to_be_visible()
    phone.goto(ann.get_by_label("Open this link on the other device").input_value())
    phone.get_by_role("button", name="seat here").click()
    expect(phone.locator(AT_TABLE)).to_have_attribute("data-seat", "0")
    ann.get_by_role("button", name="Sign out all other devices").click()
    ann.wait_for_selector(AT_TABLE)
    expect(phone.locator(AT_TABLE)).to_have_attribute("data-seat", "")
