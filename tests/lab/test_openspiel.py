"""The OpenSpiel door: its own tests for every game, what seats are told, resampling and pickling."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from quarterdeck import (
    ActionTextError,
    GameOptionError,
    IllegalAction,
    QuarterdeckError,
    SeatError,
    TableFileError,
)
from quarterdeck.lab.openspiel import register
from tests.lab.openspiel import sizes

NAMES = register()
EVERY = sizes()
each_game = pytest.mark.parametrize("name", NAMES)
each_size = pytest.mark.parametrize("name", EVERY)


def move(state: Any, chooser: random.Random) -> None:
    """One step at random."""
    outcomes = state.chance_outcomes() if state.is_chance_node() else [(a, 1) for a in state.legal_actions()]
    state.apply_action(chooser.choices([one for one, _ in outcomes], [weight for _, weight in outcomes])[0])


def decision(game: Any, steps: int, seed: int = 0) -> Any:
    """A state where a seat decides, at least so many random steps after the deal."""
    chooser = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node() or (steps := steps - 1) >= 0:
        move(state, chooser)
    return state


def some_states(game: Any, kept: float) -> list[Any]:
    """States of a random match by chance, its first and its last one for sure."""
    chooser = random.Random(1)
    state = game.new_initial_state()
    found = [state.clone()]
    while not state.is_terminal():
        move(state, chooser)
        if chooser.random() < kept:
            found.append(state.clone())
    return [*found, state]


@each_size
def test_it_passes_the_random_simulation_of_the_library(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "name",
    [
        "quarterdeck_meuterer(rules=french,pirates=double)",
        "quarterdeck_meuterer(rules=manual,pirates=on)",
        "quarterdeck_mutiny(players=2,victory=at once)",
    ],
)
def test_options_are_parameters(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("oldest", [-1, 0, 3])
def test_an_option_that_is_a_number_or_a_word_is_a_number(oldest: int) -> None:
    game = pyspiel.load_game(f"quarterdeck_cartagena(oldest={oldest})")
    again = pickle.loads(pickle.dumps(game))
    for one in (game, again, pyspiel.load_game("quarterdeck_cartagena", {"oldest": oldest})):
        assert one.rules.options["oldest"] == ("chance" if oldest == -1 else oldest)
    state = game.new_initial_state()
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


@each_game
def test_it_passes_the_simulation_in_python_of_the_library(name: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


@each_size
def test_no_history_outgrows_its_bounds(name: str) -> None:
    game = pyspiel.load_game(name)
    for state in some_states(game, kept=0.5):
        draws = [one for one in state.full_history() if one.player == pyspiel.PlayerId.CHANCE]
        assert 0 < len(draws) <= game.max_chance_nodes_in_history() or not state.full_history()
        assert len(state.full_history()) <= game.max_history_length()
        assert state.move_number() <= game.max_move_number()
        assert sum(state.returns()) == pytest.approx(game.utility_sum())


@each_size
def test_every_seat_is_told_something_of_the_size_that_was_said_and_nobody_else(name: str) -> None:
    game = pyspiel.load_game(name)
    sizes = {"information_state": game.information_state_tensor_size()}
    sizes["observation"] = game.observation_tensor_size()
    for state in some_states(game, kept=0.1):
        for kind, size in sizes.items():
            for told in (getattr(state, f"{kind}_string"), getattr(state, f"{kind}_tensor")):
                with pytest.raises(RuntimeError, match="player >= 0"):
                    told(-1)
                with pytest.raises(RuntimeError, match="player <"):
                    told(game.num_players() + 1)
                if not state.is_chance_node():
                    given = [told(seat) for seat in range(game.num_players())]
                    assert all(len(one) == size if isinstance(one, list) else one for one in given)


@each_size
def test_only_the_seat_that_decides_may_do_anything(name: str) -> None:
    game = pyspiel.load_game(name)
    seats = {*range(game.num_players())}
    states = [one for one in some_states(game, kept=0.5) if not one.is_chance_node()]
    assert len(states) > 20
    for state in states:
        assert bool(state.legal_actions()) != state.is_terminal()
        assert not any(state.legal_actions(seat) for seat in seats - {state.current_player()})


@each_game
def test_all_chance_is_in_chance_nodes(name: str) -> None:
    game = pyspiel.load_game(name)
    chooser = random.Random(5)
    state = game.new_initial_state()
    while not state.is_terminal():
        move(state, chooser)
    again = game.new_initial_state()
    for action in state.history():
        if again.is_chance_node():
            outcomes = dict(again.chance_outcomes())
            assert action in outcomes
            assert sum(outcomes.values()) == pytest.approx(1.0)
            assert max(outcomes) < game.max_chance_outcomes()
        again.apply_action(action)
    assert again.line == state.line


@each_game
def test_the_declared_chance_outcomes_are_enough_for_any_game(name: str) -> None:
    # A game from a package, too, may draw from 1,024 results (docs/adding-a-game.md), and from no more.
    assert pyspiel.load_game(name).max_chance_outcomes() == 1024


@each_game
def test_a_resampled_state_is_one_that_the_seat_cannot_tell_apart(name: str) -> None:
    game = pyspiel.load_game(name)
    for steps in (0, 7, 40):
        state = decision(game, steps, seed=steps)
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, random.Random(1).random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.current_player() == state.current_player()
            assert other.history() == []
            if seat == state.current_player():
                assert other.legal_actions() == state.legal_actions()


@each_game
def test_in_a_resampled_state_one_may_do_what_its_own_position_allows(name: str) -> None:
    for steps in range(3, 60, 3):
        state = decision(pyspiel.load_game(name), steps, seed=steps)
        acting = state.current_player()
        for seat in range(state.num_players()):
            other = state.resample_from_infostate(seat, random.Random(1).random)
            assert other.legal_actions() == [one.id for one in other.line.position.legal(acting)]


def test_a_resampled_state_depends_on_the_numbers_and_not_on_their_type() -> None:
    state = decision(pyspiel.load_game("quarterdeck_meuterer"), 5)
    plain, wrapped = (
        state.resample_from_infostate(0, lambda kind=kind: kind(0.5)) for kind in (float, np.float64)
    )
    assert plain.line.record == wrapped.line.record


def test_resampling_deals_what_the_seat_cannot_know_anew() -> None:
    state = decision(pyspiel.load_game("quarterdeck_meuterer"), 5)
    chooser = random.Random(1)
    hands = {
        str(state.resample_from_infostate(0, chooser.random).line.position.state.hand) for _ in range(10)
    }
    assert len(hands) == 10


@each_game
def test_a_resampled_state_can_be_played_to_the_end_and_written(name: str) -> None:
    game = pyspiel.load_game(name)
    chooser = random.Random(2)
    state = decision(game, 30).resample_from_infostate(1, chooser.random)
    _game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.information_state_string(0) == state.information_state_string(0)
    while not state.is_terminal():
        move(state, chooser)
    assert sum(state.returns()) == pytest.approx(0.0)


def test_seats_that_decide_at_the_same_time_do_not_see_each_others_choices() -> None:
    state = decision(pyspiel.load_game("quarterdeck_mutiny(players=3)"), 0)
    assert state.current_player() == 0
    one, other = (state.child(action) for action in state.legal_actions()[4:6])
    assert one.current_player() == other.current_player() == 1
    for seat in (1, 2):
        assert one.information_state_string(seat) == other.information_state_string(seat)
        assert one.information_state_tensor(seat) == other.information_state_tensor(seat)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_tensor(0) != other.information_state_tensor(0)


@each_game
def test_a_seat_forgets_nothing(name: str) -> None:
    game = pyspiel.load_game(f"{name}(max_plies=60,history=long)")
    state, chooser = decision(game, 0), random.Random(3)
    before = [state.information_state_string(seat) for seat in range(game.num_players())]
    rows = [np.array(state.information_state_tensor(seat)) for seat in range(game.num_players())]
    for _ in range(25):
        move(state, chooser)
        if state.is_chance_node():
            continue
        for seat in range(game.num_players()):
            text = state.information_state_string(seat)
            row = np.array(state.information_state_tensor(seat))
            assert text.startswith(before[seat])
            assert (row[rows[seat] != 0] == rows[seat][rows[seat] != 0]).all()
            before[seat], rows[seat] = text, row


def test_an_action_of_ones_own_is_remembered_even_where_it_changes_nothing_else() -> None:
    game = pyspiel.load_game("quarterdeck_meuterer")
    state = decision(game, 0)
    seat = state.current_player()
    for action in state.legal_actions():
        text = state.child(action).information_state_string(seat)
        assert f"\n{state.action_to_string(action)} → " in text


def test_winners_share_the_pot() -> None:
    game = pyspiel.load_game("quarterdeck_mutiny(players=5)")
    state, chooser = game.new_initial_state(), random.Random(4)
    while not state.is_terminal():
        assert state.returns() == [0.0] * 5
        move(state, chooser)
    won = state.line.position.winners
    assert state.returns() == [5 / len(won) - 1 if seat in won else -1 for seat in range(5)]


def test_a_match_that_goes_on_for_too_long_is_a_draw() -> None:
    game = pyspiel.load_game("quarterdeck_cartagena(max_plies=6)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state, chooser = game.new_initial_state(), random.Random(4)
    while not state.is_terminal():
        move(state, chooser)
    assert (state.line.plies, state.returns()) == (6, [0.0] * 4)
    assert not state.line.position.over


def test_openspiels_search_in_cpp_plays_or_refuses_where_it_would_end_the_process() -> None:
    game = pyspiel.load_game("quarterdeck_cartagena(table=tiny)")
    state, evaluator = decision(game, 1), pyspiel.RandomRolloutEvaluator(1, 1)
    search = pyspiel.MCTSBot(game, evaluator, 2.0, 10, 1, False, 1, False)
    assert search.step(state) in state.legal_actions()
    deaf = pyspiel.ISMCTSBot(1, evaluator, 2.0, 10)
    for ask in (deaf.step, deaf.step_with_policy, deaf.get_policy):
        with pytest.raises(
            QuarterdeckError, match=r"ISMCTSBot in C\+\+ can't play games that are written in P"
        ):
            ask(state)
    kuhn = pyspiel.load_game("kuhn_poker").new_initial_state()
    kuhn.apply_action(0)
    kuhn.apply_action(1)
    assert deaf.step(kuhn) in kuhn.legal_actions()


def test_games_and_states_travel_to_another_process() -> None:
    state = decision(pyspiel.load_game("quarterdeck_meuterer(players=3)"), 9)
    script = (
        "import pickle, sys\n"
        "game, state = pickle.load(sys.stdin.buffer)\n"
        "sys.stdout.write(f'{game}|{state.information_state_string(1)}')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=pickle.dumps((state.get_game(), state)),
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode() == f"{state.get_game()}|{state.information_state_string(1)}"
    assert done.stderr == b""


def test_a_state_reads_as_its_moves_and_the_whole_table() -> None:
    state = decision(pyspiel.load_game("quarterdeck_mutiny"), 0)
    state.apply_action(state.legal_actions()[1])
    moves, page = str(state).split("\n", 1)
    assert moves.endswith(" | 0: bid 0 1")
    assert page == str(state.line.position)


@pytest.mark.parametrize(
    ("parameters", "kind", "sentence"),
    [
        ("players=9", GameOptionError, "not “9”"),
        ("rules=polish", GameOptionError, "not “polish”"),
        ("max_plies=0", GameOptionError, "max_plies is a whole number from 1 to"),
        ("table=/none.toml", TableFileError, "/none.toml: This table can't be read"),
    ],
)
def test_unknown_parameters_are_refused(parameters: str, kind: type[QuarterdeckError], sentence: str) -> None:
    with pytest.raises(kind, match=sentence):
        pyspiel.load_game(f"quarterdeck_meuterer({parameters})")


def test_a_tensor_for_which_there_is_no_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def observer(*_arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr("quarterdeck.lab.openspiel.games.Observer", observer)
    game = pyspiel.load_game("quarterdeck_mutiny(max_plies=900000,history=long)")
    with pytest.raises(GameOptionError, match="no memory for a tensor of 900000 plies: lower max_plies"):
        game.information_state_tensor_shape()


def test_what_can_not_be_drawn_or_played_is_refused_and_changes_nothing() -> None:
    state = pyspiel.load_game("quarterdeck_mutiny(players=3)").new_initial_state()
    before = state.line
    for drawn in (24, 1000):
        with pytest.raises(QuarterdeckError, match=rf"This draw can't give {drawn}; it gives one of 0, 1"):
            state.apply_action(drawn)
    assert state.line is before
    state = decision(state.get_game(), 0)
    before = state.line
    with pytest.raises(IllegalAction, match=r"Seat 0 may play .* not 736 .*\(MU-\d+\)"):
        state.apply_action(736)
    with pytest.raises(ActionTextError, match="There is no action 5000"):
        state.apply_action(5000)
    assert state.line is before
    chooser = random.Random(1)
    while not state.is_terminal():
        move(state, chooser)
    with pytest.raises(QuarterdeckError, match="The game is over"):
        state.apply_action(0)


def test_a_state_before_the_deal_cannot_be_resampled() -> None:
    with pytest.raises(QuarterdeckError, match="where a seat decides, not where chance does"):
        pyspiel.load_game("quarterdeck_mutiny").new_initial_state().resample_from_infostate(0, random.random)


def test_actions_and_seats_that_there_are_not_are_refused() -> None:
    game = pyspiel.load_game("quarterdeck_mutiny(players=3)")
    state = decision(game, 0)
    for action in (-1, 5000):
        with pytest.raises(ActionTextError, match=f"There is no action {action}"):
            state.action_to_string(0, action)
    for recalls in (False, True):
        for public in (False, True):
            kind = pyspiel.IIGObservationType(perfect_recall=recalls, public_info=public)
            observation = make_observation(game, kind)
            with pytest.raises(SeatError, match="There is no seat 3; seats are the numbers 0 to 2"):
                observation.set_from(state, 3)
            for seat in (-1, 3):
                with pytest.raises(SeatError, match=f"There is no seat {seat}"):
                    observation.string_from(state, seat)
