"""Mutiny! in the browser: the course of the ship, the crew and what lies on it, fists, offers, and deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from quarterdeck.games.mutiny.board import accounts, choices, course, crew, deeds, scenes, seats, things
from quarterdeck.games.mutiny.words import hints, names
from quarterdeck.i18n import _
from quarterdeck.tables.match.timeline import Timeline
from quarterdeck.tables.match.transcript import Chapter
from quarterdeck.web.boards.account import Account, TurningPoint
from quarterdeck.web.boards.base import (
    Board,
    Context,
    Cover,
    Field,
    Pick,
    Region,
    SeatFigure,
    reads,
    whole,
)
from quarterdeck.web.boards.cues import Cue, Heard
from quarterdeck.web.boards.ending import SeatPlace
from quarterdeck.web.boards.things import Thing

__all__ = ["BOARD"]


RUNNING = reads("phase", "")
OVER = reads("phase seats needed winners drawn", "names me")


def _result_data(context: Context) -> dict[str, Any]:
    """The final count is shown in replays: a table's page has it at the top."""
    over = context["replay"] is not None and context["view"]["phase"] == "over"
    return (OVER if over else RUNNING)(context)


def _result_variables(data: Context) -> dict[str, Any]:
    if "seats" not in data["view"]:
        return {"final_standings": None}
    rows = seats.final_standings(data)
    winners = names.listed(row["name"] for row in rows or () if row["best"])
    return {**data, "final_standings": rows, "winner_names": winners}


class MutinyBoard(Board):
    """The board of Mutiny!; see `base.Board`."""

    regions: Mapping[str, Region] = {
        "chart": crew.chart,
        "seats": seats.panels,
        "result": whole("result", _result_data, _result_variables),
    }
    styles = (
        "sea.css",
        *(f"mutiny/{name}.css" for name in ("route", "art", "chart", "crew", "table", "acts", "moves")),
    )
    art = ("mutiny/art.css",)
    companions = ("Maren", "Tomás", "Yara", "Odd", "Bess")
    filters: Mapping[str, Callable[..., str]] = {"does": hints.label}
    tools: Mapping[str, object] = {"course": course}

    def cover(self) -> Cover:
        """The icon, what the game is about, and the button that starts it."""
        about = _(
            "Bribe the crew with doubloons and rum from a closed fist, and buy the lookout when bribes are "
            "tied. Who first has enough cutlasses takes the ship."
        )
        return Cover("mu-fist", about, _("Play Mutiny! against three bots"))

    def fields(self) -> tuple[Field, ...]:
        """Players, and how deals are made."""
        players = (
            Pick("4", _("Four"), _("8 cutlasses win.")),
            Pick("3", _("Three"), _("10 cutlasses win.")),
            Pick("2", _("Two"), _("10 cutlasses win.")),
            Pick("5", _("Five"), _("8 cutlasses win.")),
        )
        deals = (
            Pick("open", _("Open deals"), _("Offers lie on the table, and are raised and withdrawn.")),
            Pick("closed", _("Closed offers"), _("Each offer is made once, in secret: quicker.")),
        )
        return (Field("players", _("Players"), players), Field("deals", _("Deals with the lookout"), deals))

    def details(self, options: Mapping[str, Any]) -> list[str]:
        """How many players there are, and how deals are made."""
        return [names.option_words(name, options[name]) for name in ("players", "deals") if name in options]

    def facts_context(self, chapters: Sequence[Chapter], players: int) -> dict[str, Any]:
        """The abilities of this turn, what the lookout was paid, and where the ship has sailed."""
        return deeds.deeds_context(chapters)

    def acts(self, context: Context) -> dict[str, Any]:
        """The actions of this seat."""
        return {
            "acts": choices.acts(context, iter(range(1, 10))),
            "steps": choices.phase_steps(context),
        }

    def figures(self, view: Mapping[str, Any], seat: int) -> Iterable[SeatFigure]:
        """Cutlasses, unplayed doubloons and rum, and who is the lookout."""
        return seats.figures(view, seat)

    def cue(self, heard: Heard, at: int) -> Cue | None:
        """How what has happened is staged."""
        return scenes.cue(heard, at)

    def prompt(self, context: Context) -> str:
        """The sentence that says whose turn it is and for what."""
        return choices.prompt_line(context)

    def things(self, view: Mapping[str, Any]) -> Sequence[Thing]:
        """What the cards, places and phases are."""
        return things.things(dict(view))

    def progress(self, number: int, last: int | None) -> str:
        """The turn that is being played."""
        return _("Turn {number}").format(number=number)

    def mark(self, chapter: Chapter) -> tuple[str, str]:
        """Turns by their numbers, then the end."""
        first = chapter.events[0] if chapter.events else None
        if first is not None and first.kind == "game_over":
            return _("Turn"), "★"
        return _("Turn"), str(chapter.number)

    def places(self, context: Context, timeline: Timeline) -> Sequence[SeatPlace]:
        """By the final count: cutlasses, then rum."""
        return accounts.places(seats.final_standings(context) or [])

    def amount(self, count: int) -> str:
        """Places are counted in cutlasses."""
        return names.counted("cutlass", count)

    def verdict(self, context: Context) -> str:
        """How many cutlasses the mutiny needed."""
        return _("The mutiny needed %(count)s cutlasses.") % {"count": context["view"]["needed"]}

    def source_label(self, source: str) -> str:
        """A crew member, or the ship's destinations."""
        return accounts.source_label(source)

    def account(self, timeline: Timeline) -> Account:
        """The cutlasses by crew member and destination."""
        return accounts.account(timeline, self.mark)

    def turning_points(self, timeline: Timeline, account: Account | None) -> Sequence[TurningPoint]:
        """Gains and losses of cutlasses, with their sources."""
        return accounts.turning_points(timeline, account)


BOARD = MutinyBoard()
