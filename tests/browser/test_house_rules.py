"""The panel of house rules in a browser: chosen, named at the table, and written to the match file."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from quarterdeck.play import Record
from tests.browser.test_agreements import answer, ask

pytestmark = pytest.mark.browser

# By game: for each house rule its name, its rule, the reading to choose, and the option with its value.
CHOSEN = {
    "cartagena": (
        ("The oldest player", "CA-13", "second seat", "oldest 1"),
        ("Coins on Satè", "CA-48", "set aside", "sate set aside"),
        ("Opponents in the mutiny", "CA-65", "all players", "duel_opponents all"),
        ("Mascot in a first round", "CA-66", "at the price of the game", "mascot_in_first_round yes"),
    ),
    "mutiny": (
        ("Tied for the First Mate", "MU-21", "one decision", "first_mate_tie one decision"),
        ("The winning cutlass", "MU-50", "at once", "victory at once"),
    ),
}
each_game = pytest.mark.parametrize("game", CHOSEN)


def choose_by_mouse(page: Page, game: str) -> None:
    """Open the panel, and click all the other readings."""
    page.locator("summary", has_text="House rules").click()
    for name, rule, label, _option in CHOSEN[game]:
        reading = page.get_by_role("group", name=f"{name} {rule}")
        reading.locator("label", has_text=label).click()
        expect(reading.get_by_role("radio", checked=True)).to_have_attribute("name", _option.split()[0])


def choose_by_keys(page: Page, game: str) -> None:
    """The same by Enter, Tab and arrows."""
    page.locator("summary", has_text="House rules").focus()
    page.keyboard.press("Enter")
    for name, rule, label, _option in CHOSEN[game]:
        reading = page.get_by_role("group", name=f"{name} {rule}")
        reading.get_by_role("radio", checked=True).focus()
        while label not in (reading.locator("label:has(:checked)").text_content() or ""):
            page.keyboard.press("ArrowDown")


def begin(host: Page, guest: Page, game: str, choose: Callable[[Page, str], None]) -> str:
    """A table for two by the chosen readings, at which both sit; its address."""
    host.goto(f"/?game={game}")
    expect(host.locator(".readings").first).to_be_hidden()
    choose(host, game)
    host.locator("[name=players][value='2']").check(force=True)
    host.fill("#name0", "Ann")
    host.select_option("#kind1", "open")
    host.get_by_role("button", name="Start this game").click()
    host.wait_for_url("**/table/*")
    guest.goto(host.get_by_label("Whoever opens this link").input_value())
    for _name, rule, label, _option in CHOSEN[game]:
        expect(guest.locator("main")).to_contain_text(f"{label} ({rule})")
    guest.get_by_label("Your name at this table").fill("Ben")
    guest.get_by_role("button", name="Take seat 2").click()
    for page in (host, guest):
        page.wait_for_selector("main[data-table]")
    return host.url


@each_game
def test_chosen_readings_are_named_at_the_table_and_in_its_match_file(
    new_page: Callable[..., Page], game: str
) -> None:
    ann, ben = new_page(), new_page()
    address = begin(ann, ben, game, choose_by_mouse)
    for page in (ann, ben):
        expect(page.locator("header").first).to_contain_text(
            "house rules: " + ", ".join(rule for _name, rule, *_rest in CHOSEN[game])
        )
        page.locator("#tab-table").click()
        page.locator(".house-rules-on summary").click()
        told = page.locator(".house-rules-on li")
        for at, (name, rule, label, _option) in enumerate(CHOSEN[game]):
            expect(told.nth(at)).to_contain_text(f"{name} {rule}: {label}.")
    ask(ann, "End in a draw")
    answer(ben, "Agree")
    expect(ann.locator(".finale .headline")).to_be_visible()
    text = ann.request.get(f"{address}/match.qd").text()
    for *_rest, option in CHOSEN[game]:
        assert f"\noption {option}\n" in text
    assert Record.loads(text).dumps() == text


@each_game
def test_readings_are_chosen_by_keys_on_a_phone(new_page: Callable[..., Page], game: str) -> None:
    ann, ben = new_page(), new_page()
    for page in (ann, ben):
        page.set_viewport_size({"width": 390, "height": 844})
    begin(ann, ben, game, choose_by_keys)
    # Before its style sheets are there, a page may be wider.
    ann.wait_for_load_state()
    expect(ann.locator("main")).to_be_visible()
    assert ann.evaluate("document.documentElement.scrollWidth") <= 390


def test_without_a_choice_a_table_has_no_house_rules(page: Page) -> None:
    page.goto("/?game=mutiny")
    page.get_by_role("button", name="Start this game").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".house-rules-on")).to_have_count(0)
    expect(page.locator("header").first).not_to_contain_text("house rules")
