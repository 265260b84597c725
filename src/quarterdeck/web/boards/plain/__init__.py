"""The default board: the view as panels, and the legal actions as buttons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from quarterdeck.i18n import _
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.web.boards.base import (
    Board,
    Choice,
    Context,
    Cover,
    Field,
    Pick,
    Region,
    SeatFigure,
    offer,
    reads,
    whole,
)
from quarterdeck.web.boards.cues import Cue, Heard
from quarterdeck.web.boards.plain.cards import cue
from quarterdeck.web.boards.plain.panels import seat_panels, table_panel

__all__ = ["PlainBoard"]

KEYS = 9  # number of actions with a key of their own
_page_data = reads("", "names me")


def _panel_data(context: Context) -> dict[str, Any]:
    """The data of the panels: the names, the viewer's seat, and the whole view, whose keys only its game
    knows.
    """
    return {**_page_data(context), "view": context["view"]}


class PlainBoard(Board):
    """See `base.Board`."""

    companions = ("Ada", "Bruno", "Chidi", "Dora", "Emil", "Farah", "Goran", "Hana")

    regions: Mapping[str, Region] = {
        "table": whole("panel", _panel_data, table_panel),
        "seats": whole("seats", _panel_data, seat_panels),
    }

    def __init__(self, spec: GameSpec) -> None:
        self._spec = spec

    @property
    def styles(self) -> tuple[str, ...]:
        """The style sheet of all plain games."""
        return (f"{self._spec.id}/plain.css",)

    def cover(self) -> Cover:
        """The game's own description, on a card."""
        button = _("Play {game} against bots").format(game=self._spec.title)
        return Cover("plain-cards", _(self._spec.about), button)

    def fields(self) -> tuple[Field, ...]:
        """Each option with its choices, without the house rules."""
        words = self._spec.label
        return tuple(
            Field(
                option.name,
                words(option.name),
                tuple(Pick(str(choice), words(option.name, choice), "") for choice in option.choices),
            )
            for option in self._spec.options
            if not option.rule
        )

    def details(self, options: Mapping[str, Any]) -> list[str]:
        """The chosen value of each option."""
        names = (option.name for option in self._spec.options if not option.rule)
        return [self._spec.label(name, options[name]) for name in names if name in options]

    def acts(self, context: Context) -> dict[str, Any]:
        """A button for each legal action."""
        return {"choices": self._choices(context), "steps": []}

    def _choices(self, context: Context) -> list[Choice]:
        keys = iter(range(1, KEYS + 1))
        if context["me"] not in context["view"]["to_act"]:
            return []
        sentence, legal = self._spec.action_sentence, context["view"]["legal"]
        kinds = Counter(_first_word(action) for action in legal)
        # Rare kinds come first: a single button would be lost among a hundred others.
        return [
            offer(context, action, keys, sentence(action, context["names"]), "", "")
            for action in sorted(legal, key=lambda action: kinds[_first_word(action)])
        ]

    def figures(self, view: Mapping[str, Any], seat: int) -> Iterable[SeatFigure]:
        """The score, if the view has one."""
        score = view["seats"][seat].get("score")
        return () if score is None else (SeatFigure("", str(score), _("points")),)

    def cue(self, heard: Heard, at: int) -> Cue | None:
        """A card for each fact: its rule, and whose it is. The page is turned with the last one."""
        return cue(heard, at)

    def prompt(self, context: Context) -> str:
        """The game's own prompt."""
        return self._spec.prompt(context["view"], context["names"])


def _first_word(action: str) -> str:
    """The first word of an action's text."""
    return action.partition(" ")[0]
