"""Why an action is refused: every reason of each game cites its rule, in a sentence that is filled in."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

import quarterdeck
from quarterdeck.play import GAMES
from tests.games.cartagena import test_why as cartagena
from tests.games.meuterer.test_words_reasons import REASONS
from tests.games.mutiny import test_why as mutiny

CASES = {"cartagena": cartagena.CASES, "mutiny": mutiny.CASES}
POSITION = {"cartagena": cartagena.position, "mutiny": mutiny.position}
# Reasons that no case here can lead to: they take an option.
ELSEWHERE = {"cartagena": ("mascot_at_once",)}
TOLD: dict[str, list[tuple[Any, ...]]] = {"meuterer": REASONS, **CASES}


@pytest.mark.parametrize(("game", "case"), [(game, case) for game, cases in CASES.items() for case in cases])
def test_a_refusal_cites_its_rule(game: str, case: tuple[Any, ...]) -> None:
    _code, setup, moves, told = case
    *before, refused = moves.split(", ")
    rule, sentence = told.split(": ", 1)
    at = POSITION[game](setup, *before)
    seat, action = int(refused[0]), refused[2:]
    assert action not in map(str, at.legal(seat))
    assert at.view(seat).why_not(action) == (rule, sentence)


@pytest.mark.parametrize("game", TOLD)
def test_every_reason_is_given_and_its_rule_exists(game: str) -> None:
    reasons = importlib.import_module(f"quarterdeck.games.{game}.words.reasons")
    codes = {"game_over", *ELSEWHERE.get(game, ()), *(code for code, *_rest in TOLD[game])}
    cited = {told.partition(":")[0] for *_rest, told in TOLD[game]}
    assert codes == set(reasons.reason.codes)
    assert cited | set(reasons.PHASE_RULES.values()) <= set(GAMES[game].rulebook.rules)


@pytest.mark.parametrize("rules", ["english", "french", "manual"])
def test_a_refusal_cites_a_rule_of_the_rule_set(rules: str) -> None:
    known = GAMES["meuterer"].rulebook.rules
    position = quarterdeck.game("meuterer", rules=rules, players=3).start(seed=2)
    phases = set()
    while not position.over:
        seat = position.to_act[0]
        phase = position.to_json()["phase"]
        if phase not in phases:
            phases.add(phase)
            view = position.view(seat)
            cited = {view.why_not(action)[0] for action in set(position.game.actions) - set(view.legal())}
            assert all(
                rules in {one.name for one in known[rule].rule_sets}
                for rule in cited
                if known[rule].rule_sets
            )
        position = position.play(seat, position.legal(seat)[0])
    assert {"offer", "show", "mutiny"} <= phases
