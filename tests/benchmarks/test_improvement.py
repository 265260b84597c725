"""The benchmark of how much searches improve the network's choices."""

from __future__ import annotations

from itertools import islice

import pytest

import quarterdeck
from benchmarks import improvement
from quarterdeck.bots.search import RolloutSearch


def test_it_prints_what_each_search_gains(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {name: RolloutSearch(simulations=8, depth=2) for name in ("one search", "the same")}
    monkeypatch.setattr(improvement, "SEARCHES", few)
    improvement.main(["--share", "0.01", "--game", "mutiny"])
    title, *lines = capsys.readouterr().out.splitlines()
    assert title.split()[:3] == ["Mutiny!,", "4", "players"]
    first, second = (line.split()[-7:] for line in lines)
    # All but the milliseconds.
    assert first[1:] == second[1:]
    # The same choices gain nothing over one another.
    assert " ".join(second[-3:]) == "0.00 ± 0.00"


def test_a_choice_is_judged_against_the_networks_best_action() -> None:
    game = quarterdeck.game("meuterer", players=4)
    for view in islice(improvement.decisions(game), 3):
        first, second = view.legal()[:2]
        gains = improvement.judge(view, first, [first, second, first], 20)
        assert gains[0] == gains[2] == 0
        assert improvement.judge(view, second, [first], 20) == [-gains[1]]
        assert improvement.judge(view, first, [first], 20) == [0]
