"""Templates that are compiled to fewer steps say what Jinja would have them say."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path

import jinja2
import pytest
from jinja2.compiler import CodeGenerator

from quarterdeck import i18n
from quarterdeck.play import Game, Record
from quarterdeck.tables.match.match import Match
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.rendering import engine, templates
from quarterdeck.web.rendering.engine import Engine
from quarterdeck.web.table.screen import table_page
from tests.tables.tables import kinds, play


class Plain(Engine):
    """The same templates as Jinja itself compiles them."""

    code_generator_class = CodeGenerator
    template_class = jinja2.Template


def said(source: str, **given: object) -> str:
    return Engine().from_string(source).render(given)


@pytest.mark.parametrize("game", BOARDS)
def test_a_page_is_what_jinja_makes_of_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(game)
    match = Match.fresh(Record(Game(game, players=3), seed="engine"), kinds(3, 3), "owner")
    for _move in range(40):
        seat = dice.choice(match.to_act)
        play(match, seat, match.version, dice.choice(match.position.legal(seat)))
    quick = [table_page(match, seat, "token") for seat in (None, 0, 1, 2)]
    monkeypatch.setattr(templates, "Engine", Plain)
    monkeypatch.setattr(templates, "_environment", cache(templates._environment.__wrapped__))
    for kept in (templates._cached_piece, templates._cached_part):
        kept.cache_clear()
    assert quick == [table_page(match, seat, "token") for seat in (None, 0, 1, 2)]


def test_what_is_put_out_is_escaped_unless_it_is_html() -> None:
    source = "{{ name }}|{{ name|upper }}|{{ name ~ '&' }}|{{ number }}|{{ nothing }}|{{ pair.name }}"
    given = {"name": "<b>", "number": 7, "nothing": None, "pair": {"name": "'"}}
    assert said(source, **given) == "&lt;b&gt;|&lt;B&gt;|&lt;b&gt;&amp;|7|None|&#39;"
    assert said("{% macro one(name) %}<i>{{ name }}</i>{% endmacro %}{{ one('&') }}") == "<i>&amp;</i>"


def test_in_sentences_what_is_given_is_escaped() -> None:
    assert said("{% trans name='<b>' %}Hello {{ name }}, 100 %{% endtrans %}") == "Hello &lt;b&gt;, 100 %"
    assert said("{{ _('Hello %(name)s', name='<b>') }}") == "Hello &lt;b&gt;"
    counted = "{% trans count=count %}{{ count }} card{% pluralize %}{{ count }} cards{% endtrans %}"
    assert [said(counted, count=count) for count in (1, 2)] == ["1 card", "2 cards"]


def test_a_sentence_is_kept_in_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    template = Engine().from_string("{% trans %}Hello{% endtrans %}")
    assert template.render() == "Hello"
    monkeypatch.setattr(engine, "_", lambda message: f"{message} in Esperanto")
    monkeypatch.setattr(i18n, "closest", lambda language: language)
    with i18n.use("eo"):
        assert template.render() == "Hello in Esperanto"
    assert template.render() == "Hello"


def test_a_condition_that_is_false_says_nothing() -> None:
    assert said("<{{ ' on' if on }}{{ 'a' if on else 'b' }}>", on=False) == "<b>"


def test_what_is_not_there_fails() -> None:
    for source in ("{{ nothing }}", "{{ one.nothing }}", "{{ one.nothing() }}", "{{ nothing() }}"):
        with pytest.raises(jinja2.UndefinedError):
            said(source, one={"something": 1})


def test_arguments_may_have_any_name() -> None:
    def told(*given: object, **named: object) -> str:
        return f"{given} {named}"

    assert said("{{ told(1, for=2)|safe }}", told=told) == "(1,) {'for': 2}"
    assert said("{{ told(*[1], **{'a': 2})|safe }}", told=told) == "(1,) {'a': 2}"


# -- compiled templates


def test_a_template_is_compiled_once(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Engine().get_template("macros.html")
    assert len(list(cache_folder.rglob("*.cache"))) == 1
    monkeypatch.setattr(Engine, "_generate", lambda *given: pytest.fail("compiled again"))
    Engine().get_template("macros.html")


def test_a_damaged_or_unwritable_cache_does_no_harm(cache_folder: Path) -> None:
    Engine().get_template("macros.html")
    for file in cache_folder.rglob("*.cache"):
        file.write_bytes(file.read_bytes()[:40])
    Engine().get_template("macros.html")
    shutil.rmtree(cache_folder)
    cache_folder.write_text("no folder")
    Engine().get_template("macros.html")
