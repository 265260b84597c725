"""Cartagena in the browser: the sea route, the cabin doors, the ship's deck, and the duels of the mutiny."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from quarterdeck.games.cartagena.board import accounts, choices, duels, places, scenes, sea, seats, things
from quarterdeck.games.cartagena.words import names
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
    Piece,
    Region,
    SeatFigure,
    reads,
    whole,
)
from quarterdeck.web.boards.cues import Cue, Heard
from quarterdeck.web.boards.ending import SeatPlace
from quarterdeck.web.boards.things import Thing

__all__ = ["BOARD"]


VOYAGE = reads("route supply dry", "")
INLAND = reads("round route sailors boat", "names me")
DUEL = reads("phase round duels route supply sailors boat seats wins winning_side", "names me mascots")
ROW = reads("phase round row sate_coins", "names me")
PILES = reads("phase duels unseen under", "names me")
DUELS = reads("phase duels sailors seats wins winners winning_side", "names me mascots counted")


# A function `_…_data` selects what a piece depends on; from that, `_…_variables` computes the variables of
# the template of the piece. See `base.Piece`.


def _chart_pieces(context: Context) -> list[Piece]:
    """In the voyage, the route and the deck; in the mutiny, the duel."""
    if context["view"]["duels"]:
        return [Piece("duel", {**DUEL(context), "held": False}, _duel_variables)]
    held = context["view"]["phase"] == "sailors"
    return [
        Piece("voyage", VOYAGE(context), _voyage_variables),
        Piece("inland", {**INLAND(context), "held": held}, _inland_variables, "inland"),
    ]


def _duel_variables(data: Context) -> dict[str, Any]:
    return {"stage": duels.stage(data), "deck": places.deck(data), "view": data["view"]}


def _voyage_variables(data: Context) -> dict[str, Any]:
    return {"route": places.route(data["view"]), "supplies": places.supplies(data["view"])}


def _inland_variables(data: Context) -> dict[str, Any]:
    view = data["view"]
    return {"round": view["round"], "distances": places.distances(view["route"]), "deck": places.deck(data)}


def _doors_data(context: Context) -> dict[str, Any]:
    """The row of doors, for spectators and replays only; a player has it among the actions."""
    watching = context["me"] is None or context["replay"] is not None
    return {"watching": True, **ROW(context)} if watching else {"watching": False}


def _doors_variables(data: Context) -> dict[str, Any]:
    return {**data, "doors": choices.row(data) if data["watching"] else [], "asked": []}


def _result_data(context: Context) -> dict[str, Any]:
    replayed = context["replay"] is not None
    return {**(DUELS if context["view"]["duels"] else PILES)(context), "replayed": replayed}


def _result_variables(data: Context) -> dict[str, Any]:
    """The final count is shown in replays: a table's page has it at the top."""
    view = data["view"]
    if not view["duels"]:
        return {**data, "past": [], "final_standings": None}
    return {
        **data,
        "past": duels.past(data),
        "final_standings": duels.final_standings(data) if data["replayed"] else None,
        "winner_names": names.listed(data["names"][seat] for seat in view["winners"]),
    }


class CartagenaBoard(Board):
    """The board of Cartagena; see `base.Board`."""

    regions: Mapping[str, Region] = {
        "chart": _chart_pieces,
        "seats": seats.panels,
        "doors": whole("doors", _doors_data, _doors_variables),
        "result": whole("result", _result_data, _result_variables),
    }
    styles = (
        "sea.css",
        *(f"cartagena/{name}.css" for name in ("route", "art", "chart", "deck", "doors", "table", "moves")),
    )
    art = ("cartagena/art.css",)
    companions = ("Inés", "Mateo", "Luz", "Bram")
    filters: Mapping[str, Callable[..., str]] = {
        "pirate": names.pirate_name,
        "leader": names.side_leader,
        "combat": names.combat_name,
        "coins": names.coins,
    }
    tools: Mapping[str, object] = {"sea": sea}

    def cover(self) -> Cover:
        """The icon, what the game is about, and the button that starts it."""
        about = _(
            "Knock at cabin doors for gold, sabres and secrets. In the end the crew chooses between Captain "
            "Valverde and Ramon Diaz: be on the right side when the mutiny breaks out."
        )
        return Cover("cutlasses", about, _("Play Cartagena against three bots"))

    def fields(self) -> tuple[Field, ...]:
        """Players."""
        players = (
            Pick("4", _("Four"), _("From the gold island: the longest voyage, seven doors a round.")),
            Pick("3", _("Three"), _("From the treasure island, six doors a round.")),
            Pick("2", _("Two"), _("From the volcanic island, five doors a round.")),
        )
        return (Field("players", _("Players"), players),)

    def facts_context(self, chapters: Sequence[Chapter], players: int) -> dict[str, Any]:
        """The mascots of the duels, and the final count."""
        return duels.duels_context(chapters)

    def acts(self, context: Context) -> dict[str, Any]:
        """The doors, and the choices beside them."""
        keys = iter(range(1, 10))
        return {
            "doors": choices.doors(context, keys),
            "asked": choices.asked(context, keys),
            "own": seats.own(context) if context["me"] is not None else None,
            "steps": choices.phase_steps(context),
        }

    def figures(self, view: Mapping[str, Any], seat: int) -> Iterable[SeatFigure]:
        """Coins, combat cards, gold cards, and who is the giver."""
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

    def mark(self, chapter: Chapter) -> tuple[str, str]:
        """Rounds by their numbers; the mutiny by the letters of its duels, with marks for
        its start and end.
        """
        first = chapter.events[0] if chapter.events else None
        if first is not None and first.kind == "duel_began":
            return _("Mutiny"), str(first.data["pair"])
        if first is not None and first.kind in ("voyage_ended", "mutiny_won"):
            return _("Mutiny"), "⚔" if first.kind == "voyage_ended" else "★"
        return _("Round"), str(chapter.number)

    def places(self, context: Context, timeline: Timeline) -> Sequence[SeatPlace]:
        """By the final count: the winning side's players by their gold."""
        return accounts.places(duels.final_standings(context) or [])

    def amount(self, count: int) -> str:
        """Places are counted in gold."""
        return accounts.gold(count)

    def headline(self, context: Context, places: Sequence[SeatPlace]) -> str:
        """The place on the winning side, or with whom the mutiny was lost."""
        return accounts.headline_of(context, places, duels.final_standings(context) or [])

    def verdict(self, context: Context) -> str:
        """To which side the mutiny went, and why the viewer's gold does not count if it doesn't."""
        view = context["view"]
        wins = sorted(view["wins"].values())
        if view["winning_side"] is None:
            return ""
        leader = names.side_leader(view["winning_side"])
        words = _("The mutiny went to %(leader)s, %(wins)s duels to %(lost)s.")
        went = words % {"leader": leader, "wins": wins[-1], "lost": wins[0]}
        own = accounts.own_verdict(context["me"], duels.final_standings(context) or [])
        return f"{went} {own}".strip()

    def source_label(self, source: str) -> str:
        """Coins and gold cards."""
        return accounts.source_label(source)

    def account(self, timeline: Timeline) -> Account:
        """The gold by coins and cards."""
        return accounts.account(timeline, self.mark)

    def turning_points(self, timeline: Timeline, account: Account | None) -> Sequence[TurningPoint]:
        """The duels, and hauls of gold."""
        return accounts.turning_points(timeline, account)


BOARD = CartagenaBoard()
