"""The facts of each game in words: each has its sentence, to whom it concerns and to everybody else."""

from __future__ import annotations

import importlib
import re
from typing import Any

import pytest

from quarterdeck.games.cartagena.events import FIELDS as CARTAGENA
from quarterdeck.games.meuterer.events import FIELDS as MEUTERER
from quarterdeck.games.mutiny.events import FIELDS as MUTINY
from quarterdeck.kernel.spec import FactFields
from quarterdeck.play import GAMES
from tests.games.cartagena import told as cartagena
from tests.games.meuterer import told as meuterer
from tests.games.mutiny import told as mutiny

Data = dict[str, int | str]

NAMES = ("Ann", "Bert", "Cy", "Di")
FIELDS: dict[str, list[FactFields]] = {
    "meuterer": list(MEUTERER.values()),
    "cartagena": list(CARTAGENA.values()),
    "mutiny": list(MUTINY.values()),
}
TOLD = {"meuterer": meuterer.TOLD, "cartagena": cartagena.TOLD, "mutiny": mutiny.TOLD}
ALIKE = {"meuterer": meuterer.TOLD_ALIKE, "cartagena": cartagena.TOLD_ALIKE, "mutiny": mutiny.TOLD_ALIKE}
TO_THREE = {"cartagena": cartagena.TOLD_TO_THREE, "mutiny": mutiny.TOLD_TO_THREE}
# Numbers that are several things in a fact's data, or none of them.
SEVERAL = {("mutiny", "way"): ("from", "to"), ("meuterer", "other"): (), ("mutiny", "target"): ()}
# What a `target` becomes, some of these at a time.
TARGET = {"for", "but", "second"}
each_game = pytest.mark.parametrize("game", list(FIELDS))


def facts(game: str) -> list[tuple[str, Data]]:
    """The kinds and the data of all facts tested."""
    return [(one[0], one[1]) for one in (*TOLD[game], *ALIKE[game], *TO_THREE.get(game, ()))]


def words(game: str) -> Any:
    """The module with the game's sentences."""
    return importlib.import_module(f"quarterdeck.games.{game}.words.events")


def read_by(reader: int, told: str) -> str:
    """A sentence as a reader gets it: in “[Bert sells|You sell] wine” each has its own words, in order."""
    return re.sub(r"\[([^]]*)\]", lambda words: words[1].split("|")[reader], told)


@pytest.mark.parametrize(
    ("game", "kind", "data", "told"), [(game, *one) for game, all_ in TOLD.items() for one in all_]
)
def test_an_event_is_told_to_others_and_to_the_seat_it_is_about(
    game: str, kind: str, data: Data, told: str
) -> None:
    sentence = GAMES[game].event_sentence
    they, you = (read_by(reader, told) for reader in range(2))
    assert sentence(kind, data, 1, NAMES, None) == sentence(kind, data, 1, NAMES, 2) == they
    assert sentence(kind, data, 1, NAMES, 1) == you


@pytest.mark.parametrize(
    ("game", "kind", "data", "told"), [(game, *one) for game, all_ in ALIKE.items() for one in all_]
)
def test_an_event_about_nobody_reads_the_same_to_all(game: str, kind: str, data: Data, told: str) -> None:
    sentence = GAMES[game].event_sentence
    assert sentence(kind, data, -1, NAMES, None) == sentence(kind, data, -1, NAMES, 1) == told
    if game != "mutiny":  # where some of these facts are told differently for a seat
        assert sentence(kind, data, 1, NAMES, 1) == told


@pytest.mark.parametrize(
    ("game", "kind", "data", "told"), [(game, *one) for game, all_ in TO_THREE.items() for one in all_]
)
def test_to_whom_something_is_done_is_told_so(game: str, kind: str, data: Data, told: str) -> None:
    they, you, victim = (read_by(reader, told) for reader in range(3))
    sentence = GAMES[game].event_sentence
    assert sentence(kind, data, 1, NAMES, None) == they
    assert sentence(kind, data, 1, NAMES, 0) in (they, they.replace("Ann", "you"))
    assert sentence(kind, data, 1, NAMES, 1) == you
    assert sentence(kind, data, 1, NAMES, 2) == victim


@each_game
def test_every_event_kind_is_told_in_each_of_its_ways(game: str) -> None:
    kinds = {name for name, _rule, _fields in FIELDS[game]}
    assert {kind for kind, _data in facts(game)} == set(words(game).FACT_SENTENCES.kinds) == kinds
    assert {words(game)._variant(kind, data, 1) for kind, data in facts(game)} == set(words(game).TELLINGS)


@each_game
def test_the_facts_tested_have_the_numbers_that_are_told(game: str) -> None:
    fields = {
        name: {one for number in numbers for one in SEVERAL.get((game, number), (number,))}
        for name, _rule, numbers in FIELDS[game]
    }
    told = [(kind, data.keys() - TARGET if game == "mutiny" else data.keys()) for kind, data in facts(game)]
    assert [kind for kind, keys in told if keys != fields[kind]] == []


@pytest.mark.parametrize(
    ("game", "kind", "data", "title"),
    [
        ("meuterer", "", {}, "Round 1"),
        ("meuterer", "round_began", {"round": 4}, "Round 4"),
        ("meuterer", "showed", {"good": "wine"}, None),
        ("cartagena", "", {}, "Round 1"),
        ("cartagena", "round_began", {"round": 4}, "Round 4"),
        ("cartagena", "voyage_ended", {"mutiny_space": 1, "dry": 0}, "Mutiny"),
        ("cartagena", "duel_began", {"pair": "B", "valverde": 1, "diaz": 2}, "Duel B"),
        ("cartagena", "mutiny_won", {"side": "diaz"}, "The end"),
        ("cartagena", "used", {"pirate": "pang"}, None),
        ("mutiny", "", {}, "Turn 1"),
        ("mutiny", "turn_began", {"turn": 4}, "Turn 4"),
        ("mutiny", "game_over", {}, "The end"),
        ("mutiny", "resolved", {"crew": "cook"}, None),
    ],
)
def test_some_facts_open_a_chapter_of_the_log(game: str, kind: str, data: Data, title: str | None) -> None:
    assert GAMES[game].chapter(kind, data) == title


@pytest.mark.parametrize(
    ("game", "kind", "data", "told"),
    [
        ("meuterer", "offered", {"points": 2}, "{points} {0} %s {name} offers the First Mate 2 points."),
        (
            "cartagena",
            "robbed",
            {"player": 1, "mascot": 0},
            "{points} {0} %s {name} steals a coin from {other}.",
        ),
        ("mutiny", "deal", {"payer": 1, "rum": 2}, "As agreed, {other} pays {points} {0} %s {name} 2 rum."),
    ],
)
def test_a_name_is_never_taken_for_a_template(game: str, kind: str, data: Data, told: str) -> None:
    odd = ("{points} {0} %s {name}", "{other}")
    assert GAMES[game].event_sentence(kind, data, 0, odd, None) == told
