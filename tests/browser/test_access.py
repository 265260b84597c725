"""Pages for everybody: axe-core finds nothing, fingers hit, focus shows, what happens is read out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from scripts.pictures.axe import violations
from scripts.pictures.kinds import Kind, Scheme, show, turn
from scripts.pictures.layout import small_targets
from tests.browser.conftest import PATIENCE, open_page
from tests.browser.measures import broken_words, shifts, shows_focus, watch_shifts
from tests.browser.seat import ANSWERED, POSSIBLE
from tests.browser.stocked import PARTS, Stocked

pytestmark = pytest.mark.browser

# Each page is looked at in one of these ways, in turn; `make pictures` looks at each in all of them.
WAYS: Final[tuple[tuple[int, Scheme], ...]] = ((1440, "light"), (390, "dark"), (1440, "dark"), (390, "light"))
# One of a kind, for what has to do with style sheets alone.
SOME: Final = (
    "home-the-form-of-cartagena",
    "meuterer-sell-to-act",
    "cartagena-cabins-to-act",
    "mutiny-bid-to-act",
)
NARROW: Final = (
    "meuterer-over",
    "replay-cartagena-open-cards",
    "you-everything",
    "rules-mutiny",
    "lobby-with-tables",
)
# Pages with narrow boxes for words.
WORDY: Final = (
    "lobby-with-tables",
    "meuterer-sell-to-act",
    "meuterer-over",
    "cartagena-spy-to-act",
    "mutiny-bid-to-act",
)
PHASE: Final = ("#region_prompt",)

# Notes what is read out, sentence by sentence.
HEAR: Final = """window.heard = [];
new MutationObserver((all) => {
  for (const one of all) for (const line of one.addedNodes) heard.push(line.textContent);
}).observe(document.getElementById("say"), { childList: true });"""
MOST_BYTES: Final = 150_000
MOST_BYTES_OF_FONTS: Final = 90_000


@pytest.fixture(scope="module")
def chromium(drawing: Browser) -> Browser:
    return drawing


@pytest.fixture(scope="module")
def page(chromium: Browser, stocked: Stocked) -> Iterator[Page]:
    """The page of somebody with a mouse."""
    with stocked.signed_in(chromium) as found:
        yield found


@pytest.fixture(scope="module")
def phone(chromium: Browser, stocked: Stocked) -> Iterator[Page]:
    """A page that is touched."""
    context = chromium.new_context(
        base_url=stocked.address, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}
    )
    context.set_default_timeout(PATIENCE)
    stocked.sign_in(context)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_words_of_ours_are_not_cut_in_two(chromium: Browser, stocked: Stocked, language: str) -> None:
    context = chromium.new_context(base_url=stocked.address, locale=language)
    context.set_default_timeout(PATIENCE)
    stocked.sign_in(context)
    page, found = context.new_page(), []
    for kind in stocked.named(*WORDY):
        show(page, kind, 360, "light")
        for width in (360, 390, 1440):
            turn(page, width, "light")
            found += [f"{kind.slug} at {width}: {word}" for word in broken_words(page)]
    context.close()
    assert found == []


def test_every_part_of_the_list_is_looked_at(stocked: Stocked) -> None:
    slugs = [kind.slug for kind in stocked.kinds]
    assert len(slugs) == len(set(slugs))
    assert {kind.part for kind in stocked.kinds} == set(PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_axe_finds_nothing(page: Page, stocked: Stocked, part: str) -> None:
    ways, phases = cycle(WAYS), 0

    def look(kind: Kind) -> Iterator[str]:
        nonlocal phases
        width, scheme = next(ways)
        show(page, kind, width, scheme)
        # Of a game's further phases only what a phase changes.
        phase = kind.name.endswith(", to act")
        phases += phase
        lines = violations(page, within=PHASE if phase and phases > 1 else ())
        yield from (f" at {width}, {scheme}: {line}" for line in lines)

    assert stocked.complaints(part, look) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_asks_for_contrast_gets_seven_to_one(page: Page, stocked: Stocked, scheme: Scheme) -> None:
    page.emulate_media(contrast="more")
    found = []
    for kind in stocked.named(*(SOME[::2] if scheme == "light" else SOME[1::2])):
        show(page, kind, 1440, scheme)
        found += violations(page, rules=["color-contrast-enhanced"])
    page.emulate_media(contrast="no-preference")
    assert found == []


def test_forced_colours_show_what_is_chosen_and_what_has_the_focus(page: Page, stocked: Stocked) -> None:
    page.emulate_media(forced_colors="active")
    (home,) = stocked.named(SOME[0])
    show(page, home, 1440, "dark")
    lines = page.locator(".option input:checked + span").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).outlineStyle)"
    )
    assert set(lines) == {"solid"}
    assert violations(page, rules=["color-contrast"]) == []
    page.keyboard.press("Tab")
    stop = shows_focus(page)
    assert stop
    assert stop[1]
    page.emulate_media(forced_colors="none")


def test_forced_colours_show_whose_turn_it_is_and_where_news_are(page: Page, stocked: Stocked) -> None:
    page.emulate_media(forced_colors="active")
    (table,) = stocked.named("meuterer-show-to-act")
    show(page, table, 390, "light")
    page.locator("#tab-table").evaluate("tab => tab.insertAdjacentHTML('beforeend', '<i class=fresh></i>')")

    def colours(selector: str, kind: str) -> set[str]:
        found = page.locator(selector).evaluate_all(f"all => all.map((one) => getComputedStyle(one).{kind})")
        return set(found)

    for chosen, others, edge in (
        ("#region_strip .acting a", "#region_strip li:not(.acting) a", "borderBottomColor"),
        (".tabs [aria-selected=true]", ".tabs [aria-selected=false]", "borderTopColor"),
    ):
        assert colours(chosen, edge).isdisjoint(colours(others, edge))
    assert colours(".fresh", "backgroundColor").isdisjoint(colours("#tab-table", "backgroundColor"))
    page.emulate_media(forced_colors="none")


def test_on_a_phone_a_finger_hits_everything_and_nothing_is_wider_than_the_window(
    phone: Page, stocked: Stocked
) -> None:
    """Upright and on its side; and WCAG 1.4.10: 320 pixels, as 1280 are at 400%, and 640, as at 200%."""
    small, wide = [], []
    for kind in stocked.named(*SOME, *NARROW, "mutiny-retrieve-to-act", "at-a-table-talk"):
        show(phone, kind, 320, "light")
        for width, height in ((320, 640), (640, 400), (390, 844), (844, 390)):
            phone.set_viewport_size({"width": width, "height": height})
            if phone.evaluate("document.documentElement.scrollWidth") > width:
                wide.append((kind.slug, width))
            if width in (390, 844):
                small += [f"{kind.slug} at {width}: {one}" for one in small_targets(phone)]
    assert wide == []
    assert small == []


def test_each_stop_of_the_tab_key_is_seen(page: Page, stocked: Stocked) -> None:
    unseen, stops = set(), 0
    page.goto("/")
    # Whichever tab an earlier test has chosen.
    page.evaluate("localStorage.clear()")
    for kind in stocked.named(*SOME, "replay-meuterer-a-seat"):
        show(page, kind, 1440, "light")
        for _stop in range(60):
            page.keyboard.press("Tab")
            stop = shows_focus(page)
            if stop is None:
                break
            stops += 1
            if not stop[1]:
                unseen.add((kind.slug, stop[0]))
    assert unseen == set()
    assert stops > 120


def test_a_key_in_a_field_or_with_the_keys_switched_off_does_nothing(page: Page, stocked: Stocked) -> None:
    """WCAG 2.1.4: keys of a single character can be switched off, and do nothing where one types."""
    (table,) = stocked.named("meuterer-show-to-act")
    show(page, table, 1440, "light")
    page.locator("#tab-talk").click()
    page.get_by_label("What you say").focus()
    page.keyboard.type("12?c")
    expect(page.get_by_label("What you say")).to_have_value("12?c")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("#tab-table").click()
    keys = page.get_by_role("button", name="Keys", exact=True)
    keys.focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.get_by_label("Keys work by themselves").uncheck()
    page.keyboard.press("Escape")
    expect(keys).to_be_focused()
    page.reload()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-shortcut='1']")).to_be_visible()
    page.keyboard.press("1")
    assert page.evaluate("document.activeElement === document.body")
    keys.click()
    page.get_by_label("Keys work by themselves").check()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


# What moves under the pointer elsewhere, in each game.
MOVING: Final = (
    ("meuterer", ".pick:not(.still, [aria-disabled])"),
    ("cartagena", ".can .leaf"),
    ("mutiny", "#region_prompt .act:not([aria-disabled])"),
)
MOTION: Final = """one => {
  const { transform, transitionDuration } = getComputedStyle(one);
  return [transform, transitionDuration];
}"""


@pytest.mark.parametrize(("game", "selector"), MOVING, ids=[game for game, _selector in MOVING])
def test_who_asks_for_less_motion_sees_nothing_move_under_the_pointer(
    page: Page, stocked: Stocked, game: str, selector: str
) -> None:
    page.emulate_media(reduced_motion="reduce")
    moved = next(
        found
        for table in stocked.tables(game)
        if page.goto(table) and (found := page.locator(selector).first).count()
    )
    for way in (moved.hover, page.mouse.down):
        way()
        still = moved.evaluate(
            "one => [getComputedStyle(one).transform, getComputedStyle(one).transitionDuration]"
        )
        assert still == ["none", "0s"]


def test_what_cannot_be_done_says_why(page: Page, stocked: Stocked) -> None:
    (waiting,) = stocked.named("meuterer-show-waiting")
    show(page, waiting, 1440, "light")
    button = page.get_by_role("button", disabled=True).and_(page.locator("[name=action]")).first
    why = button.locator("xpath=..").locator(".why p").text_content()
    assert why
    expect(button).to_have_accessible_description(
        f"{button.locator('xpath=..').locator('.effect').text_content()} {why}"
    )


def test_what_others_do_is_read_out_and_then_what_is_asked_and_nothing_jumps(
    chromium: Browser, page: Page, stocked: Stocked
) -> None:
    """Everybody at a table of Meuterer moves in turn, until it is one's own turn."""
    table = stocked.table("meuterer", "show", waits=True)
    watch_shifts(page)
    turn(page, 1440, "light")
    page.goto(table)
    page.evaluate(HEAR)
    expect(page.get_by_role("log", name="What happens")).to_be_attached()
    for _move in range(3):
        seat = int(page.locator(".seat.acting").get_attribute("data-seat") or "")
        if page.locator("#prompt.yours").count():
            break
        lines, asked = page.locator("#log li").count(), page.locator("#prompt").inner_text()
        page.evaluate("heard.length = 0")
        move_of(chromium, stocked, table, seat)
        expect(page.locator("#prompt")).not_to_have_text(asked)
        told = page.locator("#log li").evaluate_all(
            "(all, known) => all.slice(known).map((one) => "
            "Array.from(one.childNodes, (part) => (part.data || '').trim()).find(Boolean))",
            lines,
        )
        assert told
        heard = " ".join(page.evaluate("heard"))
        assert heard == " ".join([*told, page.locator("#prompt").inner_text()])
    expect(page.locator("#prompt.yours")).to_be_visible()
    assert shifts(page) == []


def move_of(chromium: Browser, stocked: Stocked, table: str, seat: int) -> None:
    """Somebody else makes the first possible move."""
    friend = open_page(chromium, stocked.address, [])
    stocked.sign_in(friend.context, seat)
    friend.goto(table)
    friend.locator(POSSIBLE).first.click()
    friend.wait_for_selector(ANSWERED)
    friend.context.close()


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize(
    "name",
    ["meuterer-show-to-act", "cartagena-cabins-to-act", "mutiny-bid-to-act", "waiting-room-a-friend"],
)
def test_no_table_moves_while_it_loads(page: Page, stocked: Stocked, name: str, width: int) -> None:
    (table,) = stocked.named(name)
    watch_shifts(page)
    show(page, table, width, "light")
    page.wait_for_load_state("networkidle")
    assert shifts(page) == []


def test_the_first_page_is_light_and_nothing_on_it_moves_while_it_comes(new_page: Any) -> None:
    page = new_page()
    watch_shifts(page)
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}
    network = page.context.new_cdp_session(page)
    network.on(
        "Network.responseReceived",
        lambda told: kinds.update({told["requestId"]: told["response"]["mimeType"]}),
    )
    network.on(
        "Network.loadingFinished",
        lambda told: sizes.update({told["requestId"]: int(told["encodedDataLength"])}),
    )
    network.send("Network.enable")
    page.goto("/", wait_until="networkidle")
    fonts = [size for request, size in sizes.items() if kinds[request] == "font/woff2"]
    assert 0 < sum(fonts) < MOST_BYTES_OF_FONTS
    assert len(sizes) - len(fonts) > 5
    assert sum(sizes.values()) - sum(fonts) < MOST_BYTES
    assert shifts(page) == []
