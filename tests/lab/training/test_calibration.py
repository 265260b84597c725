"""Whether estimates come true."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from quarterdeck.lab.training.calibration import bins, calibration, main
from quarterdeck.play import GAMES

NETWORK = str(GAMES["cartagena"].network)


def test_bins_hold_the_means_of_estimates_and_shares() -> None:
    estimates, shares = np.array([0.02, 0.04, 1.0, 0.95]), np.array([0, 1, 1, 0.5])
    low, high = bins(estimates, shares)
    assert [*low, *high] == pytest.approx([2, 0.03, 0.5, 2, 0.975, 0.75])


def test_the_game_s_own_network_wins_about_as_often_as_it_says() -> None:
    found = calibration("cartagena", NETWORK, 600, "test")
    assert sum(one.decisions for one in found) > 20_000
    assert len(found) > 4
    # Decisions of one match are alike, so that bins of few matches are off by chance.
    assert all(abs(one.share - one.estimate) < 0.15 for one in found if one.decisions > 2_000)
    assert found[-1].share > found[0].share + 0.4


def test_the_command_prints_a_line_for_each_bin(capsys: pytest.CaptureFixture[str]) -> None:
    main(["cartagena", "--steps", "200"])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["estimate", "share", "decisions"]
    assert len(rows) > 2
    with pytest.raises(SystemExit, match=r"The network file none\.npz can't be used"):
        main(["cartagena", "--network", "none.npz"])


def test_a_game_without_a_network_is_told_how_to_name_one(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = replace(GAMES["cartagena"], network=None)
    monkeypatch.setattr("quarterdeck.lab.training.calibration.GAMES", {"cartagena": spec})
    with pytest.raises(SystemExit, match="comes with no network: name a file with --network"):
        main(["cartagena"])


def test_steps_too_few_for_a_match_are_told_instead_of_an_empty_table() -> None:
    with pytest.raises(SystemExit, match=r"^No match ended in 3 moves of each lane: take more --steps\.$"):
        main(["cartagena", "--steps", "3"])
