"""Presses that nobody meant: held keys, and the second click of a double click; and what keeps the focus."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from quarterdeck.coach.collection import puzzles
from tests.browser.seat import (
    ANSWERED,
    POSSIBLE,
    actions,
    moves_sent,
    press,
    spy_on_moves,
    start,
    start_at_once,
    version,
    wait_beyond,
    wait_for_line,
    wait_for_turn,
)
from tests.browser.test_company import table_of
from tests.browser.test_friends import table_with_open_seats
from tests.browser.test_story import at_pace

pytestmark = pytest.mark.browser

CURTAIN = ".behind-curtain main button"
PLAN = "[data-key^=plan-]"
REPEATS = 30


def hold(page: Page, key: str) -> None:
    """Hold a key down until it has repeated itself often, over some seconds."""
    for _repeat in range(REPEATS):
        page.keyboard.down(key)
        page.wait_for_timeout(60)
    page.keyboard.up(key)


@pytest.mark.parametrize("key", ["1", "Enter"])
def test_a_key_that_is_held_down_makes_one_move(page: Page, key: str) -> None:
    start(page, "meuterer", 3)
    wait_for_turn(page)
    spy_on_moves(page)
    page.locator(POSSIBLE).first.focus()
    hold(page, key)
    assert len(moves_sent(page)) == 1


def test_a_key_that_is_held_down_shows_nobody_elses_hand(page: Page) -> None:
    start(page, "meuterer", 3, "human")
    page.locator(CURTAIN).click()
    for _move in range(4):
        wait_for_turn(page)
        seen = version(page)
        page.locator(POSSIBLE).first.focus()
        hold(page, "Enter")
        wait_beyond(page, seen, CURTAIN)
        page.wait_for_selector(f"{CURTAIN}, {POSSIBLE}")
        if page.locator(CURTAIN).count():
            break
    expect(page.locator(CURTAIN)).to_be_visible()


def test_a_key_that_is_held_down_while_the_curtain_loads_shows_nobody_elses_hand(page: Page) -> None:
    start(page, "meuterer", 3, "human")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.down("Enter")
    late: list[Route] = []
    page.route(re.compile(r"/held\b"), lambda route: late.append(route))
    page.reload(wait_until="commit")
    while not late:
        page.wait_for_timeout(50)
    for _repeat in range(5):
        page.keyboard.down("Enter")
        page.wait_for_timeout(50)
    late[0].continue_()
    expect(page.locator(CURTAIN)).to_be_visible()
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.wait_for_load_state()
    expect(page.locator(CURTAIN)).to_be_visible()


def test_the_second_click_of_a_double_click_makes_no_move_of_its_own(page: Page) -> None:
    start_at_once(page, "Meuterer")
    wait_for_turn(page)
    spy_on_moves(page)
    for move in range(1, 5):
        seen = version(page)
        press(page, POSSIBLE)
        wait_beyond(page, seen)
        press(page, None, click_count=2)
        page.wait_for_timeout(200)
        assert len(moves_sent(page)) == move
        wait_for_turn(page)


def three_at_a_table(new_page: Callable[..., Page]) -> list[Page]:
    """The pages of three people at a new table."""
    pages = [new_page(), new_page(), new_page()]
    table_of(pages)
    # A page that acts before is loaded anew, without its plan.
    for page in pages:
        wait_for_line(page)
    return pages


def turn_of(pages: list[Page]) -> Page:
    """The page whose turn it is."""
    return next(page for page in pages if page.locator(POSSIBLE).count())


def planning(pages: list[Page]) -> Page:
    """Play at the first possible action until somebody may plan a move; the page that may."""
    while not (found := [page for page in pages if page.locator(PLAN).count()]):
        turn = turn_of(pages)
        seen = version(turn)
        turn.locator(POSSIBLE).first.click()
        for page in pages:
            wait_beyond(page, seen)
    return found[0]


def test_the_second_click_of_a_double_click_drops_no_plan(new_page: Callable[..., Page]) -> None:
    page = planning(three_at_a_table(new_page))
    # Where the button stands that drops it again. Until a page has its answer, it sends nothing else.
    page.locator(PLAN).click()
    page.wait_for_selector(ANSWERED)
    drop = page.get_by_role("button", name="Drop that")
    box = drop.bounding_box()
    assert box is not None
    drop.click()
    page.wait_for_selector(ANSWERED)
    expect(drop).to_have_count(0)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    press(page, None)
    expect(drop).to_be_visible()
    page.wait_for_selector(ANSWERED)
    press(page, None, click_count=2)
    page.wait_for_timeout(500)
    expect(drop).to_be_visible()


# The next answer comes only once the page is told to go on.
HELD_NEXT = """() => {
    const ask = fetch;
    const told = new Promise(goOn => (window.goOn = goOn));
    window.fetch = async (...asked) => {
        window.fetch = ask;
        const answer = await ask(...asked);
        await told;
        return answer;
    };
}"""


def test_a_plan_can_be_dropped_before_its_answer_has_come(new_page: Callable[..., Page]) -> None:
    page = planning(three_at_a_table(new_page))
    page.evaluate(HELD_NEXT)
    page.locator(PLAN).click()
    # The table's line shows it meanwhile.
    drop = page.get_by_role("button", name="Drop that")
    drop.click()
    page.evaluate("goOn()")
    expect(drop).to_have_count(0)


def test_news_takes_nothing_away_while_it_is_pressed(new_page: Callable[..., Page]) -> None:
    pages = three_at_a_table(new_page)
    turn = turn_of(pages)
    page = next(page for page in pages if page is not turn)
    page.get_by_role("tab", name="Table").click()
    part = page.locator("#region_company details.leave:not(.agreement)")
    press(page, "#region_company details.leave:not(.agreement) > summary")
    expect(part).to_have_attribute("open", "")
    seen = version(page)
    page.mouse.down()
    turn.locator(POSSIBLE).first.click()
    wait_beyond(turn, seen)
    page.wait_for_timeout(300)
    assert version(page) == seen
    page.mouse.up()
    wait_beyond(page, seen)
    expect(part).not_to_have_attribute("open", "")


def test_a_seat_is_taken_though_somebody_sits_down_while_it_is_pressed(
    new_page: Callable[..., Page],
) -> None:
    host, ben, cleo = new_page(), new_page(), new_page()
    address = table_with_open_seats(host, 2)
    for page, name in ((ben, "Ben"), (cleo, "Cleo")):
        page.goto(address)
        page.get_by_label("Your name at this table").fill(name)
    wait_for_line(cleo)
    cleo.get_by_role("button", name="Take seat 3").hover()
    cleo.mouse.down()
    ben.get_by_role("button", name="Take seat 2").click()
    ben.wait_for_selector(".place.mine")
    cleo.wait_for_timeout(500)
    cleo.mouse.up()
    cleo.wait_for_selector("#region_prompt")


def test_a_link_in_a_list_leads_on_though_the_list_changes_while_it_is_pressed(page: Page) -> None:
    address = table_with_open_seats(page, 2)
    page.goto("/")
    wait_for_line(page)
    page.evaluate(LINE)
    link = page.locator(f"main [id^=region_] a[href='/table/{address.rpartition('/')[2]}']").first
    link.hover()
    page.mouse.down()
    page.evaluate(
        """() => {
            const shown = document.querySelectorAll("main [id^=region_]");
            const regions = Object.fromEntries(Array.from(shown, (one) => [one.id, one.innerHTML]));
            line.onmessage({ data: JSON.stringify({ shown: "", regions }) });
        }"""
    )
    page.mouse.up()
    page.wait_for_url(address)


# What the page's line to its table brings can be given to `line.onmessage` from now on.
LINE = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        window.line = this;
        return send.call(this, text);
    };
    dispatchEvent(new Event("online"));
    WebSocket.prototype.send = send;
}"""
# Two moves, with these sentences; the second one brings the prompt anew.
MOVES = """([first, second]) => {
    const last = document.querySelector("#log [data-grows] > :last-child").id;
    const version = Number(document.querySelector("#acts [name=version]").value);
    const prompt = document.getElementById("region_prompt").innerHTML;
    const tell = (more) => line.onmessage({ data: JSON.stringify(more) });
    const lines = (say) => ({ say, more: { [last]: say.map((one) => `<li>${one}</li>`).join("") } });
    tell({ version: version + 1, ...lines(first) });
    tell({ version: version + 2, ...lines(second), regions: { region_prompt: prompt } });
}"""


def test_a_move_made_by_key_while_another_one_waits_to_be_told_is_sent(page: Page) -> None:
    start(page, "meuterer", 3)
    wait_for_turn(page)
    at_pace(page, "wait")
    spy_on_moves(page)
    page.evaluate(LINE)
    page.evaluate(MOVES, [["One.", "Two."], ["Three."]])
    page.locator(POSSIBLE).first.press("Enter")
    page.wait_for_selector(ANSWERED)
    assert len(moves_sent(page)) == 1


def test_whoever_goes_on_by_mouse_reads_no_line_before_it_is_told(page: Page) -> None:
    start(page, "meuterer", 3)
    wait_for_turn(page)
    at_pace(page, "wait")
    lines = page.locator("#log li:not([hidden])")
    before = lines.count()
    page.evaluate(LINE)
    page.evaluate(MOVES, [["One.", "Two."], ["Three.", "Four."]])
    for told, sentence in enumerate(("One.", "Two.", "Three."), 1):
        expect(page.locator(".story-line")).to_have_text(sentence)
        page.wait_for_timeout(200)
        assert lines.count() == before + told
        press(page, "#story [data-story=on]")


def test_the_focus_stays_on_what_can_be_unfolded_while_others_move(page: Page) -> None:
    start_at_once(page, "Meuterer")
    wait_for_turn(page)
    wait_for_line(page)
    page.get_by_role("tab", name="Table").click()
    summary = page.locator("#region_company details.leave:not(.agreement) > summary")
    for _move in range(3):
        seen = version(page)
        summary.focus()
        page.evaluate(
            "value => document.querySelector(`#region_prompt button[value='${value}']`).form.requestSubmit("
            "document.querySelector(`#region_prompt button[value='${value}']`))",
            actions(page)[0],
        )
        wait_beyond(page, seen)
        wait_for_turn(page)
        expect(summary).to_be_focused()


SLOW_FIRST = """() => {
    const ask = fetch;
    let first = true;
    window.fetch = async (...asked) => {
        const [slow, answer] = [first, ask(...asked)];
        first = false;
        if (slow) await new Promise(done => setTimeout(done, 800));
        return answer;
    };
}"""


def test_a_replay_shows_the_move_of_its_address_whatever_answer_comes_last(page: Page) -> None:
    page.goto("/table/example/replay")
    page.evaluate(SLOW_FIRST)
    page.keyboard.press("End")
    page.keyboard.press("Home")
    page.wait_for_url("**ply=0*")
    page.wait_for_timeout(1500)
    assert "ply=0" in page.url
    expect(page.locator("[data-step=back][href]")).to_have_count(0)


def test_the_way_to_a_puzzles_reason_turns_no_page(page: Page) -> None:
    page.goto("/puzzles/" + puzzles("mutiny")[0].name)
    page.get_by_role("button", name="Show me the solution").click()
    before = page.evaluate("history.length")
    page.get_by_role("link", name="Why?").click()
    expect(page.locator("#solution")).to_be_in_viewport()
    assert page.url.endswith("#solution")
    page.go_back()
    assert page.evaluate("history.length") == before + 1


def test_on_request_the_first_press_marks_an_action_and_the_second_one_plays_it(page: Page) -> None:
    start(page, "meuterer", 3)
    wait_for_turn(page)
    spy_on_moves(page)
    page.get_by_role("tab", name="Table").click()
    page.get_by_label("Ask before each move").check()
    first, second = (page.locator(POSSIBLE).nth(at) for at in range(2))
    marked = page.locator("[data-again]")
    first.click()
    second.click()
    expect(marked).to_have_count(1)
    assert marked.get_attribute("value") == second.get_attribute("value")
    expect(page.locator("#say")).to_contain_text("Press again")
    # What somebody says, for example, is news that changes nothing about it.
    page.evaluate(
        "document.querySelector('[data-table]').dispatchEvent(new CustomEvent('news', {detail: {}}))"
    )
    expect(marked).to_have_count(1)
    page.keyboard.press("Escape")
    expect(marked).to_have_count(0)
    second.click()
    assert moves_sent(page) == []
    seen = version(page)
    page.keyboard.press(str(second.get_attribute("data-shortcut")))
    wait_beyond(page, seen)
    assert len(moves_sent(page)) == 1
    # This browser knows it at other tables, too.
    page.reload()
    expect(page.get_by_label("Ask before each move")).to_be_checked()
