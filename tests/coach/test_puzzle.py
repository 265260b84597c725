"""The puzzles that come with the games: what is kept of each, and that nothing hidden is part of it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from quarterdeck.coach.collection import after, find_puzzle, of_the_day, puzzles
from quarterdeck.coach.puzzle import LEVELS, PUZZLE_FACES, Puzzle, name_in
from quarterdeck.coach.solution import solution
from quarterdeck.errors import GameOptionError, RecordError
from quarterdeck.i18n import use
from quarterdeck.lab.mining import CHOICES, Effort
from quarterdeck.play import find

GAMES = ("meuterer", "cartagena", "mutiny")
LEAST = 60
NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve"]


def every(game: str) -> list[Puzzle]:
    """A game's puzzles, each read again from its line."""
    return [Puzzle.loads(game, puzzle.dumps()) for puzzle in puzzles(game)]


@pytest.mark.parametrize("game", GAMES)
def test_there_are_puzzles_of_many_themes_levels_and_numbers_of_players(game: str) -> None:
    known = puzzles(game)
    assert len(known) >= LEAST
    assert len({one.theme for one in known}) >= 4
    assert len({one.level for one in known}) >= 3
    option = find(game).option("players")
    assert option is not None
    assert {one.game.players for one in known} == set(option.choices)


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_are_sorted_by_theme_and_level_and_no_two_are_alike(game: str) -> None:
    known = puzzles(game)
    assert [(one.theme, one.level) for one in known] == sorted((one.theme, one.level) for one in known)
    assert set(Counter(one.name for one in known).values()) == {1}
    alike = Counter((one.theme, one.answer.text, *one.view.scores, *one.view.legal()) for one in known)
    assert set(alike.values()) == {1}


@pytest.mark.parametrize("game", GAMES)
def test_the_name_in_a_line_is_the_puzzle_s_own(game: str) -> None:
    file = PUZZLE_FACES[game].file
    assert file is not None
    for line in file.read_text(encoding="utf-8").splitlines():
        assert name_in(game, line) == Puzzle.loads(game, line).name


@pytest.mark.parametrize("game", GAMES)
def test_each_was_proven_as_it_says(game: str) -> None:
    for puzzle in every(game):
        proof, glance = puzzle.proof, Effort().glance
        assert proof.simulations >= 10 * glance
        assert proof.interval[0] <= proof.gap <= proof.interval[1]
        assert proof.interval[0] >= Effort().margin
        assert proof.gap >= Effort().gap
        chances = list(puzzle.chances.values())
        assert next(iter(puzzle.chances)) == puzzle.answer.text
        assert chances[0] - chances[1] == pytest.approx(proof.gap, abs=0.002)
        assert len(puzzle.view.legal()) >= CHOICES
        assert puzzle.view.to_act == (puzzle.seat,)
        assert 1 <= puzzle.level <= len(LEVELS)


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_knows_no_more_than_its_seat(game: str) -> None:
    for puzzle in every(game):
        dealt = puzzle.view.sample("another deal")
        assert dealt.view(puzzle.seat) == puzzle.view
        assert dealt.view(puzzle.seat).to_json() == puzzle.view.to_json()


@pytest.mark.parametrize("game", GAMES)
def test_a_line_is_read_and_written_without_a_change(game: str) -> None:
    for puzzle in puzzles(game):
        again = Puzzle.loads(game, puzzle.dumps())
        assert (again, again.name) == (puzzle, puzzle.name)
        assert again.dumps() == puzzle.dumps()
        assert json.loads(puzzle.dumps())["name"] == puzzle.name


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_each_is_explained_with_rules_in_every_language(game: str, language: str) -> None:
    rules = find(game).rulebook.rules
    with use(language):
        for puzzle in puzzles(game):
            told = solution(puzzle, NAMES[: puzzle.game.players], puzzle.other.text)
            assert told.rules
            assert set(told.rules) <= set(rules)
            assert [one.action for one in told.choices if one.best] == [puzzle.answer.text]
            assert [one.action for one in told.choices if one.taken] == [puzzle.other.text]
            for words in (told.answer, told.taken, *told.holdings, told.proof):
                assert words
                assert "{" not in words
            assert PUZZLE_FACES[game].theme_name(puzzle.theme)


def test_each_is_explained_by_what_others_hold_or_by_what_may_come() -> None:
    assert [
        one.name for game in GAMES for one in puzzles(game) if not (one.reason or one.rival or one.holdings)
    ] == []


@pytest.mark.parametrize(
    ("true", "false", "told"),
    [
        (0.104, -0.021, "is 10 points ahead there, and 2 points behind in the others."),
        (-0.01, 0.012, "is 1 point behind there, and 1 point ahead in the others."),
        (0.2, 0.004, "is 20 points ahead there, and level with it in the others."),
    ],
)
def test_an_answer_is_said_to_be_ahead_or_behind(true: float, false: float, told: str) -> None:
    puzzle = next(one for one in puzzles("meuterer") if one.holdings)
    held = puzzle.holdings[0]._replace(true=true, false=false)
    (sentence,) = solution(replace(puzzle, holdings=(held,)), NAMES).holdings
    assert sentence.endswith(told)


def test_a_holding_without_a_difference_is_not_told() -> None:
    puzzle = next(one for one in puzzles("meuterer") if one.holdings)
    held = puzzle.holdings[0]._replace(true=1.0, false=0.999)
    assert solution(replace(puzzle, holdings=(held,)), NAMES).holdings == ()


def test_each_day_has_one_puzzle_and_the_games_take_turns() -> None:
    first = date(2026, 11, 27)
    week = [of_the_day(first + timedelta(day)) for day in range(6)]
    assert of_the_day(first) is week[0]
    assert len({one.name for one in week if one}) == 6
    assert [one.game.id for one in week if one] == 2 * [one.game.id for one in week[:3] if one]


def test_the_next_puzzle_is_one_that_is_not_done() -> None:
    known = puzzles("meuterer")
    assert after(known[0], []) == known[1]
    assert after(known[0], [known[1].name]) == known[2]
    assert after(known[-1], []) == known[0]
    assert after(known[3], [one.name for one in known]) is None


@pytest.mark.parametrize("name", ["", "meuterer-00000000", "chess-12345678", "meuterer", None, 7])
def test_an_unknown_puzzle_is_told_in_a_sentence(name: object) -> None:
    with pytest.raises(GameOptionError, match=r"There is no puzzle “.*” here\."):
        find_puzzle(name)


def test_an_unknown_game_has_no_puzzles() -> None:
    with pytest.raises(GameOptionError, match="There is no game “chess”"):
        puzzles("chess")


@pytest.mark.parametrize(
    "line",
    ["", "[]", "{}", "[" * 100_000, '{"rules-version": 1, "options": {"players": 99}}', "nonsense"],
)
def test_a_damaged_line_is_told_in_a_sentence(line: str) -> None:
    with pytest.raises(RecordError, match="This is no puzzle of meuterer"):
        Puzzle.loads("meuterer", line)
    with pytest.raises(RecordError, match="This is no puzzle of meuterer"):
        name_in("meuterer", line)


@pytest.mark.parametrize(
    "changed",
    [
        {"seat": None},
        {"seat": 9},
        {"view": [1]},
        {"view": {"captain": 1000}},
        {"view": {"turn": 77}},
        {"chances": {"leave": 1}, "reason": ["more points", True, 1, 2]},
    ],
    ids=repr,
)
def test_a_changed_line_is_told_in_a_sentence(changed: dict[str, Any]) -> None:
    """Some changes make a record that no match leads to, on which rules raise errors of many kinds."""
    body = json.loads(puzzles("meuterer")[0].dumps())
    if isinstance(changed.get("view"), dict):
        changed = {"view": body["view"] | changed["view"]}
    with pytest.raises(RecordError, match=r"^This is no puzzle of meuterer: ") as caught:
        Puzzle.loads("meuterer", json.dumps(body | changed))
    assert str(caught.value).endswith(".")


def test_an_answer_that_is_no_choice_is_told_in_a_sentence() -> None:
    puzzle = puzzles("meuterer")[0]
    wrong = next(one for one in puzzle.game.actions if one not in puzzle.view.legal())
    with pytest.raises(RecordError, match="is no choice here"):
        Puzzle.loads("meuterer", replace(puzzle, answer=wrong).dumps())


@pytest.mark.parametrize("game", GAMES)
def test_no_puzzle_keeps_a_seed_that_deals_its_match(game: str) -> None:
    """In the file itself: reading it would drop a key that no puzzle has."""
    file = PUZZLE_FACES[game].file
    assert file is not None
    lines = file.read_text("utf-8").splitlines()
    assert len(lines) == len(puzzles(game))
    assert [line[:40] for line in lines if "seed" in line.lower()] == []
