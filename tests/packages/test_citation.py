"""CITATION.cff is a file of the Citation File Format 1.2.0, and tells of this version."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import yaml

import quarterdeck

ROOT = Path(__file__).parents[2]
CITATION: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
# Of the format's keys, those that it requires, and those that we use.
REQUIRED = {"cff-version", "message", "title", "authors"}
USED = {"type", "version", "license", "abstract", "keywords"}


def test_it_has_the_keys_of_the_format() -> None:
    assert REQUIRED <= set(CITATION) <= REQUIRED | USED
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["type"] in {"software", "dataset"}
    assert all(isinstance(CITATION[key], str) for key in {*REQUIRED, *USED} - {"authors", "keywords"})
    assert CITATION["authors"]
    assert all(set(author) == {"name"} for author in CITATION["authors"])
    assert len(set(CITATION["keywords"])) == len(CITATION["keywords"])


def test_it_tells_of_this_version_and_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (CITATION["version"], CITATION["license"]) == (quarterdeck.__version__, project["license"])
