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
from quarterdeck.coach.moments import LEAST
from quarterdeck.coach.telling import tell, whole_percent, whole_percents
from quarterdeck.i18n import _
from quarterdeck.play import Action
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.transcript import transcript_of
from quarterdeck.text_safety import isolated
from quarterdeck.web.coaching import Coach, RunningAnalysis, allowed
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates
from quarterdeck.web.table import winchart
from quarterdeck.web.table.replays import ReplayRequest

__all__ = ["advice", "advice_html", "figures", "region", "working"]

# Choices shown per decision, besides the one that was played.
FEW = 3
# The most clickable positions in the chart.
ZONES = 48
# The most letters of a name beside the chart.
LETTERS = 9


def working(coach: Coach, match: Match, wanted: ReplayRequest) -> bool:
    """Whether the page of this move will soon show more."""
    run = coach.run(match, wanted.viewer)
    return run is not None and coach.at_work(run) and not _is_complete(run, wanted)


def _is_complete(run: RunningAnalysis, wanted: ReplayRequest) -> bool:
    """Whether an analysis has all that the page of this move will show."""
    return run.done if wanted.spoilers else run.next is None and len(run.stations) > wanted.ply


def region(coach: Coach, match: Match, wanted: ReplayRequest, csrf: str) -> Markup:
    """The inner HTML of a replay's coach region."""
    run = coach.run(match, wanted.viewer)
    busy = working(coach, match, wanted)
    analysis = None if run is None else run.analysis_of(match)
    if run is not None and analysis is not None and not wanted.spoilers:
        analysis = analysis.until(wanted.ply) if _is_complete(run, wanted) else None
    context = {
        "csrf": csrf,
        "address": url(f"/table/{match.id}"),
        "wanted": _form_fields(wanted),
        "allowed": allowed(match),
        "whose": _knowledge_sentence(match, wanted),
        "busy": busy,
        "preparing": coach.preparing,
        "failed": run is not None and run.failed and not _is_complete(run, wanted),
        "behind": run is not None and not busy and not run.is_of(match),
        "progress": (len(run.stations), match.ply + 1) if run and busy and wanted.spoilers else None,
        "chart": None,
        "review": None,
        "now": [],
        "moments": None,
    }
    if analysis is not None and analysis.stations:
        context |= _results_at(match, wanted, analysis, not busy)
    return Markup(templates.render("regions/coach.html", context))


def _form_fields(wanted: ReplayRequest) -> dict[str, str]:
    """The form fields that identify a page of a replay."""
    seat = "none" if wanted.viewer is None else str(wanted.viewer)
    fields = {"ply": str(wanted.ply), "seat": seat}
    return fields if wanted.spoilers else {**fields, "spoilers": "off"}


def _knowledge_sentence(match: Match, wanted: ReplayRequest) -> str:
    """Whose knowledge the coach uses here."""
    if isinstance(wanted.viewer, int):
        return _("From what {name} could know at each move, and nothing else.").format(
            name=match.isolated_names[wanted.viewer]
        )
    if wanted.viewer == OPEN:
        return _("The cards are open, but each line and each choice is from what that player could know.")
    return _("From what everybody could see, and nothing else.")


def _results_at(match: Match, wanted: ReplayRequest, analysis: Analysis, finished: bool) -> dict[str, Any]:
    ply, names = wanted.ply, match.isolated_names
    station = analysis.stations[ply] if ply < len(analysis.stations) else None
    decision = None if station is None else station.decision
    next_move = analysis.moves[ply] if ply < len(analysis.moves) else None
    now = []
    for seat, choices in ({} if station is None else station.choices).items():
        played = next_move[1] if next_move is not None and next_move[0] == seat else None
        later = analysis.stations[ply + 1].decision if ply + 1 < len(analysis.stations) else None
        best = later.choices if later is not None and later.seat == seat else choices
        now.append({"name": names[seat], "choices": _choice_rows(best, played, names)})
    return {
        "chart": _chart_context(match, wanted, analysis),
        "review": None if decision is None else _decision_row(decision, names),
        "now": now,
        "moments": _moment_rows(match, wanted, analysis) if finished else None,
    }


def _decision_row(decision: Decision, names: Sequence[str]) -> dict[str, Any]:
    return {
        "name": names[decision.seat],
        "loss": whole_percent(decision.loss) if decision.loss >= 0.01 else "",
        "reason": decision.reason.sentence(names) if decision.reason else "",
        "choices": _choice_rows(decision.choices, decision.played, names),
    }


def _choice_rows(
    choices: Sequence[Candidate], played: Action | None, names: Sequence[str]
) -> list[dict[str, Any]]:
    """The most visited choices, and the one that was played."""
    shown = [choice for at, choice in enumerate(choices) if at < FEW or choice.action == played]
    return [
        {
            "label": choice.action.sentence(names),
            "win": whole_percent(choice.win),
            "share": choice.share,
            "share_words": whole_percent(choice.share),
            "best": choice is choices[0],
            "played": choice.action == played,
        }
        for choice in shown
    ]


def _chart_context(match: Match, wanted: ReplayRequest, analysis: Analysis) -> dict[str, Any]:
    plies = match.ply if wanted.spoilers else wanted.ply
    wins = [each.wins for each in analysis.stations]
    at = min(wanted.ply, len(wins) - 1)
    station, open_cards = analysis.stations[at], analysis.perspective == OPEN
    zones = min(ZONES, plies + 1)
    return {
        "curves": winchart.curves(wins, plies, wanted.ply),
        "names": [isolated(_short_name(name)) for name in match.names],
        "here": winchart.place_of(wanted.ply, plies),
        "plies": plies,
        "figures": _chances_by_player(match.isolated_names, station.wins, station.nobody, not open_cards),
        "at": at,
        "zones": [round(zone * plies / max(zones - 1, 1)) for zone in range(zones)],
    }


def _chances_by_player(
    names: Sequence[str], wins: Sequence[float], nobody: float, add_up: bool
) -> list[dict[str, Any]]:
    """Each player's chance to win, the highest first, and the chance that nobody wins if there is one.
    `add_up`: the chances come from one view, so that they have to sum to 100%.
    """
    percentages, nobody_words = (
        whole_percents(wins, nobody) if add_up else (list(map(whole_percent, wins)), "")
    )
    order = sorted(range(len(wins)), key=lambda seat: -wins[seat])
    rows: list[dict[str, Any]] = [
        {"seat": seat, "name": names[seat], "win": percentages[seat]} for seat in order
    ]
    if nobody_words and round(100 * nobody):
        rows.append({"seat": None, "name": _("nobody"), "win": nobody_words})
    return rows


def _short_name(name: str) -> str:
    return name if len(name) <= LETTERS else name[: LETTERS - 1] + "…"


def _moment_rows(match: Match, wanted: ReplayRequest, analysis: Analysis) -> list[dict[str, Any]]:
    chapters = transcript_of(match, wanted.viewer).until(len(analysis.stations) - 1)
    return [
        {
            "ply": moment.ply,
            "kind": moment.kind,
            # The chapter in which the move was chosen.
            "part": [one.title for one in chapters if one.ply < moment.ply][-1],
            "words": tell(moment, analysis, match.isolated_names),
        }
        for moment in moments(analysis)
    ]


def figures(coach: Coach, match: Match, wanted: ReplayRequest) -> str | None:
    """The page with all numbers of the chart as a table; None if there are none."""
    run = coach.run(match, wanted.viewer)
    if run is None or not _is_complete(run, wanted):
        return None
    analysis = run.analysis_of(match)
    if not wanted.spoilers:
        analysis = analysis.until(wanted.ply)
    open_cards = analysis.perspective == OPEN
    rows = [{"ply": station.ply, **_station_row(station, open_cards)} for station in analysis.stations]
    return templates.render(
        "figures.html",
        {
            "title": match.game.title,
            "address": url(f"/table/{match.id}"),
            "wanted": _form_fields(wanted),
            "whose": _knowledge_sentence(match, wanted),
            "names": match.isolated_names,
            "rows": rows,
        },
    )


def _station_row(station: Station, open_cards: bool) -> dict[str, Any]:
    if open_cards:
        return {"wins": [whole_percent(win) for win in station.wins], "nobody": whole_percent(station.nobody)}
    wins, nobody = whole_percents(station.wins, station.nobody)
    return {"wins": wins, "nobody": nobody}


def advice(analysis: Advice, names: Sequence[str]) -> dict[str, Any]:
    """Advice for the seat to act, for a table's page."""
    best, second = analysis.choices[0], analysis.choices[1] if len(analysis.choices) > 1 else None
    return {
        "best": best.action.sentence(names),
        "close": second is not None and second.share > best.share / 2,
        "reason": analysis.reason.sentence(names) if analysis.reason else "",
        "choices": _choice_rows(analysis.choices, None, names),
        "caveat": _caveat(analysis.choices[:FEW], names),
        "wins": _chances_by_player(names, analysis.wins, analysis.nobody, True),
    }


def _caveat(shown: Sequence[Candidate], names: Sequence[str]) -> str:
    """Why the first of these choices is advised although another one is shown with a higher chance to win; ""
    if no other one is. The search prefers a higher chance only as far as it is sure of it: either such a lead
    is within the noise, or the other choice was hardly tried.
    """
    highest = max(shown, key=lambda choice: choice.win or 0)
    lead = (highest.win or 0) - (shown[0].win or 0)
    if round(100 * (highest.win or 0)) <= round(100 * (shown[0].win or 0)):
        return ""
    if lead < LEAST:
        sentence = _("“{other}” has {chance}: too small a lead for the coach to be sure.")
    else:
        sentence = _("“{other}” has {chance}, in too few tries for the coach to be sure.")
    return sentence.format(other=highest.action.sentence(names), chance=whole_percent(highest.win))


def advice_html(context: dict[str, Any]) -> Markup:
    """The advice, made by `advice`, as HTML."""
    return Markup(templates.render("regions/advice.html", {"advice": context}))
