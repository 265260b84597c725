"""What a person does at a page of theirs, whatever is played: starts, waits for the turn, sees the answer."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page, ViewportSize

# A small laptop's window.
LAPTOP: ViewportSize = {"width": 1280, "height": 720}
POSSIBLE = "#region_prompt button[name=action]:not([aria-disabled])"
OVER = "#region_prompt .after"
# Whether the page shows the table as it was after one's move, or later.
ANSWERED = "#main:not([aria-busy])"


def start(page: Page, game: str, players: int, seats: str = "random") -> None:
    """Set a table by the form of the first page, with these in all seats but one's own."""
    page.goto(f"/?game={game}")
    page.locator(f"[name=players][value='{players}']").check(force=True)
    for seat in range(1, players):
        page.locator(f"#kind{seat}").select_option(seats)
    page.get_by_role("button", name="Start this game").click()
    page.wait_for_url("**/table/*")


def start_at_once(page: Page, title: str) -> None:
    """Begin a game against three bots with one click."""
    page.goto("/")
    page.get_by_role("button", name=re.compile(f"Play {title}.* against bots")).click()
    page.wait_for_url("**/table/*")


def version(page: Page) -> int:
    """The version that the page shows."""
    return int(page.locator("#region_prompt input[name=version]").first.get_attribute("value") or "")


def wait_for_turn(page: Page) -> bool:
    """Until there is something to do; False once the game is over."""
    page.wait_for_selector(f"{POSSIBLE}, {OVER}")
    # A page without its scripts hears no keys.
    page.wait_for_load_state()
    return page.locator(OVER).count() == 0


def wait_beyond(page: Page, seen: int, *others: str) -> None:
    """Until the page shows a later version than the one seen, or one of the others."""
    later = f"#region_prompt input[name=version]:not([value='{seen}'])"
    page.wait_for_selector(", ".join([*others, later]), state="attached")


def actions(page: Page) -> list[str]:
    """The possible actions that have a button."""
    found: list[str] = page.locator(POSSIBLE).evaluate_all("buttons => buttons.map(button => button.value)")
    return found


def press_key(page: Page, selector: str) -> None:
    """Press the key of the first of these; one that has no key gets the focus and Enter."""
    found = page.locator(selector).first
    if key := found.get_attribute("data-shortcut"):
        page.keyboard.press(key)
    else:
        found.focus()
        page.keyboard.press("Enter")


def press(page: Page, selector: str | None, click_count: int = 1) -> None:
    """Press the mouse in the middle of this, or where it is. A second click of two has `click_count` 2."""
    if selector is not None:
        box = page.locator(selector).first.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down(click_count=click_count)
    page.mouse.up(click_count=click_count)


def click_in_page(page: Page, selector: str) -> None:
    """Click a button by script, where it does not matter how: whole games by mouse are played elsewhere.

    Found and clicked in one step, as what others do may bring a new one in its place; one that is gone is not
    clicked, so whoever asks has to look again.
    """
    page.evaluate("selector => document.querySelector(selector)?.click()", selector)


def play_by_tab(page: Page, moves: int, most_stops: int) -> None:
    """Make so many moves, each the last possible one, by Tab and Enter alone."""
    for _ in range(moves):
        wait_for_turn(page)
        seen = version(page)
        wanted = page.locator(POSSIBLE).last.get_attribute("value")
        for _ in range(most_stops):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.value") == wanted:
                break
        page.keyboard.press("Enter")
        wait_beyond(page, seen)
        # What others do at the same time is news, too: it is one's own move that counts.
        page.wait_for_selector(ANSWERED)


def play_without_script(page: Page, wanted: int) -> int:
    """Make so many moves, loading the page anew while others move; returns how many there were."""
    moves = 0
    for _ in range(200):
        found = page.locator(POSSIBLE)
        if found.count():
            found.first.click()
            moves += 1
        else:
            page.reload()
        if moves == wanted:
            break
    return moves


# Tells the page that the network is back: a line that is open asks for a heartbeat then, and no other does.
OPEN: Final = """() => {
    const send = WebSocket.prototype.send;
    let asked = false;
    WebSocket.prototype.send = function (text) {
        asked = true;
        return send.call(this, text);
    };
    dispatchEvent(new Event("online"));
    WebSocket.prototype.send = send;
    return asked;
}"""


def wait_for_line(page: Page) -> None:
    """Until the page's line to its table is open: before that it sends moves otherwise, and loads itself anew
    after them.
    """
    page.wait_for_function(OPEN)


def spy_on_moves(page: Page) -> None:
    """Note the version of each move that the page sends from now on, once if it is sent again."""
    wait_for_line(page)
    page.evaluate(
        """() => {
            window.made = new Map();
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) {
                const { act, action, version } = JSON.parse(text);
                if (action !== undefined) made.set(act, Number(version));
                return send.call(this, text);
            };
        }"""
    )


def moves_sent(page: Page) -> list[int]:
    """The versions at which the page has sent moves since `spy_on_moves`."""
    sent: list[int] = page.evaluate("[...made.values()]")
    return sent
