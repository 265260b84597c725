from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import quarterdeck
from quarterdeck import Event
from quarterdeck.lab import statistics
from quarterdeck.lab.games import play
from quarterdeck.lab.statistics import PLAIN, STATISTICS
from quarterdeck.play import GAMES


def event(kind: str, **data: int | str) -> Event:
    return Event(kind, "CA-1", 0, data, None, GAMES["cartagena"])


def mutiny(kind: str, seat: int = 0, **data: int | str) -> Event:
    return Event(kind, "MU-1", seat, data, None, GAMES["mutiny"])


def noted(*events: Event) -> Counter[tuple[str, str]]:
    return Counter(note for one in events for note in STATISTICS["cartagena"].counts(one))


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
        event("mascot_at_once"),
        event("mutiny_won", side="diaz"),
        event("used", pirate="pang"),
        event("ghost_met"),
        event("drew_gold", cards=1),
    )
    assert found == {
        ("mutiny", "left_out"): 2,
        ("mutiny", "duels"): 1,
        ("mutiny", "out_of_cards"): 2,
        ("side", "diaz"): 1,
        ("used", "pang"): 1,
        ("used", "ghost"): 1,
    }


@pytest.mark.parametrize("name", list(STATISTICS))
def test_every_note_of_a_game_has_a_line_in_the_report(name: str) -> None:
    items = {(topic.name, item) for topic in STATISTICS[name].topics for item in topic.items}
    for number in range(3):
        assert set(play(quarterdeck.game(name), "random", 1, number).notes) <= items
    assert all(topic.label(item) for topic in STATISTICS[name].topics for item in topic.items)


def test_every_voyage_of_cartagena_ends_and_every_seat_uses_a_card_a_round() -> None:
    played = play(quarterdeck.game("cartagena", players=3), "random", 1, 0)
    assert sum(count for (topic, _item), count in played.notes.items() if topic == "end") >= 1
    assert sum(count for (topic, _item), count in played.notes.items() if topic == "side") == 1
    assert (
        sum(count for (topic, _item), count in played.notes.items() if topic == "used") == 3 * played.rounds
    )


@pytest.mark.parametrize(
    ("told", "notes"),
    [
        (mutiny("bid_shown", crew="cook", doubloons=2, rum=1), {"tokens cook": 3, "bidders cook": 1}),
        (mutiny("bid_shown", crew="cook", doubloons=0, rum=1), {"tokens cook": 1, "bidders cook": 1}),
        (mutiny("bid_shown", crew="cook", doubloons=0, rum=0), {}),
        (mutiny("primary", crew="gunner"), {"abilities gunner primary": 1}),
        (mutiny("secondary", crew="pilot"), {"abilities pilot secondary": 1}),
        (mutiny("tied", crew="pilot", rank="course", seats="0 1"), {"ties course": 1}),
        (mutiny("offer_shown", rum=0, player=1), {}),
        (mutiny("offer_shown", rum=2, player=1), {"ties offer": 1}),
        (mutiny("offered", rum=1, **{"for": 1}), {"ties offer": 1}),
        (mutiny("deal", payer=1, rum=2), {"ties deal": 1, "ties rum": 2}),
        (mutiny("struck", payer=1, rum=1, **{"for": 1}), {"ties deal": 1, "ties rum": 1}),
        (mutiny("gained", resource="cutlass", amount=2, why=1), {"cutlasses gunner": 2}),
        (mutiny("gained", resource="cutlass", amount=1, why=0), {"cutlasses course": 1}),
        (mutiny("gained", resource="rum", amount=2, why=2), {}),
        (mutiny("lost", resource="cutlass", amount=1), {"cutlasses lost": 1}),
        (mutiny("lost", resource="rum", amount=1), {}),
        (mutiny("rum_drunk", seat=-1, rum=4), {}),
    ],
)
def test_of_a_turn_of_mutiny_bids_abilities_deals_and_cutlasses_are_counted(
    told: Event, notes: dict[str, int]
) -> None:
    assert Counter(" ".join(note) for note in STATISTICS["mutiny"].counts(told)) == notes


def test_notes_of_mutiny_add_up_to_its_scores_and_are_kept_by_seat() -> None:
    done = play(quarterdeck.game("mutiny", players=3), "random", 1, 0)
    gained = sum(done.notes["cutlasses", item] for item in ("gunner", "pilot", "course"))
    assert gained - done.notes["cutlasses", "lost"] == sum(done.scores)
    assert done.rounds > 1
    assert done.notes["abilities", "gunner primary"] <= done.rounds
    by_seat = Counter[tuple[str, str]]()
    for (seat, note), count in done.of_seats.items():
        assert 0 <= seat < 3
        by_seat[note] += count
    assert by_seat == done.notes


def test_of_a_game_without_statistics_each_kind_of_fact_is_counted() -> None:
    plain = statistics.default_statistics(GAMES["cartagena"])
    position = quarterdeck.game("mutiny", players=3).start(seed=1)
    position = position.play(0, position.legal(0)[0])
    assert plain.begins(position.state) == position.to_act[0] == 1
    assert list(plain.counts(event("used", pirate="pang"))) == [("facts", "used")]
    assert not list(PLAIN.counts(event("used", pirate="pang")))
