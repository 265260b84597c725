"""Puzzles in real browsers: one solved, one failed, by mouse, by keys and without script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from quarterdeck.coach.collection import puzzles
from quarterdeck.coach.puzzle import Puzzle
from tests.browser.conftest import open_page
from tests.browser.seat import press_key
from tests.browser.test_evenings import CHOOSE

pytestmark = pytest.mark.browser


def button(action: str) -> str:
    return f"#acts button[name=action][value='{action}']"


def simple() -> list[Puzzle]:
    """Puzzles whose choices are buttons of their own."""
    return [one for one in puzzles("cartagena") if one.theme in ("cabins", "duel")]


def other(puzzle: Puzzle) -> str:
    return next(one.text for one in puzzle.view.legal() if one != puzzle.answer)


def test_one_is_solved_and_the_next_one_is_failed(new_page: Callable[..., Page]) -> None:
    page = new_page()
    first, *_rest = simple()
    page.goto("/puzzles?game=cartagena")
    page.locator(f"a[href='/puzzles/{first.name}']").click()
    page.locator(button(first.answer.text)).click()
    expect(page.locator(".verdict-bar")).to_contain_text("Right:")
    expect(page.locator(".considered .best")).to_have_count(1)
    page.get_by_role("link", name="The next puzzle").click()
    name = page.locator("[data-table]").get_attribute("data-table")
    second = next(one for one in puzzles("cartagena") if one.name == name)
    assert second != first
    page.locator(button(other(second))).click()
    expect(page.locator(".verdict-bar")).to_contain_text("Best is:")
    page.goto("/puzzles?game=cartagena")
    expect(page.locator(".puzzle-list .solved")).to_have_count(1)
    expect(page.locator(".puzzle-list .failed")).to_have_count(1)


def test_one_is_solved_by_keys_alone(new_page: Callable[..., Page]) -> None:
    page = new_page()
    puzzle = simple()[1]
    page.goto(f"/puzzles/{puzzle.name}")
    press_key(page, button(puzzle.answer.text))
    expect(page.locator(".verdict-bar")).to_contain_text("Right:")
    # A page without its scripts hears no keys.
    page.wait_for_load_state()
    page.keyboard.press("1")
    page.wait_for_url(lambda address: not address.endswith(puzzle.name))
    assert page.locator("#acts").count() == 1


def test_one_is_solved_without_a_script(chromium: Browser, address: str, complaints: list[str]) -> None:
    page = open_page(chromium, address, complaints, script=False)
    puzzle = simple()[2]
    page.goto(f"/puzzles/{puzzle.name}")
    page.locator(button(other(puzzle))).click()
    expect(page.locator(".verdict-bar")).to_contain_text("Best is:")
    page.context.close()
    assert complaints == []


def test_the_first_page_leads_to_the_puzzle_of_the_day(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto("/")
    page.locator(".of-the-day .button").click()
    expect(page.locator("h1")).to_contain_text("Puzzle:")
    page.get_by_role("button", name="Show me the solution").click()
    expect(page.locator(".verdict-bar")).to_contain_text("The solution:")
    page.goto("/")
    expect(page.locator(".of-the-day")).to_contain_text("You know its solution.")


@pytest.mark.parametrize("game", ["meuterer", "cartagena", "mutiny"])
def test_choices_made_of_several_parts_can_be_made(new_page: Callable[..., Page], game: str) -> None:
    """Each kind of decision of each game works as at the table."""
    page = new_page()
    for puzzle in {one.theme: one for one in puzzles(game)}.values():
        page.goto(f"/puzzles/{puzzle.name}")
        assert page.evaluate(CHOOSE, 0.5) == "made"
        expect(page.locator(".verdict-bar")).to_be_visible()


# Whether "you" or "your turn" can be read in the heading of a seat.
WORDS = """header => {
  const [tag, turn] = [".tag", ".turn"].map((kind) => header.querySelector(kind));
  return tag.getBoundingClientRect().width > 5 || (turn && parseFloat(getComputedStyle(turn).fontSize) > 5);
}"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1366, 657), (1920, 969)])
@pytest.mark.parametrize("game", ["meuterer", "cartagena", "mutiny"])
def test_the_board_says_whose_seat_one_has(
    new_page: Callable[..., Page], game: str, width: int, height: int
) -> None:
    page = new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/puzzles/{puzzles(game)[0].name}")
    name = page.locator("#region_seats .me h2").inner_text()
    expect(page.locator("#pane-puzzle")).to_contain_text(f"You sit here as {name}.")
    # One of the two words is there for all to see.
    assert page.locator("#region_seats .me > header").evaluate(WORDS)
