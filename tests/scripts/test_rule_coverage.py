from pathlib import Path

import pytest

from scripts import rule_coverage
from scripts.rule_coverage import complaints, rules

PAGE = """# Mutiny
## ME-50 What it takes
| id | rule |
| --- | --- |
| ME-51 | Conflict cards (see ME-99) join in. |
| **ME-52** | One at a time. |
- `ME-53` Nobody else does.

Prose about ME-98 defines nothing.
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "meuterer.md").write_text(PAGE, encoding="utf-8")
    return tmp_path


def test_rules_are_defined_where_their_id_comes_first(page: Path) -> None:
    assert rules(page) == {"ME-50", "ME-51", "ME-52", "ME-53"}


def test_tests_name_their_rules(tmp_path: Path) -> None:
    module = tmp_path / "rules" / "test_mutiny.py"
    module.parent.mkdir()
    module.write_text(
        "def test_ME_50_strength(): ...\n"
        "async def test_ME_51_ME_52_and_both(): ...\n"
        "class TestMutiny:\n"
        "    def test_ME_5(self): ...\n"
        "def test_without_a_rule(): ...\n"
        "def helper_ME_53(): ...\n",
        encoding="utf-8",
    )
    assert dict(rule_coverage.tests(tmp_path)) == {
        "test_ME_50_strength": {"ME-50"},
        "test_ME_51_ME_52_and_both": {"ME-51", "ME-52"},
        "test_ME_5": {"ME-5"},
        "test_without_a_rule": set(),
    }


def test_a_rule_without_a_test_is_told() -> None:
    assert complaints({"ME-9", "ME-10", "ME-11"}, [("test_ME_11_deck", {"ME-11"})]) == [
        "ME-9 has no test.",
        "ME-10 has no test.",
    ]


def test_a_test_of_an_unwritten_rule_is_told() -> None:
    assert complaints({"ME-1"}, [("test_ME_1_ME_2", {"ME-1", "ME-2"})]) == [
        "test_ME_1_ME_2 names ME-2, unknown to docs/rules.",
    ]


def test_all_is_well_when_every_rule_is_named() -> None:
    assert complaints({"ME-1", "ME-2"}, [("test_ME_1_ME_2", {"ME-1", "ME-2"})]) == []


def test_a_folder_without_rules_does_not_pass() -> None:
    assert complaints(set(), []) == ["No rules found: docs/rules has no page that defines any."]
