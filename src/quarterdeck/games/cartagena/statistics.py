"""Statistics of a game of Cartagena: the course of the voyage and of the mutiny."""

from __future__ import annotations

from quarterdeck.games.cartagena.state import Dry
from quarterdeck.games.cartagena.words import names
from quarterdeck.i18n import N_, _
from quarterdeck.lab.statistics import Figure, Note, Statistics, Topic
from quarterdeck.play import Event

__all__ = ["STATISTICS"]


def _notes_of_fact(event: Event) -> list[Note]:
    """Counts of the course of the voyage and of the mutiny."""
    data = event.data
    match event.kind:
        case "used":
            return [("used", str(data["pirate"]))]
        case "ghost_met":
            return [("used", "ghost")]
        case "voyage_ended":
            dry = [one.name.lower() for one in Dry if int(data["dry"]) & one]
            return [("end", one) for one in (["mutiny"] if data["mutiny_space"] else []) + dry]
        case "left_out":
            return [("mutiny", "left_out")]
        case "out_of_cards" | "mascot_at_once":
            return [("mutiny", "out_of_cards")]
        case "duel_began":
            return [("mutiny", "duels")]
        case "mutiny_won":
            return [("side", str(data["side"]))]
    return []


_ENDS = {
    "mutiny": N_("mutiny space reached (CA-29)"),
    "combat": N_("combat cards gone"),
    "gold": N_("gold cards gone"),
    "coins": N_("coins gone"),
}

_MUTINY = {
    "duels": N_("duels (CA-61)"),
    "left_out": N_("players without a conviction (CA-60)"),
    "out_of_cards": N_("players out since a first round (CA-66)"),
}


def _mutiny_label(item: str) -> str:
    return _(_MUTINY[item])


STATISTICS = Statistics(
    lambda s: int(s.first),
    _notes_of_fact,
    (
        Topic("end", N_("Why voyages ended"), Figure.SHARE, tuple(_ENDS), lambda item: _(_ENDS[item])),
        Topic("side", N_("The side that won"), Figure.SHARE, names.SIDES, names.side_name),
        Topic("mutiny", N_("The mutiny, a game"), Figure.GAME, tuple(_MUTINY), _mutiny_label),
        Topic("used", N_("Pirates used, a game"), Figure.GAME, names.PIRATES, names.pirate_name),
    ),
)
