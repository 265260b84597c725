"""Any lane's match is a match file, and any position can be gone on from."""

from __future__ import annotations

from typing import Any

import pytest

from quarterdeck import Game, RecordError
from quarterdeck.errors import GameOptionError
from quarterdeck.lab import vector
from quarterdeck.lab.lanes import buffers
from quarterdeck.play import Record
from quarterdeck.testing import play_out
from tests.lab.lanes.settings import each_game, play


@each_game
def test_a_lane_is_a_record_of_its_match_and_of_the_one_before(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Too short for a match, so that there has to be made room for more.
    monkeypatch.setattr(buffers, "PLIES", 16)
    env = vector(game, 3, seed="a seed", records=True)
    ended = 0
    while ended < 2:
        ended += int(env.step(env.sample()).ended[1])
    play(env, 20)
    for number in (1, 2):
        record = env.record(1, number)
        assert Record.loads(record.dumps()) == record
        assert record.seed == f"a seed/1/{number}"
        assert record.position.over == (number == 1)
    assert env.record(1) == env.record(1, 2)
    assert env.record(1).position == env.position(1)


def test_matches_do_not_outgrow_their_room_after_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffers, "PLIES", 16)
    env, other = (vector("mutiny", 2, seed="a seed", records=True) for _ in range(2))

    def interrupted(*_given: object) -> None:
        raise KeyboardInterrupt

    play(env, 15)
    for starts_anew in (False, True):
        with monkeypatch.context() as patch:
            patch.setattr("quarterdeck.lab.lanes.env.ThreadPool", interrupted)
            with pytest.raises(KeyboardInterrupt):
                env.reset() if starts_anew else env.step(env.sample())
        # What was interrupted has done nothing: matches go on where they were.
        play(env, 12)
    play(other, 15 + 2 * 12)
    assert env.record(0) == other.record(0)
    assert env.record(1).position == env.position(1)


def test_only_kept_matches_have_records() -> None:
    env = vector("mutiny", 2, records=True)
    with pytest.raises(RecordError, match="This lane has the moves of match 0 and of the one before, not"):
        env.record(0, 1)
    with pytest.raises(RecordError, match="Moves are kept only with records=True"):
        vector("mutiny", 2).record(0)


def test_a_lane_goes_on_from_a_position() -> None:
    env = vector("meuterer", 3, seed=1, records=True)
    others = [env.position(0), env.position(2)]
    position = env.game.start(seed="mine")
    for _ in range(9):
        position = position.play(position.to_act[0], position.legal()[-1])
    env.place(1, position)
    assert [env.position(0), env.position(2)] == others
    assert env.position(1) == position
    assert env.out.seat[1] == position.to_act[0]
    assert env.out.observation[1].tobytes() == position.view(position.to_act[0]).observation().tobytes()
    with pytest.raises(RecordError, match="from a position that was placed in it"):
        env.record(1)
    actions = env.sample()
    env.step(actions)
    assert env.position(1) == position.play(position.to_act[0], env.game.actions[actions[1]])
    # The next match of the lane is its own again.
    while env.match(1) == 0:
        env.step(env.sample())
    assert env.position(1) == env.game.start(seed="1/1/1")
    assert env.record(1).position == env.position(1)


def test_only_a_running_match_of_the_same_game_can_be_gone_on_from() -> None:
    env = vector("mutiny", 2, players=3)
    tiny = Game("mutiny", table="tiny", players=2)
    over = play_out(Game("mutiny", players=3).start(seed=1))
    reasons: list[tuple[Any, str]] = [
        (Game("mutiny", players=2).start(seed=1), "this one has players=2"),
        (Game("meuterer").start(seed=1), "this one is of Meuterer, version "),
        ("mutiny", "'mutiny' is no position"),
        (env.position(0).view(0), "this is a view, in which something is hidden"),
        (over, "this one is over"),
    ]
    for wrong, why in reasons:
        with pytest.raises(GameOptionError, match="A lane goes on from a position of quarterdeck.*: " + why):
            env.place(0, wrong)
    with pytest.raises(GameOptionError, match="this one has another component table"):
        vector("mutiny", 1, players=2).place(0, tiny.start(seed=1))
