"""Accessibility checks of a page with axe-core."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from playwright.sync_api import Page

__all__ = ["violations"]

# WCAG 2.2, levels A and AA, and best practices.
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
    """axe-core's violations on the current page, a line for each element. `rules` selects rules (default: all
    of TAGS), and `within` limits the check to parts of the page.
    """
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(_source())
    there = [[part] for part in within if page.locator(part).count()]
    found: list[Any] = page.evaluate(ASK, [TAGS, list(rules), there])
    return [f"{rule}: {where}: {' '.join(why.split())}" for rule, nodes in found for where, why in nodes]
