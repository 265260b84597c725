"""Information states: the same exactly for histories that a seat can't tell apart."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from quarterdeck import Game, Position
from quarterdeck.lab import vector
from quarterdeck.lab.lanes import Lanes
from quarterdeck.lab.lanes.memory import COLUMNS, OTHERS, OWN, TOLD
from quarterdeck.play import GAMES
from tests.lab.lanes.settings import GAMES as SETTINGS
from tests.lab.lanes.settings import OneLane, each_game

LONG = 2048


def block(env: Lanes, lane: int, name: str) -> Any:
    at = 0
    for one in env.blocks:
        if one.name == name:
            return env.out.information[lane, at : at + one.length].copy()
        at += one.length
    raise KeyError(name)


def told(env: Lanes, lane: int) -> list[list[int]]:
    """The entries of the log of the seat to act."""
    entries = block(env, lane, "log").reshape(-1, COLUMNS).astype(int).tolist()
    return [entry for entry in entries if entry[0]]


@each_game
def test_the_log_has_each_action_as_the_seat_saw_it_and_each_fact_it_may_know(game: Game) -> None:
    env = vector(game, 1, seed=6, information=LONG)
    position = game.start(seed="6/0/0")
    seats, public = game.players, game.spec.public_text
    logs: list[list[list[int]]] = [[] for _ in range(seats)]
    deals = [position.view(seat).observation() for seat in range(seats)]
    while not position.over:
        seat = position.to_act[0]
        assert told(env, 0) == logs[seat]
        assert block(env, 0, "told") == len(logs[seat]) / np.float32(LONG)
        assert block(env, 0, "observation").tolist() == position.view(seat).observation().tolist()
        assert block(env, 0, "deal").tolist() == deals[seat].tolist()
        assert np.flatnonzero(block(env, 0, "seat")).tolist() == [seat]
        action = game.actions[env.sample()[0]]
        position = position.play(seat, action)
        env.step(env.sample())
        for viewer, log in enumerate(logs):
            by = (seat - viewer) % seats
            entry = [OWN if viewer == seat else OTHERS, action.id, by, 0, 0, 0]
            if viewer != seat:
                entry[1] = min(one.id for one in game.actions if public(one.id) == public(action.id))
            log.append(entry)
            for fact in position.view(viewer)._facts.tolist():
                about = -1 if fact[2] < 0 else (fact[2] - viewer) % seats
                log.append([TOLD, fact[0], about, *fact[3:]])
    assert max(map(len, logs)) < LONG


def test_a_log_that_is_cut_keeps_the_newest_entries() -> None:
    whole, cut = (vector("meuterer", 1, seed=1, information=size) for size in (LONG, 5))
    for _ in range(60):
        assert told(cut, 0) == told(whole, 0)[-5:]
        assert block(cut, 0, "told") * 5 == len(told(whole, 0))
        assert cut.out.digest.tolist() == whole.out.digest.tolist()
        for env in (whole, cut):
            env.step(env.sample())


def test_the_blocks_are_all_the_slots() -> None:
    env = vector("mutiny", 2, information=7)
    assert sum(one.length for one in env.blocks) == env.out.information.shape[1]
    assert [one.name for one in env.blocks] == ["observation", "deal", "seat", "told", "log"]


class Pair:
    """A match and a twin that looked the same to the viewer when it was dealt, each in its lane."""

    def __init__(self, position: Position, env: OneLane, viewer: int, seed: int) -> None:
        self.viewer = viewer
        world = position.view(viewer).sample(seed)
        twin = OneLane(env.env.game)
        twin.env = env.env.copy()
        twin.place(world)
        self.sides = [(position, env), (world, twin)]

    def digests(self) -> list[list[int]]:
        return [env.given(self.viewer)["digest"].tolist() for _, env in self.sides]

    def states(self) -> list[bytes]:
        """Of those sides where the viewer is to act."""
        found = [env.given(self.viewer).get("information") for _, env in self.sides]
        return [one.tobytes() for one in found if one is not None]

    def play(self, chooser: random.Random) -> bool:
        """A random move in both; whether the viewer is told the same of them."""
        shown: list[Any] = []
        alike = chooser.random() < 0.7
        for at, (position, env) in enumerate(self.sides):
            seat, public = position.to_act[0], position.game.spec.public_text
            moves = position.legal(seat)
            if alike and shown:
                moves = tuple(one for one in moves if public(one.id) == shown[0][1]) or moves
            action = chooser.choice(moves)
            after = position.play(seat, action)
            env.play(seat, action)
            self.sides[at] = (after, env)
            own = action.text if seat == self.viewer else None
            view = after.view(self.viewer)
            shown.append((seat, public(action.id), own, [str(event) for event in view.events], view))
        return bool(shown[0] == shown[1])

    @property
    def over(self) -> bool:
        return any(position.over for position, _ in self.sides)


@pytest.mark.parametrize("game", [SETTINGS[0], SETTINGS[4], SETTINGS[6]], ids=list(GAMES))
def test_histories_that_a_seat_can_tell_apart_never_agree_again_and_others_always_do(game: Game) -> None:
    chooser = random.Random(3)
    position, here = game.start(seed=1), OneLane(game)
    here.place(position)
    same = parted = compared = 0
    for start in range(60):
        seat = position.to_act[0]
        pair = Pair(position, _copy(here), chooser.randrange(game.players), start)
        alike = True
        for _ in range(12):
            alike = pair.play(chooser) and alike
            if pair.over:
                break
            mine, its = pair.digests()
            assert (mine == its) == alike
            states = pair.states()
            if len(states) == 2:
                compared += 1
                assert (states[0] == states[1]) == alike
            same, parted = same + alike, parted + (not alike)
        action = chooser.choice(position.legal(seat))
        position = position.play(seat, action)
        here.play(seat, action)
    assert min(same, parted, compared) > 25


def _copy(one: OneLane) -> OneLane:
    made = OneLane(one.env.game)
    made.env = one.env.copy()
    return made
