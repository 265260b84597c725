"""What each card, place and phase is, and why what can't be done can't: always told, always with its rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from quarterdeck.games.cartagena.words import names as of_cartagena
from quarterdeck.games.meuterer.words import names as of_meuterer
from quarterdeck.games.mutiny.words import names as of_mutiny
from quarterdeck.i18n import languages, use
from quarterdeck.play import Game, Record, find
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.things import Thing, grouped
from quarterdeck.web.table import markup
from tests.tables.tables import kinds
from tests.web import fixtures
from tests.web.desk import Desk
from tests.web.outline import Outline
from tests.web.sailings import MUTINY
from tests.web.voyages import CARTAGENA

GAMES: list[tuple[str, dict[str, Any]]] = [
    *(("meuterer", {"rules": name, "pirates": "on"}) for name in of_meuterer.RULE_SETS),
    ("meuterer", {"table": "tiny"}),
    ("cartagena", {"players": 2}),
    ("cartagena", {"table": "tiny"}),
    ("mutiny", {"players": 3}),
    ("mutiny", {"table": "tiny"}),
]
CARDS = {
    "meuterer": [*of_meuterer.GOODS, *of_meuterer.ROLES, "captain", "hidden"],
    "cartagena": [
        *(f"pirate-{pirate}" for pirate in of_cartagena.PIRATES),
        *{card.partition(" ")[0] for card in of_cartagena.COMBAT},
        *("gold", "coin", "side", "mascot", "sailor"),
    ],
    "mutiny": [*of_mutiny.CREW, *of_mutiny.RESOURCES, "spyglass"],
}
MAKERS: dict[str, Callable[[], dict[str, Any]]] = {
    **{f"meuterer {name}": make for name, make in fixtures.TABLES.items()},
    **{f"cartagena {name}": partial(CARTAGENA.at, name) for name in CARTAGENA.names},
    **{f"mutiny {name}": partial(MUTINY.at, name) for name in MUTINY.names},
}


def things_of(game: str, **options: Any) -> list[Thing]:
    view = Game(game, **options).start(seed=1).view(None).to_json()
    return list(BOARDS[game].things(view))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_every_card_place_and_phase_is_explained_with_rules_that_exist(
    game: str, options: dict[str, Any], language: str
) -> None:
    known = {rule.id for section in find(game).rulebook.sections for rule in section.rules}
    with use(language):
        things = things_of(game, **options)
        assert all(one.name and one.words and one.rules for one in things)
        assert [one for one in things if "{" in one.name + one.words] == []
    assert {rule for one in things for rule in one.rules} <= known
    ids = [one.id for one in things]
    assert len(ids) == len(set(ids))
    absent = {"card-pirates"} if options.get("table") == "tiny" else set()
    assert {f"card-{card}" for card in CARDS[game]} - absent <= set(ids)
    if game == "cartagena":
        assert {f"place-{space}" for space in of_cartagena.SPACES} <= set(ids)
    assert sum(len(group) for _title, group in grouped(things)) == len(things)


def test_the_figures_are_those_of_the_table() -> None:
    table = Game("meuterer").table.to_json()
    for island in table["island"]:
        island["trade"], island["dock"] = [11, 7, 5], 9
    told = [one.words for one in things_of("meuterer", table=table) if one.id.startswith("place-island-")]
    assert len(told) == 12
    assert all({"11", "7", "5", "9"} <= set(re.findall(r"\d+", words)) for words in told)
    needed = [
        next(one.words for one in things_of("mutiny", players=players) if one.id == "card-cutlass")
        for players in (3, 4)
    ]
    assert ["10" in needed[0], "8" in needed[1]] == [True, True]


def test_rule_sets_are_told_apart() -> None:
    told = {
        name: {one.id: one for one in things_of("meuterer", rules=name)} for name in of_meuterer.RULE_SETS
    }
    assert len({one["card-conflict"].words for one in told.values()}) == 3
    assert "ME-67" in told["manual"]["card-wine"].rules
    assert "ME-67" not in told["english"]["card-wine"].rules


@pytest.mark.parametrize("state", MAKERS)
def test_what_a_board_calls_explained_has_its_explanation(state: str) -> None:
    page = Outline(markup.table(MAKERS[state]()))
    named = set(page.values("data-thing"))
    assert {f"about-{thing}" for thing in named} <= set(page.values("id"))
    assert {thing.partition("-")[0] for thing in named} == {"card", "place", "phase"}


def disabled(html: str) -> Iterator[str]:
    """What is told of each action of the game that can't be taken."""
    for button in re.finditer(r'<button[^>]*name="action"[^>]*aria-disabled="true"', html):
        told = html[button.end() :].partition('<details class="why"')[2].partition("</details>")[0]
        yield re.sub(r"<[^>]*>", " ", told)


@pytest.mark.parametrize("state", MAKERS)
def test_what_cannot_be_done_says_why_with_its_rule(state: str) -> None:
    html = markup.regions(MAKERS[state]())["region_prompt"]
    assert [why for why in disabled(html) if not re.search(r"\((?:ME|CA|MU)-\d+", why)] == []
    for why in Outline(html).values("data-why"):
        assert re.search(r"\(MU-\d+\)", why)


def test_without_script_the_link_leads_to_every_explanation(ann: Desk) -> None:
    match = ann.table()
    html = ann.get(f"/table/{match.id}").text
    page = Outline(html)
    link = next(found for tag, found in page.elements if tag == "a" and found.get("id") == "what")
    answer = ann.get(str(link["href"]))
    assert answer.status_code == 200
    assert set(page.values("data-thing")) <= set(Outline(answer.text).values("id"))
    assert ann.get("/rules/meuterer/things").text.count('id="card-pirates"') == 1
    assert ann.get("/rules/meuterer").text.count("/rules/meuterer/things") == 1


def test_a_table_of_its_own_is_explained_with_its_own_figures(ann: Desk) -> None:
    match = ann.enter(Record(Game("meuterer", table="tiny"), "seven", ["Ann", "Ben"]), kinds(1, players=2))
    assert ann.get(f"/table/{match.id}/things").text.count('id="place-island-') == 2


@pytest.mark.parametrize("path", ["rules/chess/things", "table/nowhere/things"])
def test_what_there_is_not_is_refused_in_a_sentence(ann: Desk, path: str) -> None:
    answer = ann.get(f"/{path}")
    assert answer.status_code == 404
    assert "Traceback" not in answer.text
