"""What is wrong with a page's layout: cut or covered text, labels over labels, a page wider than its window."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

__all__ = ["SIZES", "faults"]

# Windows in CSS pixels: phones upright and on their side, tablets, laptops, screens.
SIZES: Final = (
    *((360, 640), (390, 844), (844, 390), (768, 1024), (820, 1180), (1024, 768)),
    *((1280, 720), (1366, 657), (1536, 730), (1440, 900), (1920, 969), (2560, 1300)),
)

# Each visible line of text, with its box. A box is smaller than the line by what letters leave free above and below.
# People's names may be cut: they can have any length. Cards in a pile cover each other, as on a real table.
_FAULTS: Final = """() => {
  const found = new Set();
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.add(`${root.scrollWidth} pixels wide`);
  const say = (one) => {
    const near = one.element.closest("[id], [class]");
    const name = near ? `${near.tagName.toLowerCase()}.${near.getAttribute("class") || near.id}` : "";
    return `“${one.text.slice(0, 40)}” (${name.slice(0, 40)})`;
  };
  const shown = (element) => {
    if (element.closest(".unseen, script, style, template, noscript, [popover]:not(:popover-open), select")) return false;
    if (element.closest("dialog:not([open]), .skip:not(:focus)")) return false;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.clipPath !== "none" && style.position === "absolute") return false;
      if (Number(style.opacity) < 0.1) return false;
    }
    return true;
  };
  const lines = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode, element = node.parentElement;
    if (!node.data.trim() || !shown(element)) continue;
    if (parseFloat(getComputedStyle(element).fontSize) === 0) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue;
      const slack = Math.min(box.height * 0.22, 5);
      lines.push({
        text: node.data.trim().replace(/\\s+/g, " "), element, node,
        left: box.left + 0.5, right: box.right - 0.5, top: box.top + slack, bottom: box.bottom - slack,
      });
    }
  }
  const held = (one) => {
    // The part of a line that its ancestors leave visible; null if it is scrolled away.
    let { left, right, top, bottom } = one;
    for (let at = one.element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.position === "fixed") break;
      const box = at.getBoundingClientRect();
      const x = style.overflowX, y = style.overflowY;
      if (x === "visible" && y === "visible") continue;
      if (style.display === "inline") continue;
      const inX = left >= box.left - 1.5 && right <= box.right + 1.5;
      const inY = top >= box.top - 1.5 && bottom <= box.bottom + 1.5;
      const rolls = (way) => way === "auto" || way === "scroll";
      if (!inX && !rolls(x) || !inY && !rolls(y)) {
        if (!one.element.closest("bdi, [id$=-name], .name")) found.add(`cut: ${say(one)} by ${at.tagName.toLowerCase()}.${at.getAttribute("class") || at.id}`);
        return null;
      }
      left = Math.max(left, box.left); right = Math.min(right, box.right);
      top = Math.max(top, box.top); bottom = Math.min(bottom, box.bottom);
      if (right - left < 2 || bottom - top < 2) return null;
    }
    return { ...one, left, right, top, bottom };
  };
  const piled = (element) => element.closest(".stack, .pile, .fan, .backs, .spare");
  const seen = lines.map(held).filter(Boolean);
  const layer = (element) => element.closest("dialog, [popover], .prompt-bar, .masthead, .why[open] p, .offline, .taught, .overhead, .asking-bar");
  for (let i = 0; i < seen.length; i++)
    for (let j = i + 1; j < seen.length; j++) {
      const a = seen[i], b = seen[j];
      if (a.node === b.node || layer(a.element) !== layer(b.element)) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across < 2 || down < 2) continue;
      if (piled(a.element) && piled(b.element)) continue;
      found.add(`overlap: ${say(a)} and ${say(b)}`);
    }
  // Whether an element hides nothing: an outer svg is as big as its box, but paints only its shapes.
  const clear = (element) => {
    if (element.ownerSVGElement) return getComputedStyle(element).fill === "none";
    const style = getComputedStyle(element);
    if (Number(style.opacity) < 0.1) return true;
    return style.backgroundColor === "rgba(0, 0, 0, 0)" && style.backgroundImage === "none" && !element.matches("img, input");
  };
  for (const one of seen) {
    for (const part of [0.08, 0.5, 0.92]) {
      const at = [one.left + (one.right - one.left) * part, (one.top + one.bottom) / 2];
      if (at[0] < 0 || at[1] < 0 || at[0] >= innerWidth || at[1] >= innerHeight) continue;
      const there = document.elementsFromPoint(...at);
      const top = there.find((each) => each.contains(one.element) || one.element.contains(each) || !clear(each));
      if (!top || top.contains(one.element) || one.element.contains(top)) continue;
      if (layer(top) !== layer(one.element) || piled(one.element)) continue;
      const near = top.closest("[class]");
      found.add(`covered: ${say(one)} by ${top.tagName.toLowerCase()}.${near?.getAttribute("class")}`);
      break;
    }
  }
  return [...found];
}"""


def faults(page: Page) -> list[str]:
    """What is cut, covered or too wide on the current page, a line for each."""
    found: list[str] = page.evaluate(_FAULTS)
    return found
