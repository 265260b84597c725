"""Names that another command takes while a match is written: both matches are kept."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import quarterdeck
from quarterdeck.cli import play
from quarterdeck.cli.terminal import Terminal
from tests.cli.command import Command
from tests.cli.test_play import ONES

OTHERS = "the match of another command"

Taking = Callable[[str], None]


class Screen(Terminal):
    """A terminal with a person, who can be asked."""

    def __init__(self) -> None:
        super().__init__()
        self.live = True

    def agree(self, question: str) -> bool:
        # Choices that were left when the match was over are no answer.
        while (answer := self.ask(question)) == "1":
            pass
        return answer == "y"


@pytest.fixture(params=[True, False], ids=["links", "no links"])
def taking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Taking:
    """`taking(name)` has another command take a name while the next match is written."""
    monkeypatch.setattr(play, "Terminal", Screen)
    monkeypatch.setattr(play, "time", SimpleNamespace(strftime=lambda _form: "match-noon"))
    save = quarterdeck.Record.save

    def refuse(*_names: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    if not request.param:
        monkeypatch.setattr("os.link", refuse)

    def take(name: str) -> None:
        def saved(record: quarterdeck.Record, path: Path) -> None:
            monkeypatch.setattr(quarterdeck.Record, "save", save)
            Path(name).write_text(OTHERS)
            save(record, path)

        monkeypatch.setattr(quarterdeck.Record, "save", saved)

    return take


def kept(*names: str) -> quarterdeck.Record:
    """The match in the last of these files, which are all there are; in the first is another's."""
    assert sorted(path.name for path in Path().iterdir()) == sorted(names)
    assert Path(names[0]).read_text() == OTHERS
    return quarterdeck.Record.load(names[-1])


def test_who_leaves_goes_on_from_the_next_spare_name(command: Command, taking: Taking) -> None:
    taking("match-noon.qd")
    done = command("play", "meuterer", "--seed", 5, typed=["offer 1", "quit", "y"])
    assert "Keep the match in match-noon.qd?" in done.out
    assert done.out.endswith("Go on with: quarterdeck play --resume match-noon-2.qd\n")
    assert len(kept("match-noon.qd", "match-noon-2.qd").moves) == 1


def test_a_match_that_is_over_says_where_it_is_if_not_where_it_was_to_be(
    command: Command, taking: Taking
) -> None:
    taking("match-noon.qd")
    done = command("play", "mutiny", "--players", 2, "--seed", 5, "--bots", "random", typed=[*ONES, "y"])
    assert "The match is kept in match-noon-2.qd." in done.out
    assert kept("match-noon.qd", "match-noon-2.qd").position.over


def test_a_fault_loses_no_move(command: Command, taking: Taking, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_log: object, _position: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("quarterdeck.cli.log.TerminalLog.add", fail)
    taking("match-noon.qd")
    done = command("play", "meuterer", "--seed", 5, typed=["offer 1"])
    assert done.err.splitlines()[0] == "The match is kept in match-noon-2.qd."
    assert len(kept("match-noon.qd", "match-noon-2.qd").moves) == 1


def test_a_name_that_is_no_spare_one_is_refused(command: Command, taking: Taking) -> None:
    taking("mine.qd")
    said = command.refused("play", "meuterer", "--save", "mine.qd")
    assert said == "mine.qd exists already: name another file."
    Path("mine.qd").unlink()
    taking("mine.qd")
    done = command("play", "meuterer", "--seed", 5, typed=["offer 1", "save mine.qd", "quit", "n"])
    assert "mine.qd exists already: name another file." in done.out
    assert [(path.name, path.read_text()) for path in Path().iterdir()] == [("mine.qd", OTHERS)]


def test_a_link_that_leads_nowhere_has_its_name(command: Command, taking: Taking) -> None:
    Path("match-noon.qd").symlink_to("nowhere/at/all")
    command("play", "meuterer", "--seed", 5, typed=["offer 1", "quit", "y"])
    assert len(quarterdeck.Record.load("match-noon-2.qd").moves) == 1
