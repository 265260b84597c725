"""The board of a game that brings none: its view as panels, and its legal actions as buttons."""

from __future__ import annotations

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
from quarterdeck.web.boards.plain.panels import panels, standings
from quarterdeck.web.boards.things import Thing

__all__ = ["PlainBoard"]

KEYS = 9  # actions that have a key of their own


class PlainBoard:
    """See `base.Board`."""

    filters: Mapping[str, Callable[..., str]] = {}
    tools: Mapping[str, object] = {}
    companions = ("Ada", "Bruno", "Chidi", "Dora", "Emil", "Farah", "Goran", "Hana")

    def __init__(self, spec: GameSpec) -> None:
        self._spec = spec
        self.styles = (f"{spec.id}/plain.css",)
        self.regions: Mapping[str, Region] = {
            "panels": whole("panels", lambda context: {"view": context["view"], **_PAGE(context)}, panels)
        }

    def invitation(self) -> Invitation:
        """What the game says of itself, on a card."""
        button = _("Play {game} against bots").format(game=self._spec.title)
        return Invitation("plain-cards", _(self._spec.about), button)

    def fields(self) -> tuple[Field, ...]:
        """Each option with its choices."""
        words = self._spec.option_words
        return tuple(
            Field(
                option.name,
                words(option.name, None),
                tuple(Pick(str(choice), words(option.name, choice), "") for choice in option.choices),
            )
            for option in self._spec.options
        )

    def details(self, options: Mapping[str, Any]) -> list[str]:
        """The chosen value of each option."""
        return [self._spec.option_words(name, value) for name, value in options.items()]

    def told(self, chapters: Sequence[Chapter], players: int) -> dict[str, Any]:
        """Nothing beside the log."""
        return {}

    def acts(self, context: Context) -> dict[str, Any]:
        """A button for each legal action, or the standings."""
        return {"choices": self._choices(context), "standings": standings(context), "steps": []}

    def _choices(self, context: Context) -> list[Choice]:
        keys = iter(range(1, KEYS + 1))
        if context["me"] not in context["view"]["to_act"]:
            return []
        sentence = self._spec.action_sentence
        return [
            offer(context, action, keys, sentence(action, context["names"]), "", "")
            for action in context["view"]["legal"]
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


_PAGE = reads("", "names me kinds")
