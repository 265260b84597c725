"""docs/hosting.md has a row for every option, and no others."""

from __future__ import annotations

import re

import pytest

from quarterdeck.settings import Settings
from scripts import write_options


def test_the_page_is_what_the_descriptions_make() -> None:
    page = write_options.PAGE.read_text(encoding="utf-8")
    assert page == write_options.page(page), "run python -m scripts.write_options"


def test_every_option_has_its_row_and_no_row_is_of_yesterday() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \| .* \|$", write_options.PAGE.read_text(), re.MULTILINE)
    options = [row for row in rows if row[0] in Settings.model_fields]
    assert [name for name, _does, _right in options] == list(Settings.model_fields)
    assert all(does and right for _name, does, right in options)


def test_a_page_without_the_place_for_its_table_is_not_overwritten() -> None:
    with pytest.raises(AssertionError, match="lost its marks"):
        write_options.page("# Hosting\n")


def test_the_example_on_the_page_is_one_that_is_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    from quarterdeck.settings import read

    example = re.search(r"```toml\n(.*?)```", write_options.PAGE.read_text(), re.DOTALL)
    assert example
    file = tmp_path_factory.mktemp("example") / "example.toml"
    file.write_text(example[1])
    assert read({}, file).address == "https://table.example.org"
