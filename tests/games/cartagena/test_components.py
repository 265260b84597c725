"""CA-1 to CA-4: what is in the box."""

from __future__ import annotations

from collections import Counter

import pytest

from quarterdeck.games.cartagena import actions
from quarterdeck.games.cartagena.state import Phase
from quarterdeck.games.cartagena.supplies import shuffled_left
from quarterdeck.games.cartagena.table import standard
from quarterdeck.games.cartagena.template import template
from tests.games.cartagena.table import Match, bag, every_size, random_match


def test_CA_1_the_box_has_its_sailors_pirates_gold_cards_and_coins() -> None:
    s = template(4, standard())
    assert [value + 1 for value in range(16) if int(s.sailors) >> value & 1] == list(range(1, 11))
    assert len(actions.PIRATE_NAMES) == 13
    assert sum(s.gold_pile) == 18
    assert s.supply == 30


def test_CA_2_forty_combat_cards_half_of_them_for_each_side() -> None:
    s = template(4, standard())
    assert shuffled_left(s) == 40
    assert sum(s.pile[:3]) == sum(s.pile[3:]) == 20
    assert actions.CARD_NAMES == ("pink 1", "pink 2", "pink 3", "grey 1", "grey 2", "grey 3")


def test_CA_3_each_player_has_two_convictions_and_a_mascot() -> None:
    for seat in range(4):
        match = Match(up="bijoux", turn=seat).play(f"{seat} take bijoux")
        assert match.legal() == ["side valverde", "side diaz"]
    match = Match(phase=Phase.DUEL, duel=0, duel_round=2, fighting=15)
    assert all("mascot" in match.legal(seat) for seat in range(4))


def test_CA_4_the_reconstructed_cards() -> None:
    s = template(4, standard())
    assert list(s.pile) == [10, 6, 4, 10, 6, 4]
    assert list(s.gold_pile) == [6, 6, 6]


@pytest.mark.parametrize(("players", "moves"), [(2, 15), (3, 19), (4, 23)])
def test_CA_4_the_reconstructed_route(players: int, moves: int) -> None:
    s = template(players, standard())
    assert s.goal - s.space == moves
    assert [int(s.goal - space) for space in s.storm if space >= 0] == [11, 7, 3]


@every_size
def test_CA_1_CA_2_no_card_and_no_coin_is_ever_lost_on_the_voyage(players: int) -> None:
    deck = bag(
        "pink 1," * 10 + "pink 2," * 6 + "pink 3," * 4 + "grey 1," * 10 + "grey 2," * 6 + "grey 3," * 4
    )
    for seed in range(4):
        for match in random_match(players, seed):
            s = match.s
            if s.duel >= 0:
                break
            cards = Counter(match.under)
            cards.update({card: int(s.pile[kind]) for kind, card in enumerate(actions.CARD_NAMES)})
            cards.update(actions.CARD_NAMES[kind] for kind in s.look if kind >= 0)
            gold = Counter(match.gold_under)
            gold.update({kind + 1: int(s.gold_pile[kind]) for kind in range(3)})
            if s.look_gold:
                gold[(int(s.look_gold) - 1) % 4 + 1] += 1
            for seat in range(players):
                cards.update(match.hand(seat))
                gold.update(match.gold(seat))
            assert cards == deck
            assert gold == {1: 6, 2: 6, 3: 6}
            assert sum(match.coins) + int(s.supply) == 30
