"""Draws how strong the networks became while they learned: `python -m scripts.draw_curves` makes
docs/images/training.svg from docs/training/GAME.csv, or GAME-SEED.csv for further seeds,
docs/images/tiny.svg from tiny-GAME.csv, tiny-GAME-SEED.csv and CFR+'s tiny-GAME-cfr.csv, and
docs/images/baselines.svg from ppo-GAME-SEED.csv, the curves of examples/baselines/ppo.py.
"""

from __future__ import annotations

import csv
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from quarterdeck.lab.plots import BAR, FAIR, INK
from quarterdeck.play import GAMES

DOCS = Path(__file__).parents[1] / "docs"
CURVES, PICTURES = DOCS / "training", DOCS / "images"
AIM = 0.03  # of the exploitability in the tiny games
# The seats of the tables that the baseline learned at.
SEATS = {"cartagena": 2, "meuterer": 3, "mutiny": 2}

Point = dict[str, float]


def read(path: Path) -> list[Point]:
    """The points of a curve, without those at which nothing was measured."""
    with path.open() as file:
        rows = [row for row in csv.DictReader(file) if row.get("won") != ""]
    return [{name: float(value) for name, value in row.items()} for row in rows]


def draw(folder: Path, picture: Path) -> None:
    """Draw the strength of the networks in a folder, one column for each game."""
    figure, columns = _curve_columns(folder, "")
    for axes, curves in columns:
        for points in curves.values():
            _draw_curve(axes, points, 100)
        _label_axes(axes, 4)
        axes.set_ylabel("won against three rules of thumb, %")
    _save_picture(figure, picture)


def draw_baselines(folder: Path, picture: Path) -> None:
    """Draw the strength of the baseline in each game, a curve for each seed."""
    figure, columns = _curve_columns(folder, "ppo-")
    for axes, curves in columns:
        for points in curves.values():
            _draw_curve(axes, points, 1)
        (game,) = {name.split("-")[1] for name in curves}
        _label_axes(axes, SEATS[game])
        axes.set_ylabel(f"won by one seat of {SEATS[game]}, %")
    _save_picture(figure, picture)


def draw_tiny(folder: Path, picture: Path) -> None:
    """Draw how far from an equilibrium the networks of the tiny games were."""
    figure, columns = _curve_columns(folder, "tiny-")
    for axes, curves in columns:
        for name, points in curves.items():
            decisions = [point["decisions"] / 1e6 for point in points]
            exploitabilities = [point["exploitability"] for point in points]
            axes.plot(decisions, exploitabilities, color=INK if name.endswith("-cfr") else BAR)
        axes.axhline(AIM, color=FAIR, linestyle="--")
        axes.set_xlabel("million decisions")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_ylabel("exploitability")
    columns[0][0].legend(
        [Line2D([], [], color=color) for color in (BAR, INK)], ["network", "CFR+"], frameon=False
    )
    _save_picture(figure, picture)


def _curve_columns(folder: Path, prefix: str) -> tuple[Figure, list[tuple[Axes, dict[str, list[Point]]]]]:
    """A figure with axes for each game that has curves, and these by the names of their files."""
    files = {name: sorted(folder.glob(f"{prefix}{name}*.csv")) for name in GAMES}
    drawn = [name for name in GAMES if files[name]]
    figure = Figure(figsize=(4.2 * len(drawn), 3.2), layout="constrained")
    FigureCanvasSVG(figure)
    columns = []
    for axes, name in zip(figure.subplots(1, len(drawn), squeeze=False)[0], drawn, strict=True):
        axes.set_title(GAMES[name].title, color=INK, fontsize="medium")
        axes.spines[["top", "right"]].set_visible(False)
        columns.append((axes, {path.stem: read(path) for path in files[name]}))
    return figure, columns


def _save_picture(figure: Figure, picture: Path) -> None:
    # The same curves make the same file.
    with matplotlib.rc_context({"svg.hashsalt": "quarterdeck"}):
        figure.savefig(picture, metadata={"Date": None})


def _draw_curve(axes: Axes, points: list[Point], factor: int) -> None:
    """One curve with the band of its intervals; `factor` makes per cent of what the file has."""
    decisions = [point["decisions"] / 1e6 for point in points]
    won, low, high = ([factor * point[name] for point in points] for name in ("won", "low", "high"))
    axes.fill_between(decisions, low, high, color=BAR, alpha=0.25, linewidth=0)
    axes.plot(decisions, won, color=BAR)


def _label_axes(axes: Axes, seats: int) -> None:
    """The axes of a curve of strength, and what would be fair at a table with so many seats."""
    axes.axhline(100 / seats, color=FAIR, linestyle="--")
    axes.set_xlabel("million decisions")
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)


if __name__ == "__main__":
    draw(CURVES, PICTURES / "training.svg")
    draw_tiny(CURVES, PICTURES / "tiny.svg")
    draw_baselines(CURVES, PICTURES / "baselines.svg")
