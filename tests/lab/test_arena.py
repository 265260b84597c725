from __future__ import annotations

import csv
import os
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Action, GameOptionError, QuarterdeckError, RecordError, View
from quarterdeck.bots import Bot, bot
from quarterdeck.bots.heuristics import RuleOfThumb
from quarterdeck.lab import games
from quarterdeck.lab.arena import match
from quarterdeck.lab.arena.figures import Outcome
from quarterdeck.lab.arena.files import MatchFolder
from quarterdeck.lab.arena.match import BotFailure, Contest, ThinkingTime, begin, contest_of, play_deal
from quarterdeck.lab.arena.rows import Rows
from quarterdeck.lab.arena.seating import arrangements, line_up, rotations
from quarterdeck.lab.arena.tournament import Tournament, play_all
from quarterdeck.lab.data import Selfplay
from quarterdeck.lab.series import Stopped

THREE = quarterdeck.game("meuterer", players=3)
ANN, BEN = "rule-of-thumb", "random"

Enter = Callable[..., None]


@pytest.fixture
def enter(monkeypatch: pytest.MonkeyPatch) -> Enter:
    """`enter(name=Bot)` lets bots of the test's own into the arena."""

    def enter(**made: Callable[[int | str], Any]) -> None:
        def find(name: str, seed: int | str = 0) -> Bot:
            found: Bot = made[name](seed) if name in made else bot(name, seed)
            return found

        monkeypatch.setattr(match, "bot", find)

    return enter


def test_rotating_puts_each_bot_into_each_seat_equally_often() -> None:
    for line in (("a", "b", "b"), ("a", "b", "a", "b"), ("a", "b", "c", "d", "d")):
        seatings = rotations(line)
        assert seatings[0] == line
        assert len(set(seatings)) == len(seatings)
        for seat in range(len(line)):
            times = Counter(one[seat] for one in seatings)
            assert {name: times[name] * len(line) for name in line} == {
                name: line.count(name) * len(seatings) for name in line
            }
    assert rotations(("a", "b", "c"))[1] == ("c", "a", "b")
    assert len(rotations(("a", "b", "a", "b"))) == 2


def test_all_seatings_are_those_that_differ() -> None:
    twice = arrangements(("a", "a", "b", "b"))
    assert len(twice) == len(set(twice)) == 6
    assert len(arrangements(("a", "b", "c", "d"))) == 24


def test_the_last_bot_named_takes_the_seats_that_are_left() -> None:
    assert line_up([ANN, BEN], 4) == (ANN, BEN, BEN, BEN)
    assert line_up([BEN, BEN, ANN], 3) == (BEN, BEN, ANN)


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ([ANN, "stockfish"], "There is no bot “stockfish”"),
        ([ANN, BEN, ANN, BEN], "4 bots are too many for 3 seats: name fewer, or more --players."),
        ([ANN], "An arena needs two bots that differ"),
        ([ANN, ANN], "An arena needs two bots that differ"),
    ],
)
def test_a_line_up_that_is_no_contest_is_refused(bots: list[str], sentence: str) -> None:
    with pytest.raises(GameOptionError, match=sentence):
        line_up(bots, 3)


def test_bots_that_play_alike_win_exactly_the_fair_share_of_each_deal() -> None:
    own = {"left": RuleOfThumb, "right": RuleOfThumb}
    alike = Tournament(THREE, ("left", "right", "right"), 3, "s", own=own)
    matches = list(play_all(alike))
    for deal in range(3):
        of_deal = [one for one in matches if one.deal == deal]
        assert len({one.scores for one in of_deal}) == 1, "the deal or the seats' luck differs"
        outcome = Outcome(alike, of_deal)
        assert [one.wins.value for one in outcome.standings if one.wins] == pytest.approx([1 / 3, 1 / 3])
        assert outcome.standings[0].score.value == pytest.approx(outcome.standings[1].score.value)
    assert len({one.scores for one in matches}) == 3


def test_bots_of_ones_own_play_under_their_names_in_other_processes_too() -> None:
    line = ("mine", BEN, BEN)
    games = [
        list(play_all(Tournament(THREE, line, 2, "s", own={"mine": RuleOfThumb}), jobs)) for jobs in (1, 2)
    ]
    theirs = list(play_all(Tournament(THREE, (ANN, BEN, BEN), 2, "s")))
    assert games[0] == games[1]
    assert [one.scores for one in games[0]] == [one.scores for one in theirs]
    assert games[0][0].bots == line


class Seedless:
    """A bot of one's own that is made without a seed."""

    def choose(self, view: View) -> Action:
        return view.legal()[-1]


def test_a_bot_of_ones_own_may_do_without_a_seed() -> None:
    line = ("mine", BEN, BEN)
    games = [
        list(play_all(Tournament(THREE, line, 1, "s", own={"mine": make})))
        for make in (Seedless, lambda seed: Seedless())
    ]
    assert games[0] == games[1]


def test_a_line_up_names_agents_as_the_command_does() -> None:
    line = ("network-2026-11", "tests.lab.test_arena:Seedless", BEN)
    contest = Tournament(THREE, line, 1, "s", "all", max_plies=20)
    assert contest.seatings == arrangements(line)
    assert set(contest.own) == {*line} - {BEN}
    assert [one.bots for one in play_all(contest)] == list(contest.seatings)
    with pytest.raises(GameOptionError, match="There is no agent “flat”: name one of rule-of-thumb"):
        Tournament(THREE, ("flat", BEN, BEN), 1)
    wrong: Any
    for wrong in ("every", None):
        with pytest.raises(
            GameOptionError, match=f"^seated is 'rotate', 'all' or a function .*, not {wrong!r}"
        ):
            Tournament(THREE, (ANN, BEN, BEN), 1, seated=wrong)


def test_the_order_of_two_bots_only_changes_the_order_of_the_table() -> None:
    standings = []
    for line in ((ANN, BEN, BEN), (BEN, BEN, ANN)):
        contest = Tournament(THREE, line, 2, "s")
        standings.append(Outcome(contest, list(play_all(contest))).standings)
    first, second = standings
    assert [one.bot for one in first] == [ANN, BEN]
    assert [one.bot for one in second] == [BEN, ANN]
    for one, other in zip(first, reversed(second), strict=True):
        assert (one.bot, one.wins, one.score) == (other.bot, other.wins, other.score)
        assert one.rating.low == pytest.approx(other.rating.low)
    assert first[0].score.value > 2 * first[1].score.value, "random plays too well to be random"


def test_the_number_of_processes_changes_nothing() -> None:
    changed = quarterdeck.game("meuterer").table.to_json()
    changed["island"][0]["dock"] = 29
    game = quarterdeck.game("meuterer", players=3, table=changed, rules="french")
    contest = Tournament(game, (BEN, BEN, ANN), 3, "s", arrangements, files=True)
    alone = list(play_all(contest))
    assert list(play_all(contest, jobs=2)) == alone
    assert [(one.deal, one.seating) for one in alone] == [
        (deal, turn) for deal in range(3) for turn in range(3)
    ]
    assert any(max(one.scores) > 50 for one in alone), "the table has not come along"


def play(deal: int, bots: tuple[str, ...], keep: bool = False) -> Contest:
    """A deal of seed “s” with these bots by seat."""
    return contest_of(*play_deal(THREE, "s", deal, bots), deal, 0, bots, keep)


def test_a_deal_is_that_of_the_same_number_in_the_lab() -> None:
    here = play(2, (BEN, BEN, BEN))
    there = games.play(THREE, BEN, "s", 2)
    assert (here.scores, here.winners, here.rounds, here.plies) == (
        there.scores,
        there.winners,
        there.rounds,
        there.plies,
    )


def test_a_match_file_is_the_game_with_the_names_of_its_bots_numbered_where_they_are_equal() -> None:
    kept = play(0, (BEN, ANN, BEN), keep=True)
    record = quarterdeck.Record.loads(kept.file)
    verdict = record.verify()
    assert (verdict.over, verdict.scores, verdict.moves) == (True, kept.scores, kept.plies)
    assert (record.names, record.seed) == ([f"{BEN} 1", ANN, f"{BEN} 2"], "s/0")
    long = "b" * 200
    assert [len(name) for name in begin(THREE, "s", 0, (long, long, ANN)).names] == [40, 40, len(ANN)]
    assert play(0, (BEN, ANN, BEN)).file == ""


@pytest.mark.parametrize("deals", [-1, 2.5, "3", None])
def test_a_tournament_has_a_whole_number_of_deals(deals: Any) -> None:
    with pytest.raises(GameOptionError, match=r"^deals is a whole number, 0 or more, not "):
        Tournament(THREE, (ANN, BEN, BEN), deals)


def test_small_numbers_of_numpy_do_not_overflow() -> None:
    number: Any = np.uint8(100)
    assert Tournament(THREE, (ANN, BEN, BEN), number).games == 300
    assert type(Selfplay(THREE, (ANN, BEN, BEN), number).matches) is int


@pytest.mark.parametrize("line", [(ANN, BEN), BEN, (), 3, (ANN, None, BEN), (RuleOfThumb, BEN, BEN), {ANN}])
def test_a_line_up_names_a_bot_for_each_seat(line: Any) -> None:
    words = r"^A line-up names a bot for each of 3 seats, as \('random', 'random', 'random'\); .* does not\.$"
    for begin_series in (Tournament, Selfplay):
        with pytest.raises(GameOptionError, match=words):
            begin_series(THREE, line, 1)


def test_a_seed_that_no_match_file_can_hold_is_refused_at_once() -> None:
    with pytest.raises(RecordError, match="A seed is one line"):
        Tournament(THREE, (ANN, BEN, BEN), 1, "two\nlines")


@pytest.mark.parametrize("seed", [None, 1.5, True, b"x"])
def test_a_wrong_seed_is_refused_at_once(seed: Any) -> None:
    with pytest.raises(GameOptionError, match=r"^A seed is a text, or a whole number "):
        Tournament(THREE, (ANN, BEN, BEN), 1, seed)


def test_a_whole_number_is_the_seed_that_its_digits_are() -> None:
    number: Any = 7
    assert Tournament(THREE, (ANN, BEN, BEN), 1, number) == Tournament(THREE, (ANN, BEN, BEN), 1, "7")


class Thinker:
    """Plays anything, after a time that its test decides."""

    now = 0.0

    def __init__(self, seed: int | str) -> None:
        self.inner = bot(BEN, seed)
        self.moves = 0

    def choose(self, view: View) -> Action:
        self.moves += 1
        Thinker.now += 5.0 if self.moves == 3 else 0.5
        return self.inner.choose(view)


def test_each_seat_has_a_clock_for_its_own_thinking(enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(thinker=Thinker)
    monkeypatch.setattr(match, "perf_counter", lambda: Thinker.now)
    played = play(0, (BEN, "thinker", BEN))
    assert sum(clock.moves for clock in played.clocks) == played.plies
    moves = played.clocks[1].moves
    assert played.clocks[1] == ThinkingTime(0.5 * (moves - 1) + 5, moves, 5)
    assert [played.clocks[seat].seconds for seat in (0, 2)] == [0, 0]
    contest = Tournament(THREE, (BEN, "thinker", BEN), 1, own={"thinker": Thinker})
    total = Outcome(contest, [played] * 3).standings[1].clock
    assert (total.moves, total.longest) == (3 * moves, 5)


class Breaks:
    """Breaks down in its first move."""

    def __init__(self, seed: int | str) -> None:
        pass

    def choose(self, view: View) -> Action:
        raise ZeroDivisionError("no wind")


class Unready:
    """Is not even made."""

    def __init__(self, seed: int | str) -> None:
        raise FileNotFoundError(2, "No such chart", "chart.npz")


class Quits:
    """Ends its process, as a script does that finds its options wrong."""

    def __init__(self, seed: int | str) -> None:
        pass

    def choose(self, view: View) -> Action:
        raise SystemExit(2)


class Waits:
    """Is written for a library that awaits it."""

    async def choose(self, view: View) -> Action:
        return view.legal()[0]


class Cheats:
    """Chooses what it may not."""

    def __init__(self, seed: int | str) -> None:
        pass

    def choose(self, view: View) -> Action:
        return next(action for action in view.game.actions if action not in view.legal())


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (
            Breaks,
            ["“bad” broke down in Meuterer, 3 players, seed “s/0”, ", "ZeroDivisionError: no wind", ".py:"],
        ),
        (Unready, ["“bad” broke down in Meuterer, 3 players, seed “s/0”, ", "FileNotFoundError: [Errno 2]"]),
        (Quits, ["“bad” broke down in Meuterer, 3 players, seed “s/0”, ", "SystemExit: 2 (test_arena.py:"]),
        (Cheats, ["“bad” made an illegal move, “", "”, in Meuterer, 3 players, seed “s/0”, seat ", "(ME-"]),
    ],
)
def test_a_bot_that_fails_is_named_with_its_game_and_seed(
    made: Callable[[int | str], Any], words: list[str]
) -> None:
    with pytest.raises(BotFailure) as caught:
        list(play_all(Tournament(THREE, ("bad", BEN, BEN), 1, "s", own={"bad": made})))
    sentence = str(caught.value)
    for some in words:
        assert some in sentence
    assert ", seat 0, move " in sentence
    assert sentence.endswith("No more games are played.")


def test_a_bot_that_is_to_be_awaited_is_refused() -> None:
    own: Any = {"mine": Waits}
    going = play_all(Tournament(THREE, ("mine", BEN, BEN), 1, own=own))
    with pytest.raises(GameOptionError, match=r"mine has a method choose that begins with “async"):
        next(going)


def test_a_bot_that_can_not_go_to_another_process_is_told_in_a_sentence() -> None:
    lock = threading.Lock()

    def make(_seed: int | str) -> Bot:
        with lock:
            return bot(BEN)

    going = play_all(Tournament(THREE, ("mine", BEN, BEN), 1, own={"mine": make}), jobs=2)
    with pytest.raises(QuarterdeckError, match=r"can't go to another process \(.*\): play with jobs=1, or"):
        next(going)


def test_a_game_that_is_not_wanted_any_more_ends_before_the_next_move() -> None:
    answers = iter([False] * 5 + [True])
    with pytest.raises(Stopped):
        play_deal(THREE, "s", 0, (BEN, BEN, BEN), stopped=lambda: next(answers))
    assert list(answers) == []


def test_a_folder_is_for_one_tournament_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "games"
    one = MatchFolder(path)
    used = r"games has files in it already: name another folder\.$"
    # Before a game has come, too.
    with pytest.raises(QuarterdeckError, match=used):
        MatchFolder(path)
    # Of a folder that was made for nothing, nothing stays; one that was there does.
    one.close()
    assert not path.exists()
    path.mkdir()
    MatchFolder(path).close()
    assert list(path.iterdir()) == []
    MatchFolder(path).add(Contest(0, 0, (ANN, BEN, BEN), (0,), (5, 4, 3), 8, 100))
    with pytest.raises(QuarterdeckError, match=used):
        MatchFolder(path)


@pytest.mark.parametrize("over", [False, True])
def test_of_two_tournaments_that_come_at_once_one_has_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, over: bool
) -> None:
    path = tmp_path / "games"
    touch = Path.touch
    first: list[MatchFolder] = []

    def other(self: Path, **options: bool) -> None:
        """Another comes between the look into the folder and the claim, and plays or has played."""
        monkeypatch.setattr(Path, "touch", touch)
        first.append(MatchFolder(path))
        if over:
            first[0].add(Contest(0, 0, (ANN, BEN, BEN), (0,), (5, 4, 3), 8, 100))
            first[0].close()
        touch(self, **options)

    monkeypatch.setattr(Path, "touch", other)
    with pytest.raises(QuarterdeckError, match="games has files in it already"):
        MatchFolder(path)
    first[0].close()
    assert [file.suffix for file in path.iterdir()] == ([".qd"] if over else [])


def test_a_failed_write_is_told_in_a_sentence(tmp_path: Path) -> None:
    contest = Tournament(THREE, (ANN, BEN, BEN), 1)
    one = Contest(0, 0, contest.line, (0,), (5, 4, 3), 8, 100)
    folder = MatchFolder(tmp_path / "games")
    rmtree(tmp_path / "games")
    with pytest.raises(QuarterdeckError, match=r"deal-1-seating-1\.qd can't be written \(No such file"):
        folder.add(one)
    rows = Rows(tmp_path / "all.csv", 3)
    rows.close()
    rows._file = os.fdopen(os.open("/dev/full", os.O_WRONLY), "w", buffering=1)
    rows._writer = csv.writer(rows._file)
    full = r"all\.csv can't be written \(No space left on device\)"
    with pytest.raises(QuarterdeckError, match=full):
        rows.add(contest, one)
    with pytest.raises(QuarterdeckError, match=full):
        rows.close()


def test_own_bots_are_named_makers_and_take_no_name_of_ours() -> None:
    line: Any = [ANN, BEN, BEN]
    name: Any = "mutiny"
    assert Tournament(THREE, line, 1) == Tournament(THREE, (ANN, BEN, BEN), 1)
    wrong: list[Any] = [[RuleOfThumb], {"mine": "bot"}, None]
    for own in wrong:
        with pytest.raises(
            GameOptionError, match=r"^own is a mapping of names to what makes a bot from a seed"
        ):
            Tournament(THREE, line, 1, own=own)
    with pytest.raises(GameOptionError, match="There is a bot “random” already: give yours another name"):
        Tournament(THREE, line, 1, own={BEN: RuleOfThumb})
    with pytest.raises(GameOptionError, match=r"quarterdeck\.game\(…\) gives, not 'mutiny'"):
        Tournament(name, line, 1)
