"""A match is its set-up, its seed and its moves: these replay it, and a match file holds them all."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from quarterdeck.play import Record
from quarterdeck.testing.matches import Case, at, differing, random_match, require

__all__ = ["CHECKS"]

HALF = 40  # plies of a match that is still in progress


def replay_equals_play(case: Case) -> None:
    """The same moves lead to the same positions, and nothing is lost on the way."""
    record = Record(case.game, seed=21)
    path = [record.position]
    for position, seat, action in random_match(case.game, seed=21):
        if record.position != position:
            fields = differing(record.position.state, position.state)
            raise AssertionError(f"a replay differs in {fields} before seat {seat} plays “{action}”")
        path.append(record.append(seat, action))
        if case.conserved is not None:
            held, whole = case.conserved(path[-1].to_json()), case.conserved(path[0].to_json())
            require(held == whole, f"{held} components are there {at(seat, action)}, {whole} at the start")
    replayed = list(record.positions())
    require(replayed == path, "a replay leads to other positions than the match")
    played_events = [position.events for position in path]
    require([position.events for position in replayed] == played_events, "a replay tells other facts")
    require(record.position.over, "a match that is over is in progress when it is replayed")


def a_match_goes_through_a_file_and_back(case: Case) -> None:
    """Whole or in progress, a match file says it all."""
    for plies in (None, HALF):
        record = Record(case.game, seed=22)
        for ply, (_, seat, action) in enumerate(random_match(case.game, seed=22)):
            if ply == plies:
                break
            record.append(seat, action)
        reread = Record.loads(record.dumps())
        is_same = reread == record and reread.position == record.position and reread.dumps() == record.dumps()
        require(is_same, "a match file read and written again is another one")
        verdict = reread.verify()
        figures = (verdict.moves, verdict.over, tuple(verdict.scores))
        expected = (len(record.moves), record.position.over, tuple(record.position.scores))
        require(figures == expected, f"a match file is verified as {figures}, not {expected}")
        commitment = "sha256:" + hashlib.sha256(b"22").hexdigest()
        require(verdict.commitment == commitment, "a match file has another commitment than its seed's")


CHECKS: tuple[Callable[[Case], None], ...] = (replay_equals_play, a_match_goes_through_a_file_and_back)
