from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any, cast

import pytest

import quarterdeck
from quarterdeck import Game, GameOptionError, QuarterdeckError
from quarterdeck.lab import pool
from quarterdeck.lab.pool import played
from quarterdeck.lab.series import Stopped, compile_rules
from quarterdeck.own_process import cores

MEUTERER = quarterdeck.game("meuterer")


@dataclass
class Numbers:
    """Games of which nothing is left but their numbers."""

    chunks: int = 40
    killed: int = -1
    rehearsed: bool = False

    def compile(self) -> None:
        """Nothing."""

    def rehearse(self) -> None:
        self.rehearsed = True

    def play(self, number: int, stopped: Callable[[], bool]) -> int:
        assert self.rehearsed
        if number == self.killed:
            os._exit(9)
        return number


@dataclass
class Compiling(Numbers):
    """No game is played before all is compiled."""

    compiled: bool = False

    def compile(self) -> None:
        self.compiled = True

    def play(self, number: int, stopped: Callable[[], bool]) -> int:
        assert self.compiled
        return number


@dataclass
class Endless(Numbers):
    """Only the first game ever ends."""

    def play(self, number: int, stopped: Callable[[], bool]) -> int:
        while number > 0:
            if stopped():
                raise Stopped
            time.sleep(0.01)
        return number


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_come_in_the_order_of_their_numbers_after_each_process_has_rehearsed(jobs: int) -> None:
    assert list(played(Numbers(), jobs)) == list(range(40))


def test_leaving_early_stops_all_processes() -> None:
    going = played(Endless(), jobs=2)
    assert next(going) == 0
    going.close()
    assert list(going) == []


def test_a_process_that_is_killed_ends_in_a_sentence() -> None:
    with pytest.raises(QuarterdeckError, match="has ended: try fewer --jobs"):
        list(played(Numbers(killed=3), jobs=2))


@dataclass
class Unknown(Numbers):
    """Games that nobody else knows how to play."""

    def __reduce__(self) -> tuple[Any, ...]:
        return attrgetter("unheard_of"), (0,)


def test_what_another_process_does_not_know_is_told_in_a_sentence() -> None:
    with pytest.raises(QuarterdeckError, match=r"can't go to another process \(.*unheard_of.*\): play with"):
        list(played(Unknown(), jobs=2))


@dataclass
class Unready(Numbers):
    """Games that nobody gets ready for."""

    def rehearse(self) -> None:
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_hinders_a_process_from_getting_ready_is_told_as_it_is(
    jobs: int, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(OSError, match="No space left on device"):
        list(played(Unready(), jobs))
    assert capfd.readouterr().err == ""


def test_games_that_nobody_wants_are_neither_played_nor_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left = threading.Event()
    monkeypatch.setattr(pool, "_abandoned", left)
    monkeypatch.setattr(pool, "_worker_series", Numbers(rehearsed=True))
    assert pool._play_chunk(3) == 3

    def leave(_self: Numbers, number: int, _stopped: object) -> int:
        left.set()
        return number

    monkeypatch.setattr(Numbers, "play", leave)
    for _ in range(2):
        with pytest.raises(Stopped):
            pool._play_chunk(3)


def test_nothing_is_left_of_what_was_sent_to_the_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    going = played(Numbers(), jobs=2)
    assert next(going) == 0
    assert len(list(tmp_path.glob("quarterdeck-*"))) == 1
    going.close()
    assert list(tmp_path.glob("quarterdeck-*")) == []


def test_without_a_folder_for_temporary_files_a_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    with pytest.raises(
        QuarterdeckError, match=r"\(No such file or directory\): set TMPDIR, or play with one"
    ):
        next(played(Numbers(), jobs=2))


@pytest.mark.parametrize("jobs", [0, -1, 1.5, "2", None, True])
def test_no_processes_play_nothing(jobs: Any) -> None:
    with pytest.raises(GameOptionError, match=rf"^jobs is a whole number, 1 or more, not {jobs!r}\.$"):
        next(played(Numbers(), jobs))


def test_the_address_of_a_cluster_is_a_text() -> None:
    with pytest.raises(QuarterdeckError, match=r"^ray is the address of a cluster, .*, not True\.$"):
        next(played(Numbers(), ray=cast(str, True)))


def test_only_the_cores_that_this_process_may_use_are_counted() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_rules_are_compiled_for_many_games_or_for_players_who_search(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed = []
    monkeypatch.setattr(Game, "warm", lambda game: warmed.append(game))
    compile_rules(MEUTERER, 99, searches=False)
    assert warmed == []
    compile_rules(MEUTERER, 1, searches=True)
    compile_rules(MEUTERER, 100, searches=False)
    assert warmed == [MEUTERER, MEUTERER]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_series_is_compiled_in_each_process_before_its_first_game(jobs: int) -> None:
    assert list(played(Compiling(chunks=4), jobs)) == [0, 1, 2, 3]
