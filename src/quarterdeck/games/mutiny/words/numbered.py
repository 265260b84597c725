"""What a numbered rule and a chapter of rules are."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.words import _


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule.

    `heading`, `body` and `choice` are marked sentences; `title`, `text` and `decision` translate them. A
    decision settles what the rulebook leaves open.
    """

    id: str
    heading: str
    body: str
    choice: str | None = None

    @property
    def title(self) -> str:
        """The rule in three or four words."""
        return _(self.heading)

    @property
    def text(self) -> str:
        """What the rule says."""
        return _(self.body)

    @property
    def decision(self) -> str | None:
        """How we settle what the rulebook leaves open, if it leaves anything open here."""
        return _(self.choice) if self.choice else None


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter: a marked `heading`, its translation `title`, and the ids of its rules in order."""

    heading: str
    ids: tuple[str, ...]

    @property
    def title(self) -> str:
        """The chapter's name."""
        return _(self.heading)
