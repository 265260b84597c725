"""Files that another command takes or changes while a match is played: both matches are kept."""

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


def test_two_commands_that_go_on_with_one_file_both_keep_their_moves(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "time", SimpleNamespace(strftime=lambda _form: "match-noon"))
    command("play", "meuterer", "--seed", 5, "--save", "mine.qd", typed=["offer 1"])
    ask = Terminal.ask

    def ask_later(terminal: Terminal, question: str) -> str:
        monkeypatch.setattr(Terminal, "ask", ask)
        record = quarterdeck.Record.load("mine.qd")
        record.append(record.position.to_act[0], record.position.legal()[0])
        record.save("mine.qd")
        return terminal.ask(question)

    monkeypatch.setattr(Terminal, "ask", ask_later)
    done = command("play", "--resume", "mine.qd", typed=["1", "1"])
    others = Path("mine.qd").read_text()
    assert (done.code, done.err) == (0, "")
    said = "mine.qd was changed by somebody else meanwhile and stays: the match goes on in match-noon.qd."
    assert " ".join(done.out.split()).count(said) == 1
    assert done.out.endswith("Go on with: quarterdeck play --resume match-noon.qd\n")
    assert Path("mine.qd").read_text() == others
    assert len(quarterdeck.Record.load("match-noon.qd").moves) > len(quarterdeck.Record.loads(others).moves)


def test_a_file_that_must_not_be_written_stays_as_it_is(
    command: Command, open_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever runs the tests may be allowed to write everything.
    monkeypatch.setattr("os.access", lambda path, _mode: Path(path).name != "open.qd")
    before = open_file.stat().st_ino, open_file.read_text()
    said = command.refused("play", "--resume", open_file)
    assert said == "open.qd can't be written (Permission denied): name another file."
    assert (open_file.stat().st_ino, open_file.read_text()) == before
    assert command("play", "--resume", open_file, "--save", "copy.qd", typed=["1"]).code == 0
