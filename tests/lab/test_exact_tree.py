"""The whole trees of the tiny games, and how far from an equilibrium bots play them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pyspiel
import pytest

import quarterdeck
from quarterdeck import View
from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.net import no_net
from quarterdeck.bots.search.weights import own_net
from quarterdeck.errors import GameOptionError, SeatError
from quarterdeck.lab import exact
from quarterdeck.lab.exact import tree as growing

# Deals, histories, whole matches and information sets: docs/tiny-games.md has them as well.
SIZES = {
    "meuterer": (52, 48_164, 23_168, 11_556),
    "cartagena": (16, 26_224, 14_400, 3_112),
    "mutiny": (2, 107_250, 69_146, 37_964),
}


@cache
def grown(name: str) -> exact.GameTree:
    return exact.grow(exact.tiny(name))


@cache
def smallest() -> exact.GameTree:
    """Meuterer with hands of a single card."""
    table: dict[str, Any] = quarterdeck.game("meuterer", table="tiny").table.to_json()
    cards = {**table["cards"], "wine": 1, "grain": 1, "conflict": 1}
    return exact.grow(
        quarterdeck.game("meuterer", table={**table, "cards": cards, "size": {**table["size"], "hand": 1}})
    )


@pytest.mark.parametrize("name", SIZES)
def test_a_tiny_game_is_as_large_as_is_said(name: str) -> None:
    tree = grown(name)
    deals = len(exact.deals(tree.game))
    assert (deals, tree.histories, tree.ends, len(tree.information)) == SIZES[name]


@pytest.mark.parametrize("name", ["meuterer", "mutiny"])
def test_where_somebody_always_wins_the_shares_sum_to_one(name: str) -> None:
    # Chance says who begins, so that neither seat is the better one.
    assert grown(name).value(exact.uniform) == pytest.approx((0.5, 0.5))


def test_a_level_that_is_too_large_is_not_grown_before_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def branches(*_given: Any) -> Any:
        raise AssertionError("grown")

    # The deals, and one history that follows them.
    monkeypatch.setattr(growing, "MOST_HISTORIES", 53)
    monkeypatch.setattr(growing, "_grow_children", branches)
    with pytest.raises(GameOptionError, match="more than 53 histories; the table “tiny”"):
        exact.grow(quarterdeck.game("meuterer", table="tiny"))


def test_an_information_set_has_one_view_and_its_actions() -> None:
    for one in grown("cartagena").information:
        assert one.view.seat == one.seat
        assert one.view.legal() == one.actions


def test_the_best_response_is_the_best_that_trying_all_finds() -> None:
    tree = smallest()
    own = [one for one in tree.information if one.seat == 0]
    chosen: dict[int, int] = {}
    places = {id(one.view): at for at, one in enumerate(own)}

    def policy(view: View) -> Sequence[float]:
        wanted = chosen.get(places.get(id(view), -1))
        if wanted is None:
            return exact.uniform(view)
        return [float(at == wanted) for at in range(len(view.legal()))]

    # Later decisions first; what comes before them is played at random, so that each of them matters.
    for at in reversed(range(len(own))):
        found = []
        for action in range(len(own[at].actions)):
            chosen[at] = action
            found.append(tree.value(policy)[0])
        chosen[at] = found.index(max(found))
    best = tree.value(policy)[0]
    assert best > 0.6
    assert tree.best_response(0, exact.uniform) == pytest.approx(best)


def test_exploitability_is_the_mean_of_what_best_responses_gain() -> None:
    tree = grown("cartagena")
    gains = [
        tree.best_response(seat, exact.uniform) - own for seat, own in enumerate(tree.value(exact.uniform))
    ]
    assert min(gains) > 0
    assert tree.exploitability(exact.uniform) == pytest.approx(sum(gains) / 2)


def test_the_rule_of_thumb_and_the_search_are_far_less_exploitable_than_random_play() -> None:
    tree = grown("meuterer")
    random = tree.exploitability(exact.uniform)
    thumb = tree.exploitability(exact.mixed("rule-of-thumb", 4))
    search = tree.exploitability(exact.searched(TreeSearch(1, 50)))
    assert random == pytest.approx(0.4157, abs=1e-4)
    assert thumb < 0.08
    assert search < 0.15


def test_a_network_s_policy_is_what_a_best_response_is_sought_to() -> None:
    tree = grown("meuterer")
    assert tree.exploitability(exact.networked(no_net())) == pytest.approx(tree.exploitability(exact.uniform))
    # It was made for games of full size.
    assert 0.03 < tree.exploitability(exact.networked(own_net("meuterer"))) < 0.35


def test_where_all_act_at_once_a_search_without_a_network_is_less_exploitable_than_random_play() -> None:
    tree = grown("cartagena")
    assert tree.exploitability(exact.uniform) == pytest.approx(0.3704, abs=1e-4)
    assert tree.exploitability(exact.searched(TreeSearch(1, 50, net=no_net()))) < 0.33


@pytest.mark.parametrize("name", SIZES)
def test_openspiel_solves_every_tiny_game_from_its_text_for_gambit(name: str) -> None:
    tree = grown(name)
    there = pyspiel.load_efg_game(tree.gambit())
    solver = pyspiel.CFRPlusSolver(there)
    for _ in range(25):
        solver.evaluate_and_update_policy()
    assert len(solver.tabular_average_policy().policy_table()) == len(tree.information)
    exploited = pyspiel.exploitability(there, solver.average_policy())
    assert exploited < 0.08 < pyspiel.exploitability(there, pyspiel.UniformRandomPolicy(there))


def test_without_a_winner_stakes_are_returned_unless_shares_of_the_win_are_all_that_counts() -> None:
    tree = grown("cartagena")
    lost = "{ -1, -1 }"
    assert lost not in tree.gambit()
    assert lost in tree.gambit(returned=False)


def test_openspiel_finds_in_that_text_what_we_find_in_the_tree() -> None:
    tree = grown("meuterer")
    there = pyspiel.load_efg_game(tree.gambit())
    assert there.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    # A stake more or less, where we count shares of the win.
    exploited = pyspiel.exploitability(there, pyspiel.UniformRandomPolicy(there)) / 2
    assert exploited == pytest.approx(tree.exploitability(exact.uniform))
    state = there.new_initial_state()
    assert dict(state.chance_outcomes()) == {
        number: pytest.approx(deal.probability) for number, deal in enumerate(exact.deals(tree.game))
    }
    state.apply_action(0)
    first = tree.information[int(state.information_state_string().rsplit("-", 1)[1])]
    assert first.seat == state.current_player()
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    assert texts == [action.text for action in first.actions]


def test_a_stake_goes_back_where_nobody_wins() -> None:
    payoffs = {
        tuple(line.rsplit("{ ", 1)[1][:-2].split(", "))
        for line in grown("cartagena").gambit().splitlines()
        if line[0] == "t"
    }
    assert payoffs == {("1", "-1"), ("-1", "1"), ("0", "0")}


def test_chance_after_the_deal_is_refused() -> None:
    table = quarterdeck.game("meuterer", table="tiny").table.to_json()
    cards = {**table["cards"], "wine": 4}
    again = {**table, "cards": cards, "size": {**table["size"], "rounds": 2}}
    with pytest.raises(GameOptionError, match="Chance has a part in this game after the deal"):
        exact.grow(quarterdeck.game("meuterer", table=again))


@pytest.mark.parametrize(
    "shares",
    [[1.0, 1.0], [-1.0, 2.0], [0.0, 0.0], [float("nan"), 1.0], [1.0], [0.5, 0.25, 0.25], None, {}, "ab", 1.0],
    ids=str,
)
def test_invalid_probabilities_are_refused(shares: Any) -> None:
    tree = smallest()
    places = [place for place, one in enumerate(tree.information) if len(one.actions) == 2]
    wrong = tree.information[places[-1]].view

    def policy(view: View) -> Sequence[float]:
        return shares if view is wrong else exact.uniform(view)

    for asked in (tree.value, tree.exploitability, lambda policy: tree.best_response(0, policy)):
        with pytest.raises(
            GameOptionError, match=r"^A policy gives the probability of each of the 2 actions"
        ):
            asked(policy)
        bot: Any = TreeSearch()
        with pytest.raises(GameOptionError, match=r"^A policy is a function from a view .*, not TreeSearch"):
            asked(bot)


def test_the_seat_of_a_best_response_is_one_of_the_game() -> None:
    wrong: list[Any] = [-1, 2, True, "0"]
    for seat in wrong:
        with pytest.raises(SeatError, match="There is no seat"):
            smallest().best_response(seat, exact.uniform)


def test_only_games_grow_into_trees_and_only_bots_into_policies() -> None:
    name: Any = "meuterer"
    bot: Any = "captain"
    for grow in (exact.grow, exact.deals):
        with pytest.raises(GameOptionError, match=r"quarterdeck\.game\(…\) gives, not 'meuterer'\.$"):
            grow(name)
    numbers: list[Any] = [0, -1, 1.5]
    for seeds in numbers:
        with pytest.raises(GameOptionError, match="seeds is a whole number, 1 or more"):
            exact.mixed("random", seeds)
    with pytest.raises(GameOptionError, match=r"A search is a .*TreeSearch of .*, not 'captain'"):
        exact.searched(bot)
