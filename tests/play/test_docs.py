"""The documented JSON is the one that is written."""

from __future__ import annotations

from pathlib import Path

import quarterdeck
from quarterdeck.games.meuterer.events import FIELDS

PAGE = (Path(__file__).parents[2] / "docs" / "json" / "meuterer.md").read_text(encoding="utf-8")
NOT_TOLD = {"other"}  # a number that only decides which rule is cited


def rows() -> dict[str, str]:
    """Each row of the page's tables by the names in its first cell."""
    found = {}
    for line in PAGE.splitlines():
        if line.startswith("| `"):
            cells = line.split("|")
            for name in cells[1].split(","):
                found[name.strip(" `")] = line
    return found


def test_every_field_of_a_view_is_documented() -> None:
    view = quarterdeck.game("meuterer").start(seed=1).view(0).to_json()
    assert set(view) | set(view["seats"][0]) <= set(rows())


def test_every_event_and_its_data_is_documented() -> None:
    for kind, _rule, fields in FIELDS.values():
        data = rows()[kind].split("|")[2]
        assert {name.strip(" `") for name in data.split(",")} - {""} == set(fields) - NOT_TOLD
