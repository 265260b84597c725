"""Friends at one table, each in a browser of their own: talk, clocks, a server that dies between moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from quarterdeck.web.table.company import duration
from tests.browser.conftest import PATIENCE, browsers
from tests.browser.measures import wait_for_sizes
from tests.browser.seat import POSSIBLE, start, version, wait_beyond, wait_for_line
from tests.servers import Server, running

pytestmark = pytest.mark.browser

SAME = {"sec-fetch-site": "same-origin"}


def token(page: Page) -> str:
    page.goto("/")
    return page.locator("input[name=csrf]").first.get_attribute("value") or ""


def table_of(pages: list[Page], **terms: str) -> str:
    """A table of Meuterer at which three people sit down, each at a page of their own; and its address."""
    host, *others = pages
    seats = {"name0": "Ann", "kind0": "human", "kind1": "open", "kind2": "open"}
    form: dict[str, str | float | bool] = {
        "csrf": token(host),
        "game": "meuterer",
        "players": "3",
        **seats,
        **terms,
    }
    made = host.request.post("/tables", form=form, headers=SAME, max_redirects=0)
    address = made.headers["location"]
    for seat, (page, name) in enumerate(zip(others, ("Ben", "Cleo"), strict=True), 1):
        sits: dict[str, str | float | bool] = {"csrf": token(page), "seat": str(seat), "name": name}
        assert page.request.post(f"{address}/sit", form=sits, headers=SAME, max_redirects=0).status == 303
    for page in pages:
        page.goto(address)
        page.wait_for_selector("#region_prompt")
    return address


def test_friends_talk_and_their_clocks_run(new_page: Callable[..., Page]) -> None:
    ann, ben, cleo = new_page(), new_page(), new_page()
    table_of([ann, ben, cleo], clock="live", per_move="600", reserve="300")
    clock = ben.locator("#region_company .clock[data-until] b").first
    # Minutes and seconds.
    expect(clock).to_have_text(re.compile(r"^\d+:\d\d$"))
    before = clock.text_content() or ""
    expect(clock).not_to_have_text(before)
    ann.locator("#tab-talk").click()
    ann.get_by_label("What you say").fill("Ahoy <b>Ben</b>")
    ann.keyboard.press("Enter")
    expect(ann.get_by_label("What you say")).to_have_value("")
    expect(ben.locator("#unread")).to_have_text("1 new")
    ben.locator("#tab-talk").click()
    expect(ben.locator("#said li")).to_contain_text("Ann Ahoy <b>Ben</b>")
    expect(ben.locator("#unread")).to_have_text("")
    ben.reload()
    expect(ben.locator("#said li")).to_have_count(1)
    expect(ben.locator("#unread")).to_have_text("")


def test_while_others_are_to_act_a_link_leads_to_the_next_game_that_waits(
    new_page: Callable[..., Page],
) -> None:
    friends = [new_page() for _friend in range(3)]
    ann = friends[0]
    own_turn, link = ann.locator("#prompt.yours"), ann.locator(".next-game")
    waiting = list[str]()
    # Chance decides who begins.
    while len(waiting) < 2:
        address = table_of(friends)
        if own_turn.count():
            waiting.append(address)
    wait_for_line(ann)
    while own_turn.count():
        assert link.count() == 0
        seen = version(ann)
        ann.locator(POSSIBLE).first.click()
        wait_beyond(ann, seen)
    expect(link.locator(".in-words")).to_have_text("1 game waits for you")
    ann.keyboard.press("g")
    expect(link).to_be_focused()
    ann.keyboard.press("Enter")
    ann.wait_for_url(f"**{waiting[0]}")


def test_against_bots_alone_no_tab_leads_to_a_talk_with_nobody(page: Page) -> None:
    # At another table of hers the talk is what she looked at last.
    page.add_init_script("localStorage['quarterdeck-pane'] = 'pane-talk'")
    start(page, "meuterer", 3)
    expect(page.locator("#log")).to_be_visible()
    expect(page.get_by_role("tab", selected=True)).to_have_text("Log")
    expect(page.get_by_role("tab", name="Talk")).to_have_count(0)


# A message that comes a day after the page.
TOMORROW = """() => {
  const now = Date.now() + 24 * 3600 * 1000;
  const usual = Date;
  window.Date = class extends usual {
    constructor(...when) { when.length ? super(...when) : super(now); }
  };
  const at = new Date(now).toISOString();
  const more = `<li data-at="1" data-seat="1"><time datetime="${at}"></time><b>Ben</b></li>`;
  const detail = { talk: { more, heard: 1 } };
  document.querySelector("[data-table]").dispatchEvent(new CustomEvent("news", { detail }));
}"""


def test_what_is_said_today_has_no_date_on_a_page_of_yesterday(new_page: Callable[..., Page]) -> None:
    ann, ben, cleo = new_page(), new_page(), new_page()
    table_of([ann, ben, cleo])
    ann.evaluate(TOMORROW)
    expect(ann.locator("#said time")).to_have_text(re.compile("^[0-9]{2}:[0-9]{2} [AP]M$"))


def test_one_may_hide_what_somebody_says(new_page: Callable[..., Page]) -> None:
    ann, ben, cleo = new_page(), new_page(), new_page()
    table_of([ann, ben, cleo])

    def say(page: Page, text: str) -> None:
        page.locator("#tab-talk").click()
        page.get_by_label("What you say").fill(text)
        page.keyboard.press("Enter")
        expect(page.get_by_label("What you say")).to_have_value("")

    mutes, lines = ann.locator("#mutes"), ann.locator("#said li:visible .text")
    say(ann, "Ahoy")
    expect(lines).to_have_text(["Ahoy"])
    # Nobody else has said anything.
    expect(mutes).to_be_hidden()
    say(ben, "Bilge rat")
    say(cleo, "Land in sight")
    expect(lines).to_have_text(["Ahoy", "Bilge rat", "Land in sight"])
    mutes.locator("summary").click()
    expect(mutes.locator("label")).to_have_text(["Ben", "Cleo"])
    mutes.get_by_label("Ben").check()
    expect(lines).to_have_text(["Ahoy", "Land in sight"])
    ann.reload()
    ann.locator("#tab-log").click()
    say(ben, "Scurvy dog")
    say(cleo, "A ship")
    # What is hidden is not counted either.
    expect(ann.locator("#unread")).to_have_text("1 new")
    ann.locator("#tab-talk").click()
    expect(lines).to_have_text(["Ahoy", "Land in sight", "A ship"])
    expect(ben.locator("#said li:visible")).to_have_count(5)
    mutes.locator("summary").click()
    mutes.get_by_label("Ben").uncheck()
    expect(lines).to_have_text(["Ahoy", "Bilge rat", "Land in sight", "Scurvy dog", "A ship"])


@pytest.mark.parametrize("clock", ["none", "live"])
def test_a_message_that_comes_moves_neither_seats_nor_board(
    new_page: Callable[..., Page], clock: str
) -> None:
    ann, ben, cleo = new_page(), new_page(), new_page()
    table_of([ann, ben, cleo], clock=clock)
    for width, height in ((390, 844), (1366, 657)):
        ben.set_viewport_size({"width": width, "height": height})
        # It may scroll then.
        wait_for_sizes(ben)
        ben.evaluate("scrollTo(0, 0)")
        before, told = outline(ben), ben.locator("#said li").count()
        ann.locator("#tab-talk").click()
        ann.get_by_label("What you say").fill("Ahoy")
        ann.keyboard.press("Enter")
        expect(ben.locator("#unread")).to_have_text(f"{told + 1} new")
        # Until Ann's page has its answer, it sends nothing else.
        expect(ann.get_by_label("What you say")).to_have_value("")
        if width == 390:
            expect(ben.locator("#glance .post")).to_be_in_viewport()
            expect(ben.locator("#glance")).to_contain_text(f"✉ {told + 1}")
        assert outline(ben) == before


def outline(page: Page) -> list[Any]:
    """Where the seats' short lines and the chart are."""
    boxes = "Array.from(document.querySelectorAll('.strip li, .chart'), (one) => one.getBoundingClientRect())"
    found: list[Any] = page.evaluate(f"{boxes}.map((box) => [box.x, box.y, box.width, box.height])")
    return found


def test_a_move_made_while_the_server_is_down_arrives_once(chromium: Browser, tmp_path: Path) -> None:
    # While the server is down, the browsers have every reason to complain.
    with running(tmp_path) as first, browsers(chromium, first.address, [], 3) as pages:
        table_of(pages)
        mover = next(page for page in pages if page.locator("#prompt.yours").count())
        lines = mover.locator("#log li").count()
        first.kill()
        mover.locator(POSSIBLE).first.click()
        expect(mover.locator("#offline")).to_have_text("Not saved yet, trying again…")
        expect(mover.locator("#main")).to_have_attribute("aria-busy", "true")
        second = Server(tmp_path, port=first.port)
        try:
            for page in pages:
                # A page that has nothing to send takes its time between two attempts.
                expect(page.locator("#log li")).to_have_count(lines + 1, timeout=PATIENCE)
                expect(page.locator("#offline")).to_be_hidden()
            expect(mover.locator("#main")).not_to_have_attribute("aria-busy", "true")
        finally:
            assert second.stop() == ""


# A page that tells when its line has brought something, so that whatever is sent goes over that.
OPENING = """const Line = WebSocket;
WebSocket = class extends Line {
  constructor(...where) {
    super(...where);
    this.addEventListener("message", () => (window.opened = true));
  }
};"""
# A page that hears the answer to its move, but of nothing that it led to. A heartbeat shows that it is live.
DEAF = """() => {
  const parse = JSON.parse;
  window.deaf = true;
  JSON.parse = (text) => {
    const said = parse(text);
    window.live ||= text === "{}";
    window.answered ||= said.act !== undefined;
    return window.deaf && said.act === undefined ? {} : said;
  };
}"""


def test_a_server_that_dies_between_answer_and_news_costs_no_page(chromium: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as first, browsers(chromium, first.address, [], 3) as pages:
        table_of(pages)
        mover = next(page for page in pages if page.locator("#prompt.yours").count())
        mover.add_init_script(OPENING)
        mover.reload()
        mover.wait_for_function("() => window.opened")
        lines = mover.locator("#log li").count()
        mover.evaluate(DEAF)
        mover.wait_for_function("() => window.live")
        mover.locator(POSSIBLE).first.click()
        mover.wait_for_function("() => window.answered")
        first.kill()
        # Longer than a page waits for its news while the line is open.
        mover.wait_for_timeout(9000)
        mover.evaluate("window.deaf = false")
        expect(mover.locator("#offline")).to_be_visible()
        second = Server(tmp_path, port=first.port)
        try:
            # A page that has nothing to send takes its time between two attempts.
            expect(mover.locator("#log li")).to_have_count(lines + 1, timeout=PATIENCE)
            expect(mover.locator("#main")).not_to_have_attribute("aria-busy", "true")
        finally:
            assert second.stop() == ""


# Whether the page is busy four seconds later.
LATER = """() => new Promise((tell) => {
  setTimeout(() => tell(document.getElementById("main").ariaBusy), 4000);
})"""


def test_while_the_news_of_a_move_are_late_the_decision_is_not_offered_again(
    new_page: Callable[..., Page],
) -> None:
    pages = [new_page(), new_page(), new_page()]
    table_of(pages)
    mover = next(page for page in pages if page.locator("#prompt.yours").count())
    mover.evaluate(DEAF)
    mover.wait_for_function("() => window.live")
    mover.locator(POSSIBLE).first.click()
    mover.wait_for_function("() => window.answered")
    # Longer than the news of a busy server take; by the page's own clock, which ends its patience, too.
    assert mover.evaluate(LATER) == "true"


def test_the_page_tells_spans_as_the_server_does(new_page: Callable[..., Page]) -> None:
    page, *others = new_page(), new_page(), new_page()
    table_of([page, *others], clock="slow-3")
    clock = page.locator("#region_company .clock[data-until]").first
    at = 1_800_000_000_000
    page.clock.set_fixed_time(at / 1000)
    spans = [1, 999, 1000, 59_001, 3_599_000, 3_599_001, 3_600_000, 86_400_000, 172_739_000, 172_739_001]
    spans += [2 * 86_400_000, 3 * 86_400_000 - 50, 3 * 86_400_000, 30 * 86_400_000, 0]
    told = []
    for left in spans:
        clock.evaluate("(one, until) => { one.dataset.until = until; }", at + left)
        page.locator("[data-table]").evaluate(
            "(table, now) => table.dispatchEvent(new CustomEvent('news', { detail: { now } }))", at
        )
        told.append(clock.locator("b").inner_text())
    assert told == [duration(left) for left in spans]
