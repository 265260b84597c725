"""The benchmark of the search by rollouts."""

from __future__ import annotations

import pytest

from benchmarks import playouts, rollouts


def test_it_prints_times_of_both_levels_and_both_networks(capsys: pytest.CaptureFixture[str]) -> None:
    rollouts.main(["--rounds", "1", "--share", "0.001", "--game", "meuterer"])
    title, figures = capsys.readouterr().out.splitlines()
    for column in (
        "Search by rollouts on one core",
        "captain, ms",
        "admiral, ms",
        "network, µs",
        "PyTorch, µs",
    ):
        assert column in title
    captain, admiral, net, peer, ratio = map(float, figures.removeprefix("meuterer, 4 players").split())
    assert 0 < captain < admiral
    assert ratio == pytest.approx(peer / net, rel=0.1)


def test_decisions_are_choices() -> None:
    (game,) = playouts.first_of_each(["cartagena"])
    views = rollouts.decisions(game, 9)
    assert len(views) == 9
    assert all(len(view.legal()) > 1 for view in views)
