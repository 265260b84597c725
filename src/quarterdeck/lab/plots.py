"""Pictures of the balance of a game, by matplotlib, which is optional: the extra `plots`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab.balance import Balance
from quarterdeck.lab.notes import Topic, notebook
from quarterdeck.words import _, ngettext

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = (".png", ".svg", ".pdf")
INK, BAR, FAIR = "#1d2b3a", "#3f7cac", "#c8553d"


def check(path: Path) -> None:
    """Before games are played for it: whether a picture can be put in this file. QuarterdeckError."""
    if path.suffix.lower() not in KINDS:
        sentence = _("{path}: a plot is written as one of {kinds}; end the file's name so.")
        raise QuarterdeckError(sentence.format(path=path, kinds=", ".join(KINDS)))
    if find_spec("matplotlib") is None:
        raise QuarterdeckError(_("Plots need matplotlib, which is not installed: “pip install matplotlib”."))
    if path.exists():
        raise QuarterdeckError(_("{path} exists already: name another file.").format(path=path))
    if not path.parent.is_dir():
        sentence = _("There is no folder {folder} to put {file} in.")
        raise QuarterdeckError(sentence.format(folder=path.parent, file=path.name))


def place_name(place: int) -> str:
    """Who begins, who comes next, …"""
    names = (_("begins"), _("second"), _("third"), _("fourth"))
    return names[place] if place < len(names) else str(place + 1)


def percent(value: float) -> str:
    """A part of one: "25.4 %"."""
    return _("{number:.1f} %").format(number=100 * value)


def save(balances: Sequence[Balance], path: Path) -> None:
    """One picture: a column for each table, a row for each figure. QuarterdeckError."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    game = balances[0].game
    topics = notebook(game.id).topics
    drawings: list[tuple[int, Callable[[Axes, Balance], None]]] = [(4, _places), (3, _rounds)]
    drawings += [(1 + len(topic.items) // 2, _drawing(topic)) for topic in topics]
    heights = [height for height, _draw in drawings]
    figure = Figure(figsize=(1 + 4.2 * len(balances), 0.62 * sum(heights) + 1), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(game.title, color=INK)
    grid = figure.subplots(len(drawings), len(balances), squeeze=False, height_ratios=heights)
    for row, (_height, draw) in enumerate(drawings):
        for column, balance in enumerate(balances):
            draw(grid[row][column], balance)
            grid[row][column].spines[["top", "right"]].set_visible(False)
    try:
        figure.savefig(path, dpi=120)
    except OSError as error:
        sentence = _("{path} can't be written ({reason}): name another file.")
        raise QuarterdeckError(sentence.format(path=path, reason=error.strerror)) from None


def _places(axes: Axes, balance: Balance) -> None:
    players = balance.game.players
    low = [share.value - share.interval[0] for share in balance.places]
    high = [share.interval[1] - share.value for share in balance.places]
    names = [place_name(place) for place in range(players)]
    heights = [100 * share.value for share in balance.places]
    errors = [[100 * one for one in low], [100 * one for one in high]]
    axes.bar(names, heights, yerr=errors, color=BAR, ecolor=INK, capsize=4)
    axes.axhline(100 * balance.fair, color=FAIR, linestyle="--", label=_("fair"))
    axes.legend(frameon=False, fontsize="small")
    games = len(balance.games)
    counted = ngettext("{count} game", "{count} games", games).format(count=games)
    axes.set_title(f"{balance.game.spec.option_words('players', players)} · {counted}", fontsize="medium")
    axes.set_ylabel(_("wins, %"))


def _rounds(axes: Axes, balance: Balance) -> None:
    rounds = Counter(one.rounds for one in balance.games)
    numbers = range(min(rounds), max(rounds) + 1)
    axes.bar(list(numbers), [100 * rounds[one] / len(balance.games) for one in numbers], color=BAR)
    axes.axvline(balance.rounds.mean, color=FAIR, linestyle="--", label=_("mean"))
    axes.legend(frameon=False, fontsize="small")
    axes.set_xlim(numbers[0] - 1, numbers[-1] + 1)
    axes.set_xticks(numbers[:: 1 + len(numbers) // 12])
    axes.set_xlabel(_("rounds"))
    axes.set_ylabel(_("games, %"))


def _drawing(topic: Topic) -> Callable[[Axes, Balance], None]:
    """What draws a topic of the game's own."""

    def draw(axes: Axes, balance: Balance) -> None:
        labels = [topic.label(item) for item in topic.items]
        if topic.share:
            figures = [100 * balance.share(topic.name, item).value for item in topic.items]
            axes.set_xlabel(_("games, %"))
        else:
            figures = [balance.mean(topic.name, item) for item in topic.items]
            axes.set_xlabel(_("a game"))
        axes.barh(labels, figures, color=BAR)
        axes.invert_yaxis()
        axes.set_title(_(topic.title), fontsize="medium")

    return draw
