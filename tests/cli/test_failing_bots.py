"""Bots at the terminal that raise or choose what they may not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import quarterdeck
from quarterdeck.bots import Bot, bot
from tests.cli.command import Command
from tests.failing import SECRET, Cheats, Raises

TOLD = "The bot that plays for Piet fails: the rule-of-thumb bot moves in its place."
CHANCE = "The bots that play for Piet fail: any legal move is made in their place."


Enter = Callable[..., None]


@pytest.fixture
def enter(monkeypatch: pytest.MonkeyPatch) -> Enter:
    """`enter(Raises, "random")` has the bots of these names made so."""

    def enter(made: Callable[[], Bot], *names: str) -> None:
        monkeypatch.setattr(
            "quarterdeck.cli.match.bot_at_table",
            lambda name, seed=0: made() if name in names else bot(name, seed),
        )

    return enter


def lines(out: str) -> str:
    """What was printed, however it was wrapped."""
    return " ".join(out.split())


@pytest.mark.parametrize(("made", "cause"), [(Raises, "ZeroDivisionError"), (Cheats, "NotLegal")])
def test_the_rule_of_thumb_bot_moves_in_the_place_of_one_that_fails(
    command: Command, enter: Enter, made: Callable[[], Bot], cause: str
) -> None:
    enter(made, "random")
    options = ["--seed", 5, "--save", "mine.qd"]
    done = command("play", "meuterer", "--bots", "random", *options, typed=["1"] * 600)
    assert done.code == 0
    assert lines(done.out).count(TOLD) > 5
    assert done.err.splitlines()[0].startswith(f"A bot has failed ({cause}, ")
    assert SECRET not in done.out + done.err
    as_ever = command("play", "meuterer", "--seed", 5, "--save", "other.qd", typed=["1"] * 600)
    assert TOLD not in lines(as_ever.out)
    played, same = (quarterdeck.Record.load(path).moves for path in ("mine.qd", "other.qd"))
    assert [str(action) for _seat, action in played] == [str(action) for _seat, action in same]


def test_any_legal_move_is_made_where_that_one_fails_too(command: Command, enter: Enter) -> None:
    enter(Raises, "rule-of-thumb")
    done = command("play", "meuterer", "--seed", 5, "--save", "mine.qd", typed=["1"] * 600)
    assert done.code == 0
    assert lines(done.out).count(CHANCE) > 5
    assert quarterdeck.Record.load("mine.qd").verify().over


def test_more_of_the_cause_is_shown_only_if_that_is_asked_for(
    command: Command, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUARTERDECK_DEBUG", "1")
    enter(Raises, "random")
    done = command("play", "meuterer", "--bots", "random", "--seed", 5, typed=["1"] * 600)
    assert f"ZeroDivisionError: {SECRET}" in done.err
    assert "Traceback" in done.err
