"""Four friends play the last part of each game in four browsers, on a real server that is killed meanwhile.

One of them closes the page and comes back, and the server dies in the very moment of a move. Nobody reloads
anything: the pages come back by themselves, and in the end each shows what the stored record replays to.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, ViewportSize, expect

from benchmarks.ports import held
from quarterdeck.play import GAMES, Action, Position
from quarterdeck.tables.entry import now
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.append import Write
from quarterdeck.tables.store.store import Store
from tests.browser.conftest import AT_ONCE, LOUD, NO_WORKER
from tests.browser.seat import ANSWERED, wait_for_line
from tests.servers import Server

pytestmark = pytest.mark.browser

Moves = list[tuple[int, Action]]
FRIENDS = ("Ann", "Ben", "Cleo", "Dan")
SCREENS: tuple[ViewportSize, ViewportSize] = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})
PATIENCE = 60_000
# The words of an element, all but the mark of one's own row.
WITHOUT_OWN = """(one) => {
    const copy = one.cloneNode(true);
    for (const own of copy.querySelectorAll(".own")) own.remove();
    return copy.textContent.trim().replaceAll(/\\s+/g, " ");
}"""
# In seconds.
LONGEST = 300
# After so many decisions Ben closes his page, comes back, and the server is killed.
CLOSED, BACK, KILLED = 3, 6, 9
# The evening begins so many moves before a random game would end.
LEFT = 60
# Between two looks at pages where nothing can be decided, in milliseconds; Ben comes back earlier if so many
# looks were in vain.
LOOK, WAITED = 20, 40
# What Chromium says of a connection whose server dies: before it is made, before its answer, or within it.
LOST = re.compile(
    r"WebSocket connection to .* failed|"
    r"net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)"
)
# Clicks one of the decisions that the page offers, as its player would: on a button, or on what puts the
# decision together. Tells "made", "over", or "" where there is nothing to decide, or where the decision that
# the page shows is made already: on a busy machine an answer comes seconds before its news. What brings the
# game to its end is liked best, so that evenings are short.
CHOOSE = """chance => {
  const main = document.querySelector("#main[data-table]");
  if (document.readyState !== "complete" || !main || main.getAttribute("aria-busy")) return "";
  if (document.querySelector("#region_prompt .after")) return "over";
  const can = one => one.checkVisibility() && !one.getAttribute("aria-disabled");
  const seen = document.querySelector("#region_prompt input[name=version]")?.value;
  if (main.decided === seen) return "";
  const click = selector => {
    const found = Array.from(document.querySelectorAll(selector)).find(can);
    if (!found) throw new Error(`nothing to click: ${selector}`);
    found.click();
  };
  const liking = one => {
    const [verb, ...figures] = one.value.split(" ");
    if (verb === "bid") return figures.reduce((sum, figure) => sum + Number(figure), 0.1);
    return ["open", "leave", "done", "stay", "no"].includes(one.value) ? 20 : 1;
  };
  const named = Array.from(document.querySelectorAll("[name=action]"));
  const offered = named.filter(one => one.form?.id === "acts" && (one.dataset.parts || can(one)));
  if (!offered.length) return "";
  main.decided = seen;
  let left = chance * offered.reduce((sum, one) => sum + liking(one), 0);
  const chosen = offered.find(one => (left -= liking(one)) < 0) ?? offered[0];
  if (!chosen.dataset.parts) {
    chosen.click();
    return "made";
  }
  const counted = [];
  let go = ".go";
  chosen.dataset.parts.split(" ").forEach((part, at) => {
    const value = `[data-part="${at}"][data-value="${part}"]`;
    if (!document.querySelector(value)) counted.push([at, Number(part)]);
    else if (document.querySelector(value + "[data-go]")) go = value;
    else click(value);
  });
  for (const [at, wanted] of counted) {
    const now = () => Number(document.querySelector(`[data-shows="${at}"]`).textContent);
    while (now() !== wanted) click(`button[data-part="${at}"][data-step="${Math.sign(wanted - now())}"]`);
  }
  click(go);
  return "made";
}"""

REGIONS = """() => Object.fromEntries(Array.from(
  document.querySelectorAll("[id^=region_]"), one => [one.id, one.textContent.replaceAll(/\\s/g, "")]
))"""


class Evening:
    """A server, and four people with a browser each."""

    def __init__(self, chromium: Browser, data: Path, port: int) -> None:
        self.data = data
        self.server = Server(data, port=port)
        self.address = self.server.address
        self.complaints: list[str] = []
        self.friends = [self._friend(chromium, number) for number in range(len(FRIENDS))]
        self.pages = [self.open(friend) for friend in self.friends]

    def _friend(self, chromium: Browser, number: int) -> BrowserContext:
        friend = chromium.new_context(
            base_url=self.address,
            viewport=SCREENS[number % 2],
            reduced_motion="reduce",
            # Four workers beside four pages would only slow them down.
            service_workers="block",
        )
        friend.set_default_timeout(PATIENCE)
        friend.add_init_script(AT_ONCE)
        return friend

    def open(self, friend: BrowserContext) -> Page:
        page = friend.new_page()
        page.on("console", self.heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def heard(self, said: ConsoleMessage) -> None:
        if said.type in LOUD and said.text != NO_WORKER:
            self.complaints.append(f"{said.text} {said.location['url']}")

    def sit_down(self, game: str) -> str:
        """One sets the table and shares its link, the others take a seat each; returns the link."""
        ann, *others = self.pages
        ann.goto(f"/?game={game}")
        ann.fill("#name0", FRIENDS[0])
        for seat in range(1, len(FRIENDS)):
            ann.select_option(f"#kind{seat}", "open")
        ann.get_by_role("button", name="Start this game").click()
        ann.wait_for_url("**/table/*")
        link = ann.get_by_label("Whoever opens this link").input_value()
        for seat, page in enumerate(others, 1):
            page.goto(link)
            page.get_by_label("Your name at this table").fill(FRIENDS[seat])
            page.get_by_role("button", name=f"Take seat {seat + 1}").click()
        for seat, page in enumerate(self.pages):
            expect(page.locator("main[data-table]")).to_have_attribute("data-seat", str(seat))
        return link

    def kill(self) -> None:
        """Kill the server, and start it again at the same place once every page has noticed."""
        self.server.kill()
        before = len(self.complaints)
        for page in self.pages:
            expect(page.locator("#offline")).to_be_visible(timeout=PATIENCE)
        self.server = Server(self.data, port=self.server.port)
        assert self.server.address == self.address
        assert len(self.complaints) > before

    def go_on(self, link: str) -> int:
        """Come back to the table another evening, when most of the game is played; returns after how many
        moves.
        """
        assert self.server.stop() == ""
        with self.stored(link) as (store, match):
            known = len(match.entries)
            for seat, action in moves_before(match.position, random.Random(link)):
                match.add("move", seat, now(), action=action.text, by="player")
            store.append([Write(match.id, match.entries[known:], match.summary())])
        self.server = Server(self.data, port=self.server.port)
        for page in self.pages:
            arrive(page, link)
        return match.ply

    @contextmanager
    def stored(self, link: str) -> Iterator[tuple[Store, Match]]:
        """The match as it is stored, while no server runs."""
        store = Store(self.data / "quarterdeck.sqlite3")
        try:
            yield store, Match.stored(store.table(link.rpartition("/")[2]))
        finally:
            store.close()

    def play(self, link: str) -> int:
        """Play the game to its end; returns how often somebody decided something."""
        dice, until = random.Random(link), time.monotonic() + LONGEST
        made, quiet, told = 0, 0, [""]
        while set(told) != {"over"}:
            assert time.monotonic() < until, f"the game does not end: {told} after {made}"
            told = [""] * len(FRIENDS)
            for seat, page in enumerate(self.pages):
                if page.is_closed():
                    continue
                told[seat] = choose(page, dice.random())
                if told[seat] == "made":
                    made += 1
                    self.disturb(made, link)
            quiet = 0 if "made" in told else quiet + 1
            if quiet:
                self.pages[0].wait_for_timeout(LOOK)
            if quiet == WAITED and self.pages[1].is_closed():
                self.come_back(link)
        return made

    def disturb(self, made: int, link: str) -> None:
        """What happens midway, after so many decisions."""
        if made == CLOSED:
            # What Ben himself may have decided a moment ago must have left his page.
            self.pages[1].wait_for_selector(ANSWERED)
            self.pages[1].close()
        elif made == BACK and self.pages[1].is_closed():
            self.come_back(link)
        elif made == KILLED:
            self.kill()

    def come_back(self, link: str) -> None:
        self.pages[1] = self.open(self.friends[1])
        arrive(self.pages[1], link)


def arrive(page: Page, link: str) -> None:
    """Go to the table, until the page's line is open: a page that moves before then loads itself anew, and
    has no way back if the server is killed meanwhile.
    """
    page.goto(link)
    wait_for_line(page)


def moves_before(position: Position, dice: random.Random) -> Moves:
    """Random moves up to LEFT before the end of a game, from where what the friends play lasts long."""
    while True:
        moves, middle = playout(position, dice)[:-LEFT], position
        for move in moves:
            middle = middle.play(*move)
        if moves and min(len(playout(middle, dice, liking)) for _ in range(10)) > 2 * KILLED:
            return moves


def liking(action: Action) -> float:
    """How gladly it is chosen; as in CHOOSE."""
    verb, *figures = action.text.split()
    if verb == "bid":
        return sum(map(int, figures)) + 0.1
    return 20 if action.text in ("open", "leave", "done", "stay", "no") else 1


def playout(
    position: Position, dice: random.Random, liked: Callable[[Action], float] = lambda _action: 1
) -> Moves:
    """A random game from this position to its end: who plays what."""
    moves = []
    while not position.over:
        seat = position.to_act[0]
        legal = position.legal(seat)
        moves.append((seat, dice.choices(legal, [liked(one) for one in legal])[0]))
        position = position.play(*moves[-1])
    return moves


def choose(page: Page, chance: float) -> str:
    """Decide something on a page, if there is something; see CHOOSE."""
    try:
        return str(page.evaluate(CHOOSE, chance))
    except Error as error:
        # Who has moved while the line was down gets a new page from the table.
        if "Execution context was destroyed" not in error.message:
            raise
        return ""


@pytest.fixture
def evening(chromium: Browser, tmp_path: Path) -> Iterator[Evening]:
    with held() as port:
        made = Evening(chromium, tmp_path, port)
        try:
            yield made
        finally:
            for friend in made.friends:
                friend.close()
            made.server.kill()


def shown(page: Page) -> dict[str, str]:
    """The text of every region of a page, without spaces."""
    found: dict[str, str] = page.evaluate(REGIONS)
    return found


@pytest.mark.parametrize("game", sorted(GAMES))
def test_four_friends_play_to_the_end_though_the_server_is_killed(evening: Evening, game: str) -> None:
    link = evening.sit_down(game)
    begun = evening.go_on(link)
    assert begun > 0
    made = evening.play(link)
    assert made > KILLED
    result, *others = (page.locator(".finale .tracks").evaluate(WITHOUT_OWN) for page in evening.pages)
    assert others == [result] * 3
    for friend, page in zip(evening.friends, evening.pages, strict=True):
        fresh = evening.open(friend)
        fresh.goto(link)
        # Nothing was missed: what came bit by bit is what a new page shows.
        assert shown(page) == shown(fresh)
    assert [said for said in evening.complaints if not LOST.search(said)] == []
    assert evening.server.stop() == ""

    with evening.stored(link) as (_store, match):
        assert match.record.verify().over
    # Every decision was noted, and none of them twice.
    assert match.ply == begun + made
    place, name = result.split()[:2]
    winners = [FRIENDS[seat] for seat in match.position.winners]
    assert (place, name in winners) == (("1.", True) if winners else ("–", False))
