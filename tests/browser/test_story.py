"""What happens is told one sentence at a time, at each viewer's own pace."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seat import POSSIBLE, start, version, wait_beyond, wait_for_line, wait_for_turn
from tests.browser.test_company import table_of

pytestmark = pytest.mark.browser

GOES_ON: Final = "#story [data-story=on]:visible"


def at_pace(page: Page, pace: str) -> None:
    """Have this page told of moves at that pace."""
    page.evaluate("pace => localStorage['quarterdeck-pace'] = pace", pace)
    page.reload()
    page.wait_for_selector("#region_prompt")
    # A line that is begun anew ends what is being told.
    wait_for_line(page)


def seated(new_page: Callable[..., Page], pace: str) -> tuple[list[Page], Page, Page]:
    """Three people at a table: all pages, whoever is to act, and somebody else who is told at this pace."""
    pages = [new_page(), new_page(), new_page()]
    table_of(pages)
    mover = next(page for page in pages if page.locator("#prompt.yours").count())
    reader = pages[(pages.index(mover) + 2) % 3]
    at_pace(reader, pace)
    return pages, mover, reader


def test_whoever_wants_to_be_waited_for_goes_on_with_a_key(new_page: Callable[..., Page]) -> None:
    pages, mover, reader = seated(new_page, "wait")
    lines, seen = reader.locator("#log li").count(), version(mover)
    mover.locator(POSSIBLE).first.click()
    story = reader.locator("#story")
    expect(story).to_be_visible()
    first = reader.locator(".story-line").inner_text()
    assert first in reader.locator("#log").inner_text()
    # A page that lags behind would still ask whoever has just moved, and nobody else.
    for page in pages:
        wait_beyond(page, seen)
    second = next(page for page in pages if page.locator("#prompt.yours").count())
    assert second is not reader
    shown = reader.locator("#log li").count()
    assert shown > lines
    seen = version(second)
    second.locator(POSSIBLE).first.click()
    wait_beyond(second, seen)
    expect(second.locator("#log li")).not_to_have_count(shown)
    # The page waits, until the reader goes on.
    while reader.locator("#story [data-story=on]:visible").count():
        reader.keyboard.press("n")
    expect(reader.locator("#log li")).to_have_count(second.locator("#log li").count())


# A move as the server tells it, with its lines of the log.
HEAR: Final = """lines => {
  const last = document.querySelector("#log [data-grows] > :last-child").id;
  const more = lines.map((line) => `<li>${line}</li>`).join("");
  const table = document.querySelector("[data-table]");
  const show = (told) => {
    for (const [id, html] of Object.entries(told.more || {})) {
      document.querySelector(`#${id} ul`).insertAdjacentHTML("beforeend", html);
    }
    table.dispatchEvent(new CustomEvent("news", { detail: told }));
  };
  story.hear({ version: 99, say: lines, more: { [last]: more } }, show);
}"""


def shown(page: Page) -> int:
    """How many lines of the log can be read."""
    return page.locator("#log li:not([hidden])").count()


def test_the_log_shows_what_has_been_told_and_the_live_region_says_it(new_page: Callable[..., Page]) -> None:
    page = new_page()
    start(page, "meuterer", 3)
    wait_for_turn(page)
    at_pace(page, "wait")
    lines = shown(page)
    page.evaluate(HEAR, ["One.", "Two.", "Three.", "Four."])
    assert shown(page) == lines + 1
    expect(page.locator("#say p").last).to_have_text("One.")
    page.keyboard.press("n")
    assert shown(page) == lines + 2
    expect(page.locator("#say p").last).to_have_text("Two.")
    # What is skipped is there at once.
    page.keyboard.press("Escape")
    assert shown(page) == lines + 4
    expect(page.locator("#say p").last).to_have_text("Three. Four.")


# Whether the page says that nobody looks at it.
LOOK: Final = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_what_happened_while_one_looked_away_is_summed_up_with_a_way_through(
    new_page: Callable[..., Page],
) -> None:
    page = new_page()
    start(page, "meuterer", 3)
    wait_for_turn(page)
    at_pace(page, "wait")
    lines = shown(page)
    page.evaluate(LOOK, True)
    page.evaluate(HEAR, ["One.", "Two.", "Three.", "Four."])
    expect(page.locator("#story")).to_be_hidden()
    page.evaluate(LOOK, False)
    expect(page.locator(".story-line")).to_have_text("4 things happened.")
    assert shown(page) == lines + 4
    page.get_by_role("button", name="Step through").click()
    expect(page.locator(".story-line")).to_have_text("One.")
    page.keyboard.press("n")
    expect(page.locator(".story-line")).to_have_text("Two.")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "1 thing happened."),
        ("de", "1 Ereignis."),
        ("fr", "1 événement."),
    ],
)
def test_one_thing_is_summed_up_as_one(new_page: Callable[..., Page], language: str, sentence: str) -> None:
    page = new_page(language=language)
    page.goto("/learn/meuterer")
    page.locator("form[action='/learn'] button").first.click()
    page.wait_for_selector("#region_prompt")
    at_pace(page, "normal")
    page.evaluate(LOOK, True)
    page.evaluate(HEAR, ["One."])
    page.evaluate(LOOK, False)
    expect(page.locator(".story-line")).to_have_text(sentence)


def test_a_real_move_is_written_as_it_is_told(new_page: Callable[..., Page]) -> None:
    page = new_page()
    start(page, "cartagena", 3)
    wait_for_turn(page)
    at_pace(page, "wait")
    seen = version(page)
    page.locator(POSSIBLE).first.click()
    wait_beyond(page, seen, "#story [data-story=on]:visible")
    for _sentence in range(12):
        page.wait_for_selector("#story [data-story=on]:visible, #prompt.yours")
        if not page.locator("#story [data-story=on]:visible").count():
            break
        written = page.locator("#log li:not([hidden])").last.inner_text()
        assert page.locator(".story-line").inner_text() in written
        page.keyboard.press("n")


def test_what_is_told_at_once_needs_no_story(new_page: Callable[..., Page]) -> None:
    _pages, mover, reader = seated(new_page, "now")
    lines = reader.locator("#log li").count()
    mover.locator(POSSIBLE).first.click()
    expect(reader.locator("#log li")).not_to_have_count(lines)
    expect(reader.locator("#story")).to_be_hidden()


def test_a_story_is_skipped_with_one_click(new_page: Callable[..., Page]) -> None:
    _pages, mover, reader = seated(new_page, "wait")
    mover.locator(POSSIBLE).first.click()
    expect(reader.locator("#story")).to_be_visible()
    reader.get_by_role("button", name="Skip").click()
    expect(reader.locator("#story")).to_be_hidden()


def test_a_story_hands_the_focus_on_to_where_one_acts(new_page: Callable[..., Page]) -> None:
    _pages, _mover, page = seated(new_page, "wait")
    on, skip = page.locator("#story [data-story=on]"), page.locator("#story [data-story=skip]")
    for way in ("n", "Enter", "skip"):
        page.evaluate(HEAR, ["One.", "Two."])
        on.focus()
        if way == "skip":
            skip.press("Enter")
        else:
            page.keyboard.press(way)
        expect(on).to_be_hidden()
        # Pressed once more, Enter makes no move there.
        expect(page.locator("#region_prompt")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#story")).to_be_hidden()
    # A summary keeps it.
    page.evaluate(HEAR, ["One.", "Two."])
    on.focus()
    page.evaluate(HEAR, ["More."] * 20)
    expect(on).to_have_text(re.compile("Step through"))
    expect(on).to_be_focused()


# A move with a cue for each sentence, on a page that does not change.
STAGE: Final = """told => story.hear({ version: 99, ...told }, () => {
  document.querySelector("[data-table]").dispatchEvent(new CustomEvent("news", { detail: {} }));
})"""


def said(page: Page) -> list[str]:
    """What screen readers have been told."""
    return page.locator("#say p").all_inner_texts()


def test_a_summary_is_read_out_with_the_key_that_goes_on(new_page: Callable[..., Page]) -> None:
    page = new_page()
    start(page, "meuterer", 3)
    wait_for_turn(page)
    at_pace(page, "wait")
    name = page.locator("#region_strip .me").get_attribute("data-name")
    gain = {"seat": 0, "icon": "coin", "rule": "ME-64", "words": "2 points"}
    gains = [{**gain, "change": 2, "source": "Docking"}, {**gain, "change": -2, "source": "The offer"}]
    summary = {
        "heading": "Points of round 1",
        "gains": gains,
        "facts": [{"text": "Ben wins.", "rule": "ME-70"}],
    }
    page.locator("#region_prompt").focus()
    page.evaluate(STAGE, {"say": ["Round 2 begins."], "cues": [{"ends": "Next round", "summary": summary}]})
    assert said(page)[-3:] == [
        "Round 2 begins.",
        f"Points of round 1. {name}: +2 points Docking, −2 points The offer. Ben wins.",
        "Press N: Next round.",
    ]
    on = page.locator("#story [data-story=on]")
    expect(on).to_be_focused()
    gains_words = " ".join(page.locator(".scene .gains").inner_text().split())
    assert gains_words == "+2 points Docking ME-64 −2 points The offer ME-64"
    page.keyboard.press("n")
    expect(on).to_be_hidden()


def test_what_is_played_cannot_be_played_again_while_it_is_told(new_page: Callable[..., Page]) -> None:
    page = new_page()
    start(page, "meuterer", 3)
    wait_for_turn(page)
    at_pace(page, "wait")
    expect(page).to_have_title(re.compile("^●"))
    possible = page.locator(POSSIBLE).count()
    page.evaluate(STAGE, {"say": ["One.", "Two."], "cues": [{}, {"turns": True}]})
    expect(page.locator(POSSIBLE)).to_have_count(0)
    expect(page).not_to_have_title(re.compile("^●"))
    page.keyboard.press("n")
    expect(page.locator(POSSIBLE)).to_have_count(possible)
    expect(page).to_have_title(re.compile("^●"))


def test_whoever_acts_is_not_asked_afterwards(new_page: Callable[..., Page]) -> None:
    page = new_page()
    start(page, "meuterer", 3)
    wait_for_turn(page)
    at_pace(page, "wait")
    # More is to be told: a summary alone would leave nothing to say.
    more = page.locator(GOES_ON).filter(has_text=re.compile(r"^Next\s*N?$"))
    for _move in range(20):
        seen = version(page)
        page.locator(POSSIBLE).last.click()
        # Asked again, while what has happened is still being told.
        later = f"#region_prompt:has(input[name=version]:not([value='{seen}'])) button[name=action]"
        asked = f"{later}:not([aria-disabled])"
        page.wait_for_selector(f"{asked}, {GOES_ON}", state="attached")
        while not page.locator(asked).count():
            page.keyboard.press("n")
            page.wait_for_selector(f"{asked}, {GOES_ON}", state="attached")
        if more.count():
            break
    else:
        pytest.fail("nobody was asked while something was told")
    question = page.locator("#prompt").inner_text()
    page.evaluate("document.getElementById('say').replaceChildren()")
    page.locator(POSSIBLE).last.click()
    assert said(page)
    assert all(question not in one for one in said(page))


def test_the_pace_is_chosen_at_the_table_and_remembered(new_page: Callable[..., Page]) -> None:
    pages, _mover, reader = seated(new_page, "wait")
    reader.locator("#tab-table").click()
    reader.get_by_label("How fast moves are told").select_option("calm")
    reader.reload()
    expect(reader.get_by_label("How fast moves are told")).to_have_value("calm")
    assert len(pages) == 3
