"""Which line of a component table an error names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from quarterdeck.kernel.components import TableReader, is_number, written
from quarterdeck.kernel.spec import NoTable

TEXT = """\
# total = 1
[coins]  # total
total = 3
names = ["one # two", "three"]  # "four"
[more]
total = "coins"
totals = 4
"""


class Reader(TableReader[Any]):
    def table(self, data: Mapping[str, Any]) -> Any:
        return NoTable()


@pytest.mark.parametrize(
    ("words", "where", "line"),
    [
        (("total",), {}, 3),
        (("totals",), {}, 7),
        (("[coins]",), {}, 2),
        (("[coins",), {}, 2),
        (("coins",), {}, 6),
        (("one # two",), {}, 4),
        (("four",), {}, None),
        (("none", "three"), {}, 4),
        (("three", "total"), {}, 4),
        (("total",), {"section": "more"}, 6),
        (("totals",), {"section": "coins"}, 2),
        (("totals",), {"section": "none"}, 7),
        (("total",), {"first": 4}, 6),
        (("names",), {"first": 4}, 5),
        (("totals",), {"first": 2, "end": 4}, 3),
        ((), {}, None),
    ],
)
def test_an_error_names_the_line_of_the_first_word_found(
    words: tuple[str, ...], where: dict[str, Any], line: int | None
) -> None:
    error = Reader("mine.toml", TEXT).wrong("This is wrong.", *words, **where)
    assert (error.sentence, error.line) == ("This is wrong.", line)


def test_a_section_on_the_first_line_ends_at_the_next_one() -> None:
    reader = Reader("mine.toml", "[size]\nplayers = 3\n[more]\ntotal = 1\n")
    assert reader.wrong("This is wrong.", "players", section="size").line == 2
    assert reader.wrong("This is wrong.", "total", section="size").line is None


def test_an_unknown_key_is_quoted_short() -> None:
    reader = Reader("mine.toml", TEXT)
    error = reader.unknown("totals", "total coins")
    assert (error.sentence, error.line) == ("Unknown key totals; here may stand total coins.", 7)
    assert reader.unknown("total", "coins", "[more]").line == 5
    assert reader.unknown("k" * 99, "coins").sentence == f"Unknown key {'k' * 40}; here may stand coins."
    assert reader.unknown(10**5000, "coins").sentence == "Unknown key …; here may stand coins."


def test_only_integers_within_bounds_are_numbers() -> None:
    assert [one for one in (1, 3, 0, 4, True, 2.0, "2", None) if is_number(one, 1, 3)] == [1, 3]
    assert (written(5), written(10**5000)) == ("5", "…")
