"""Cross-play: which tournaments it is made of, and the bots to measure by."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.bots import BOTS
from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.player import parameters
from quarterdeck.bots.search.weights import own_net
from quarterdeck.errors import GameOptionError
from quarterdeck.lab.arena.cross_play import contestants, tournaments
from quarterdeck.lab.arena.references import REFERENCES, former_net
from quarterdeck.play import GAMES

MUTINY = quarterdeck.game("mutiny")


def test_each_bot_has_one_seat_against_each_other_one_in_all_other_seats() -> None:
    found = tournaments(quarterdeck.game("mutiny", players=3), ["random", "rule-of-thumb"], 5, "s")
    assert [one.line for one in found] == [
        ("random", "rule-of-thumb", "rule-of-thumb"),
        ("rule-of-thumb", "random", "random"),
    ]
    assert {(one.deals, one.seed) for one in found} == {(5, "s")}


def test_without_names_it_is_all_bots_but_the_random_one() -> None:
    assert set(contestants([], MUTINY)) == {*BOTS, *REFERENCES} - {"random"}
    assert contestants(["random", "ismcts"], MUTINY) == ("random", "ismcts")


def test_a_game_without_a_network_goes_without_the_bots_that_need_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("quarterdeck.lab.arena.references.FORMER", tmp_path)
    assert set(contestants([], MUTINY)) == {*BOTS, *REFERENCES} - {"random", "network-2026-11"}
    with pytest.raises(GameOptionError, match="There is no network of Mutiny! for the agent network-2026-11"):
        tournaments(MUTINY, ["random", "network-2026-11"], 1, "s")
    monkeypatch.setattr(MUTINY, "spec", replace(MUTINY.spec, network=None))
    assert set(contestants([], MUTINY)) == {*BOTS, *REFERENCES} - {"random", "network-2026-11", "network"}


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["mate"], "Cross-play needs two bots or more, each named once."),
        (["mate", "mate"], "Cross-play needs two bots or more, each named once."),
    ],
)
def test_wrong_line_ups_are_refused(names: list[str], sentence: str) -> None:
    with pytest.raises(GameOptionError, match=sentence):
        contestants(names, MUTINY)


def test_unknown_agents_are_refused() -> None:
    sentence = "There is no agent “stockfish”: name one of rule-of-thumb, .*, network-2026-11, a network's"
    with pytest.raises(GameOptionError, match=sentence):
        tournaments(MUTINY, ["mate", "stockfish"], 1, "s")


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("bot", list(REFERENCES))
def test_bots_to_measure_by_play_every_game(name: str, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quarterdeck.lab.arena.references.SIMULATIONS", 4)
    position = quarterdeck.game(name).start(seed=1)
    view = position.view(position.to_act[0])
    assert REFERENCES[bot]("seed").choose(view) in view.legal()
    assert len(former_net(name).first) == quarterdeck.game(name).features


def test_a_textbook_search_has_no_model_of_the_others() -> None:
    position = quarterdeck.game("mutiny").start(seed=1)
    view = position.view(position.to_act[0])
    assert parameters(view, own_net("mutiny")).modelled == 1
    how = parameters(view, own_net("mutiny"), model=False)
    assert (how.modelled, how.by_heuristics) == (0, False)
    wins = {TreeSearch("a", 200, modelled=modelled).outlook(view).wins for modelled in (True, False)}
    assert len(wins) == 2
