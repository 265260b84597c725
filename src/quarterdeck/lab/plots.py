"""Plots of a game's balance. Needs matplotlib: the extra `plots`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, ngettext
from quarterdeck.lab.balance import Balance, Share
from quarterdeck.lab.statistics import STATISTICS, Figure, Topic
from quarterdeck.play.checks import file_path
from quarterdeck.play.new_files import check_new, draft_of, named_like, unwritable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

KINDS = (".png", ".svg", ".pdf")
INK, BAR, FAIR = "#1d2b3a", "#3f7cac", "#c8553d"
LABEL = 24  # letters per line of a label


def check(path: Path | str) -> None:
    """Check, before games are played, that a picture can be written to this file.

    Raises QuarterdeckError.
    """
    path = file_path(path)
    if path.suffix.lower() not in KINDS:
        sentence = _("{path}: a plot is written as one of {kinds}; end the file's name so.")
        raise QuarterdeckError(sentence.format(path=path, kinds=", ".join(KINDS)))
    if find_spec("matplotlib") is None:
        sentence = _('Plots need matplotlib, which is not installed: “pip install "quarterdeck[plots]"”.')
        raise QuarterdeckError(sentence)
    check_new(path)


def write(figure: Canvas, path: Path | str) -> None:
    """Write a plot to a new file. If the name was taken since `check`, the old file stays and the plot gets
    another name, which the QuarterdeckError gives. Raises QuarterdeckError, too, if it can't be written.
    """
    path = file_path(path)
    try:
        with draft_of(path) as draft:
            figure.savefig(draft, dpi=120, format=path.suffix[1:].lower())
            name = named_like(draft, path)
    except OSError as error:
        raise unwritable(path, error) from None
    if name != path:
        sentence = _("{path} was made by somebody else meanwhile and stays: the plot is in {name}.")
        raise QuarterdeckError(sentence.format(path=path, name=name))


def place_name(place: int) -> str:
    """The name of a place: who begins, who comes next, …"""
    names = (_("begins"), _("second"), _("third"), _("fourth"), _("fifth"))
    return names[place] if place < len(names) else str(place + 1)


def save(balances: Sequence[Balance], path: Path | str) -> None:
    """Save one picture with a column for each table and a row for each statistic. Raises QuarterdeckError."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    game = balances[0].game
    topics = STATISTICS[game.id].topics
    drawings: list[tuple[float, Callable[[Axes, Balance], None]]] = [(4, _draw_places), (3, _draw_rounds)]
    drawings += [(1.5 + len(balances[0].items(topic)) / 2, _topic_drawing(topic)) for topic in topics]
    heights = [height for height, _draw in drawings]
    figure = Figure(figsize=(1.5 + 3.6 * len(balances), 0.62 * sum(heights) + 1), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(game.title, color=INK)
    grid = figure.subplots(len(drawings), len(balances), squeeze=False, height_ratios=heights)
    for row, (_height, draw) in enumerate(drawings):
        for column, balance in enumerate(balances):
            draw(grid[row][column], balance)
            grid[row][column].spines[["top", "right"]].set_visible(False)
            if row > 1 and column:
                # Items are labelled in the first column only.
                grid[row][column].tick_params(labelleft=False)
    write(figure, path)


def _draw_places(axes: Axes, balance: Balance) -> None:
    players = balance.game.players
    low = [share.value - share.interval[0] for share in balance.places]
    high = [share.interval[1] - share.value for share in balance.places]
    names = [place_name(place) for place in range(players)]
    heights = [100 * share.value for share in balance.places]
    errors = [[100 * length for length in low], [100 * length for length in high]]
    axes.bar(names, heights, yerr=errors, color=BAR, ecolor=INK, capsize=4)
    axes.axhline(100 * balance.fair, color=FAIR, linestyle="--")
    games = balance.count
    counted = ngettext("{count} game", "{count} games", games).format(count=games)
    axes.set_title(f"{balance.game.spec.option_words('players', players)} · {counted}", fontsize="medium")
    axes.set_ylabel(_("wins, % (dashed: fair)"))


def _draw_rounds(axes: Axes, balance: Balance) -> None:
    rounds = balance.rounds_of
    numbers = range(min(rounds), max(rounds) + 1)
    axes.bar(list(numbers), [100 * rounds[number] / balance.count for number in numbers], color=BAR)
    axes.axvline(balance.rounds.mean, color=FAIR, linestyle="--")
    axes.set_xlim(numbers[0] - 1, numbers[-1] + 1)
    axes.set_xticks(numbers[:: 1 + len(numbers) // 12])
    axes.set_xlabel(_(STATISTICS[balance.game.id].length))
    axes.set_ylabel(_("games, %"))


def _topic_drawing(topic: Topic) -> Callable[[Axes, Balance], None]:
    """The function that draws one of the game's own topics."""

    def draw(axes: Axes, balance: Balance) -> None:
        labels = [fill(topic.label(item), LABEL) for item in balance.items(topic)]
        values = [balance.figure(topic, item) for item in balance.items(topic)]
        figures = [100 * value.value if isinstance(value, Share) else value for value in values]
        axes.set_xlabel(_(topic.figure.value))
        if topic.figure is Figure.SHARE:
            axes.set_xlim(0, 100)
        if topic.figure is Figure.WON:
            axes.axvline(100 * balance.fair, color=FAIR, linestyle="--")
        axes.barh(labels, figures, color=BAR)
        axes.invert_yaxis()
        axes.set_title(_(topic.title), fontsize="medium")

    return draw
