from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import quarterdeck
from quarterdeck import Event
from quarterdeck.lab.games import play
from quarterdeck.lab.notes import NOTEBOOKS, PLAIN, notebook
from quarterdeck.play import GAMES


def event(kind: str, **data: int | str) -> Event:
    return Event(kind, "CA-1", 0, data, None, GAMES["cartagena"])


def noted(*events: Event) -> Counter[tuple[str, str]]:
    return Counter(note for one in events for note in notebook("cartagena").counts(one))


@pytest.mark.parametrize(
    ("data", "items"),
    [
        ({"mutiny_space": 1, "dry": 0}, {"mutiny"}),
        ({"mutiny_space": 0, "dry": 1}, {"combat"}),
        ({"mutiny_space": 1, "dry": 6}, {"mutiny", "gold", "coins"}),
    ],
)
def test_CA_29_a_voyage_may_end_for_several_reasons_at_once(data: dict[str, Any], items: set[str]) -> None:
    assert noted(event("voyage_ended", **data)) == Counter(("end", item) for item in items)


def test_what_happens_in_the_mutiny_is_counted_and_the_rest_is_not() -> None:
    found = noted(
        event("left_out"),
        event("left_out"),
        event("duel_began", pair="A"),
        event("out_of_cards"),
        event("mutiny_won", side="diaz"),
        event("used", pirate="pang"),
        event("ghost_met"),
        event("drew_gold", cards=1),
    )
    assert found == {
        ("mutiny", "left_out"): 2,
        ("mutiny", "duels"): 1,
        ("mutiny", "out_of_cards"): 1,
        ("side", "diaz"): 1,
        ("used", "pang"): 1,
        ("used", "ghost"): 1,
    }


@pytest.mark.parametrize("name", list(NOTEBOOKS))
def test_every_note_of_a_game_has_a_line_in_the_report(name: str) -> None:
    items = {(topic.name, item) for topic in notebook(name).topics for item in topic.items}
    for number in range(3):
        assert set(play(quarterdeck.game(name), "random", 1, number).notes) <= items
    assert all(topic.label(item) for topic in notebook(name).topics for item in topic.items)


def test_every_voyage_of_cartagena_ends_and_every_seat_uses_a_card_a_round() -> None:
    played = play(quarterdeck.game("cartagena", players=3), "random", 1, 0)
    assert sum(count for (topic, _item), count in played.notes.items() if topic == "end") >= 1
    assert sum(count for (topic, _item), count in played.notes.items() if topic == "side") == 1
    assert (
        sum(count for (topic, _item), count in played.notes.items() if topic == "used") == 3 * played.rounds
    )


def test_a_game_without_a_notebook_is_watched_for_who_begins() -> None:
    book = notebook("chess")
    assert book is PLAIN
    assert book.begins({"to_act": [2, 3]}) == 2
    assert not list(book.counts(event("used", pirate="pang")))
    assert book.topics == ()
