"""The film of a round's and a game's end."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import film

pytestmark = pytest.mark.browser

FRAMES = 6


def test_a_film_has_all_frames_and_a_strip(
    tmp_path: Path, chromium_path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert chromium_path
    monkeypatch.setattr(film, "MOST", FRAMES)
    assert film.main(["meuterer", str(tmp_path), "--part", "end", "--before", "1"]) == 0
    frames = sorted(path.name for path in (tmp_path / "end").glob("*.jpg"))
    assert frames == [f"{at:03}.jpg" for at in range(FRAMES)]
    assert (tmp_path / "end" / "strip.png").stat().st_size > 10_000
    assert (tmp_path / "end" / "index.html").read_text("utf-8").count("<figure>") == FRAMES
