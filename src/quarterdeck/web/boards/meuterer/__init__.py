"""Meuterer in the browser: the ring of islands, the seats with their cards and roles, the points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quarterdeck.games.meuterer import example
from quarterdeck.games.meuterer.words import hints, names
from quarterdeck.games.meuterer.words.points import round_points
from quarterdeck.play import Event
from quarterdeck.tables.sight import Chapter
from quarterdeck.web.boards.base import Context
from quarterdeck.web.boards.meuterer import choices, places, ring
from quarterdeck.words import _

__all__ = ["Meuterer"]


def _role(role: str) -> str:
    if role in names.ROLES:
        return names.role_name(role)
    return _("Captain") if role == "captain" else _("A hidden action card")


def _ends_round(event: Event) -> bool:
    """ME-70, ME-71: the points are scored when the ship sails, or the game ends."""
    return event.kind in ("sailed", "game_over")


class Meuterer:
    """The board of Meuterer; see `base.Board`."""

    regions = ("chart", "seats", "result")
    styles = ("meuterer/ring.css", "meuterer/chart.css", "meuterer/table.css", "meuterer/moves.css")
    companions = example.NAMES
    filters: Mapping[str, Callable[..., str]] = {
        "good": hints.good_label,
        "role": _role,
        "cards": hints.cards,
        "rule_set": names.rule_set_name,
    }
    tools: Mapping[str, object] = {"ring": ring, "words": names}

    def details(self, options: Mapping[str, Any]) -> list[str]:
        """Rule set, players, and whether there are pirates."""
        told = [names.rule_set_name(options["rules"]), names.choice_name("players", options["players"])]
        return told if options["pirates"] == "off" else [*told, _("pirates")]

    def told(self, chapters: Sequence[Chapter], players: int) -> dict[str, Any]:
        """``rounds``: where each point of the finished rounds came from."""
        finished = [
            part for part in chapters if part is not chapters[-1] or any(map(_ends_round, part.events))
        ]
        return {"rounds": [round_points(part.number, part.events, players) for part in finished]}

    def fill(self, context: Context) -> dict[str, Any]:
        """The chart, the seats, and what may be done."""
        return {
            "chart": places.chart(context),
            "seats": places.seats(context),
            "choices": choices.choices(context) if context["replay"] is None else choices.NOTHING,
            "winner_names": _(" and ").join(context["names"][seat] for seat in context["view"]["winners"]),
            "steps": choices.phase_steps(context["view"]),
        }

    def prompt(self, context: Context) -> str:
        """The sentence that says whose turn it is and for what."""
        return choices.prompt_line(context)

    def mark(self, chapter: Chapter) -> tuple[str, str]:
        """Rounds by their numbers."""
        return _("Round"), str(chapter.number)
