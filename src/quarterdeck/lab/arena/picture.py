"""Plots a tournament's wins by bot. Needs matplotlib: the extra `plots`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from quarterdeck.i18n import _, ngettext
from quarterdeck.lab.arena.figures import Outcome
from quarterdeck.lab.plots import BAR, FAIR, INK, LABEL, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def save(outcomes: Sequence[Outcome], path: Path | str) -> None:
    """Save one picture with a column for each table. Raises QuarterdeckError; `lab.plots.check` detects most
    errors earlier.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    most = max(len(one.standings) for one in outcomes)
    figure = Figure(figsize=(1.5 + 4.5 * len(outcomes), 1.8 + 0.5 * most), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(outcomes[0].tournament.game.title, color=INK)
    for axes, outcome in zip(figure.subplots(1, len(outcomes), squeeze=False)[0], outcomes, strict=True):
        _plot_wins(axes, outcome)
        axes.spines[["top", "right"]].set_visible(False)
    write(figure, path)


def _plot_wins(axes: Axes, outcome: Outcome) -> None:
    game = outcome.tournament.game
    for row, standing in enumerate(outcome.standings):
        if wins := standing.wins:
            sides = [[100 * (wins.value - wins.low)], [100 * (wins.high - wins.value)]]
            axes.errorbar(100 * wins.value, row, xerr=sides, fmt="o", color=BAR, ecolor=INK, capsize=4)
    names = [fill(standing.bot, LABEL) for standing in outcome.standings]
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.axvline(100 * outcome.fair, color=FAIR, linestyle="--")
    axes.set_xlim(left=0)
    deals = ngettext("{count} deal", "{count} deals", outcome.deals).format(count=outcome.deals)
    axes.set_title(f"{game.spec.option_words('players', game.players)} · {deals}", fontsize="medium")
    axes.set_xlabel(_("wins of a seat, % (dashed: fair)"))
