"""Environments show and pay what they always did, compiled and interpreted; their ids tell versions apart."""

from __future__ import annotations

import json

import pytest

import quarterdeck
from quarterdeck import GameOptionError
from quarterdeck.lab.versioned import VERSION
from quarterdeck.play import GAMES
from tests.conformance.settings import each_game
from tests.golden.environments import FILE, of_game

WRITTEN = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("interpreted", ["0", "1"])
@each_game
def test_seeds_deal_and_show_and_pay_what_is_written(
    name: str, interpreted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUARTERDECK_INTERPRET", interpreted)
    if interpreted == "1":
        for entry in ("play.first_illegal", "thread_pool.lead", "thread_pool.call", "thread_pool.ended"):
            monkeypatch.setattr(f"quarterdeck.lab.lanes.{entry}._compiled", None)
    assert of_game(name) == WRITTEN[name], "somebody's learner gets something else: raise VERSION"


def test_every_game_is_written_and_has_matches_that_end() -> None:
    assert WRITTEN.keys() == GAMES.keys()
    for game in WRITTEN.values():
        assert game["published"]["matches"] > 1
        assert game["tiny"]["matches"] > 10


@each_game
def test_a_spec_tells_what_a_learner_has_to_know(name: str) -> None:
    game = quarterdeck.game(name)
    spec = quarterdeck.lab.spec(game)
    assert spec.id == f"quarterdeck/{name.capitalize()}-v{VERSION}"
    assert (spec.features, spec.actions, spec.players) == (game.features, len(game.actions), game.players)
    assert sum(block.length for block in spec.blocks) == spec.features
    fewer = quarterdeck.lab.spec(name, players=3 if quarterdeck.game(name).players != 3 else 2)
    assert fewer.hash != spec.hash
    assert fewer.action_hash == spec.action_hash


def test_a_spec_of_nothing_is_refused() -> None:
    with pytest.raises(GameOptionError, match="There is no game “chess”"):
        quarterdeck.lab.spec("chess")
