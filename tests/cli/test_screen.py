"""What people meet on a real terminal, played through a pseudo-terminal."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import quarterdeck
from tests.cli.command import Command

PATIENCE = 30.0


class Screen:
    """A `quarterdeck` that believes somebody sits before it."""

    def __init__(self, *arguments: str, kind: str = "xterm") -> None:
        ours, theirs = pty.openpty()
        environment = os.environ | {
            "PYTHONPATH": str(Path(quarterdeck.__file__).parents[1]),
            "TERM": kind,
            "COLUMNS": "80",
            "LINES": "40",
            "PAGER": "cat",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "quarterdeck", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)
        self._terminal = ours
        self.seen = ""

    def type(self, line: str, until: str) -> str:
        """Type a line; returns what appeared up to `until`."""
        os.write(self._terminal, line.encode() + b"\n")
        return self.wait(until)

    def end_input(self, until: str) -> str:
        """Ctrl+D; returns what appeared up to `until`."""
        os.write(self._terminal, b"\x04")
        return self.wait(until)

    def wait(self, until: str) -> str:
        """What appears up to and including a text."""
        new = ""
        end = time.monotonic() + PATIENCE
        while until not in plain(new):
            assert time.monotonic() < end, f"“{until}” did not appear after:\n{plain(self.seen)}"
            if select.select([self._terminal], [], [], 0.2)[0]:
                try:
                    piece = os.read(self._terminal, 65536).decode(errors="replace")
                except OSError:
                    piece = ""
                assert piece or until in plain(new), f"the end, without “{until}”:\n{plain(self.seen)}"
                new += piece
                self.seen += piece
        return plain(new)

    def interrupt(self) -> None:
        """Ctrl+C, once the program waits for a line: what comes just before that would wake it only with the
        next line.
        """
        told, calm = Path(f"/proc/{self._process.pid}/stat"), 0
        before: list[str] = []
        while calm < 5:
            time.sleep(0.05)
            # Its state (S: it sleeps) and its processor time so far, where the system tells.
            fields = told.read_text().rpartition(")")[2].split() if told.exists() else ["S"]
            now = [fields[0], *fields[11:13]]
            calm = calm + 1 if now == before and now[0] == "S" else 0
            before = now
        self._process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """The exit code."""
        with contextlib.suppress(OSError):
            while select.select([self._terminal], [], [], PATIENCE)[0]:
                piece = os.read(self._terminal, 65536).decode(errors="replace")
                self.seen += piece
                if not piece:
                    break
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        """Leave nothing behind."""
        os.close(self._terminal)
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()


def plain(text: str) -> str:
    """Without colours and other commands to the terminal."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")


@pytest.fixture
def screens(command: Command) -> Iterator[list[Screen]]:
    """Screens to be closed."""
    opened: list[Screen] = []
    yield opened
    for screen in opened:
        screen.close()


def test_a_person_plays_leaves_and_keeps_the_match(screens: list[Screen]) -> None:
    screen = Screen("play", "meuterer", "--seed", "5")
    screens.append(screen)
    first = screen.wait("Your move:")
    assert "Round 1 of 8 · Offer · Captain: Player" in first
    assert "\x1b[1m" in screen.seen
    assert "You offer the First Mate 1 point. (ME-20)" in screen.type("2", "Your move:")
    screen.type("quit", "[Y/n]")
    said = screen.type("", "Go on with: quarterdeck play --resume match-")
    assert screen.end() == 0
    assert "Traceback" not in said
    (kept,) = Path().glob("match-*.qd")
    assert [str(action) for _seat, action in quarterdeck.Record.load(kept).moves] == ["offer 1"]


def test_ctrl_c_asks_whether_to_keep_the_match_and_ends_with_130(screens: list[Screen]) -> None:
    screen = Screen("play", "meuterer", "--seed", "5")
    screens.append(screen)
    screen.wait("Your move:")
    screen.type("2", "Your move:")
    screen.interrupt()
    screen.wait("[Y/n]")
    screen.type("n", "The match was not kept")
    assert screen.end() == 130
    assert "Traceback" not in screen.seen
    assert list(Path().iterdir()) == []


def test_the_end_of_the_input_leaves_a_line_of_its_own_for_what_follows(screens: list[Screen]) -> None:
    screen = Screen("play", "meuterer", "--seed", "5")
    screens.append(screen)
    screen.wait("Your move:")
    screen.end_input("The match was not kept")
    assert "Your move: \nThe match was not kept" in plain(screen.seen)
    assert screen.end() == 0


def test_people_at_one_screen_see_a_curtain_and_no_hand_before_it_rises(screens: list[Screen]) -> None:
    screen = Screen("play", "meuterer", "--seed", "5", "--hot-seat", "2", "--names", "Ann,Ben,Cleo,Dan")
    screens.append(screen)
    curtain = screen.wait("Enter when you are alone, or quit:")
    assert "It is Ann's turn" in curtain
    assert "(you)" not in curtain
    assert "Ann (you)" in screen.type("", "Your move:")
    screen.type("offer 1", "Your move:")
    curtain = screen.type("leave", "Enter when you are alone, or quit:")
    assert "It is Ben's turn" in curtain
    # The screen and what had scrolled off it were wiped.
    assert "\x1b[2J" in screen.seen
    assert "\x1b[3J" in screen.seen
    assert "Ben (you)" in screen.type("", "Your move:")
    screen.interrupt()
    screen.wait("[Y/n]")
    screen.interrupt()
    assert screen.end() == 130


def test_the_curtain_of_a_dumb_terminal_scrolls_the_hand_off_the_screen(screens: list[Screen]) -> None:
    options = ("--seed", "5", "--hot-seat", "2", "--names", "Ann,Ben,Cleo,Dan")
    screen = Screen("play", "meuterer", *options, kind="dumb")
    screens.append(screen)
    screen.wait("Enter when you are alone, or quit:")
    assert "Ann (you)" in screen.type("", "Your move:")
    screen.type("offer 1", "Your move:")
    curtain = screen.type("leave", "It is Ben's turn")
    # As many lines as the screen has stand between the hand and the curtain.
    assert "\n" * 40 + "It is Ben's turn" in curtain
    assert "\x1b" not in screen.seen


def test_people_who_lay_cards_at_once_do_not_see_each_others(screens: list[Screen]) -> None:
    setup = {
        "hands": [["grey 3"], ["grey 1"]],
        "sides": ["diaz", "diaz"],
        "pairs": [[3, 7]],
        "duels": [],
    }
    game = quarterdeck.game("cartagena", players=2)
    quarterdeck.Record(game, 5, ["Ann", "Ben"], setup).save("duel.qd")
    screen = Screen("play", "--resume", "duel.qd", "--hot-seat", "2")
    screens.append(screen)
    screen.wait("Enter when you are alone, or quit:")
    assert "play grey 3" in screen.type("", "Your move:")
    assert "Ben" in screen.type("play grey 3", "Enter when you are alone, or quit:")
    at_bens = screen.type("", "Your move:")
    assert "Ann lays a card face down. (CA-63)" in at_bens
    assert "play grey 1" in at_bens
    assert not re.search("grey.3", at_bens, re.I)
    # Both have laid their cards now, so that they are shown; after the duel neither has a card left.
    assert "Grey 3, for Ramon Diaz. (CA-63)" in screen.type("play grey 1", "Final result")


def test_replay_steps_on_back_and_anywhere(screens: list[Screen], match_file: Path) -> None:
    last = len(quarterdeck.Record.load(match_file).moves)
    screen = Screen("replay", str(match_file))
    screens.append(screen)
    prompt = f"Enter: on · p: back · 0–{last}: go there · q: leave ▸"
    assert "The deal" in screen.wait(prompt)
    assert "nothing comes before it" in screen.type("p", prompt)
    assert f"Move 1 of {last}: " in screen.type("", prompt)
    assert f"Move 2 of {last}: " in screen.type("n", prompt)
    assert f"Move 1 of {last}: " in screen.type("p", prompt)
    assert f"Move {last} of {last}: " in screen.type(str(last), prompt)
    assert "there is no further move" in screen.type("", prompt)
    assert f"The moves are 0 to {last}." in screen.type("99999", prompt)
    assert "Press Enter or n to go on" in screen.type("x", prompt)
    os.write(screen._terminal, b"q\n")
    assert screen.end() == 0


def test_rules_are_paged_on_a_screen(screens: list[Screen]) -> None:
    screen = Screen("rules", "meuterer")
    screens.append(screen)
    assert screen.end() == 0
    assert "ME-83" in plain(screen.seen)
