"""The tutorial's blocks of code are the package of examples/liars-dice: each file, line by line."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "liars-dice"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def lines(text: str) -> list[str]:
    """The lines of a text that are not blank."""
    return [line for line in text.splitlines() if line.strip()]


def shown() -> dict[str, list[str]]:
    """What the page shows of each file, by its path in the package."""
    found: dict[str, list[str]] = defaultdict(list)
    for file, code in re.findall(r'^```\w+ title="([^"]+)"\n(.*?)^```$', PAGE, re.DOTALL | re.MULTILINE):
        found[file] += lines(code)
    return found


def test_the_page_shows_every_file_whole() -> None:
    sources = {
        path.relative_to(PACKAGE).as_posix(): lines(path.read_text(encoding="utf-8"))
        for kind in ("*.py", "*.toml")
        for path in PACKAGE.rglob(kind)
    }
    assert shown() == sources


def test_the_page_says_how_many_lines_there_are() -> None:
    files = [path for kind in ("*.py", "*.toml", "*.md") for path in PACKAGE.rglob(kind)]
    count = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert f"Its {count} lines" in PAGE


def test_the_page_names_every_part_of_the_authoring_module_that_it_uses() -> None:
    import quarterdeck.authoring as qd

    assert set(re.findall(r"\bqd\.(\w+)", PAGE)) <= set(qd.__all__)
