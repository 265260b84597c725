"""Whatever a seat can't see may be dealt anew without changing one byte that its program is sent."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarterdeck.play import GAMES, Game, Record
from quarterdeck.tables.match.match import Match
from quarterdeck.web.api.tokens import Tokens
from tests.tables.tables import kinds, play
from tests.web.api.program import KEY, Program, program
from tests.web.test_app_secrecy import ACTIONS, at_seat, twin

ILLEGAL = {**ACTIONS, "mutiny": "place cook, keep, bid 3"}
LATEST = 8


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Program]:
    with program(tmp_path) as one:
        one.token = Tokens(KEY).fresh()
        yield one


def said_to(ann: Program, match: Match, viewer: int | None) -> list[bytes]:
    """Everything that the API says of a match to the program that plays the viewer's seat."""
    ann.on_loop(ann.room.matches.show, match)
    here = f"/tables/{match.id}"
    seat = "none" if viewer is None else str(viewer)
    asked = [here, f"{here}/messages", f"{here}/match.qd"]
    for eyes in (seat, "none", "all", "1"):
        asked += [f"{here}/view?seat={eyes}", f"{here}/replay?seat={eyes}&ply={match.ply}"]
    for action in ILLEGAL[match.game.id].split(", "):
        asked.append(f"{here}/why?seat={viewer or 0}&action={action}")
    said = [ann.get(path).content for path in asked]
    for action in ILLEGAL[match.game.id].split(", "):
        known = match.position.view(viewer).legal() if viewer is not None else ()
        if viewer not in match.to_act or action not in {one.text for one in known}:
            said.append(ann.move(match, viewer or 0, match.version, action).content)
    late = max(0, match.version - LATEST)
    for views in ("turn", "all", "none"):
        with ann.listening(match.id, f"seat={seat}&views={views}&after={late}") as socket:
            said += [socket.receive_text().encode() for _ in range(late, match.version)]
        with ann.listening(match.id, f"seat={seat}&views={views}") as socket:
            said.append(socket.receive_text().encode())
    return said


def whole(game: str) -> Match:
    made = Record(Game(game), seed="secret", names=["Ann", "Ben", "Cleo", "Dan"])
    match = Match.fresh(made, kinds(1), "nobody")
    dice = random.Random(game)
    while not match.over:
        seat = match.position.to_act[0]
        play(match, seat, match.version, dice.choice(match.position.legal(seat)))
    return match


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_a_seat_cannot_see_changes_no_byte(ann: Program, game: str) -> None:
    course = whole(game)
    owner = Tokens(KEY).owner(str(ann.token))
    dice = random.Random(game)
    differing = 0
    for plies in sorted(dice.sample(range(10, course.version), 2)):
        for viewer in (0, 3, None):
            match = at_seat(course, viewer, owner, plies)
            other = twin(match, viewer)
            differing += match.position != other.position
            assert said_to(ann, match, viewer) == said_to(ann, other, viewer)
    assert differing


def test_the_comparison_notices_what_a_seat_can_see(ann: Program) -> None:
    course = whole("meuterer")
    owner = Tokens(KEY).owner(str(ann.token))
    differing = 0
    for plies in range(5, 60, 25):
        match = at_seat(course, 0, owner, plies)
        other = twin(match, 1)
        if match.position.view(0) != other.position.view(0):
            differing += 1
            assert said_to(ann, match, 0) != said_to(ann, other, 0)
    assert differing
