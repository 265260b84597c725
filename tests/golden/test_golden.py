"""The golden playthroughs still come out as they are written."""

from __future__ import annotations

import pytest

from tests.golden.playthrough import FOLDER, PLAYED, playthrough


@pytest.mark.parametrize("name", PLAYED)
def test_it_is_played_and_seen_as_it_is_written(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(name).splitlines() == written.splitlines()
    for phase in PLAYED[name].phases:
        assert f'"phase": "{phase}"' in written


def test_the_files_stay_small_and_none_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(PLAYED)
    assert sum(file.stat().st_size for file in FOLDER.glob("*.txt")) < 120_000
