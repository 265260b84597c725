"""CA-60 to CA-62, CA-68 and CA-69: who takes part in the mutiny, its duels, and how a match ends."""

from __future__ import annotations

from collections import Counter

import pytest

from quarterdeck.games.cartagena import rules
from quarterdeck.games.cartagena.events import FIELDS, Event
from quarterdeck.games.cartagena.state import EVERYBODY, NONE, PAIRS, Phase, Side
from tests.games.cartagena.mutineers import FOR_DIAZ, FOR_VALVERDE, D, Mutiny, V

FIVE = "p1 p1 p1 p1 p1"


def fight_alike(match: Mutiny, *cards: str) -> Mutiny:
    """Duel after duel all lay the same card and then the mascot, until the match is over."""
    while match.s.phase != Phase.OVER:
        match.duel(" ".join(cards))
    return match


def test_CA_60_who_has_placed_no_conviction_is_out() -> None:
    match = Mutiny(FIVE, FIVE, FIVE, FIVE, sides=(V, None, D, None))
    assert match.s.turn == NONE
    assert match.told(Event.LEFT_OUT) == [(1,), (3,)]
    assert match.alive() == match.asked() == match.fighting() == [0, 2]
    assert match.ids(1) == match.ids(3) == []


def test_CA_60_who_is_out_keeps_cards_and_coins_and_cannot_win() -> None:
    match = Mutiny(FIVE, FIVE, FIVE, sides=(V, V, None), coins=(1, 2, 25))
    fight_alike(match, "p1", "p1", "-")
    assert match.hand(2) == FIVE
    assert match.coins()[2] == 25
    assert match.winners() == [1]
    assert [seat for seat, _ in match.told(Event.SIDE_SHOWN)] == [0, 1]
    assert [seat for seat, *_ in match.told(Event.GOLD_COUNTED)] == [0, 1]


def test_CA_60_who_has_no_side_lays_no_card_in_any_duel() -> None:
    match = Mutiny(FIVE, FIVE, FIVE, sides=(V, D, None))
    for _ in range(3):
        assert match.asked() == [0, 1]
        match.duel("p1 p1 -")
    assert match.s.phase == Phase.OVER


@pytest.mark.parametrize(("pairs", "side"), [(FOR_VALVERDE, V), (FOR_DIAZ, D)])
def test_CA_60_with_nobody_left_the_sailors_decide_alone(
    pairs: tuple[tuple[int, int], ...], side: Side
) -> None:
    match = Mutiny(FIVE, FIVE, FIVE, sides=(None, None, None), pairs=pairs)
    assert match.s.phase == Phase.OVER
    assert match.told(Event.LEFT_OUT) == [(0,), (1,), (2,)]
    assert match.told(Event.DUEL_WON) == [(NONE, side, *pairs[at]) for at in range(3)]
    assert match.told(Event.MUTINY_WON) == [(NONE, side)]
    assert match.told(Event.NOBODY_WON) == [(NONE, 1)]
    assert FIELDS[Event.NOBODY_WON][1].split("|")[1] == "CA-60"
    assert match.told(Event.SIDE_SHOWN, Event.WON, Event.GOLD_COUNTED, Event.POSTED) == []
    assert match.winners() == []


def test_CA_61_sailors_still_on_deck_are_placed_at_random_and_unseen() -> None:
    seen: Counter[tuple[int, int]] = Counter()
    for seed in range(300):
        match = Mutiny(FIVE, FIVE, pairs=((10, 1), (2, 9)), seed=seed)
        pairs = match.pairs()
        assert pairs[:2] == [(10, 1), (2, 9)]
        assert sorted(value for pair in pairs for value in pair) == list(range(1, 11))
        assert match.s.sailors == 0
        assert match.s.placed == PAIRS
        assert [int(one) for one in match.s.seen] == [EVERYBODY, 0, 0, 0, 0]
        assert [int(one) for one in match.s.order] == [EVERYBODY, 0, 0, 0, 0]
        seen.update([pairs[2]])
    # All 30 ordered pairs of the six values, none far more often than the others.
    assert len(seen) == 30
    assert max(seen.values()) < 30


def test_CA_61_nothing_is_drawn_when_all_pairs_are_placed() -> None:
    assert Mutiny(FIVE, FIVE).s.counter == 0


def test_CA_61_what_was_seen_of_a_pair_in_the_voyage_stays_seen() -> None:
    match = Mutiny(FIVE, FIVE, pairs=((10, 1), (2, 9)))
    match.s.seen[1] = match.s.order[1] = 2
    assert [int(one) for one in match.view(1).pair[1]] == [2, 9]
    assert [int(one) for one in match.view(0).pair[1]] == [-1, -1]
    assert [int(one) for one in match.view(1).pair[2]] == [-1, -1]


def test_CA_61_the_pairs_duel_in_their_order() -> None:
    match = fight_alike(Mutiny(FIVE, FIVE, pairs=((10, 1), (2, 9), (8, 3), (4, 7), (5, 6))), "p1", "p1")
    assert match.told(Event.DUEL_BEGAN) == [
        (NONE, 0, 10, 1),
        (NONE, 1, 2, 9),
        (NONE, 2, 8, 3),
        (NONE, 3, 4, 7),
        (NONE, 4, 5, 6),
    ]


@pytest.mark.parametrize(("pairs", "side"), [(FOR_VALVERDE, V), (FOR_DIAZ, D)])
def test_CA_61_three_wins_end_the_mutiny_at_once(pairs: tuple[tuple[int, int], ...], side: Side) -> None:
    match = Mutiny(FIVE, FIVE, pairs=pairs).duel("p1 p1").duel("p1 p1")
    assert match.s.phase == Phase.DUEL
    assert match.wins() == ([2, 0] if side == V else [0, 2])
    match.duel("p1 p1")
    assert match.s.phase == Phase.OVER
    assert match.wins() == ([3, 0] if side == V else [0, 3])
    assert len(match.told(Event.DUEL_BEGAN)) == len(match.told(Event.DUEL_WON)) == 3
    # The sailors of the last two pairs were never shown.
    assert [int(one) for one in match.s.seen] == [EVERYBODY] * 3 + [0] * 2


@pytest.mark.parametrize(("last", "side"), [((6, 3), V), ((3, 6), D)])
def test_CA_61_the_mutiny_may_take_all_five_duels(last: tuple[int, int], side: Side) -> None:
    match = Mutiny(FIVE, "g1 g1 g1 g1 g1", pairs=((10, 1), (2, 9), (8, 4), (5, 7), last))
    fight_alike(match, "p1", "g1")
    assert [won[1] for won in match.told(Event.DUEL_WON)] == [V, D, V, D, side]
    assert match.wins() == ([3, 2] if side == V else [2, 3])
    assert match.told(Event.MUTINY_WON) == [(NONE, side)]


def test_CA_62_a_duel_starts_with_the_values_of_both_sailors() -> None:
    match = Mutiny(FIVE, FIVE, pairs=((4, 7), (10, 1), (9, 2), (8, 3), (6, 5)))
    assert match.told(Event.DUEL_BEGAN) == [(NONE, 0, 4, 7)]
    for viewer in (NONE, 0, 1):
        assert [int(one) for one in match.view(viewer).pair[0]] == [4, 7]
        assert [int(one) for one in match.view(viewer).pair[1]] == [-1, -1]
    match.round("p1", "p1")
    assert match.told(Event.STRENGTH) == [(NONE, 6, 7)]
    match.leave()
    assert match.told(Event.DUEL_BEGAN)[1:] == [(NONE, 1, 10, 1)]
    assert match.strength() == [0, 0]
    for viewer in (NONE, 0, 1):
        assert [int(one) for one in match.view(viewer).pair[1]] == [10, 1]


def test_CA_62_everybody_still_in_the_game_is_in_the_next_duel_again() -> None:
    match = Mutiny(FIVE, FIVE, FIVE).round("p1", "p1", "p1").round("m", "p1", "p1")
    assert match.fighting() == [1, 2]
    match.leave()
    assert match.s.duel == 1
    assert match.s.duel_round == 1
    assert match.fighting() == match.asked() == [0, 1, 2]


def test_CA_68_the_duel_ends_when_all_have_laid_the_mascot() -> None:
    match = Mutiny(FIVE, FIVE, FIVE, pairs=((1, 2), *FOR_VALVERDE[:1], (3, 4), (5, 6), (7, 8)))
    match.round("p1", "p1", "p1").round("m", "m", "p1").round("-", "-", "p1")
    assert match.told(Event.DUEL_WON) == []
    match.round("-", "-", "m")
    assert match.told(Event.DUEL_WON) == [(NONE, V, 6, 2)]
    assert match.wins() == [1, 0]


@pytest.mark.parametrize(
    ("pair", "card", "side", "totals"),
    [
        ((5, 3), "g1", V, (5, 4)),
        ((5, 3), "g3", D, (5, 6)),
        ((3, 4), "p2", V, (5, 4)),
        ((2, 6), "p3", D, (5, 6)),
    ],
)
def test_CA_68_the_higher_side_wins(
    pair: tuple[int, int], card: str, side: Side, totals: tuple[int, int]
) -> None:
    match = Mutiny(card, "", sides=(V, None), pairs=(pair,)).duel(f"{card} -")
    assert match.told(Event.DUEL_WON)[0] == (NONE, side, *totals)


@pytest.mark.parametrize(("pair", "card", "side"), [((5, 3), "g2", D), ((7, 8), "p1", V)])
def test_CA_68_a_tie_goes_to_the_side_with_the_stronger_combat_cards(
    pair: tuple[int, int], card: str, side: Side
) -> None:
    match = Mutiny(card, "", sides=(V, None), pairs=(pair,)).duel(f"{card} -")
    (_, winner, ours, theirs), *_ = match.told(Event.DUEL_WON)
    assert ours == theirs == max(pair)
    assert winner == side


def test_CA_68_a_tie_with_cards_on_both_sides() -> None:
    match = Mutiny("p3 p3 p2", "g2 g3", pairs=((2, 5),)).duel("p3 g2", "p2 m")
    # 2 + 5 on one side, 5 + 2 on the other.
    assert match.told(Event.DUEL_WON) == [(NONE, V, 7, 7)]


def test_CA_68_cards_that_were_laid_leave_the_game() -> None:
    match = Mutiny("p1 p2 g3", "g1 g1 g2", pairs=FOR_VALVERDE).duel("p2 g1", "g3 m")
    assert match.hand(0) == "p1"
    assert match.hand(1) == "g1 g2"
    assert match.s.played == 3
    assert match.s.under == 0
    assert sum(int(one) for one in match.s.pile) == 0
    assert match.legal(0) == "p1"
    match.duel("p1 g2")
    # They stay laid, and are not laid twice.
    assert match.s.played == 5
    assert match.strength() == [0, 0]


def test_CA_68_mascots_come_back_to_hand() -> None:
    match = Mutiny(FIVE, FIVE, FIVE)
    for duel in range(3):
        assert match.s.duel == duel
        match.round("p1", "p1", "p1")
        assert match.legal(0) == match.legal(1) == match.legal(2) == "p1 m"
        match.leave()
    assert match.s.phase == Phase.OVER


def test_CA_69_a_match_that_is_over_asks_nobody() -> None:
    match = fight_alike(Mutiny(FIVE, FIVE), "p1", "p1")
    assert rules.over(match.s)
    assert rules.to_act(match.s) == 0
    assert match.ids(0) == match.ids(1) == []
    assert match.s.turn == NONE


def test_CA_69_nobody_has_won_before_the_end() -> None:
    match = Mutiny(FIVE, FIVE)
    assert not rules.over(match.s)
    assert match.winners() == []
    match.duel("p1 p1").duel("p1 p1")
    assert match.winners() == []
    # Nor in the voyage: no side has won, and no seat has one.
    match.s.wins[:] = 0
    match.s.side[:] = NONE
    assert match.winners() == []


@pytest.mark.parametrize(("pairs", "winner", "side"), [(FOR_VALVERDE, 0, V), (FOR_DIAZ, 1, D)])
def test_CA_69_the_only_player_of_the_winning_side_wins(
    pairs: tuple[tuple[int, int], ...], winner: int, side: Side
) -> None:
    # The loser is the richer one.
    match = Mutiny("p1 p1 p1", "g1 g1 g1", pairs=pairs, coins=(0, 5) if side == V else (5, 0))
    fight_alike(match, "p1", "g1")
    assert match.told(Event.MUTINY_WON) == [(NONE, side)]
    assert match.winners() == [winner]
    assert [seat for seat, _ in match.told(Event.WON)] == [winner]
    assert match.told(Event.NOBODY_WON) == []


def test_CA_69_how_the_end_is_told() -> None:
    match = Mutiny("p1 p1 p1 p1 p3", "p1 p1 p1 p1", "g1 g1 g1 g1", "", sides=(V, V, D, None))
    match.duel("p1 p1 g1").duel("p1 p1 g1").forget().duel("p1 p1 g1")
    at = match.kinds().index(Event.MUTINY_WON)
    assert match.kinds()[at - 1] == Event.DUEL_WON
    assert match.kinds()[at:] == [
        Event.MUTINY_WON,
        Event.SIDE_SHOWN,
        Event.SIDE_SHOWN,
        Event.SIDE_SHOWN,
        Event.GOLD_COUNTED,
        Event.GOLD_COUNTED,
        Event.WON,
        Event.GAME_OVER,
    ]
    assert match.told(Event.SIDE_SHOWN) == [(0, V), (1, V), (2, D)]


def ended(
    *hands: str,
    sides: tuple[Side | None, ...],
    gold: tuple[tuple[int, ...], ...],
    coins: tuple[int, ...],
    pairs: tuple[tuple[int, int], ...] = FOR_VALVERDE,
) -> Mutiny:
    """A match in which three duels of one pink 1 each end the mutiny; `hands` are the cards then left.

    All let their mascots out in the third round, which moves no coins.
    """
    match = Mutiny(
        *(f"p1 p1 p1 p1 p1 p1 {hand}" for hand in hands), sides=sides, gold=gold, coins=coins, pairs=pairs
    )
    while match.s.phase != Phase.OVER:
        laid = ["p1" if seat in match.alive() else "-" for seat in range(len(hands))]
        match.round(*laid).round(*laid).leave()
    assert match.coins() == list(coins)
    return match


def test_CA_69_most_gold_wins_cards_and_coins() -> None:
    match = ended("", "", "", sides=(V, V, V), gold=((3, 3), (1,), (2, 2, 1)), coins=(1, 5, 3))
    assert match.told(Event.GOLD_COUNTED) == [(0, 7, 0), (1, 6, 0), (2, 8, 0)]
    assert match.told(Event.WON) == [(2, 8)]
    assert match.winners() == [2]


def test_CA_69_gold_of_the_losing_side_does_not_count() -> None:
    match = ended("", "", "", sides=(D, V, D), gold=((3, 3, 3), (), (3, 3)), coins=(9, 0, 1))
    assert match.told(Event.GOLD_COUNTED) == [(1, 0, 0)]
    assert match.told(Event.WON) == [(1, 0)]
    assert match.winners() == [1]


@pytest.mark.parametrize(("pairs", "side", "winner"), [(FOR_VALVERDE, V, 1), (FOR_DIAZ, D, 0)])
def test_CA_69_a_tie_goes_to_the_higher_sum_of_combat_cards_of_that_colour(
    pairs: tuple[tuple[int, int], ...], side: Side, winner: int
) -> None:
    match = ended("p1 g3 g3", "p3 g2", sides=(side, side), gold=((2,), ()), coins=(1, 3), pairs=pairs)
    assert [gold for _, gold, _ in match.told(Event.GOLD_COUNTED)] == [3, 3]
    assert [combat for _, _, combat in match.told(Event.GOLD_COUNTED)] == ([1, 3] if side == V else [6, 2])
    assert match.told(Event.WON) == [(winner, 3)]
    assert match.winners() == [winner]


def test_CA_69_combat_cards_count_by_their_sum_not_their_number() -> None:
    match = ended("p2 p1", "p3 p1", "p1 p2 p3", sides=(V, V, D), gold=((), (), ()), coins=(2, 2, 2))
    assert match.told(Event.GOLD_COUNTED) == [(0, 2, 3), (1, 2, 4)]
    assert match.winners() == [1]


def test_CA_69_more_gold_beats_stronger_combat_cards() -> None:
    match = ended("p3 p3 p3", "", sides=(V, V), gold=((), ()), coins=(2, 3))
    assert match.told(Event.GOLD_COUNTED) == [(0, 2, 9), (1, 3, 0)]
    assert match.winners() == [1]


def test_CA_69_still_tied_several_win() -> None:
    match = ended(
        "p3 g1", "p2", "p2 p1", "p2", sides=(V, V, V, D), gold=((1,), (), (), ()), coins=(3, 3, 4, 4)
    )
    assert match.told(Event.WON) == [(0, 4), (2, 4)]
    assert match.winners() == [0, 2]
    assert match.told(Event.NOBODY_WON) == []


def test_CA_69_with_nobody_on_the_winning_side_nobody_wins() -> None:
    match = ended("", "", sides=(D, D), gold=((3,), (3,)), coins=(1, 1))
    assert match.told(Event.MUTINY_WON) == [(NONE, V)]
    assert match.told(Event.NOBODY_WON) == [(NONE, 0)]
    assert match.told(Event.SIDE_SHOWN) == [(0, D), (1, D)]
    assert match.told(Event.WON, Event.GOLD_COUNTED) == []
    assert match.kinds()[-1] == Event.GAME_OVER
    assert match.winners() == []


def test_CA_69_who_went_out_in_a_duel_cannot_win() -> None:
    match = Mutiny("", FIVE, FIVE, sides=(V, V, D), gold=((3, 3, 3), (), ()), coins=(9, 1, 1))
    assert match.fighting() == [0, 1, 2]
    fight_alike(match, "-", "p1", "p1")
    assert match.told(Event.SIDE_SHOWN) == [(0, V), (1, V), (2, D)]
    assert [seat for seat, *_ in match.told(Event.GOLD_COUNTED)] == [1]
    assert match.winners() == [1]
