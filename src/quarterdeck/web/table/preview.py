"""What a link to a table shows where it is sent: the game, its players, and the result once there is one.

It is made of what anybody can see who follows the link. While a match goes on it says no more than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quarterdeck.i18n import _, current
from quarterdeck.kernel.sentences import listed
from quarterdeck.play.record import ending_sentence
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.timeline import timeline_of
from quarterdeck.tables.seats import VACANT
from quarterdeck.web.boards import BOARDS, details
from quarterdeck.web.boards.ending import SeatPlace
from quarterdeck.web.paths import origin
from quarterdeck.web.table.booking import last_page

__all__ = ["Preview", "RankedPlayer", "preview_of", "tags"]


@dataclass(frozen=True)
class RankedPlayer:
    """A player: the place ("" if there is none), the name, and what counted ("" if nothing did)."""

    place: str
    name: str
    figure: str


@dataclass(frozen=True)
class Preview:
    """The game, its settings, one sentence on how the match stands, and its players in the order of seats or,
    if the result is told, of places.
    """

    game: str
    details: tuple[str, ...]
    sentence: str
    players: tuple[RankedPlayer, ...]


def preview_of(match: Match, names: Sequence[str], spoilers: bool = True) -> Preview:
    """The preview of a match, its players called by these names. Without spoilers it does not depend on how
    far the match has come.
    """
    game = match.game
    settings = tuple(details(game.id, match.record.game.options, match.row.components))
    if match.sealed:
        words = _("A table of a regatta.") if match.day is None else _("A voyage of the day.")
        return Preview(game.title, settings, words, ())
    if not spoilers:
        return Preview(
            game.title, settings, _("A replay that does not tell the end."), _players_in_seats(match, names)
        )
    if not match.over:
        words = _("The game is going on.") if match.begun else _("A place at the table is free.")
        words = _("This table is closed.") if match.closed else words
        return Preview(game.title, settings, words, _players_in_seats(match, names))
    if match.ended:
        return Preview(game.title, settings, ending_sentence(match.ended), _players_in_seats(match, names))
    sentence, players = _headline_and_players(match, names)
    return Preview(game.title, settings, _("{sentence}.").format(sentence=sentence), players)


def _players_in_seats(match: Match, names: Sequence[str]) -> tuple[RankedPlayer, ...]:
    return tuple(
        RankedPlayer("", name, "")
        for name, seat in zip(names, match.seats, strict=True)
        if seat.kind != VACANT
    )


def _headline_and_players(match: Match, names: Sequence[str]) -> tuple[str, tuple[RankedPlayer, ...]]:
    """How a match ended, for anybody, and the players in the order of their places."""
    board, page = BOARDS[match.game.id], last_page(match, names)
    places: Sequence[SeatPlace] = board.places(page, timeline_of(match))
    players = tuple(
        RankedPlayer(
            f"{place.place}." if place.place else "–",
            names[place.seat],
            "" if place.figure is None else board.amount(place.figure),
        )
        for place in places
    )
    return board.headline(page, places), players


def tags(match: Match, spoilers: bool = True, path: str = "") -> dict[str, str]:
    """The variables of ``preview.html``; `path` is the page's, below its table's."""
    preview = preview_of(match, match.isolated_names, spoilers)
    players = listed(player.name for player in preview.players)
    spoilers_off = "" if spoilers else "&spoilers=off"
    title = _("{game}: {sentence}").format(game=preview.game, sentence=preview.sentence)
    return {
        "title": title.rstrip("."),
        "description": _("{names}. {details}").format(names=players, details=_(", ").join(preview.details)),
        "address": f"{origin()}/table/{match.id}{path}",
        "image": f"{origin()}/table/{match.id}/preview.png?lang={current()}{spoilers_off}",
    }
