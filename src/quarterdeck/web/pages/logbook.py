"""A person's logbook: what their results add up to. Results in, words and figures out; no markup."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from quarterdeck.i18n import N_, _, decimal, ngettext, percent
from quarterdeck.kernel.sentences import option_words
from quarterdeck.play import find
from quarterdeck.tables.store.results import BOTH, BOTS, PEOPLE, Result, Swing
from quarterdeck.web.boards import BOARDS, details
from quarterdeck.web.rendering.dates import iso_day

__all__ = ["COURSE", "logbook", "own_result", "to_csv", "to_json"]

# What an export says of each game, in this order.
COLUMNS: Final = (
    *("table", "game", "ended", "players", "options", "opponents", "how", "seat"),
    *("place", "winners", "won", "score", "sources", "best", "dearest"),
)
# How many of the newest games are drawn one by one.
COURSE: Final = 20

OPPONENTS: Final = {
    BOTS: N_("Against bots"),
    PEOPLE: N_("Against people"),
    BOTH: N_("Against people and bots"),
}


class Streaks(NamedTuple):
    """How many games were won in a row: the last ones, and the most ever."""

    current: int
    longest: int


def logbook(results: Sequence[Result], game: str = "") -> dict[str, Any]:
    """The variables of ``lists/logbook.html``, from results in the order of their ends, of one game or all.

    ``games``, ``total``: the number of games, and their line of `_group_line`; ``streaks``, a sentence or "";
    ``course``, the newest games as masts; ``groups``, lines by what one can compare; ``sources``, for each
    game where its points came from; ``swings``, the largest gain and the largest loss.
    """
    games = [game] if game else list(BOARDS)
    counted = [result for result in results if result.how == "played" and result.game in games]
    if not counted:
        return {"games": 0}
    return {
        "games": len(counted),
        "total": _group_line("", counted),
        "streaks": _streaks_sentence(counted),
        "course": [_mast(result) for result in counted[-COURSE:]],
        "groups": _group_tables(counted, game),
        "sources": [
            _sources_chart(id_, group)
            for id_, group in _grouped_by(counted, lambda result: result.game).items()
        ],
        "swings": _swing_rows(counted),
    }


def _grouped_by(results: Iterable[Result], key: Callable[[Result], Hashable]) -> dict[Any, list[Result]]:
    """Results by a key, in the order in which the keys first occur."""
    groups: dict[Any, list[Result]] = defaultdict(list)
    for result in results:
        groups[key(result)].append(result)
    return groups


def _group_line(label: str, results: Sequence[Result]) -> dict[str, Any]:
    """The line of a group of games. `share` is the share of wins in per cent; a win that several share counts
    for a part. `fair` is the share that everybody would have if all played equally well.
    """
    share = 100 * sum(result.won / max(result.winners, 1) for result in results) / len(results)
    fair = 100 * sum(1 / result.players for result in results) / len(results)
    places = [result.place for result in results if result.place]
    return {
        "label": label,
        "games": len(results),
        "won": sum(result.won for result in results),
        "share": round(share, 1),
        "fair": round(fair, 1),
        "words": _("{share} of the wins, {fair} would be fair").format(
            share=percent(share / 100), fair=percent(fair / 100)
        ),
        "place": decimal(sum(places) / len(places), 1) if len(places) == len(results) else "",
        "score": _mean_score(results),
    }


def _mean_score(results: Sequence[Result]) -> str:
    """The mean of what places are counted in; "" for games that count in different things."""
    scores = [result.score for result in results if result.score is not None]
    if not scores or len({result.game for result in results}) > 1:
        return ""
    return decimal(sum(scores) / len(scores), 1)


def _streaks_sentence(results: Sequence[Result]) -> str:
    """How many games were won in a row, if ever two."""
    streaks = _winning_streaks(results)
    if streaks.longest < 2:
        return ""
    longest = ngettext(
        "Your longest streak: {count} game won in a row.",
        "Your longest streak: {count} games won in a row.",
        streaks.longest,
    ).format(count=streaks.longest)
    if streaks.current < 2:
        return longest
    return _("{count} games won in a row just now. {longest}").format(count=streaks.current, longest=longest)


def _winning_streaks(results: Sequence[Result]) -> Streaks:
    current = longest = 0
    for result in results:
        current = current + 1 if result.won else 0
        longest = max(longest, current)
    return Streaks(current, longest)


def _mast(result: Result) -> dict[str, Any]:
    """A game as a mast: its height from 0 to 1, its place and whether it was won."""
    behind = result.players - result.place if result.place else 0
    return {"height": round(behind / max(result.players - 1, 1), 2), "place": result.place, "won": result.won}


def _group_tables(results: Sequence[Result], game: str) -> list[dict[str, Any]]:
    """Lines by game, rule set, number of players and opponents; a group of one line says nothing."""
    keys: list[tuple[str, Callable[[Result], str]]] = [
        (_("Game"), lambda result: find(result.game).title),
        (_("Players"), lambda result: option_words("players", result.players)),
        (_("Opponents"), lambda result: _(OPPONENTS[result.opponents])),
    ]
    if game:
        keys[0] = (_("Rules"), _rules_words)
    tables = []
    for title, key in keys:
        groups = _grouped_by(sorted(results, key=lambda result: (result.game, result.players)), key)
        if len(groups) > 1:
            tables.append(
                {"title": title, "lines": [_group_line(label, group) for label, group in groups.items()]}
            )
    return tables


def _rules_words(result: Result) -> str:
    """The options of a game other than the number of players, in words."""
    # Options that came later are as they were before.
    usual = {option.name: option.choices[0] for option in find(result.game).options}
    words = details(result.game, {**usual, **result.options})
    rest = [word for word in words if word != option_words("players", result.players)]
    return _(", ").join(rest) or _("Usual rules")


def _sources_chart(game: str, results: Sequence[Result]) -> dict[str, Any]:
    """Where the points of a game came from, on average, the largest first; widths are in per cent."""
    sums: dict[str, int] = defaultdict(int)
    for result in results:
        for source, amount in result.sources.items():
            sums[source] += amount
    widest = max((abs(amount) for amount in sums.values()), default=0)
    bars = [
        {
            "label": _source_label(game, source),
            "mean": decimal(amount / len(results), 1),
            "width": round(100 * abs(amount) / widest, 1),
            "loss": amount < 0,
        }
        for source, amount in sorted(sums.items(), key=lambda pair: -pair[1])
        if amount
    ]
    return {"title": find(game).title, "games": len(results), "bars": bars}


def _source_label(game: str, source: str) -> str:
    """The label of a source; its id if only an earlier version had it."""
    try:
        return BOARDS[game].source_label(source)
    except KeyError:
        return source


def _swing_rows(results: Sequence[Result]) -> list[dict[str, Any]]:
    """The largest gain and the largest loss of all games."""
    best = max(
        ((result, result.best) for result in results if result.best),
        key=lambda pair: pair[1].amount,
        default=None,
    )
    dearest = min(
        ((result, result.dearest) for result in results if result.dearest),
        key=lambda pair: pair[1].amount,
        default=None,
    )
    rows = []
    if best:
        rows.append(_swing_row(_("Your richest haul"), *best))
    if dearest:
        rows.append(_swing_row(_("What you paid most for"), *dearest))
    return rows


def _swing_row(label: str, result: Result, swing: Swing) -> dict[str, Any]:
    return {
        "label": label,
        "words": _("{amount}: {source}").format(
            amount=BOARDS[result.game].amount(abs(swing.amount)),
            source=_source_label(result.game, swing.source),
        ),
        "game": find(result.game).title,
        "table": result.table,
        "ply": swing.ply,
        "day": day(result),
    }


def own_result(result: Result) -> str:
    """One's own place and score in a game, in a few words; "" if there was no place."""
    if not result.place:
        return ""
    place = _("place {place} of {players}").format(place=result.place, players=result.players)
    if result.score is None:
        return place
    return _("{place}, {amount}").format(place=place, amount=BOARDS[result.game].amount(result.score))


def day(result: Result) -> str:
    """The day on which a match ended."""
    return iso_day(result.ended_at / 1000)


def to_json(results: Iterable[Result]) -> list[dict[str, Any]]:
    """The results for an export, without what identifies the browser."""
    return [_exported(result) for result in results]


def _exported(result: Result) -> dict[str, Any]:
    row = result._asdict() | {
        "ended": datetime.fromtimestamp(result.ended_at // 1000, UTC).isoformat(),
        "best": result.best and result.best._asdict(),
        "dearest": result.dearest and result.dearest._asdict(),
    }
    return {name: row[name] for name in COLUMNS}


def to_csv(results: Iterable[Result]) -> str:
    """The results as comma-separated values, after a line of names. A field with parts is JSON."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for row in to_json(results):
        parts = {name: json.dumps(value) for name, value in row.items() if isinstance(value, dict)}
        writer.writerow({**row, **parts})
    return text.getvalue()
