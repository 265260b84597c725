"""Public and private observations apart: what everybody knows, and what a seat knows beyond it."""

from __future__ import annotations

import itertools
import pickle
import random
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from quarterdeck.kernel.events import FACT_NUMBERS
from quarterdeck.lab.openspiel import register
from quarterdeck.lab.openspiel.factored import fields
from quarterdeck.lab.openspiel.games import ObserverError
from quarterdeck.lab.openspiel.seat_memory import OWN, opened

NAMES = [f"{name}(max_plies=60)" for name in register()]
NONE, SINGLE, ALL = (
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
)
each_game = pytest.mark.parametrize("name", NAMES)


def observer(game: Any, public: bool, private: Any, recalls: bool = False) -> Any:
    kind = pyspiel.IIGObservationType(perfect_recall=recalls, public_info=public, private_info=private)
    return make_observation(game, kind)


def some_states(game: Any, seed: int, most: int = 120) -> list[Any]:
    """All states of the beginning of a random match, with everything that could have come instead."""
    chooser, state = random.Random(seed), game.new_initial_state()
    found: list[Any] = []
    while len(found) < most and not state.is_terminal():
        children = [state.child(action) for action in state.legal_actions()]
        found += chooser.sample(children, min(6, len(children)))
        state = chooser.choice(children)
    return found


@each_game
@pytest.mark.parametrize("recalls", [False, True])
def test_public_and_private_together_are_all_that_a_seat_knows(name: str, recalls: bool) -> None:
    game = pyspiel.load_game(name)
    public, private = observer(game, True, NONE, recalls), observer(game, False, SINGLE, recalls)
    whole = observer(game, True, SINGLE, recalls)
    pairs = set()
    for seed in (1, 2):
        for state in some_states(game, seed):
            for seat in range(game.num_players()):
                parts = public.string_from(state, seat), private.string_from(state, seat), seat
                pairs.add((parts, whole.string_from(state, seat)))
    assert len(pairs) == len({parts for parts, _ in pairs}) == len({known for _, known in pairs}) > 100


@each_game
def test_what_is_public_is_the_same_to_all_and_none_of_it_is_any_ones_secret(name: str) -> None:
    game = pyspiel.load_game(name)
    chooser = random.Random(3)
    for recalls in (False, True):
        public = observer(game, True, NONE, recalls)
        for state in some_states(game, 3):
            texts = {public.string_from(state, seat) for seat in range(game.num_players())}
            if state.current_player() >= 0:
                others = [state.resample_from_infostate(seat, chooser.random) for seat in range(2)]
                texts |= {public.string_from(one, 0) for one in others}
            assert len(texts) == 1
            assert texts != {""}


@each_game
def test_numbers_of_a_seat_are_the_public_ones_and_what_it_knows_beyond(name: str) -> None:
    game = pyspiel.load_game(name)
    public, private, every = (
        observer(game, True, NONE),
        observer(game, False, SINGLE),
        observer(game, True, ALL),
    )
    more = False
    for state in some_states(game, 4):
        public.set_from(state, 0)
        every.set_from(state, 0)
        assert (every.dict["public"] == public.dict["public"]).all()
        for seat in range(game.num_players()):
            private.set_from(state, seat)
            assert private.dict["seat"].tolist() == np.eye(game.num_players())[seat].tolist()
            assert (every.dict["private"][seat] == private.dict["private"]).all()
            known = opened(game.rules, state.line.seen(seat).record)[0]
            for field, (part, shape) in fields(game.rules).items():
                numbers = public.dict["public"][part] + private.dict["private"][part]
                assert numbers.reshape(shape).tolist() == known[field].tolist()
            assert bool(private.dict["private"].any()) <= bool(private.string_from(state, seat))
            more |= bool(private.dict["private"].any())
    assert more


@each_game
def test_long_with_perfect_recall_there_is_a_row_for_each_ply(name: str) -> None:
    game = pyspiel.load_game(name.replace(")", ",history=long)"))
    public, now = observer(game, True, NONE, True), observer(game, True, NONE)
    private, present = observer(game, False, SINGLE, True), observer(game, False, SINGLE)
    bits = game.num_distinct_actions().bit_length()
    chooser, state = random.Random(5), game.new_initial_state()
    own_ids = [0]  # of the deal and of each ply: seat 1's action's id + 1
    while len(own_ids) < 30 or state.is_chance_node():
        action = chooser.choice(state.legal_actions())
        if not state.is_chance_node():
            own_ids.append(action + 1 if state.current_player() == 1 else 0)
        state.apply_action(action)
    for one in (public, now, private, present):
        one.set_from(state, 1)
    rows, own = public.dict["public"], private.dict["private"]
    read = own[: len(own_ids), 1 : 1 + bits] @ (1 << np.arange(bits))
    assert read.tolist() == own_ids
    assert sum(map(bool, own_ids)) > 3
    assert (
        rows[:, 0].tolist()
        == own[:, 0].tolist()
        == [1] * (1 + state.line.plies) + [0] * (60 - state.line.plies)
    )
    assert (rows[state.line.plies, 1:] == now.dict["public"]).all()
    assert (own[state.line.plies, 1 + bits :] == present.dict["private"]).all()
    assert not rows[1 + state.line.plies :].any()


def test_of_a_deal_each_seat_sees_its_own_cards_so_far() -> None:
    """Whatever card the other seats are dealt, a seat, and everybody, are shown the same all along."""
    game = pyspiel.load_game("quarterdeck_meuterer(players=4)")
    chooser = random.Random(6)
    whole, public = observer(game, True, SINGLE), observer(game, True, NONE)

    def shown(results: list[int]) -> list[tuple[str, ...]]:
        state, seen = game.new_initial_state(), []
        for result in results:
            state.apply_action(result)
            seen.append(
                (*(whole.string_from(state, seat) for seat in range(4)), public.string_from(state, 0))
            )
        assert not state.is_chance_node()
        return seen

    state, results = game.new_initial_state(), []
    while state.is_chance_node():
        results.append(chooser.choice(state.legal_actions()))
        state.apply_action(results[-1])
    cards, first = len(results) - 20, shown(results)
    seat_of = [(results[cards - 1] + at - cards) % 4 for at in range(len(results))]
    pairs = [
        pair
        for pair in itertools.combinations(range(cards, len(results)), 2)
        if len({results[at] for at in pair}) > 1
    ]
    for one, other in pairs:
        swapped = results.copy()
        swapped[one], swapped[other] = swapped[other], swapped[one]
        second = shown(swapped)
        for seat in range(5):
            alike = [before[seat] == after[seat] for before, after in zip(first, second, strict=True)]
            assert all(alike) == (seat not in (seat_of[one], seat_of[other]))
            assert all(alike[: one if seat == seat_of[one] else other])
    assert len(pairs) > 100


@each_game
def test_with_perfect_recall_private_logs_have_own_actions_and_what_only_the_seat_was_told(name: str) -> None:
    game = pyspiel.load_game(name)
    public, private, every = (
        observer(game, True, NONE, True),
        observer(game, False, SINGLE, True),
        observer(game, False, ALL, True),
    )
    state = some_states(game, 5)[-1]
    public.set_from(state, 0)
    every.set_from(state, 0)
    assert OWN not in public.dict["public_told"][:, 1]
    for seat in range(game.num_players()):
        private.set_from(state, seat)
        for part in ("private", "private_told", "private_digest"):
            assert (every.dict[part][seat] == private.dict[part]).all()
        seen = state.line.known(seat).seen
        own = private.dict["private_told"][private.dict["private_told"][:, 1] == OWN]
        played = [(ply + 1, one.own + 1) for ply, one in enumerate(seen) if one.own >= 0]
        assert [(ply, number) for ply, _kind, _seat, number, *_ in own.tolist()] == played
        told = (np.frombuffer(one.told, np.int16).reshape(-1, FACT_NUMBERS) for one in seen)
        alone = sum(int((rows[:, 1] == seat).sum()) for rows in told)
        assert np.count_nonzero(private.dict["private_told"][:, 0]) == len(played) + alone


def test_there_may_be_nothing_to_see() -> None:
    nothing = observer(pyspiel.load_game(NAMES[0]), False, NONE)
    state = pyspiel.load_game(NAMES[0]).new_initial_state()
    nothing.set_from(state, 0)
    assert (nothing.string_from(state, 0), nothing.tensor.size, nothing.dict) == ("", 0, {})


@pytest.mark.parametrize("private", [SINGLE, ALL])
@pytest.mark.parametrize("copied", [copy, deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_of_an_observer_fills_a_tensor_of_its_own(copied: Callable[[Any], Any], private: Any) -> None:
    game = pyspiel.load_game(NAMES[0])
    kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=private)
    first, other = some_states(game, 1)[-2:]
    one, fresh = game.make_py_observer(kind), game.make_py_observer(kind)
    one.set_from(first, 0)
    before = one.tensor.tobytes()
    twin = copied(one)
    assert twin.tensor.tobytes() == before
    twin.set_from(other, 1)
    fresh.set_from(other, 1)
    assert twin.tensor.tobytes() == fresh.tensor.tobytes() != before == one.tensor.tobytes()
    assert [*twin.dict] == [*fresh.dict]
    assert all(np.shares_memory(part, twin.tensor) for part in twin.dict.values())


def test_parameters_are_refused() -> None:
    with pytest.raises(ObserverError, match=r"^Observations have no parameters; leave out colour\.$"):
        make_observation(pyspiel.load_game(NAMES[0]), None, {"colour": "red"})
