"""One plain sentence for every fact that a game of Cartagena tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quarterdeck.games.cartagena.words import names as wording
from quarterdeck.games.cartagena.words.tellings import TELLINGS
from quarterdeck.i18n import _
from quarterdeck.kernel.sentences import Data, Tellings, Values, Words, listed, named


def chapter(kind: str, data: Data) -> str | None:
    """The title of the part of the log that a fact opens, or None. "" is the beginning of the match."""
    match kind:
        case "" | "round_began":
            return _("Round {number}").format(number=data.get("round", 1))
        case "voyage_ended":
            return _("Mutiny")
        case "duel_began":
            return _("Duel {pair}").format(pair=data["pair"])
        case "mutiny_won":
            return _("The end")
    return None


def _variant(kind: str, data: Data, _seat: int) -> str:
    """The key of the sentence that fits these numbers and names."""
    match kind:
        case "opened" if not data["closed"]:
            return "opened last"
        case "went_empty" | "ran_out":
            return f"{kind} {data['pile']}"
        case "declined":
            return f"declined {data['pirate']}"
        case "looked_at" if data["gold"]:
            return "looked_at gold"
        case "kept" if not data["tembo"]:
            return f"kept {data['pile']}"
        case "robbed" if data["mascot"]:
            return "robbed by mascot"
        case "sailed" if not data["spaces"]:
            return "sailed nowhere"
        case "voyage_ended" if not data["mutiny_space"]:
            return "voyage_ended dry"
        case "card_shown":
            return f"card_shown {wording.side_of(str(data['card']))}"
        case "mascot_shown" if data["round"] == 1:
            return "mascot_shown at once"
        case "mascot_paid" if not data["coins"]:
            return "mascot_paid nothing"
        case "won" if not data["gold"]:
            return "won nothing"
        case "strength" if data["valverde"] == data["diaz"]:
            return "strength even"
        case "duel_won" if data["valverde"] == data["diaz"]:
            return "duel_won tied"
        case "mutiny_won":
            return f"mutiny_won {data['side']}"
        case "nobody_won" if data["none_left"]:
            return "nobody_won none left"
    return kind


def _cards(cards: str) -> str:
    """Combat cards as a phrase: "a pink 2 and a grey 1"."""
    return listed(map(wording.combat_phrase, cards.split(",")))


_NAMES: Words = {"pirate": wording.pirate_phrase, "card": _cards, "side": wording.side_name}


def _placeholder_values(kind: str, data: Data, names: Sequence[str], _you: int | None) -> Values:
    """The values of the placeholders: numbers as they are, everything else by name."""
    values = named(data, _NAMES)
    if kind == "card_shown":
        values["Card"] = wording.combat_name(str(data["card"]))
    if "side" in data:
        values["leader"] = wording.side_leader(str(data["side"]))
    if "player" in data:
        values["other"] = names[int(data["player"])]
    if {"valverde", "diaz"} <= data.keys():
        totals = (int(data["valverde"]), int(data["diaz"]))
        values["more"], values["less"] = max(totals), min(totals)
        values["ahead"] = wording.side_leader("valverde" if totals[0] > totals[1] else "diaz")
    return values


# Who knows the card is told of the card, and not that there was one. A sentence may list several cards.
RETOLD: Mapping[str, Mapping[str, str]] = {
    "drew_combat": {"drew_combat_card": "card"},
    "drew_gold": {"drew_gold_card": ""},
    "looked_at": {"looked_at_card": "card", "looked_at_gold_card": ""},
    "kept": {"kept_card": "card"},
    "put_under": {"put_under_card": "card"},
    "sold": {"sold_card": "card"},
    "posted": {"posted_card": "card"},
}

FACT_SENTENCES = Tellings(TELLINGS, _placeholder_values, _variant)


def sentence(kind: str, data: Data, seat: int, names: Sequence[str], you: int | None = None) -> str:
    """The fact as one sentence. Raises KeyError for an unknown kind."""
    return FACT_SENTENCES(kind, data, seat, names, you)
