"""Information states have perfect recall, as tensors no less than as texts, and are what observations and own
actions add up to.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from quarterdeck import GameOptionError
from quarterdeck.kernel.events import CAPACITY
from quarterdeck.lab.openspiel import register
from quarterdeck.lab.openspiel.seat_memory import COLUMNS, NOT_MINE, OWN, SHORT, Seen, log_shape, write_log

GAMES = register()
NONE, SINGLE = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
WIDE, LONG = 5, 100
PLIES = LONG + 5  # more than are looked at: still more make tensors larger, and nothing else
each_game = pytest.mark.parametrize("name", GAMES)

Tensor = Callable[[Any, int], bytes]
Pairs = set[tuple[Hashable, Hashable]]


def siblings(game: Any, seed: int) -> Iterator[list[list[Any]]]:
    """After each step of a random match all that have the same past: paths of states, a step or two on."""
    chooser, state = random.Random(seed), game.new_initial_state()

    def after(state: Any, most: int) -> list[Any]:
        actions = [] if state.is_terminal() else state.legal_actions()
        return [state.child(action) for action in chooser.sample(actions, min(most, len(actions)))]

    while state.is_chance_node():
        state = after(state, 1)[0]
    for _step in range(LONG):
        near = after(state, WIDE)
        yield [*([state, one] for one in near), *([state, one, far] for one in near for far in after(one, 2))]
        state = chooser.choice(near or [state])


def numbers(shown: Any) -> Tensor:
    def told(state: Any, seat: int) -> bytes:
        shown.set_from(state, seat)
        return bytes(shown.tensor.tobytes())

    return told


def belong_together(pairs: Pairs) -> int:
    """Each half of a pair has one other half; returns how many pairs there are."""
    assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})
    return len(pairs)


def observer(game: Any, public: bool, private: Any, recalls: bool = True) -> Any:
    kind = pyspiel.IIGObservationType(perfect_recall=recalls, public_info=public, private_info=private)
    return make_observation(game, kind)


@pytest.mark.parametrize(("name", "history"), [*((name, "short") for name in GAMES), (GAMES[-1], "long")])
def test_tensors_tell_apart_what_texts_do_and_so_do_those_of_public_and_of_private_information(
    name: str, history: str
) -> None:
    game = pyspiel.load_game(f"{name}(max_plies={PLIES},history={history})")
    whole, public, private = (
        observer(game, *kinds) for kinds in ((True, SINGLE), (True, NONE), (False, SINGLE))
    )
    tensors = [numbers(shown) for shown in (whole, public, private)]
    found = np.zeros(3, int)
    for family in siblings(game, 7):
        for seat in range(game.num_players()):
            both: tuple[Pairs, Pairs, Pairs] = (set(), set(), set())
            for *_past, state in family:
                text, open_text = whole.string_from(state, seat), public.string_from(state, seat)
                row, open_row, own_row = (tensor(state, seat) for tensor in tensors)
                of_state = ((text, row), (open_text, open_row), (text, open_row + own_row))
                for pairs, pair in zip(both, of_state, strict=True):
                    pairs.add(pair)
            found += np.array([belong_together(pairs) for pairs in both])
    assert (found > [1000, 600, 1000]).all()


@pytest.mark.parametrize(
    ("name", "seat", "past", "one", "other"),
    [
        ("quarterdeck_mutiny", 0, "15 0 251 251 0 156 65 32 186 63 498 586 626", "342 432", "432 342"),
        ("quarterdeck_cartagena", 0, "0 11 11", "1 5", "8 3"),
        (
            "quarterdeck_meuterer(players=3)",
            0,
            "0 3 3 5 6 5 4 3 1 0 0 0 1 0 4 3 3 2 2 4 2 5 1 1 1 1 2 2 11 11 14 11",
            "13",
            "15",
        ),
    ],
)
def test_what_an_observation_does_not_show_is_among_the_facts(
    name: str, seat: int, past: str, one: str, other: str
) -> None:
    """Who offered whom how much, which sailors were looked at, what a mutineer laid open."""
    game = pyspiel.load_game(name)
    states = [game.new_initial_state(), game.new_initial_state()]
    for state, end in zip(states, (one, other), strict=True):
        for action in f"{past} {end}".split():
            state.apply_action(int(action))
    assert {state.current_player() for state in states} == {seat}
    for tells in ("information_state_string", "information_state_tensor"):
        first, second = (getattr(state, tells)(seat) for state in states)
        assert first != second


@each_game
def test_observations_and_own_actions_add_up_to_information_states(name: str) -> None:
    """So `spiel.h` defines them: who has seen and done the same is in the same information state."""
    game = pyspiel.load_game(f"{name}(max_plies={PLIES})")
    present = observer(game, True, SINGLE, recalls=False)
    shows = (present.string_from, numbers(present))
    found = 0
    for family in siblings(game, 8):
        for seat in range(game.num_players()):
            both: tuple[Pairs, Pairs] = (set(), set())
            for path in family:
                own = tuple(
                    path[-1].history()[step - len(path)] if path[step - 1].current_player() == seat else None
                    for step in range(1, len(path))
                )
                state = path[-1].information_state_string(seat)
                for show, pairs in zip(shows, both, strict=True):
                    pairs.add(((own, *(show(one, seat) for one in path[1:])), state))
            for pairs in both:
                assert len(pairs) == len({known for known, _ in pairs})
            found += min(map(len, both))
    assert found > 1000


def test_a_seat_knows_its_own_action_while_draws_of_the_ply_are_open() -> None:
    game = pyspiel.load_game("quarterdeck_cartagena")
    state = game.new_initial_state()
    for action in (1, 9, 9):
        state.apply_action(action)
    seat = state.current_player()
    others = [one for one in range(game.num_players()) if one != seat]
    after = [state.child(action) for action in state.legal_actions()]
    assert {one.current_player() for one in after} == {int(pyspiel.PlayerId.CHANCE)}
    for tells in ("information_state_string", "information_state_tensor"):
        assert len({str(getattr(one, tells)(seat)) for one in after}) == len(after) == 2
        for other in others:
            assert len({str(getattr(one, tells)(other)) for one in (state, *after)}) == 1
    known = [one.information_state_string(seat) for one in after]
    for one, text in zip(after, known, strict=True):
        assert text.endswith(f"\n{state.action_to_string(one.history()[-1])} → ")
        assert one.child(one.legal_actions()[0]).information_state_string(seat).startswith(text)


@each_game
def test_a_log_has_the_facts_that_a_seat_was_told(name: str) -> None:
    game = pyspiel.load_game(f"{name}(max_plies=300,history=long)")
    brief = observer(pyspiel.load_game(name), True, SINGLE)
    whole, now = observer(game, True, SINGLE), observer(game, True, SINGLE, recalls=False)
    chooser, state = random.Random(9), game.new_initial_state()
    seats = game.num_players()
    told: list[list[list[int]]] = [[] for _seat in range(seats)]
    logs: list[list[list[int]]] = [[] for _seat in range(seats)]
    plies = 0
    while not state.is_terminal():
        state.apply_action(chooser.choice(state.legal_actions()))
        if state.line.plies == plies:
            continue
        plies += 1
        for seat in range(seats):
            one = state.line.seen(seat)
            facts = np.frombuffer(one.told, np.int16).reshape(-1, COLUMNS).tolist()
            rows = [
                [kind, about if about < 0 else (about - seat) % seats, *more]
                for kind, _, about, *more in facts
            ]
            told[seat] += [[plies + 1, *row] for row in rows]
            own = [] if one.own == NOT_MINE else [[plies + 1, OWN, 0, one.own + 1, 0, 0]]
            logs[seat] += [*own, *([plies + 1, *row] for row in rows)]
            if plies % 5 == seat:
                brief.set_from(state, seat)
                newest = logs[seat][-SHORT:]
                assert brief.dict["told"][: len(newest) + 1].tolist() == [*newest, [0] * COLUMNS][:SHORT]
            now.set_from(state, seat)
            assert now.dict["told"][: len(rows) + 1].tolist() == [*([1, *row] for row in rows), [0] * COLUMNS]
    assert max(map(len, told)) > 100
    for seat in range(seats):
        whole.set_from(state, seat)
        assert whole.dict["told"][: len(told[seat])].tolist() == told[seat]
        assert not whole.dict["told"][len(told[seat]) :].any()


def test_a_log_that_is_full_has_the_newest_facts() -> None:
    out = np.zeros((3, COLUMNS), np.float32)
    facts = np.array(
        [[kind, -1, about, 7, 8, 9] for kind, about in ((1, -1), (2, 0), (3, 2), (4, 3))], np.int16
    )
    told = [Seen(NOT_MINE, one.tobytes(), b"") for one in (facts[:2], facts[:0], facts[2:])]
    write_log(told, 5, 2, 4, out)
    assert out.tolist() == [[6, 2, 2, 7, 8, 9], [8, 3, 0, 7, 8, 9], [8, 4, 1, 7, 8, 9]]
    assert log_shape(0, recalls=False, long=False) == (CAPACITY, COLUMNS)


@each_game
def test_an_information_state_has_fewer_than_4096_numbers_unless_a_long_one_is_wanted(name: str) -> None:
    kind = pyspiel.load_game(name).get_type()
    players = kind.max_num_players
    assert pyspiel.load_game(f"{name}(players={players})").information_state_tensor_size() < 4096
    assert pyspiel.load_game(f"{name}(history=long)").information_state_tensor_size() > 300_000
    with pytest.raises(GameOptionError, match="The parameter “history” is short, long, not “full”"):
        pyspiel.load_game(f"{name}(history=full)")


def test_a_tiny_game_has_as_many_players_as_its_kind_may_have() -> None:
    for name in GAMES:
        game = pyspiel.load_game(f"{name}(table=tiny)")
        kind = game.get_type()
        assert kind.min_num_players <= game.num_players() <= kind.max_num_players
