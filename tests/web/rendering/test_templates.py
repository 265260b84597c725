"""Renderings that are kept: equal to new ones, whoever they were made for, and made of what is said alone."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import jinja2
import pytest

from quarterdeck.play import Game, Record
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.base import Piece
from quarterdeck.web.rendering import templates
from quarterdeck.web.table import markup, writing
from quarterdeck.web.table.screen import Screen, Screens, draw
from tests.tables.tables import kinds, play
from tests.web import fixtures

NAMES = ["Ann", "Ben", "Cleo", "Dan"]


@contextmanager
def nothing_kept() -> Iterator[None]:
    """Within it every piece, part, line and macro is rendered anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates, "_cached_expansion", templates._cached_expansion.__wrapped__)
        patch.setattr(templates, "_cached_piece", templates._cached_piece.__wrapped__)
        patch.setattr(templates, "_cached_part", templates._cached_part.__wrapped__)
        patch.setattr(writing, "_cached_frame", writing._cached_frame.__wrapped__)
        patch.setattr(writing, "_cached_line", writing._cached_line.__wrapped__)
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
    monkeypatch.setattr(templates, "around", lambda: "en")
    known = markup.regions(shown)
    before = templates._cached_piece.cache_info().misses
    assert markup.regions(shown) == known
    assert templates._cached_piece.cache_info().misses == before
    monkeypatch.setattr(templates, "around", lambda: "eo")
    markup.regions(shown)
    pieces = [
        piece for region in BOARDS["meuterer"].regions.values() for piece in region(markup.frame(shown))
    ]
    assert templates._cached_piece.cache_info().misses == before + len(pieces)


def test_a_piece_that_reads_what_it_does_not_name_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    board: Any = BOARDS["meuterer"]
    panels = board.regions["seats"]

    def lacking(context: Any) -> list[Piece]:
        return [
            one._replace(given={key: one.given[key] for key in one.given if key != "over"})
            for one in panels(context)
        ]

    monkeypatch.setitem(board.regions, "seats", lacking)
    with pytest.raises(KeyError, match="over"):
        markup.regions(fixtures.showing())
    monkeypatch.setitem(
        board.regions, "seats", lambda context: [one._replace(make=dict) for one in panels(context)]
    )
    with pytest.raises(jinja2.UndefinedError):
        markup.regions(fixtures.showing())


def test_a_log_that_is_written_on_is_the_one_that_is_written_anew() -> None:
    match = fresh(Game("mutiny", players=3))
    dice = random.Random("log")
    last = Screen(-1, 0, "", (), {}, {})
    for _move in range(60):
        last = draw(look(match, 0), last)
        assert last.regions("token") == draw(look(match, 0)).regions("token")
        seat = dice.choice(match.to_act)
        play(match, seat, match.version, dice.choice(match.position.legal(seat)))


def test_a_log_is_not_written_on_where_it_tells_another_story() -> None:
    one, other = fresh(Game("mutiny", players=3)), fresh(Game("mutiny", players=3))
    for match, seed in ((one, 1), (other, 2)):
        dice = random.Random(seed)
        for _move in range(30):
            seat = dice.choice(match.to_act)
            play(match, seat, match.version, dice.choice(match.position.legal(seat)))
    for match, viewer in ((other, 0), (one, 1), (one, None)):
        anew = draw(look(match, viewer)).regions("token")
        assert draw(look(match, viewer), draw(look(one, 0))).regions("token") == anew


def updated(shown: dict[str, str], known: Screen, news: dict[str, Any]) -> dict[str, str]:
    """The regions of a page that showed these of a screen, after a message."""
    blocks = {block.id: block.html for region in known._regions.values() for block in region if block.id}
    shown = {**shown, **news["regions"]}
    for part, html in news.get("parts", {}).items():
        name = next(name for name in shown if f'id="{part}"' in shown[name])
        assert shown[name].count(blocks[part]) == 1
        assert html.count(f'id="{part}"') == 1
        shown[name] = shown[name].replace(blocks[part], html)
    for name, lines in news.get("more", {}).items():
        until, end = shown[name].rsplit("\n  </ul>", 1)
        shown[name] = f"{until}{lines}\n  </ul>{end}"
    return shown


@pytest.mark.parametrize("game", BOARDS)
def test_a_page_that_takes_messages_shows_what_a_new_one_shows(game: str) -> None:
    match, dice = fresh(Game(game, players=3)), random.Random(game)
    last = draw(look(match, 0))
    shown, kinds_of_news = last.regions("token"), set[str]()
    for _move in range(100):
        if match.over:
            break
        seat = dice.choice(match.to_act)
        play(match, seat, match.version, dice.choice(match.position.legal(seat)))
        now = draw(look(match, 0), last)
        made = now.news("token", last)
        news = json.loads("{" + ",".join([made.head, f'"regions":{{{made.regions}}}', *made.rest]) + "}")
        assert news["version"] == match.version
        shown, last = updated(shown, last, news), now
        assert shown == now.regions("token")
        kinds_of_news |= news.keys()
    assert kinds_of_news >= {"regions", "parts", "more"}


def test_what_is_no_plain_data_is_refused_as_an_input() -> None:
    with pytest.raises(ValueError, match="unmarshallable"):
        templates.part("meuterer", "meuterer/seat.html", seat=object(), parity=0)


def test_each_browser_gets_its_own_token_in_what_is_rendered_once() -> None:
    shown = Screens().current(fresh(Game("meuterer")), 0)
    one, other = shown.regions("one"), shown.regions("other")
    assert 'name="csrf" value="one"' in one["region_prompt"]
    assert {name for name in one if one[name] != other[name]} == {"region_prompt"}
    assert one["region_prompt"].replace('"one"', '"other"') == other["region_prompt"]


def test_what_the_token_is_put_for_cannot_be_guessed_and_is_never_sent() -> None:
    drawn = draw(look(fresh(Game("mutiny")), 0))
    mark = drawn._regions["region_prompt"][0].html.split('name="csrf" value="')[1].split('"')[0]
    assert len(mark) == 32
    assert mark not in "".join(drawn.regions("token").values())
