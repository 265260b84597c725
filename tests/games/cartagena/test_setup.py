"""CA-10 to CA-13: how a match begins."""

from __future__ import annotations

from collections import Counter

import pytest

from quarterdeck.games.cartagena.setup import setup
from quarterdeck.games.cartagena.state import NONE, Phase, State
from quarterdeck.games.cartagena.supplies import sure_of
from quarterdeck.games.cartagena.table import STARTS, standard
from quarterdeck.games.cartagena.template import template
from tests.games.cartagena.table import Match, bag, every_size

SEEDS = range(60)


def started(players: int, seed: int) -> Match:
    """A match right after its set-up, nothing arranged."""
    match = Match(players=players)
    match.s = template(players, standard())
    match.s.key[0], match.s.key[1] = seed, 3
    setup(match.s)
    return match


def neutral_seats(s: State) -> list[int]:
    return list(range(int(s.seats), 4))


@every_size
def test_CA_10_a_one_of_each_colour_and_a_coin(players: int) -> None:
    match = started(players, 1)
    for seat in range(players):
        assert match.hand(seat) == bag("pink 1, grey 1")
        assert match.gold(seat) == {}
    assert match.coins == [1] * players
    assert list(match.s.side[:players]) == [NONE] * players


@every_size
def test_CA_10_everybody_knows_the_starting_cards(players: int) -> None:
    s = started(players, 1).s
    for holder in range(players):
        for kind in range(6):
            wanted = int(kind in (0, 3))
            assert sure_of(s, NONE, holder, kind) == wanted
            for viewer in range(players):
                assert sure_of(s, viewer, holder, kind) == (wanted if viewer != holder else 0)


@every_size
def test_CA_10_seats_that_nobody_takes_have_nothing(players: int) -> None:
    s = started(players, 1).s
    for seat in neutral_seats(s):
        assert not s.hand[seat].any()
        assert not s.sure[seat].any()
        assert not s.sure[:, seat].any()
        assert s.coins[seat] == 0
        assert not (int(s.alive) >> seat) & 1
        assert not (int(s.start) >> (2 * seat)) & 3
    assert s.alive == (1 << players) - 1


@every_size
def test_CA_11_all_else_is_the_supply(players: int) -> None:
    match = started(players, 1)
    assert match.piles == (40 - 2 * players, 18, 30 - players)
    assert list(match.s.pile) == [10 - players, 6, 4, 10 - players, 6, 4]
    assert match.s.placed == 0
    assert match.s.sailors == (1 << 10) - 1
    assert match.s.dry == 0


@pytest.mark.parametrize(("players", "island"), [(2, "volcano"), (3, "treasure"), (4, "gold")])
def test_CA_12_the_ship_starts_at_an_island_by_the_number_of_players(players: int, island: str) -> None:
    assert STARTS[players] == island
    assert standard().route[int(started(players, 1).s.space)] == island


@every_size
def test_CA_13_decision_the_first_giver_is_drawn_at_random(players: int) -> None:
    givers = Counter(int(started(players, seed).s.giver) for seed in SEEDS)
    assert set(givers) == set(range(players))
    # Each is the giver in 15 to 30 of 60 on average.
    assert min(givers.values()) >= 5


@every_size
def test_CA_13_the_first_giver_is_the_oldest_for_the_whole_match(players: int) -> None:
    for seed in SEEDS:
        s = started(players, seed).s
        assert s.first == s.giver
        assert s.round_no == 1


@every_size
def test_CA_20_CA_22_the_first_door_is_open(players: int) -> None:
    ghosts = 0
    for seed in SEEDS:
        match = started(players, seed)
        s = match.s
        assert match.phase == Phase.CABINS
        (seat,) = match.to_act
        if match.row[0][0] == "ghost":
            # CA-25: the giver has met the Ghost, the left neighbour chooses from the next door.
            ghosts += 1
            assert match.row[0] == ("ghost", int(s.giver))
            assert seat == (int(s.giver) + 1) % players
            assert (s.opened, s.acted) == (2, 1)
        else:
            assert seat == s.giver
            assert (s.opened, s.acted) == (1, 0)
        pirate, user = match.row[-1]
        assert user is None
        assert match.legal() == [f"take {pirate}", "open"]
        assert len(match.face_down) == 13 - int(s.opened)
    # One match in 13 on average.
    assert 1 <= ghosts <= 15


def test_CA_20_any_pirate_may_be_behind_the_first_door() -> None:
    first = Counter(started(4, seed).row[0][0] for seed in range(200))
    assert len(first) == 13
