"""axe-core, asked about a page: what it finds that stands in the way of somebody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from playwright.sync_api import Page

__all__ = ["violations"]

# All that WCAG 2.2 asks for on levels A and AA, and what is good practice besides.
TAGS: Final = [
    *("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"),
    "best-practice",
]
ASK: Final = """([tags, rules, within]) => axe.run(within.length ? { include: within } : document, {
  runOnly: rules.length ? { type: "rule", values: rules } : { type: "tag", values: tags },
  resultTypes: ["violations"],
  preload: false,
}).then((found) => found.violations.map((one) => [
  one.id, one.nodes.map((node) => [node.target.join(" "), node.failureSummary])
]))"""


@cache
def _source() -> str:
    return resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def violations(page: Page, rules: Sequence[str] = (), within: Sequence[str] = ()) -> list[str]:
    """What axe-core finds on a page as it is now, a line for each element: by these rules, or by all of TAGS;
    within these parts of the page, or anywhere.
    """
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(_source())
    there = [[part] for part in within if page.locator(part).count()]
    found: list[Any] = page.evaluate(ASK, [TAGS, list(rules), there])
    return [f"{rule}: {where}: {' '.join(why.split())}" for rule, nodes in found for where, why in nodes]
