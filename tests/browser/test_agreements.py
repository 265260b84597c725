"""What those at one table ask each other and agree on, each in a browser of their own."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, StorageState, expect

from tests.browser.conftest import PATIENCE, browsers
from tests.browser.seat import moves_sent, press, spy_on_moves
from tests.browser.test_company import SAME, table_of, token
from tests.servers import Server, running

pytestmark = pytest.mark.browser

DAY = 86_400_000
# A page that has its answer to what it sent last: until then it sends nothing else.
FREE = "main:not([data-led])"


def ask(page: Page, what: str) -> None:
    page.locator("#tab-table").click()
    page.locator("details.agreement > summary").click()
    page.wait_for_selector(FREE)
    page.get_by_role("button", name=what).click()


def answer(page: Page, word: str) -> None:
    page.wait_for_selector(FREE)
    page.locator(".question").get_by_role("button", name=word).click()


def bidding(pages: list[Page]) -> str:
    """A table of Mutiny! at which Ann and Ben bid, each at a page of their own; and its address."""
    ann, ben = pages
    form: dict[str, str | float | bool] = {"csrf": token(ann), "game": "mutiny", "players": "2"}
    form |= {"name0": "Ann", "kind0": "human", "kind1": "open"}
    address = ann.request.post("/tables", form=form, headers=SAME, max_redirects=0).headers["location"]
    ben.goto(address)
    ben.get_by_label("Your name at this table").fill("Ben")
    ben.get_by_role("button", name="Take seat 2").click()
    ben.wait_for_selector("#region_prompt")
    ann.goto(address)
    return address


def days_pass(folder: Path) -> None:
    """Make the tables of a server that is down eight days older, without a sign of anybody."""
    with closing(sqlite3.connect(folder / "quarterdeck.sqlite3")) as db:
        db.execute("UPDATE tables SET created = created - ?", (8 * DAY // 1000,))
        db.execute("UPDATE entries SET at = at - ?", (8 * DAY,))
        db.execute("UPDATE holders SET seen = NULL")
        db.commit()


def returning(chromium: Browser, server: Server, state: StorageState) -> BrowserContext:
    """Somebody's browser, come back to a server that was started anew; without the service worker."""
    context = chromium.new_context(base_url=server.address, storage_state=state, service_workers="block")
    context.set_default_timeout(PATIENCE)
    return context


def test_a_question_does_not_hide_the_talk_while_somebody_writes_there(
    new_page: Callable[..., Page],
) -> None:
    pages = [new_page() for _friend in range(3)]
    table_of(pages)
    writer = next(page for page in pages if page.locator("#prompt.yours").count())
    spy_on_moves(writer)
    writer.locator("#tab-talk").click()
    text = writer.get_by_label("What you say")
    text.press_sequentially("Give me ")
    ask(next(page for page in pages if page is not writer), "End in a draw")
    expect(writer.locator("#glance")).to_contain_text("offers a draw.")
    # One of these digits would be a move.
    writer.keyboard.type("1, 2 or 3")
    expect(text).to_have_value("Give me 1, 2 or 3")
    assert moves_sent(writer) == []
    text.blur()
    expect(writer.locator(".question")).to_be_visible()


def test_friends_agree_to_end_a_match_and_play_again(new_page: Callable[..., Page]) -> None:
    ann, ben, cleo = new_page(), new_page(), new_page()
    address = table_of([ann, ben, cleo])
    ask(ann, "End in a draw")
    for page in (ben, cleo):
        expect(page.locator(".question")).to_contain_text("Ann offers a draw.")
        expect(page.locator("#log")).to_contain_text("Ann offers a draw.")
    answer(ben, "Agree")
    expect(cleo.locator(".question")).to_contain_text("In favour: Ann, Ben.")
    answer(cleo, "Agree")
    for page in (ann, ben, cleo):
        expect(page.locator(".finale .headline")).to_have_text("The match ended in a draw by agreement.")
        expect(page.locator("#log")).to_contain_text("The match ended in a draw by agreement.")
        expect(page.locator("#acts")).to_have_count(0)
    assert "\nended draw\n" in ann.request.get(f"{address}/match.qd").text()
    ann.goto("/games")
    expect(ann.locator("main")).to_contain_text("Ended in a draw")
    ann.goto(address)
    ann.locator("[data-key=again]").click()
    expect(ben.locator(".again")).to_contain_text("Ann asks for a rematch.")


def test_an_answer_loses_nothing_that_is_half_composed_or_half_typed(new_page: Callable[..., Page]) -> None:
    ann, ben = new_page(), new_page()
    address = bidding([ann, ben])
    ask(ben, "End in a draw")
    # A question brings the pane that it stands in.
    expect(ann.locator(".question")).to_be_visible()
    ann.locator("[data-step='1']").first.click()
    composed = ann.locator("[data-compose]")
    parts = composed.get_attribute("data-compose")
    assert parts != composed.get_attribute("data-start")
    ann.locator("#tab-talk").click()
    ann.get_by_label("What you say").fill("I would rather")
    ann.locator("#tab-table").click()
    answer(ann, "Refuse")
    expect(ann.locator(".question")).to_have_count(0)
    expect(composed).to_have_attribute("data-compose", str(parts))
    expect(ann.get_by_label("What you say")).to_have_value("I would rather")
    form: dict[str, str | float | bool] = {"csrf": token(ben), "what": "abandon"}
    assert ben.request.post(f"{address}/ask", form=form, headers=SAME).ok
    answer(ann, "Agree")
    expect(ann.locator(".finale")).to_be_visible()
    expect(ann.get_by_label("What you say")).to_have_value("I would rather")


def test_the_second_click_of_a_double_click_takes_nothing_back(new_page: Callable[..., Page]) -> None:
    ann, ben, cleo = new_page(), new_page(), new_page()
    table_of([ann, ben, cleo])
    ask(ann, "End in a draw")
    sent: list[str] = []
    ben.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    press(ben, ".question .primary")
    expect(cleo.locator(".question")).to_contain_text("In favour: Ann, Ben.")
    expect(ben.get_by_role("button", name="Take that back")).to_be_visible()
    press(ben, None, click_count=2)
    # Whoever presses twice before there is an answer asks once, too.
    answer(ben, "Take that back")
    expect(ben.locator(".question")).to_have_count(0)
    ask(ben, "End without a result")
    expect(cleo.locator(".question")).to_contain_text("Ben")
    held: list[Route] = []
    cleo.route("**/refuse", lambda route: held.append(route))
    refuse = cleo.get_by_role("button", name="Refuse")
    refuse.press("Enter")
    refuse.press("Enter")
    while not held:
        cleo.wait_for_timeout(50)
    held[0].continue_()
    expect(cleo.locator(".question")).to_have_count(0)
    assert [one.rsplit("/")[-1] for one in sent] == ["agree", "refuse", "ask"]
    assert len(held) == 1


# A page that shows what happens only once `catchUp` is called.
SLOW = """() => {
  const [hear, late] = [story.hear, []];
  story.hear = (...heard) => late.push(heard);
  window.catchUp = () => {
    story.hear = hear;
    late.forEach((heard) => hear(...heard));
  };
}"""


def test_a_move_that_the_end_forestalled_leaves_no_complaint(new_page: Callable[..., Page]) -> None:
    ann, ben = new_page(), new_page()
    address = bidding([ann, ben])
    form: dict[str, str | float | bool] = {"csrf": token(ann), "what": "draw"}
    assert ann.request.post(f"{address}/ask", form=form, headers=SAME).ok
    ann.goto(address)
    ann.evaluate(SLOW)
    answer(ben, "Agree")
    expect(ben.locator(".finale")).to_be_visible()
    ann.locator(".go").click()
    complaint = ann.locator("#messages p")
    expect(complaint).to_be_visible()
    ann.evaluate("catchUp()")
    expect(ann.locator(".finale")).to_be_visible()
    expect(complaint).to_be_hidden()


def test_a_clock_is_stopped_by_all_and_goes_on_by_one(new_page: Callable[..., Page]) -> None:
    ann, ben, cleo = new_page(), new_page(), new_page()
    table_of([ann, ben, cleo], clock="live", per_move="60", reserve="300")
    ask(ben, "Pause the match")
    answer(ann, "Agree")
    # Her answer puts another question in the place of Cleo's: a click meanwhile would be lost.
    expect(cleo.locator(".question")).to_contain_text("Still to answer: Cleo.")
    answer(cleo, "Agree")
    for page in (ann, ben, cleo):
        expect(page.locator("#prompt")).to_have_text("The match is paused by agreement.")
        expect(page.locator(".clock[data-until]")).to_have_count(0)
    expect(ann.locator("#region_company")).to_contain_text("stopped")
    answer(cleo, "Go on")
    for page in (ann, ben, cleo):
        expect(page.locator(".clock[data-until]")).to_have_count(1)
    assert any(page.locator("#prompt.yours").count() for page in (ann, ben, cleo))


def test_a_refusal_is_told_and_ends_the_question(new_page: Callable[..., Page]) -> None:
    ann, ben, cleo = new_page(), new_page(), new_page()
    table_of([ann, ben, cleo])
    ask(ann, "End without a result")
    answer(cleo, "Refuse")
    for page in (ann, ben, cleo):
        expect(page.locator(".question")).to_have_count(0)
        expect(page.locator("#log")).to_contain_text("Cleo does not agree.")


def test_on_a_phone_a_question_is_announced_by_a_link_to_it(new_page: Callable[..., Page]) -> None:
    ann, ben, cleo = new_page(), new_page(), new_page()
    table_of([ann, ben, cleo])
    ben.set_viewport_size({"width": 360, "height": 640})
    ask(ann, "End in a draw")
    line = ben.locator("#glance")
    expect(line).to_have_text("Ann offers a draw.")
    expect(line.locator("a")).to_have_css("text-decoration-line", "underline")
    line.locator("a").click()
    expect(ben.locator(".question").get_by_role("button", name="Agree")).to_be_in_viewport()
    answer(ben, "Refuse")
    expect(line).to_be_hidden()


def test_the_seat_of_somebody_absent_is_given_to_a_bot_until_they_are_back(
    chromium: Browser, tmp_path: Path
) -> None:
    complaints: list[str] = []
    with running(tmp_path) as first, browsers(chromium, first.address, complaints, 3) as pages:
        address = table_of(pages)
        gone = next(page for page in pages if page.locator("#prompt.yours").count())
        states = [page.context.storage_state() for page in pages]
        absent = pages.index(gone)
        for page in pages:
            page.goto("about:blank")
    days_pass(tmp_path)
    with running(tmp_path) as second:
        contexts = [returning(chromium, second, state) for state in states]
        back, *others = [
            contexts[seat].new_page() for seat in (absent, *(one for one in range(3) if one != absent))
        ]
        for page in others:
            page.goto(address)
        name = ("Ann", "Ben", "Cleo")[absent]
        here = others[0]
        here.locator("#tab-table").click()
        if absent == 0:
            here.get_by_role("button", name=f"Ask for a bot in {name}’s place").click()
            answer(others[1], "Agree")
        else:
            here.get_by_role("button", name=f"Let a bot play for {name}").click()
        for page in others:
            expect(page.locator("#log")).to_contain_text(f"{name} is absent", timeout=PATIENCE)
        back.goto(address)
        back.get_by_role("button", name="I’m back").click()
        expect(back.locator(".own.away")).to_have_count(0, timeout=PATIENCE)
        for context in contexts:
            context.close()


def test_a_stranger_is_asked_to_leave_the_waiting_room(new_page: Callable[..., Page]) -> None:
    ann, stranger = new_page(), new_page()
    form: dict[str, str | float | bool] = {"csrf": token(ann), "game": "meuterer", "players": "3"}
    form |= {"name0": "Ann", "kind0": "human", "kind1": "open", "kind2": "open"}
    address = ann.request.post("/tables", form=form, headers=SAME, max_redirects=0).headers["location"]
    stranger.goto(address)
    stranger.get_by_label("Your name at this table").fill("Zed")
    stranger.get_by_role("button", name="Take seat 2").click()
    ann.goto(address)
    ann.locator("[data-key=dismiss-1] summary").click()
    ann.get_by_role("button", name="Free the seat of Zed").click()
    for page in (ann, stranger):
        expect(page.locator("[data-place='1']")).to_contain_text("Free")
    expect(stranger.locator("#region_join")).to_contain_text("You were asked to leave")
    expect(stranger.get_by_role("button", name="Take seat 2")).to_have_count(0)


def test_a_long_name_covers_neither_the_masthead_nor_the_button_that_begins(
    new_page: Callable[..., Page],
) -> None:
    page = new_page()
    long = "Anna-Katharina Wilhelmine von Hohenstein"
    form: dict[str, str | float | bool] = {"csrf": token(page), "game": "meuterer", "players": "4"}
    form |= {f"name{seat}": f"{long[:-1]}{seat}" for seat in range(3)}
    form |= {"kind0": "human", "kind1": "human", "kind2": "human", "kind3": "open"}
    page.goto(page.request.post("/tables", form=form, headers=SAME, max_redirects=0).headers["location"])
    page.set_viewport_size({"width": 1366, "height": 657})
    edges = page.evaluate(
        """["[data-place='2']", "[data-place='0']", ".masthead", ".begin .button"].map((part) => {
          const { top, bottom } = document.querySelector(part).getBoundingClientRect();
          return [top, bottom];
        })"""
    )
    far, near, masthead, begin = edges
    assert masthead[1] <= far[0]
    assert near[1] <= begin[0]


def test_an_open_waiting_room_calls_nobody_to_a_table_that_is_closed(new_page: Callable[..., Page]) -> None:
    ann, ben = new_page(), new_page()
    form: dict[str, str | float | bool] = {"csrf": token(ann), "game": "meuterer", "players": "3"}
    form |= {"name0": "Ann", "kind0": "human", "kind1": "open", "kind2": "open"}
    address = ann.request.post("/tables", form=form, headers=SAME, max_redirects=0).headers["location"]
    for page in (ann, ben):
        page.goto(address)
    invitation = ben.get_by_role("heading", name="Call your friends")
    expect(invitation).to_be_visible()
    ann.get_by_text("Close this table").click()
    ann.get_by_role("button", name="Close it").click()
    expect(ben.locator("#region_status")).to_contain_text("This table is closed")
    expect(invitation).to_be_hidden()


def test_friends_free_the_seat_of_the_absent_maker_and_begin_without_them(
    chromium: Browser, tmp_path: Path
) -> None:
    complaints: list[str] = []
    with running(tmp_path) as first, browsers(chromium, first.address, complaints, 3) as pages:
        ann, ben, cleo = pages
        form: dict[str, str | float | bool] = {"csrf": token(ann), "game": "meuterer", "players": "4"}
        form |= {"name0": "Ann", "kind0": "human", "kind1": "open", "kind2": "open", "kind3": "open"}
        address = ann.request.post("/tables", form=form, headers=SAME, max_redirects=0).headers["location"]
        for seat, (page, name) in enumerate([(ben, "Ben"), (cleo, "Cleo")], 2):
            page.goto(address)
            page.get_by_label("Your name at this table").fill(name)
            page.get_by_role("button", name=f"Take seat {seat}").click()
            page.wait_for_selector(".place.mine")
        states = [page.context.storage_state() for page in pages]
    days_pass(tmp_path)
    with running(tmp_path) as second:
        contexts = [returning(chromium, second, state) for state in states]
        ann, ben, cleo = (context.new_page() for context in contexts)
        for page in (ben, cleo):
            page.goto(address)
            expect(page.locator("#region_host")).to_contain_text("Whoever made this table is absent")
        # Ben's page was open already, and learns that Cleo is there.
        expect(ben.locator("[data-place='2']")).not_to_contain_text("without a sign", timeout=PATIENCE)
        ben.locator("[data-key=dismiss-0] summary").click()
        ben.get_by_role("button", name="Ask the others to free the seat of Ann").click()
        expect(ben.locator(".question")).to_contain_text("Still to answer: Cleo.")
        expect(cleo.locator(".question")).to_contain_text(
            "Ben would like to free the seat of Ann, who is absent."
        )
        answer(cleo, "Agree")
        for page in (ben, cleo):
            expect(page.locator("[data-place='0']")).to_contain_text("Free")
            expect(page.locator("#region_question")).to_have_text(
                "Ann is absent: the others have freed the seat."
            )
        cleo.get_by_role("button", name="Ask to fill the rest with bots and begin").click()
        answer(ben, "Refuse")
        for page in (ben, cleo):
            expect(page.locator("#region_question")).to_have_text("Ben does not agree.")
        ann.goto(address)
        ann.get_by_label("Your name at this table").fill("Ann")
        ann.get_by_role("button", name="Take seat 1").click()
        expect(ben.locator("[data-place='0']")).to_contain_text("Ann")
        ann.get_by_role("button", name="Fill the rest with bots and begin").click()
        for page in (ann, ben, cleo):
            page.wait_for_selector("#region_prompt")
        for context in contexts:
            context.close()
    assert complaints == []
