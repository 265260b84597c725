"""Mutiny! in a real browser: a whole game by mouse and keyboard, on a phone, without script."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import cycle

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.seat import ANSWERED, LAPTOP, OVER, press_key, start, wait_for_line
from tests.browser.stocked import Stocked

pytestmark = pytest.mark.browser

POSSIBLE = "#region_prompt [name=action]:not([aria-disabled])"
MOST_MOVES = 400
MOST_VERSIONS = 10_000
BOXES = """() => Array.from(document.querySelectorAll("#region_prompt button"))
  .filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect())
  .map(box => [box.left, box.right, box.height])"""


def version(page: Page) -> int:
    """The version that the page shows; once the game is over, there is nothing to send it with."""
    shown = page.evaluate("document.querySelector('#region_prompt input[name=version]')?.value")
    return MOST_VERSIONS if shown is None else int(shown)


def wait_for_turn(page: Page) -> bool:
    """Until there is something to do; False once the game is over."""
    page.wait_for_selector(f"{POSSIBLE}, {OVER}", state="attached")
    return page.locator(OVER).count() == 0


def actions(page: Page) -> list[str]:
    found: list[str] = page.locator(POSSIBLE).evaluate_all("these => these.map(one => one.value)")
    return found


def liking(action: str) -> float:
    """How gladly an action is taken: small bids leave something for the next crew member."""
    verb, *rest = action.split()
    if verb == "bid":
        return 0.6 ** (int(rest[0]) + int(rest[1]))
    return 0.2 if action in ("stay", "done") or verb == "ask" else 1


def play(page: Page, dice: random.Random, choose: Callable[[str], None], most: int = MOST_MOVES) -> set[str]:
    """Play on until the game is over, or for so many moves; `choose` makes one. Returns the kinds it made."""
    made: set[str] = set()
    for _ in range(most):
        if not wait_for_turn(page):
            return made
        possible = actions(page)
        action = dice.choices(possible, [liking(one) for one in possible])[0]
        choose(action)
        made.add(action.split()[0])
        # Others act at the same time: their moves alone are not yet the answer to this one.
        page.wait_for_selector(ANSWERED)
    assert most < MOST_MOVES, "the game does not end"
    return made


def count_to(page: Page, part: int, wanted: str, step: Callable[[bool], None]) -> None:
    """Count a part of a decision up or down; `step` makes one, up if true."""
    shown = page.locator(f"[data-shows='{part}']")
    for _ in range(30):
        now = int(shown.inner_text())
        if now == int(wanted):
            return
        step(now < int(wanted))
    raise AssertionError("the counter does not get there")


def by_mouse(page: Page) -> Callable[[str], None]:
    def bid(part: int, wanted: str) -> None:
        token = f" [data-part='{part}']:visible"
        inside, loose = page.locator(".inside" + token), page.locator(".loose" + token)
        count_to(page, part, wanted, lambda up: (loose if up else inside).last.click())

    return by_pressing(page, Locator.click, bid)


def by_buttons(page: Page, press: Callable[[Locator], None] = Locator.click) -> Callable[[str], None]:
    """In a small window, where no tokens lie beside the fist."""

    def bid(part: int, wanted: str) -> None:
        button = f"button[data-part='{part}'][data-step='%s']"
        count_to(page, part, wanted, lambda up: press(page.locator(button % (1 if up else -1))))

    return by_pressing(page, press, bid)


def by_taps(page: Page) -> Callable[[str], None]:
    """On a phone, where nothing may be wider than the screen."""
    choose = by_buttons(page, Locator.tap)

    def tap(action: str) -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        choose(action)

    return tap


def by_pressing(
    page: Page, press: Callable[[Locator], None], bid: Callable[[int, str], None]
) -> Callable[[str], None]:
    def choose(action: str) -> None:
        verb, *rest = action.split()
        if verb == "bid":
            for part in (0, 1):
                bid(part, rest[part])
            press(page.locator(".go"))
        elif verb in ("offer", "ask"):
            press(page.locator(f"[data-part='1'][data-value='{'-'.join(rest[2:])}']"))
            step = "button[data-step='%s']"
            count_to(page, 0, rest[0], lambda up: press(page.locator(step % (1 if up else -1))))
            press(page.locator(".go"))
        elif verb == "move":
            press(page.locator(f".token-pick[data-value='{rest[0]}-{rest[2]}-{rest[4]}']"))
            press(page.locator(f".target[data-value='{rest[6]}']"))
        elif verb in ("retrieve", "lose") and rest != ["unplayed"]:
            press(page.locator(f'#region_chart button[value="{action}"]'))
        else:
            press(page.locator(f'#region_prompt button[value="{action}"]'))

    return choose


def by_keys(page: Page) -> Callable[[str], None]:
    def press(selector: str) -> None:
        press_key(page, selector)

    def count(part: int, wanted: str) -> None:
        button = f"button[data-part='{part}']"
        count_to(page, part, wanted, lambda up: press(f"{button}[data-step='{1 if up else -1}']"))

    def choose(action: str) -> None:
        verb, *rest = action.split()
        if verb == "bid":
            count(0, rest[0])
            count(1, rest[1])
            press(".go")
        elif verb in ("offer", "ask"):
            press(f"[data-part='1'][data-value='{'-'.join(rest[2:])}']")
            count(0, rest[0])
            press(".go")
        elif verb == "move":
            page.keyboard.press("t")
            for _ in range(60):
                wanted = f"{rest[0]}-{rest[2]}-{rest[4]}"
                if page.evaluate("document.activeElement.dataset.value") == wanted:
                    break
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            press(f".target[data-value='{rest[6]}']")
        else:
            press(f'#region_prompt button[value="{action}"]')

    return choose


def test_a_whole_game_by_mouse_and_by_keys_in_turn(page: Page) -> None:
    page.set_viewport_size(LAPTOP)
    start(page, "mutiny", 4)
    expect(page.locator("#region_deal")).to_contain_text("sha256:")
    expect(page.locator(".crew .member")).to_have_count(5)
    ways = cycle([by_buttons(page), by_keys(page)])
    assert len(play(page, random.Random(1), lambda action: next(ways)(action))) > 2
    expect(page.locator(".finale .headline")).to_contain_text(
        re.compile("won|shared the win|came|stood|out of it")
    )
    # Read out as well.
    expect(page.locator("#say")).to_contain_text(page.locator(".finale .headline").inner_text())
    expect(page.locator(".finale .tracks > li").first).to_contain_text("1.")
    expect(page.locator("#region_deal")).to_contain_text("The seed was")
    page.keyboard.press("1")
    page.wait_for_url("**/replay*")
    expect(page.locator("#prompt")).to_contain_text("Move 1 of")
    expect(page.locator(".crew .called")).to_contain_text("Deck Hand")
    for ply in (2, 3):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#prompt")).to_contain_text(f"Move {ply} of")


def test_on_a_phone_no_decision_is_out_of_reach(chromium: Browser, stocked: Stocked) -> None:
    complaints: list[str] = []
    with stocked.signed_in(chromium, complaints) as page:
        page.set_viewport_size({"width": 390, "height": 844})
        for table in stocked.tables("mutiny"):
            page.goto(table)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            boxes = page.evaluate(BOXES)
            assert boxes
            for left, right, height in boxes:
                assert height >= 43.9
                assert left >= 0
                assert right <= 390
            by_keys(page)(actions(page)[0])
            page.wait_for_selector(ANSWERED)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert complaints == []


def test_no_page_is_wider_than_its_window(page: Page) -> None:
    start(page, "mutiny", 5)
    table = page.url
    for width in (320, 768, 1024, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 844})
        for address in ("/rules/mutiny", table):
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_who_has_an_ability_takes_no_room_from_its_words(chromium: Browser, stocked: Stocked) -> None:
    with stocked.signed_in(chromium) as page:
        page.set_viewport_size({"width": 1366, "height": 657})
        page.goto(stocked.table("mutiny", "retrieve"))
        assert page.locator(".powers .gone-to").count() > 3
        rows = page.locator(".powers li")
        heights = rows.evaluate_all(
            "these => these.map(one => Math.round(one.getBoundingClientRect().height))"
        )
        assert len(set(heights)) == 1


def test_a_name_that_is_too_long_above_a_phone_s_board_ends_in_dots(page: Page) -> None:
    start(page, "mutiny", 5)
    page.set_viewport_size({"width": 360, "height": 640})
    names = page.locator("#region_strip .who")
    expect(names).to_have_count(5)
    # Boxes whose contents are flex items cut them without any.
    for name in names.all():
        expect(name).to_have_css("display", "block")
        expect(name).to_have_css("text-overflow", "ellipsis")


def test_a_bid_is_put_together_in_the_fist_and_its_button_says_what_it_does(page: Page) -> None:
    start(page, "mutiny", 4)
    wait_for_turn(page)
    # Each bid of the others draws the page anew, without the sentence that says why something is impossible.
    expect(page.locator("#region_seats .knuckles")).to_have_count(3, timeout=PATIENCE)
    go = page.locator(".go")
    expect(go).to_contain_text("Bid nothing")
    page.locator(".loose [data-part='0']").first.click()
    page.get_by_role("button", name="One more: Rum").click()
    expect(go).to_contain_text("Bid 1 doubloon and 1 rum")
    expect(go).to_contain_text("a bribe of 2")
    expect(page.locator(".inside .token:visible")).to_have_count(2)
    page.get_by_role("button", name="One more: Rum").press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".confirm .cannot")).to_have_text("You have no more than 3 rum unplayed (MU-10).")
    page.locator(".inside [data-part='0']:visible").click()
    expect(go).to_contain_text("Bid 3 rum")


def drag(page: Page, token: str, x: float, y: float) -> None:
    page.locator(token).hover()
    page.mouse.down()
    page.mouse.move(x, y, steps=5)
    page.mouse.up()


def test_tokens_are_dragged_into_the_fist_and_out_of_it(page: Page) -> None:
    start(page, "mutiny", 4)
    wait_for_turn(page)
    # Each bid of the others draws the page anew, and the fist with it, which is measured here.
    expect(page.locator("#region_seats .knuckles")).to_have_count(3, timeout=PATIENCE)
    go = page.locator(".go")
    box = page.locator(".fist-drawn").bounding_box()
    assert box
    fist = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    drag(page, ".loose [data-part='0'] >> nth=0", *fist)
    expect(go).to_contain_text("Bid 1 doubloon")
    drag(page, ".loose [data-part='1'] >> nth=0", *fist)
    expect(go).to_contain_text("Bid 1 doubloon and 1 rum")
    drag(page, ".inside [data-part='0']:visible", fist[0], box["y"] - 200)
    expect(go).to_contain_text("Bid 1 rum")
    lying = page.locator(".loose [data-part='0']:visible").last.bounding_box()
    assert lying
    drag(page, ".loose [data-part='0']:visible >> nth=-1", lying["x"] + lying["width"] - 2, lying["y"] + 2)
    drag(page, ".loose [data-part='0']:visible >> nth=0", fist[0] + 300, fist[1])
    drag(page, ".inside [data-part='1']:visible", *fist)
    page.wait_for_timeout(50)
    expect(go).to_contain_text("Bid 1 rum")
    expect(page.locator(".dragged")).to_have_count(0)


def test_what_is_in_the_fist_stays_there_while_others_bid(page: Page, new_page: Callable[..., Page]) -> None:
    start(page, "mutiny", 2)
    wait_for_turn(page)
    page.keyboard.press("2")
    expect(page.locator(".go")).to_contain_text("Bid 1 doubloon")
    page.evaluate("document.querySelector('.token-pick, .step-by').focus()")
    page.wait_for_selector("#region_seats .knuckles")
    expect(page.locator(".go")).to_contain_text("Bid 1 doubloon")


def test_after_going_back_a_button_bids_what_it_says(page: Page) -> None:
    start(page, "mutiny", 2)
    wait_for_turn(page)
    page.keyboard.press("2")
    expect(page.locator(".go")).to_contain_text("Bid 1 doubloon")
    page.goto("/rules/mutiny")
    page.go_back(wait_until="load")
    expect(page.locator(".go")).to_contain_text("Bid nothing")
    # Browsers fill in forms anew only after the scripts of the page have run.
    page.wait_for_timeout(100)
    expect(page.locator("#acts [data-parts]:checked ~ [data-label]")).to_have_text("Bid nothing")


def test_moves_without_script(new_page: Callable[..., Page]) -> None:
    page = new_page(script=False)
    start(page, "mutiny", 4)
    dice = random.Random(4)
    made: list[str] = []
    # Most pages show that others still have to act: an open deal takes them many moves.
    for _ in range(2000):
        page.wait_for_load_state()
        possible = actions(page)
        if not possible:
            page.reload()
            continue
        action = dice.choices(possible, [liking(one) for one in possible])[0]
        field = page.locator(f'#region_prompt [name=action][value="{action}"]').last
        if field.get_attribute("type") == "radio":
            for numbers in page.locator(".bid-numbers").all():
                expect(numbers).to_be_visible()
            around = page.locator("details.plain-token", has=field)
            if around.count():
                around.locator("summary").click()
            field.check()
            page.locator("#region_prompt .plainly .button").click()
        else:
            field.click()
        made.append(action)
        if len(made) == 9:
            break
    assert len(made) == 9
    expect(page.locator("#log")).to_contain_text("In your fist: ")


def test_fists_and_tokens_that_move_lose_no_click(new_page: Callable[..., Page]) -> None:
    page = new_page(calm=False)
    start(page, "mutiny", 4)
    play(page, random.Random(5), by_mouse(page), most=8)
    assert version(page) > 8


def test_a_step_of_a_bid_is_read_out_as_the_bid_that_it_makes(page: Page) -> None:
    start(page, "mutiny", 2)
    more = page.locator("[data-counter] button[data-step='1']:not([aria-disabled])").first
    more.focus()
    more.press("Enter")
    bid = page.locator("[data-go]:not([data-part]) [data-says=label]")
    expect(bid).not_to_have_text("")
    expect(page.locator("#say p", has_text=bid.inner_text())).to_have_count(1)
    # Nor are the figures of the counters read out by themselves.
    assert page.locator("[data-counter] output:not([aria-live=off])").count() == 0


def test_ones_own_seat_is_named_on_a_phone_while_one_is_to_act(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    start(page, "mutiny", 2)
    wait_for_turn(page)
    assert "you" in page.locator(".seat.me.acting header").aria_snapshot()
    assert "you is to act" in page.locator("#region_strip .me").aria_snapshot()


def test_a_bid_that_is_held_while_the_story_goes_on_gives_no_reasons(page: Page) -> None:
    start(page, "mutiny", 2)
    wait_for_turn(page)
    page.evaluate("localStorage['quarterdeck-pace'] = 'wait'")
    page.reload()
    wait_for_line(page)
    told = {"version": 99, "say": ["One.", "Two."], "cues": [{}, {"turns": True}]}
    page.evaluate("told => story.hear(told, () => {})", told)
    held = page.locator("#acts button[data-held]")
    assert held.count() > 1
    more = page.locator("[data-counter] button[data-step='1']").first
    more.click(force=True)
    expect(page.locator(".cannot")).to_have_text("")
    assert page.locator("[data-counter] output").first.inner_text() == "0"
    seen = version(page)
    # The button that decides ends the story, and decides nothing.
    page.locator("[data-go]:not([data-part])").click(force=True)
    expect(page.locator("#story")).to_be_hidden()
    expect(held).to_have_count(0)
    assert version(page) == seen
