"""Draws how strong the networks became while they learned: `python -m scripts.draw_curves` makes
docs/images/training.svg from docs/training/GAME.csv, or GAME-SEED.csv for further seeds.
"""

from __future__ import annotations

import csv
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from quarterdeck.lab.plots import BAR, FAIR, INK
from quarterdeck.play import GAMES

DOCS = Path(__file__).parents[1] / "docs"
CURVES, PICTURE = DOCS / "training", DOCS / "images" / "training.svg"


def read(path: Path) -> list[dict[str, float]]:
    """The points of a curve, without those that have no strength."""
    with path.open() as file:
        return [
            {name: float(value) for name, value in row.items()} for row in csv.DictReader(file) if row["won"]
        ]


def draw(folder: Path, picture: Path) -> None:
    """Draw the curves of a folder, one column for each game."""
    drawn = [name for name in GAMES if list(folder.glob(f"{name}*.csv"))]
    figure = Figure(figsize=(4.2 * len(drawn), 3.2), layout="constrained")
    FigureCanvasSVG(figure)
    for axes, name in zip(figure.subplots(1, len(drawn), squeeze=False)[0], drawn, strict=True):
        for path in sorted(folder.glob(f"{name}*.csv")):
            _curve(axes, read(path))
        axes.axhline(25, color=FAIR, linestyle="--")
        axes.set_title(GAMES[name].title, color=INK, fontsize="medium")
        axes.set_xlabel("million decisions")
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_ylabel("won against three rules of thumb, %")
    # The same curves make the same file.
    with matplotlib.rc_context({"svg.hashsalt": "quarterdeck"}):
        figure.savefig(picture, metadata={"Date": None})


def _curve(axes: Axes, points: list[dict[str, float]]) -> None:
    """One curve with the band of its intervals."""
    decisions = [point["decisions"] / 1e6 for point in points]
    won, low, high = ([100 * point[name] for point in points] for name in ("won", "low", "high"))
    axes.fill_between(decisions, low, high, color=BAR, alpha=0.25, linewidth=0)
    axes.plot(decisions, won, color=BAR)


if __name__ == "__main__":
    draw(CURVES, PICTURE)
