"""A game at a glance: what players read before its numbered rules."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.i18n import _

__all__ = ["Primer"]

Titled = tuple[str, str]


@dataclass(frozen=True)
class Primer:
    """A game at a glance; all texts are marked sentences (`N_`).

    `aim`: what the players are after, and how one wins. `things`: what lies on the table, each with a title
    and a sentence; their places here are the numbers in the board's drawing (``overview.html``). `courses`:
    how the game goes, each with a heading and steps, which have a title and a sentence or two.
    """

    aim: str
    things: tuple[Titled, ...] = ()
    courses: tuple[tuple[str, tuple[Titled, ...]], ...] = ()

    def read(self) -> Primer:
        """This primer, translated into the current language."""
        return Primer(
            _(self.aim),
            _translated(self.things),
            tuple((_(heading), _translated(steps)) for heading, steps in self.courses),
        )


def _translated(titled: tuple[Titled, ...]) -> tuple[Titled, ...]:
    return tuple((_(title), _(text)) for title, text in titled)
