"""The picture of how the networks learned."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.lab.plots import BAR, INK
from quarterdeck.play import GAMES
from scripts.draw_curves import CURVES, draw, draw_baselines, draw_tiny, read

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


def test_the_picture_of_the_baseline_has_a_curve_for_each_seed(tmp_path: Path) -> None:
    (tmp_path / "mutiny.csv").write_text(ROWS)
    for seed in (1, 2, 3):
        rows = "decisions,seconds,entropy,won,low,high\n1000000,60,1.5,5,4,6\n2000000,120,1.2,25,22,28\n"
        (tmp_path / f"ppo-meuterer-{seed}.csv").write_text(rows)
    draw_baselines(tmp_path, tmp_path / "baselines.svg")
    picture = (tmp_path / "baselines.svg").read_text()
    assert GAMES["meuterer"].title in picture
    assert GAMES["mutiny"].title not in picture
    # Each has its line and its band.
    assert picture.count(BAR) == 6


def test_the_picture_of_the_tiny_games_has_their_curves_only(tmp_path: Path) -> None:
    (tmp_path / "cartagena.csv").write_text(ROWS)
    for name in ("meuterer", "meuterer-2", "meuterer-cfr"):
        (tmp_path / f"tiny-{name}.csv").write_text("decisions,exploitability\n1000000,0.4\n2000000,0.02\n")
    draw_tiny(tmp_path, tmp_path / "tiny.svg")
    picture = (tmp_path / "tiny.svg").read_text()
    assert GAMES["meuterer"].title in picture
    assert GAMES["cartagena"].title not in picture
    assert picture.count(BAR) == 3
    assert picture.count(INK) >= 2


def test_the_curves_of_the_docs_can_be_read() -> None:
    curves = {path.stem: read(path) for path in CURVES.glob("*.csv")}
    assert {f"tiny-{name}{cfr}" for name in GAMES for cfr in ("", "-cfr")} < set(curves)
    for name, points in curves.items():
        if name.startswith("tiny-"):
            assert points[-1]["exploitability"] < points[0]["exploitability"]
        else:
            assert points[-1]["decisions"] > (1e6 if name.startswith("ppo-") else 1e7)
            assert all(point["low"] <= point["won"] < point["high"] for point in points)
