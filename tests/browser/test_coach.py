"""The coach in real browsers: a replay that is gone through while one looks, and advice beside the prompt."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from quarterdeck.play import Game, Record
from quarterdeck.tables.entry import now
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN
from quarterdeck.tables.store.append import Write
from quarterdeck.tables.store.store import Store
from tests.browser.conftest import PATIENCE, open_page
from tests.browser.test_history import owner
from tests.servers import Server

pytestmark = pytest.mark.browser
# A compiler at work with an empty cache, on a slow computer.
COMPILING = 300_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, chromium_path: str) -> Iterator[tuple[Server, Path]]:
    """A server that compiles its rules, which those of the other tests do without."""
    data = tmp_path_factory.mktemp("coach")
    made = Server(data, 60, compiled="on")
    assert made.address
    yield made, data
    assert made.stop() == ""


@pytest.fixture
def ann(chromium: Browser, server: tuple[Server, Path]) -> Iterator[Page]:
    complaints: list[str] = []
    page = open_page(chromium, server[0].address, complaints)
    page.goto("/")
    yield page
    page.context.close()
    # As long as the coach is not ready it says so, with a status that the browser notes.
    assert [one for one in complaints if "503" not in one] == []


def stored(data: Path, page: Page, plies: int, terms: Terms | None = None) -> Match:
    """A match of this browser's, so many random moves old, put into the server's database."""
    record = Record(Game("meuterer", players=3), "7", ["Ann", "Ben", "Cleo"])
    match = Match.fresh(record, [HUMAN, "random", "random"], owner(page), terms)
    dice = random.Random(7)
    while not match.over and (match.ply < plies or match.to_act != (0,)):
        seat = match.to_act[0]
        match.add("move", seat, now(), action=dice.choice(match.position.legal(seat)).text, by="player")
    store = Store(data / "quarterdeck.sqlite3")
    store.add(match.row, match.summary())
    if match.entries:
        store.append([Write(match.id, match.entries, match.summary())])
    store.close()
    return match


def ask(page: Page, answered: str) -> None:
    """Press the button until the coach has compiled what it needs, and answers."""
    for _ in range(COMPILING // 3_000):
        page.get_by_role("button", name="Ask the coach").press("Enter")
        page.wait_for_selector(f"{answered}, :text('still getting ready')")
        if page.locator(answered).count():
            return
        page.wait_for_timeout(3_000)
        page.reload()
    pytest.fail("the coach was never ready")


def test_a_replay_is_gone_through_while_one_looks(ann: Page, server: tuple[Server, Path]) -> None:
    match = stored(server[1], ann, 10_000)
    ann.goto(f"/table/{match.id}/replay?ply=12&seat=0")
    ask(ann, "#region_coach .pondering, #region_coach .winning")
    moments = ann.get_by_role("heading", name="What mattered most")
    expect(moments).to_be_visible(timeout=COMPILING)
    chart = ann.get_by_role("img", name="Each player’s chance to win, move by move")
    expect(chart).to_be_visible()
    expect(ann.locator("#region_coach figcaption")).to_contain_text("After move 12:")
    # No page was loaded: what the keys turn is the same one.
    ann.evaluate("document.body.dataset.same = 'yes'")
    ann.keyboard.press("ArrowRight")
    expect(ann.locator("#region_coach figcaption")).to_contain_text("After move 13:")
    link = ann.locator(".moments a").last
    words = link.inner_text()
    link.press("Enter")
    expect(ann.locator("#prompt")).to_contain_text(f"{words.partition(',')[0]} of")
    expect(ann.locator(".moments a[aria-current]")).to_have_count(1)
    expect(ann.locator(".moments a[aria-current]")).to_be_focused()
    assert ann.evaluate("document.body.dataset.same") == "yes"
    ann.get_by_role("link", name="All figures").click()
    expect(ann.get_by_role("row")).to_have_count(match.ply + 2)


def test_advice_stands_beside_the_prompt_until_the_move_is_made(
    ann: Page, server: tuple[Server, Path]
) -> None:
    match = stored(server[1], ann, 0, Terms(coach=True))
    ann.goto(f"/table/{match.id}")
    ann.keyboard.press("c")
    expect(ann.get_by_role("button", name="Ask the coach")).to_be_focused()
    ask(ann, ".advice ol")
    expect(ann.locator(".advice")).to_contain_text("The coach:", timeout=PATIENCE)
    expect(ann.locator(".advice li").first).to_contain_text("%")
    ann.locator("#acts button[name=action]:not([aria-disabled])").first.click()
    expect(ann.locator(".advice")).to_have_count(0)


# A replay's coach that is at work.
AT_WORK: Final = """address => {
    const heading = '<h2 id="coach-title" data-done="Done.">The coach</h2>';
    const words = '<p class="no-answer" role="alert"></p>';
    const region = document.getElementById("region_coach");
    region.innerHTML = `<div data-coach="${address}">${heading}${words}</div>`;
    document.querySelector("[data-table]").dispatchEvent(new CustomEvent("news", { detail: {} }));
}"""


def test_a_coach_at_work_is_asked_again_after_a_refusal(page: Page, complaints: list[str]) -> None:
    done = {"region": "<h2 id='coach-title' data-done='Done.'>All of it</h2>", "busy": False}
    answers: list[tuple[int, dict[str, object]]] = [(429, {"error": "Too often."}), (200, done)]

    def answer(route: Route) -> None:
        status, told = answers.pop(0)
        route.fulfill(status=status, json=told)

    page.route("**/at-work", answer)
    page.goto("/table/example/replay")
    page.evaluate(AT_WORK, "/at-work")
    expect(page.locator("#region_coach [role=alert]")).to_have_text("Too often.")
    expect(page.locator("#coach-title")).to_have_text("All of it")
    expect(page.locator("#say")).to_contain_text("Done.")
    # The browser notes the refusal.
    assert len(complaints) == 1
    complaints.clear()
