"""The default board: the view as panels, and the legal actions as buttons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quarterdeck.i18n import _
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.tables.match.transcript import Chapter
from quarterdeck.web.boards.base import (
    Choice,
    Context,
    Field,
    Invitation,
    Pick,
    Plan,
    Region,
    offer,
    reads,
    rounds,
    whole,
)
from quarterdeck.web.boards.plain.panels import seat_panels, standings, table_panel
from quarterdeck.web.boards.things import Thing

__all__ = ["PlainBoard"]

KEYS = 9  # number of actions with a key of their own


class PlainBoard:
    """See `base.Board`."""

    filters: Mapping[str, Callable[..., str]] = {}
    tools: Mapping[str, object] = {}
    companions = ("Ada", "Bruno", "Chidi", "Dora", "Emil", "Farah", "Goran", "Hana")

    def __init__(self, spec: GameSpec) -> None:
        self._spec = spec
        self.styles = (f"{spec.id}/plain.css",)
        self.regions: Mapping[str, Region] = {
            "table": whole("panel", _given, table_panel),
            "seats": whole("seats", _given, seat_panels),
        }

    def invitation(self) -> Invitation:
        """The game's own description, on a card."""
        button = _("Play {game} against bots").format(game=self._spec.title)
        return Invitation("plain-cards", _(self._spec.about), button)

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
        plain = (one.name for one in self._spec.options if not one.rule)
        return [self._spec.label(name, options[name]) for name in plain if name in options]

    def told(self, chapters: Sequence[Chapter], players: int) -> dict[str, Any]:
        """Nothing besides the log."""
        return {}

    def acts(self, context: Context) -> dict[str, Any]:
        """A button for each legal action, or the standings."""
        return {"choices": self._choices(context), "standings": standings(context), "steps": []}

    def _choices(self, context: Context) -> list[Choice]:
        keys = iter(range(1, KEYS + 1))
        if context["me"] not in context["view"]["to_act"]:
            return []
        sentence, legal = self._spec.action_sentence, context["view"]["legal"]
        kinds = Counter(_kind(action) for action in legal)
        # What there is but one of would be lost among a hundred others.
        return [
            offer(context, action, keys, sentence(action, context["names"]), "", "")
            for action in sorted(legal, key=lambda action: kinds[_kind(action)])
        ]

    def prompt(self, context: Context) -> str:
        """The game's own prompt."""
        return self._spec.prompt(context["view"], context["names"])

    def things(self, view: Mapping[str, Any]) -> Sequence[Thing]:
        """None: the rules say what there is."""
        return ()

    def plans(self, context: Context) -> Sequence[Plan]:
        """None."""
        return ()

    def progress(self, number: int, last: int | None) -> str:
        """The round that is being played."""
        return rounds(number, last)

    def mark(self, chapter: Chapter) -> tuple[str, str]:
        """Rounds by their numbers."""
        return _("Round"), str(chapter.number)


def _kind(action: str) -> str:
    """The first word of an action's text."""
    return action.partition(" ")[0]


_PAGE = reads("", "names me")


def _given(context: Context) -> dict[str, Any]:
    """The whole view, as nothing is known of its keys, and whose panels there are."""
    return {**_PAGE(context), "view": context["view"]}
