"""Sentences about log entries that are no moves, for pages and programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from quarterdeck.i18n import N_, _
from quarterdeck.play.record import ending_sentence
from quarterdeck.tables.entry import Entry
from quarterdeck.tables.match.endless import LIMIT
from quarterdeck.tables.match.hosting import HOST
from quarterdeck.tables.match.match import Match
from quarterdeck.text_safety import isolated

__all__ = ["names_at", "remark"]

# By kind of entry. Plans and holders concern their seat alone, so they have no sentence.
_REMARKS: Final[Mapping[str, str]] = {
    "sit": N_("{name} sits down."),
    "leave": N_("{name} gets up."),
    "name": N_("A player is called {name} from now on."),
    "away": N_("{name} is away: a bot plays until the player is back."),
    "return": N_("{name} is back."),
    "back": N_("{name} takes the last move back."),
    "turn": N_("{name} turns a page of the lesson."),
    "rematch": N_("{name} would like to play again."),
    "close": N_("The table was closed before the match began."),
    "agree": N_("{name} agrees."),
    "refuse": N_("{name} does not agree."),
    "pause": N_("The match is paused by agreement."),
    "resume": N_("{name} lets the match go on."),
}
_QUESTION_REMARKS: Final[Mapping[str, str]] = {
    "pause": N_("{name} asks for a pause."),
    "draw": N_("{name} offers a draw."),
    "abandon": N_("{name} would like to end the match without a result."),
    "bot": N_("{name} would like a bot to play for {other}, who is absent."),
    "free": N_("{name} would like {other} to leave the table."),
    "fill": N_("{name} would like to fill the rest with bots and begin."),
}
_GIVEN_SEAT_REMARKS: Final[Mapping[str, str]] = {
    "maker": N_("{name} is absent: whoever made the table has let a bot play until the player is back."),
    "vote": N_("{name} is absent: the others have let a bot play until the player is back."),
}


def names_at(match: Match, number: int) -> list[str]:
    """The names by seat that a match had when its entry of this number was made."""
    names = list(match.row.names)
    for entry in match.entries[: number - 1]:
        if entry.kind == "leave" and "bot" not in entry.data:
            names[entry.seat] = match.row.names[entry.seat]
        elif entry.seat >= 0:
            names[entry.seat] = entry.data.get("name", names[entry.seat])
    return names


def remark(entry: Entry, names: Sequence[str]) -> str:
    """The sentence for an entry of one of these kinds; `names` are the current ones."""
    name = "" if entry.seat < 0 else isolated(entry.data.get("name", names[entry.seat]))
    if entry.kind == "end" and entry.data.get("by") == HOST:
        return _("The host of this server has ended the match without a result.")
    if entry.kind == "end" and entry.data.get("by") == LIMIT:
        return _("For very many moves only bots and the clock have played: the match ends without a result.")
    if entry.kind == "end":
        return ending_sentence(entry.data["how"])
    if entry.kind == "ask":
        data = entry.data
        other = "" if data.get("of") is None else isolated(data.get("other", names[data["of"]]))
        if data["what"] == "free" and "absent" in data:
            asked = N_("{name} would like to free the seat of {other}, who is absent.")
        else:
            asked = _QUESTION_REMARKS[data["what"]]
        return _(asked).format(name=name, other=other)
    if entry.kind == "away" and "by" in entry.data:
        given = _GIVEN_SEAT_REMARKS[entry.data["by"]]
        return _(given).format(name=name)
    if entry.kind == "refuse" and "own" in entry.data:
        return _("{name} takes the question back.").format(name=name)
    if entry.kind == "refuse" and entry.seat < 0:
        return _("Whoever made the table does not agree.")
    if entry.kind == "leave" and "absent" in entry.data:
        return _("{name} is absent: the others have freed the seat.").format(name=name)
    if entry.kind == "leave" and "bot" in entry.data:
        return _("{name} leaves the table, and a bot plays on.").format(name=name)
    if entry.kind == "leave" and "by" in entry.data:
        return _("{name} was asked to leave, and the seat is free.").format(name=name)
    return _(_REMARKS[entry.kind]).format(name=name)
