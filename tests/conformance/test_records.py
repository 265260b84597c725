"""A match is its set-up, its seed and its moves: replay equals play, and files say it all."""

from __future__ import annotations

import hashlib
from pathlib import Path

from quarterdeck import Game, Record
from tests.conformance.settings import each_setting, each_size, inventory, random_match


def played(game: Game, seed: int, plies: int | None = None) -> Record:
    """A random match, or its beginning, as a record."""
    record = Record(game, seed=seed)
    for ply, (_, seat, action) in enumerate(random_match(game, seed)):
        if ply == plies:
            break
        record.append(seat, action)
    return record


@each_size
def test_replay_equals_play(game: Game) -> None:
    record = Record(game, seed=21)
    path = [record.position]
    for position, seat, action in random_match(game, seed=21):
        assert record.position == position
        path.append(record.append(seat, action))
    replayed = list(record.positions())
    assert replayed == path
    assert [one.events for one in replayed] == [one.events for one in path]
    assert record.position.over
    assert {tuple(sorted(inventory(one).items())) for one in path[::10]} == {
        tuple(sorted(inventory(path[0]).items()))
    }


@each_size
def test_a_whole_match_goes_through_a_file_and_back(game: Game, tmp_path: Path) -> None:
    record = played(game, seed=22)
    again = Record.loads(record.dumps())
    assert again == record
    assert again.position == record.position
    assert again.dumps() == record.dumps()
    record.save(tmp_path / "match.qd")
    assert Record.load(tmp_path / "match.qd") == record
    verdict = again.verify()
    assert (verdict.moves, verdict.over) == (len(record.moves), True)
    assert verdict.scores == record.position.scores
    assert verdict.commitment == "sha256:" + hashlib.sha256(b"22").hexdigest()


@each_setting
def test_a_match_in_progress_goes_through_a_file_and_back(game: Game) -> None:
    record = played(game, seed=23, plies=40)
    again = Record.loads(record.dumps())
    assert again == record
    assert again.position == record.position
    assert not again.verify().over
