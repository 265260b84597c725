"""What a search chooses depends on its view, its seed and its budget alone."""

from __future__ import annotations

import random
import threading
import time
from math import inf
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Game, GameOptionError, Position, View
from quarterdeck.bots.search import RolloutSearch, TreeSearch
from quarterdeck.bots.search import player as player_module
from quarterdeck.bots.search.net import no_net
from quarterdeck.bots.search.player import SCANT, settled
from quarterdeck.bots.search.weights import own_net
from quarterdeck.kernel import jit
from quarterdeck.play import GAMES

each_game = pytest.mark.parametrize("name", list(GAMES))
Search = type[RolloutSearch] | type[TreeSearch]
each_search = pytest.mark.parametrize("search", [RolloutSearch, TreeSearch])


def positions(game: Game, seed: int, every: int) -> list[Position]:
    """Some positions of a random game in which the first seat to act has a choice."""
    chooser, found, position = random.Random(seed), [], game.start(seed=seed)
    while not position.over:
        legal = position.legal()
        if len(legal) > 1:
            found.append(position)
        position = position.play(position.to_act[0], chooser.choice(legal))
    return found[::every]


def middle(name: str, seed: int = 5) -> View:
    """What the seat to act sees in the middle of a random game."""
    found = positions(quarterdeck.game(name), seed, 1)
    position = found[len(found) // 2]
    return position.view(position.to_act[0])


@each_search
@each_game
def test_every_choice_is_legal_and_every_share_counted(name: str, search: Search) -> None:
    quarterdeck.game(name).warm()
    for position in positions(quarterdeck.game(name), 1, 12):
        view = position.view(position.to_act[0])
        choices = search(simulations=40).consider(view)
        assert tuple(one.action for one in choices) == view.legal()
        assert sum(one.share for one in choices) == pytest.approx(1)
        assert all(one.win is None or 0 <= one.win <= 1 for one in choices)
        assert search(simulations=40).choose(view) in view.legal()


@each_game
def test_a_choice_that_nothing_can_change_any_more_is_made_at_once_and_is_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With so short spells between two looks that a part of the simulations is enough."""
    quarterdeck.game(name).warm()
    monkeypatch.setattr(player_module, "SPELL", 30)
    ended: list[bool] = []

    def noted(tries: Any, left: int) -> bool:
        ended.append(settled(tries, left) and left > 0)
        return settled(tries, left)

    monkeypatch.setattr(player_module, "settled", noted)
    player, alone = TreeSearch(seed=3, simulations=1_000), 0
    for position in positions(quarterdeck.game(name), 4, 20):
        if len(position.to_act) == 1:
            view = position.view(position.to_act[0])
            assert player.choose(view) == max(player.consider(view), key=lambda one: one.share).action
            alone += 1
    assert alone
    assert any(ended)


def test_an_action_that_was_hardly_tried_has_no_chance_to_win() -> None:
    """A share of 1 in 200 is luck."""
    shares = [
        (one.share, one.win)
        for position in positions(quarterdeck.game("meuterer"), 1, 9)
        for one in TreeSearch(simulations=200).consider(position.view(position.to_act[0]))
    ]
    assert all(win is not None for share, win in shares if share >= SCANT)
    scant = [win for share, win in shares if 0 < share < SCANT]
    assert scant
    assert set(scant) == {None}


def test_a_choice_is_settled_once_the_others_cannot_catch_up() -> None:
    assert settled(np.array([10.0, 70.0, 20.0]), 49)
    assert not settled(np.array([10.0, 70.0, 20.0]), 50)
    assert not settled(np.array([100.0]), 3)


@each_search
@each_game
def test_nothing_outside_the_view_changes_a_choice(name: str, search: Search) -> None:
    quarterdeck.game(name).warm()
    others = 0
    for position in positions(quarterdeck.game(name), 2, 9):
        seat = position.to_act[0]
        view = position.view(seat)
        expected = search(seed=7, simulations=60).consider(view)
        for world in (view.sample(seed) for seed in range(3)):
            others += world != position
            assert search(seed=7, simulations=60).consider(world.view(seat)) == expected
    assert others > 10


@each_search
@each_game
def test_an_outlook_shares_out_every_win_whoever_looks(name: str, search: Search) -> None:
    quarterdeck.game(name).warm()
    for position in positions(quarterdeck.game(name), 3, 15):
        for seat in (*range(position.game.players), None):
            outlook = search(simulations=30).outlook(position.view(seat))
            assert len(outlook.wins) == position.game.players
            assert sum(outlook.wins) + outlook.nobody == pytest.approx(1)
            assert min(*outlook.wins, outlook.nobody) >= 0
            assert bool(outlook.choices) == (seat in position.to_act)


@each_search
@each_game
def test_the_outlook_at_the_end_is_the_result(name: str, search: Search) -> None:
    position = positions(quarterdeck.game(name), 4, 1)[-1]
    while not position.over:
        position = position.play(position.to_act[0], position.legal()[-1])
    outlook = search(simulations=3).outlook(position.view(None))
    shares = [(seat in position.winners) / max(len(position.winners), 1) for seat in range(len(outlook.wins))]
    assert outlook.wins == pytest.approx(shares)
    assert outlook.choices == ()


@each_search
@pytest.mark.parametrize("name", ["meuterer", "cartagena"])
def test_a_forced_action_has_its_seats_chance_to_win(name: str, search: Search) -> None:
    position, chooser = quarterdeck.game(name).start(seed=1), random.Random(3)
    while len(position.legal()) > 1:
        position = position.play(position.to_act[0], chooser.choice(position.legal()))
    seat = position.to_act[0]
    outlook = search(simulations=20).outlook(position.view(seat))
    (choice,) = outlook.choices
    assert (choice.action, choice.share, choice.win) == (position.legal()[0], 1, outlook.wins[seat])


@each_game
def test_interpreted_and_compiled_searches_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    view = middle(name)
    quarterdeck.game(name).warm()
    searches = TreeSearch(seed=3, simulations=12), RolloutSearch(seed=3, simulations=4, depth=4)
    compiled = [search.consider(view) for search in searches]
    monkeypatch.setattr(jit, "loaded", lambda: False)
    assert [search.consider(view) for search in searches] == compiled


@each_search
def test_another_seed_searches_otherwise(search: Search) -> None:
    view = middle("meuterer")
    found = {search(seed=seed, simulations=50).consider(view) for seed in range(4)}
    assert len(found) == 4


def test_threads_search_trees_of_their_own_and_always_the_same() -> None:
    quarterdeck.game("mutiny").warm()
    view = middle("mutiny")
    one, two = (TreeSearch(simulations=200, threads=threads).consider(view) for threads in (1, 2))
    assert one != two
    assert two == TreeSearch(simulations=200, threads=2).consider(view)


def test_a_search_has_room_for_any_time() -> None:
    view = middle("mutiny")
    assert TreeSearch(seconds=1e308, simulations=8).consider(view) == TreeSearch(simulations=8).consider(view)


@each_search
def test_a_search_looks_at_views_alone(search: Search) -> None:
    position: Any = quarterdeck.game("meuterer").start(seed=1)
    with pytest.raises(GameOptionError, match=r"^A bot chooses from a seat's view, .* not from "):
        search(simulations=2).outlook(position)


@each_search
def test_a_search_by_time_ends_in_time(search: Search) -> None:
    quarterdeck.game("mutiny").warm()
    view = middle("mutiny")
    search(simulations=2).consider(view)
    began, spent = time.monotonic(), time.process_time()
    assert search(seconds=0.2).choose(view) in view.legal()
    assert time.monotonic() - began >= 0.2
    # Processor time, so that a busy machine does not count.
    assert time.process_time() - spent < 5


@each_search
def test_a_seat_that_has_nothing_to_choose_is_told_so(search: Search) -> None:
    position = quarterdeck.game("meuterer").start(seed=1)
    idle = next(seat for seat in range(4) if seat not in position.to_act)
    with pytest.raises(ValueError, match="nothing to choose"):
        search().choose(position.view(idle))


@each_game
def test_a_search_beats_players_at_random(name: str) -> None:
    game = quarterdeck.game(name)
    game.warm()
    won = 0.0
    for number in range(game.players * 2):
        position, chooser = game.start(seed=number), random.Random(number)
        me = number % game.players
        while not position.over:
            seat = position.to_act[0]
            if seat == me:
                action = TreeSearch(seed=number, simulations=300).choose(position.view(seat))
            else:
                action = chooser.choice(position.legal(seat))
            position = position.play(seat, action)
        won += (me in position.winners) / max(len(position.winners), 1)
    # A fair share is 2 games.
    assert won >= 4


@each_game
def test_without_a_network_the_searching_seat_plays_on_as_well_as_the_others(name: str) -> None:
    """Else its chances would look like those of a seat that plays at random."""
    game = quarterdeck.game(name, players=3)
    game.warm()
    for seed in range(3):
        position = game.start(seed=seed)
        (seat, *_others) = position.to_act
        outlook = TreeSearch(seed, simulations=600, net=no_net()).outlook(position.view(seat))
        assert outlook.wins[seat] > 0.15


@pytest.mark.parametrize("seat", range(4))
def test_simultaneous_choices_are_mixed(seat: int) -> None:
    position = quarterdeck.game("mutiny").start(seed=1)
    assert len(position.to_act) == 4
    view = position.view(seat)
    # Without the network's opinion, which leaves but few worth a try.
    players = [TreeSearch(seed, simulations=20, net=no_net()) for seed in range(12)]
    assert len({player.choose(view) for player in players}) > 2


@pytest.mark.parametrize("player", [TreeSearch(simulations=40_000), RolloutSearch(simulations=2_000)])
def test_others_go_on_while_a_search_does(player: RolloutSearch | TreeSearch) -> None:
    """It lets go of Python's lock, as its entry point is compiled so."""
    view = middle("meuterer")
    view.game.warm()
    player.consider(view)
    searching = threading.Thread(target=player.consider, args=[view])
    searching.start()
    steps = 0
    while searching.is_alive():
        time.sleep(0.001)
        steps += 1
    assert steps > 20


@pytest.mark.parametrize(
    "budget",
    [
        {"simulations": 0},
        {"simulations": 2.5},
        {"simulations": True},
        {"simulations": "8"},
        {"threads": 0},
        {"threads": True},
        {"seconds": True},
        {"seconds": 0},
        {"seconds": inf},
        {"seconds": "long"},
    ],
    ids=str,
)
def test_an_impossible_budget_is_refused_by_name(budget: dict[str, Any]) -> None:
    (name,) = budget
    with pytest.raises(ValueError, match=f"“{name}” is a (whole )?number"):
        TreeSearch(**budget)
    if name != "threads":
        with pytest.raises(ValueError, match=f"“{name}” is a (whole )?number"):
            RolloutSearch(**budget)


def test_a_budget_may_be_a_number_of_any_kind() -> None:
    # NumPy's unsigned numbers have no negative ones.
    number: Any = np.uint8(8)
    half: Any = np.float32(0.5)
    assert TreeSearch(simulations=number, threads=number) == TreeSearch(simulations=8, threads=8)
    assert RolloutSearch(simulations=number, depth=number) == RolloutSearch(simulations=8, depth=8)
    assert RolloutSearch(seconds=half) == RolloutSearch(seconds=0.5)
    view = middle("mutiny")
    for search in (TreeSearch, RolloutSearch):
        assert search(1, number).choose(view) == search(1, 8).choose(view)


def test_rollouts_are_refused_a_depth_below_1() -> None:
    with pytest.raises(ValueError, match="“depth” is a whole number from 1 on, not True"):
        RolloutSearch(depth=True)
    with pytest.raises(ValueError, match="“depth” is a whole number from 1 on, not 0"):
        RolloutSearch(depth=0)


def test_a_network_is_of_the_game_that_is_played() -> None:
    """Compiled, a search would read beyond the weights of another game's."""
    networks = {name: own_net(name) for name in GAMES}
    for name in GAMES:
        position = quarterdeck.game(name).start(seed=1)
        view = position.view(position.to_act[0])
        for other, net in networks.items():
            player = TreeSearch(simulations=2, net=net)
            if other == name:
                assert player.choose(view) in view.legal()
                continue
            for ask in (player.choose, player.consider, player.outlook):
                with pytest.raises(
                    ValueError, match=f"“net” is no network of {view.game.title}: its “first” has"
                ):
                    ask(view)
    text: Any = "x"
    with pytest.raises(ValueError, match="“net” is a network as `read_net` gives it, not 'x'"):
        TreeSearch(net=text)


def test_a_search_that_may_go_on_for_hours_has_room_for_no_more_than_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(player_module, "MOST_NODES", 50)
    view = middle("meuterer")
    view.game.warm()
    assert sum(one.share for one in TreeSearch(simulations=400).consider(view)) == pytest.approx(1)
