"""Shells complete commands, options and the values that they can have."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from quarterdeck.bots import BOTS
from quarterdeck.cli.commands import COMMANDS
from quarterdeck.cli.completion import SHELLS, script
from quarterdeck.play import GAMES
from tests.cli.command import Command

# Asks the script what may stand at the end of a line, as bash does when somebody presses Tab.
ASK = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
asked=$(complete -p quarterdeck | sed 's/.*-F \\(\\S*\\).*/\\1/')
"$asked" quarterdeck "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
echo "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["re"], {"replay", "restore"}),
        (["--po"], {"--port"}),
        (["play", ""], {*GAMES}),
        (["play", "meuterer", "--re"], {"--resume"}),
        (["play", "meuterer", "--rules", ""], {"english", "french", "manual"}),
        (["play", "mutiny", "--bots", ""], {*BOTS}),
        (["arena", "mutiny", "--seating", ""], {"rotate", "all"}),
        (["completion", ""], {*SHELLS}),
        (["puzzles", ""], {*GAMES, "mine"}),
        (["play", "mutiny", "--deals", ""], {"open", "closed"}),
        # A number, and values with spaces between their words.
        (["evaluate", "--deals", ""], set()),
        (["play", "mutiny", "--victory", ""], set()),
        (["verify", "mat"], {"match.qd"}),
    ],
)
def test_bash_offers_what_may_come_next(tmp_path: Path, typed: list[str], offered: set[str]) -> None:
    (tmp_path / "completion.bash").write_text(script("bash"))
    (tmp_path / "match.qd").touch()
    said = subprocess.run(
        ["bash", "-c", ASK, "bash", "completion.bash", "quarterdeck", *typed],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(said.stdout.split()) == offered


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_its_line_is_in_the_script(command: Command, shell: str) -> None:
    said = command("completion", shell).out
    for name, (line, _fill) in COMMANDS.items():
        assert name in said
        assert shell == "bash" or line.rstrip(".")[:20] in said


def test_another_shell_is_refused_in_a_sentence(command: Command) -> None:
    assert command.refused("completion", "klingon") == (
        "There is no completion for “klingon”; there is bash, zsh, fish."
    )
