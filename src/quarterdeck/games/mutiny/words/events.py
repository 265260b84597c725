"""One plain sentence for every fact that a game of Mutiny! tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quarterdeck.games.mutiny.words import names as wording
from quarterdeck.games.mutiny.words.deals import wish
from quarterdeck.games.mutiny.words.tellings import TELLINGS
from quarterdeck.i18n import _
from quarterdeck.kernel.sentences import Data, Tellings, Values

# The rank that is settled, for kinds of facts that do not name it.
_RANKS = {"primary": "primary", "secondary": "secondary"}


def chapter(kind: str, data: Data) -> str | None:
    """The title of the part of the log that a fact opens, or None. "" is the beginning of the match."""
    match kind:
        case "" | "turn_began":
            return _("Turn {number}").format(number=data.get("turn", 1))
        case "game_over":
            return _("The end")
    return None


def _other_player(data: Data) -> int | None:
    """The other player of a fact: the one affected, or the one who pays."""
    other = data.get("player", data.get("payer"))
    return None if other is None else int(other)


def _variant(kind: str, data: Data, seat: int) -> str:
    """The key of the sentence that fits these numbers and names."""
    own = " own" if _other_player(data) == seat else ""
    match kind:
        case "offer_made" | "offer_shown":
            return f"{kind}{own}" if data["rum"] else f"{kind} none"
        case "offered" if data.get("but") == seat:
            return f"{kind} but own"
        case "offered" if data.get("for") == seat and "second" not in data:
            return f"{kind} own"
        case "picked" | "asked":
            return f"{kind}{own}"
        case "no_bribe" if data["crew"] == "pilot":
            return f"{kind} pilot"
        case "moved":
            return f"{kind} {data['token']}{own}"
        case "spared":
            return f"{kind} {'loss' if data['why'] else 'gain'} {data['resource']}"
        case "set_course":
            return f"{kind} {data['destination']}"
        case "lost_doubloon" if data["place"] == "unplayed":
            return f"{kind} unplayed"
    return kind


def _placeholder_values(kind: str, data: Data, names: Sequence[str], you: int | None) -> Values:
    """The values of the placeholders: numbers as they are, everything else by name."""
    values = dict(data)
    if "crew" in data:
        crew = str(data["crew"])
        values["crew"] = wording.crew_phrase(crew)
        rank = data.get("rank", _RANKS.get(kind))
        if rank is not None:
            values["stake"] = wording.stake(str(rank), crew)
    if "seats" in data:
        tied = map(int, str(data["seats"]).split())
        values["tied"] = wording.listed(wording.addressed(seat, names, you) for seat in tied)
    if {"doubloons", "rum"} <= data.keys():
        values["bid"] = wording.tokens(int(data["doubloons"]), int(data["rum"]))
    if {"cutlasses", "rum"} <= data.keys():
        values["hoard"] = wording.hoard(int(data["cutlasses"]), int(data["rum"]))
    if "from" in data:
        values["start"], values["end"] = (wording.crew_phrase(str(data[key])) for key in ("from", "to"))
    if "place" in data and data["place"] != "unplayed":
        values["place"] = wording.crew_phrase(str(data["place"]))
    resource, amount = data.get("resource", "rum"), data.get("amount", data.get("rum"))
    if amount is not None:
        values["things"] = wording.counted(str(resource), int(amount))
    if kind in ("offered", "struck"):
        values["wish"] = wish(data, names, you)
    other = _other_player(data)
    if other is not None and other >= 0:
        values["other"] = names[other]
    return values


# Who knows what is in a fist, or what was offered, knows that it was settled on.
RETOLD: Mapping[str, Mapping[str, str]] = {
    "bid_closed": {"bid_made": ""},
    "offer_closed": {"offer_made": ""},
}

FACT_SENTENCES = Tellings(TELLINGS, _placeholder_values, _variant, _other_player)


def sentence(kind: str, data: Data, seat: int, names: Sequence[str], you: int | None = None) -> str:
    """The fact as one sentence. Raises KeyError for an unknown kind."""
    return FACT_SENTENCES(kind, data, seat, names, you)
