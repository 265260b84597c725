"""An environment that tells a seat what it can't know is found out, and ours are not."""

from __future__ import annotations

import enum
import random
import struct
from collections import OrderedDict, UserDict
from math import nan
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Action, Game, Position
from quarterdeck.errors import GameOptionError, QuarterdeckError
from quarterdeck.lab import leak_check
from tests.lab.lanes.settings import OneLane, each_game


@each_game
def test_a_lane_tells_no_secret(game: Game) -> None:
    assert leak_check.check(lambda: OneLane(game), game) > 500


class Honest:
    """The smallest environment: a position, and each seat's view of it."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self.heard: list[list[str]] = [[] for _ in range(5)]

    def place(self, position: Position) -> None:
        self.position = position

    def given(self, seat: int) -> Any:
        assert self.position
        return {"view": self.position.view(seat).to_json(), "heard": self.heard[seat]}

    def play(self, seat: int, action: Action) -> None:
        assert self.position
        self.position = self.position.play(seat, action)
        public = self.position.game.spec.public_text(action.id)
        for viewer, heard in enumerate(self.heard):
            heard.append(action.text if viewer == seat else public)


class ShowsAPosition(Honest):
    def given(self, seat: int) -> Any:
        assert self.position
        return super().given(seat) | {"whole": self.position.to_json()}


class LeavesAByte(Honest):
    """All but one number of the whole record is blanked."""

    def given(self, seat: int) -> Any:
        assert self.position
        key = np.zeros(8, np.uint8)
        key[3] = int(self.position.state.key[0]) & 1
        return super().given(seat) | {"table": [key]}


class TellsActions(Honest):
    """What is seen is right, but what was heard is not."""

    def play(self, seat: int, action: Action) -> None:
        super().play(seat, action)
        for heard in self.heard:
            heard[-1] = action.text


class TellsEvents(Honest):
    """What just happened in words, as far as a seat was told."""

    def given(self, seat: int) -> Any:
        assert self.position
        return {"events": [str(event) for event in self.position.view(seat).events]}


class KeepsTheDeal(Honest):
    """Gives nothing but what it has kept, and that late: from some move on, or at the end."""

    late = 30

    def __init__(self) -> None:
        super().__init__()
        self.deal: Any = None

    def place(self, position: Position) -> None:
        super().place(position)
        self.deal = self.deal or position.state.tobytes()

    def given(self, seat: int) -> Any:
        assert self.position
        return {"deal": self.deal if self.position.over or len(self.heard[0]) >= self.late else None}


class OpensTheDealAtTheEnd(KeepsTheDeal):
    late = 10_000


class OpensAllAtTheEnd(Honest):
    def given(self, seat: int) -> Any:
        assert self.position
        return {"whole": self.position.state.tobytes() if self.position.over else b""}


class SharesAPosition(Honest):
    """All environments of this kind give what belongs to the latest."""

    latest: Any = None

    def place(self, position: Position) -> None:
        super().place(position)
        SharesAPosition.latest = position.to_json()

    def play(self, seat: int, action: Action) -> None:
        super().play(seat, action)
        assert self.position
        SharesAPosition.latest = self.position.to_json()

    def given(self, seat: int) -> Any:
        return {"latest": SharesAPosition.latest}


class SharesAName(Honest):
    """Two things at places that read the same."""

    def given(self, seat: int) -> Any:
        assert self.position
        return {1: self.position.state.tobytes(), "1": None}


class ThrowsDice(Honest):
    def given(self, seat: int) -> Any:
        return {"luck": random.random()}


class FailsToCompare(Honest):
    def given(self, seat: int) -> Any:
        return {"things": [object()]}


LEAKS = [
    *((ShowsAPosition, "whole"), (LeavesAByte, "table.0"), (KeepsTheDeal, "deal")),
    *((OpensTheDealAtTheEnd, "deal"), (SharesAPosition, "latest"), (SharesAName, "1")),
]


@pytest.mark.parametrize("kind", [Honest, TellsEvents])
@pytest.mark.parametrize("name", list(quarterdeck.GAMES))
def test_an_environment_of_views_is_clean(name: str, kind: type[Honest]) -> None:
    assert leak_check.check(kind, quarterdeck.game(name)) > 1000


@pytest.mark.parametrize(("kind", "where"), LEAKS)
@pytest.mark.parametrize("name", list(quarterdeck.GAMES))
def test_a_leak_is_found_and_named(name: str, kind: type[Honest], where: str) -> None:
    with pytest.raises(
        leak_check.Leak, match=rf"^Seat \d is given something that it can't know, at .*: {where}"
    ):
        leak_check.check(kind, quarterdeck.game(name))


@pytest.mark.parametrize("name", list(quarterdeck.GAMES))
def test_a_leak_of_what_was_done_before_is_found(name: str) -> None:
    with pytest.raises(leak_check.Leak, match="heard"):
        leak_check.check(TellsActions, quarterdeck.game(name))


@pytest.mark.parametrize("name", list(quarterdeck.GAMES))
def test_a_leak_where_a_match_is_over_is_found(name: str) -> None:
    """In Cartagena all but the order of the cards is open then, and few worlds end alike: some matches do."""
    game = quarterdeck.game(name, players=2 + (name == "meuterer"))
    with pytest.raises(leak_check.Leak, match="whole"):
        leak_check.check(OpensAllAtTheEnd, game, matches=9)


def test_a_random_difference_is_no_leak() -> None:
    with pytest.raises(
        QuarterdeckError, match=r"^Two environments .* seat 0 .* at move 0 of match 0: luck\."
    ) as why:
        leak_check.check(ThrowsDice, quarterdeck.game("mutiny"))
    assert not isinstance(why.value, leak_check.Leak)


def test_one_environment_for_all_is_refused() -> None:
    only = Honest()
    with pytest.raises(QuarterdeckError, match="give a fresh one each time"):
        leak_check.check(lambda: only, quarterdeck.game("mutiny"))


@pytest.mark.parametrize("seed", [None, 1.5, True])
def test_a_wrong_seed_is_refused(seed: Any) -> None:
    with pytest.raises(GameOptionError, match=r"^A seed is a text, or a whole number "):
        leak_check.check(Honest, "mutiny", seed=seed)


def test_a_game_has_its_name_and_is_played_once_at_least() -> None:
    assert leak_check.check(Honest, "mutiny") > 0
    with pytest.raises(GameOptionError, match="matches is a whole number, 1 or more, not 0"):
        leak_check.check(Honest, "mutiny", matches=0)


def test_output_that_cannot_be_compared_is_refused() -> None:
    with pytest.raises(QuarterdeckError, match=r"things\.0 is a object, which can't be compared"):
        leak_check.check(FailsToCompare, quarterdeck.game("mutiny"))


(OTHER_NAN,) = struct.unpack(">d", bytes.fromhex("7ff8000000000001"))


class Color(enum.StrEnum):
    RED = "red"
    BLUE = "blue"


class Aware(list[int]):
    __slots__ = ("more",)


class Refusing:
    """As a tensor on a graphics card does, or one that gradients are taken of."""

    def __array__(self, *_how: Any) -> Any:
        raise TypeError


class Word(str):
    __slots__ = ()


class Note(str):
    """A text to which more can be tied."""

    more: list[int]


def test_parts_tell_values_apart() -> None:
    values: list[Any] = [
        *(None, 0, 0.0, "0", b"0", False, [], {}, [0], [[0]], {"a": 0}, {"b": 0}, np.int8(0), Word("0")),
        *(np.zeros(1), np.zeros(1, np.float32), np.zeros((1, 1)), np.zeros(2), (), OrderedDict(), 16**5000),
        *({0: 1, "0": 2}, {0: 2, "0": 2}, {"0": 2, 0: 2}, Color.RED, Color.BLUE, np.float32(-0.0)),
        *({"a": {"b": 1}, "a.b": 2}, {"a": {"b": 2}, "a.b": 2}, -0.0, nan, OTHER_NAN),
        *(np.array([1, "a"], object), np.array([1, "b"], object), np.array(["a"], "T"), "\ud800", "\\ud800"),
    ]
    found = [leak_check.parts(value) for value in values]
    for at, one in enumerate(found):
        assert [other == one for other in found].count(True) == 1, values[at]
    assert [path for path, _ in leak_check.parts({"a": [1]})] == [(), (), ("a",), ("a", "0")]


def test_parts_of_what_is_the_same_are_the_same() -> None:
    for name in ("object", "T"):
        twice = [np.array([text := "".join(["h", "and"]), text + "s" * 40], name) for _ in range(2)]
        assert leak_check.parts(twice[0]) == leak_check.parts(twice[1])


def test_what_may_hold_more_than_can_be_compared_is_refused() -> None:
    note = Note("all of it")
    note.more = [1, 2]
    masked, pointers = np.ma.masked_array([1, 2], [True, False]), np.zeros(1, [("a", object)])
    for given in (masked, pointers, UserDict(a=1), note, {1, 2}, Aware([1]), Refusing()):
        with pytest.raises(QuarterdeckError, match=rf"^x is a {type(given).__name__}, which can't be c"):
            leak_check.parts({"x": given})
    assert leak_check.parts(Note("no more"))


class CanNotPlay:
    def place(self, position: Position) -> None:
        pass

    def given(self, seat: int) -> Any:
        return seat


class Deep(Honest):
    def given(self, seat: int) -> Any:
        nest: list[Any] = [seat]
        for _more in range(5000):
            nest = [nest]
        return nest


def test_an_object_that_is_no_environment_is_refused() -> None:
    wrong: list[Any] = [Honest(), None, "mutiny"]
    for make in wrong:
        with pytest.raises(QuarterdeckError, match=r"^make is a class or a function that gives a fresh"):
            leak_check.check(make, "mutiny")
    half: Any = CanNotPlay
    with pytest.raises(QuarterdeckError, match=r"^An environment has the methods .* has no play"):
        leak_check.check(half, "mutiny")


def test_endless_nesting_is_refused() -> None:
    with pytest.raises(QuarterdeckError, match="is nested more than 200 deep"):
        leak_check.check(Deep, "mutiny")
