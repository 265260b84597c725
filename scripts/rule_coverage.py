"""Check that every numbered rule has a test: ``python -m scripts.rule_coverage``.

A rule is defined in ``docs/rules/*.md`` where its id (``ME-66``) opens a table row, a list item or a heading.
A test covers the rules in its name: ``test_ME_66_merchant_wins_a_four_way_tie`` covers ME-66, and
``test_ME_64_ME_65_…`` both. Prints rules without a test, and tests that name an undefined rule.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
DEFINED = re.compile(r"^(?:\||#+|[-*])\s*[*`]*([A-Z]{2}-\d+)\b", re.MULTILINE)
NAMED = re.compile(r"(?<=_)([A-Z]{2})_(\d+)(?=_|$)")


def rules(folder: Path) -> set[str]:
    """The ids of the rules that the pages of `folder` define."""
    pages = (page.read_text(encoding="utf-8") for page in folder.glob("*.md"))
    return {rule for page in pages for rule in DEFINED.findall(page)}


def tests(folder: Path) -> Iterator[tuple[str, set[str]]]:
    """Every test function below `folder`, with the rule ids in its name."""
    for module in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield node.name, {f"{game}-{number}" for game, number in NAMED.findall(node.name)}


def complaints(defined: set[str], named: Iterable[tuple[str, set[str]]]) -> list[str]:
    """One line for each rule without a test and for each undefined rule that a test names."""
    if not defined:
        return ["No rules found: docs/rules has no page that defines any."]
    missing = set(defined)
    unknown = []
    for test, ids in named:
        missing -= ids
        unknown += [f"{test} names {rule}, unknown to docs/rules." for rule in sorted(ids - defined)]
    return [f"{rule} has no test." for rule in sorted(missing, key=_rule_order)] + unknown


def _rule_order(rule: str) -> tuple[str, int]:
    game, number = rule.split("-")
    return game, int(number)


def main() -> int:
    """Print what is missing; 1 if anything is."""
    defined = rules(ROOT / "docs" / "rules")
    lines = complaints(defined, tests(ROOT / "tests"))
    print("\n".join(lines) or f"All {len(defined)} rules have a test.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
