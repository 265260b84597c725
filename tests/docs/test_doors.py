"""The blocks of code about PettingZoo, Gymnasium and the versions of environments run as they are shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quarterdeck.lab.compiled_bots.matches import play_on

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")


def blocks(title: str) -> list[str]:
    """The Python code below a title, up to the next one of its level."""
    _before, section = PAGE.split(f"\n## {title}\n")
    return re.findall(r"^```python\n(.*?)^```$", section.split("\n## ")[0], re.DOTALL | re.MULTILINE)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUARTERDECK_INTERPRET", "1")
    monkeypatch.setattr(play_on, "_compiled", None)


def test_pettingzoo_plays_a_match_in_turns_and_one_in_parallel() -> None:
    turns, parallel = blocks("PettingZoo")
    found: dict[str, Any] = {}
    exec(turns, found)
    assert not found["table"].agents
    exec(parallel, found)
    assert found["terminations"] == dict.fromkeys(["seat_0", "seat_1", "seat_2"], True)


def test_gymnasium_plays_one_match_and_many() -> None:
    one, many = blocks("Gymnasium")
    found: dict[str, Any] = {}
    exec(one, found)
    assert found["info"]["action_mask"].any()
    # Interpreted, as many as the page has would take minutes.
    fewer = many.replace("4096", "2").replace("range(100)", "range(3)")
    assert fewer != many
    exec(fewer, found)
    assert (found["many"].num_envs, found["rewards"].dtype) == (2, np.float64)


def test_a_spec_has_what_the_page_says() -> None:
    (block,) = blocks("Versions of environments")
    found: dict[str, Any] = {}
    exec(block, found)
    spec = found["spec"]
    assert f"# {spec.id}, {spec.features}, {spec.actions}, …" in block
