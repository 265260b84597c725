"""Set pieces: what flies counts when it arrives, the summary stays, and everything can be skipped."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from scripts.pictures.axe import violations
from tests.browser.conftest import stop_the_clock
from tests.browser.seat import POSSIBLE, start, version, wait_beyond, wait_for_turn
from tests.browser.test_story import at_pace, seated

pytestmark = pytest.mark.browser

GOES_ON: Final = "#story [data-story=on]:visible"
# A round's end, as the server tells it: two seats score, and the next round begins.
ROUND_END: Final[dict[str, Any]] = {
    "say": ["Ann scores 3 points.", "Ben scores 2 points.", "Round 2 begins."],
    "cues": [
        {
            "flights": [
                {
                    "origin": "offer",
                    "target": "score-0",
                    "icon": "coin",
                    "number": 3,
                    "tally": "score-0",
                    "change": 3,
                }
            ],
            "source": "Docking",
        },
        {
            "flights": [
                {
                    "origin": "piles",
                    "target": "score-1",
                    "icon": "coin",
                    "number": 2,
                    "tally": "score-1",
                    "change": 2,
                }
            ],
            "source": "Selling",
        },
        {
            "turns": True,
            "ends": "Next round",
            "summary": {
                "heading": "Points of round 1",
                "gains": [
                    {"seat": 0, "icon": "coin", "change": 3, "source": "Docking", "rule": "ME-60"},
                    {"seat": 1, "icon": "coin", "change": 2, "source": "Selling", "rule": "ME-64"},
                ],
                "facts": [{"text": "The mutiny has failed.", "rule": "ME-55"}],
            },
        },
    ],
}
# What the page shows of the move that is told: the seats with their new points. What bots did before is
# told by then.
HEAR: Final = """told => {
  const seats = document.getElementById("region_seats").cloneNode(true);
  for (const [seat, score] of [[0, 3], [1, 2]]) {
    seats.querySelector(`#seat-${seat} [data-tally]`).textContent = score;
  }
  const table = document.querySelector("[data-table]");
  const show = () => {
    document.getElementById("region_seats").innerHTML = seats.innerHTML;
    table.dispatchEvent(new CustomEvent("news", { detail: { version: 1 } }));
  };
  story.flush();
  story.hear({ version: 1, ...told }, show);
}"""


# Holds what is in the air.
HOLD: Final = "() => document.getAnimations().forEach((one) => one.pause())"


def scores(page: Page) -> list[str]:
    """The points that Ann and Ben are shown to have."""
    return [page.locator(f"#seat-{seat} [data-tally]").inner_text() for seat in (0, 1)]


def at_table(page: Page, pace: str) -> Page:
    """At a table of Meuterer, told at this pace."""
    start(page, "meuterer", 3)
    wait_for_turn(page)
    at_pace(page, pace)
    return page


def test_points_fly_and_a_score_counts_when_they_arrive(new_page: Callable[..., Page]) -> None:
    page = at_table(new_page(calm=False), "wait")
    page.evaluate(f"told => {{ ({HEAR})(told); ({HOLD})(); }}", ROUND_END)
    # They are in the air, and nobody has them yet.
    page.wait_for_selector("#air .flying", state="attached")
    assert scores(page) == ["0", "0"]
    page.evaluate("document.getAnimations().forEach((one) => one.play())")
    expect(page.locator("#seat-0 [data-tally]")).to_have_text("3")
    assert scores(page) == ["3", "0"]
    page.keyboard.press("n")
    expect(page.locator("#seat-1 [data-tally]")).to_have_text("2")
    expect(page.locator("#air .flying")).to_have_count(0)


def test_an_earlier_move_that_is_shown_late_does_not_turn_the_page(new_page: Callable[..., Page]) -> None:
    page = at_table(new_page(calm=False), "wait")
    page.evaluate(HEAR, ROUND_END)
    late = "new CustomEvent('news', { detail: { version: 0 } })"
    page.evaluate(f"document.querySelector('[data-table]').dispatchEvent({late})")
    expect(page.locator("#seat-0 [data-tally]")).to_have_text("3")
    assert scores(page) == ["3", "0"]


def test_with_less_motion_nothing_moves_and_the_score_counts_step_by_step(
    new_page: Callable[..., Page],
) -> None:
    page = at_table(new_page(calm=True), "wait")
    stop_the_clock(page)
    page.evaluate(HEAR, ROUND_END)
    assert scores(page) == ["3", "0"]
    expect(page.locator("#air .flying")).to_have_text("+3")
    moving = "document.getAnimations().filter(one => one.effect.target?.closest('#air, .scene')).length"
    assert page.evaluate(moving) == 0
    page.keyboard.press("n")
    assert scores(page) == ["3", "2"]


def test_the_summary_stays_until_one_goes_on(new_page: Callable[..., Page]) -> None:
    page = at_table(new_page(calm=True), "brisk")
    stop_the_clock(page)
    page.evaluate(HEAR, ROUND_END)
    page.clock.run_for(10_000)
    go_on = page.get_by_role("button", name="Next round")
    expect(go_on).to_be_visible()
    page.clock.run_for(60_000)
    expect(go_on).to_be_visible()
    summary = page.locator("#story .scene")
    expect(summary).to_contain_text("Points of round 1")
    expect(summary.locator(".gained").first).to_contain_text("+3 Docking ME-60")
    expect(summary.locator(".repeated")).to_have_text("The mutiny has failed. ME-55")
    assert page.evaluate("document.querySelector('[data-table]').dataset.held") is None
    go_on.click()
    page.clock.run_for(10_000)
    expect(summary).to_be_hidden()


def test_a_long_summary_on_a_low_screen_lists_everybody_and_shows_how_to_go_on(
    new_page: Callable[..., Page],
) -> None:
    page = at_table(new_page(calm=True), "wait")
    page.set_viewport_size(ViewportSize(width=360, height=640))
    told = deepcopy(ROUND_END)
    nothing = {"seat": 2, "icon": "coin", "change": 0, "source": "Nothing this round", "rule": ""}
    reason = {"seat": 1, "icon": "coin", "change": 0, "source": "", "rule": "ME-65"}
    long = [{**reason, "source": f"Hochland: {number} cloth, not the most"} for number in range(1, 9)]
    told["cues"][2]["summary"]["gains"] += [*long, nothing]
    page.evaluate(HEAR, told)
    page.keyboard.press("Escape")
    summary = page.locator("#story .scene")
    expect(summary.locator(".gained").last).to_contain_text("±0 Nothing this round")
    expect(summary.locator(".gained").last.get_by_role("link")).to_have_count(0)
    # Nothing lies over the button.
    page.get_by_role("button", name="Next round").click(trial=True)


def test_a_set_piece_that_is_skipped_leaves_its_summary(new_page: Callable[..., Page]) -> None:
    page = at_table(new_page(calm=False), "calm")
    stop_the_clock(page)
    page.evaluate(HEAR, ROUND_END)
    expect(page.locator("#story .story-line")).to_have_text("Ann scores 3 points.")
    page.keyboard.press("Escape")
    expect(page.locator("#story .scene")).to_contain_text("Points of round 1")
    assert scores(page) == ["3", "2"]
    page.keyboard.press("Escape")
    expect(page.locator("#story")).to_be_hidden()


def test_a_tap_on_the_story_goes_on(new_page: Callable[..., Page]) -> None:
    page = at_table(new_page(calm=True), "wait")
    page.evaluate(HEAR, ROUND_END)
    page.locator("#story .story-line").click()
    expect(page.locator("#story .story-line")).to_have_text("Ben scores 2 points.")


def test_who_is_waited_for_sees_nothing_go_on_by_itself(new_page: Callable[..., Page]) -> None:
    page = at_table(new_page(calm=False), "wait")
    stop_the_clock(page)
    page.evaluate(HEAR, ROUND_END)
    page.clock.fast_forward(60_000)
    expect(page.locator("#story .story-line")).to_have_text("Ann scores 3 points.")
    expect(page.locator(GOES_ON)).to_have_count(1)


def test_on_a_page_that_is_not_turned_yet_nothing_is_done(new_page: Callable[..., Page]) -> None:
    page = at_table(new_page(calm=True), "wait")
    seen = version(page)
    page.evaluate(HEAR, ROUND_END)
    page.locator("#region_prompt button[name=action][data-held]").first.click(force=True)
    # The click turns the page, and the move is not made.
    assert scores(page) == ["3", "2"]
    expect(page.locator("#story .scene")).to_be_hidden()
    assert version(page) == seen


def test_people_go_on_for_each_other(new_page: Callable[..., Page]) -> None:
    _pages, mover, reader = seated(new_page, "brisk")
    reader.evaluate(HEAR, ROUND_END)
    expect(reader.get_by_role("button", name="Next round")).to_be_visible()
    mover.locator(POSSIBLE).first.click()
    expect(reader.get_by_role("button", name="Next round")).to_be_hidden()
    expect(reader.locator("#story .story-line")).not_to_have_text("Round 2 begins.")


MUTINY: Final[dict[str, Any]] = {"name": "mutiny", "title": "Mutiny", "sides": ["For", "Against"], "lays": []}
LAID: Final = [{"side": 0, "seat": 1, "icon": "conflict", "number": 2, "words": "played"}]


def a_mutiny() -> dict[str, Any]:
    """A mutiny as the server tells it: the sides, two cards, and how it ends."""
    scenes = [MUTINY, {**MUTINY, "lays": LAID}, {**MUTINY, "lays": LAID, "totals": [2, 1], "won": 0}]
    return {"say": ["One", "Two", "Three"], "cues": [{"scene": scene} for scene in scenes]}


def test_a_mutiny_is_laid_out_card_by_card(new_page: Callable[..., Page]) -> None:
    page = at_table(new_page(calm=True), "wait")
    page.evaluate(HEAR, a_mutiny())
    scene = page.locator("#story .scene")
    expect(scene.locator(".lay")).to_have_count(0)
    page.keyboard.press("n")
    expect(scene.locator("[data-side='0'] .lay .cards .pic")).to_have_count(2)
    page.keyboard.press("n")
    expect(scene.locator(".won h4")).to_have_text("For")
    expect(scene.locator(".won .total")).to_have_text("2")


# Whether the set piece lies below the chart, and above the actions, and which of these are animated.
LIES: Final = """() => {
  const [told, chart, bar] = ["#story", ".chart", ".prompt-bar"].map((one) => document.querySelector(one));
  const box = (one) => one.getBoundingClientRect();
  const moves = (one) => getComputedStyle(one).viewTransitionName !== "none";
  const animated = Array.from(bar.querySelectorAll("[data-vt]")).some(moves);
  return [box(told).top >= box(chart).bottom, box(told).bottom <= box(bar).top, animated];
}"""


def test_upright_a_set_piece_leaves_the_chart_free_until_one_is_asked(new_page: Callable[..., Page]) -> None:
    page = at_table(new_page(phone=True), "wait")
    page.evaluate("document.getElementById('prompt').classList.remove('yours')")
    page.evaluate("(window.own = document.querySelector('.asking .own')).remove()")
    page.evaluate(HEAR, a_mutiny())
    expect(page.locator("#story .scene")).to_be_visible()
    assert page.evaluate(LIES) == [True, False, False]
    # What one may do otherwise, such as take back, stands beside the prompt, and is not covered.
    page.evaluate("document.querySelector('.asking').prepend(own)")
    assert page.evaluate(LIES) == [False, True, False]
    page.evaluate("own.remove()")
    # Then the actions have the foot of the window.
    page.evaluate("document.getElementById('prompt').classList.add('yours')")
    assert page.evaluate(LIES) == [False, True, False]


def test_a_set_piece_stays_in_its_place_when_a_move_can_no_longer_be_taken_back(
    new_page: Callable[..., Page],
) -> None:
    page = at_table(new_page(phone=True), "wait")
    page.evaluate("document.getElementById('prompt').classList.remove('yours')")
    page.evaluate(HEAR, a_mutiny())
    scene = page.locator("#story .scene")
    expect(scene.locator(".lay")).to_have_count(0)
    assert page.evaluate(LIES) == [False, True, False]
    page.evaluate("document.querySelector('.asking .own').remove()")
    page.keyboard.press("n")
    expect(scene.locator(".lay")).to_have_count(1)
    assert page.evaluate(LIES) == [False, True, False]
    # The next one begins where there is room for it.
    page.keyboard.press("Escape")
    expect(scene).to_be_hidden()
    page.evaluate(HEAR, a_mutiny())
    expect(scene).to_be_visible()
    assert page.evaluate(LIES) == [True, False, False]


def test_a_seat_that_grows_makes_the_page_no_wider(
    new_page: Callable[..., Page],
) -> None:
    page = at_table(new_page(phone=True), "wait")
    page.locator("#region_strip li").last.evaluate("(seat) => { seat.style.scale = '1.25'; }")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_tie_that_the_chart_shows_is_not_laid_out_over_the_bids(new_page: Callable[..., Page]) -> None:
    page = new_page(calm=True)
    start(page, "mutiny", 3)
    page.wait_for_selector("#region_prompt [name=action]", state="attached")
    at_pace(page, "wait")
    tie = {"scene": {"name": "tie", "title": "Tied", "lays": LAID}}
    page.evaluate(HEAR, {"say": ["Tied!", "Ben offers 2 rum."], "cues": [tie, tie]})
    expect(page.locator("#story .story-line")).to_be_visible()
    expect(page.locator("#story .scene")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#story .scene")).to_be_visible()


# The end of a game, as the server tells it: who has won, and a sentence after that.
VICTORY: Final[dict[str, Any]] = {
    "say": ["The last card.", "Ann and Ben win.", "The game is over."],
    "cues": [{"turns": True}, {"turns": True, "flags": [0, 1], "ends": "To the result"}, None],
}


def test_the_ship_comes_in_under_the_flags_of_who_has_won(new_page: Callable[..., Page]) -> None:
    page = at_table(new_page(calm=True), "normal")
    stop_the_clock(page)
    page.evaluate(HEAR, VICTORY)
    # The page shows the end with the flags, not before.
    assert scores(page) == ["0", "0"]
    page.clock.run_for(30_000)
    expect(page.locator("#story .flag")).to_have_count(2)
    names = page.locator("#region_strip [data-name]").evaluate_all(
        "all => Object.fromEntries(all.map(one => [one.dataset.place, one.dataset.name]))"
    )
    expect(page.locator("#story .winners")).to_have_text(
        f"{names['seat-0']} {names['seat-1']}", use_inner_text=True
    )
    assert scores(page) == ["3", "2"]
    page.get_by_role("button", name="To the result").click()
    expect(page.locator("#story")).to_be_hidden()


PHONE: Final[ViewportSize] = {"width": 390, "height": 700}
# Puts a result where the server puts it.
FINALE: Final = """html => {
  document.getElementById("region_finale").innerHTML = html;
  document.querySelector("[data-table]").toggleAttribute("data-ended", true);
}"""


def test_what_is_told_of_the_chart_comes_into_sight(new_page: Callable[..., Page]) -> None:
    page = at_table(new_page(calm=True), "wait")
    page.set_viewport_size(PHONE)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    island = page.locator(".chart [data-place^='island-']").first
    expect(island).not_to_be_in_viewport()
    name = island.get_attribute("data-place")
    page.evaluate(HEAR, {"say": ["The ship is there."], "cues": [{"lit": [name]}]})
    expect(island).to_be_in_viewport()
    expect(island).to_have_class(re.compile(r"\blit\b"))


def test_the_page_of_the_log_is_read_from_its_top(new_page: Callable[..., Page]) -> None:
    page = at_table(new_page(calm=True), "wait")
    page.set_viewport_size(PHONE)
    result = "<p id=finale-review>The result</p>" + 99 * "<p>And more</p>"
    page.evaluate(FINALE, result)
    page.evaluate(HEAR, VICTORY)
    page.keyboard.press("n")
    expect(page.locator("#story")).to_be_visible()
    expect(page.locator("#region_finale")).to_have_css("display", "none")
    page.evaluate("scrollTo(0, 200)")
    page.keyboard.press("n")
    expect(page.locator("#story")).to_be_hidden()
    expect(page.locator("#region_finale")).to_have_css("display", "block")
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_set_pieces_are_for_everybody(
    new_page: Callable[..., Page], scheme: Literal["light", "dark"]
) -> None:
    page = at_table(new_page(calm=True), "wait")
    page.emulate_media(color_scheme=scheme)
    for told, steps in ((a_mutiny(), 2), (ROUND_END, 3), (VICTORY, 1)):
        page.evaluate(HEAR, told)
        for _step in range(steps):
            page.keyboard.press("n")
        expect(page.locator("#story .scene")).to_be_visible()
        assert violations(page) == []


def test_a_real_round_is_told_with_its_cues(new_page: Callable[..., Page]) -> None:
    page = new_page()
    messages: list[dict[str, Any]] = []
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: messages.append(parsed(frame)))
    )
    start(page, "meuterer", 3)
    for _move in range(60):
        if not wait_for_turn(page) or any(
            cue and "ends" in cue for one in messages for cue in one.get("cues", ())
        ):
            break
        seen = version(page)
        page.locator(POSSIBLE).last.click()
        wait_beyond(page, seen, "#region_prompt .after")
    told = [one for one in messages if "cues" in one]
    assert any(cue and "ends" in cue for one in told for cue in one["cues"])
    assert all(len(one["cues"]) == len(one["say"]) for one in told)


def parsed(frame: str | bytes) -> dict[str, Any]:
    """A message of the server; a heartbeat is empty."""
    found: dict[str, Any] = json.loads(frame or "{}")
    return found


def test_what_is_new_is_marked_until_one_acts(new_page: Callable[..., Page]) -> None:
    pages, mover, _reader = seated(new_page, "now")
    mover.locator(POSSIBLE).first.click()
    second = next(page for page in pages if page is not mover)
    expect(second.locator("#log li.new")).not_to_have_count(0)
    # One's own move is no news.
    expect(mover.locator("#log li.new")).to_have_count(0)
    for _move in range(6):
        seen = version(second)
        # A page that lags behind would still ask whoever has just moved.
        for page in pages:
            expect(page.locator("#region_prompt input[name=version]").first).to_have_value(str(seen))
        acting = next(page for page in pages if page.locator("#prompt.yours").count())
        if acting is second:
            break
        acting.locator(POSSIBLE).first.click()
        wait_beyond(second, seen)
    expect(second.locator("#prompt.yours")).to_be_visible()
    expect(second.locator("[data-fresh].new")).not_to_have_count(0)
    seen = version(second)
    second.locator(POSSIBLE).first.click()
    wait_beyond(second, seen)
    expect(second.locator("#log li.new")).to_have_count(0)
    expect(second.locator("[data-fresh].new")).to_have_count(0)
