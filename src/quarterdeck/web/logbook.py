"""A person's logbook: what their results add up to. Results in, words and figures out; no markup."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from quarterdeck.i18n import N_, _, decimal, ngettext
from quarterdeck.kernel.sentences import option_words
from quarterdeck.play import find
from quarterdeck.tables.store.results import BOTH, BOTS, PEOPLE, Result, Swing
from quarterdeck.web.boards import BOARDS, details

__all__ = ["COURSE", "logbook", "own_result", "to_csv", "to_json"]

# So many of the newest games are drawn one by one.
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

    ``games``, ``total``: the number of games, and their line of `_line`; ``streaks``, a sentence or "";
    ``course``, the newest games as masts; ``groups``, lines by what one can compare; ``sources``, for each
    game where its points came from; ``decisions``, the best one and the dearest.
    """
    wanted = [game] if game else list(BOARDS)
    counted = [one for one in results if one.how == "played" and one.game in wanted]
    if not counted:
        return {"games": 0}
    return {
        "games": len(counted),
        "total": _line("", counted),
        "streaks": _streaks(counted),
        "course": [_mast(one) for one in counted[-COURSE:]],
        "groups": _groups(counted, game),
        "sources": [_sources(one, found) for one, found in _by(counted, lambda result: result.game).items()],
        "decisions": _decisions(counted),
    }


def _by(results: Iterable[Result], key: Callable[[Result], Hashable]) -> dict[Any, list[Result]]:
    """Results by a key, in the order in which the keys first occur."""
    found: dict[Any, list[Result]] = defaultdict(list)
    for one in results:
        found[key(one)].append(one)
    return found


def _line(label: str, results: Sequence[Result]) -> dict[str, Any]:
    """What a group of games came to. Shares are in per cent; a win that several share counts for a part.

    `fair` is the share that everybody would have if all played alike.
    """
    share = 100 * sum(one.won / max(one.winners, 1) for one in results) / len(results)
    fair = 100 * sum(1 / one.players for one in results) / len(results)
    places = [one.place for one in results if one.place]
    return {
        "label": label,
        "games": len(results),
        "won": sum(one.won for one in results),
        "share": round(share, 1),
        "fair": round(fair, 1),
        "words": _("{share}\u00a0% of the wins, {fair}\u00a0% would be fair").format(
            share=decimal(share), fair=decimal(fair)
        ),
        "place": decimal(sum(places) / len(places), 1) if len(places) == len(results) else "",
        "score": _mean_score(results),
    }


def _mean_score(results: Sequence[Result]) -> str:
    """The mean of what places are counted in; "" for games that count in different things."""
    scores = [one.score for one in results if one.score is not None]
    if not scores or len({one.game for one in results}) > 1:
        return ""
    return decimal(sum(scores) / len(scores), 1)


def _streaks(results: Sequence[Result]) -> str:
    """How many games were won in a row, if ever two."""
    found = _runs(results)
    if found.longest < 2:
        return ""
    longest = ngettext(
        "Your longest streak: {count} game won in a row.",
        "Your longest streak: {count} games won in a row.",
        found.longest,
    ).format(count=found.longest)
    if found.current < 2:
        return longest
    return _("{count} games won in a row just now. {longest}").format(count=found.current, longest=longest)


def _runs(results: Sequence[Result]) -> Streaks:
    current = longest = 0
    for one in results:
        current = current + 1 if one.won else 0
        longest = max(longest, current)
    return Streaks(current, longest)


def _mast(one: Result) -> dict[str, Any]:
    """A game as a mast: its height from 0 to 1, its place and whether it was won."""
    behind = one.players - one.place if one.place else 0
    return {"height": round(behind / max(one.players - 1, 1), 2), "place": one.place, "won": one.won}


def _groups(results: Sequence[Result], game: str) -> list[dict[str, Any]]:
    """Lines by game, rule set, number of players and opponents; a group of one line says nothing."""
    ways: list[tuple[str, Callable[[Result], str]]] = [
        (_("Game"), lambda one: find(one.game).title),
        (_("Players"), lambda one: option_words("players", one.players)),
        (_("Opponents"), lambda one: _(OPPONENTS[one.opponents])),
    ]
    if game:
        ways[0] = (_("Rules"), _rules)
    found = []
    for title, key in ways:
        parts = _by(sorted(results, key=lambda one: (one.game, one.players)), key)
        if len(parts) > 1:
            found.append({"title": title, "lines": [_line(label, part) for label, part in parts.items()]})
    return found


def _rules(one: Result) -> str:
    """The options of a game other than the number of players, in words."""
    # Options that came later are as they were before.
    usual = {option.name: option.choices[0] for option in find(one.game).options}
    words = details(one.game, {**usual, **one.options})
    rest = [word for word in words if word != option_words("players", one.players)]
    return _(", ").join(rest) or _("Usual rules")


def _sources(game: str, results: Sequence[Result]) -> dict[str, Any]:
    """Where the points of a game came from, on average, the largest first; widths are in per cent."""
    sums: dict[str, int] = defaultdict(int)
    for one in results:
        for source, amount in one.sources.items():
            sums[source] += amount
    widest = max((abs(amount) for amount in sums.values()), default=0)
    bars = [
        {
            "label": _label(game, source),
            "mean": decimal(amount / len(results), 1),
            "width": round(100 * abs(amount) / widest, 1),
            "loss": amount < 0,
        }
        for source, amount in sorted(sums.items(), key=lambda pair: -pair[1])
        if amount
    ]
    return {"title": find(game).title, "games": len(results), "bars": bars}


def _label(game: str, source: str) -> str:
    """What a source is called; its id if it is of an earlier version."""
    try:
        return BOARDS[game].source_label(source)
    except KeyError:
        return source


def _decisions(results: Sequence[Result]) -> list[dict[str, Any]]:
    """The best and the dearest decision of all games."""
    best = max(
        ((one, one.best) for one in results if one.best), key=lambda pair: pair[1].amount, default=None
    )
    dearest = min(
        ((one, one.dearest) for one in results if one.dearest), key=lambda pair: pair[1].amount, default=None
    )
    found = []
    if best:
        found.append(_told(_("Your richest haul"), *best))
    if dearest:
        found.append(_told(_("What you paid most for"), *dearest))
    return found


def _told(label: str, one: Result, decision: Swing) -> dict[str, Any]:
    return {
        "label": label,
        "words": _("{amount}: {source}").format(
            amount=BOARDS[one.game].amount(abs(decision.amount)), source=_label(one.game, decision.source)
        ),
        "game": find(one.game).title,
        "table": one.table,
        "ply": decision.ply,
        "day": day(one),
    }


def own_result(one: Result) -> str:
    """One's own place and score in a game, in a few words; "" if there was no place."""
    if not one.place:
        return ""
    place = _("place {place} of {players}").format(place=one.place, players=one.players)
    if one.score is None:
        return place
    return _("{place}, {amount}").format(place=place, amount=BOARDS[one.game].amount(one.score))


def day(one: Result) -> str:
    """The day on which a match ended."""
    return datetime.fromtimestamp(one.ended_at / 1000, UTC).date().isoformat()


def to_json(results: Iterable[Result]) -> list[dict[str, Any]]:
    """The results for an export, without what identifies the browser."""
    return [
        {
            "table": one.table,
            "game": one.game,
            "ended": datetime.fromtimestamp(one.ended_at // 1000, UTC).isoformat(),
            **{name: getattr(one, name) for name in ("players", "options", "opponents", "how", "seat")},
            **{name: getattr(one, name) for name in ("place", "winners", "won", "score", "sources")},
            "best": one.best and one.best._asdict(),
            "dearest": one.dearest and one.dearest._asdict(),
        }
        for one in results
    ]


def to_csv(results: Iterable[Result]) -> str:
    """The same as comma-separated values, with a line of names; what has parts is JSON in its field."""
    rows = to_json(results)
    text = io.StringIO()
    if rows:
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\r\n")
        writer.writeheader()
        for row in rows:
            parts = {name: json.dumps(value) for name, value in row.items() if isinstance(value, dict)}
            writer.writerow({**row, **parts})
    return text.getvalue()
