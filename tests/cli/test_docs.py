"""docs/cli.md has every command and every option, and no others."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from quarterdeck.bots import BOTS
from quarterdeck.cli.commands import COMMANDS
from quarterdeck.cli.dialogue import HELP
from quarterdeck.cli.parser import PORT, Parser, build

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"


def options(one: argparse.ArgumentParser) -> set[str]:
    """The long names of a parser's options."""
    return {word for action in one._actions for word in action.option_strings if word.startswith("--")}


def section(name: str) -> str:
    """What stands on the page about a command; the server's part has no name."""
    heading = f"## `quarterdeck {name}".rstrip() if name else "## `quarterdeck`: the server"
    found = re.search(rf"^{re.escape(heading)}.*?(?=^## |\Z)", PAGE.read_text(), re.S | re.M)
    assert found is not None, f"docs/cli.md has no section “{heading}”"
    return found[0]


def documented(text: str) -> set[str]:
    """The options that head a row of a table."""
    return set(re.findall(r"^\| (?:`-\w`, )?`(--[\w-]+)", text, re.M))


def test_every_command_has_a_row_and_a_section() -> None:
    for name in COMMANDS:
        assert f"| `quarterdeck {name}" in PAGE.read_text()
        assert section(name)


def test_every_option_has_a_row_in_its_section_and_no_row_is_of_yesterday() -> None:
    general = {"--help", "--language", "--version"}
    assert documented(PAGE.read_text()) >= general
    assert documented(section("")) == options(build()) - general
    for name, (_line, fill) in COMMANDS.items():
        one = Parser(prog=name)
        fill(one)
        assert documented(section(name)) == options(one) - general, name


def test_the_page_tells_the_port_the_bots_and_the_words_of_the_prompt() -> None:
    assert f"by default {PORT}" in section("")
    for name in BOTS:
        assert f"`{name}`" in section("play")
    for words, _meaning in HELP[1:]:
        assert f"| `{words}` |" in section("play")
    assert "| `?` |" in section("play")
