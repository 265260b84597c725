"""Each lesson in a real browser: to its end by the boatswain's button in each language, by keyboard alone, on
a phone, and without script.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from quarterdeck.lessons import COURSES, Lesson
from tests.browser.test_line import WATCH

pytestmark = pytest.mark.browser

WAY = "#region_ways .primary"
SAID = "#region_guide .speech"
# Where the pupil stands: a number that grows with every item of the script.
AT = "#region_ways input[name=at]"
NEXT = """seen => {
  const way = document.querySelector("#region_ways .primary");
  const said = document.querySelector("#region_guide .guide-who")?.textContent;
  return way && said !== seen;
}"""
# Whether the table's line has shown that messages get through; without script there is none.
LIVE = "html:not(.scripted), html[data-heard]"
LESSONS = [(game, number) for game, course in COURSES.items() for number in range(len(course))]


@pytest.fixture
def new_page(new_page: Callable[..., Page]) -> Callable[..., Page]:
    """Makes pages that tell when their line is live."""

    def make(**more: Any) -> Page:
        page = new_page(**more)
        page.add_init_script(WATCH)
        return page

    return make


def begin(page: Page, game: str, number: int) -> Lesson:
    """Begin a lesson, and wait until its table is live: a page that has acted before that is loaded anew."""
    page.goto(f"/learn/{game}")
    page.locator(".parts button").nth(number).click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(LIVE)
    return COURSES[game][number]


def steps(page: Page, lesson: Lesson, take: Callable[[], None]) -> None:
    """Go through a lesson, taking each step; on the way there are always words, and at the end it is over."""
    for number in range(1, len(lesson.steps)):
        page.wait_for_selector(WAY)
        who = page.locator(".guide-who").text_content()
        assert who is not None
        assert f"{number} " in who
        assert len(page.locator(SAID).inner_text()) > 20
        take()
        page.wait_for_function(NEXT, arg=who)
    assert page.locator(WAY).get_attribute("data-key") == "guide-next"


def test_the_lesson_s_own_button_ends_what_is_still_told(page: Page) -> None:
    page.add_init_script("localStorage['quarterdeck-pace'] = 'wait'")
    begin(page, "meuterer", 0)
    page.wait_for_selector(WAY)
    page.evaluate("story.hear({ version: 1, say: ['One.', 'Two.'] }, () => {})")
    expect(page.locator("#story")).to_be_visible()
    page.locator(WAY).click()
    expect(page.locator("#story")).to_be_hidden()


# What is shown at each step, gone through in the page itself: asking it from outside takes far longer.
THROUGH = """async () => {
  const shown = [];
  for (const until = Date.now() + 60000; Date.now() < until; ) {
    const way = document.querySelector("#region_ways .primary");
    const who = document.querySelector(".guide-who")?.textContent;
    if (way && who && who !== shown.at(-1)?.who) {
      const said = document.querySelector("#region_guide .speech").textContent;
      const advised = document.querySelectorAll("#region_prompt [data-advised]").length;
      shown.push({ who, said, advised, does: way.value });
      if (way.dataset.key === "guide-next") return shown;
      way.click();
    }
    await new Promise((soon) => setTimeout(soon, 4));
  }
  return shown;
}"""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_each_lesson_is_played_to_its_end_by_the_boatswain_s_button(
    new_page: Callable[..., Page], language: str
) -> None:
    page = new_page(language=language)
    for game, number in LESSONS:
        lesson = begin(page, game, number)
        assert page.locator("html").get_attribute("lang") == language
        shown = page.evaluate(THROUGH)
        assert len(shown) == len(lesson.steps)
        for one, step in zip(shown, lesson.steps, strict=True):
            assert len(one["said"]) > 20
            assert one["does"] == (step.do[0] if step.do else one["does"])
            # Marked on the table, too; of what is put together, in the list of all there is.
            assert one["advised"] == bool(step.do)
    page.goto("/")
    assert page.locator(".to-learn a").count() == len(COURSES)


def test_who_clicks_while_the_answer_is_still_on_its_way_is_heard(page: Page) -> None:
    """News come over the socket, and may be there before the answer to what led to them."""
    begin(page, "meuterer", 0)
    page.wait_for_selector("html.scripted", state="attached")
    page.evaluate(
        """() => {
          const quick = window.fetch;
          const held = new Promise((arrives) => (window.arrives = arrives));
          window.fetch = async (...asked) => {
            // With its words: the page would give up one that is not read to its end in time.
            const answer = await quick(...asked);
            const words = await answer.text();
            await held;
            return new Response(words, answer);
          };
        }"""
    )
    first = page.locator(".guide-who").inner_text()
    page.locator(WAY).dblclick()
    page.wait_for_function(NEXT, arg=first)
    second = page.locator(".guide-who").inner_text()
    assert page.locator("#main").get_attribute("aria-busy") == "true"
    page.locator(WAY).click()
    page.evaluate("() => window.arrives()")
    page.wait_for_function(NEXT, arg=second)
    expect(page.locator("#main")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("#messages")).to_be_empty()


def test_a_lesson_is_learned_by_keyboard_alone(page: Page) -> None:
    lesson = begin(page, "meuterer", 3)

    def press() -> None:
        page.keyboard.press("b")
        expect(page.locator(WAY)).to_be_focused()
        page.keyboard.press("Enter")

    steps(page, lesson, press)


def test_enter_alone_goes_on_from_step_to_step(page: Page) -> None:
    """What was pressed is at hand again when it is the pupil's turn."""
    lesson = begin(page, "mutiny", 0)
    page.locator(WAY).focus()

    def press() -> None:
        expect(page.locator(WAY)).to_be_focused()
        page.keyboard.press("Enter")

    steps(page, lesson, press)


def test_the_table_s_own_buttons_do_it_too_and_others_are_answered(page: Page) -> None:
    begin(page, "meuterer", 0)
    page.locator(WAY).click()
    # Offers are there already, but a click beside one that is still on its way does not count.
    expect(page.locator(".guide-who")).to_contain_text("step 2 of 9")
    page.get_by_role("button", name="Offer 3").click()
    expect(page.locator(".taught .messages")).to_contain_text("stingy Captain")
    page.locator("[name=action][value='offer 0'][data-advised]").click()
    expect(page.locator(".guide-who")).to_contain_text("step 3 of 9")
    expect(page.locator(".taught .messages")).to_be_empty()
    page.get_by_role("button", name="A step back").click()
    expect(page.locator(".guide-who")).to_contain_text("step 2 of 9")
    page.get_by_role("button", name="Begin anew").click()
    expect(page.locator(".guide-who")).to_contain_text("step 1 of 9")


def test_after_the_last_step_one_plays_on_against_bots(page: Page) -> None:
    lesson = begin(page, "mutiny", 0)
    steps(page, lesson, page.locator(WAY).click)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(SAID)).to_contain_text("behind you")
    page.locator("[name=action][value='done']").click()
    # Theirs to retrieve, and then a new turn, in which all bid.
    page.wait_for_selector(".compose.bidding")


# The actions of which a part is out of sight, and whether the hand at the advised one is.
CUT = """() => {
  const frame = document.querySelector(".taught").getBoundingClientRect();
  const boxes = Array.from(document.querySelectorAll("#acts button"), (one) => one.getBoundingClientRect());
  const advised = document.querySelector("#acts [data-advised]");
  const hand = parseFloat(getComputedStyle(advised, "::after").left);
  const left = advised.getBoundingClientRect().left + hand;
  return [boxes.filter((box) => box.bottom > frame.bottom || box.top < frame.top).length, left < frame.left];
}"""


@pytest.mark.parametrize("size", [(1366, 657), (1280, 720)])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_on_a_low_screen_all_choices_of_a_lesson_are_in_sight(
    new_page: Callable[..., Page], language: str, size: tuple[int, int]
) -> None:
    page = new_page(language=language)
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    begin(page, "meuterer", 0)
    who = page.locator(".guide-who").text_content()
    page.locator(WAY).click()
    page.wait_for_function(NEXT, arg=who)
    expect(page.locator("#acts button[value^=offer]")).to_have_count(4)
    assert page.evaluate(CUT) == [0, False]
    expect(page.get_by_role("tab").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
def test_on_a_phone_the_boatswain_leaves_the_board_in_sight(
    new_page: Callable[..., Page], width: int, height: int
) -> None:
    page = new_page()
    page.set_viewport_size({"width": width, "height": height})
    for game in COURSES:
        begin(page, game, 0)
        page.wait_for_selector(WAY)
        seats, box = page.locator(".overhead").bounding_box(), page.locator(".taught").bounding_box()
        assert seats is not None
        assert box is not None
        assert box["y"] - seats["y"] - seats["height"] > 0.35 * height, game
        assert box["y"] + box["height"] <= height + 1
        expect(page.locator(WAY)).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_without_script_a_lesson_is_played_to_its_end(new_page: Callable[..., Page]) -> None:
    page = new_page(script=False)
    lesson = begin(page, "cartagena", 2)
    for number, step in enumerate(lesson.steps, 1):
        page.wait_for_load_state()
        while page.locator(WAY).count() == 0:
            page.reload()
        assert f"step {number} of" in (page.locator(".guide-who").text_content() or "")
        assert page.locator(".taught [data-advised]").count() == bool(step.do)
        if number < len(lesson.steps):
            page.locator(WAY).click()
    assert page.get_by_role("button", name="Play Cartagena against three bots").count() == 1
