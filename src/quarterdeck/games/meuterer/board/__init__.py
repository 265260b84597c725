"""Meuterer in the browser: the ring of islands, the seats with their cards and roles, the points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from quarterdeck.games.meuterer import example
from quarterdeck.games.meuterer.board import accounts, choices, places, ring, scenes, things
from quarterdeck.games.meuterer.words import hints, names
from quarterdeck.games.meuterer.words.points import round_points
from quarterdeck.i18n import _, ngettext
from quarterdeck.kernel.sentences import listed
from quarterdeck.play import Event
from quarterdeck.tables.match.timeline import Timeline
from quarterdeck.tables.match.transcript import Chapter
from quarterdeck.web.boards.account import Account, TurningPoint
from quarterdeck.web.boards.base import (
    Board,
    Context,
    Cover,
    Field,
    Pick,
    Piece,
    Plan,
    Region,
    SeatFigure,
    of_chapter,
    reads,
    whole,
)
from quarterdeck.web.boards.cues import Cue, Heard, Stage
from quarterdeck.web.boards.things import Thing

__all__ = ["BOARD"]


def _role_label(role: str) -> str:
    if role in names.ROLES:
        return names.role_name(role)
    return _("Captain") if role == "captain" else _("A hidden action card")


@of_chapter
def _points_of_chapter(chapter: Chapter, players: int) -> dict[str, Any]:
    return round_points(chapter.number, chapter.events, players)


def _ends_round(event: Event) -> bool:
    """ME-70, ME-71: whether the fact ends a round: the ship sails, or the game is over."""
    return event.kind in ("sailed", "game_over")


RING = reads("round rounds islands ship came_from pirate_ship destinations", "")


def _chart_pieces(context: Context) -> list[Piece]:
    """The ring of islands with the offer and the piles, which change more often, in its corners."""
    view = context["view"]
    piles = {"draw_pile": view["draw_pile"], "discards": view["discards"]["size"]}
    return [
        Piece("chart", RING(context), _ring_variables),
        Piece("offer", {"offer": view["offer"]}, dict, "offer"),
        Piece("piles", piles, dict, "piles"),
    ]


def _ring_variables(data: Context) -> dict[str, Any]:
    return {**data, "chart": places.chart(data)}


def _result_data(context: Context) -> dict[str, Any]:
    view = context["view"]
    over = view["phase"] == "over"
    return {
        **{key: context[key] for key in ("names", "me", "rounds")},
        "scores": [seat["score"] for seat in view["seats"]]
        if over and context["replay"] is not None
        else None,
        "winners": view["winners"],
    }


def _result_variables(data: Context) -> dict[str, Any]:
    return {**data, "winner_names": listed(data["names"][seat] for seat in data["winners"])}


class MeutererBoard(Board):
    """The board of Meuterer; see `base.Board`."""

    regions: Mapping[str, Region] = {
        "chart": _chart_pieces,
        "seats": places.panels,
        "result": whole("result", _result_data, _result_variables),
    }
    styles = ("sea.css", *(f"meuterer/{name}.css" for name in ("ring", "chart", "table", "moves")))
    companions = example.NAMES
    filters: Mapping[str, Callable[..., str]] = {
        "good": hints.good_label,
        "goods": names.good_count,
        "role": _role_label,
        "cards": hints.cards,
    }
    tools: Mapping[str, object] = {"ring": ring}

    def cover(self) -> Cover:
        """The icon, what the game is about, and the button that starts it."""
        about = _(
            "One of you steers the ship. One of you may have other plans. Sell your goods where it lands."
        )
        return Cover("ship", about, _("Play Meuterer against three bots"))

    def fields(self) -> tuple[Field, ...]:
        """Rule set, pirates and players."""
        sets = (
            Pick(name, names.rule_set_name(name), names.rule_set_summary(name)) for name in names.RULE_SETS
        )
        pirates = (
            Pick("off", _("None"), _("The plain game.")),
            Pick("on", _("Pirates"), _("A pirate ship that takes every shown card when it meets yours.")),
            Pick("double", _("Fast pirates"), _("They sail twice as far.")),
        )
        players = (Pick("4", _("Four"), _("8 rounds")), Pick("3", _("Three"), _("9 rounds")))
        return (
            Field("rules", _("Rules"), tuple(sets)),
            Field("pirates", _("Pirates"), pirates),
            Field("players", _("Players"), players),
        )

    def details(self, options: Mapping[str, Any]) -> list[str]:
        """Rule set, players, and whether there are pirates."""
        words = [names.rule_set_name(options["rules"]), names.option_words("players", options["players"])]
        return words if options["pirates"] == "off" else [*words, ngettext("pirates", "pirates", 2)]

    def facts_context(self, chapters: Sequence[Chapter], players: int) -> dict[str, Any]:
        """``rounds``: the sources of the points of each finished round."""
        finished = [
            part for part in chapters if part is not chapters[-1] or any(map(_ends_round, part.events))
        ]
        return {"rounds": [_points_of_chapter(part, players) for part in finished]}

    def acts(self, context: Context) -> dict[str, Any]:
        """The legal actions."""
        return {
            "choices": choices.choices(context) if context["replay"] is None else choices.NOTHING,
            "steps": choices.phase_steps(context["view"]),
        }

    def figures(self, view: Mapping[str, Any], seat: int) -> Iterable[SeatFigure]:
        """Points, cards in hand, the captain's hat, the action card."""
        return places.figures(view, seat)

    def cue(self, heard: Heard, at: int) -> Cue | None:
        """How what has happened is staged."""
        return scenes.cue(heard, at)

    def staging(self, options: Mapping[str, Any]) -> Stage:
        """ME-54: in the French rules, conflicts that were shown do not count."""
        return partial(scenes.cue, shown_count=options["rules"] != "french")

    def prompt(self, context: Context) -> str:
        """The sentence that says whose turn it is and for what."""
        return choices.prompt_line(context)

    def things(self, view: Mapping[str, Any]) -> Sequence[Thing]:
        """What the cards, places and phases are."""
        return things.things(dict(view))

    def plans(self, context: Context) -> Sequence[Plan]:
        """ME-30, ME-34: in phase 2 a seat that is still in may decide in advance to leave."""
        view = context["view"]
        if view["phase"] != "show" or view["seats"][context["me"]]["left"]:
            return ()
        return (Plan("leave", _("Leave as soon as I can"), _("You leave as soon as you can.")),)

    def source_label(self, source: str) -> str:
        """Islands, mutinies, cards and offers."""
        return accounts.source_label(source)

    def account(self, timeline: Timeline) -> Account:
        """The points of islands, mutinies, cards and offers."""
        return accounts.account(timeline, self.mark)

    def turning_points(self, timeline: Timeline, account: Account | None) -> Sequence[TurningPoint]:
        """Gains, and mutinies that won or failed."""
        return accounts.turning_points(timeline, account)


BOARD = MeutererBoard()
