"""An environment that tells a seat what it can't know is found out, and ours are not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Action, Game, Position
from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab import secrecy
from tests.lab.lanes.settings import OneLane, each_game


@each_game
def test_a_lane_tells_no_secret(game: Game) -> None:
    assert secrecy.check(lambda: OneLane(game), game) > 500


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


class FailsToCompare(Honest):
    def given(self, seat: int) -> Any:
        return {"things": [object()]}


@pytest.mark.parametrize("name", list(quarterdeck.GAMES))
def test_an_environment_of_views_is_clean(name: str) -> None:
    assert secrecy.check(Honest, quarterdeck.game(name)) > 1000


@pytest.mark.parametrize(("kind", "where"), [(ShowsAPosition, "whole"), (LeavesAByte, "table.0")])
@pytest.mark.parametrize("name", list(quarterdeck.GAMES))
def test_a_leak_is_found_and_named(name: str, kind: type[Honest], where: str) -> None:
    with pytest.raises(
        secrecy.Leak, match=rf"^Seat \d is given something that it can't know, at .*: {where}"
    ):
        secrecy.check(kind, quarterdeck.game(name))


@pytest.mark.parametrize("name", list(quarterdeck.GAMES))
def test_a_leak_of_what_was_done_before_is_found(name: str) -> None:
    with pytest.raises(secrecy.Leak, match="heard"):
        secrecy.check(TellsActions, quarterdeck.game(name))


def test_what_can_not_be_compared_is_refused() -> None:
    with pytest.raises(QuarterdeckError, match=r"things\.0 is a object, which can't be compared"):
        secrecy.check(FailsToCompare, quarterdeck.game("mutiny"))


def test_parts_tell_values_apart() -> None:
    values: list[Any] = [
        *(None, 0, 0.0, "0", b"0", False, [], {}, [0], [[0]], {"a": 0}, {"b": 0}, np.int8(0)),
        *(np.zeros(1), np.zeros(1, np.float32), np.zeros((1, 1)), np.zeros(2)),
    ]
    found = [dict(secrecy.parts(value)) for value in values]
    for at, one in enumerate(found):
        assert [other == one for other in found].count(True) == 1, values[at]
    assert dict(secrecy.parts({"a": [1]})).keys() == {"", "a", "a.0"}
