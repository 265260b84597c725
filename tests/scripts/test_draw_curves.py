"""The picture of how the networks learned."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.play import GAMES
from scripts.draw_curves import CURVES, draw, read

ROWS = """decisions,hours,entropy,won,low,high
1000000,0.1,1.5,0.05,0.04,0.06
2000000,0.2,1.2,0.25,0.22,0.28
"""


def test_the_same_curves_make_the_same_picture(tmp_path: Path) -> None:
    for name in ("cartagena", "mutiny"):
        (tmp_path / f"{name}.csv").write_text(ROWS)
    pictures = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for picture in pictures:
        draw(tmp_path, picture)
    one, two = (picture.read_text() for picture in pictures)
    assert one == two
    assert GAMES["mutiny"].title in one
    assert GAMES["meuterer"].title not in one


def test_the_curves_of_the_docs_can_be_read() -> None:
    curves = sorted(CURVES.glob("*.csv"))
    assert curves
    for points in map(read, curves):
        assert points[-1]["decisions"] > 1e7
        assert all(point["low"] < point["won"] < point["high"] for point in points)
