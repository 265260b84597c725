"""The coach's results on pages: chart, moments, choices.

Everything is made from an analysis with the viewer's perspective. Without spoilers it ends at the move shown,
and the coach's progress is hidden, since it would reveal the length of the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from quarterdeck.bots.search import Candidate
from quarterdeck.coach import OPEN, Advice, Analysis, Decision, Station, moments
from quarterdeck.coach.telling import chance, chances, tell
from quarterdeck.i18n import _
from quarterdeck.play import Action
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.transcript import transcript_of
from quarterdeck.text_safety import isolated
from quarterdeck.web import pages, winchart
from quarterdeck.web.coaching import Coach, Run, allowed
from quarterdeck.web.paths import url
from quarterdeck.web.replays import Wanted

__all__ = ["advice", "advice_html", "figures", "region", "working"]

# Choices shown per decision, besides the one that was played.
FEW = 3
# The most clickable positions in the chart, and the longest name beside it.
ZONES, LETTERS = 48, 9


def working(coach: Coach, match: Match, wanted: Wanted) -> bool:
    """Whether the page of this move will soon show more."""
    run = coach.run(match, wanted.viewer)
    return run is not None and coach.at_work(run) and not _enough(run, wanted)


def _enough(run: Run, wanted: Wanted) -> bool:
    return run.done if wanted.spoilers else run.next is None and len(run.stations) > wanted.ply


def region(coach: Coach, match: Match, wanted: Wanted, csrf: str) -> Markup:
    """The inner HTML of a replay's coach region."""
    run = coach.run(match, wanted.viewer)
    busy = working(coach, match, wanted)
    analysis = None if run is None else run.analysis
    if run is not None and analysis is not None and not wanted.spoilers:
        analysis = analysis.until(wanted.ply) if _enough(run, wanted) else None
    context = {
        "csrf": csrf,
        "address": url(f"/table/{match.id}"),
        "wanted": _fields(wanted),
        "allowed": allowed(match),
        "whose": _whose(match, wanted),
        "busy": busy,
        "failed": run is not None and run.failed and not _enough(run, wanted),
        "behind": run is not None and not busy and (run.moves != tuple(match.record.moves)),
        "progress": (len(run.stations), match.ply + 1) if run and busy and wanted.spoilers else None,
        "chart": None,
        "review": None,
        "now": [],
        "moments": None,
    }
    if analysis is not None and analysis.stations:
        context |= _shown(match, wanted, analysis, not busy)
    return Markup(pages.render("regions/coach.html", context))


def _fields(wanted: Wanted) -> dict[str, str]:
    """The form fields that identify a page of a replay."""
    seat = "none" if wanted.viewer is None else str(wanted.viewer)
    named = {"ply": str(wanted.ply), "seat": seat}
    return named if wanted.spoilers else {**named, "spoilers": "off"}


def _whose(match: Match, wanted: Wanted) -> str:
    """Whose knowledge the coach uses here."""
    if isinstance(wanted.viewer, int):
        return _("From what {name} could know at each move, and nothing else.").format(
            name=match.called[wanted.viewer]
        )
    if wanted.viewer == OPEN:
        return _("The cards are open, but each line and each choice is from what that player could know.")
    return _("From what everybody could see, and nothing else.")


def _shown(match: Match, wanted: Wanted, analysis: Analysis, all_there: bool) -> dict[str, Any]:
    ply, names = wanted.ply, match.called
    here = analysis.stations[ply] if ply < len(analysis.stations) else None
    made = None if here is None else here.decision
    next_ = analysis.moves[ply] if ply < len(analysis.moves) else None
    now = []
    for seat, choices in ({} if here is None else here.choices).items():
        played = next_[1] if next_ is not None and next_[0] == seat else None
        after = analysis.stations[ply + 1].decision if ply + 1 < len(analysis.stations) else None
        best = after.choices if after is not None and after.seat == seat else choices
        now.append({"name": names[seat], "choices": _choices(best, played, names)})
    return {
        "chart": _chart(match, wanted, analysis),
        "review": None if made is None else _review(made, names),
        "now": now,
        "moments": _moments(match, wanted, analysis) if all_there else None,
    }


def _review(made: Decision, names: Sequence[str]) -> dict[str, Any]:
    return {
        "name": names[made.seat],
        "loss": chance(made.loss) if made.loss >= 0.01 else "",
        "reason": made.reason.sentence(names) if made.reason else "",
        "choices": _choices(made.choices, made.played, names),
    }


def _choices(
    choices: Sequence[Candidate], played: Action | None, names: Sequence[str]
) -> list[dict[str, Any]]:
    """The most visited choices, and the one that was played."""
    shown = [one for at, one in enumerate(choices) if at < FEW or one.action == played]
    return [
        {
            "label": one.action.sentence(names),
            "win": chance(one.win),
            "share": one.share,
            "best": one is choices[0],
            "played": one.action == played,
        }
        for one in shown
    ]


def _chart(match: Match, wanted: Wanted, analysis: Analysis) -> dict[str, Any]:
    plies = match.ply if wanted.spoilers else wanted.ply
    wins = [one.wins for one in analysis.stations]
    at = min(wanted.ply, len(wins) - 1)
    station, open_cards = analysis.stations[at], analysis.perspective == OPEN
    zones = min(ZONES, plies + 1)
    return {
        "curves": winchart.curves(wins, plies, wanted.ply),
        "names": [isolated(_short(name)) for name in match.names],
        "here": winchart.place_of(wanted.ply, plies),
        "plies": plies,
        "figures": _sorted(match.called, station.wins, station.nobody, not open_cards),
        "at": at,
        "zones": [round(one * plies / max(zones - 1, 1)) for one in range(zones)],
    }


def _sorted(names: Sequence[str], wins: Sequence[float], nobody: float, add_up: bool) -> list[dict[str, str]]:
    """Each player's chance to win, the highest first, and the chance of nobody where there is one. `add_up`:
    they are from one view, so that they sum to 100 %.
    """
    told, none = chances(wins, nobody) if add_up else (list(map(chance, wins)), "")
    order = sorted(range(len(wins)), key=lambda seat: -wins[seat])
    found = [{"name": names[seat], "win": told[seat]} for seat in order]
    return [*found, {"name": _("nobody"), "win": none}] if none and round(100 * nobody) else found


def _short(name: str) -> str:
    return name if len(name) <= LETTERS else name[: LETTERS - 1] + "…"


def _moments(match: Match, wanted: Wanted, analysis: Analysis) -> list[dict[str, Any]]:
    chapters = transcript_of(match, wanted.viewer).until(len(analysis.stations) - 1)
    return [
        {
            "ply": moment.ply,
            "kind": moment.kind,
            # The chapter in which the move was chosen.
            "part": [one.title for one in chapters if one.ply < moment.ply][-1],
            "words": tell(moment, analysis, match.called),
        }
        for moment in moments(analysis)
    ]


def figures(coach: Coach, match: Match, wanted: Wanted) -> str | None:
    """The page with all numbers of the chart as a table; None if there are none."""
    run = coach.run(match, wanted.viewer)
    if run is None or not _enough(run, wanted):
        return None
    analysis = run.analysis if wanted.spoilers else run.analysis.until(wanted.ply)
    rows = [{"ply": one.ply, **_row(one, analysis.perspective == OPEN)} for one in analysis.stations]
    return pages.render(
        "figures.html",
        {
            "title": match.game.title,
            "address": url(f"/table/{match.id}"),
            "wanted": _fields(wanted),
            "whose": _whose(match, wanted),
            "names": match.called,
            "rows": rows,
        },
    )


def _row(station: Station, open_cards: bool) -> dict[str, Any]:
    if open_cards:
        return {"wins": [chance(win) for win in station.wins], "nobody": chance(station.nobody)}
    wins, nobody = chances(station.wins, station.nobody)
    return {"wins": wins, "nobody": nobody}


def advice(found: Advice, names: Sequence[str]) -> dict[str, Any]:
    """Advice for the seat to act, for a table's page."""
    best, second = found.choices[0], found.choices[1] if len(found.choices) > 1 else None
    return {
        "best": best.action.sentence(names),
        "close": second is not None and second.share > best.share / 2,
        "reason": found.reason.sentence(names) if found.reason else "",
        "choices": _choices(found.choices, None, names),
        "wins": _sorted(names, found.wins, found.nobody, True),
    }


def advice_html(said: dict[str, Any]) -> Markup:
    """The advice as HTML."""
    return Markup(pages.render("regions/advice.html", {"advice": said}))
