"""Cues: how sentences are staged, made of what the viewer has been told and of nothing else."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from quarterdeck.play import Game, Record
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from quarterdeck.web.boards import BOARDS, folder_of
from quarterdeck.web.boards.cues import Cue, staged
from quarterdeck.web.table.screen import draw
from tests.tables.tables import kinds, play
from tests.web.test_app_secrecy import twin

GAMES = ("meuterer", "cartagena", "mutiny")


def played(game: str, seed: str = "cues", owner: str = "", most: int = 900) -> Match:
    """A match by chance, to its end or for so many entries."""
    record = Record(Game(game, players=3), seed=seed, names=["Ann", "Ben", "Cleo"])
    match = Match.fresh(record, kinds(1, 3), owner)
    dice = random.Random(seed)
    while not match.over and match.version < most:
        seat = match.position.to_act[0]
        play(match, seat, match.version, dice.choice(match.position.legal(seat)))
    return match


def cues(match: Match, viewer: int | None) -> list[Cue]:
    heard = look(match, viewer).heard
    found = (BOARDS[match.game.id].cue(heard, at) for at in range(len(heard)))
    return [cue for cue in found if cue is not None]


@pytest.mark.parametrize("game", GAMES)
def test_a_cue_tells_nothing_that_its_viewer_cannot_see(game: str) -> None:
    # Nothing is hidden any more once a match is over.
    match = played(game, most=80)
    assert not match.over
    cue = BOARDS[game].cue
    for viewer in (0, 2, None):
        other = look(twin(match, viewer), viewer)
        mine = look(match, viewer)
        assert staged(cue, mine.heard, mine.said, 0) == staged(cue, other.heard, other.said, 0)
        assert any(staged(cue, mine.heard, mine.said, 0))


@pytest.mark.parametrize("game", GAMES)
def test_no_cue_is_made_of_what_only_one_seat_knows(game: str) -> None:
    match = played(game)
    for viewer in (0, 1, 2):
        heard = look(match, viewer).heard
        for at, event in enumerate(heard):
            if event is not None and event.audience is not None:
                cue = BOARDS[game].cue(heard, at)
                assert cue is None or not (cue.flights or cue.scene or cue.summary), event


@pytest.mark.parametrize("game", GAMES)
def test_a_match_has_set_pieces_points_and_summaries(game: str) -> None:
    found = cues(played(game), None)
    assert any(cue.scene for cue in found)
    assert any(flight.tally and flight.change > 0 for cue in found for flight in cue.flights)
    assert any(cue.sail for cue in found)
    assert len({cue.ends for cue in found} - {""}) > 1
    assert {cue.sound for cue in found} <= {"", "card", "coin", "ship", "mutiny", "win"}


def named_on(match: Match, ply: int) -> set[str]:
    """The places and figures on a spectator's page."""
    page = "".join(draw(look(match, None, ply)).regions("").values())
    places = [name for names in re.findall(r'data-place="([^"]*)"', page) for name in names.split()]
    return {*places, *re.findall(r'data-tally="([^"]*)"', page)}


@pytest.mark.parametrize("game", GAMES)
def test_every_place_of_a_cue_is_on_the_board_before_or_after_the_move(game: str) -> None:
    match = played(game)
    compared = 0
    for ply in range(1, match.ply + 1, 2):
        sight = look(match, None, ply)
        first, end = sight.latest
        staged_here = [BOARDS[game].cue(sight.heard, at) for at in range(first, end)]
        named = {name for cue in staged_here if cue is not None for name in places_of(cue)}
        if named:
            assert named <= named_on(match, ply - 1) | named_on(match, ply)
            compared += len(named)
    assert compared > 40


def places_of(cue: Cue) -> list[str]:
    """All places that a cue names."""
    ends = [place for flight in cue.flights for place in (flight.origin, flight.target)]
    figures = [flight.tally for flight in cue.flights if flight.tally]
    return [*ends, *figures, *cue.lit, *(cue.sail or ())[1:]]


def figures(match: Match, viewer: int | None, ply: int) -> dict[str, int]:
    """The figures on a page, by name."""
    page = draw(look(match, viewer, ply)).regions("")["region_strip"]
    found = re.findall(r'data-tally="([^"]*)">([−-]?\d+)', page)
    return {name: int(value.replace("−", "-")) for name, value in found}


@pytest.mark.parametrize("game", GAMES)
def test_figures_change_by_what_flies_and_by_nothing_else(game: str) -> None:
    match = played(game)
    for viewer in (0, None):
        before = figures(match, viewer, 0)
        for ply in range(1, match.ply + 1):
            sight = look(match, viewer, ply)
            found = [BOARDS[game].cue(sight.heard, at) for at in range(*sight.latest)]
            arrived = Counter(before)
            for flight in [flight for cue in found if cue is not None for flight in cue.flights]:
                arrived[flight.tally] += flight.change
            before = figures(match, viewer, ply)
            assert {name: arrived[name] for name in before} == before


@pytest.mark.parametrize("game", GAMES)
def test_every_icon_of_a_cue_is_in_the_sprite(game: str) -> None:
    sprites = [
        folder_of(game) / "templates" / "sprite.svg",
        *(folder_of(game).parents[2] / "web/templates" / name for name in ("sprite.svg", "seats.svg")),
    ]
    known = set(re.findall(r'id="i-([a-z0-9-]+)"', "".join(path.read_text("utf-8") for path in sprites)))
    for cue in cues(played(game), None):
        icons = [flight.icon for flight in cue.flights]
        icons += [lay.icon for lay in cue.scene.lays] if cue.scene else []
        assert set(icons) <= known | {"coin"}
