"""The top of the first page: what this is, what waits for who returns, and the quick offers of each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from quarterdeck.bots import BOTS, TITLES
from quarterdeck.i18n import N_, _
from quarterdeck.kernel.generic import capitalized
from quarterdeck.play import find
from quarterdeck.tables.seats import SUBSTITUTE

__all__ = ["offers", "welcome"]

# The most running games above the covers (the list below has all), and the most running games and lessons.
MOST: Final = 2
ALL: Final = 3
# The bots of the quick offers, weakest first, each with its label.
LEVELS: Final = (("deckhand", N_("Easy")), (SUBSTITUTE, N_("Medium")), ("captain", N_("Hard")))

Course = Sequence[Mapping[str, Any]]


def welcome(games: Sequence[Mapping[str, Any]], courses: Mapping[str, Course], own: str) -> dict[str, Any]:
    """What the first page says on top: ``new``, whether its reader has neither games nor lessons here;
    ``asks``, whether to ask for the reader's name; ``running``, unfinished games, those that wait for the
    reader first; and ``lessons``, the lessons in progress. `games` are made by `entrance.listing`.
    """
    parts = [{**part, "game": find(game).title} for game, course in courses.items() for part in course]
    running = [game for game in games if not game["over"]][:MOST]
    return {
        "new": not games and not any(part["learned"] or part["table"] for part in parts),
        "asks": not own,
        "running": running,
        "lessons": [part for part in parts if part["table"]][: ALL - len(running)],
    }


def offers(game: str, form: Mapping[str, str]) -> dict[str, Any]:
    """The choices of a game's quick offer: ``players``, and ``levels`` of the bots, each as its value, its
    label and what it says in more words; both with the value to be shown as chosen, by default or as in the
    form.
    """
    choices = next(option.choices for option in find(game).options if option.name == "players")
    return {
        "players": [(str(choice), str(choice), "") for choice in sorted(choices)],
        "playing": form.get(f"players-{game}", str(choices[0])),
        "levels": [(bot, _(label), _in_words(bot)) for bot, label in LEVELS],
        "level": form.get(f"bots-{game}", SUBSTITUTE),
    }


def _in_words(bot: str) -> str:
    """A bot's title and how it plays."""
    return f"{capitalized(_(TITLES[bot]))}. {_(BOTS[bot])}"
