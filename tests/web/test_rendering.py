"""Renderings that are kept: equal to new ones, whoever they were made for, and made of what is said alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import jinja2
import pytest

from quarterdeck.play import Game, Record
from quarterdeck.tables.match import Match
from quarterdeck.tables.sight import look
from quarterdeck.web import pages, rendering
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.base import Region, reads
from quarterdeck.web.screen import Screens, draw
from tests.tables.tables import kinds, play
from tests.web import fixtures

NAMES = ["Ann", "Ben", "Cleo", "Dan"]


@contextmanager
def nothing_kept() -> Iterator[None]:
    """Within it every region, part, chapter and macro is rendered anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rendering, "_kept", lambda macro: macro)
        patch.setattr(rendering, "_environment", cache(rendering._environment.__wrapped__))
        patch.setattr(rendering, "_region", rendering._region.__wrapped__)
        patch.setattr(rendering, "_part", rendering._part.__wrapped__)
        patch.setattr(pages, "_chapter", pages._chapter.__wrapped__)
        patch.setattr(pages, "_line", pages._line.__wrapped__)
        yield


def fresh(game: Game) -> Match:
    made = Record(game, seed="kept", names=NAMES[: game.players])
    return Match.fresh(made, kinds(game.players, game.players), "owner")


@pytest.mark.parametrize("game", BOARDS)
def test_what_is_kept_is_what_would_be_rendered_anew_for_every_viewer_of_a_random_game(game: str) -> None:
    dice = random.Random(game)
    match = fresh(Game(game, players=3))
    screens = Screens()
    viewers = (None, *range(3))
    checked = 0
    while True:
        shown = {viewer: screens.current(match, viewer).regions("token") for viewer in viewers}
        if dice.random() < 0.1 or match.over:
            with nothing_kept():
                for viewer in viewers:
                    assert shown[viewer] == draw(look(match, viewer)).regions("token")
            checked += 1
        if match.over:
            break
        seat = dice.choice(match.to_act)
        play(match, seat, match.version, dice.choice(match.position.legal(seat)))
    assert checked > 5


def test_what_was_made_in_one_language_is_not_shown_in_another(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = fixtures.showing()
    monkeypatch.setattr(rendering, "current", lambda: "en")
    known = pages.regions(shown)
    before = rendering._region.cache_info().misses
    assert pages.regions(shown) == known
    assert rendering._region.cache_info().misses == before
    monkeypatch.setattr(rendering, "current", lambda: "eo")
    pages.regions(shown)
    assert rendering._region.cache_info().misses == before + len(BOARDS["meuterer"].regions)


def test_a_region_that_reads_what_it_does_not_name_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    board: Any = BOARDS["meuterer"]
    names = board.regions["seats"]
    lacking = reads("round phase captain to_act winners islands ship came_from", "names kinds me")
    monkeypatch.setitem(board.regions, "seats", Region(lacking, names.make))
    with pytest.raises(KeyError, match="seats"):
        pages.regions(fixtures.showing())
    monkeypatch.setitem(board.regions, "seats", Region(names.given, lambda given: {}))
    rendering._region.cache_clear()
    with pytest.raises(jinja2.UndefinedError):
        pages.regions(fixtures.showing())


def test_what_is_no_plain_data_is_refused_as_an_input() -> None:
    with pytest.raises(ValueError, match="unmarshallable"):
        rendering.part("meuterer", "meuterer/seat.html", seat=object(), parity=0)


def test_each_browser_gets_its_own_token_in_what_is_rendered_once() -> None:
    screen = Screens().current(fresh(Game("meuterer")), 0)
    one, other = screen.regions("one"), screen.regions("other")
    assert 'name="csrf" value="one"' in one["region_prompt"]
    assert {name for name in one if one[name] != other[name]} == {"region_prompt"}
    assert one["region_prompt"].replace('"one"', '"other"') == other["region_prompt"]


def test_what_the_token_is_put_for_cannot_be_guessed_and_is_never_sent() -> None:
    screen = draw(look(fresh(Game("mutiny")), 0))
    mark = screen._regions["region_prompt"].split('name="csrf" value="')[1].split('"')[0]
    assert len(mark) == 32
    assert mark not in "".join(screen.regions("token").values())
