"""Percentiles, and what is printed of a load."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction
from pathlib import Path

import pytest

from benchmarks.load.__main__ import arguments, keep, targets
from benchmarks.load.figures import HEADINGS, Figures, cells, percentile, row
from scripts import postgres


def test_a_percentile_is_the_smallest_value_that_enough_do_not_exceed() -> None:
    values = [float(value) for value in range(1, 201)]
    random.Random(1).shuffle(values)
    assert percentile(values, 0.5) == 100
    assert percentile(values, 0.99) == 198
    assert percentile(values, 1) == 200
    assert percentile([7.0], 0.5) == percentile([7.0], 0.99) == 7


@pytest.mark.parametrize("count", [1, 2, 3, 10, 99, 100, 101])
def test_a_percentile_agrees_with_its_definition(count: int) -> None:
    values = random.Random(count).sample(range(1000), count)
    for share in (0.25, 0.5, 0.75, 1.0):
        found = percentile(values, share)
        assert Fraction(sum(value <= found for value in values), count) >= Fraction(share)
        assert Fraction(sum(value < found for value in values), count) < Fraction(share)


def test_of_nothing_there_is_no_percentile() -> None:
    assert math.isnan(percentile([], 0.5))


def test_each_figure_stands_under_its_heading() -> None:
    figures = Figures(1234.4, 0.0019, 0.0104, 0.5, 63 * 2**20, 800, 0.5, 0.75, 0.25, 3, 1)
    found = dict(zip(HEADINGS, cells(figures), strict=True))
    assert found == {
        "moves/s": "1,234",
        "per cpu-s": "2,469",
        "p50 ms": "1.9",
        "p99 ms": "10.4",
        "most ms": "500.0",
        "MiB": "63",
        "viewers": "800",
        "server %": "50",
        "workers %": "75",
        "ours %": "25",
        "refused": "3",
        "lost": "1",
    }
    lines = row("", HEADINGS), row("a load", cells(figures))
    assert len(lines[0]) == len(lines[1])


def test_figures_are_kept_as_lines_of_json(tmp_path: Path) -> None:
    file, options = tmp_path / "load.jsonl", arguments(["api", "--people", "4"])
    for rate in (12.5, math.nan):
        keep(file, options, "Ours", "2 tables", Figures(rate, 0.1, 0.2, 0.3, 5, 8, 0.5, 0.2, 0.1, 0, 0))
    first, second = map(json.loads, file.read_text().splitlines())
    assert (first["target"], first["people"], first["rate"], first["workers"]) == ("Ours", 4, 12.5, 0.2)
    assert second["rate"] is None
    assert first["at"].endswith("+00:00")


def test_what_was_not_measured_is_a_dash() -> None:
    idle = Figures(math.nan, math.nan, math.nan, math.nan, 2**20, 0, math.nan, math.nan, math.nan, 0, 0)
    assert cells(idle)[:5] == ["–"] * 5
    assert cells(idle)[5] == "1"


def test_without_postgresql_it_is_said_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(postgres, "binaries", lambda: None)
    asked = arguments(["pages-postgresql", "pages", "api-postgresql", "api"])
    assert [one.name for one in targets(asked, tmp_path)] == ["Quarterdeck's pages", "Quarterdeck's API"]
    told = capsys.readouterr().out.splitlines()
    assert told == [f"{name}: {postgres.MISSING}" for name in ("pages-postgresql", "api-postgresql")]
