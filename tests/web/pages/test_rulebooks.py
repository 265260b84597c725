"""The page of a game's rules: the game at a glance first, then a search, then the numbered rules."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from quarterdeck.play import GAMES, find
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.pages.rulebooks import rules
from tests.web.desk import Desk, words
from tests.web.outline import Outline


def shown(page: str) -> set[str]:
    """The numbers of the rules that are not hidden."""
    entries = [found for tag, found in Outline(page).elements if tag == "div" and "hidden" not in found]
    ids = [str(found.get("id")) for found in entries]
    return {one for one in ids if re.fullmatch(r"[A-Z]{2}-\d+", one)}


@pytest.mark.parametrize("game", BOARDS)
def test_a_page_of_rules_begins_with_the_aim_the_table_and_a_round(ann: Desk, game: str) -> None:
    page = ann.get(f"/rules/{game}").text
    glance = find(game).glance
    order = [glance.aim, "What lies on the table", *(heading for heading, _steps in glance.courses)]
    places = [words(page).index(text.split(" (")[0][:40]) for text in [*order, "The rules, number by number"]]
    assert places == sorted(places)
    head = page.partition('id="numbered"')[0]
    assert 'class="aim-picture"' in head
    assert 'class="overview"' in head
    drawn = re.findall(r'class="spot".*?<text[^>]*>(\d+)</text>', head, re.DOTALL)
    assert sorted(drawn) == [str(number + 1) for number in range(len(glance.things))]
    assert shown(page) == set(find(game).rulebook.rules)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_cited_at_a_glance_is_a_rule(game: str) -> None:
    glance, known = find(game).glance, find(game).rulebook.rules
    said = [text for _title, text in glance.things]
    said += [text for _heading, steps in glance.courses for _title, text in steps]
    assert set(re.findall(r"[A-Z]{2}-\d+", " ".join([glance.aim, *said]))) <= known.keys()


def test_a_game_without_a_primer_has_its_invitation_for_an_aim() -> None:
    spec = replace(find("meuterer"), primer=None, about="Win <all> of it.")
    page = rules(spec, False)
    assert "Win &lt;all&gt; of it." in page
    assert 'class="overview"' in page


def test_a_search_shows_the_rules_that_have_all_its_words_and_marks_them(ann: Desk) -> None:
    page = ann.get("/rules/meuterer?q=  MERCHANT   tie").text
    found = {
        rule.id
        for rule in find("meuterer").rulebook.rules.values()
        if all(word in f"{rule.title} {rule.text} {rule.decision}".lower() for word in ("merchant", "tie"))
    }
    assert "ME-66" in found
    assert shown(page) == found
    assert f"{len(found)} rules say “MERCHANT tie”." in words(page)
    assert "<mark>Merchant</mark>" in page
    assert 'href="/rules/meuterer#ME-66"' in page
    one = ann.get("/rules/meuterer?q=me-66").text
    assert "ME-66" in shown(one)
    assert "<mark>ME-66</mark>" in one


def test_a_search_finds_the_scope_of_a_rule_and_the_option_of_a_house_rule(ann: Desk) -> None:
    manual = ann.get("/rules/meuterer?q=reference").text
    assert shown(manual) == {"ME-11", "ME-52", "ME-67"}
    assert "Only in force in: <mark>Reference</mark> manual." in manual
    house = ann.get("/rules/cartagena?q=duel_opponents").text
    assert shown(house) == {"CA-65"}
    assert "<code><mark>duel_opponents</mark></code>" in house


def test_a_search_without_a_hit_says_so_in_one_sentence(ann: Desk) -> None:
    page = ann.get("/rules/mutiny?q=<script>kraken").text
    assert shown(page) == set()
    assert "No rule says “&lt;script&gt;kraken”: try a shorter word, or another one." in page
    assert "<script>kraken" not in page
    chapters = [found for _tag, found in Outline(page).elements if found.get("class") == "chapter"]
    assert len(chapters) > 3
    assert all("hidden" in found for found in chapters)


@pytest.mark.parametrize("query", ["", " ", "x" * 5000, "%22%0A%C3%28", "a " * 300])
def test_any_text_can_be_searched_for(ann: Desk, query: str) -> None:
    assert ann.get(f"/rules/cartagena?q={query}").status_code == 200
