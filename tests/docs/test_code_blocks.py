"""The Python of the pages for researchers runs as it is printed, and their commands at a small size."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import quarterdeck
from quarterdeck.cli.main import main
from quarterdeck.play.registry import find

ROOT = Path(__file__).parents[2]
NAMES = (
    "research",
    "data-sets",
    "libraries",
    "tiny-games",
    "observations",
    "arena",
    "bots",
    "strength",
    "training",
    "coach",
    "match-files",
    "benchmark",
    "environments",
    "from-nothing",
)
PAGES = ("README.md", *(f"docs/{name}.md" for name in NAMES))
# These need a graphics card: the same calls are tested in tests/lab/cuda.
CARD = "cuda"
# What would take minutes.
SMALLER = {
    "--games 1000000": "--games 50",
    "--deals 200": "--deals 5",
    "evaluate ": "evaluate --deals 1 --jobs 1 ",
}
# A cluster, which tests/lab/test_ray_backend.py has; and bots that think for minutes in any case.
LEFT_OUT = ("--ray", "captain", "admiral", "ismcts")
AGENT = """
class Agent:
    def choose(self, view):
        return view.legal()[0]
"""


class Block(NamedTuple):
    """A block of a page: where it stands, and its text."""

    page: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.page.rpartition('/')[2]}:{self.line}"


def blocks(kind: str, without: str) -> Iterator[Block]:
    """The blocks of this kind in all pages, without those in which a word stands."""
    for page in PAGES:
        text = (ROOT / page).read_text("utf-8")
        for found in re.finditer(rf"^```{kind}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
            if without not in found[1]:
                yield Block(page, text.count("\n", 0, found.start()) + 2, found[1])


def commands() -> Iterator[Block]:
    """The commands of all pages, each as a block of its own."""
    for block in blocks("console", "\0"):
        for number, line in enumerate(block.text.splitlines()):
            if line.startswith("$ quarterdeck ") and not any(word in line for word in LEFT_OUT):
                yield Block(block.page, block.line + number, line.removeprefix("$ quarterdeck "))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where one is, with the files that blocks read."""
    monkeypatch.chdir(tmp_path)
    record = quarterdeck.Record(quarterdeck.game("mutiny", players=2), seed=1)
    record.save("match.qd")
    Path("ppo").mkdir()
    for place in ("network.npz", "ppo/network.npz"):
        shutil.copy(find("mutiny").network or "", place)
    Path("my_agent.py").write_text(AGENT)
    # Pages name files of the repository as seen from its root.
    Path("src").symlink_to(ROOT / "src")
    return tmp_path


@pytest.mark.parametrize("block", list(blocks("python", CARD)), ids=str)
def test_python_runs_as_it_is_printed(block: Block, folder: Path) -> None:
    if (data := "random.parquet") in block.text:
        assert main(["selfplay", "mutiny", "--bot", "random", "--games", "5", "--out", data]) == 0
    exec(compile("\n" * (block.line - 1) + block.text, block.page, "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("block", list(commands()), ids=str)
def test_commands_run_as_they_are_printed(block: Block, folder: Path) -> None:
    text = block.text
    for printed, smaller in SMALLER.items():
        text = text.replace(printed, smaller)
    assert main(shlex.split(text, comments=True)) == 0


@pytest.mark.parametrize("name", ["cartagena", "mutiny"])
def test_the_first_loop_ends_in_every_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = next(block.text for block in blocks("python", CARD) if ".over:" in block.text)
    loop, _end, _rest = text.partition("scores, moves =")
    loop = loop.replace('"meuterer", players=4, rules="english", pirates="off"', repr(name))
    assert repr(name) in loop
    plies = iter(range(quarterdeck.game(name).max_plies))
    play = quarterdeck.Position.play

    def play_within_the_limit(*given: Any) -> quarterdeck.Position:
        next(plies)
        return play(*given)

    monkeypatch.setattr(quarterdeck.Position, "play", play_within_the_limit)
    exec(loop, {})
    assert next(plies) > 0
