"""The documented JSON is the one that is written."""

from __future__ import annotations

from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.games.cartagena import arrange as cartagena_setups
from quarterdeck.games.cartagena import events as cartagena
from quarterdeck.games.meuterer import arrange as meuterer_setups
from quarterdeck.games.meuterer import events as meuterer
from quarterdeck.games.mutiny import arrange as mutiny_setups
from quarterdeck.games.mutiny import events as mutiny
from quarterdeck.play import GAMES

FOLDER = Path(__file__).parents[2] / "docs" / "json"
FIELDS = {
    "meuterer": meuterer.FIELDS.values(),
    "cartagena": cartagena.FIELDS.values(),
    "mutiny": mutiny.FIELDS.values(),
}
KEYS = {"meuterer": meuterer_setups.KEYS, "cartagena": cartagena_setups.KEYS, "mutiny": mutiny_setups.KEYS}
NOT_TOLD = {"other"}  # a number that only decides which rule is cited
TOLD_AS = {"way": ("from", "to"), "target": ("for", "but", "second")}

each_game = pytest.mark.parametrize("name", list(GAMES))


def rows(name: str, heading: str) -> dict[str, str]:
    """Each row of the tables under a heading of a page by the names in its first cell."""
    found = {}
    page = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    for line in page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0].splitlines():
        if line.startswith("| `"):
            cells = line.split("|")
            for word in cells[1].split(","):
                found[word.strip(" `")] = line
    return found


@each_game
def test_every_field_of_a_view_is_documented(name: str) -> None:
    view = quarterdeck.game(name).start(seed=1).view(0).to_json()
    assert set(view) | set(view["seats"][0]) <= set(rows(name, "A view"))


@each_game
def test_every_event_and_its_data_is_documented(name: str) -> None:
    for kind, _rule, fields in FIELDS[name]:
        data = rows(name, "Events")[kind].split("|")[2]
        told = {name for field in fields for name in TOLD_AS.get(field, (field,))}
        assert {word.strip(" `") for word in data.split(",")} - {""} == told - NOT_TOLD


@each_game
def test_every_key_of_a_set_up_is_documented(name: str) -> None:
    assert set(KEYS[name]) == set(rows(name, "An explicit set-up"))


def test_the_parts_of_a_view_of_cartagena_are_documented() -> None:
    setup = {"sides": ["diaz"] * 4, "pairs": [[10, 1]], "duels": [[["pink 1"] * 4]]}
    body = quarterdeck.game("cartagena").start(seed=1, setup=setup).to_json()
    page = (FOLDER / "cartagena.md").read_text(encoding="utf-8")
    for part in (body["duels"][0], body["sailors"]["pairs"][0]):
        assert set(part) <= set(rows("cartagena", "A view"))
    row = quarterdeck.game("cartagena").start(seed=1).to_json()["row"][0]
    inner = [body["route"], body["sailors"], row, body["duels"][0]["rounds"][0], body["under"]]
    assert all(f"`{key}`" in page for part in inner for key in part)


def test_the_parts_of_a_view_of_mutiny_are_documented() -> None:
    bribes = {"gunner": [[1, 0]] * 4, "pilot": [[1, 0], None, None, None]}
    sailing = quarterdeck.game("mutiny").start(seed=1, setup={"bribes": bribes, "resolving": "pilot"})
    body = sailing.play(0, "north").to_json()
    tied = quarterdeck.game("mutiny").start(seed=1, setup={"bribes": bribes, "resolving": "gunner"}).to_json()
    assert set(body["crew"][0]) <= set(rows("mutiny", "A view"))
    page = (FOLDER / "mutiny.md").read_text(encoding="utf-8")
    inner = [body["tile"], body["bank"], body["crew"][0]["bribes"][0], body["effects"][0], tied["offers"][0]]
    assert all(f"`{key}`" in page for part in inner for key in part)
