"""A whole game of Mutiny! on an open table, of three people: one with a mouse, one with keys, one on a phone.

On the Gunner all are tied. One pays more when the lookout asks for more, and two pay for the same pick.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.seat import ANSWERED, OVER, press_key
from tests.browser.stocked import Stocked
from tests.browser.test_mutiny import actions, by_keys, by_mouse, by_taps, liking

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cleo")
CREW = 5
MOST_MOVES = 400

Choose = Callable[[str], None]


def sit_down(pages: list[Page]) -> None:
    """The first sets a table for three and shares its link, the others take a seat each."""
    ann, *others = pages
    ann.goto("/?game=mutiny")
    ann.locator("[name=players][value='3']").check(force=True)
    ann.fill("#name0", NAMES[0])
    for seat in (1, 2):
        ann.select_option(f"#kind{seat}", "open")
    ann.get_by_role("button", name="Start this game").click()
    ann.wait_for_url("**/table/*")
    link = ann.get_by_label("Whoever opens this link").input_value()
    for seat, page in enumerate(others, 1):
        page.goto(link)
        page.get_by_label("Your name at this table").fill(NAMES[seat])
        page.get_by_role("button", name=f"Take seat {seat + 1}").click()
    for page in pages:
        page.wait_for_selector("main[data-table]")
        # Keys do nothing before its scripts are there.
        page.wait_for_load_state()


def acting(pages: list[Page]) -> int | None:
    """Who has something to do now; None when the game is over."""
    while True:
        for seat, page in enumerate(pages):
            if page.locator(OVER).count():
                return None
            if actions(page):
                return seat
        pages[0].wait_for_timeout(20)


def bid(pages: list[Page], choose: list[Choose]) -> None:
    """All bid a doubloon on the Gunner and nothing on anybody else."""
    for crew in range(CREW):
        for seat, page in enumerate(pages):
            expect(page.locator(".member.now, .crew .called").nth(0)).to_be_visible()
            page.wait_for_selector(".bidding")
            # News of the others' fists would draw the page anew under a finger.
            expect(page.locator("#region_seats .knuckles")).to_have_count(seat)
            choose[seat]("bid 1 0" if crew == 1 else "bid 0 0")
            page.wait_for_selector(ANSWERED)


def test_MU_23_a_raised_offer_and_two_payers_by_mouse_by_keys_and_on_a_phone(
    new_page: Callable[..., Page],
) -> None:
    pages = [new_page(), new_page(), new_page(phone=True)]
    choose = [by_mouse(pages[0]), by_keys(pages[1]), by_taps(pages[2])]
    sit_down(pages)
    bid(pages, choose)
    first = acting(pages)
    assert first is not None
    second, lookout = (first + 1) % 3, (first + 2) % 3

    def do(seat: int, action: str) -> None:
        pages[seat].wait_for_selector(f'#region_prompt [name=action][value="{action}"]', state="attached")
        choose[seat](action)
        pages[seat].wait_for_selector(ANSWERED)

    do(first, f"offer 1 for {first}")
    do(second, f"offer 1 for not {lookout}")
    do(lookout, f"ask 2 for {first}")
    for page in pages:
        expect(page.locator(f"#seat-{first} .laid")).to_contain_text("offers 1 rum")
        expect(page.locator(f"#seat-{second} .laid")).to_contain_text("for picking anyone but")
        expect(page.locator(f"#seat-{lookout} .laid.price")).to_contain_text("asks 2 rum for picking")
    expect(pages[first].locator("#prompt")).to_contain_text("asks 2 rum for picking you: do you offer rum?")
    do(first, f"offer 2 for {first}")
    do(second, "pass")
    do(lookout, f"take {first}")
    do(lookout, f"take {second}")
    for page in pages:
        expect(page.locator(".deal")).to_have_count(2)
    expect(pages[second].locator("#log")).to_contain_text("shake hands: 2 rum for picking")
    expect(pages[first].locator("#log")).to_contain_text("You get the primary ability of the Gunner.")

    dice = random.Random(8)
    for _ in range(MOST_MOVES):
        seat = acting(pages)
        if seat is None:
            break
        possible = actions(pages[seat])
        if possible:
            choose[seat](dice.choices(possible, [liking(one) for one in possible])[0])
            pages[seat].wait_for_selector(ANSWERED)
    for page in pages:
        expect(page.locator(".finale .tracks > li").first).to_contain_text("1.")


def test_MU_23_an_offer_says_what_it_lacks_until_somebody_is_to_be_picked(
    chromium: Browser, stocked: Stocked
) -> None:
    with stocked.signed_in(chromium) as page:
        page.goto(stocked.table("mutiny", "offer"))
        address, go = page.url, page.locator(".go")
        expect(page.locator(".choose[aria-pressed=true]")).to_have_count(0)
        expect(go).to_be_disabled()
        expect(go).to_contain_text("First choose who is to be picked")
        # Rum can be counted before.
        press_key(page, "button[data-step='1']")
        press_key(page, ".go")
        expect(page.locator(".confirm .cannot")).to_have_text("An offer names who is to be picked (MU-23).")
        target = page.locator("#region_prompt .one .choose").first
        press_key(page, f".choose[data-value='{target.get_attribute('data-value')}']")
        expect(go).to_be_enabled()
        expect(go).to_contain_text("2 rum for picking")
        expect(page.locator(".confirm .cannot")).to_be_empty()
        assert page.url == address
        press_key(page, ".go")
        page.wait_for_selector(ANSWERED)
        expect(go).to_have_count(0)
