"""Sounds are off until somebody wants them, and are remembered; no file is loaded for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seat import start, wait_for_turn
from tests.browser.test_story import at_pace

pytestmark = pytest.mark.browser

# An audio context that counts what is begun, instead of sounding.
SILENT: Final = """
window.begun = 0;
window.contexts = 0;
const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
const node = () => ({
  connect: (next) => next, start: () => window.begun++, stop() {}, gain: param(), frequency: param(),
});
window.AudioContext = class {
  constructor() { window.contexts++; this.state = "suspended"; this.currentTime = 0; this.sampleRate = 8000; }
  resume() { this.state = "running"; return Promise.resolve(); }
  createGain() { return node(); }
  createOscillator() { return node(); }
  createBufferSource() { return node(); }
  createBiquadFilter() { return node(); }
  createBuffer(channels, length) { return { getChannelData: () => new Float32Array(length) }; }
};
"""
SOUNDS = ("bell", "card", "coin", "ship", "mutiny", "win")


def table(page: Page) -> Page:
    page.add_init_script(SILENT)
    start(page, "meuterer", 3)
    wait_for_turn(page)
    page.locator("#tab-table").click()
    return page


def test_no_sound_is_made_until_it_is_wanted(page: Page) -> None:
    table(page)
    expect(page.get_by_label("Sounds")).not_to_be_checked()
    for name in SOUNDS:
        page.evaluate("name => sound.play(name)", name)
    assert page.evaluate("[contexts, begun]") == [0, 0]


def test_each_sound_is_made_once_it_is_wanted(page: Page) -> None:
    table(page)
    page.get_by_label("Sounds").check()
    page.wait_for_function("() => begun > 0")
    for name in SOUNDS:
        before = page.evaluate("begun")
        page.evaluate("name => sound.play(name)", name)
        assert page.evaluate("begun") > before, name


def test_each_sound_comes_with_its_sentence_and_a_coin_rings_when_it_arrives(
    new_page: Callable[..., Page],
) -> None:
    page = table(new_page(calm=False))
    at_pace(page, "wait")
    page.evaluate(
        """() => {
          window.calls = [];
          window.aloft = [];
          const said = document.querySelector(".story-line");
          const flying = () => document.querySelectorAll(".flying").length;
          sound.play = (name) => calls.push([name, said.textContent, flying()]);
          document.addEventListener("keydown", () => aloft.push([flying(), calls.length]));
          const flight = { origin: "piles", target: "seat-1", icon: "coin", number: 1, change: 1 };
          const cues = [{ sound: "card" }, null, { sound: "coin", flights: [flight] }, { sound: "ship" }];
          story.hear({ version: 99, say: ["One.", "Two.", "Three.", "Four."], cues }, () => {});
        }"""
    )
    assert page.evaluate("calls") == [["card", "One.", 0]]
    page.keyboard.press("n")
    page.keyboard.press("n")
    # In the air it is silent.
    assert page.evaluate("aloft") == [[0, 1], [1, 1]]
    expect(page.locator("#air .flying")).to_have_count(0)
    assert page.evaluate("calls[1]") == ["coin", "Three.", 0]
    page.keyboard.press("n")
    assert page.evaluate("calls[2]") == ["ship", "Four.", 0]


def test_the_bell_for_ones_turn_waits_for_the_story(page: Page) -> None:
    table(page)
    at_pace(page, "wait")
    page.evaluate(
        """() => {
          window.calls = [];
          sound.play = (name) => calls.push(name);
          const prompt = document.getElementById("prompt");
          const table = document.querySelector("[data-table]");
          const news = () => table.dispatchEvent(new CustomEvent("news", { detail: { version: 99 } }));
          prompt.classList.remove("yours");
          news();
          const show = () => {
            prompt.classList.add("yours");
            news();
          };
          story.hear({ version: 99, say: ["One.", "Two."] }, show);
        }"""
    )
    expect(page.locator("#prompt.yours")).to_be_visible()
    assert page.evaluate("calls") == []
    page.keyboard.press("n")
    assert page.evaluate("calls") == ["bell"]


def test_sound_and_volume_are_remembered(page: Page) -> None:
    table(page)
    page.get_by_label("Sounds").check()
    page.get_by_label("Volume").fill("25")
    page.reload()
    expect(page.get_by_label("Sounds")).to_be_checked()
    expect(page.get_by_label("Volume")).to_have_value("25")
    # A browser allows sounds after the first key or click only.
    assert page.evaluate("contexts") == 0
    page.keyboard.press("Shift")
    page.wait_for_function("() => contexts === 1")


# As HTML has it, a finger allows sound once it is lifted. What Playwright evaluates would always be allowed.
STRICT: Final = """AudioContext.prototype.resume = function () {
  if (event?.type !== "pointerdown") this.state = "running";
  return Promise.resolve();
}"""


def test_a_tap_lets_a_phone_sound(new_page: Callable[..., Page]) -> None:
    page = table(new_page(phone=True))
    page.get_by_label("Sounds").check()
    page.reload()
    page.wait_for_selector("#region_prompt")
    page.evaluate(STRICT)
    page.locator("#prompt").tap()
    page.evaluate("sound.play('card')")
    assert page.evaluate("begun") > 0


def test_the_first_page_loads_none_of_this(new_page: Callable[..., Page]) -> None:
    page = new_page()
    loaded: list[str] = []
    page.on("request", lambda asked: loaded.append(asked.url))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    stage = ("sound", "stage", "flight", "story", "fresh", "play.", "sail")
    assert not [url for url in loaded if any(f"/{name}" in url for name in stage)]


def test_a_bell_that_the_browser_holds_back_is_not_rung_late(page: Page) -> None:
    table(page)
    page.evaluate(
        """() => {
          AudioContext.prototype.resume = function () {
            return new Promise((done) => {
              window.allow = () => {
                this.state = "running";
                done();
              };
            });
          };
          window.ringing = sound.ring();
        }"""
    )
    page.wait_for_timeout(1200)
    page.evaluate("allow(); ringing")
    assert page.evaluate("begun") == 0
    page.evaluate("ringing = sound.ring(); allow(); ringing")
    assert page.evaluate("begun") > 0
