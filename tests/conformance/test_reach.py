"""Random play reaches everything: every phase, every kind of fact, every kind of end."""

from __future__ import annotations

from collections import Counter, defaultdict

from quarterdeck import Game
from quarterdeck.games.meuterer.events import FIELDS
from quarterdeck.kernel.events import CAPACITY
from tests.conformance.settings import each_setting, every_game, label, random_match, viewers

NAMES = ["Ann", "Bert", "Cy", "Di"]

# Per game: the phases and the kinds of facts there are.
PHASES = {"meuterer": {"offer", "show", "mutiny", "sell", "return"}}
KINDS = {"meuterer": {name for name, _, _ in FIELDS.values()}}


@each_setting
def test_every_fact_is_worded_and_cites_a_rule(game: Game) -> None:
    known = set()
    for position, seat, action in random_match(game, seed=51):
        after = position.play(seat, action)
        assert after.events
        for event in after.events:
            assert game.spec.find_rule(event.rule).id == event.rule
            assert event.kind in KINDS[game.id]
            for reader in viewers(game):
                sentence = event.sentence(NAMES[: game.players], reader)
                assert sentence.endswith(".")
                assert not set(sentence) & set("{}\n")
            known.add(event.kind)
    assert len(known) > 15


@each_setting
def test_private_facts_reach_their_seat_alone(game: Game) -> None:
    private = 0
    for position, seat, action in random_match(game, seed=52):
        after = position.play(seat, action)
        for viewer in viewers(game):
            expected = tuple(one for one in after.events if one.audience in (None, viewer))
            assert after.view(viewer).events == expected
        private += sum(one.audience is not None for one in after.events)
    assert private > 20


def test_all_phases_and_all_kinds_of_facts_and_ends_are_reached() -> None:
    phases: dict[str, set[str]] = defaultdict(set)
    kinds: dict[str, set[str]] = defaultdict(set)
    ends: dict[str, Counter[str]] = defaultdict(Counter)
    for game in every_game():
        for seed in range(4):
            last = None
            for position, seat, action in random_match(game, seed=60 + seed):
                phases[game.id].add(str(position.to_json()["phase"]))
                last = position.play(seat, action)
                kinds[game.id].update(one.kind for one in last.events)
                # Were there ever more than there is room for, the rest would be lost.
                assert len(last.events) < CAPACITY / 2
            assert last is not None
            ends[game.id][f"winners {len(last.winners)}"] += 1
            ends[game.id].update(f"seat {seat} wins" for seat in last.winners)
            ends[game.id]["below zero"] += min(last.scores) < 0
    assert phases == PHASES
    assert kinds == KINDS
    for name, seen in ends.items():
        most = max(game.players for game in every_game() if game.id == name)
        for end in ["winners 1", "winners 2", *(f"seat {seat} wins" for seat in range(most))]:
            assert seen[end] > 0, (name, end)


def test_settings_have_names_of_their_own() -> None:
    assert len({label(game) for game in every_game()}) == len(every_game())
