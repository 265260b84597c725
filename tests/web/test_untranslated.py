"""No page holds a sentence that has not passed through the catalogues."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

import quarterdeck
from quarterdeck.i18n import current
from quarterdeck.play import Record
from quarterdeck.tables.live.notifier import Notification
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.notices import Kind
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.web.notices import wording
from quarterdeck.web.table.screen import draw, table_page
from tests.reading import FOREIGN, NAMES, Words, foreign, untranslated
from tests.tables.tables import play
from tests.web.desk import Desk, desk
from tests.web.notices.test_push import settings as push_settings
from tests.web.outline import STATIC

GAMES: list[dict[str, Any]] = [
    {"name": "meuterer", "players": 4, "rules": "english", "pirates": "on"},
    {"name": "meuterer", "players": 3, "rules": "manual", "pirates": "double"},
    {"name": "cartagena", "players": 4},
    {"name": "cartagena", "players": 2},
    {"name": "mutiny", "players": 5},
]
TEMPLATES = sorted(STATIC.parent.parent.rglob("templates/**/*.html"))
PAGES = [
    "/",
    "/?game=mutiny",
    "/?game=cartagena",
    "/lobby",
    "/me",
    "/games",
    "/export",
    "/nowhere",
    "/table/nowhere",
]


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Desk]:
    with foreign(tmp_path / "locale"), desk(tmp_path, settings=push_settings()) as one:
        one.client.headers["accept-language"] = FOREIGN
        yield one


def read(html: str) -> set[str]:
    return untranslated(Words(html).texts)


def fresh(seats: list[str] | None = None, *, name: str, **options: Any) -> tuple[Record, list[str]]:
    game = quarterdeck.game(name, **options)
    return Record(game, seed="letters", names=list(NAMES[: game.players])), seats or [HUMAN] * game.players


def test_the_language_of_these_tests_is_spoken(ann: Desk) -> None:
    assert f'<html lang="{FOREIGN}"' in ann.get("/").text
    assert untranslated(["А plain word"]) == {"А plain word"}
    assert untranslated(["Ann: ME-66, Hochland, {count}"]) == set()


@pytest.mark.parametrize("path", [*PAGES, *(f"/rules/{game}" for game in quarterdeck.GAMES)])
def test_pages_without_a_table_are_translated(ann: Desk, path: str) -> None:
    assert read(ann.get(path).text) == set()


@pytest.mark.parametrize("options", GAMES, ids=lambda options: "-".join(map(str, options.values())))
def test_tables_are_translated_in_every_phase(ann: Desk, options: dict[str, Any]) -> None:
    match = ann.enter(*fresh(**options))
    dice = random.Random(5)
    found: set[str] = set()
    looks: Counter[str] = Counter()
    while not match.over:
        seat = dice.choice(match.to_act)
        phase = match.record.position.view(None).to_json()["phase"]
        looks[phase] += 1
        if looks[phase] in (1, 2, 20):
            found |= read(table_page(match, seat, "")) | read(table_page(match, None, ""))
            found |= untranslated(draw(look(match, seat)).said)
        play(match, seat, match.version, dice.choice(match.record.position.legal(seat)))
    found |= read(ann.get(f"/table/{match.id}").text)
    for query in ("ply=5&seat=0", "ply=40&seat=all", "ply=9&seat=none&spoilers=off"):
        found |= read(ann.get(f"/table/{match.id}/replay?{query}").text)
    assert found == set()


def test_waiting_rooms_are_translated(ann: Desk) -> None:
    match = ann.enter(*fresh([HUMAN, VACANT, VACANT, VACANT], name="cartagena", players=4))
    assert read(ann.get(f"/table/{match.id}").text) == set()
    assert read(ann.get(f"/table/{match.id}/devices").text) == set()


@pytest.mark.parametrize("kind", get_args(Kind))
def test_letters_are_translated(ann: Desk, kind: Kind) -> None:
    notice = wording.notice(Notification(kind, "abc", "Meuterer", "Ann", ("Ben", "Cleo"), None))
    asked = wording.confirmation("/me/confirm")
    assert untranslated([notice.title, notice.text, asked.title, asked.text]) == set()


def test_templates_hold_no_words_outside_their_sentences() -> None:
    """What is left of them without what Jinja fills in or translates, the classes of pages and addresses."""
    found = set()
    for path in TEMPLATES:
        text = re.sub(
            r"{% (trans|block kind).*?{% end(trans|block) %}", "", path.read_text("utf-8"), flags=re.S
        )
        plain = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", text, flags=re.S)
        found |= untranslated(re.sub(r"\S*[=?&]\S*|openapi\.json", "", one) for one in Words(plain).texts)
    assert len(TEMPLATES) > 50
    assert found == set()


def test_scripts_hold_no_sentences_of_their_own() -> None:
    """What they show stands in the page: nothing between quotation marks in them reads like words."""
    scripts = sorted(STATIC.parent.parent.rglob("static/**/*.js"))
    code = [re.sub(r"(?m)^\s*//.*$|\s// .*$", "", script.read_text("utf-8")) for script in scripts]
    found = [words for one in code for words in re.findall(r"""["'`]\w+ [a-z]+ [a-z]+[^"'`]*""", one)]
    assert len(scripts) > 10
    assert found == []


def test_what_a_browser_is_refused_is_translated(ann: Desk) -> None:
    match: Match = ann.enter(*fresh(name="mutiny", players=3))
    answers = [
        ann.act(match, 0, 99, "bid 0 0"),
        ann.act(match, 0, match.version, "bid 9 9"),
        ann.act(match, 2, match.version, "north"),
        ann.post("/me/name", {"name": ""}),
        ann.post("/me/mail", {"email": "no"}),
    ]
    assert {text for answer in answers for text in read(answer.text)} == set()
    assert all(answer.status_code >= 400 for answer in answers)
    assert current() == FOREIGN
