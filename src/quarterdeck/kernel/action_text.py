"""The texts of actions: parsing them into ids, and describing them in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quarterdeck.errors import ActionTextError
from quarterdeck.i18n import N_, _, short
from quarterdeck.kernel.sentences import excerpt

__all__ = ["ActionIds", "ActionSentences"]


class ActionIds:
    """The ids of a game's actions by text, ignoring capitals and extra white space.

    `error` is a marked sentence for unknown texts, with a placeholder `{text}`.
    """

    def __init__(
        self,
        text: Callable[[int], str],
        actions: int,
        error: str = N_("“{text}” is no action; actions read like “{first}” or “{last}”."),
    ) -> None:
        self._text, self._actions, self._error = text, actions, error
        self._ids: dict[str, int] = {}

    def __call__(self, words: str) -> int:
        """The id of an action text. Raises ActionTextError for an unknown text."""
        if not self._ids:
            self._ids = {self._text(action).lower(): action for action in range(self._actions)}
        found = self._ids.get(" ".join(words.lower().split()))
        if found is None:
            shown = short(" ".join(words.split()), str)
            first, last = self._text(0), self._text(self._actions - 1)
            raise ActionTextError(_(self._error).format(text=shown, first=first, last=last))
        return found


class ActionSentences:
    """The effects of a game's actions, as short imperatives.

    `told` takes an action's text and the players' names, if there are names; it returns the imperative, or
    None for an unknown text. `error` is a marked sentence for unknown texts, with a placeholder `{text}`.
    """

    def __init__(self, told: Callable[[str, Sequence[str]], str | None], error: str) -> None:
        self._told, self._error = told, error

    def __call__(self, action_text: str, names: Sequence[str] = ()) -> str:
        """The imperative: `show wine` is "Show wine". Raises ActionTextError for an unknown text."""
        said = self._told(action_text, names)
        if said is None:
            raise ActionTextError(_(self._error).format(text=excerpt(action_text)))
        return said
