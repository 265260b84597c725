"""What a page is asked about how it can be used."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page

__all__ = [
    "broken_words",
    "labels_under_ships",
    "shifts",
    "shows_focus",
    "sticking_out",
    "unfenced",
    "wait_for_sizes",
    "watch_shifts",
]

# A card or a label may stand for the element itself.
_FOCUS: Final = """() => {
  const one = document.activeElement;
  if (one === document.body) return null;
  const near = [one, ...one.querySelectorAll("*"), one.nextElementSibling, one.parentElement];
  const looks = () => near.filter(Boolean).slice(0, 40).map((each) => {
    const style = getComputedStyle(each);
    const drawn = style.outlineStyle !== "none" && style.outlineWidth !== "0px";
    const line = drawn ? style.outlineWidth + style.outlineColor : "";
    return [line, style.boxShadow].join();
  }).join(";");
  const held = looks();
  one.blur();
  const free = looks();
  one.focus({ preventScroll: true, focusVisible: true });
  return [one.outerHTML.slice(0, 80), held !== free];
}"""

# What is cut, or scrolls by itself, makes nothing wider.
_STICKING_OUT: Final = """() => {
  const most = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= most) return [];
  const held = (one) => {
    for (let at = one.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== "visible") return true;
    return false;
  };
  const out = Array.from(document.body.querySelectorAll("*")).filter(
    (one) => one.getBoundingClientRect().right > most + 0.5 && !held(one),
  );
  const inner = out.filter((one) => !out.some((other) => other !== one && one.contains(other)));
  const told = inner.map((one) => {
    const { left, right } = one.getBoundingClientRect();
    return `${one.outerHTML.slice(0, 90)} from ${Math.round(left)} to ${Math.round(right)}`;
  });
  return [`${document.documentElement.scrollWidth} pixels wide`, ...told.slice(0, 4)];
}"""

# A name alone moves nothing. What is typed and what is chosen stands alone.
_UNFENCED: Final = """(name) => {
  const loose = (text) => text.replaceAll(`\u2068${name}\u2069`, "").includes(name) && text.trim() !== name;
  const found = loose(document.title) ? [`title: ${document.title}`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement.closest("bdi, script, template, option") && loose(node.textContent))
      found.push(node.textContent.trim());
  }
  for (const one of document.body.querySelectorAll("[aria-label], [title]"))
    for (const label of [one.ariaLabel, one.title]) if (label && loose(label)) found.push(`label: ${label}`);
  return found;
}"""

_SHIFTS: Final = """window.shifts = [];
new PerformanceObserver((seen) => {
  for (const { value, hadRecentInput, sources } of seen.getEntries())
    if (!hadRecentInput)
      shifts.push([value, ...sources.map(({ node }) => node?.id || node?.className || node?.textContent)]);
}).observe({ type: "layout-shift", buffered: true });"""


def shows_focus(page: Page) -> tuple[str, bool] | None:
    """What has the focus, and whether it looks otherwise than without; None if nothing has it."""
    found = page.evaluate(_FOCUS)
    return None if found is None else (found[0], found[1])


def sticking_out(page: Page) -> list[str]:
    """What makes a page wider than its window, so that it scrolls sideways; nothing if it does not."""
    found: list[str] = page.evaluate(_STICKING_OUT)
    return found


def unfenced(page: Page, name: str) -> list[str]:
    """Where a name stands among other words, in text, labels or the title, without being fenced in."""
    found: list[str] = page.evaluate(_UNFENCED, name)
    return found


def watch_shifts(page: Page) -> None:
    """Have what moves by itself on the pages to come noted. There no link leads to a game that waits: it
    comes two seconds later, and makes the line of links longer.
    """
    page.route("**/games/next?*", lambda route: route.fulfill(json={"waiting": 0}))
    page.add_init_script(_SHIFTS)


def shifts(page: Page) -> list[Any]:
    """What has moved so far, each with how much it was."""
    found: list[Any] = page.evaluate("shifts")
    return found


# Each ship is brought to every place of the chart; its picture reaches nearly to the edges of its box.
_UNDER_SHIPS: Final = """() => {
  const texts = [];
  for (const label of document.querySelectorAll(".chart :is(.plaque, .corner)")) {
    const walk = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) if (walk.currentNode.data.trim()) texts.push(walk.currentNode);
  }
  const boxes = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return Array.from(range.getClientRects());
  };
  const found = [];
  const places = Array.from(document.querySelectorAll(".chart li[data-slot]"));
  const ships = Array.from(document.querySelectorAll(".fleet .ship"));
  for (const ship of ships)
    for (const slot of new Set(places.map((place) => place.dataset.slot))) {
      for (const one of ships) one.dataset.slot = slot;
      ship.classList.toggle("alongside", ship.matches(".pirate"));
      const { x, y, width, height } = ship.getBoundingClientRect();
      const [left, right, top, bottom] = [x + width / 10, x + width * 0.9, y + height / 20, y + height * 0.9];
      for (const text of texts)
        for (const box of boxes(text)) {
          const across = Math.min(right, box.right) - Math.max(left, box.left);
          const down = Math.min(bottom, box.bottom - 3) - Math.max(top, box.top + 3);
          if (across > 1 && down > 1) found.push(`${text.data.trim()} under the ${ship.id} on ${slot}`);
        }
    }
  return found;
}"""


# As follow.js notes it, with what else depends on the window's size.
_SIZED: Final = """() => {
  const noted = document.getElementById("story").style.getPropertyValue("--actions");
  return noted === `${document.querySelector(".taught, .prompt-bar").offsetHeight}px`;
}"""


def wait_for_sizes(page: Page) -> None:
    """Until the page of a table has noted how high its actions are: it does so only when it is drawn."""
    page.wait_for_function(_SIZED)


def labels_under_ships(page: Page) -> list[str]:
    """The labels of a chart that a ship would cover on one of its places; leaves the ships elsewhere."""
    found: list[str] = page.evaluate(_UNDER_SHIPS)
    return found


# People's names and code may be cut in two where nothing else helps, and what nobody sees is not looked at.
_BROKEN: Final = """() => {
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, within = text.parentElement;
    if (within.closest("bdi, code, .unseen, script, dialog:not([open])")) continue;
    if (!within.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (getComputedStyle(within).clipPath !== "none") continue;
    for (const word of text.data.matchAll(/\\p{L}{4,}/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set(Array.from(range.getClientRects(), (box) => Math.round(box.top)));
      if (Math.max(...lines) - Math.min(...lines) > 6) found.add(word[0]);
    }
  }
  return [...found];
}"""


def broken_words(page: Page) -> list[str]:
    """The words of a page that are cut in two by the end of a line."""
    found: list[str] = page.evaluate(_BROKEN)
    return found
